//! The outcome of a proposed fact: `docs/contracts/fact-ops.md`, as rows, and the rules that hold for any ops.

use std::convert::Infallible;
use std::sync::LazyLock;

use factly_core::evidence::{Alignment, Evidence, Located, Missing, MissingKind, Unverified};
use factly_core::extraction::op::{FactOp, OpEvidence, OpKind};
use factly_core::facts::decide::{self, DecisionRefusal, LedgerFact, Resolution, Ruling};
use factly_core::facts::{
    Candidate, FactContent, FactRef, LedgerEntry, LedgerPlan, LedgerView, NewFact, OutcomeKind, Policy, QuotedSpan,
    Route, RunStats, Scope, SourceKind, Status, check, reconcile,
};
use factly_core::inputs::{BundleSection, Stage};
use factly_core::keys::Registry;
use factly_core::message;
use factly_core::text::Span;
use proptest::prelude::*;
use serde_json::json;

/// A ledger in memory, which keeps what a plan says as the store does.
#[derive(Clone, Default)]
struct Ledger {
    rows: Vec<Row>,
}

#[derive(Clone)]
struct Row {
    content: FactContent,
    status: Status,
    needs_review: bool,
    conflicts_with: Option<i64>,
    supersedes: Option<i64>,
    /// A bundle, and a span of its text.
    places: Vec<(i64, Span)>,
}

impl LedgerView for Ledger {
    type Error = Infallible;

    fn accepted(&self, scope: &Scope, key: &str) -> Result<Option<i64>, Infallible> {
        let found = self
            .rows
            .iter()
            .position(|row| row.status == Status::Accepted && row.content.scope == *scope && row.content.key == key);
        Ok(found.map(id))
    }

    fn is_by_hand(&self, fact: i64) -> Result<bool, Infallible> {
        Ok(self.ledger_fact(usize::try_from(fact).expect("ids are places")).content.source_kind == SourceKind::Manual)
    }

    fn matching_entries(&self, candidates: &[Candidate], bundle: i64) -> Result<Vec<Vec<LedgerEntry>>, Infallible> {
        let known_by = |content: &'_ FactContent| (content.scope.clone(), content.key.clone(), content.norm.clone());
        let held = |candidate: &Candidate| {
            let identity = known_by(&candidate.content);
            let says = self.rows.iter().enumerate().filter(|(_, row)| known_by(&row.content) == identity);
            says.map(|(at, row)| row.ledger_entry(id(at), bundle)).collect()
        };
        Ok(candidates.iter().map(held).collect())
    }

    fn quoted(&self, bundle: i64) -> Result<Vec<QuotedSpan>, Infallible> {
        Ok(self.rows.iter().enumerate().flat_map(|(at, row)| row.quoted(id(at), bundle)).collect())
    }
}

impl Row {
    fn quoted(&self, id: i64, bundle: i64) -> Vec<QuotedSpan> {
        let quote = self.content.evidence.as_ref().map(|evidence| evidence.quote.clone()).unwrap_or_default();
        let here = self.places.iter().filter(|(bundle_id, _)| *bundle_id == bundle);
        let one = |(_, span): &(i64, Span)| QuotedSpan {
            id,
            status: self.status,
            is_value: self.content.key != "note",
            by_hand: self.content.source_kind == SourceKind::Manual,
            quote: quote.clone(),
            span: *span,
        };
        here.map(one).collect()
    }

    fn ledger_entry(&self, id: i64, bundle: i64) -> LedgerEntry {
        let here = self.places.iter().filter(|(bundle_id, _)| *bundle_id == bundle);
        LedgerEntry {
            id,
            status: self.status,
            proven: !self.places.is_empty(),
            lacks: !self.content.missing.is_empty(),
            places: here.map(|(_, span)| *span).collect(),
        }
    }
}

fn id(at: usize) -> i64 {
    i64::try_from(at).expect("few rows")
}

impl Ledger {
    fn run(&mut self, bundle: i64, candidates: Vec<Candidate>) -> LedgerPlan {
        let plan = reconcile(candidates, bundle, self).unwrap_or_else(|never| match never {});
        let first = self.rows.len();
        let resolve = |fact: FactRef| match fact {
            FactRef::Held(id) => id,
            FactRef::New(new) => id(first + new),
        };
        for fact in &plan.facts {
            let location = fact.content.evidence.as_ref().map(|evidence| (bundle, evidence.span));
            self.rows.push(Row {
                content: fact.content.clone(),
                status: fact.status,
                needs_review: fact.needs_review,
                conflicts_with: fact.conflicts_with.map(resolve),
                supersedes: fact.supersedes.map(resolve),
                places: location.into_iter().collect(),
            });
        }
        for retired in &plan.retired {
            self.row_mut(retired.fact).status = Status::Superseded;
        }
        for reaffirmed in &plan.reaffirmed {
            self.row_mut(resolve(reaffirmed.fact)).places.push((bundle, reaffirmed.evidence.span));
        }
        plan
    }

