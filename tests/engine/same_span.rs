//! One fact a span: a value and the sentence that says it are one fact, and no decision about it leaves half of it behind.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::decide::{Resolution, Ruling};
use factly_core::facts::{Status, is_one_fact};
use factly_core::text::Span;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::extraction::Force;
use factly_engine::facts::{Fact, FactEdit};
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

use crate::answers::{BundleFixture, about, bundle_of, op};
use crate::library::empty;

const VISITORS: &str = "project.summary.expectedVisitors";
const CLIENT: &str = "project.summary.client";

fn sentence(text: &str) -> Value {
    op("note", text, text, 0.95)
}

fn visitors(count: u32, quote: &str, confidence: f64) -> Value {
    op(VISITORS, format!("{count} people"), quote, confidence)
}

fn lines(fixture: &BundleFixture) -> Vec<String> {
    let line = |fact: Fact| {
        let asks = if fact.status == Status::Accepted && fact.needs_review { " and asked about" } else { "" };
        format!("{} {} {}{asks}", fact.label, fact.status.as_str(), fact.text_with_condition())
    };
    fixture.facts().into_iter().map(line).collect()
}

fn id(fixture: &BundleFixture, at: usize) -> Uuid {
    fixture.facts()[at].id
}

fn insight(fixture: &BundleFixture, text: &str, from: &str) {
    let from = vec![EntityLabel::parse(from).unwrap()];
    let entity = NewEntity { from, ..NewEntity::by_hand(EntityKind::Insight, text) };
    fixture.at.library.pipeline().add_entity(fixture.discovery, &entity, DuplicatePolicy::Allow).unwrap();
}

fn status_of(fixture: &BundleFixture, label: &str) -> String {
    let label = EntityLabel::parse(label).unwrap();
    fixture.at.library.pipeline().entity(fixture.discovery, label).unwrap().status.as_str().to_owned()
}

#[test]
fn an_answer_with_a_value_and_its_sentence_is_one_fact_whichever_comes_first() {
    for swapped in [false, true] {
        let fixture = about("We expect 800 visitors.");
        let mut ops = [visitors(800, "800 visitors", 0.95), sentence("We expect 800 visitors.")];
        if swapped {
            ops.swap(0, 1);
        }
        let run = fixture.submit(ops.into()).run;
        assert_eq!(lines(&fixture), ["F-1 accepted Expected visitors: 800 people"]);
        assert_eq!((run.stats.ops_in, run.stats.unchanged), (2, 1), "and the answer is told whole");
        let detail = fixture.at.library.facts().fact_detail(id(&fixture, 0)).unwrap();
        assert_eq!(detail.statement.as_deref(), Some("We expect 800 visitors."), "the value has its statement");
    }
}

#[test]
fn several_values_of_a_sentence_are_each_a_fact_with_its_own_quote_and_the_sentence_is_none() {
    let fixture = about("The client is Acme Ltd and 800 visitors are expected. The hall must be heated.");
    let whole = "The client is Acme Ltd and 800 visitors are expected.";
    fixture.submit(json!([
        op(CLIENT, "Acme Ltd", "The client is Acme Ltd", 0.95),
        sentence(whole),
        visitors(800, "800 visitors are expected", 0.95),
        sentence("The hall must be heated."),
    ]));
    let quotes: Vec<String> = fixture.facts().into_iter().map(|fact| fact.evidence.unwrap().quote).collect();
    assert_eq!(quotes, ["The client is Acme Ltd", "800 visitors are expected", "The hall must be heated."]);
}

#[test]
fn the_parser_that_is_built_in_keeps_a_clause_that_says_more_as_a_fact_of_its_own() {
    let at = empty();
    let id = at.discovery("Hall");
    let text =
        "The main entrance was closed by the council in May 2024, and the maximum height of the hall is 6 m today.";
    at.add(id, text, Parsing::Now);
    let facts = at.library.facts().facts(id, &Default::default(), None, 10).unwrap().facts;
    let mut spans: Vec<(u32, u32)> = facts
        .iter()
        .map(|fact| fact.evidence.as_ref().map(|found| (found.start_char, found.end_char)).unwrap())
        .collect();
    spans.sort_unstable();
    assert!(spans.windows(2).all(|pair| pair[0].1 <= pair[1].0), "no two facts share words: {facts:?}");
}

