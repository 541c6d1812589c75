//! Whatever the analyst does: exported, imported elsewhere and exported again it is the same; undone to the start it is
//! as at the start, redone as at the end.

use crate::soak::sized;
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::inputs::Quick;
use factly_core::questions::QuestionName;
use factly_engine::Library;
use factly_engine::error::Result;
use factly_engine::facts::FactFilter;
use factly_engine::questions::{AnswerContent, AnswerRound};
use factly_engine::task::CancelToken;
use proptest::prelude::*;
use uuid::Uuid;

use super::fixture::{answer, export, rich};
use super::further_acts::{Further, any_further};
use super::library::Fixture;
use super::round::assert_round;

#[derive(Clone, Debug)]
enum Act {
    Add { kind: u8, text: String, from: u8 },
    Edit { of: u8, text: String },
    Archive { of: u8, archived: bool },
    Delete { of: u8 },
    State { of: u8, validated: bool },
    Review { of: u8 },
    Link { up: u8, down: u8 },
    Unlink { up: u8, down: u8 },
    Move { of: u8, before: u8 },
    Accept { fact: u8 },
    Reject { fact: u8 },
    Item { name: String },
    Merge { item: u8, into: u8 },
    Answer { key: u8, quick: u8, words: bool },
    Draft { key: u8, words: String },
    Reopen { key: u8 },
    View { name: u8 },
    DropView { view: u8 },
    Mean { line: u8, canonical: bool, confirmed: bool },
    Unmean { line: u8 },
    Further(Further),
    Undo,
    Redo,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,8} [0-9]{1,3} m", "\\PC{1,20}", Just("\u{0}\n\"\\ \u{2028}x".to_owned())]
}