    fn row_mut(&mut self, id: i64) -> &mut Row {
        let at = usize::try_from(id).expect("ids are places");
        self.rows.get_mut(at).expect("a plan names rows that are there")
    }

    fn ledger_fact(&self, at: usize) -> LedgerFact {
        let row = self.rows.get(at).expect("the row is there");
        LedgerFact { id: id(at), status: row.status, content: row.content.clone() }
    }

    /// `status text` of each fact, in order.
    fn lines(&self) -> Vec<String> {
        self.rows.iter().map(|row| format!("{} {}", row.status.as_str(), row.content.text)).collect()
    }
}

fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> =
        LazyLock::new(|| Registry::from_packs(&["production", "research"], vec![]).expect("the packs are well formed"));
    &REGISTRY
}

fn op(kind: OpKind, key: &str, value: serde_json::Value) -> FactOp {
    FactOp {
        op: kind,
        scope: Scope::Project,
        key: key.into(),
        value_type: None,
        value,
        evidence: Some(OpEvidence {
            quote: "the words".into(),
            start_char: None,
            end_char: None,
            source_section: None,
        }),
        confidence: 0.9,
        needs_review: false,
        reason: "the parser's reason".into(),
    }
}

fn at(start: u32) -> Located {
    said_in(BundleSection::FreeChat, start)
}

fn said_in(section: BundleSection, start: u32) -> Located {
    let evidence = Evidence { quote: "the words".into(), span: Span::new(start, start + 9), section };
    Located::Found { evidence, alignment: Alignment::Exact }
}

fn checked(op: &FactOp, located: &Located) -> Candidate {
    check(op, located, registry(), Stage::Ideation, &Policy::default(), |_, _| Vec::new())
}

fn width(cm: i64, start: u32) -> Candidate {
    checked(&op(OpKind::Add, "item.dimensions.width", json!({"value": cm, "unit": "cm"})), &at(start))
}

fn budget(eur: i64, start: u32) -> Candidate {
    checked(&op(OpKind::Add, "project.budget.total", json!(format!("{eur} EUR"))), &at(start))
}

/// In the words of its quote.
fn statement(text: &str, start: u32) -> Candidate {
    let evidence = Evidence { quote: text.into(), span: Span::new(start, start + 9), section: BundleSection::FreeChat };
    checked(&op(OpKind::Add, "note", json!(text)), &Located::Found { evidence, alignment: Alignment::Exact })
}

fn unverified(text: &str) -> Candidate {
    checked(&op(OpKind::Add, "note", json!(text)), &Located::Unverified { reason: Unverified::NotInSource })
}

#[test]
fn what_is_certain_is_accepted_and_what_is_not_is_proposed() {
    let check_row = |change: fn(&mut FactOp), located: Located, status: Status, rule: &str| {
        let mut op = op(OpKind::Add, "item.dimensions.width", json!(600));
        change(&mut op);
        let mut ledger = Ledger::default();
        ledger.run(1, vec![checked(&op, &located)]);
        assert_eq!(ledger.rows[0].status, status, "{rule}");
        assert_eq!(ledger.rows[0].needs_review, status != Status::Accepted, "{rule}: open facts need review");
    };
    let chat = || at(0);
    check_row(|_| {}, chat(), Status::Accepted, "verified, sure, harmless");
    check_row(|op| op.op = OpKind::Update, chat(), Status::Accepted, "an UPDATE of nothing is an ADD");
    check_row(|_| {}, said_in(BundleSection::UserAnswers, 0), Status::Accepted, "answers are the analyst's words");
    check_row(|op| op.confidence = 0.85, chat(), Status::Accepted, "0.85 is enough");
    check_row(|op| op.confidence = 0.849, chat(), Status::Proposed, "less is not");
    check_row(|op| op.confidence = f64::NAN, chat(), Status::Proposed, "no number is no confidence");
    check_row(|op| op.confidence = f64::INFINITY, chat(), Status::Accepted, "confidence is clamped");
    check_row(|op| op.needs_review = true, chat(), Status::Proposed, "");
    check_row(|op| op.op = OpKind::Conflict, chat(), Status::Proposed, "nothing is there to be in conflict with");
    check_row(|_| {}, said_in(BundleSection::AgentOutput, 0), Status::Proposed, "an assistant said it");
    check_row(
        |op| (op.key, op.value) = ("project.budget.total".into(), json!("€1,200.00")),
        chat(),
        Status::Proposed,
        "high-risk keys are the analyst's",
    );
}