#[test]
fn a_sentence_that_was_there_before_its_value_becomes_it_with_what_rests_on_it() {
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([sentence("We expect 800 visitors.")]));
    insight(&fixture, "The hall is large enough for 800 people.", "F-1");
    let ops = json!({ "ops": [visitors(800, "800 visitors", 0.95)] }).to_string();
    fixture.submit_to(fixture.bundle, &ops, Force::Yes);
    assert_eq!(
        lines(&fixture),
        ["F-1 superseded We expect 800 visitors.", "F-2 accepted Expected visitors: 800 people"]
    );
    let insight = fixture.at.library.pipeline().entity(fixture.discovery, EntityLabel::parse("N-1").unwrap()).unwrap();
    assert!(insight.up.iter().any(|up| up.to_string() == "F-2"), "it rests on the value: {:?}", insight.up);

    let unsure = json!({ "ops": [visitors(800, "800 visitors", 0.5)] }).to_string();
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([sentence("We expect 800 visitors.")]));
    fixture.submit_to(fixture.bundle, &unsure, Force::Yes);
    assert_eq!(
        lines(&fixture)[0],
        "F-1 accepted We expect 800 visitors.",
        "while the value waits, what was accepted stays"
    );
    fixture.at.library.facts().accept(&[id(&fixture, 1)]).unwrap();
    assert_eq!(lines(&fixture)[0], "F-1 superseded We expect 800 visitors.", "and becomes it when it is accepted");
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    fixture.at.library.facts().reject(&[id(&fixture, 1)]).unwrap();
    assert_eq!(lines(&fixture)[0], "F-1 rejected We expect 800 visitors.", "or goes with it when it is rejected");
}

#[test]
fn a_value_of_a_sentence_that_was_rejected_waits() {
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([sentence("We expect 800 visitors.")]));
    fixture.at.library.facts().reject(&[id(&fixture, 0)]).unwrap();
    let ops = json!({ "ops": [visitors(800, "800 visitors", 0.95)] }).to_string();
    fixture.submit_to(fixture.bundle, &ops, Force::Yes);
    assert_eq!(lines(&fixture)[1], "F-2 proposed Expected visitors: 800 people");
}

/// Two Inputs that contradict each other, and an insight on each side: N-1 rests on 800, N-2 on 900.
fn conflict() -> BundleFixture {
    let fixture = about("We expect 800 visitors.");
    fixture.submit(json!([visitors(800, "800 visitors", 0.95), sentence("We expect 800 visitors.")]));
    let other = bundle_of(&fixture.at, fixture.discovery, "They expect 900 visitors.");
    let ops = json!([visitors(900, "900 visitors", 0.5), sentence("They expect 900 visitors.")]);
    fixture.submit_to(other, &json!({ "ops": ops }).to_string(), Force::No);
    insight(&fixture, "The hall is large enough.", "F-1");
    insight(&fixture, "The hall is too small.", "F-2");
    assert_eq!(
        lines(&fixture),
        ["F-1 accepted Expected visitors: 800 people", "F-2 conflict Expected visitors: 900 people"]
    );
    fixture
}

#[test]
fn a_conflict_decided_takes_its_statement_along_and_marks_what_rests_on_it() {
    for (how, expected, marked) in [
        (Resolution::TakeNew, ["F-1 superseded", "F-2 accepted"], "N-1"),
        (Resolution::KeepOld, ["F-1 accepted", "F-2 rejected"], "N-2"),
    ] {
        let fixture = conflict();
        fixture.at.library.facts().resolve(id(&fixture, 1), how).unwrap();
        let statuses: Vec<String> =
            fixture.facts().iter().map(|fact| format!("{} {}", fact.label, fact.status.as_str())).collect();
        assert_eq!(statuses, expected, "there is no other fact that says what lost");
        assert_eq!(status_of(&fixture, marked), "needs_review", "what rests on it is to be looked at");
    }
}

