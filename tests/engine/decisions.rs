//! The analyst's decisions, each with its undo, and those that are refused.

use crate::answers;
use answers::{BundleFixture, about, bundle_of, op};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::decide::{Resolution, Ruling};
use factly_core::facts::{AcceptedBy, Status};
use factly_core::language::Language;
use factly_core::text::Utf16Span;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::{FactEdit, FactFilter, FactSheet, NewStatement, WaitingFact, WaitingId};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use serde_json::json;
use uuid::Uuid;

const VISITORS: &str = "project.summary.expectedVisitors";

/// F-1 says 800, accepted; F-2 says 900 and is in conflict with it.
fn conflict() -> (BundleFixture, Uuid, Uuid) {
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([op(VISITORS, "800 people", "We expect 800 visitors", 0.95)]));
    let other = bundle_of(&fixture.at, fixture.discovery, "They expect 900 visitors.");
    let ops = json!([op(VISITORS, "900 people", "They expect 900 visitors", 0.5)]).to_string();
    fixture.submit_to(other, &ops, Force::No);
    let ids: Vec<Uuid> = fixture.facts().iter().map(|fact| fact.id).collect();
    assert_eq!(fixture.ledger(), OPEN, "two values of one key are a conflict");
    (fixture, ids[0], ids[1])
}

const OPEN: [&str; 2] = [
    "F-1 accepted project.summary.expectedVisitors: 800 people",
    "F-2 conflict project.summary.expectedVisitors: 900 people",
];

