//! What became of every part of an Input: read and found, read and not found, refused, never read.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "../support/answers.rs"]
mod answers;
#[path = "../support/library.rs"]
mod library;
#[path = "../support/world.rs"]
mod world;

use answers::{Asked, about, op};
use factly_core::audit::coverage::Class;
use factly_engine::audit::{Coverage, Reading};
use factly_engine::extraction::Force;
use serde_json::json;

const TEXT: &str = "The wall is 149 m long. It is old.\n\nThe gate is 4 m wide. Nobody knows why.";

fn of(asked: &Asked) -> Coverage {
    let input = asked.at.library.inputs(asked.discovery).unwrap()[0].id;
    asked.at.library.coverage_of_input(input).expect("an Input has its coverage")
}

/// Each stretch as "class F-1: words".
fn lines(covered: &Coverage) -> Vec<String> {
    let line = |stretch: &factly_engine::audit::CoveredStretch| {
        let labels: Vec<&str> = stretch.facts.iter().map(|fact| &*fact.label).collect();
        format!("{} {}: {}", stretch.class.as_str(), labels.join(" "), stretch.excerpt)
    };
    covered.stretches.iter().map(line).collect()
}

#[test]
fn what_was_not_read_is_not_what_gave_nothing() {
    let asked = about(TEXT);
    let before = of(&asked);
    assert_eq!(
        lines(&before),
        ["unread : The wall is 149 m long. It is old.", "unread : The gate is 4 m wide. Nobody knows why."]
    );
    assert_eq!(before.pieces[0].reading, Reading::Waiting);
    assert_eq!((before.totals.of(Class::Unread), before.totals.of(Class::Nothing)), (73, 0));

    asked.submit(json!([]));
    let after = of(&asked);
    assert_eq!(
        (after.totals.of(Class::Unread), after.totals.of(Class::Nothing)),
        (0, 73),
        "read, and nothing was found"
    );
    assert_eq!((after.totals.read, after.totals.ops, after.totals.facts), (1, 0, 0));

    asked.at.library.undo(Some(asked.discovery)).unwrap();
    assert_eq!(of(&asked).pieces[0].reading, Reading::Waiting, "a run that was undone has read nothing");
}

#[test]
fn a_run_that_failed_says_why_and_can_be_tried_again() {
    let asked = about(TEXT);
    asked.submit_to(asked.bundle, "no answer at all", Force::No);
    let failed = of(&asked);
    assert_eq!((failed.pieces[0].reading, failed.totals.failed), (Reading::Failed, 1));
    assert!(failed.pieces[0].error.is_some(), "why it failed is told");
    asked.submit_to(asked.bundle, "{\"ops\":[]}", Force::Yes);
    assert_eq!(of(&asked).pieces[0].reading, Reading::Read);
}

#[test]
fn what_was_proposed_and_refused_is_told_with_the_words_that_are_near() {
    let asked = about(TEXT);
    asked.submit(json!([
        op("note", "The wall is 149 m long.", "The wall is 149 m long.", 0.9),
        op("note", "The gate is 5 m wide.", "The gate is 5 m wide.", 0.9),
        op("note", "It cost a fortune.", "Completely other words, nowhere at all", 0.9),
        {"op": "ADD", "nonsense": true},
    ]));
    let covered = of(&asked);
    assert_eq!(
        lines(&covered),
        [
            "facts F-1: The wall is 149 m long.",
            "nothing : It is old.",
            "refused F-2: The gate is 4 m wide.",
            "nothing : Nobody knows why.",
        ]
    );
    let refused: Vec<(&str, bool)> = covered.pieces[0].refused.iter().map(|op| (&*op.quote, op.is_placed)).collect();
    assert_eq!(
        refused,
        [("The gate is 5 m wide.", true), ("Completely other words, nowhere at all", false), ("", false)]
    );
    assert!(
        covered.pieces[0].refused.iter().all(|op| !op.reason.is_empty()),
        "each says why: {:?}",
        covered.pieces[0].refused
    );
    assert_eq!((covered.totals.ops, covered.totals.refused, covered.totals.facts), (4, 3, 1));

    let fact = asked.facts()[0].id;
    asked.at.library.reject(&[fact]).unwrap();
    assert_eq!(lines(&of(&asked))[0], "refused F-1: The wall is 149 m long.", "what the analyst rejected was refused");
}

#[test]
fn the_sum_over_a_discovery_is_that_of_its_inputs() {
    let asked = about(TEXT);
    asked.at.add(asked.discovery, "Die Brücke 👩‍👩‍👧 kostet 1.200 €. Sie ist lang.", factly_engine::bundle::Parsing::Now);
    let all = asked.at.library.coverage(asked.discovery).unwrap();
    assert_eq!(all.len(), 2);
    for covered in &all {
        let whole = asked.at.library.coverage_of_input(covered.input.id).unwrap();
        assert_eq!(covered.totals, whole.totals);
        assert!(covered.stretches.is_empty(), "a list of Inputs needs no stretches");
        let utf16 = whole.stretches.iter().all(|stretch| stretch.utf16.start >= stretch.span.start);
        assert!(utf16, "a UTF-16 offset is never before its code point");
    }
}