#[test]
fn a_value_that_its_quote_does_not_carry_is_never_accepted() {
    let lacks = |_: &_, _: &_| vec![Missing { kind: MissingKind::Number, text: "159".into() }];
    let op = op(OpKind::Add, "item.dimensions.width", json!(159));
    let candidate = check(&op, &at(0), registry(), Stage::Ideation, &Policy::default(), lacks);
    let mut ledger = Ledger::default();
    ledger.run(1, vec![candidate.clone()]);
    assert_eq!(ledger.lines(), ["proposed Width: 159 cm"]);
    assert_eq!(ledger.rows[0].content.reason, "the quote does not say: 159");
    ledger.run(1, vec![width(600, 40), candidate]);
    assert_eq!(ledger.lines()[1], "accepted Width: 600 cm", "nor does it stand in the way of one that is carried");
}

#[test]
fn a_negation_on_one_side_is_told_of_the_side_that_has_it() {
    for (words, quote, negation, reason) in [
        ("We have data.", "We don't have data.", "don't", "the quote says “don't”, the statement does not"),
        ("The data is not clean.", "The data is clean.", "not", "the statement says “not”, the quote does not"),
        (
            "Not all of it is right.",
            "Not all of it is not right.",
            "not",
            "the quote and the statement differ in a negation: not",
        ),
    ] {
        let evidence = Evidence { quote: quote.into(), span: Span::new(0, 9), section: BundleSection::FreeChat };
        let located = Located::Found { evidence, alignment: Alignment::Exact };
        let lacks = |_: &_, _: &_| vec![Missing { kind: MissingKind::Negation, text: negation.into() }];
        let op = op(OpKind::Add, "note", json!(words));
        let candidate = check(&op, &located, registry(), Stage::Ideation, &Policy::default(), lacks);
        assert_eq!(candidate.doubt.map(|doubt| doubt.to_string()), Some(reason.to_owned()), "{words}");
    }
}

#[test]
fn signs_without_a_word_say_what_the_quote_says() {
    for signs in ["[]", "…", " — "] {
        let claimed = checked(&op(OpKind::Add, "note", json!(signs)), &at(0));
        assert_eq!(claimed.content.text, "the words", "{signs:?} says nothing that a quote could lack");
    }
}

#[test]
fn what_an_assistant_said_is_proposed_as_its_own() {
    let op = op(OpKind::Add, "item.dimensions.width", json!(600));
    let mut ledger = Ledger::default();
    ledger.run(1, vec![width(500, 40), checked(&op, &said_in(BundleSection::AgentOutput, 0))]);
    assert_eq!(ledger.lines(), ["accepted Width: 500 cm", "proposed Width: 600 cm"], "it never contradicts");
    assert_eq!(ledger.rows[1].content.source_kind, SourceKind::Agent);
}

#[test]
fn what_cannot_be_typed_is_a_note_that_keeps_its_evidence() {
    let check_row = |key: &str, value: serde_json::Value, text: &str, reason: &str| {
        let candidate = checked(&op(OpKind::Add, key, value), &at(0));
        assert_eq!(candidate.route, Route::Note, "{text}");
        assert!(candidate.content.evidence.is_some(), "the words do stand in the source");
        assert_eq!((candidate.content.key.as_str(), candidate.content.text.as_str()), ("note", text));
        assert_eq!(candidate.content.reason, reason);
    };
    check_row("item.girth", json!(3), "item.girth: 3", "there is no such field");
    check_row(
        "item.production.leadTime",
        json!("3 days"),
        "Lead time: 3 days",
        "this field is not filled at the stage of ideation",
    );
    check_row(
        "item.dimensions.width",
        json!("about a bus"),
        "Width: about a bus",
        "\"about a bus\" cannot be read as a number with a unit",
    );
    check_row(
        "item.dimensions.width",
        json!({"value": 6, "unit": "kg"}),
        "Width: 6 kg",
        "length was expected, not weight",
    );
    check_row("item.dimensions.width", json!(null), "the words", "there is no value");
    check_row("item.dimensions.width", json!([1, 2]), "Width: [1,2]", "a number with a unit was expected, not a list");
}

#[test]
fn what_is_not_in_the_source_is_a_system_note_without_evidence() {
    let op = op(OpKind::Add, "project.budget.total", json!("€1,200"));
    let candidate = checked(&op, &Located::Unverified { reason: Unverified::NotInSource });
    let mut ledger = Ledger::default();
    let plan = ledger.run(1, vec![candidate.clone()]);
    assert_eq!(ledger.lines(), ["proposed Total budget: €1,200 (“the words”)"]);
    let row = &ledger.rows[0];
    assert_eq!(
        (row.content.source_kind, row.content.evidence.as_ref(), row.needs_review),
        (SourceKind::System, None, true)
    );
    assert_eq!(plan.stats, RunStats { ops_in: 1, rejected: 1, needs_review: 1, ..RunStats::default() });
    let again = ledger.run(1, vec![candidate]);
    assert!(again.facts.is_empty(), "and is not noted twice");
    assert_eq!(again.stats.rejected, 1, "though it is rejected again");
}

