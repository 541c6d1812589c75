//! The analyst's decisions, each with its undo, and those that are refused.

use crate::answers;
use answers::{Asked, about, bundle_of, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::ledger::Status;
use factly_core::ledger::decide::Resolution;
use factly_core::text::Utf16Span;
use factly_engine::bundle::Parsing;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::Anyway;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::ledger::{FactEdit, FactFilter, FactSheet, Statement, WaitingFact, WaitingId};
use factly_engine::task::Unwatched;
use serde_json::json;
use uuid::Uuid;

const VISITORS: &str = "project.summary.expectedVisitors";

/// F-1 says 800, accepted; F-2 says 900 and is in conflict with it.
fn conflict() -> (Asked, Uuid, Uuid) {
    let asked = about("We expect 800 visitors.");
    asked.submit(json!([op(VISITORS, "800 people", "We expect 800 visitors", 0.95)]));
    let other = bundle_of(&asked.at, asked.discovery, "They expect 900 visitors.");
    let ops = json!([op(VISITORS, "900 people", "They expect 900 visitors", 0.5)]).to_string();
    asked.submit_to(other, &ops, Force::No);
    let ids: Vec<Uuid> = asked.facts().iter().map(|fact| fact.id).collect();
    assert_eq!(asked.ledger(), OPEN, "two values of one key are a conflict");
    (asked, ids[0], ids[1])
}

const OPEN: [&str; 2] = [
    "F-1 accepted project.summary.expectedVisitors: 800 people",
    "F-2 conflict project.summary.expectedVisitors: 900 people",
];

#[test]
fn facts_go_to_a_spreadsheet_in_the_columns_and_the_order_that_are_shown() {
    let (asked, old, new) = conflict();
    let csv = |columns: &[&str], facts: &[Uuid]| {
        let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
        let sheet = FactSheet { columns: &columns, facts };
        asked.at.library.ledger().facts_csv(asked.discovery, &FactFilter::default(), sheet)
    };
    assert_eq!(
        csv(&["label", "value", "quote"], &[new, old]).unwrap(),
        "Fact,Value,Amount,Unit,Quote\r\n\
         F-2,900 people,900,people,They expect 900 visitors\r\n\
         F-1,800 people,800,people,We expect 800 visitors\r\n",
        "an amount stands beside its unit, so that it can be reckoned with"
    );
    let all = csv(&[], &[]).unwrap();
    assert!(
        all.starts_with("Fact,Status,Key,Value,Amount,Unit,Statement,Quote,Speaker,Input,Confidence\r\nF-1,"),
        "{all}"
    );
    assert_eq!(csv(&["colour"], &[]).unwrap_err().code, Code::NotFound, "what facts do not have is refused");
}

#[test]
fn a_conflict_shows_both_quotes_and_ends_in_four_ways() {
    for (how, name, expected) in [
        (Resolution::KeepOld, "Keep the old value over F-2", vec!["F-1 accepted", "F-2 rejected"]),
        (Resolution::TakeNew, "Take F-2", vec!["F-1 superseded", "F-2 accepted"]),
        (
            Resolution::KeepNewAsNote,
            "Keep as a note F-2",
            vec!["F-1 accepted", "F-2 superseded", "F-2 accepted note: Expected visitors: 900 people"],
        ),
        (
            Resolution::KeepBothAsNotes,
            "Keep both as notes F-2",
            vec![
                "F-1 superseded",
                "F-2 superseded",
                "F-1 accepted note: Expected visitors: 800 people",
                "F-2 accepted note: Expected visitors: 900 people",
            ],
        ),
    ] {
        let (asked, old, new) = conflict();
        let detail = asked.at.library.ledger().fact_detail(new).unwrap();
        let rival = detail.rival.expect("the rival is shown");
        assert_eq!(rival.fact.id, old);
        assert_eq!(rival.fact.evidence.as_ref().unwrap().quote, "We expect 800 visitors");
        assert!(rival.diff.len() > 1, "the two quotes are told apart word by word");

        asked.at.library.ledger().resolve(new, how).unwrap();
        let ledger = asked.ledger();
        assert_eq!(ledger.len(), expected.len(), "{ledger:?}");
        for (line, start) in ledger.iter().zip(&expected) {
            assert!(line.starts_with(start), "{how:?}: {line} is {start}");
        }
        assert_eq!(asked.at.library.sources().verify(None, &Unwatched).unwrap().problems, []);
        let undone = asked.at.library.undo().undo(Some(asked.discovery)).unwrap();
        assert_eq!(undone.done.unwrap(), name);
        assert_eq!(asked.ledger(), OPEN, "{how:?} is taken back whole");
        asked.at.library.undo().redo(Some(asked.discovery)).unwrap();
        assert_eq!(asked.ledger(), ledger, "{how:?} is done again");
    }
}

#[test]
fn neither_value_stands_once_both_are_notes_and_a_third_waits_on() {
    let (asked, _, new) = conflict();
    let library = &asked.at.library;
    let third = bundle_of(&asked.at, asked.discovery, "Others expect 850 visitors.");
    asked.submit_to(
        third,
        &json!([op(VISITORS, "850 people", "Others expect 850 visitors", 0.5)]).to_string(),
        Force::No,
    );
    let label = |text| EntityLabel::parse(text).unwrap();
    let insight =
        NewEntity { from: vec![label("F-1")], ..NewEntity::by_hand(EntityKind::Insight, "It fits the hall.") };
    library.pipeline().add_entity(asked.discovery, &insight, Anyway::No).unwrap();

    let note = library.ledger().resolve(new, Resolution::KeepBothAsNotes).unwrap();
    assert_eq!((note.label.as_str(), note.key.as_str()), ("F-2", "note"), "what the new one became");
    assert_eq!(library.knowledge().field(asked.discovery, None, VISITORS).unwrap().value, None, "no value stands");
    let facts = asked.facts();
    for held in ["F-1", "F-2"] {
        let standing = facts.iter().rfind(|fact| fact.label == held).unwrap();
        assert!(standing.evidence.is_some(), "{held} keeps its quote");
    }
    let entity = library.pipeline().entity(asked.discovery, label("N-1")).unwrap();
    assert_ne!(entity.status, entity.state, "what rested on the value that stood is to be looked at");
    assert_eq!(entity.because.and_then(|because| because.from).as_deref(), Some("F-1"));

    let third = facts.iter().find(|fact| fact.label == "F-3").unwrap();
    assert_eq!(third.status, Status::Conflict, "nobody has looked at it yet");
    library.ledger().resolve(third.id, Resolution::TakeNew).unwrap();
    let value = library.knowledge().field(asked.discovery, None, VISITORS).unwrap().value;
    assert_eq!(value.map(|value| value.reading()).as_deref(), Some("850 people"));
    assert!(library.knowledge().check_knowledge(None).unwrap().iter().all(|found| found.differences.is_empty()));
}

#[test]
fn a_conflict_is_shown_with_what_stands_by_now() {
    let (asked, old, new) = conflict();
    let library = &asked.at.library;
    let third = bundle_of(&asked.at, asked.discovery, "Others expect 850 visitors.");
    let ops = json!([op(VISITORS, "850 people", "Others expect 850 visitors", 0.5)]).to_string();
    asked.submit_to(third, &ops, Force::No);
    let waits = asked.facts().iter().find(|fact| fact.label == "F-3").unwrap().id;
    let rival = || library.ledger().fact_detail(waits).unwrap().rival.expect("it contradicts something").fact;
    assert_eq!(rival().id, old);
    library.ledger().resolve(new, Resolution::TakeNew).unwrap();
    assert_eq!(rival().id, new, "not with what was replaced meanwhile");
    library.undo().undo(Some(asked.discovery)).unwrap();
    library.ledger().resolve(new, Resolution::KeepBothAsNotes).unwrap();
    assert_eq!((rival().id, rival().status), (old, Status::Superseded), "what it contradicted, which stands no more");
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let (asked, old, new) = conflict();
    let library = &asked.at.library;
    let refused = |error: factly_engine::error::Error| {
        assert_eq!(error.code, Code::Refused, "{error}");
        assert!(
            error.message.to_string().ends_with('.') && error.message.to_string().starts_with(char::is_uppercase),
            "{error}"
        );
    };
    refused(library.ledger().accept(&[old]).unwrap_err());
    refused(library.ledger().resolve(old, Resolution::KeepOld).unwrap_err());
    refused(library.ledger().resolve(old, Resolution::KeepBothAsNotes).unwrap_err());
    library.ledger().resolve(new, Resolution::KeepOld).unwrap();
    refused(library.ledger().reject(&[new]).unwrap_err());
    refused(library.ledger().resolve(new, Resolution::TakeNew).unwrap_err());
    refused(library.ledger().edit_fact(new, &FactEdit { value: Some("1".into()), ..FactEdit::default() }).unwrap_err());
    let unknown = Uuid::from_u128(7);
    assert_eq!(library.ledger().accept(&[unknown]).unwrap_err().code, Code::NotFound);
    assert_eq!(library.undo().undo_state(Some(asked.discovery)).unwrap().undo.unwrap(), "Keep the old value over F-2");
}

#[test]
fn several_facts_are_one_step() {
    let asked = about("One is so. Two is so. Three is so.");
    asked.submit(json!([
        op("note", "One is so.", "One is so.", 0.5),
        op("note", "Two is so.", "Two is so.", 0.5),
        op("note", "Three is so.", "Three is so.", 0.5)
    ]));
    let ids: Vec<Uuid> = asked.facts().iter().map(|fact| fact.id).collect();
    let standing = |status: Status| asked.facts().iter().filter(|fact| fact.status == status).count();
    asked.at.library.ledger().accept(&ids).unwrap();
    assert_eq!(standing(Status::Accepted), 3);
    assert_eq!(asked.at.library.undo().undo(Some(asked.discovery)).unwrap().done.unwrap(), "Accept 3 facts");
    assert_eq!(standing(Status::Proposed), 3);
    asked.at.library.ledger().reject(&ids[..1]).unwrap();
    assert_eq!(asked.at.library.undo().undo_state(Some(asked.discovery)).unwrap().undo.unwrap(), "Reject F-1");
    asked.at.library.ledger().accept(&ids).unwrap();
    assert_eq!((standing(Status::Accepted), standing(Status::Rejected)), (2, 1), "what is rejected is passed over");
}

#[test]
fn an_edit_is_a_new_version_with_the_same_evidence() {
    let asked = about("We expect 800 visitors. The wall is high.");
    asked.submit(json!([
        op(VISITORS, "800 people", "We expect 800 visitors", 0.95),
        op("note", "The wall is high.", "The wall is high.", 0.9)
    ]));
    let ids: Vec<Uuid> = asked.facts().iter().map(|fact| fact.id).collect();
    let library = &asked.at.library;
    let edited =
        library.ledger().edit_fact(ids[0], &FactEdit { value: Some("850".into()), ..FactEdit::default() }).unwrap();
    assert_eq!((edited.label.as_str(), edited.version, edited.value.reading().as_str()), ("F-1", 2, "850 people"));
    assert_eq!(edited.evidence.as_ref().unwrap().quote, "We expect 800 visitors");
    assert_eq!(edited.missing.len(), 1, "what the quote does not say is listed: {:?}", edited.missing);
    let statement = library
        .ledger()
        .edit_fact(ids[1], &FactEdit { text: Some("The wall is very high.".into()), ..FactEdit::default() })
        .unwrap();
    assert_eq!((statement.label.as_str(), statement.text.as_str()), ("F-2", "The wall is very high."));

    let versions = library.ledger().fact_detail(ids[0]).unwrap().versions;
    assert_eq!(versions.iter().map(|fact| fact.version).collect::<Vec<_>>(), [2, 1], "newest first, from either end");
    assert_eq!(versions[1].status, Status::Superseded);
    let words = FactEdit { text: Some("other words".into()), ..FactEdit::default() };
    assert_eq!(library.ledger().edit_fact(edited.id, &words).unwrap_err().code, Code::Refused);
    let nonsense = FactEdit { value: Some("many".into()), ..FactEdit::default() };
    assert_eq!(library.ledger().edit_fact(edited.id, &nonsense).unwrap_err().code, Code::Refused);

    library.undo().undo(Some(asked.discovery)).unwrap();
    library.undo().undo(Some(asked.discovery)).unwrap();
    let again =
        library.ledger().edit_fact(ids[0], &FactEdit { value: Some("870".into()), ..FactEdit::default() }).unwrap();
    assert_eq!(again.version, 3, "a version that was undone is not given again");
    assert_eq!(library.names().find_fact("F-1", None).unwrap(), again.id, "a label names what stands");
    assert_eq!(library.sources().verify(None, &Unwatched).unwrap().problems, []);
}

#[test]
fn words_marked_in_an_input_become_a_fact() {
    let asked = about("𝒳 first.");
    let library = &asked.at.library;
    let text = format!("𝒳 The wall is 6 m high.\n\n{}\n\nThe end is near.", "Filler words go on. ".repeat(500));
    let input = asked.at.add(asked.discovery, &text, Parsing::Later).added[0].id;
    let mark = |words: &str| {
        let byte = text.find(words).expect("the words are in the text");
        let start = text[..byte].encode_utf16().count();
        Utf16Span { start: start as u32, end: (start + words.encode_utf16().count()) as u32 }
    };
    let add = |words: &str| {
        library
            .ledger()
            .add_fact(input, mark(words), &Statement::default(), Anyway::No)
            .map(|added| added.fact.unwrap())
    };
    let fact = add(" The wall is 6 m high. ".trim_end()).unwrap();
    assert_eq!(
        fact.evidence.as_ref().unwrap().quote,
        "The wall is 6 m high.",
        "white space around it is no part of it"
    );
    assert_eq!(fact.status, Status::Accepted);
    let end = add("The end is near.").unwrap();
    assert_eq!(end.evidence.as_ref().unwrap().quote, "The end is near.", "in the second part of the Input as well");
    let undone = library.undo().undo(Some(asked.discovery)).unwrap().done.unwrap();
    assert_eq!(undone.to_string(), format!("Add {}", end.label));

    let known = library
        .ledger()
        .add_evidence(input, mark("The end is near."), EntityLabel::parse(&fact.label).unwrap())
        .unwrap();
    assert_eq!(known.id, fact.id, "words marked for a fact that stands are further evidence of it");
    assert_eq!(library.ledger().fact_detail(fact.id).unwrap().reaffirmed, 1);
    let undone = library.undo().undo(Some(asked.discovery)).unwrap().done.unwrap();
    assert_eq!(undone.to_string(), format!("Add evidence to {}", fact.label));

    let refused = |marked: Utf16Span, why: &str| {
        let error = library.ledger().add_fact(input, marked, &Statement::default(), Anyway::No).unwrap_err();
        assert!(matches!(error.code, Code::Refused | Code::Empty), "{why}: {error}");
    };
    refused(mark("all is 6 m"), "half a word");
    refused(Utf16Span { start: 3, end: 3 }, "nothing");
    refused(Utf16Span { start: 0, end: 600 }, "more than a quote may be");
    let bundles = library.inputs().bundles_of_input(input).unwrap();
    assert!(bundles.len() > 1);
    let border = 7_980;
    refused(Utf16Span { start: border - 120, end: border + 120 }, "over a border between two parts");
    refused(Utf16Span { start: u32::MAX - 5, end: u32::MAX }, "past the end");
}

#[test]
fn what_no_text_says_is_marked_as_such() {
    let asked = about("Nothing of it.");
    let library = &asked.at.library;
    let add = |text: Option<&str>, key: Option<&str>, value: Option<&str>| {
        let owned = |words: Option<&str>| words.map(str::to_owned);
        let statement = Statement { text: owned(text), key: owned(key), value: owned(value) };
        let added = library.ledger().add_fact_without_evidence(asked.discovery, &statement, Anyway::No);
        added.map(|added| added.fact.unwrap())
    };
    let fact = add(Some("The mayor told me so."), None, None).unwrap();
    assert_eq!((fact.evidence, fact.source_kind.as_str()), (None, "manual"));
    let typed = add(None, Some(VISITORS), Some("1,200")).unwrap();
    assert_eq!(
        (typed.value.reading().as_str(), typed.text.as_str()),
        ("1,200 people", "Expected visitors: 1,200 people")
    );
    add(None, Some(VISITORS), Some("1,300")).unwrap();
    let accepted =
        FactFilter { statuses: Some(vec![Status::Accepted]), text: Some("visitors".into()), ..FactFilter::default() };
    let page = library.ledger().facts(asked.discovery, &accepted, None, 10).unwrap();
    assert_eq!(page.facts.len(), 1, "one value of a key stands");
    assert_eq!(add(None, None, None).unwrap_err().code, Code::Empty);
    assert_eq!(add(None, Some("no.such"), Some("1")).unwrap_err().code, Code::Refused);
}

#[test]
fn what_the_column_says_already_is_not_added_by_hand_unasked() {
    let asked = about("Revenue grew by 15 % in Q3. In Q3 revenue rose by 15 percent.");
    let library = &asked.at.library;
    let say = |text: &str, anyway: Anyway| {
        let statement = Statement { text: Some(text.to_owned()), ..Statement::default() };
        library.ledger().add_fact_without_evidence(asked.discovery, &statement, anyway).unwrap()
    };
    assert!(say("Revenue grew by 15 % in Q3.", Anyway::No).fact.is_some());
    let same = say("In Q3 revenue rose by 15 percent.", Anyway::No);
    assert_eq!((same.fact.is_none(), same.duplicates.len()), (true, 1), "nothing is added, and it is said why");
    let known = say("Revenue grew by 15 % in Q3.", Anyway::No);
    assert!(known.fact.is_some(), "the same words again are the fact that there is");
    assert_eq!(asked.facts().len(), 1);
    assert!(say("In Q3 revenue rose by 15 percent.", Anyway::Yes).fact.is_some());
    assert_eq!(asked.facts().len(), 2);
}

/// Returns the facts that wait, line by line.
fn inbox(asked: &Asked) -> Vec<WaitingFact> {
    let ledger = asked.at.library.ledger();
    let order = ledger.waiting(asked.discovery).unwrap();
    let lines = ledger.waiting_lines(asked.discovery, &order.iter().map(|one| one.id).collect::<Vec<_>>()).unwrap();
    let stamps: Vec<_> = lines
        .iter()
        .map(|line| WaitingId { id: line.fact.id, stamp: line.stamp, learned: None, is_unlikely: false })
        .collect();
    assert_eq!(stamps, order, "a line has the stamp that the order names");
    lines
}

/// Whoever has the lines needs no others after a decision than those whose stamp is new.
#[test]
fn a_decision_leaves_the_stamps_of_what_it_does_not_touch() {
    let (asked, _, new) = conflict();
    let bundle = bundle_of(&asked.at, asked.discovery, "The hall is cold. The floor is old.");
    let ops = ["The hall is cold.", "The floor is old."].map(|said| op("note", said, said, 0.5));
    asked.submit_to(bundle, &json!(ops).to_string(), Force::No);
    let ledger = asked.at.library.ledger();
    let before = ledger.waiting(asked.discovery).unwrap();
    ledger.resolve(new, Resolution::KeepOld).unwrap();
    assert_eq!(ledger.waiting(asked.discovery).unwrap(), before[1..], "the conflict is gone, and no line is another");
    let lines = ledger.waiting_lines(asked.discovery, &[new]).unwrap();
    assert!(lines.is_empty(), "what waits no more has no line");
    asked.at.library.undo().undo(Some(asked.discovery)).unwrap();
    assert_eq!(ledger.waiting(asked.discovery).unwrap(), before);
}

#[test]
fn the_review_begins_with_conflicts_and_has_no_gap() {
    let (asked, _, new) = conflict();
    let text = (1..=9).map(|n| format!("Point {n} is so. ")).collect::<String>();
    let bundle = bundle_of(&asked.at, asked.discovery, &text);
    let ops =
        (1..=9).map(|n| op("note", format!("Point {n} is so."), &format!("Point {n} is so."), 0.5)).collect::<Vec<_>>();
    asked.submit_to(bundle, &json!(ops).to_string(), Force::No);
    let seen = inbox(&asked);
    assert_eq!(seen[0].fact.id, new, "a conflict stands in the way of others");
    assert_eq!(seen[0].conflict.as_deref(), Some("project.summary.expectedVisitors "), "with all of its key");
    assert_eq!(seen[1].conflict, None);
    let labels: Vec<String> = seen.into_iter().map(|waiting| waiting.fact.label).collect();
    let expected: Vec<String> = (2..=11).map(|n| format!("F-{n}")).collect();
    assert_eq!(labels, expected);
}

#[test]
fn what_is_most_worth_a_look_comes_first_behind_conflicts() {
    let (asked, _, new) = conflict();
    let text = "Some point is so. The council approved 12 gauges for 64,000 euros in 2026. Another point is so.";
    let bundle = bundle_of(&asked.at, asked.discovery, text);
    let said =
        ["Some point is so.", "The council approved 12 gauges for 64,000 euros in 2026.", "Another point is so."];
    let ops: Vec<_> = said.iter().map(|said| op("note", *said, said, 0.5)).collect();
    asked.submit_to(bundle, &json!(ops).to_string(), Force::No);
    let seen: Vec<_> = inbox(&asked).into_iter().map(|waiting| waiting.fact).collect();
    assert_eq!(seen[0].id, new, "a conflict stands in the way of others");
    let texts: Vec<&str> = seen[1..].iter().map(|fact| &*fact.text).collect();
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[0], said[1]);
    let scores: Vec<u8> = seen[1..].iter().map(|fact| fact.salience.score).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores[0] > scores[2], "{scores:?}");
}

