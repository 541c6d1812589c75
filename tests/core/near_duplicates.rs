//! A statement that says in other words what another fact says waits for the analyst: which comparisons count.

use std::cell::RefCell;
use std::convert::Infallible;

use factly_core::discovery::duplicates::{Comparison, DuplicateReason, Sieve, compare, prepare};
use factly_core::evidence::{Alignment, Evidence, Located};
use factly_core::extraction::op::{FactOp, OpEvidence, OpKind};
use factly_core::facts::near_duplicate::{ComparedStatement, StandingStatement, reason};
use factly_core::facts::{
    Candidate, FactContent, FactRef, LedgerEntry, LedgerPlan, LedgerView, Policy, Scope, SourceKind, Status, check,
    reconcile,
};
use factly_core::inputs::{BundleSection, Stage};
use factly_core::keys::Registry;
use factly_core::message::UserMessage;
use factly_core::text::Span;
use serde_json::json;

use crate::score;

const STATEMENT: StandingStatement<'static> =
    StandingStatement { key: "note", of_item: false, text: "", source_kind: SourceKind::User, same_words: false };
const TYPED: StandingStatement<'static> = StandingStatement { key: "project.budget.total", ..STATEMENT };

#[test]
fn what_a_statement_is_compared_with() {
    let dam = "The dam has a length of 149 m";
    let budget = "The budget is 1,200 euros.";
    for (statement, other, code, why) in [
        (dam, StandingStatement { text: "The dam is 149 m long.", ..STATEMENT }, "same_meaning", "other words"),
        (
            "The dam is 149 m long.",
            StandingStatement { text: "149 m long is the dam", ..STATEMENT },
            "same_words",
            "another order",
        ),
        (
            dam,
            StandingStatement { text: "The dam is 149 m long and of clay.", ..STATEMENT },
            "says_more",
            "one says more",
        ),
        (dam, StandingStatement { text: "The dam is 159 m long.", ..STATEMENT }, "", "another number"),
        (dam, StandingStatement { text: "The dam is not 149 m long.", ..STATEMENT }, "", "the opposite"),
        (dam, StandingStatement { text: "The wall has a length of 149 m", ..STATEMENT }, "", "another thing"),
        (dam, StandingStatement { text: dam, ..STATEMENT }, "", "by its letters it is the same fact, or was decided"),
        (
            dam,
            StandingStatement { text: "The dam is 149 m long.", source_kind: SourceKind::System, ..STATEMENT },
            "",
            "a claim that was not proven does not keep the proof from standing",
        ),
        (
            budget,
            StandingStatement { text: "Budget: €1,200", ..TYPED },
            "same_words",
            "a value says all that the statement does",
        ),
        (
            budget,
            StandingStatement { text: "Budget: €1,200", same_words: true, ..TYPED },
            "",
            "the value was read from the statement's own words",
        ),
        (
            "The budget for lights is 1,200 euros.",
            StandingStatement { text: "Budget: €1,200", ..TYPED },
            "",
            "a statement that says more than a value is another",
        ),
        (budget, StandingStatement { text: "Budget: €1,300", ..TYPED }, "", "another value"),
        (
            "The width is 6 m.",
            StandingStatement { key: "item.dimensions.width", of_item: true, text: "Width: 6 m", ..STATEMENT },
            "",
            "the words of an item's value do not say of which item",
        ),
    ] {
        let verdict = other.says(&ComparedStatement::new(statement));
        let code_found = verdict.as_ref().map_or("", |verdict| verdict.reason.code());
        assert_eq!(code_found, code, "{why}: {statement} | {}: {verdict:?}", other.text);
    }
}

/// A ledger of statements, as the engine looks at it.
#[derive(Default)]
struct Ledger {
    sieve: RefCell<Sieve<i64>>,
    statements: Vec<String>,
}

impl LedgerView for Ledger {
    type Error = Infallible;

    fn accepted(&self, _: &Scope, _: &str) -> Result<Option<i64>, Infallible> {
        Ok(None)
    }

    fn matching_entries(&self, candidates: &[Candidate], _: i64) -> Result<Vec<Vec<LedgerEntry>>, Infallible> {
        Ok(vec![Vec::new(); candidates.len()])
    }

    fn twins(&self, content: &FactContent, _: i64) -> Result<Vec<(i64, Comparison)>, Infallible> {
        let found = self.sieve.borrow_mut().sift(&content.text).into_iter();
        let twin = |id: i64| {
            let text = self.statements.get(usize::try_from(id).ok()?)?;
            Some((id, StandingStatement { text, ..STATEMENT }.says(&ComparedStatement::new(&content.text))?))
        };
        Ok(found.filter_map(twin).collect())
    }
}

fn ledger(statements: &[&str]) -> Ledger {
    let ledger = Ledger { statements: statements.iter().map(|text| (*text).to_owned()).collect(), ..Ledger::default() };
    (0..).zip(statements).for_each(|(id, text)| ledger.sieve.borrow_mut().add(id, text));
    ledger
}

