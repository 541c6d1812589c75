//! Asking again: a conflict becomes an open question, nothing is lost, and one step takes it back.

use crate::answers;
use answers::{BundleFixture, about, bundle_of};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::inputs::Quick;
use factly_core::questions::QuestionName;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::Fact;
use factly_engine::questions::{AnswerContent, AnswerGiven, AnswerRound, QuestionState, QuestionView, Sheet};
use factly_engine::task::CancelToken;
use serde_json::json;

const WIDTH: &str = "item.dimensions.width";
const VENUE: &str = "project.logistics.venue";

/// Says a value of a key in a turn of its own.
fn say(fixture: &BundleFixture, item: Option<&str>, key: &str, value: &str, op: &str) {
    let quote =
        if item.is_some() { format!("The backdrop's width is {value}") } else { format!("The venue is {value}") };
    let bundle = bundle_of(&fixture.at, fixture.discovery, &format!("{quote}."));
    let scope = item.map_or_else(|| json!({"type": "project"}), |item| json!({"type": "item", "itemId": item}));
    let op = json!({
        "op": op, "scope": scope, "key": key, "value": value, "confidence": 0.95,
        "evidence": {"quote": quote}, "needsReview": false, "reason": "said",
    });
    fixture.submit_to(bundle, &json!({"ops": [op]}).to_string(), Force::No);
}

/// A width that three turns tell differently: F-1 stands, F-2 and F-3 contradict it.
fn disputed() -> BundleFixture {
    let fixture = about("Nothing is said here yet.");
    fixture.at.library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    for (value, op) in [("600 cm", "ADD"), ("5.5 m", "CONFLICT"), ("5 m", "CONFLICT")] {
        say(&fixture, Some("i1"), WIDTH, value, op);
    }
    assert_eq!(fixture.ledger(), BEFORE);
    fixture
}

const BEFORE: [&str; 3] = [
    "F-1 accepted item.dimensions.width: 600 cm",
    "F-2 conflict item.dimensions.width: 5.5 m",
    "F-3 conflict item.dimensions.width: 5 m",
];

fn fact(fixture: &BundleFixture, label: &str) -> Fact {
    let standing = fixture.facts().into_iter().rev().find(|fact| fact.label == label);
    standing.expect("a fact of that label")
}

fn sheet(fixture: &BundleFixture) -> Sheet {
    fixture.at.library.questions().sheet(fixture.discovery, &["i1".to_owned()]).unwrap()
}

fn width(fixture: &BundleFixture) -> QuestionView {
    let sheet = sheet(fixture);
    let mut all = sheet.open.into_iter().chain(sheet.done);
    all.find(|question| question.name == QuestionName::for_key(WIDTH, "i1")).expect("the question for the width")
}

fn waiting(fixture: &BundleFixture) -> usize {
    fixture.at.library.facts().waiting(fixture.discovery).unwrap().len()
}

/// Returns the text of the item's blocks.
fn blocks(fixture: &BundleFixture) -> String {
    let blocks = fixture.at.library.knowledge().blocks(fixture.discovery, Some("i1")).unwrap();
    blocks.into_iter().map(|block| block.markdown).collect()
}

#[test]
fn a_conflict_becomes_the_first_question_and_what_was_said_stays_as_notes() {
    let fixture = disputed();
    let before = blocks(&fixture);
    let name = fixture.at.library.facts().ask_again(fact(&fixture, "F-2").id).unwrap();
    assert_eq!(name.to_string(), "item.dimensions.width@i1", "for that key and that item");
    let standing: Vec<String> = fixture.ledger().into_iter().filter(|line| line.contains("accepted")).collect();
    let noted =
        ["F-1 accepted note: Width: 600 cm", "F-2 accepted note: Width: 5.5 m", "F-3 accepted note: Width: 5 m"];
    assert_eq!(standing, noted, "no value holds, and no word is lost");
    for label in ["F-1", "F-2", "F-3"] {
        let detail = fixture.at.library.facts().fact_detail(fact(&fixture, label).id).unwrap();
        assert!(detail.fact.evidence.is_some(), "{label} keeps its quote");
    }
    assert_eq!(waiting(&fixture), 0, "the conflict is off the inbox");
    let question = sheet(&fixture).open.swap_remove(0);
    assert_eq!((question.name, question.state), (name, QuestionState::AskedAgain), "and the first that is asked");
    let aside: Vec<&str> = question.aside.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(aside, ["Width: 600 cm", "Width: 5.5 m", "Width: 5 m"], "beside what was said");
    assert!(blocks(&fixture).contains("How wide is it?"), "it is an open question of the item: {}", blocks(&fixture));
    assert_eq!(fixture.at.library.knowledge().field(fixture.discovery, Some("i1"), WIDTH).unwrap().value, None);
    assert!(
        fixture.at.library.knowledge().check_knowledge(None).unwrap().iter().all(|found| found.differences.is_empty())
    );

    assert_eq!(fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap(), "Ask again about F-2");
    assert_eq!((fixture.ledger().as_slice(), blocks(&fixture)), (BEFORE.map(str::to_owned).as_slice(), before));
    assert_eq!(waiting(&fixture), 2);
    assert!(
        sheet(&fixture).open.iter().all(|question| question.state == QuestionState::Open),
        "nothing is asked again"
    );
    fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(width(&fixture).state, QuestionState::AskedAgain);
}

