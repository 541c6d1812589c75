//! A file whose facts another application edited: its column has other words than its ledger. They are taken as a new
//! version of the fact, or left out, as the analyst chooses.

use factly_core::discovery::EntityKind;
use factly_core::transfer::FindingCode;
use factly_engine::facts::{Fact, FactFilter};
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::Value;
use uuid::Uuid;

use super::fixture::{export, label, rich};
use super::library::{Fixture, empty};
use super::round::assert_round;

/// The export of a discovery, with other words in the column for the fact that says `was`; and the fact's label.
fn edited(at: &Fixture, discovery: Uuid, was: &str, is: &str) -> (String, String) {
    let mut file: Value = serde_json::from_str(&export(&at.library, &[discovery])).unwrap();
    let column = file["facts"].as_array_mut().unwrap();
    let fact = column.iter_mut().find(|fact| fact["text"] == was).expect("the column says so");
    fact["text"] = is.into();
    let label = fact["fact_id"].as_str().unwrap().to_owned();
    (format!("{file:#}"), label)
}

fn taken() -> Repairs {
    [FindingCode::EditedText].into_iter().collect()
}

fn left_out() -> Repairs {
    let mut repairs = Repairs::default();
    repairs.add_other(FindingCode::EditedText);
    repairs
}

/// Every version of a fact, oldest first.
fn versions(at: &Fixture, discovery: Uuid, called: &str) -> Vec<Fact> {
    let filter = FactFilter { statuses: Some(factly_core::facts::Status::ALL.to_vec()), ..FactFilter::default() };
    let mut facts = at.library.facts().facts(discovery, &filter, None, 1_000).expect("a page").facts;
    facts.retain(|fact| fact.label == called);
    facts.sort_by_key(|fact| fact.version);
    facts
}

const PAID: &str = "It is 149 m long.";

#[test]
fn the_new_words_are_a_version_to_be_reviewed_and_the_old_ones_are_kept() {
    let (there, discovery) = rich();
    let (file, fact) = edited(&there, discovery, PAID, "The wall is 151 m long.");
    let at = empty();
    let preview = at.preview(&file, ImportMode::Add);
    assert!(preview.can_apply);
    let found = &preview.findings[0];
    assert_eq!((found.code, preview.findings_total), (FindingCode::EditedText, 1));
    assert!(found.location.pointer.ends_with("/text"), "{:?}", found.location);
    let refused = at.import(&file).unwrap_err();
    let hint = refused.hint.unwrap().to_string();
    assert!(hint.contains("become a version") && hint.contains("are left out"), "both are named: {hint}");
    assert!(at.is_empty());

    at.import_as(&file, ImportMode::Add, &taken()).expect("it is taken over");
    let [old, new] = versions(&at, discovery, &fact).try_into().expect("two versions");
    assert_eq!((old.text.as_str(), old.status.as_str()), (PAID, "superseded"));
    assert!(old.evidence.is_some(), "what was said before keeps its quote");
    assert_eq!((new.text.as_str(), new.version, new.needs_review), ("The wall is 151 m long.", 2, true));
    assert_eq!(new.source_kind.as_str(), "imported");
    assert!(new.evidence.is_none(), "the quote says 149 m");
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
    assert_round(&export(&at.library, &[discovery]));
}

#[test]
fn a_quote_that_bears_the_new_words_stays_their_evidence() {
    let (there, discovery) = rich();
    let (file, fact) = edited(&there, discovery, PAID, "The wall has 149 m.");
    let at = empty();
    at.import_as(&file, ImportMode::Add, &taken()).expect("it is taken over");
    let new = versions(&at, discovery, &fact).pop().expect("a version");
    assert_eq!((new.version, new.text.as_str()), (2, "The wall has 149 m."));
    assert_eq!(new.evidence.as_ref().map(|evidence| evidence.quote.as_str()), Some("The wall is 149 m long."));
    assert!(new.needs_review && new.missing.is_empty());
    assert_round(&export(&at.library, &[discovery]));
}

