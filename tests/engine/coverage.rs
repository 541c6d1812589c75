//! The outcome of every part of an Input: read and found, read and not found, refused, never read.

use crate::watch::Watch;
use crate::{answers, library};
use answers::{BundleFixture, about, op};
use factly_core::audit::coverage::CoverageClass;
use factly_core::extraction::offline::SkipKind;
use factly_engine::audit::{Coverage, ReadState};
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use library::empty;
use serde_json::json;

const TEXT: &str = "The wall is 149 m long. It is old.\n\nThe gate is 4 m wide. Nobody knows why.";

fn first_coverage(fixture: &BundleFixture) -> Coverage {
    let input = fixture.at.library.inputs().list(fixture.discovery).unwrap()[0].id;
    fixture.at.library.audit().coverage_of_input(input).expect("an Input has its coverage")
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
    let fixture = about(TEXT);
    let before = first_coverage(&fixture);
    assert_eq!(
        lines(&before),
        ["unread : The wall is 149 m long. It is old.", "unread : The gate is 4 m wide. Nobody knows why."]
    );
    assert_eq!(before.pieces[0].reading, ReadState::Waiting);
    assert_eq!(
        (before.totals.chars_of(CoverageClass::Unread), before.totals.chars_of(CoverageClass::Nothing)),
        (73, 0)
    );

    fixture.submit(json!([]));
    let after = first_coverage(&fixture);
    assert_eq!(
        (after.totals.chars_of(CoverageClass::Unread), after.totals.chars_of(CoverageClass::Nothing)),
        (0, 73),
        "read, and nothing was found"
    );
    assert_eq!((after.totals.read, after.totals.ops, after.totals.facts), (1, 0, 0));

    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(
        first_coverage(&fixture).pieces[0].reading,
        ReadState::Waiting,
        "a run that was undone has read nothing"
    );
}

#[test]
fn a_run_that_failed_says_why_and_can_be_tried_again() {
    let fixture = about(TEXT);
    fixture.submit_to(fixture.bundle, "no answer at all", Force::No);
    let failed = first_coverage(&fixture);
    assert_eq!((failed.pieces[0].reading, failed.totals.failed), (ReadState::Failed, 1));
    assert!(failed.pieces[0].error.is_some(), "why it failed is told");
    fixture.submit_to(fixture.bundle, "{\"ops\":[]}", Force::Yes);
    assert_eq!(first_coverage(&fixture).pieces[0].reading, ReadState::Read);
}

