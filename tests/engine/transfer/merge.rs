//! Importing into a discovery that is here: only what is new.

use factly_core::discovery::EntityKind;
use factly_core::facts::Status;
use factly_core::facts::decide::Resolution;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::extraction::Force;
use factly_engine::facts::{FactEdit, FactFilter, NewStatement};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{DiscoveryPreview, ImportMode, Repairs};
use uuid::Uuid;

use super::answers::{bundle_of, op};
use super::fixture::{export, label, rich};
use super::library::{Fixture, empty};

#[test]
fn what_is_here_already_is_not_added_again() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let refused = at.import(&exported).unwrap_err();
    assert_eq!(refused.code, factly_engine::error::Code::Refused, "as it is, it cannot be here twice");
    let preview = at.preview(&exported, ImportMode::Merge);
    assert!(preview.can_apply && preview.findings.is_empty());
    assert!(preview.discoveries[0].tallies.of.iter().all(|tally| tally.added == 0), "{preview:?}");
    let merged = at.import_as(&exported, ImportMode::Merge, &Repairs::default()).expect("nothing is new");
    assert!(merged[0].merged);
    assert_eq!(export(&at.library, &[discovery]), exported);
}

#[test]
fn what_another_added_comes_in_under_labels_of_its_own() {
    let (here, discovery) = rich();
    let there = empty();
    there.import(&export(&here.library, &[discovery])).unwrap();
    here.add_entity(discovery, EntityKind::Insight, "Made here", &["F-1"]);
    there.add_entity(discovery, EntityKind::Insight, "Made there", &["F-1"]);
    there.add_entity(discovery, EntityKind::Fact, "A fact from there", &["I-1"]);
    let before = export(&here.library, &[discovery]);
    let theirs = export(&there.library, &[discovery]);
    let tallies = here.preview(&theirs, ImportMode::Merge).discoveries[0].tallies;
    assert_eq!((tallies.of[1].added, tallies.of[2].added), (1, 1), "one fact and one Insight are new");
    here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("they can be merged");
    let after = export(&here.library, &[discovery]);
    for text in ["Made here", "Made there", "A fact from there"] {
        assert!(after.contains(text), "{text}");
    }
    assert_eq!(here.library.sources().verify(None, &NoProgress).unwrap().problems, []);
    assert_eq!(here.library.undo().undo(Some(discovery)).unwrap().done.unwrap(), "Merge a file");
    assert_eq!(export(&here.library, &[discovery]), before, "one step takes all of it back");
    here.library.undo().redo(Some(discovery)).unwrap();
    assert_eq!(export(&here.library, &[discovery]), after);
    here.library.undo().undo(Some(discovery)).unwrap();
    here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("what was taken back can be merged again");
    assert!(export(&here.library, &[discovery]).contains("Made there"));
}