fn statement(text: &str, start: u32, policy: &Policy) -> Candidate {
    let op = FactOp {
        op: OpKind::Add,
        scope: Scope::Project,
        key: "note".into(),
        value_type: None,
        value: json!(text),
        evidence: Some(OpEvidence { quote: text.into(), start_char: None, end_char: None, source_section: None }),
        confidence: 0.9,
        needs_review: false,
        reason: UserMessage::default(),
    };
    let evidence = Evidence { quote: text.into(), span: Span::new(start, start + 9), section: BundleSection::FreeChat };
    let located = Located::Found { evidence, alignment: Alignment::Exact };
    check(&op, &located, &Registry::default(), Stage::Ideation, policy, |_, _| Vec::new())
}

fn plan(ledger: &Ledger, statements: &[&str]) -> LedgerPlan {
    let starts = (0..).step_by(20);
    let candidates = statements.iter().zip(starts).map(|(text, at)| statement(text, at, &Policy::default()));
    reconcile(candidates.collect(), 1, ledger).unwrap_or_else(|never| match never {})
}

#[test]
fn a_statement_with_a_twin_waits_and_says_why() {
    let ledger = ledger(&["The gate is 4 m wide.", "The dam is 149 m long."]);
    let plan =
        plan(&ledger, &["The dam has a length of 149 m.", "The dam has a length of 159 m.", "It was built in 1950."]);
    let statuses: Vec<Status> = plan.facts.iter().map(|fact| fact.status).collect();
    assert_eq!(statuses, [Status::Proposed, Status::Accepted, Status::Accepted], "only what says the same waits");
    let [(0, twin)] = plan.twins.as_slice() else { panic!("the first has a twin: {:?}", plan.twins) };
    assert_eq!(twin.fact, FactRef::Held(1));
    let why = reason("F-2", &twin.verdict).to_string();
    assert!(why.starts_with("it may say the same as F-2 (9") && why.contains("%): the same in other words: "), "{why}");
    assert!(plan.facts[0].needs_review && !plan.facts[1].needs_review);
    assert_eq!((plan.stats.facts_added, plan.stats.needs_review), (3, 1), "it is added, to be reviewed");
}

#[test]
fn the_second_of_two_in_one_run_waits() {
    let statements = ["The dam is 149 m long.", "The gate is 4 m wide.", "The dam has a length of 149 m."];
    let plan = plan(&Ledger::default(), &statements);
    let statuses: Vec<Status> = plan.facts.iter().map(|fact| fact.status).collect();
    assert_eq!(statuses, [Status::Accepted, Status::Accepted, Status::Proposed]);
    assert_eq!(plan.twins[0].1.fact, FactRef::New(0), "it is told of which");
}

#[test]
fn what_waits_anyway_is_not_compared() {
    let ledger = ledger(&["The dam is 149 m long."]);
    let candidate = statement("The dam has a length of 149 m.", 0, &Policy::of_a_chat());
    let plan = reconcile(vec![candidate], 1, &ledger).unwrap_or_else(|never| match never {});
    assert_eq!((plan.facts[0].content.reason.to_string().as_str(), plan.twins.len()), ("it was said in a chat", 0));
}

/// Builds a column of other texts, so that the sieve has something to pass over.
fn column() -> Sieve<usize> {
    let mut sieve = Sieve::default();
    for at in 1..400_usize {
        let text = format!("In {}, sales in district {} rose by {}.{}%.", 1950 + at % 70, at % 97, at % 13, at % 10);
        sieve.add(at, &text);
    }
    sieve
}

#[test]
fn the_sieve_finds_most_of_what_a_comparison_would() {
    let beside = column();
    let (mut same, mut lost) = (0, Vec::new());
    for pair in score::pairs() {
        let verdict = compare(&prepare(&pair.a), &prepare(&pair.b));
        if !verdict.duplicate || verdict.reason == DuplicateReason::SameText {
            continue;
        }
        same += 1;
        let mut sieve = beside.clone();
        sieve.add(0, &pair.a);
        if !sieve.sift(&pair.b).contains(&0) {
            lost.push((pair.a, pair.b));
        }
    }
    // What is said roughly, in fractions, or in words that all begin otherwise is lost: see the sieve.
    assert!(same > 50 && lost.len() * 100 <= same * 25, "{} of {same}: {lost:#?}", lost.len());
}

#[test]
fn the_sieve_passes_over_other_digits_and_other_words() {
    let mut sieve = Sieve::<i64>::default();
    assert!(sieve.sift("The dam is 149 m long.").is_empty());
    sieve.add(1, "The dam is 149 m long.");
    for (text, is_worth) in [
        ("The dam is 159 m long.", false),
        ("The dam is 14,900 cm long.", true),
        ("The long dam of 1950 has 149.00 m", true),
        ("Der Damm ist 149 m lang.", false),
        ("149 m is what the dam measures", true),
        ("The gate is 4 m wide.", false),
        ("", false),
    ] {
        assert_eq!(!sieve.sift(text).is_empty(), is_worth, "{text}");
    }
    sieve.add(2, "建設費用は三億円です");
    assert_eq!(sieve.sift("三億円の建設費用です"), [2], "what has no spaces is told by its pairs");
}