#[test]
fn deleting_an_input_undoes_what_its_facts_did_to_others() {
    let (asked, _, new) = conflict();
    let library = &asked.at.library;
    let inputs: Vec<Uuid> = library.inputs().list(asked.discovery).unwrap().iter().map(|input| input.id).collect();
    library.pipeline().delete_input(inputs[0]).unwrap();
    assert_eq!(asked.ledger(), ["F-2 proposed project.summary.expectedVisitors: 900 people"], "its rival is gone");
    library.undo().undo(Some(asked.discovery)).unwrap();
    assert_eq!(asked.ledger(), OPEN);

    library.ledger().resolve(new, Resolution::TakeNew).unwrap();
    library.ledger().edit_fact(new, &FactEdit { value: Some("950".into()), ..FactEdit::default() }).unwrap();
    let before = asked.ledger();
    library.pipeline().delete_input(inputs[1]).unwrap();
    assert_eq!(asked.ledger(), [OPEN[0]], "the value before stands again, over two steps of supersession");
    assert_eq!(library.sources().verify(None, &Unwatched).unwrap().problems, []);
    library.undo().undo(Some(asked.discovery)).unwrap();
    assert_eq!(asked.ledger(), before);
}

impl Asked {
    /// Another text, with one statement about it.
    fn claim(&self, text: &str, said: &str, quote: &str, confidence: f64) {
        let bundle = bundle_of(&self.at, self.discovery, text);
        self.submit_to(bundle, &json!([op("note", said, quote, confidence)]).to_string(), Force::No);
    }
}

