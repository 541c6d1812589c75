//! Whatever the analyst does: exported, imported elsewhere and exported again it is the same; undone to the start it is
//! as at the start, redone as at the end.

use factly_core::discovery::{EntityLabel, EntityStatus, Kind};
use factly_engine::ledger::FactFilter;
use proptest::prelude::*;
use uuid::Uuid;

use super::fixture::{export, rich};
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
        1 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

/// What makes no sense now is refused, and nothing changes.
fn play(at: &Fixture, discovery: Uuid, act: &Act) {
    let library = &at.library;
    let labels: Vec<EntityLabel> =
        library.entities(discovery, None).expect("a list").into_iter().map(|entity| entity.label).collect();
    let one = |n: u8| labels.get(usize::from(n) % labels.len().max(1)).copied();
    let fact = |n: u8| {
        let facts = library.facts(discovery, &FactFilter::default(), None, 1_000).expect("a page").facts;
        facts.get(usize::from(n) % facts.len().max(1)).map(|fact| fact.id)
    };
    let _ = match act {
        Act::Add { kind, text, from } => {
            let kind = Kind::ALL[1 + usize::from(*kind) % 4];
            let from = one(*from).filter(|from| kind.above() == Some(from.kind)).map(|from| from.to_string());
            let from: Vec<&str> = from.iter().map(String::as_str).collect();
            if text.trim().is_empty() {
                return;
            }
            at.add_entity(discovery, kind, text, &from);
            Ok(())
        }
        Act::Edit { of, text } => {
            one(*of).map_or(Ok(()), |of| library.edit_entity(discovery, of, text, None).map(drop))
        }
        Act::Archive { of, archived } => {
            one(*of).map_or(Ok(()), |of| library.archive_entities(discovery, &[of], *archived).map(drop))
        }
        Act::Delete { of } => one(*of).map_or(Ok(()), |of| library.delete_entities(discovery, &[of]).map(drop)),
        Act::State { of, validated } => {
            let state = if *validated { EntityStatus::Validated } else { EntityStatus::Draft };
            one(*of).map_or(Ok(()), |of| library.set_entity_state(discovery, &[of], state).map(drop))
        }
        Act::Review { of } => one(*of).map_or(Ok(()), |of| library.review_entities(discovery, &[of]).map(drop)),
        Act::Link { up, down } => {
            one(*up).zip(one(*down)).map_or(Ok(()), |(up, down)| library.link_entities(discovery, up, down))
        }
        Act::Unlink { up, down } => {
            one(*up).zip(one(*down)).map_or(Ok(()), |(up, down)| library.unlink_entities(discovery, up, down))
        }
        Act::Move { of, before } => one(*of).map_or(Ok(()), |of| library.move_entities(discovery, &[of], one(*before))),
        Act::Accept { fact: n } => fact(*n).map_or(Ok(()), |fact| library.accept(&[fact])),
        Act::Reject { fact: n } => fact(*n).map_or(Ok(()), |fact| library.reject(&[fact])),
        Act::Undo => library.undo(Some(discovery)).map(drop),
        Act::Redo => library.redo(Some(discovery)).map(drop),
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn whatever_was_done_the_export_is_of_what_is_there(acts in prop::collection::vec(act(), 1..40)) {
        let (at, discovery) = rich();
        for act in &acts {
            play(&at, discovery, act);
        }
        while at.library.redo(Some(discovery)).unwrap().done.is_some() {}
        let end = export(&at.library, &[discovery]);
        assert_round(&end);
        while at.library.undo(Some(discovery)).unwrap().done.is_some() {}
        let start = export(&at.library, &[discovery]);
        assert_round(&start);
        while at.library.redo(Some(discovery)).unwrap().done.is_some() {}
        prop_assert!(export(&at.library, &[discovery]) == end, "redone, it is as at the end");
        while at.library.undo(Some(discovery)).unwrap().done.is_some() {}
        prop_assert!(export(&at.library, &[discovery]) == start, "undone again, it is as at the start");
    }
}