#[test]
fn a_web_file_is_merged_by_what_things_are_called() {
    let web = |facts: &str| {
        format!(r#"{{"discovery_id":"d","title":"T","goal":"","date":"2024-01-01","inputs":[],"facts":[{facts}]}}"#)
    };
    let fact = |id: &str| format!(r#"{{"fact_id":"{id}","related_inputs":[],"text":"Fact {id}"}}"#);
    let at = empty();
    let id = at.import(&web(&fact("a"))).unwrap()[0].id;
    let merged =
        at.import_as(&web(&format!("{},{}", fact("b"), fact("a"))), ImportMode::Merge, &Repairs::default()).unwrap();
    assert_eq!((merged[0].id, merged[0].added.of[1].added), (id, 1));
    let exported = export(&at.library, &[id]);
    assert_eq!(exported.matches("\"fact_id\"").count(), 2, "{exported}");
}

#[test]
fn an_item_of_another_keeps_its_facts_under_a_number_of_its_own() {
    let (here, there) = (empty(), empty());
    let discovery = here.discovery("Stage");
    there.import(&export(&here.library, &[discovery])).unwrap();
    // The two libraries draw the same ids: theirs are to be others by the time that they make an item.
    for n in 0..30 {
        there.add_entity(discovery, EntityKind::Insight, &format!("Insight {n}"), &[]);
    }
    let backdrop = here.library.items().item_add(discovery, "Backdrop", &[]).unwrap();
    there.library.items().item_add(discovery, "Crate", &[]).unwrap();
    there.add(discovery, "The crate is 3 m high.", Parsing::Now);
    here.import_as(&export(&there.library, &[discovery]), ImportMode::Merge, &Repairs::default())
        .expect("they can be merged");
    let items = here.library.items().list(discovery).unwrap();
    assert_eq!(items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["Backdrop", "Crate"]);
    assert_eq!(items[0], backdrop, "what was here is as it was");
    assert_eq!(items[1].reference(), "i2");
    let height =
        |item: &str| here.library.knowledge().field(discovery, Some(item), "item.dimensions.height").unwrap().value;
    assert_eq!((height("i1"), height("i2").map(|value| value.reading())), (None, Some("3 m".to_owned())));
}

fn difference_lines(preview: &DiscoveryPreview) -> Vec<String> {
    let one = |difference: &factly_engine::transfer::EntityDifference| {
        let what: Vec<&str> = difference.what.iter().map(|what| what.as_str()).collect();
        format!("{} {}", difference.label, what.join(" "))
    };
    preview.differences.iter().map(one).collect()
}

#[test]
fn what_is_another_in_the_file_is_told_and_kept_as_here() {
    let (here, discovery) = rich();
    let file = export(&here.library, &[discovery]);
    let same = here.preview(&file, ImportMode::Merge).discoveries.remove(0);
    assert_eq!(difference_lines(&same), [""; 0], "of the same discovery nothing differs");
    assert!(same.tallies.of.iter().all(|tally| tally.differs == 0));
    let edit = |of: &str, text: &str| {
        drop(here.library.pipeline().edit_entity(discovery, label(of), text, None).expect("an edit"))
    };
    edit("N-1", "Edited here.");
    edit("F-1", "Edited here too.");
    here.library.pipeline().review_entities(discovery, &[label("O-1")]).expect("its mark goes");
    here.library.pipeline().unlink_entities(discovery, label("N-1"), label("R-1")).expect("a link");
    let fresh = here.add_entity(discovery, EntityKind::Fact, "Only here.", &[]);
    here.library.pipeline().link_entities(discovery, fresh, label("N-1")).expect("a link");
    here.library.pipeline().archive_entities(discovery, &[label("F-3")], true).expect("it can be put aside");
    let input = here.library.inputs().list(discovery).expect("a list").remove(0);
    here.library.inputs().rename_input(input.id, "Renamed here").expect("a title");
    let preview = here.preview(&file, ImportMode::Merge).discoveries.remove(0);
    let lines = difference_lines(&preview);
    for expected in ["I-1 title", "F-1 text", "F-3 status", "N-1 text", "R-1", "O-1"] {
        assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected}: {lines:?}");
    }
    let links = |of: &str| lines.iter().any(|line| line.starts_with(of) && line.ends_with("links"));
    assert!(links("N-1") && links("R-1") && !links("O-1"), "whatever they are drawn from: {lines:?}");
    let counted: u32 = preview.tallies.of.iter().map(|tally| tally.differs).sum();
    assert_eq!(counted as usize, lines.len(), "each is counted once");
    here.import_as(&file, ImportMode::Merge, &Repairs::default()).expect("it can be merged");
    let after = export(&here.library, &[discovery]);
    for words in ["Edited here.", "Edited here too.", "Renamed here"] {
        assert!(after.contains(words), "{words} is kept");
    }
    let copy = here.preview(&file, ImportMode::Copy).discoveries.remove(0);
    assert!(copy.differences.is_empty(), "a copy keeps nothing out");
}

#[test]
fn a_web_file_that_was_edited_there_differs_by_name() {
    let web = |text: &str, title: &str| {
        format!(
            r#"{{"discovery_id":"d","title":"T","goal":"","date":"2024-01-01",
            "inputs":[{{"input_id":"i","title":"{title}","text":"The wall stands."}}],
            "facts":[{{"fact_id":"a","related_inputs":["i"],"text":"{text}"}},
                {{"fact_id":"b","related_inputs":["i","i"],"text":"Same"}}],
            "chat_history":[{{"id":"1","role":"user","content":"Hello"}}]}}"#
        )
    };
    let at = empty();
    at.import(&web("A wall", "Notes")).unwrap();
    let preview = at.preview(&web("A longer wall", "Old notes"), ImportMode::Merge).discoveries.remove(0);
    assert_eq!(difference_lines(&preview), ["I-1 title", "F-1 text"]);
    assert_eq!((preview.tallies.chat, preview.tallies.chat_left_out), (0, 1), "the chat here stays as it is");
    let copy = at.preview(&web("A longer wall", "Old notes"), ImportMode::Copy).discoveries.remove(0);
    assert_eq!((copy.tallies.chat, copy.tallies.chat_left_out), (1, 0));
}