#[test]
fn words_that_deny_a_fact_are_no_further_evidence_of_it() {
    let asked = about("The council approved the plan.");
    asked.submit(json!([op("note", "The council approved the plan.", "The council approved the plan.", 0.9)]));
    let denial = "The council did not approve the plan";
    asked.claim("The council did not approve the plan.", "The council approved the plan.", denial, 0.99);
    let [accepted, claimed] = asked.facts().try_into().unwrap();
    assert_eq!(
        asked.at.library.ledger().fact_detail(accepted.id).unwrap().reaffirmed,
        0,
        "the denial does not prove it"
    );
    assert_eq!((claimed.status, claimed.needs_review), (Status::Conflict, true), "it contradicts what stands");
    assert!(claimed.missing.iter().any(|missing| missing.text == "not"), "{:?}", claimed.missing);
}

#[test]
fn what_rested_on_a_proposal_rests_on_the_fact_that_took_its_place() {
    let asked = about("The wall is high.");
    let library = &asked.at.library;
    asked.submit(json!([op("note", "The wall is high.", "The wall is high.", 0.4)]));
    let label = |text| EntityLabel::parse(text).unwrap();
    let insight =
        NewEntity { from: vec![label("F-1")], ..NewEntity::by_hand(EntityKind::Insight, "It keeps the sea out.") };
    library.pipeline().add_entity(asked.discovery, &insight, Anyway::No).unwrap();
    asked.claim("The wall is high.", "The wall is high.", "The wall is high.", 0.95);
    let [_, heir] = asked.facts().try_into().unwrap();
    assert_eq!(heir.status, Status::Accepted, "the same, and surer");
    let entity = library.pipeline().entity(asked.discovery, label("N-1")).unwrap();
    assert!(entity.up.contains(&label("F-2")), "{:?}", entity.up);
    assert_ne!(entity.status, entity.state, "and is to be looked at");
    assert_eq!(library.ledger().fact_detail(heir.id).unwrap().reaffirmed, 1, "the words of the proposal prove it too");
    assert_eq!(library.sources().verify(None, &Unwatched).unwrap().problems, []);
}