#[test]
fn a_statement_that_is_its_quote_is_not_said_twice() {
    let repeated = op(OpKind::Add, "note", json!("the words"));
    let mut ledger = Ledger::default();
    ledger.run(1, vec![checked(&repeated, &Located::Unverified { reason: Unverified::NotInSource })]);
    assert_eq!(ledger.lines(), ["proposed the words"]);
}

#[test]
fn an_unproven_claim_does_not_swallow_the_proof() {
    let mut bare = op(OpKind::Add, "note", json!("the hall is free"));
    bare.evidence = None;
    let unproven = checked(&bare, &Located::Unverified { reason: Unverified::Empty });
    let mut ledger = Ledger::default();
    ledger.run(1, vec![unproven, statement("the hall is free", 0)]);
    assert_eq!(ledger.lines(), ["proposed the hall is free", "accepted the hall is free"]);
}

#[test]
fn the_same_value_is_not_stored_twice_however_it_is_written() {
    let metres = checked(&op(OpKind::Add, "item.dimensions.width", json!("6 m")), &at(70));
    let mut ledger = Ledger::default();
    let plan = ledger.run(1, vec![width(600, 0), width(600, 0), metres.clone(), metres]);
    assert_eq!(ledger.lines(), ["accepted Width: 600 cm"]);
    assert_eq!(plan.stats, RunStats { ops_in: 4, facts_added: 1, unchanged: 3, ..RunStats::default() });
    assert_eq!(plan.reaffirmed.len(), 1, "other words that say it are kept as further evidence, once");
}

#[test]
fn another_value_supersedes_or_contradicts() {
    let mut ledger = Ledger::default();
    ledger.run(1, vec![width(600, 0)]);
    let plan = ledger.run(2, vec![width(500, 0)]);
    assert_eq!(ledger.lines(), ["superseded Width: 600 cm", "accepted Width: 500 cm"]);
    assert_eq!((ledger.rows[1].supersedes, plan.stats.facts_updated), (Some(0), 1));

    let mut unsure = op(OpKind::Update, "item.dimensions.width", json!(400));
    unsure.confidence = 0.5;
    let plan = ledger.run(3, vec![checked(&unsure, &at(0))]);
    assert_eq!(
        ledger.lines()[1..],
        ["accepted Width: 500 cm", "conflict Width: 400 cm"],
        "low confidence overwrites nothing"
    );
    assert_eq!((ledger.rows[2].conflicts_with, plan.stats.conflicts), (Some(1), 1));

    let contradiction = checked(&op(OpKind::Conflict, "item.dimensions.width", json!(300)), &at(20));
    ledger.run(3, vec![contradiction]);
    assert_eq!(ledger.lines()[3], "conflict Width: 300 cm", "a parser that sees a contradiction is believed");
}

#[test]
fn a_high_risk_value_is_never_overwritten() {
    let mut ledger = Ledger::default();
    ledger.run(1, vec![budget(1200, 0), budget(1500, 20)]);
    assert_eq!(
        ledger.lines(),
        ["proposed Total budget: €1,200.00", "proposed Total budget: €1,500.00"],
        "both are visible, and neither is believed"
    );
    ledger.row_mut(0).status = Status::Accepted;
    ledger.run(2, vec![budget(1800, 0)]);
    assert_eq!(ledger.lines()[2], "conflict Total budget: €1,800.00");
    assert_eq!(ledger.rows[2].conflicts_with, Some(0));
}

#[test]
fn later_ops_of_a_run_see_what_earlier_ones_did() {
    let mut ledger = Ledger::default();
    let plan = ledger.run(1, vec![width(600, 0), width(500, 20), width(600, 40)]);
    assert_eq!(ledger.lines(), ["superseded Width: 600 cm", "superseded Width: 500 cm", "accepted Width: 600 cm"]);
    assert_eq!((plan.stats.facts_added, plan.stats.facts_updated), (1, 2));
    let again = ledger.run(1, vec![width(600, 0), width(500, 20), width(600, 40)]);
    assert!(again.facts.is_empty() && again.retired.is_empty(), "and a second run does not turn them round again");
}

/// A candidate whose quote lacks a value that it claims.
fn with_missing(candidate: Candidate) -> Candidate {
    let missing = vec![Missing { kind: MissingKind::Number, text: "600 cm".into() }];
    let doubt = Some(message!("the quote does not say: {}", "600 cm"));
    Candidate { content: FactContent { missing, ..candidate.content }, doubt, ..candidate }
}