#[test]
fn an_answer_or_a_fact_from_elsewhere_settles_it() {
    let answered = |quick, text: &str| {
        let fixture = disputed();
        let name = fixture.at.library.facts().ask_again(fact(&fixture, "F-2").id).unwrap();
        let answers = vec![AnswerGiven { name, content: AnswerContent { quick, text: text.into() } }];
        let round = AnswerRound { items: vec!["i1".into()], answers, ..AnswerRound::default() };
        fixture.at.library.questions().finish_round(fixture.discovery, &round, &CancelToken::default()).unwrap();
        fixture
    };
    let settled = answered(None, "5.5 m");
    assert_eq!(width(&settled).state, QuestionState::Resolved);
    assert_eq!(
        width(&settled).fact.unwrap().text,
        "Width: 5.5 m",
        "the answer's own fact, with the answer as its quote"
    );
    assert_eq!(
        width(&answered(Some(Quick::Idk), "")).state,
        QuestionState::Tried,
        "nobody knows: as any other question"
    );
    assert_eq!(width(&answered(Some(Quick::Irrelevant), "cut")).state, QuestionState::Irrelevant);

    let elsewhere = disputed();
    elsewhere.at.library.facts().ask_again(fact(&elsewhere, "F-3").id).unwrap();
    say(&elsewhere, Some("i1"), WIDTH, "610 cm", "ADD");
    assert_eq!(width(&elsewhere).state, QuestionState::Resolved);
    assert!(elsewhere.ledger().contains(&"F-4 accepted item.dimensions.width: 610 cm".to_owned()));
}

#[test]
fn what_was_answered_before_counts_no_more_and_is_there_again_after_undo() {
    let fixture = disputed();
    let conflict = fact(&fixture, "F-2").id;
    fixture.at.library.facts().reject(&[fact(&fixture, "F-1").id]).unwrap();
    let answer = AnswerContent { quick: Some(Quick::Idk), text: "ask the maker".into() };
    let answers = vec![AnswerGiven { name: QuestionName::for_key(WIDTH, "i1"), content: answer.clone() }];
    let round = AnswerRound { items: vec!["i1".into()], answers, ..AnswerRound::default() };
    fixture.at.library.questions().finish_round(fixture.discovery, &round, &CancelToken::default()).unwrap();
    fixture.at.library.facts().ask_again(conflict).unwrap();
    assert_eq!((width(&fixture).state, width(&fixture).answer), (QuestionState::AskedAgain, AnswerContent::default()));
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(width(&fixture).answer, answer);
}

#[test]
fn whatever_rests_on_the_value_in_doubt_is_to_be_looked_at() {
    let fixture = disputed();
    let label = |text| EntityLabel::parse(text).unwrap();
    let insight =
        NewEntity { from: vec![label("F-1")], ..NewEntity::by_hand(EntityKind::Insight, "It fits the stage.") };
    fixture.at.library.pipeline().add_entity(fixture.discovery, &insight, DuplicatePolicy::Hold).unwrap();
    fixture.at.library.facts().ask_again(fact(&fixture, "F-2").id).unwrap();
    let entity = fixture.at.library.pipeline().entity(fixture.discovery, label("N-1")).unwrap();
    assert_ne!(entity.status, entity.state, "it carries a mark");
    assert_eq!(entity.because.and_then(|because| because.from).as_deref(), Some("F-1"));
}

#[test]
fn an_answer_that_says_again_what_was_put_aside_is_no_duplicate_of_it() {
    const BUDGET: &str = "project.budget.total";
    let fixture = about("Nothing is said here yet.");
    say(&fixture, None, BUDGET, "€12,000", "ADD");
    fixture.at.library.facts().accept(&[fact(&fixture, "F-1").id]).unwrap();
    say(&fixture, None, BUDGET, "€13,000", "CONFLICT");
    let name = fixture.at.library.facts().ask_again(fact(&fixture, "F-2").id).unwrap();
    let answers = vec![AnswerGiven { name, content: AnswerContent { quick: None, text: "€12,000".into() } }];
    fixture
        .at
        .library
        .questions()
        .finish_round(fixture.discovery, &AnswerRound { answers, ..AnswerRound::default() }, &CancelToken::default())
        .unwrap();
    let answer = fact(&fixture, "F-3");
    assert_eq!(answer.status.as_str(), "proposed", "high risk waits for the analyst");
    let report = fixture.at.library.facts().accept_checked(&[answer.id], DuplicatePolicy::Hold).unwrap();
    assert_eq!((report.accepted.len(), report.held_back.len()), (1, 0), "{:?}", report.held_back);
}

#[test]
fn only_a_conflict_that_a_question_can_settle_is_asked_about() {
    let fixture = disputed();
    let refused = |fact: &Fact| fixture.at.library.facts().ask_again(fact.id).expect_err("refused").code;
    assert_eq!(refused(&fact(&fixture, "F-1")), Code::Refused, "what is accepted is in no conflict");
    say(&fixture, None, VENUE, "Hall 3", "ADD");
    say(&fixture, None, VENUE, "Hall 4", "CONFLICT");
    let venue = fixture.at.library.facts().ask_again(fact(&fixture, "F-5").id).unwrap();
    assert_eq!(venue.to_string(), VENUE, "a key of the project is asked about the project");
    let open = fixture.at.library.questions().sheet(fixture.discovery, &[]).unwrap().open;
    assert_eq!(open[0].name, venue);
    assert!(fact(&fixture, "F-2").status.as_str() == "conflict", "another key's conflict waits on");
}