#[test]
fn both_hold_each_under_its_condition_as_one_step() {
    let fixture = conflict();
    let ledger = fixture.at.library.facts();
    let facts = fixture.facts();
    let holds = |condition: &str| Ruling::Holds { condition: condition.to_owned() };
    let refusals = [
        ([holds("with two crews"), holds(" ")], "Of several values that hold each needs a condition."),
        ([holds("With two crews"), holds("with two crews")], "Two values cannot hold under one condition."),
    ];
    for ([one, other], expected) in refusals {
        let refused = ledger.settle(&[(facts[0].id, one), (facts[1].id, other)]).unwrap_err();
        assert_eq!(refused.message, expected);
    }
    let refused = ledger.settle(&[(facts[1].id, holds(""))]).unwrap_err();
    assert_eq!(refused.message.to_string(), format!("F-1 is a value of {VISITORS} too, and nothing is said of it."));

    ledger.settle(&[(facts[0].id, holds("by the old plan")), (facts[1].id, holds("by the new plan"))]).unwrap();
    let both = [
        "F-1 accepted Expected visitors: 800 people (by the old plan)",
        "F-2 accepted Expected visitors: 900 people (by the new plan)",
    ];
    assert_eq!(lines(&fixture), both, "and nothing waits");
    assert_eq!(status_of(&fixture, "N-1"), "needs_review", "800 holds less far than it did");
    let board = fixture.at.library.pipeline().entity(fixture.discovery, EntityLabel::parse("F-2").unwrap()).unwrap();
    assert_eq!(board.text, "Expected visitors: 900 people (by the new plan)", "a condition shows where the fact does");
    let blocks = fixture.at.library.knowledge().blocks(fixture.discovery, None).unwrap();
    let texts: Vec<String> = blocks.iter().flat_map(|block| &block.lines).map(|line| line.line.text.clone()).collect();
    assert_eq!(texts, ["900 people (by the new plan)", "800 people (by the old plan)"], "in the blocks too");
    let rebuilt = fixture.at.library.knowledge().check_knowledge(None).unwrap();
    assert_eq!(rebuilt[0].differences, [], "as a rebuild makes them");

    let third = bundle_of(&fixture.at, fixture.discovery, "The caterer expects 950 visitors.");
    let ops = json!({ "ops": [visitors(950, "The caterer expects 950 visitors", 0.95)] }).to_string();
    fixture.submit_to(third, &ops, Force::No);
    assert!(lines(&fixture)[2].starts_with("F-3 conflict"), "no run takes the place of what holds under a condition");
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();

    let undone = fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(undone.done.unwrap(), "Add I-3", "a text is a step of its own");
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(
        lines(&fixture)[..2],
        ["F-1 accepted Expected visitors: 800 people", "F-2 conflict Expected visitors: 900 people"]
    );
    fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap();
    assert_eq!(lines(&fixture), both);
}