const VISITORS: &str = "project.summary.expectedVisitors";

/// A library with a value typed by hand, and another with the same value read from a text, on which an Insight rests.
fn said_in_both() -> (Fixture, Fixture, Uuid) {
    let (here, there) = (empty(), empty());
    let discovery = here.discovery("Stage");
    there.import(&export(&here.library, &[discovery])).unwrap();
    // The two libraries draw the same ids: theirs are to be others.
    for n in 0..30 {
        there.add_entity(discovery, EntityKind::Insight, &format!("Insight {n}"), &[]);
    }
    let statement = NewStatement { key: Some(VISITORS.into()), value: Some("800".into()), ..NewStatement::default() };
    here.library.facts().add_fact_without_evidence(discovery, &statement, DuplicatePolicy::Hold).unwrap();
    here.add_entity(discovery, EntityKind::Fact, "A fact from here.", &[]);
    let bundle = bundle_of(&there, discovery, "Ada counted. We expect 800 visitors.");
    let answer = serde_json::json!([
        op("note", "Ada counted.", "Ada counted.", 0.95),
        op(VISITORS, "800 people", "We expect 800 visitors", 0.95),
    ]);
    there.library.runs().run_submit(bundle, &answer.to_string(), Force::No).unwrap();
    there.add_entity(discovery, EntityKind::Insight, "It fits the hall.", &["F-2"]);
    (here, there, discovery)
}

/// Returns the live facts of a key, by label.
fn standing(at: &Fixture, discovery: Uuid) -> Vec<(String, &'static str)> {
    let facts = at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap().facts;
    let of_key = facts.iter().filter(|fact| fact.key == VISITORS);
    let open = of_key.filter(|fact| !["superseded", "rejected"].contains(&fact.status.as_str()));
    open.map(|fact| (fact.label.to_string(), fact.status.as_str())).collect()
}

fn insight(at: &Fixture, discovery: Uuid) -> factly_engine::discovery::Entity {
    let insights = at.library.pipeline().entities(discovery, Some(EntityKind::Insight)).unwrap();
    insights.into_iter().find(|entity| entity.text == "It fits the hall.").expect("it came with the file")
}