#[test]
fn what_rests_on_the_fact_is_marked_as_by_an_edit() {
    let at = empty();
    let discovery = at.discovery("Wall");
    at.add_entity(discovery, EntityKind::Fact, "The wall is 149 m long.", &[]);
    at.add_entity(discovery, EntityKind::Insight, "A wall of 149 m is long.", &["F-1"]);
    at.add_entity(discovery, EntityKind::Recommendation, "Shorten the wall.", &["N-1"]);
    let (file, _) = edited(&at, discovery, "The wall is 149 m long.", "The wall is 151 m long.");
    for (how, there) in [(ImportMode::Add, empty()), (ImportMode::Merge, at)] {
        let before = there.library.discoveries().list(None, false).unwrap().first().map(|found| found.id);
        there.import_as(&file, how, &taken()).expect("it is taken over");
        let marks = |kind| there.library.pipeline().entities(discovery, Some(kind)).unwrap()[0].because.clone();
        let because = marks(EntityKind::Insight).expect("it is to be looked at");
        assert_eq!(because.from.as_deref(), Some("F-1"), "{how:?}");
        assert!(marks(EntityKind::Recommendation).is_none(), "{how:?}: level by level");
        let after = export(&there.library, &[discovery]);
        let stack = before.filter(|_| how == ImportMode::Merge);
        there.library.undo().undo(stack).unwrap();
        assert_eq!(there.is_empty(), how == ImportMode::Add);
        there.library.undo().redo(stack).unwrap();
        assert_eq!(export(&there.library, &[discovery]), after, "{how:?}: redone, it is the same");
        assert_eq!(there.library.sources().verify(None, &NoProgress).unwrap().problems, []);
    }
}

#[test]
fn left_out_the_ledger_is_imported_as_it_is() {
    let (there, discovery) = rich();
    let whole = export(&there.library, &[discovery]);
    let (file, _) = edited(&there, discovery, PAID, "The wall is 151 m long.");
    let at = empty();
    at.import_as(&file, ImportMode::Add, &left_out()).expect("it is left out");
    assert_eq!(export(&at.library, &[discovery]), whole);
}

#[test]
fn merged_into_the_discovery_that_it_came_from_it_is_one_step_and_not_done_twice() {
    let (at, discovery) = rich();
    let before = export(&at.library, &[discovery]);
    let (file, fact) = edited(&at, discovery, PAID, "The wall is 151 m long.");
    at.import_as(&file, ImportMode::Merge, &taken()).expect("a merge");
    assert_eq!(versions(&at, discovery, &fact).len(), 2);
    let after = export(&at.library, &[discovery]);
    at.import_as(&file, ImportMode::Merge, &taken()).expect("a merge of what is here");
    assert_eq!(versions(&at, discovery, &fact).len(), 2, "it has those words already");
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(export(&at.library, &[discovery]), after);
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_eq!(export(&at.library, &[discovery]), before, "one step takes it back");

    at.library.pipeline().edit_entity(discovery, label(&fact), "The wall is 160 m long.", None).expect("an edit here");
    at.import_as(&file, ImportMode::Merge, &taken()).expect("a merge");
    let standing = versions(&at, discovery, &fact).pop().expect("a version");
    assert_eq!(standing.text, "The wall is 160 m long.", "what was edited here meanwhile stays");
}

#[test]
fn words_of_a_typed_fact_are_its_new_value_or_a_statement() {
    let check = |is: &str, key: &str, says: &str, count: usize| {
        let (there, discovery) = rich();
        let (file, fact) = edited(&there, discovery, "Installation date: 1 March 2026", is);
        let at = empty();
        at.import_as(&file, ImportMode::Add, &taken()).expect("it is taken over");
        let all = versions(&at, discovery, &fact);
        let standing = all.last().expect("a version");
        assert_eq!((standing.key.as_str(), standing.text.as_str(), all.len()), (key, says, count), "{is}");
        assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, [], "{is}");
        assert_round(&export(&at.library, &[discovery]));
    };
    let key = "project.timeline.installDate";
    check("Installation date: 2026-03-05", key, "Installation date: 5 March 2026", 2);
    check("Installation date: 2026-03-01", key, "Installation date: 1 March 2026", 1);
    check("Soon after Easter.", "note", "Soon after Easter.", 2);
}