#[test]
fn three_values_of_a_key_are_decided_together_and_once() {
    let three = || {
        let fixture = conflict();
        let third = bundle_of(&fixture.at, fixture.discovery, "The caterer expects 950 visitors.");
        let ops = json!({ "ops": [visitors(950, "The caterer expects 950 visitors", 0.5)] }).to_string();
        fixture.submit_to(third, &ops, Force::No);
        fixture
    };
    let check = |hold: &[(&str, &str)], expected: [&str; 3]| {
        let fixture = three();
        let detail = fixture.at.library.facts().fact_detail(id(&fixture, 1)).unwrap();
        assert_eq!(detail.rival.unwrap().fact.label, "F-1");
        assert_eq!(detail.others.iter().map(|other| other.fact.label.as_str()).collect::<Vec<_>>(), ["F-3"]);
        let ruling = |fact: &Fact| {
            let held = hold.iter().find(|(label, _)| *label == fact.label);
            let holds = |(_, condition): &(&str, &str)| Ruling::Holds { condition: (*condition).to_owned() };
            (fact.id, held.map_or(Ruling::Rejected, holds))
        };
        let rulings: Vec<_> = fixture.facts().iter().map(ruling).collect();
        fixture.at.library.facts().settle(&rulings).unwrap();
        let ledger_lines = lines(&fixture);
        let statuses: Vec<&str> = ledger_lines.iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
        assert_eq!(statuses, expected, "{hold:?}");
        assert_eq!(fixture.at.library.facts().waiting(fixture.discovery).unwrap(), [], "nothing is left over");
        fixture
    };
    check(&[("F-3", "")], ["superseded", "rejected", "accepted"]);
    check(&[("F-1", "")], ["accepted", "rejected", "rejected"]);
    check(&[], ["rejected", "rejected", "rejected"]);
    check(&[("F-2", "old plan"), ("F-3", "new plan")], ["rejected", "accepted", "accepted"]);
    let fixture = check(&[("F-1", "a"), ("F-2", "b"), ("F-3", "c")], ["accepted", "accepted", "accepted"]);
    let rulings = fixture.facts().iter().map(|fact| (fact.id, Ruling::Rejected)).collect::<Vec<_>>();
    let one = (rulings[0].0, Ruling::Holds { condition: String::new() });
    fixture.at.library.facts().settle(&[one, rulings[1].clone(), rulings[2].clone()]).unwrap();
    assert_eq!(lines(&fixture)[0], "F-1 accepted Expected visitors: 800 people", "and decided again as a whole");
}

#[test]
fn what_holds_under_a_condition_is_written_and_read_again() {
    let fixture = conflict();
    let holds = |fact: Fact| (fact.id, Ruling::Holds { condition: format!("by the plan of {}", fact.label) });
    let rulings: Vec<_> = fixture.facts().into_iter().map(holds).collect();
    fixture.at.library.facts().settle(&rulings).unwrap();
    let was = lines(&fixture);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wall.json");
    fixture.at.library.transfer().export_to_file(&[fixture.discovery], &file, &NoProgress).unwrap();
    let other = empty();
    let imported =
        other.library.transfer().import_apply(&file, ImportMode::Add, &Repairs::default(), &NoProgress).unwrap();
    let copy = BundleFixture { discovery: imported[0].id, bundle: fixture.bundle, at: other };
    assert_eq!(lines(&copy), was);
}

#[test]
fn a_sentence_that_the_analyst_added_beside_a_value_is_decided_with_it() {
    let fixture = about("The client is Acme Ltd and 800 visitors are expected.");
    fixture.submit(json!([
        op(CLIENT, "Acme Ltd", "The client is Acme Ltd", 0.95),
        visitors(800, "800 visitors are expected", 0.95),
    ]));
    let input = fixture.facts()[0].evidence.clone().unwrap().input.unwrap().id;
    let marked = factly_core::text::Utf16Span { start: 0, end: 53 };
    fixture.at.library.facts().add_fact(input, marked, &Default::default(), DuplicatePolicy::Allow).unwrap();
    let statuses = || -> Vec<String> {
        let asks = |fact: &Fact| if fact.needs_review { " and asked about" } else { "" };
        fixture.facts().iter().map(|fact| format!("{}{}", fact.status.as_str(), asks(fact))).collect()
    };
    assert_eq!(statuses(), ["accepted", "accepted", "accepted"]);
    fixture.at.library.facts().reject(&[id(&fixture, 1)]).unwrap();
    assert_eq!(statuses(), ["accepted", "rejected", "accepted and asked about"], "it says another value too");
    fixture.at.library.facts().reject(&[id(&fixture, 0)]).unwrap();
    assert_eq!(statuses(), ["rejected", "rejected", "rejected"], "and now none that stands");
}

/// Something that a model, a parser or the analyst does.
#[derive(Clone, Debug)]
enum Act {
    /// Some of the ops, by their bits, of one of the bundles.
    Answer(usize, u16, bool),
    Accept(usize),
    Reject(usize),
    Resolve(usize, Resolution),
    Settle(usize, u8),
    Edit(usize, u32),
    Undo,
    Redo,
}