#[test]
fn the_same_value_in_a_file_proves_the_one_here_and_is_no_conflict() {
    let (here, there, discovery) = said_in_both();
    let before = export(&here.library, &[discovery]);
    let theirs = export(&there.library, &[discovery]);
    let tally = here.preview(&theirs, ImportMode::Merge).discoveries[0].tallies.of[EntityKind::Fact as usize];
    assert_eq!((tally.added, tally.known), (1, 1), "of the two facts the value is here");
    let merged = here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("they can be merged");
    assert_eq!(merged[0].added.of[EntityKind::Fact as usize], tally, "what was shown is what is done");
    assert_eq!(standing(&here, discovery), [("F-1".to_owned(), "accepted")], "nobody is asked which of two holds");
    let detail =
        here.library.facts().fact_detail(here.library.pipeline().entity(discovery, label("F-1")).unwrap().id).unwrap();
    assert_eq!(detail.reaffirmed, 1, "their quote is further evidence");
    assert_eq!(insight(&here, discovery).up, [label("F-1")], "what rested on theirs rests on ours");
    assert_eq!(insight(&here, discovery).because, None, "the same value is nothing to look at");
    assert_eq!(here.library.pipeline().entity(discovery, label("F-1")).unwrap().up, [label("I-1")]);
    assert_eq!(here.library.sources().verify(None, &NoProgress).unwrap().problems, []);
    let after = export(&here.library, &[discovery]);
    here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("nothing is new");
    assert_eq!(export(&here.library, &[discovery]), after, "the second time changes nothing");
    assert_eq!(here.library.undo().undo(Some(discovery)).unwrap().done.unwrap(), "Merge a file");
    assert_eq!(export(&here.library, &[discovery]), before, "one step takes all of it back");
    here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("what was taken back can be merged again");
    assert_eq!(export(&here.library, &[discovery]), after);
}

#[test]
fn a_fact_that_the_file_supersedes_is_edited_for_what_rests_on_it_here() {
    let (here, there) = (empty(), empty());
    // The two libraries draw the same ids: ours are to be later ones.
    let elsewhere = here.discovery("Elsewhere");
    for n in 0..40 {
        here.add_entity(elsewhere, EntityKind::Insight, &format!("Insight {n}"), &[]);
    }
    let discovery = here.discovery("Stage");
    let text = "We expect 800 visitors. Later we expect 900 visitors.";
    let bundle = bundle_of(&here, discovery, text);
    let says = |value: &str, quote: &str| serde_json::json!([op(VISITORS, value, quote, 0.95)]).to_string();
    here.library.runs().run_submit(bundle, &says("800 people", "We expect 800 visitors"), Force::Yes).unwrap();
    here.add_entity(discovery, EntityKind::Fact, "The hall has 2 gates.", &[]);
    there.import(&export(&here.library, &[discovery])).unwrap();
    here.add_entity(discovery, EntityKind::Insight, "800 fit the hall.", &["F-1"]);
    here.add_entity(discovery, EntityKind::Insight, "2 gates are enough.", &["F-2"]);
    let bundle =
        there.library.inputs().bundles_of_input(there.library.inputs().list(discovery).unwrap()[0].id).unwrap()[0].id;
    there.library.runs().run_submit(bundle, &says("900 people", "we expect 900 visitors"), Force::Yes).unwrap();
    there.library.pipeline().edit_entity(discovery, label("F-2"), "The hall has 3 gates.", None).unwrap();
    there.add_entity(discovery, EntityKind::Insight, "3 gates let 900 out.", &["F-2", "F-3"]);
    here.import_as(&export(&there.library, &[discovery]), ImportMode::Merge, &Repairs::default()).unwrap();
    let insights = here.library.pipeline().entities(discovery, Some(EntityKind::Insight)).unwrap();
    let of = |text: &str| insights.iter().find(|entity| entity.text == text).unwrap();
    let from = |text: &str| of(text).because.as_ref().and_then(|because| because.from.clone());
    assert!(of("800 fit the hall.").up.contains(&label("F-3")), "it rests on what took the place: {insights:?}");
    assert_eq!(from("800 fit the hall.").as_deref(), Some("F-1"), "and is to be looked at");
    assert_eq!(from("2 gates are enough.").as_deref(), Some("F-2"), "a new version is an edit");
    assert_eq!(from("3 gates let 900 out."), None, "what the file drew from the new one is not");
}