#[test]
fn words_that_do_not_carry_a_value_are_no_further_evidence_of_it() {
    let said_at = |start: u32| match at(start) {
        Located::Found { evidence, .. } => Some(evidence),
        Located::Unverified { .. } => None,
    };
    let check_row = |candidate: Candidate, before: &str| {
        let mut ledger = Ledger::default();
        ledger.run(1, vec![candidate.clone()]);
        let lacks = with_missing(Candidate {
            content: FactContent { evidence: said_at(70), ..candidate.content },
            ..candidate
        });
        let plan = ledger.run(2, vec![lacks.clone()]);
        let text = ledger.rows[0].content.text.clone();
        assert_eq!(plan.reaffirmed, [], "{text}");
        assert_eq!(ledger.lines(), [format!("{before} {text}"), format!("proposed {text}")]);
        let seen = &ledger.rows[1];
        assert!(seen.needs_review && seen.conflicts_with.is_none(), "{text}: it waits, and contradicts nothing");
        assert_eq!(
            (seen.content.reason.to_string().as_str(), seen.content.missing.len()),
            ("the quote does not say: 600 cm", 1)
        );
        let again = ledger.run(2, vec![lacks.clone()]);
        assert!(again.facts.is_empty() && again.reaffirmed.is_empty(), "{text}: the second time changes nothing");
        let further = Candidate { content: FactContent { evidence: said_at(140), ..lacks.content }, ..lacks };
        let plan = ledger.run(3, vec![further]);
        assert!(plan.facts.is_empty(), "{text}: a page that repeats it gives one proposal, not thousands");
    };
    check_row(width(600, 0), "accepted");
    check_row(statement("The council approved the plan.", 0), "accepted");
    check_row(budget(1200, 0), "proposed");
}

/// Returns a candidate that the analyst states themselves, without evidence.
fn by_hand(key: &str, value: &str) -> Candidate {
    decide::by_hand(Scope::Project, key, &json!(value), None, registry(), |_, _| Vec::new())
        .expect("a value of its key")
}

#[test]
fn what_the_analyst_says_takes_effect_whatever_became_of_a_fact_before() {
    let width_by_hand = |value: &str| by_hand("item.dimensions.width", value);
    let mut ledger = Ledger::default();
    for value in ["6 m", "7 m", "6 m"] {
        ledger.run(0, vec![width_by_hand(value)]);
    }
    assert_eq!(ledger.lines(), ["superseded Width: 6 m", "superseded Width: 7 m", "accepted Width: 6 m"]);
    assert!(ledger.run(0, vec![width_by_hand("6 m")]).facts.is_empty(), "what stands is not said twice");

    let mut ledger = Ledger::default();
    ledger.run(1, vec![width(600, 0)]);
    ledger.row_mut(0).status = Status::Rejected;
    let again = Candidate {
        content: FactContent { source_kind: SourceKind::Manual, ..width(600, 0).content },
        ..width(600, 0)
    };
    ledger.run(1, vec![again]);
    assert_eq!(
        ledger.lines(),
        ["rejected Width: 600 cm", "accepted Width: 600 cm"],
        "the analyst thinks otherwise now"
    );

    let mut ledger = Ledger::default();
    ledger.run(1, vec![unverified("the hall is free")]);
    ledger.row_mut(0).content.norm = by_hand("note", "the hall is free").content.norm;
    ledger.run(0, vec![by_hand("note", "the hall is free")]);
    assert_eq!(ledger.rows[1].status, Status::Accepted, "a note of Factly's does not swallow it");
}

#[test]
fn a_run_takes_the_place_of_no_value_that_the_analyst_set() {
    let mut ledger = Ledger::default();
    ledger.run(0, vec![by_hand("item.dimensions.width", "7 m")]);
    ledger.run(1, vec![width(600, 0)]);
    assert_eq!(ledger.lines(), ["accepted Width: 7 m", "conflict Width: 600 cm"]);
    assert_eq!(ledger.rows[1].conflicts_with, Some(0));
    assert_eq!(ledger.rows[1].content.reason, "the analyst set the value that stands");
}

#[test]
fn what_takes_a_place_is_told_of_each_item_to_the_end_of_the_run() {
    let unsure = |item: &str, value: &str, start: u32, confidence: f64| {
        let mut op = op(OpKind::Add, "item.dimensions.width", json!(value));
        (op.confidence, op.scope) = (confidence, Scope::Item { item_id: item.into() });
        checked(&op, &at(start))
    };
    let mut ledger = Ledger::default();
    ledger.run(1, vec![unsure("i1", "600 cm", 0, 0.4), unsure("i2", "600 cm", 20, 0.4)]);
    let surer = vec![unsure("i2", "6 m", 0, 0.9), unsure("i1", "6 m", 20, 0.9), unsure("i1", "5 m", 40, 0.9)];
    let plan = ledger.run(2, surer);
    let places: Vec<(i64, usize)> = plan.retired.iter().map(|retired| (retired.fact, retired.by)).collect();
    assert_eq!(places, [(0, 2), (1, 0)], "i1's by what stands in the end, i2's by its own");
}