const TEXTS: [&str; 2] =
    ["We expect 800 visitors. The client is Acme Ltd.", "They expect 900 visitors and the client is Bolt Ltd."];

fn any_act() -> impl Strategy<Value = Act> {
    let resolution = prop_oneof![Just(Resolution::KeepOld), Just(Resolution::TakeNew)];
    prop_oneof![
        4 => (0..2_usize, any::<u16>(), any::<bool>()).prop_map(|(text, ops, sure)| Act::Answer(text, ops, sure)),
        2 => (0..8_usize).prop_map(Act::Accept),
        3 => (0..8_usize).prop_map(Act::Reject),
        3 => ((0..8_usize), resolution).prop_map(|(fact, how)| Act::Resolve(fact, how)),
        2 => ((0..8_usize), any::<u8>()).prop_map(|(fact, holds)| Act::Settle(fact, holds)),
        1 => ((0..8_usize), (700..1000_u32)).prop_map(|(fact, value)| Act::Edit(fact, value)),
        2 => Just(Act::Undo),
        1 => Just(Act::Redo),
    ]
}

/// A history, and when each fact was decided.
struct History {
    fixture: BundleFixture,
    bundles: [Uuid; 2],
    now: u32,
    accepted: HashMap<Uuid, u32>,
    ended: HashMap<Uuid, u32>,
}

impl History {
    fn new() -> Self {
        let fixture = about(TEXTS[0]);
        let other = bundle_of(&fixture.at, fixture.discovery, TEXTS[1]);
        let bundles = [fixture.bundle, other];
        Self { fixture, bundles, now: 0, accepted: HashMap::new(), ended: HashMap::new() }
    }