#[test]
fn what_the_analyst_says_again_takes_effect_or_is_said_to_stand() {
    let asked = about("Nothing of it.");
    let library = &asked.at.library;
    let say = |value: &str| {
        let said = Statement { key: Some(VISITORS.into()), value: Some(value.into()), ..Statement::default() };
        let added = library.ledger().add_fact_without_evidence(asked.discovery, &said, Anyway::Yes).unwrap();
        (added.fact.unwrap(), added.was_said)
    };
    say("1,200");
    say("1,300");
    let (third, was_said) = say("1,200");
    assert_eq!((third.label.as_str(), third.status, was_said), ("F-3", Status::Accepted, false), "not the old F-1");
    let (same, was_said) = say("1,200");
    assert_eq!((same.label.as_str(), was_said), ("F-3", true));
    assert_eq!(library.undo().undo_state(Some(asked.discovery)).unwrap().undo.unwrap(), "Add F-3", "it was no step");

    library.ledger().reject(&[third.id]).unwrap();
    let (fourth, _) = say("1,200");
    assert_eq!((fourth.label.as_str(), fourth.status), ("F-4", Status::Accepted));
    library.ledger().reject(&[fourth.id]).unwrap();
    library.ledger().accept(&[third.id]).unwrap();
    assert_eq!(
        library.ledger().fact(third.id).unwrap().status,
        Status::Accepted,
        "who rejected it may think otherwise"
    );
    library.undo().undo(Some(asked.discovery)).unwrap();
    assert_eq!(library.ledger().fact(third.id).unwrap().status, Status::Rejected);
}

#[test]
fn a_run_sets_its_value_beside_one_that_the_analyst_edited() {
    let asked = about("The hall expects 800 visitors.");
    let library = &asked.at.library;
    asked.submit(json!([op(VISITORS, "800 people", "expects 800 visitors", 0.95)]));
    let edit = FactEdit { value: Some("900 people".into()), ..FactEdit::default() };
    library.ledger().edit_fact(asked.facts()[0].id, &edit).unwrap();
    let bundle = bundle_of(&asked.at, asked.discovery, "There, 700 visitors are expected.");
    let answer = json!([op(VISITORS, "700 people", "700 visitors are expected", 0.95)]).to_string();
    asked.submit_to(bundle, &answer, Force::No);
    let standing: Vec<String> = asked.ledger().into_iter().filter(|line| !line.contains("superseded")).collect();
    assert_eq!(
        standing,
        [format!("F-1 accepted {VISITORS}: 900 people"), format!("F-2 conflict {VISITORS}: 700 people")]
    );
}