#[test]
fn facts_go_to_a_spreadsheet_in_the_columns_and_the_order_that_are_shown() {
    let (fixture, old, new) = conflict();
    let csv = |columns: &[&str], facts: &[Uuid]| {
        let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
        let sheet = FactSheet { columns: &columns, facts };
        fixture.at.library.facts().facts_csv(fixture.discovery, &FactFilter::default(), sheet)
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
        all.starts_with(
            "Fact,Status,Accepted by,Key,Value,Amount,Unit,Statement,Quote,Speaker,Input,Confidence\r\nF-1,"
        ),
        "{all}"
    );
    fixture.at.library.set_language(Language::German).unwrap();
    assert_eq!(
        csv(&["label", "status", "key", "value", "text"], &[old, new]).unwrap().lines().take(2).collect::<Vec<_>>(),
        [
            "Fakt,Status,Angenommen von,Schlüssel,Wert,Betrag,Einheit,Aussage",
            "F-1,angenommen,Regeln,Erwartete Besucher,800 Personen,800,people,Erwartete Besucher: 800 Personen",
        ],
        "a German reader has all of it in German"
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
        let (fixture, old, new) = conflict();
        let detail = fixture.at.library.facts().fact_detail(new).unwrap();
        let rival = detail.rival.expect("the rival is shown");
        assert_eq!(rival.fact.id, old);
        assert_eq!(rival.fact.evidence.as_ref().unwrap().quote, "We expect 800 visitors");
        assert!(rival.diff.len() > 1, "the two quotes are told apart word by word");

        fixture.at.library.facts().resolve(new, how).unwrap();
        let ledger = fixture.ledger();
        assert_eq!(ledger.len(), expected.len(), "{ledger:?}");
        for (line, start) in ledger.iter().zip(&expected) {
            assert!(line.starts_with(start), "{how:?}: {line} is {start}");
        }
        assert_eq!(fixture.at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
        let undone = fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
        assert_eq!(undone.done.unwrap(), name);
        assert_eq!(fixture.ledger(), OPEN, "{how:?} is taken back whole");
        fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap();
        assert_eq!(fixture.ledger(), ledger, "{how:?} is done again");
    }
}

#[test]
fn neither_value_stands_once_both_are_notes_and_a_third_waits_on() {
    let (fixture, _, new) = conflict();
    let library = &fixture.at.library;
    let third = bundle_of(&fixture.at, fixture.discovery, "Others expect 850 visitors.");
    fixture.submit_to(
        third,
        &json!([op(VISITORS, "850 people", "Others expect 850 visitors", 0.5)]).to_string(),
        Force::No,
    );
    let label = |text| EntityLabel::parse(text).unwrap();
    let insight =
        NewEntity { from: vec![label("F-1")], ..NewEntity::by_hand(EntityKind::Insight, "It fits the hall.") };
    library.pipeline().add_entity(fixture.discovery, &insight, DuplicatePolicy::Hold).unwrap();

    let note = library.facts().resolve(new, Resolution::KeepBothAsNotes).unwrap();
    assert_eq!((note.label.as_str(), note.key.as_str()), ("F-2", "note"), "what the new one became");
    assert_eq!(library.knowledge().field(fixture.discovery, None, VISITORS).unwrap().value, None, "no value stands");
    let facts = fixture.facts();
    for held in ["F-1", "F-2"] {
        let standing = facts.iter().rfind(|fact| fact.label == held).unwrap();
        assert!(standing.evidence.is_some(), "{held} keeps its quote");
    }
    let entity = library.pipeline().entity(fixture.discovery, label("N-1")).unwrap();
    assert_ne!(entity.status, entity.state, "what rested on the value that stood is to be looked at");
    assert_eq!(entity.because.and_then(|because| because.from).as_deref(), Some("F-1"));

    let third = facts.iter().find(|fact| fact.label == "F-3").unwrap();
    assert_eq!(third.status, Status::Conflict, "nobody has looked at it yet");
    library.facts().resolve(third.id, Resolution::TakeNew).unwrap();
    let value = library.knowledge().field(fixture.discovery, None, VISITORS).unwrap().value;
    assert_eq!(value.map(|value| value.reading()).as_deref(), Some("850 people"));
    assert!(library.knowledge().check_knowledge(None).unwrap().iter().all(|found| found.differences.is_empty()));
}

#[test]
fn a_conflict_is_shown_with_what_stands_by_now() {
    let (fixture, old, new) = conflict();
    let library = &fixture.at.library;
    let third = bundle_of(&fixture.at, fixture.discovery, "Others expect 850 visitors.");
    let ops = json!([op(VISITORS, "850 people", "Others expect 850 visitors", 0.5)]).to_string();
    fixture.submit_to(third, &ops, Force::No);
    let waits = fixture.facts().iter().find(|fact| fact.label == "F-3").unwrap().id;
    let rival = || library.facts().fact_detail(waits).unwrap().rival.expect("it contradicts something").fact;
    assert_eq!(rival().id, old);
    library.facts().resolve(new, Resolution::TakeNew).unwrap();
    assert_eq!(rival().id, new, "not with what was replaced meanwhile");
    library.undo().undo(Some(fixture.discovery)).unwrap();
    library.facts().resolve(new, Resolution::KeepBothAsNotes).unwrap();
    assert_eq!((rival().id, rival().status), (old, Status::Superseded), "what it contradicted, which stands no more");
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let (fixture, old, new) = conflict();
    let library = &fixture.at.library;
    let refused = |error: factly_engine::error::Error| {
        assert_eq!(error.code, Code::Refused, "{error}");
        assert!(
            error.message.to_string().ends_with('.') && error.message.to_string().starts_with(char::is_uppercase),
            "{error}"
        );
    };
    refused(library.facts().accept(&[old]).unwrap_err());
    refused(library.facts().resolve(old, Resolution::KeepOld).unwrap_err());
    refused(library.facts().resolve(old, Resolution::KeepBothAsNotes).unwrap_err());
    library.facts().resolve(new, Resolution::KeepOld).unwrap();
    refused(library.facts().reject(&[new]).unwrap_err());
    refused(library.facts().resolve(new, Resolution::TakeNew).unwrap_err());
    refused(library.facts().edit_fact(new, &FactEdit { value: Some("1".into()), ..FactEdit::default() }).unwrap_err());
    let unknown = Uuid::from_u128(7);
    assert_eq!(library.facts().accept(&[unknown]).unwrap_err().code, Code::NotFound);
    assert_eq!(
        library.undo().undo_state(Some(fixture.discovery)).unwrap().undo.unwrap(),
        "Keep the old value over F-2"
    );
}

#[test]
fn several_facts_are_one_step() {
    let fixture = about("One is so. Two is so. Three is so.");
    fixture.submit(json!([
        op("note", "One is so.", "One is so.", 0.5),
        op("note", "Two is so.", "Two is so.", 0.5),
        op("note", "Three is so.", "Three is so.", 0.5)
    ]));
    let ids: Vec<Uuid> = fixture.facts().iter().map(|fact| fact.id).collect();
    let standing = |status: Status| fixture.facts().iter().filter(|fact| fact.status == status).count();
    fixture.at.library.facts().accept(&ids).unwrap();
    assert_eq!(standing(Status::Accepted), 3);
    assert_eq!(fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap(), "Accept 3 facts");
    assert_eq!(standing(Status::Proposed), 3);
    fixture.at.library.facts().reject(&ids[..1]).unwrap();
    assert_eq!(fixture.at.library.undo().undo_state(Some(fixture.discovery)).unwrap().undo.unwrap(), "Reject F-1");
    fixture.at.library.facts().accept(&ids).unwrap();
    assert_eq!((standing(Status::Accepted), standing(Status::Rejected)), (2, 1), "what is rejected is passed over");
}

#[test]
fn who_accepted_a_fact_is_told_through_decisions_and_undo() {
    const RULES: Option<AcceptedBy> = Some(AcceptedBy::Rules);
    const ANALYST: Option<AcceptedBy> = Some(AcceptedBy::Analyst);
    let fixture = about("The wall is high. The river is wide. The road is long.");
    fixture.submit(json!([
        op("note", "The wall is high.", "The wall is high.", 0.95),
        op("note", "The river is wide.", "The river is wide.", 0.4),
        op("note", "The road is long.", "The road is long.", 0.95)
    ]));
    let ids: Vec<Uuid> = fixture.facts().iter().map(|fact| fact.id).collect();
    let library = &fixture.at.library;
    let accepted_by = || fixture.facts().iter().map(|fact| fact.accepted_by).collect::<Vec<_>>();
    let undo = || library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(accepted_by(), [RULES, None, RULES], "one still waits");
    library.facts().accept(&ids[1..2]).unwrap();
    library.facts().reject(&ids[2..]).unwrap();
    assert_eq!(accepted_by(), [RULES, ANALYST, None]);
    library.facts().accept(&ids[2..]).unwrap();
    assert_eq!(accepted_by(), [RULES, ANALYST, ANALYST], "who accepts what was rejected has decided");
    undo();
    undo();
    assert_eq!(accepted_by(), [RULES, ANALYST, RULES], "what is undone was not decided");
    undo();
    assert_eq!(accepted_by(), [RULES, None, RULES]);
    library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(accepted_by(), [RULES, ANALYST, RULES], "what is redone was");

    let words = FactEdit { text: Some("The wall is very high.".into()), ..FactEdit::default() };
    assert_eq!(library.facts().edit_fact(ids[0], &words).unwrap().accepted_by, ANALYST, "who words it accepts it");
    undo();
    assert_eq!(accepted_by(), [RULES, ANALYST, RULES]);
    let typed = NewStatement { text: Some("The mayor agreed.".into()), ..NewStatement::default() };
    let added = library.facts().add_fact_without_evidence(fixture.discovery, &typed, DuplicatePolicy::Allow).unwrap();
    assert_eq!(added.fact.unwrap().accepted_by, ANALYST);
}

#[test]
fn what_was_settled_the_analyst_accepted() {
    let (fixture, old, new) = conflict();
    let library = &fixture.at.library;
    let holds = |condition: &str| Ruling::Holds { condition: condition.to_owned() };
    library.facts().settle(&[(old, holds("by day")), (new, holds("at night"))]).unwrap();
    let by: Vec<_> = fixture.facts().iter().map(|fact| fact.accepted_by).collect();
    assert_eq!(by, [Some(AcceptedBy::Analyst); 2], "also that which the rules accepted before");
}

#[test]
fn facts_are_listed_and_counted_by_who_accepted_them() {
    let fixture = about("The wall is high. The river is wide. The road is long.");
    fixture.submit(json!([
        op("note", "The wall is high.", "The wall is high.", 0.95),
        op("note", "The river is wide.", "The river is wide.", 0.4),
        op("note", "The road is long.", "The road is long.", 0.95)
    ]));
    let library = &fixture.at.library;
    library.facts().accept(&[fixture.facts()[1].id]).unwrap();
    let input = library.inputs().list(fixture.discovery).unwrap().remove(0);
    for input in [None, Some(input.id)] {
        let listed = |by: AcceptedBy| {
            let filter = FactFilter { accepted_by: Some(by), input, ..FactFilter::default() };
            let page = library.facts().facts(fixture.discovery, &filter, None, 10).unwrap();
            (page.facts.into_iter().map(|fact| fact.label).collect::<Vec<_>>().join(" "), page.total)
        };
        assert_eq!(listed(AcceptedBy::Rules), ("F-1 F-3".into(), Some(2)));
        assert_eq!(listed(AcceptedBy::Analyst), ("F-2".into(), Some(1)));
    }
    assert_eq!(input.kept_by_rules, 2);
    let discovery = library.discoveries().list(None, false).unwrap().remove(0);
    assert_eq!((discovery.accepted, discovery.accepted_by_rules), (3, 2));
    library.undo().undo(Some(fixture.discovery)).unwrap();
    let discovery = library.discoveries().list(None, false).unwrap().remove(0);
    assert_eq!((discovery.accepted, discovery.accepted_by_rules), (2, 2), "the count follows");
}

#[test]
fn an_edit_is_a_new_version_with_the_same_evidence() {
    let fixture = about("We expect 800 visitors. The wall is high.");
    fixture.submit(json!([
        op(VISITORS, "800 people", "We expect 800 visitors", 0.95),
        op("note", "The wall is high.", "The wall is high.", 0.9)
    ]));
    let ids: Vec<Uuid> = fixture.facts().iter().map(|fact| fact.id).collect();
    let library = &fixture.at.library;
    let edited =
        library.facts().edit_fact(ids[0], &FactEdit { value: Some("850".into()), ..FactEdit::default() }).unwrap();
    assert_eq!((edited.label.as_str(), edited.version, edited.value.reading().as_str()), ("F-1", 2, "850 people"));
    assert_eq!(edited.evidence.as_ref().unwrap().quote, "We expect 800 visitors");
    assert_eq!(edited.missing.len(), 1, "what the quote does not say is listed: {:?}", edited.missing);
    let statement = library
        .facts()
        .edit_fact(ids[1], &FactEdit { text: Some("The wall is very high.".into()), ..FactEdit::default() })
        .unwrap();
    assert_eq!((statement.label.as_str(), statement.text.as_str()), ("F-2", "The wall is very high."));

    let versions = library.facts().fact_detail(ids[0]).unwrap().versions;
    assert_eq!(versions.iter().map(|fact| fact.version).collect::<Vec<_>>(), [2, 1], "newest first, from either end");
    assert_eq!(versions[1].status, Status::Superseded);
    let words = FactEdit { text: Some("other words".into()), ..FactEdit::default() };
    assert_eq!(library.facts().edit_fact(edited.id, &words).unwrap_err().code, Code::Refused);
    let nonsense = FactEdit { value: Some("many".into()), ..FactEdit::default() };
    assert_eq!(library.facts().edit_fact(edited.id, &nonsense).unwrap_err().code, Code::Refused);

    library.undo().undo(Some(fixture.discovery)).unwrap();
    library.undo().undo(Some(fixture.discovery)).unwrap();
    let again =
        library.facts().edit_fact(ids[0], &FactEdit { value: Some("870".into()), ..FactEdit::default() }).unwrap();
    assert_eq!(again.version, 3, "a version that was undone is not given again");
    assert_eq!(library.names().find_fact("F-1", None).unwrap(), again.id, "a label names what stands");
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn words_marked_in_an_input_become_a_fact() {
    let fixture = about("𝒳 first.");
    let library = &fixture.at.library;
    let text = format!("𝒳 The wall is 6 m high.\n\n{}\n\nThe end is near.", "Filler words go on. ".repeat(500));
    let input = fixture.at.add(fixture.discovery, &text, Parsing::Later).added[0].id;
    let mark = |words: &str| {
        let byte = text.find(words).expect("the words are in the text");
        let start = text[..byte].encode_utf16().count();
        Utf16Span { start: start as u32, end: (start + words.encode_utf16().count()) as u32 }
    };
    let add = |words: &str| {
        library
            .facts()
            .add_fact(input, mark(words), &NewStatement::default(), DuplicatePolicy::Hold)
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
    let undone = library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap();
    assert_eq!(undone.to_string(), format!("Add {}", end.label));

    let known = library
        .facts()
        .add_evidence(input, mark("The end is near."), EntityLabel::parse(&fact.label).unwrap())
        .unwrap();
    assert_eq!(known.id, fact.id, "words marked for a fact that stands are further evidence of it");
    assert_eq!(library.facts().fact_detail(fact.id).unwrap().reaffirmed, 1);
    let undone = library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap();
    assert_eq!(undone.to_string(), format!("Add evidence to {}", fact.label));

    let refused = |marked: Utf16Span, why: &str| {
        let error =
            library.facts().add_fact(input, marked, &NewStatement::default(), DuplicatePolicy::Hold).unwrap_err();
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
    let fixture = about("Nothing of it.");
    let library = &fixture.at.library;
    let add = |text: Option<&str>, key: Option<&str>, value: Option<&str>| {
        let owned = |words: Option<&str>| words.map(str::to_owned);
        let statement = NewStatement { text: owned(text), key: owned(key), value: owned(value) };
        let added = library.facts().add_fact_without_evidence(fixture.discovery, &statement, DuplicatePolicy::Hold);
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
    let page = library.facts().facts(fixture.discovery, &accepted, None, 10).unwrap();
    assert_eq!(page.facts.len(), 1, "one value of a key stands");
    assert_eq!(add(None, None, None).unwrap_err().code, Code::Empty);
    assert_eq!(add(None, Some("no.such"), Some("1")).unwrap_err().code, Code::Refused);
}

#[test]
fn what_the_column_says_already_is_not_added_by_hand_unasked() {
    let fixture = about("Revenue grew by 15 % in Q3. In Q3 revenue rose by 15 percent.");
    let library = &fixture.at.library;
    let say = |text: &str, anyway: DuplicatePolicy| {
        let statement = NewStatement { text: Some(text.to_owned()), ..NewStatement::default() };
        library.facts().add_fact_without_evidence(fixture.discovery, &statement, anyway).unwrap()
    };
    assert!(say("Revenue grew by 15 % in Q3.", DuplicatePolicy::Hold).fact.is_some());
    let same = say("In Q3 revenue rose by 15 percent.", DuplicatePolicy::Hold);
    assert_eq!((same.fact.is_none(), same.duplicates.len()), (true, 1), "nothing is added, and it is said why");
    let known = say("Revenue grew by 15 % in Q3.", DuplicatePolicy::Hold);
    assert!(known.fact.is_some(), "the same words again are the fact that there is");
    assert_eq!(fixture.facts().len(), 1);
    assert!(say("In Q3 revenue rose by 15 percent.", DuplicatePolicy::Allow).fact.is_some());
    assert_eq!(fixture.facts().len(), 2);
}

/// Returns the facts that wait, line by line.
fn inbox(fixture: &BundleFixture) -> Vec<WaitingFact> {
    let ledger = fixture.at.library.facts();
    let order = ledger.waiting(fixture.discovery).unwrap();
    let lines = ledger.waiting_lines(fixture.discovery, &order.iter().map(|one| one.id).collect::<Vec<_>>()).unwrap();
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
    let (fixture, _, new) = conflict();
    let bundle = bundle_of(&fixture.at, fixture.discovery, "The hall is cold. The floor is old.");
    let ops = ["The hall is cold.", "The floor is old."].map(|sentence| op("note", sentence, sentence, 0.5));
    fixture.submit_to(bundle, &json!(ops).to_string(), Force::No);
    let ledger = fixture.at.library.facts();
    let before = ledger.waiting(fixture.discovery).unwrap();
    ledger.resolve(new, Resolution::KeepOld).unwrap();
    assert_eq!(ledger.waiting(fixture.discovery).unwrap(), before[1..], "the conflict is gone, and no line is another");
    let lines = ledger.waiting_lines(fixture.discovery, &[new]).unwrap();
    assert!(lines.is_empty(), "what waits no more has no line");
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(ledger.waiting(fixture.discovery).unwrap(), before);
}

#[test]
fn the_review_begins_with_conflicts_and_has_no_gap() {
    let (fixture, _, new) = conflict();
    let text = (1..=9).map(|n| format!("Point {n} is so. ")).collect::<String>();
    let bundle = bundle_of(&fixture.at, fixture.discovery, &text);
    let ops =
        (1..=9).map(|n| op("note", format!("Point {n} is so."), &format!("Point {n} is so."), 0.5)).collect::<Vec<_>>();
    fixture.submit_to(bundle, &json!(ops).to_string(), Force::No);
    let seen = inbox(&fixture);
    assert_eq!(seen[0].fact.id, new, "a conflict stands in the way of others");
    assert_eq!(seen[0].conflict.as_deref(), Some("project.summary.expectedVisitors "), "with all of its key");
    assert_eq!(seen[1].conflict, None);
    let labels: Vec<String> = seen.into_iter().map(|waiting| waiting.fact.label).collect();
    let expected: Vec<String> = (2..=11).map(|n| format!("F-{n}")).collect();
    assert_eq!(labels, expected);
}

#[test]
fn what_is_most_worth_a_look_comes_first_behind_conflicts() {
    let (fixture, _, new) = conflict();
    let text = "Some point is so. The council approved 12 gauges for 64,000 euros in 2026. Another point is so.";
    let bundle = bundle_of(&fixture.at, fixture.discovery, text);
    let sentences =
        ["Some point is so.", "The council approved 12 gauges for 64,000 euros in 2026.", "Another point is so."];
    let ops: Vec<_> = sentences.iter().map(|sentence| op("note", *sentence, sentence, 0.5)).collect();
    fixture.submit_to(bundle, &json!(ops).to_string(), Force::No);
    let seen: Vec<_> = inbox(&fixture).into_iter().map(|waiting| waiting.fact).collect();
    assert_eq!(seen[0].id, new, "a conflict stands in the way of others");
    let texts: Vec<&str> = seen[1..].iter().map(|fact| &*fact.text).collect();
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[0], sentences[1]);
    let scores: Vec<u8> = seen[1..].iter().map(|fact| fact.salience.score).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores[0] > scores[2], "{scores:?}");
}

#[test]
fn deleting_an_input_undoes_what_its_facts_did_to_others() {
    let (fixture, _, new) = conflict();
    let library = &fixture.at.library;
    let inputs: Vec<Uuid> = library.inputs().list(fixture.discovery).unwrap().iter().map(|input| input.id).collect();
    library.pipeline().delete_input(inputs[0]).unwrap();
    assert_eq!(fixture.ledger(), ["F-2 proposed project.summary.expectedVisitors: 900 people"], "its rival is gone");
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(fixture.ledger(), OPEN);

    library.facts().resolve(new, Resolution::TakeNew).unwrap();
    library.facts().edit_fact(new, &FactEdit { value: Some("950".into()), ..FactEdit::default() }).unwrap();
    let before = fixture.ledger();
    library.pipeline().delete_input(inputs[1]).unwrap();
    assert_eq!(fixture.ledger(), [OPEN[0]], "the value before stands again, over two steps of supersession");
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(fixture.ledger(), before);
}

impl BundleFixture {
    /// Another text, with one statement about it.
    fn claim(&self, text: &str, statement: &str, quote: &str, confidence: f64) {
        let bundle = bundle_of(&self.at, self.discovery, text);
        self.submit_to(bundle, &json!([op("note", statement, quote, confidence)]).to_string(), Force::No);
    }
}

#[test]
fn words_that_deny_a_fact_are_no_further_evidence_of_it() {
    let fixture = about("The council approved the plan.");
    fixture.submit(json!([op("note", "The council approved the plan.", "The council approved the plan.", 0.9)]));
    let denial = "The council did not approve the plan";
    fixture.claim("The council did not approve the plan.", "The council approved the plan.", denial, 0.99);
    let [accepted, claimed] = fixture.facts().try_into().unwrap();
    assert_eq!(
        fixture.at.library.facts().fact_detail(accepted.id).unwrap().reaffirmed,
        0,
        "the denial does not prove it"
    );
    assert_eq!((claimed.status, claimed.needs_review), (Status::Conflict, true), "it contradicts what stands");
    assert!(claimed.missing.iter().any(|missing| missing.text == "not"), "{:?}", claimed.missing);
}

#[test]
fn what_rested_on_a_proposal_rests_on_the_fact_that_took_its_place() {
    let fixture = about("The wall is high.");
    let library = &fixture.at.library;
    fixture.submit(json!([op("note", "The wall is high.", "The wall is high.", 0.4)]));
    let label = |text| EntityLabel::parse(text).unwrap();
    let insight =
        NewEntity { from: vec![label("F-1")], ..NewEntity::by_hand(EntityKind::Insight, "It keeps the sea out.") };
    library.pipeline().add_entity(fixture.discovery, &insight, DuplicatePolicy::Hold).unwrap();
    fixture.claim("The wall is high.", "The wall is high.", "The wall is high.", 0.95);
    let [_, heir] = fixture.facts().try_into().unwrap();
    assert_eq!(heir.status, Status::Accepted, "the same, and surer");
    let entity = library.pipeline().entity(fixture.discovery, label("N-1")).unwrap();
    assert!(entity.up.contains(&label("F-2")), "{:?}", entity.up);
    assert_ne!(entity.status, entity.state, "and is to be looked at");
    assert_eq!(library.facts().fact_detail(heir.id).unwrap().reaffirmed, 1, "the words of the proposal prove it too");
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn what_the_analyst_says_again_takes_effect_or_is_said_to_stand() {
    let fixture = about("Nothing of it.");
    let library = &fixture.at.library;
    let say = |value: &str| {
        let statement =
            NewStatement { key: Some(VISITORS.into()), value: Some(value.into()), ..NewStatement::default() };
        let added =
            library.facts().add_fact_without_evidence(fixture.discovery, &statement, DuplicatePolicy::Allow).unwrap();
        (added.fact.unwrap(), added.was_said)
    };
    say("1,200");
    say("1,300");
    let (third, was_said) = say("1,200");
    assert_eq!((third.label.as_str(), third.status, was_said), ("F-3", Status::Accepted, false), "not the old F-1");
    let (same, was_said) = say("1,200");
    assert_eq!((same.label.as_str(), was_said), ("F-3", true));
    assert_eq!(library.undo().undo_state(Some(fixture.discovery)).unwrap().undo.unwrap(), "Add F-3", "it was no step");

    library.facts().reject(&[third.id]).unwrap();
    let (fourth, _) = say("1,200");
    assert_eq!((fourth.label.as_str(), fourth.status), ("F-4", Status::Accepted));
    library.facts().reject(&[fourth.id]).unwrap();
    library.facts().accept(&[third.id]).unwrap();
    assert_eq!(library.facts().fact(third.id).unwrap().status, Status::Accepted, "who rejected it may think otherwise");
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(library.facts().fact(third.id).unwrap().status, Status::Rejected);
}

#[test]
fn a_run_sets_its_value_beside_one_that_the_analyst_edited() {
    let fixture = about("The hall expects 800 visitors.");
    let library = &fixture.at.library;
    fixture.submit(json!([op(VISITORS, "800 people", "expects 800 visitors", 0.95)]));
    let edit = FactEdit { value: Some("900 people".into()), ..FactEdit::default() };
    library.facts().edit_fact(fixture.facts()[0].id, &edit).unwrap();
    let bundle = bundle_of(&fixture.at, fixture.discovery, "There, 700 visitors are expected.");
    let answer = json!([op(VISITORS, "700 people", "700 visitors are expected", 0.95)]).to_string();
    fixture.submit_to(bundle, &answer, Force::No);
    let standing: Vec<String> = fixture.ledger().into_iter().filter(|line| !line.contains("superseded")).collect();
    assert_eq!(
        standing,
        [format!("F-1 accepted {VISITORS}: 900 people"), format!("F-2 conflict {VISITORS}: 700 people")]
    );
}