    fn answer(&self, text: usize, bits: u16, sure: bool) {
        let confidence = if sure { 0.95 } else { 0.5 };
        let ops = [
            vec![
                visitors(800, "800 visitors", confidence),
                visitors(800, "We expect 800 visitors", confidence),
                sentence("We expect 800 visitors."),
                op(CLIENT, "Acme Ltd", "The client is Acme Ltd", confidence),
                sentence("The client is Acme Ltd."),
            ],
            vec![
                visitors(900, "900 visitors", confidence),
                op(CLIENT, "Bolt Ltd", "the client is Bolt Ltd", confidence),
                sentence(TEXTS[1]),
            ],
        ];
        let chosen: Vec<&Value> =
            ops[text].iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, op)| op).collect();
        self.fixture.submit_to(self.bundles[text], &json!({ "ops": chosen }).to_string(), Force::Yes);
    }

    fn act(&mut self, act: &Act) {
        self.now += 1;
        let before = self.fixture.facts();
        let fact = |at: usize| before.get(at % before.len().max(1)).map(|fact| fact.id);
        let ledger = self.fixture.at.library.facts();
        match act {
            Act::Answer(text, bits, sure) => self.answer(*text, *bits, *sure),
            Act::Accept(at) => drop(fact(*at).map(|fact| ledger.accept(&[fact]))),
            Act::Reject(at) => drop(fact(*at).map(|fact| ledger.reject(&[fact]))),
            Act::Resolve(at, how) => drop(fact(*at).map(|fact| ledger.resolve(fact, *how))),
            Act::Edit(at, value) => {
                let edit = FactEdit { value: Some(format!("{value} people")), ..FactEdit::default() };
                drop(fact(*at).map(|fact| ledger.edit_fact(fact, &edit)));
            }
            Act::Settle(at, bits) => {
                let values = fact(*at).map(|fact| ledger.values_of(fact).unwrap()).unwrap_or_default();
                let ruling = |(index, value): (usize, &Fact)| match bits >> index & 1 {
                    1 => (value.id, Ruling::Holds { condition: format!("case {index}") }),
                    _ => (value.id, Ruling::Rejected),
                };
                let rulings: Vec<_> = values.iter().enumerate().map(ruling).collect();
                drop(ledger.settle(&rulings));
            }
            Act::Undo => drop(self.fixture.at.library.undo().undo(Some(self.fixture.discovery)).unwrap()),
            Act::Redo => drop(self.fixture.at.library.undo().redo(Some(self.fixture.discovery)).unwrap()),
        }
        self.look(&before, !matches!(act, Act::Answer(..) | Act::Undo));
    }

    /// Notes what was decided: what the analyst accepted, or had again, and what ended.
    fn look(&mut self, before: &[Fact], by_hand: bool) {
        let was = |id: Uuid| before.iter().find(|fact| fact.id == id).map(|fact| fact.status);
        for fact in self.fixture.facts() {
            let has_changed = was(fact.id) != Some(fact.status);
            if has_changed && by_hand && fact.status == Status::Accepted {
                self.accepted.insert(fact.id, self.now);
            }
            if has_changed && matches!(fact.status, Status::Rejected | Status::Superseded) {
                self.ended.insert(fact.id, self.now);
            }
        }
    }

    /// The accepted facts that say what was ended after they were accepted, by the same words.
    fn contradictions(&self) -> Vec<String> {
        let facts = self.fixture.facts();
        let span = |fact: &Fact| {
            fact.evidence.as_ref().map(|found| (found.bundle, Span::new(found.start_char, found.end_char)))
        };
        let mut found = Vec::new();
        for standing in facts.iter().filter(|fact| fact.status == Status::Accepted && !fact.needs_review) {
            for ended in facts.iter().filter(|fact| matches!(fact.status, Status::Rejected | Status::Superseded)) {
                let (Some((one, own)), Some((other, lost))) = (span(standing), span(ended)) else { continue };
                let quote = &standing.evidence.as_ref().unwrap().quote;
                let says = match (standing.key == "note", ended.key == "note") {
                    (true, false) => is_one_fact(quote, own, lost),
                    (false, true) => {
                        ended.status == Status::Rejected
                            && is_one_fact(&ended.evidence.as_ref().unwrap().quote, lost, own)
                    }
                    _ => standing.key == ended.key && standing.value == ended.value && own == lost,
                };
                let decided_since = self.accepted.get(&standing.id) >= self.ended.get(&ended.id);
                // Read again by other words of the same text: it is said no less than before.
                let said_again = ended.status == Status::Superseded
                    && facts.iter().any(|fact| {
                        fact.status == Status::Accepted && (&fact.key, &fact.value) == (&ended.key, &ended.value)
                    });
                if one == other && says && standing.label != ended.label && !decided_since && !said_again {
                    found.push(format!("{} says what {} said", standing.label, ended.label));
                }
            }
        }
        found
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_any_history_no_accepted_fact_says_what_a_rejected_or_superseded_one_said(
        acts in prop::collection::vec(any_act(), 1..18),
    ) {
        let mut history = History::new();
        for act in &acts {
            history.act(act);
            prop_assert_eq!(history.contradictions(), Vec::<String>::new(), "after {:?} of {:?}", act, acts);
        }
    }
}

#[test]
fn what_was_reworded_by_hand_does_not_come_back_by_itself() {
    let fixture = about("The wall is 12 m long. The gate is old.");
    let read = |bundle: Uuid, words: &str| {
        fixture.submit_to(bundle, &json!({ "ops": [sentence(words)] }).to_string(), Force::No);
    };
    read(fixture.bundle, "The wall is 12 m long.");
    let edit = FactEdit { text: Some("The wall is 15 m long.".to_owned()), ..FactEdit::default() };
    fixture.at.library.facts().edit_fact(id(&fixture, 0), &edit).unwrap();
    let again = bundle_of(&fixture.at, fixture.discovery, "Anna wrote it again. The wall is 12 m long. So it is.");
    read(again, "The wall is 12 m long.");
    let found = fixture.facts().into_iter().find(|fact| fact.label == "F-2").unwrap();
    assert_eq!((found.status, found.needs_review), (Status::Proposed, true), "{:?}", lines(&fixture));
    assert_eq!(found.reason.to_string(), "F-1 said so until it was reworded by hand.");
}
