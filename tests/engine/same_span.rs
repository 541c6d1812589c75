//! One fact a span: what decides a value decides the sentence that says it, and no rejected value lives on in one.

use factly_core::ledger::Status;
use factly_core::ledger::decide::Resolution;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::Anyway;
use factly_engine::extraction::Force;
use factly_engine::ledger::FactEdit;
use serde_json::json;
use uuid::Uuid;

use crate::answers::{Asked, about, bundle_of, op};

const VISITORS: &str = "project.summary.expectedVisitors";
const CLIENT: &str = "project.summary.client";

/// Two Inputs that contradict each other, each as a value and as a sentence: F-1 and F-2 say 800 and are accepted, F-3
/// and F-4 say 900. N-1 rests on the sentence F-2, N-2 on F-4.
fn conflict() -> Asked {
    let asked = about("We expect 800 visitors.");
    asked.submit(json!([
        op(VISITORS, "800 people", "800 visitors", 0.95),
        op("note", "We expect 800 visitors.", "We expect 800 visitors.", 0.95),
    ]));
    let other = bundle_of(&asked.at, asked.discovery, "They expect 900 visitors.");
    let ops = json!([
        op(VISITORS, "900 people", "900 visitors", 0.5),
        op("note", "They expect 900 visitors.", "They expect 900 visitors.", 0.95),
    ]);
    asked.submit_to(other, &json!({ "ops": ops }).to_string(), Force::No);
    let statements = [1, 3].map(|at| asked.facts()[at].id);
    asked.at.library.ledger().accept(&statements).unwrap_or_default();
    for (text, from) in [("The hall is large enough.", "F-2"), ("The hall is too small.", "F-4")] {
        let from = vec![factly_core::discovery::EntityLabel::parse(from).unwrap()];
        let entity = NewEntity { from, ..NewEntity::by_hand(factly_core::discovery::Kind::Insight, text) };
        asked.at.library.pipeline().add_entity(asked.discovery, &entity, Anyway::Yes).unwrap();
    }
    assert_eq!(statuses(&asked), ["F-1 accepted", "F-2 accepted", "F-3 conflict", "F-4 accepted"]);
    asked
}

fn statuses(asked: &Asked) -> Vec<String> {
    let line = |fact: factly_engine::ledger::Fact| {
        let asks = if fact.status == Status::Accepted && fact.needs_review { " and asked about" } else { "" };
        format!("{} {}{asks}", fact.label, fact.status.as_str())
    };
    asked.facts().into_iter().map(line).collect()
}

fn id(asked: &Asked, at: usize) -> Uuid {
    asked.facts()[at].id
}

fn mark_of(asked: &Asked, label: &str) -> String {
    let label = factly_core::discovery::EntityLabel::parse(label).unwrap();
    asked.at.library.pipeline().entity(asked.discovery, label).unwrap().status.as_str().to_owned()
}

#[test]
fn a_conflict_decided_takes_the_sentence_of_the_loser_along_and_marks_what_rests_on_it() {
    for (how, expected, marked) in [
        (Resolution::TakeNew, ["F-1 superseded", "F-2 rejected", "F-3 accepted", "F-4 accepted"], "N-1"),
        (Resolution::KeepOld, ["F-1 accepted", "F-2 accepted", "F-3 rejected", "F-4 rejected"], "N-2"),
    ] {
        let asked = conflict();
        asked.at.library.ledger().resolve(id(&asked, 2), how).unwrap();
        assert_eq!(statuses(&asked), expected, "the value that lost lives on in no sentence");
        assert_eq!(mark_of(&asked, marked), "needs_review", "what rests on its sentence is to be looked at");
        let undone = asked.at.library.undo().undo(Some(asked.discovery)).unwrap();
        assert!(undone.done.is_some());
        assert_eq!(statuses(&asked)[1..], ["F-2 accepted", "F-3 conflict", "F-4 accepted"], "all of it is one step");
    }
}

#[test]
fn values_kept_as_notes_keep_their_sentences() {
    let asked = conflict();
    asked.at.library.ledger().resolve(id(&asked, 2), Resolution::KeepBothAsNotes).unwrap();
    let standing = statuses(&asked);
    assert!(
        standing.contains(&"F-2 accepted".to_owned()) && standing.contains(&"F-4 accepted".to_owned()),
        "{standing:?}"
    );
}

#[test]
fn a_rejected_value_takes_its_sentence_along_and_an_edited_one_too() {
    let asked = about("We expect 800 visitors.");
    let ops = json!([
        op(VISITORS, "800 people", "800 visitors", 0.95),
        op("note", "We expect 800 visitors.", "We expect 800 visitors.", 0.95),
    ]);
    asked.submit(ops);
    asked.at.library.ledger().reject(&[id(&asked, 0)]).unwrap();
    assert_eq!(statuses(&asked), ["F-1 rejected", "F-2 rejected"]);
    asked.at.library.undo().undo(Some(asked.discovery)).unwrap();
    assert_eq!(statuses(&asked), ["F-1 accepted", "F-2 accepted"]);
    let edit = FactEdit { value: Some("850 people".into()), ..FactEdit::default() };
    asked.at.library.ledger().edit_fact(id(&asked, 0), &edit).unwrap();
    assert!(statuses(&asked).contains(&"F-2 rejected".to_owned()), "the sentence says the value that holds no more");
}

#[test]
fn a_sentence_that_says_another_value_too_is_asked_about() {
    let asked = about("The client is Acme Ltd and 800 visitors are expected.");
    asked.submit(json!([
        op(CLIENT, "Acme Ltd", "The client is Acme Ltd", 0.95),
        op(VISITORS, "800 people", "800 visitors are expected", 0.95),
        op(
            "note",
            "The client is Acme Ltd and 800 visitors are expected.",
            "The client is Acme Ltd and 800 visitors are expected.",
            0.95
        ),
    ]));
    let all = asked.facts().iter().map(|fact| fact.id).collect::<Vec<_>>();
    asked.at.library.ledger().accept_checked(&all, Anyway::Yes).unwrap_or_default();
    assert_eq!(statuses(&asked), ["F-1 accepted", "F-2 accepted", "F-3 accepted"]);
    asked.at.library.ledger().reject(&[id(&asked, 1)]).unwrap();
    assert_eq!(statuses(&asked), ["F-1 accepted", "F-2 rejected", "F-3 accepted and asked about"]);
}

#[test]
fn a_sentence_rejected_asks_about_its_value() {
    let asked = about("We expect 800 visitors.");
    asked.submit(json!([
        op(VISITORS, "800 people", "800 visitors", 0.95),
        op("note", "We expect 800 visitors.", "We expect 800 visitors.", 0.95),
    ]));
    asked.at.library.ledger().reject(&[id(&asked, 1)]).unwrap();
    assert_eq!(statuses(&asked), ["F-1 accepted and asked about", "F-2 rejected"]);
}