#[test]
fn what_is_found_to_be_said_here_stays_so_when_either_library_goes_on() {
    let (here, there, discovery) = said_in_both();
    here.import_as(&export(&there.library, &[discovery]), ImportMode::Merge, &Repairs::default()).unwrap();
    there.add_entity(discovery, EntityKind::Insight, "So does the stage.", &["F-2"]);
    let edit = FactEdit { value: Some("900".into()), ..FactEdit::default() };
    let fact = here.library.pipeline().entity(discovery, label("F-1")).unwrap().id;
    here.library.facts().edit_fact(fact, &edit).unwrap();
    here.import_as(&export(&there.library, &[discovery]), ImportMode::Merge, &Repairs::default()).unwrap();
    assert_eq!(standing(&here, discovery), [("F-1".to_owned(), "accepted")], "the analyst's edit is not asked about");
    let insights = here.library.pipeline().entities(discovery, Some(EntityKind::Insight)).unwrap();
    let new = insights.iter().find(|entity| entity.text == "So does the stage.").unwrap();
    assert_eq!(new.up, [label("F-1")], "what is new in the file rests on what stands for its fact");
    let detail =
        here.library.facts().fact_detail(here.library.pipeline().entity(discovery, label("F-1")).unwrap().id).unwrap();
    assert_eq!(detail.reaffirmed, 0, "their 800 proves no 900");
}

/// A library with a statement (F-1) and a value (F-2), and another with the same.
fn edited_apart(there_to: &[(&str, &str)], here_to: Option<(&str, &str)>) -> (Fixture, Fixture, Uuid) {
    let (here, there) = (empty(), empty());
    // The two libraries draw the same ids: ours are to be later ones.
    let elsewhere = here.discovery("Elsewhere");
    for n in 0..40 {
        here.add_entity(elsewhere, EntityKind::Insight, &format!("Insight {n}"), &[]);
    }
    let discovery = here.discovery("Stage");
    let bundle = bundle_of(&here, discovery, "Ada counted on Monday. We expect 800 visitors.");
    let answer = serde_json::json!([
        op("note", "Ada counted on Monday.", "Ada counted on Monday.", 0.95),
        op(VISITORS, "800 people", "We expect 800 visitors", 0.95),
    ]);
    here.library.runs().run_submit(bundle, &answer.to_string(), Force::No).unwrap();
    there.import(&export(&here.library, &[discovery])).unwrap();
    let edit = |at: &Fixture, (words, value): (&str, &str)| {
        let id = |of: &str| at.library.pipeline().entity(discovery, label(of)).unwrap().id;
        let change = FactEdit { text: Some(words.into()), ..FactEdit::default() };
        at.library.facts().edit_fact(id("F-1"), &change).unwrap();
        at.library
            .facts()
            .edit_fact(id("F-2"), &FactEdit { value: Some(value.into()), ..FactEdit::default() })
            .unwrap();
    };
    for to in there_to {
        edit(&there, *to);
    }
    here_to.into_iter().for_each(|to| edit(&here, to));
    (here, there, discovery)
}

/// Returns the live facts, by their words.
fn live_facts(at: &Fixture, discovery: Uuid) -> Vec<(String, String, &'static str)> {
    let facts = at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap().facts;
    let open = facts.into_iter().filter(|fact| !["superseded", "rejected"].contains(&fact.status.as_str()));
    open.map(|fact| (fact.label.to_string(), fact.text, fact.status.as_str())).collect()
}

const TUESDAY: (&str, &str) = ("Ada counted on Tuesday.", "900");
const SUNDAY: (&str, &str) = ("Ada counted on Sunday.", "700");