#[test]
fn statements_stand_beside_each_other() {
    let mut ledger = Ledger::default();
    ledger.run(
        1,
        vec![
            statement("The hall is free in May.", 0),
            statement("the hall is  free in May", 30),
            statement("It rains.", 60),
        ],
    );
    assert_eq!(ledger.lines(), ["accepted The hall is free in May.", "accepted It rains."]);
    let note = checked(&op(OpKind::Note, "note", json!("Perhaps it snows.")), &at(90));
    let plan = ledger.run(1, vec![note]);
    assert_eq!(ledger.lines()[2], "proposed Perhaps it snows.", "a NOTE is for the analyst");
    assert_eq!((plan.stats.notes, plan.outcomes[0].what), (1, OutcomeKind::Note));
}

#[test]
fn a_rejected_fact_is_not_proposed_again_from_the_same_words() {
    let mut ledger = Ledger::default();
    ledger.run(1, vec![width(600, 0)]);
    ledger.row_mut(0).status = Status::Rejected;
    assert!(ledger.run(1, vec![width(600, 0)]).facts.is_empty(), "the analyst has decided about these words");
    ledger.run(2, vec![width(600, 0)]);
    assert_eq!(
        ledger.lines()[1],
        "proposed Width: 600 cm",
        "other words may say it again, and are not believed at once"
    );
}

#[test]
fn better_evidence_lifts_a_proposal() {
    let mut unsure = op(OpKind::Add, "item.dimensions.width", json!(600));
    unsure.confidence = 0.4;
    let mut ledger = Ledger::default();
    ledger.run(1, vec![checked(&unsure, &at(0))]);
    ledger.run(2, vec![checked(&unsure, &at(0))]);
    assert_eq!(ledger.lines(), ["proposed Width: 600 cm"], "as unsure as before: further evidence of one proposal");
    ledger.run(3, vec![width(600, 0)]);
    assert_eq!(ledger.lines(), ["superseded Width: 600 cm", "accepted Width: 600 cm"]);
}

#[test]
fn a_value_and_the_sentence_that_says_it_are_one_fact() {
    let words = "The width is 600 cm.";
    let check = |why: &str, runs: Vec<Vec<Candidate>>, expected: &[&str]| {
        let mut ledger = Ledger::default();
        for candidates in runs {
            let count = candidates.len();
            let plan = ledger.run(1, candidates);
            assert_eq!(
                (plan.outcomes.len(), plan.stats.ops_in as usize),
                (count, count),
                "{why}: each op has an outcome"
            );
        }
        assert_eq!(ledger.lines(), expected, "{why}");
    };
    let (value, sentence) = (|| width(600, 4), || statement(words, 0));
    let one = ["accepted Width: 600 cm"];
    check("the value comes first", vec![vec![value(), sentence()]], &one);
    check("the sentence comes first", vec![vec![sentence(), value()]], &one);
    check("in a later run", vec![vec![value()], vec![sentence()]], &one);
    check("and ever again", vec![vec![value(), sentence()], vec![sentence(), value()]], &one);
    check(
        "the sentence was there before",
        vec![vec![sentence()], vec![value()]],
        &["superseded The width is 600 cm.", "accepted Width: 600 cm"],
    );
    check(
        "a value that waits leaves what was accepted",
        vec![vec![sentence()], vec![budget(1200, 4)]],
        &["accepted The width is 600 cm.", "proposed Total budget: €1,200.00"],
    );
    check(
        "other words",
        vec![vec![value(), statement("The wall is new.", 40)]],
        &["accepted Width: 600 cm", "accepted The wall is new."],
    );
    check(
        "a quote of two sentences says more than one value",
        vec![vec![value(), statement("The width is 600 cm. It is new.", 0)]],
        &["accepted Width: 600 cm", "accepted The width is 600 cm. It is new."],
    );
}

#[test]
fn values_of_a_key_are_settled_together() {
    let fact = |at: i64, status: Status| {
        let content = budget(1000 + at, 0).content;
        LedgerFact { id: at, status, content }
    };
    let values = [fact(0, Accepted), fact(1, Conflict), fact(2, Conflict)];
    let settle = |choices: [Option<&str>; 3]| {
        let ruling =
            |choice: &Option<&str>| choice.map_or(Ruling::Rejected, |under| Ruling::Holds { condition: under.into() });
        let ruled: Vec<(LedgerFact, Ruling)> = values.iter().cloned().zip(choices.iter().map(ruling)).collect();
        let settled = decide::settle(&ruled)?;
        let changes = |one: decide::SettledValue| one.decision.map(|decision| decision.changes).unwrap_or_default();
        Ok::<_, DecisionRefusal>(settled.into_iter().map(changes).collect::<Vec<_>>())
    };
    use Status::{Accepted, Conflict, Rejected, Superseded};
    assert_eq!(
        settle([None, None, Some("")]),
        Ok(vec![vec![], vec![(1, Rejected)], vec![(2, Accepted), (0, Superseded)]])
    );
    assert_eq!(settle([Some(""), None, None]), Ok(vec![vec![], vec![(1, Rejected)], vec![(2, Rejected)]]));
    assert_eq!(settle([Some("a"), Some("b"), None]), Ok(vec![vec![], vec![(1, Accepted)], vec![(2, Rejected)]]));
    assert_eq!(
        settle([None, Some("a"), Some("b")]),
        Ok(vec![vec![(0, Rejected)], vec![(1, Accepted)], vec![(2, Accepted)]])
    );
    assert_eq!(settle([None, None, None]).map(|all| all.len()), Ok(3), "none need hold");
    assert_eq!(settle([Some("a"), Some(" "), None]), Err(DecisionRefusal::ConditionMissing));
    assert_eq!(settle([Some("a"), Some("A "), None]), Err(DecisionRefusal::SameCondition));
    assert_eq!(settle([Some(&"x".repeat(201)), None, None]), Err(DecisionRefusal::LongCondition));
}

