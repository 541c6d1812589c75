//! Speed of finding values and reconciling facts, each beside the least that could be done in the same run.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench speaks to a person")]

use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

use factly_core::evidence::{Alignment, Evidence, Located};
use factly_core::extraction::op::{FactOp, OpKind};
use factly_core::facts::{Candidate, LedgerEntry, LedgerView, Policy, Scope, check, reconcile};
use factly_core::inputs::{BundleSection, Stage};
use factly_core::keys::Registry;
use factly_core::message::UserMessage;
use factly_core::text::Span;
use factly_core::values::scan_into;
use serde_json::json;

const PROSE: &str = "The venue asked twice whether the backdrop could stand without drilling, since the floor was laid \
    only last spring and nobody wanted to repair it again. We agreed that it can, as long as its feet are wide enough \
    and somebody checks them on the first night. ";
const VALUES: &str = "Sales rose 12.5% to €3.4 million in Q3 2023, after 1,250 visitors on 14 March 2023 had bought \
    between 3 and 7 pieces each; the hall is 24 m by 18 m, and three of its doors are 210 cm high. ";

fn main() {
    println!("{:<28}{:>12}{:>12}{:>9}", "", "measured", "floor", "ratio");
    for (name, part) in [("scan prose", PROSE), ("scan values", VALUES), ("scan digits", "1 2,3 4.5 60-70 ")] {
        let text = part.repeat(1 + (4 << 20) / part.len());
        let scan = best(|| {
            let mut found = Vec::new();
            scan_into(black_box(&text), &mut found);
            black_box(found.len());
        });
        // The least that a scanner could do: look at every character once.
        let floor = best(|| {
            black_box(black_box(&text).chars().filter(|c| c.is_ascii_digit()).count());
        });
        let rate = |time: Duration| format!("{:.0} MB/s", text.len() as f64 / 1e6 / time.as_secs_f64());
        println!("{name:<28}{:>12}{:>12}{:>9.1}", rate(scan), rate(floor), scan.as_secs_f64() / floor.as_secs_f64());
    }
    ledger();
}

fn ledger() {
    let registry = Registry::from_packs(&["production", "research"], vec![]).expect("the packs are well formed");
    let ops: Vec<FactOp> = (0..1000).map(op).collect();
    let candidates = || -> Vec<Candidate> {
        let one = |(at, op)| check(op, &located(at), &registry, Stage::Ideation, &Policy::default(), |_, _| Vec::new());
        ops.iter().enumerate().map(one).collect()
    };
    let checked = best(|| {
        black_box(candidates());
    });
    let made = candidates();
    let mut copies: Vec<_> = (0..ROUNDS).map(|_| made.clone()).collect();
    let reconciled = best(|| {
        let candidates = copies.pop().unwrap_or_default();
        let plan = reconcile(candidates, 1, &Empty).unwrap_or_else(|never| match never {});
        black_box(plan.facts.len());
    });
    let floor = best(|| {
        black_box(made.clone());
    });
    for (name, time) in [("check 1,000 ops", checked), ("reconcile 1,000 ops", reconciled)] {
        println!(
            "{name:<28}{:>12}{:>12}{:>9.1}  (floor: to copy them)",
            format!("{time:.0?}"),
            format!("{floor:.0?}"),
            time.as_secs_f64() / floor.as_secs_f64()
        );
    }
}

const ROUNDS: usize = 9;

fn best(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..ROUNDS).map(time).min().unwrap_or_default()
}

fn op(at: usize) -> FactOp {
    let (key, value) = match at % 3 {
        0 => ("item.dimensions.width", json!({"value": at, "unit": "cm"})),
        1 => ("note", json!(format!("The visitor said thing number {at} about the hall."))),
        _ => ("project.budget.total", json!(format!("€{at}.00"))),
    };
    FactOp {
        op: OpKind::Add,
        scope: Scope::Item { item_id: format!("item-{}", at % 50) },
        key: key.into(),
        value_type: None,
        value,
        evidence: None,
        confidence: 0.9,
        needs_review: false,
        reason: UserMessage::default(),
    }
}

fn located(at: usize) -> Located {
    let start = u32::try_from(at * 40).unwrap_or(0);
    let evidence = Evidence {
        quote: "said thing about the hall".into(),
        span: Span::new(start, start + 25),
        section: BundleSection::FreeChat,
    };
    Located::Found { evidence, alignment: Alignment::Exact }
}

struct Empty;

impl LedgerView for Empty {
    type Error = Infallible;

    fn accepted(&self, _: &Scope, _: &str) -> Result<Option<i64>, Infallible> {
        Ok(None)
    }

    fn matching_entries(&self, candidates: &[Candidate], _: i64) -> Result<Vec<Vec<LedgerEntry>>, Infallible> {
        Ok(vec![Vec::new(); candidates.len()])
    }
}