#[test]
fn a_fact_that_was_edited_twice_in_the_file_stands_as_it_does_there() {
    for edits in [&[TUESDAY][..], &[SUNDAY, TUESDAY], &[SUNDAY, ("Nobody counted.", "1"), TUESDAY]] {
        let (here, there, discovery) = edited_apart(edits, None);
        let file = export(&there.library, &[discovery]);
        here.import_as(&file, ImportMode::Merge, &Repairs::default()).unwrap();
        assert_eq!(live_facts(&here, discovery), live_facts(&there, discovery), "{} edits", edits.len());
        assert_eq!(live_facts(&here, discovery).len(), 2, "one version of each");
        assert_eq!(export(&here.library, &[discovery]), file);
    }
}

#[test]
fn a_fact_that_was_edited_here_and_in_the_file_is_for_the_analyst_to_decide() {
    for edits in [&[TUESDAY][..], &[("Nobody counted.", "1"), TUESDAY]] {
        let (here, there, discovery) = edited_apart(edits, Some(SUNDAY));
        let before = export(&here.library, &[discovery]);
        let file = export(&there.library, &[discovery]);
        here.import_as(&file, ImportMode::Merge, &Repairs::default()).unwrap();
        let both = live_facts(&here, discovery);
        let of = |called: &str| both.iter().filter(|(label, ..)| label == called).map(|(.., status)| *status).collect();
        let statuses: [Vec<&str>; 2] = [of("F-1"), of("F-2")];
        assert_eq!(statuses, [["accepted", "conflict"], ["accepted", "conflict"]], "{both:?}");
        let after = export(&here.library, &[discovery]);
        here.import_as(&file, ImportMode::Merge, &Repairs::default()).unwrap();
        assert_eq!(export(&here.library, &[discovery]), after, "a second time changes nothing");
        assert_eq!(here.library.sources().verify(None, &NoProgress).unwrap().problems, []);
        here.library.undo().undo(Some(discovery)).unwrap();
        assert_eq!(export(&here.library, &[discovery]), before);
    }
}

