//! A fact that a run would accept by itself, and that the ledger has already in other words: it waits for the analyst.

use crate::answers;
use answers::{BundleFixture, about, bundle_of, op};
use factly_core::facts::Status;
use factly_engine::extraction::{Force, OpVerdict};
use factly_engine::facts::{Fact, FactEdit};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use serde_json::json;

const FIRST: &str = "The dam is 149 m long.";
const AGAIN: &str = "The dam has a length of 149 m.";

/// A run that accepted what the dam measures.
fn accepted_note() -> BundleFixture {
    let fixture = about(FIRST);
    fixture.submit(json!([op("note", "The dam is 149 m long", "The dam is 149 m long", 0.9)]));
    assert_eq!(fixture.facts()[0].status, Status::Accepted);
    fixture
}

impl BundleFixture {
    /// Another text with one statement, as a model reads it.
    fn submit_text(&self, text: &str) -> Fact {
        let bundle = bundle_of(&self.at, self.discovery, text);
        let words = text.trim_end_matches('.');
        self.submit_to(bundle, &json!([op("note", words, words, 0.9)]).to_string(), Force::No);
        self.facts().pop().unwrap()
    }
}

#[test]
fn a_statement_in_other_words_waits_with_its_twin_for_a_reason() {
    let fixture = accepted_note();
    let again = fixture.submit_text(AGAIN);
    assert_eq!((again.label.as_str(), again.status, again.needs_review), ("F-2", Status::Proposed, true));
    assert!(again.reason.to_string().starts_with("it may say the same as F-1 (9"), "{}", again.reason);
    let detail = fixture.at.library.facts().fact_detail(again.id).unwrap();
    assert_eq!(detail.fact.reason, again.reason, "the inspector says it too");
    let run = fixture.at.library.runs().run(detail.run.unwrap()).unwrap();
    assert_eq!((run.outcomes[0].verdict, &run.outcomes[0].reason), (OpVerdict::Proposed, &again.reason));
    fixture.at.library.facts().accept(&[again.id]).unwrap();
    assert_eq!(fixture.facts()[1].status, Status::Accepted, "the analyst may keep both");
    assert_eq!(fixture.at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn what_says_something_else_is_accepted_as_before() {
    for other in ["The dam is 40 m high.", "The gate is 149 m long.", "The dam was built in 1950."] {
        assert_eq!(accepted_note().submit_text(other).status, Status::Accepted, "{other}");
    }
}

#[test]
fn what_cannot_be_true_beside_it_is_a_conflict_and_no_twin() {
    for other in ["The dam is 159 m long.", "The dam is not 149 m long."] {
        assert_eq!(accepted_note().submit_text(other).status, Status::Conflict, "{other}");
    }
}

#[test]
fn the_same_letters_are_one_fact_as_before() {
    let fixture = accepted_note();
    fixture.submit_text("The dam is 149 m long.");
    assert_eq!(fixture.ledger(), ["F-1 accepted note: The dam is 149 m long"], "it is said again, and that is all");
}

#[test]
fn only_what_stands_is_compared() {
    type Change = fn(&BundleFixture, &Fact);
    let removals: [(&str, Change); 4] = [
        ("it was rejected", |fixture, fact| fixture.at.library.facts().reject(&[fact.id]).unwrap()),
        ("it was put aside", |fixture, _| {
            let label = factly_core::discovery::EntityLabel::parse("F-1").unwrap();
            fixture.at.library.pipeline().archive_entities(fixture.discovery, &[label], true).unwrap();
        }),
        ("it was edited to say something else", |fixture, fact| {
            let edit = FactEdit { text: Some("The dam is old.".to_owned()), ..FactEdit::default() };
            fixture.at.library.facts().edit_fact(fact.id, &edit).unwrap();
        }),
        ("its run was undone", |fixture, _| drop(fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap())),
    ];
    for (why, change) in removals {
        let fixture = accepted_note();
        assert_eq!(fixture.submit_text("The gate is 4 m wide.").status, Status::Accepted, "what stands was read");
        fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
        fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
        change(&fixture, &fixture.facts()[0]);
        assert_eq!(fixture.submit_text(AGAIN).status, Status::Accepted, "{why}");
    }
    let fixture = accepted_note();
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(fixture.submit_text(AGAIN).status, Status::Proposed, "what was undone and redone stands");
}

#[test]
fn a_proposed_one_counts_and_one_without_proof_does_not() {
    let fixture = about(FIRST);
    fixture.submit(json!([op("note", "The dam is 149 m long", "The dam is 149 m long", 0.5)]));
    assert_eq!(fixture.submit_text(AGAIN).status, Status::Proposed, "both are looked at together");
    let fixture = about(FIRST);
    fixture.submit(json!([op("note", "The dam is 149 m long", "Whoever said this, it is 149 m", 0.9)]));
    assert_eq!(
        fixture.submit_text(AGAIN).status,
        Status::Accepted,
        "a claim without proof does not keep the proof waiting"
    );
}

#[test]
fn a_value_of_a_key_is_never_held_back_by_a_sentence() {
    let fixture = about("The expected visitors are 800 people.");
    fixture.submit(json!([op("note", "Expected visitors: 800 people", "expected visitors are 800 people", 0.9)]));
    let bundle = bundle_of(&fixture.at, fixture.discovery, "We expect 800 visitors.");
    let typed = op("project.summary.expectedVisitors", "800 people", "We expect 800 visitors", 0.9);
    fixture.submit_to(bundle, &json!([typed]).to_string(), Force::No);
    assert_eq!(fixture.facts()[1].status, Status::Accepted, "{:?}", fixture.ledger());
}

#[test]
fn the_parser_that_is_built_in_asks_too() {
    let fixture = accepted_note();
    let text = "The dam has a length of 149 m. In 1950 the council of Torvig built the mill for 12 million euros.";
    fixture.at.add(fixture.discovery, text, Parsing::Now);
    let facts = fixture.facts();
    assert_eq!((facts[1].status, facts[2].status), (Status::Proposed, Status::Accepted), "{:?}", fixture.ledger());
    assert!(facts[1].reason.to_string().starts_with("it may say the same as F-1"), "{}", facts[1].reason);
}