#[test]
fn what_was_proposed_and_refused_is_told_with_the_words_that_are_near() {
    let fixture = about(TEXT);
    fixture.submit(json!([
        op("note", "The wall is 149 m long.", "The wall is 149 m long.", 0.9),
        op("note", "The gate is 5 m wide.", "The gate is 5 m wide.", 0.9),
        op("note", "It cost a fortune.", "Completely other words, nowhere at all", 0.9),
        {"op": "ADD", "nonsense": true},
    ]));
    let covered = first_coverage(&fixture);
    assert_eq!(
        lines(&covered),
        [
            "facts F-1: The wall is 149 m long.",
            "nothing : It is old.",
            "unaligned F-2: The gate is 4 m wide.",
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

    let fact = fixture.facts()[0].id;
    fixture.at.library.facts().reject(&[fact]).unwrap();
    let after = first_coverage(&fixture);
    assert_eq!(lines(&after)[0], "rejected F-1: The wall is 149 m long.", "to reject is not to fail to align");
    assert_eq!((after.totals.refused, after.totals.rejected, after.totals.facts), (3, 1, 0));
    assert_eq!(
        (after.totals.chars_of(CoverageClass::Rejected), after.totals.chars_of(CoverageClass::Unaligned)),
        (23, 21)
    );
}

/// A text with parts that hold no facts, as people write them.
const MIXED: &str = "\
# Flood walls

The wall is 149 m long. Is it old?

```rust
let height = 6;
```

| Part | Height |
|------|--------|
| The gate | 4 m |

Nobody knows why.";

#[test]
fn what_the_parser_passed_over_says_why_and_is_not_what_gave_nothing() {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    let input = at.add(discovery, MIXED, Parsing::Now).added[0].id;
    let covered = at.library.audit().coverage_of_input(input).unwrap();
    let lines: Vec<String> = covered
        .stretches
        .iter()
        .map(|stretch| {
            let why = stretch.why.map(|why| format!(" ({})", why.as_str())).unwrap_or_default();
            format!("{}{why}: {}", stretch.class.as_str(), stretch.excerpt)
        })
        .filter(|line| !line.contains("The gate"))
        .collect();
    assert_eq!(
        lines,
        [
            "skipped (heading): # Flood walls",
            "facts: The wall is 149 m long.",
            "skipped (question): Is it old?",
            "skipped (code): ```rust let height = 6; ```",
            "skipped (table_head): | Part | Height |",
            "nothing: Nobody knows why.",
        ]
    );
    let skipped: u32 = covered.stretches.iter().filter(|part| part.why.is_some()).map(|part| part.span.len()).sum();
    assert_eq!(covered.totals.chars_of(CoverageClass::Skipped), skipped);
    assert!(covered.stretches.iter().all(|part| part.why.is_some() == (part.class == CoverageClass::Skipped)));
}

#[test]
fn who_was_given_all_of_a_text_passed_over_nothing() {
    let fixture = about(MIXED);
    assert_eq!(
        first_coverage(&fixture).totals.chars_of(CoverageClass::Skipped),
        0,
        "what was not read was not skipped either"
    );
    fixture.submit(json!([op("note", "Flood walls", "Flood walls", 0.9)]));
    let covered = first_coverage(&fixture);
    assert_eq!(
        covered.totals.chars_of(CoverageClass::Skipped),
        0,
        "a model was given the heading and the code as well"
    );
    let nothing = "nothing : The wall is 149 m long. Is it old?".to_owned();
    assert!(lines(&covered).contains(&nothing), "{:?}", lines(&covered));
}

#[test]
fn a_text_in_several_parts_is_read_by_its_parts() {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    let part = "The wall of the mill 👩‍👩‍👧 is 149 m long and stands by the river. Who built it?\n\n";
    let input = at.add(discovery, &part.repeat(300), Parsing::Now).added[0].id;
    let covered = at.library.audit().coverage_of_input(input).unwrap();
    assert!(covered.pieces.len() > 1, "a long text has several parts");
    let questions: Vec<_> =
        covered.stretches.iter().filter(|stretch| stretch.why == Some(SkipKind::Question)).collect();
    assert_eq!(questions.len(), 300);
    assert!(questions.iter().all(|stretch| stretch.excerpt == "Who built it?"), "each in its place");
    assert_eq!(covered.totals.chars_of(CoverageClass::Unread), 0);
}

#[test]
fn the_sum_over_a_discovery_is_that_of_its_inputs() {
    let fixture = about(TEXT);
    fixture.at.add(fixture.discovery, "Die Brücke 👩‍👩‍👧 kostet 1.200 €. Sie ist lang.", Parsing::Now);
    let all = fixture.at.library.audit().coverage(fixture.discovery, &NoProgress).unwrap();
    assert_eq!(all.len(), 2);
    for covered in &all {
        let whole = fixture.at.library.audit().coverage_of_input(covered.input.id).unwrap();
        assert_eq!(covered.totals, whole.totals);
        assert!(covered.stretches.is_empty(), "a list of Inputs needs no stretches");
    }
    let watch = Watch::until(1);
    let called_off = fixture.at.library.audit().coverage(fixture.discovery, &watch);
    assert_eq!(called_off.unwrap_err().code, Code::Cancelled);
    assert_eq!(watch.shown(), [(0, 2)], "whoever waits sees the Inputs go by");
}

#[test]
fn a_window_is_told_where_a_stretch_stands_in_its_own_units() {
    let at = empty();
    let discovery = at.discovery("Bridge");
    // One character of two units, one of one, and five that are shown as one, of eight units.
    let input = at.add(discovery, "𠮷橋 👩‍👩‍👧 is 149 m long. Is it old?", Parsing::Now).added[0].id;
    let covered = at.library.audit().coverage_of_input(input).unwrap();
    let places: Vec<_> = covered
        .stretches
        .iter()
        .map(|part| ((part.span.start, part.span.end), (part.utf16.start, part.utf16.end), &*part.excerpt))
        .collect();
    assert_eq!(places, [((0, 23), (0, 27), "𠮷橋 👩‍👩‍👧 is 149 m long."), ((24, 34), (28, 38), "Is it old?")]);
}