#[test]
fn the_analyst_decides() {
    let mut ledger = Ledger::default();
    ledger.run(1, vec![budget(1200, 0)]);
    let proposed = ledger.ledger_fact(0);
    assert_eq!(decide::accept(&proposed, &[]).map(|d| d.changes), Ok(vec![(0, Status::Accepted)]));
    assert_eq!(
        decide::accept(&proposed, &[7]).map(|d| d.changes),
        Ok(vec![(0, Status::Accepted), (7, Status::Superseded)])
    );
    assert_eq!(decide::reject(&proposed).map(|d| d.changes), Ok(vec![(0, Status::Rejected)]));
    let rejected = LedgerFact { status: Status::Rejected, ..proposed.clone() };
    assert_eq!(
        decide::accept(&rejected, &[7]).map(|d| d.changes),
        Ok(vec![(0, Status::Accepted), (7, Status::Superseded)]),
        "who rejected it may think otherwise"
    );
    assert_eq!(decide::reject(&rejected), Err(DecisionRefusal::AlreadyRejected));
    let refused = |status: Status| decide::accept(&LedgerFact { status, ..proposed.clone() }, &[]);
    assert_eq!(refused(Status::Accepted), Err(DecisionRefusal::AlreadyAccepted));
    assert_eq!(refused(Status::Superseded), Err(DecisionRefusal::Superseded));
    assert_eq!(decide::resolve(&proposed, &[], Resolution::TakeNew), Err(DecisionRefusal::NotInConflict));
}

#[test]
fn a_conflict_ends_one_of_three_ways() {
    let mut ledger = Ledger::default();
    ledger.run(1, vec![budget(1200, 0)]);
    ledger.row_mut(0).status = Status::Accepted;
    ledger.run(2, vec![budget(1500, 0)]);
    let conflict = ledger.ledger_fact(1);
    let end = |how| decide::resolve(&conflict, &[0], how).expect("it is a conflict");
    assert_eq!(end(Resolution::KeepOld).changes, [(1, Status::Rejected)]);
    assert_eq!(end(Resolution::TakeNew).changes, [(1, Status::Accepted), (0, Status::Superseded)]);
    let resolved = end(Resolution::KeepNewAsNote);
    let note = resolved.added.expect("the words are kept");
    assert_eq!(resolved.changes, [(1, Status::Superseded)]);
    assert_eq!((note.content.key.as_str(), note.content.text.as_str()), ("note", "Total budget: €1,500.00"));
    assert_eq!((note.status, note.content.evidence), (Status::Accepted, conflict.content.evidence));
}

#[test]
fn an_edit_is_a_new_version_with_the_old_evidence() {
    let mut ledger = Ledger::default();
    ledger.run(1, vec![width(600, 0)]);
    let fact = ledger.ledger_fact(0);
    let edit = |key: Option<&str>, value: serde_json::Value| {
        decide::edit(&fact, key, &value, &[0], registry(), |_, _| {
            vec![Missing { kind: MissingKind::Number, text: "7".into() }]
        })
    };
    let done = edit(None, json!("7 m")).expect("a width may be 7 m");
    let added: NewFact = done.added.expect("an edit adds a fact");
    assert_eq!(done.changes, [(0, Status::Superseded)]);
    assert_eq!((added.content.text.as_str(), added.supersedes), ("Width: 7 m", Some(FactRef::Held(0))));
    assert_eq!((added.status, added.content.source_kind), (Status::Accepted, SourceKind::Manual));
    assert_eq!((added.content.evidence, added.content.missing.len()), (fact.content.evidence.clone(), 1));
    assert_eq!(edit(None, json!({"value": 600, "unit": "cm"})), Err(DecisionRefusal::NothingChanged));
    assert!(matches!(edit(None, json!("blue")), Err(DecisionRefusal::Value(_))));
    assert_eq!(edit(Some("no.key"), json!(1)), Err(DecisionRefusal::UnknownKey("no.key".into())));
    assert_eq!(
        edit(Some("item.dimensions.height"), json!("7 m")).map(|d| d.changes),
        Ok(vec![(0, Status::Superseded)])
    );
}