fn act() -> impl Strategy<Value = Act> {
    let pair = || (any::<u8>(), any::<u8>());
    prop_oneof![
        3 => (any::<u8>(), text(), any::<u8>()).prop_map(|(kind, text, from)| Act::Add { kind, text, from }),
        3 => (any::<u8>(), text()).prop_map(|(of, text)| Act::Edit { of, text }),
        2 => (any::<u8>(), any::<bool>()).prop_map(|(of, archived)| Act::Archive { of, archived }),
        1 => any::<u8>().prop_map(|of| Act::Delete { of }),
        1 => (any::<u8>(), any::<bool>()).prop_map(|(of, validated)| Act::State { of, validated }),
        1 => any::<u8>().prop_map(|of| Act::Review { of }),
        2 => pair().prop_map(|(up, down)| Act::Link { up, down }),
        1 => pair().prop_map(|(up, down)| Act::Unlink { up, down }),
        1 => pair().prop_map(|(of, before)| Act::Move { of, before }),
        1 => any::<u8>().prop_map(|fact| Act::Accept { fact }),
        1 => any::<u8>().prop_map(|fact| Act::Reject { fact }),
        1 => text().prop_map(|name| Act::Item { name }),
        1 => pair().prop_map(|(item, into)| Act::Merge { item, into }),
        2 => (any::<u8>(), any::<u8>(), any::<bool>()).prop_map(|(key, quick, words)| Act::Answer { key, quick, words }),
        1 => (any::<u8>(), "\\PC{0,8}").prop_map(|(key, words)| Act::Draft { key, words }),
        1 => any::<u8>().prop_map(|key| Act::Reopen { key }),
        1 => any::<u8>().prop_map(|name| Act::View { name }),
        1 => any::<u8>().prop_map(|view| Act::DropView { view }),
        2 => (any::<u8>(), any::<bool>(), any::<bool>())
            .prop_map(|(line, canonical, confirmed)| Act::Mean { line, canonical, confirmed }),
        1 => any::<u8>().prop_map(|line| Act::Unmean { line }),
        16 => any_further().prop_map(Act::Further),
        1 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

const KEYS: [&str; 5] = [
    "project.constraints.drillingAllowed",
    "item.dimensions.height@i1",
    "project.budget.cap",
    "project.summary.audience",
    "item.dimensions.width@i2",
];

fn key_of(n: u8) -> &'static str {
    KEYS[usize::from(n) % KEYS.len()]
}

fn decide_link(library: &Library, discovery: Uuid, line: u8, canonical: bool, confirmed: bool) -> Result<()> {
    let lines = library.catalogue().canonical_lines(discovery)?.lines;
    let Some(line) = lines.get(usize::from(line) % lines.len().max(1)) else { return Ok(()) };
    let canonical = library.catalogue().find_canonical(if canonical { "Backdrop cloth" } else { "Digital print" })?;
    let lines = library.catalogue();
    match confirmed {
        true => lines.canonical_confirm(discovery, &line.name, canonical).map(drop),
        false => lines.canonical_reject(discovery, &line.name, canonical).map(drop),
    }
}

/// Plays an act; one that makes no sense now is refused, and nothing changes.
fn play(at: &Fixture, discovery: Uuid, act: &Act) {
    let library = &at.library;
    let labels: Vec<EntityLabel> =
        library.pipeline().entities(discovery, None).expect("a list").into_iter().map(|entity| entity.label).collect();
    let one = |n: u8| labels.get(usize::from(n) % labels.len().max(1)).copied();
    let fact = |n: u8| {
        let facts = library.facts().facts(discovery, &FactFilter::default(), None, 1_000).expect("a page").facts;
        facts.get(usize::from(n) % facts.len().max(1)).map(|fact| fact.id)
    };
    let items = library.items().list(discovery).expect("a list");
    let item = |n: u8| items.get(usize::from(n) % items.len().max(1)).map(|item| item.id);
    let _ = match act {
        Act::Answer { key, quick, words } => {
            let quick = [None, Some(Quick::Yes), Some(Quick::Idk), Some(Quick::Irrelevant)][usize::from(*quick) % 4];
            let given = answer(key_of(*key), quick, if *words { "It is 4 m, or so." } else { "" });
            let round = AnswerRound { answers: vec![given], free: String::new(), ..AnswerRound::default() };
            library.questions().finish_round(discovery, &round, &CancelToken::default()).map(drop)
        }
        Act::Draft { key, words } => {
            // Of a question that no round answers: what is typed is no step, and what is sent gives back its draft.
            let name = QuestionName::parse("project.budget.total").filter(|_| !key.is_multiple_of(3));
            library.questions().keep_answer(
                discovery,
                name.as_ref(),
                &AnswerContent { quick: None, text: words.clone() },
            )
        }
        Act::Reopen { key } => {
            library.questions().reopen_question(discovery, &QuestionName::parse(key_of(*key)).expect("a name"))
        }
        Act::View { name } => {
            let filter = FactFilter { needs_review: Some(name.is_multiple_of(2)), ..FactFilter::default() };
            library.audit().save_view(discovery, &format!("View {}", name % 3), &filter).map(drop)
        }
        Act::DropView { view } => {
            let views = library.audit().saved_views(discovery).expect("a list");
            views
                .get(usize::from(*view) % views.len().max(1))
                .map_or(Ok(()), |view| library.audit().delete_view(view.id))
        }
        Act::Mean { line, canonical, confirmed } => decide_link(library, discovery, *line, *canonical, *confirmed),
        Act::Unmean { line } => {
            let lines = library.catalogue().canonical_lines(discovery).expect("lines").lines;
            let line = lines.get(usize::from(*line) % lines.len().max(1));
            let link = line.and_then(|line| line.confirmed.iter().chain(&line.rejected).next().map(|link| link.id));
            link.map_or(Ok(()), |link| library.catalogue().canonical_unlink(link))
        }
        Act::Further(further) => at.go_further(discovery, further),
        Act::Item { name } => library.items().item_add(discovery, name, &[]).map(drop),
        Act::Merge { item: merged, into } => item(*merged)
            .zip(item(*into))
            .map_or(Ok(()), |(merged, into)| library.items().item_merge(merged, into).map(drop)),
        Act::Add { kind, text, from } => {
            let kind = EntityKind::ALL[1 + usize::from(*kind) % 4];
            let from = one(*from).filter(|from| kind.above() == Some(from.kind)).map(|from| from.to_string());
            let from: Vec<&str> = from.iter().map(String::as_str).collect();
            if text.trim().is_empty() {
                return;
            }
            at.add_entity(discovery, kind, text, &from);
            Ok(())
        }
        Act::Edit { of, text } => {
            one(*of).map_or(Ok(()), |of| library.pipeline().edit_entity(discovery, of, text, None).map(drop))
        }
        Act::Archive { of, archived } => {
            one(*of).map_or(Ok(()), |of| library.pipeline().archive_entities(discovery, &[of], *archived).map(drop))
        }
        Act::Delete { of } => {
            one(*of).map_or(Ok(()), |of| library.pipeline().delete_entities(discovery, &[of]).map(drop))
        }
        Act::State { of, validated } => {
            let state = if *validated { EntityStatus::Validated } else { EntityStatus::Draft };
            one(*of).map_or(Ok(()), |of| library.pipeline().set_entity_state(discovery, &[of], state).map(drop))
        }
        Act::Review { of } => {
            one(*of).map_or(Ok(()), |of| library.pipeline().review_entities(discovery, &[of]).map(drop))
        }
        Act::Link { up, down } => {
            one(*up).zip(one(*down)).map_or(Ok(()), |(up, down)| library.pipeline().link_entities(discovery, up, down))
        }
        Act::Unlink { up, down } => one(*up)
            .zip(one(*down))
            .map_or(Ok(()), |(up, down)| library.pipeline().unlink_entities(discovery, up, down)),
        Act::Move { of, before } => {
            one(*of).map_or(Ok(()), |of| library.pipeline().move_entities(discovery, &[of], one(*before)))
        }
        Act::Accept { fact: n } => fact(*n).map_or(Ok(()), |fact| library.facts().accept(&[fact])),
        Act::Reject { fact: n } => fact(*n).map_or(Ok(()), |fact| library.facts().reject(&[fact])),
        Act::Undo => library.undo().undo(Some(discovery)).map(drop),
        Act::Redo => library.undo().redo(Some(discovery)).map(drop),
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(3, 12), max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn whatever_was_done_the_export_is_of_what_is_there(acts in prop::collection::vec(act(), 1..40)) {
        let (at, discovery) = rich();
        at.keep_file(discovery);
        for act in &acts {
            play(&at, discovery, act);
        }
        while at.library.undo().redo(Some(discovery)).unwrap().done.is_some() {}
        let end = export(&at.library, &[discovery]);
        assert_round(&end);
        while at.library.undo().undo(Some(discovery)).unwrap().done.is_some() {}
        let start = export(&at.library, &[discovery]);
        assert_round(&start);
        while at.library.undo().redo(Some(discovery)).unwrap().done.is_some() {}
        prop_assert!(export(&at.library, &[discovery]) == end, "redone, it is as at the end");
        while at.library.undo().undo(Some(discovery)).unwrap().done.is_some() {}
        prop_assert!(export(&at.library, &[discovery]) == start, "undone again, it is as at the start");
    }
}