#[test]
fn a_fact_that_was_edited_alike_here_and_in_the_file_stays_as_it_is() {
    let (here, there, discovery) = edited_apart(&[SUNDAY, TUESDAY], Some(TUESDAY));
    let before = live_facts(&here, discovery);
    let file = export(&there.library, &[discovery]);
    here.import_as(&file, ImportMode::Merge, &Repairs::default()).unwrap();
    assert_eq!(live_facts(&here, discovery), before);
    let after = export(&here.library, &[discovery]);
    here.import_as(&file, ImportMode::Merge, &Repairs::default()).unwrap();
    assert_eq!(export(&here.library, &[discovery]), after, "a second time changes nothing");
    assert_eq!(here.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

/// A decision about one of two versions: by name, its action, and what is live then.
type MergeDecision = (&'static str, fn(&Fixture, old: Uuid, new: Uuid), fn(&str) -> &'static str);

/// The words of an edit, as the fact of a label says them.
fn words_of(label: &str, (words, value): (&'static str, &'static str)) -> &'static str {
    match (label, value) {
        ("F-1", _) => words,
        (_, "900") => "Expected visitors: 900 people",
        (_, _) => "Expected visitors: 700 people",
    }
}

#[test]
fn of_two_versions_of_a_fact_one_stands_however_it_is_decided() {
    let there = |label: &str| words_of(label, TUESDAY);
    let here = |label: &str| words_of(label, SUNDAY);
    let decisions: [MergeDecision; 6] = [
        ("keep the old", |at, _, new| drop(at.library.facts().resolve(new, Resolution::KeepOld).unwrap()), here),
        ("reject the new", |at, _, new| at.library.facts().reject(&[new]).unwrap(), here),
        ("take the new", |at, _, new| drop(at.library.facts().resolve(new, Resolution::TakeNew).unwrap()), there),
        ("accept the new", |at, _, new| at.library.facts().accept(&[new]).unwrap(), there),
        (
            "edit the new as the old one is",
            |at, old, new| {
                let old_fact = at.library.facts().fact_detail(old).unwrap().fact;
                let edit = match old_fact.key.as_str() {
                    "note" => FactEdit { text: Some(old_fact.text), ..FactEdit::default() },
                    _ => FactEdit { value: Some("700".into()), ..FactEdit::default() },
                };
                drop(at.library.facts().edit_fact(new, &edit).unwrap());
            },
            here,
        ),
        (
            "take the new after another edit of the old",
            |at, old, new| {
                let old_fact = at.library.facts().fact_detail(old).unwrap().fact;
                let edit = match old_fact.key.as_str() {
                    "note" => FactEdit { text: Some("Ada counted on Friday.".into()), ..FactEdit::default() },
                    _ => FactEdit { value: Some("650".into()), ..FactEdit::default() },
                };
                at.library.facts().edit_fact(old, &edit).unwrap();
                at.library.facts().resolve(new, Resolution::TakeNew).unwrap();
            },
            there,
        ),
    ];
    for (name, decide, expected) in decisions {
        for of in ["F-1", "F-2"] {
            let (at, file, discovery) = edited_apart(&[TUESDAY], Some(SUNDAY));
            let insight = at.add_entity(discovery, EntityKind::Insight, "It fits the hall.", &[of]);
            at.import_as(&export(&file.library, &[discovery]), ImportMode::Merge, &Repairs::default()).unwrap();
            let facts = at.library.facts().facts(discovery, &FactFilter::default(), None, 100).unwrap().facts;
            let with = |status| facts.iter().find(|fact| fact.label == of && fact.status == status).unwrap().id;
            let (old, new) = (with(Status::Accepted), with(Status::Conflict));
            assert_eq!(
                at.library.facts().fact_detail(new).unwrap().rival.map(|rival| rival.fact.id),
                Some(old),
                "{name}, {of}"
            );
            for how in [Resolution::KeepNewAsNote, Resolution::KeepBothAsNotes] {
                assert!(at.library.facts().resolve(new, how).is_err(), "{of}: two versions cannot both be kept");
            }
            assert!(at.library.facts().ask_again(new).is_err(), "{of}: both would be kept as notes");
            let is_before = |mark: &factly_engine::discovery::Entity| mark.status == mark.state;
            assert!(
                is_before(&at.library.pipeline().entity(discovery, insight).unwrap()),
                "{name}, {of}: nothing is decided"
            );
            let before = export(&at.library, &[discovery]);
            let steps = at.library.undo().history(Some(discovery), None, 100).unwrap().steps.len();

            decide(&at, old, new);
            let standing: Vec<_> = live_facts(&at, discovery).into_iter().filter(|(label, ..)| label == of).collect();
            assert_eq!(standing, [(of.to_owned(), expected(of).to_owned(), "accepted")], "{name}, {of}");
            let shown = at.library.pipeline().entity(discovery, label(of)).unwrap();
            assert_eq!(
                (shown.text.as_str(), shown.fact_status),
                (expected(of), Some(Status::Accepted)),
                "{name}, {of}"
            );
            let is_local = expected(of) == words_of(of, SUNDAY);
            assert_eq!(
                is_before(&at.library.pipeline().entity(discovery, insight).unwrap()),
                is_local,
                "{name}, {of}: what rests on it"
            );
            let evidence =
                at.library.facts().fact_detail(shown.id).unwrap().fact.evidence.map(|evidence| evidence.quote);
            assert!(evidence.is_some_and(|quote| !quote.is_empty()), "{name}, {of}: it keeps its quote");
            assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, [], "{name}, {of}");
            let done = at.library.undo().history(Some(discovery), None, 100).unwrap().steps.len() - steps;
            (0..done).for_each(|_| drop(at.library.undo().undo(Some(discovery)).unwrap()));
            assert_eq!(export(&at.library, &[discovery]), before, "{name}, {of}: undone");
        }
    }
}