/// One op, at one of a few places and of a few values, so that they collide.
fn any_candidate() -> impl Strategy<Value = Candidate> {
    let kind = prop_oneof![Just(OpKind::Add), Just(OpKind::Update), Just(OpKind::Conflict), Just(OpKind::Note)];
    let key = prop_oneof![
        Just("item.dimensions.width"),
        Just("project.budget.total"),
        Just("note"),
        Just("no.such.key"),
        Just("item.summary.quantity")
    ];
    let value =
        prop_oneof![Just(json!(1)), Just(json!("2")), Just(json!("2 cm")), Just(json!("a b")), Just(json!(null))];
    let offset = prop_oneof![3 => (0..4_u32).prop_map(Some), 1 => Just(None)];
    let section = prop_oneof![3 => Just(BundleSection::FreeChat), 1 => Just(BundleSection::AgentOutput)];
    (kind, key, value, offset, section, 0.5..1.0_f64, any::<(bool, bool)>()).prop_map(
        |(kind, key, value, offset, section, confidence, (item, lacks))| {
            let mut op = op(kind, key, value);
            op.confidence = confidence;
            if item {
                op.scope = Scope::Item { item_id: "i1".into() };
            }
            match offset {
                Some(offset) if lacks => with_missing(checked(&op, &said_in(section, offset * 10))),
                Some(offset) => checked(&op, &said_in(section, offset * 10)),
                None => checked(&op, &Located::Unverified { reason: Unverified::NotInSource }),
            }
        },
    )
}

fn assert_rules(ledger: &Ledger, plan: &LedgerPlan) -> Result<(), TestCaseError> {
    let stats = plan.stats;
    let sum =
        stats.facts_added + stats.facts_updated + stats.conflicts + stats.notes + stats.rejected + stats.unchanged;
    prop_assert_eq!(stats.ops_in, sum, "every op is counted once");
    prop_assert_eq!(plan.outcomes.len(), usize::try_from(stats.ops_in).unwrap_or(0));
    let review = plan.facts.iter().filter(|fact| fact.needs_review).count();
    prop_assert_eq!(usize::try_from(stats.needs_review).unwrap_or(0), review);
    for (at, row) in ledger.rows.iter().enumerate() {
        let proven = row.content.evidence.is_some() || row.content.source_kind == SourceKind::System;
        prop_assert!(proven, "without evidence there are only system notes");
        prop_assert!(row.status != Status::Accepted || row.content.evidence.is_some(), "nothing unproven is accepted");
        prop_assert!(
            row.status != Status::Accepted || row.content.missing.is_empty(),
            "nor what a quote does not carry"
        );
        prop_assert!(row.content.source_kind != SourceKind::Agent || row.status != Status::Accepted);
        let high_risk = row.content.key.starts_with("project.budget");
        prop_assert!(!high_risk || row.status != Status::Accepted, "high risk is the analyst's");
        let rival = ledger.rows[..at].iter().find(|other| {
            row.content.key != "note"
                && other.status == Status::Accepted
                && row.status == Status::Accepted
                && (&other.content.scope, &other.content.key) == (&row.content.scope, &row.content.key)
        });
        prop_assert!(rival.is_none(), "a key has one accepted value");
        prop_assert!(
            row.supersedes.is_none_or(|old| old < id(at)) && row.conflicts_with.is_none_or(|old| old < id(at))
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_same_ops_twice_change_nothing_the_second_time(
        runs in prop::collection::vec(prop::collection::vec(any_candidate(), 0..12), 1..4),
        rejected in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let mut ledger = Ledger::default();
        for (bundle, run) in runs.iter().enumerate() {
            let plan = ledger.run(id(bundle), run.clone());
            assert_rules(&ledger, &plan)?;
        }
        for index in rejected.iter().filter(|_| !ledger.rows.is_empty()).map(|index| index.index(ledger.rows.len())).collect::<Vec<_>>() {
            ledger.rows[index].status = Status::Rejected;
        }
        let before = ledger.lines();
        for (bundle, run) in runs.iter().enumerate() {
            let again = ledger.run(id(bundle), run.clone());
            prop_assert!(again.facts.is_empty(), "added {:?}", again.facts);
            prop_assert!(again.retired.is_empty(), "no status moves");
            prop_assert!(again.reaffirmed.is_empty(), "no evidence is counted twice");
        }
        prop_assert_eq!(ledger.lines(), before);
    }
}

#[test]
fn unverified_ops_do_not_touch_the_rest() {
    let mut ledger = Ledger::default();
    let plan = ledger.run(1, vec![statement("It rains.", 0), unverified("It rains."), statement("It snows.", 20)]);
    assert_eq!(
        plan.outcomes.iter().map(|outcome| outcome.what).collect::<Vec<_>>(),
        [OutcomeKind::Added, OutcomeKind::Rejected, OutcomeKind::Added]
    );
}
