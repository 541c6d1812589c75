//! Writing a plan of the ledger: facts, what they replace, and what they say again.

use std::collections::HashMap;

use factly_core::ledger::{FactRef, Plan, Status};

use crate::error::Result;
use crate::store::facts::FactToInsert;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, LabelKind, RunSeq, Topic, Writer};

/// Whose plan it is.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) discovery: DiscoverySeq,
    /// Where the evidence stands; `None` where there is none.
    pub(crate) bundle: Option<BundleSeq>,
    pub(crate) run: Option<RunSeq>,
}

/// Writes `plan` and returns the numbers of its new facts, in its order. `hints` are by a fact's place in the plan.
pub(crate) fn apply_plan(
    w: &mut Writer<'_>,
    origin: Origin,
    plan: &Plan,
    hints: &HashMap<usize, String>,
) -> Result<Vec<FactSeq>> {
    let count = i64::try_from(plan.facts.len()).unwrap_or(i64::MAX);
    let first_label = if count > 0 { w.take_labels(origin.discovery, LabelKind::Fact, count)? } else { 0 };
    let first = w.next_fact()?;
    let added: Vec<FactSeq> = (first.0..).take(plan.facts.len()).map(FactSeq).collect();
    let rows: Vec<FactToInsert<'_>> = (first_label..)
        .zip(plan.facts.iter().enumerate())
        .map(|(label_no, (place, fact))| FactToInsert {
            discovery: origin.discovery,
            label_no,
            version: 1,
            content: &fact.content,
            bundle: origin.bundle,
            run: origin.run,
            supersedes: fact.supersedes.and_then(|fact| seq_of(fact, &added)),
            conflicts_with: fact.conflicts_with.and_then(|fact| seq_of(fact, &added)),
            hint: hints.get(&place).map(String::as_str),
            status: fact.status,
            needs_review: fact.needs_review,
        })
        .collect();
    w.insert_facts(first, &rows)?;
    for retired in &plan.retired {
        w.set_fact_status(FactSeq(*retired), Status::Superseded, false)?;
    }
    for again in &plan.reaffirmed {
        if let Some((fact, bundle)) = seq_of(again.fact, &added).zip(origin.bundle) {
            w.insert_reaffirmation(fact, origin.run, bundle, &again.evidence)?;
        }
    }
    w.topic(Topic::Facts);
    Ok(added)
}

/// The number of a fact of the ledger, or of one that the plan added: a plan refers only to what came before.
pub(crate) fn seq_of(fact: FactRef, added: &[FactSeq]) -> Option<FactSeq> {
    match fact {
        FactRef::Held(seq) => Some(FactSeq(seq)),
        FactRef::New(place) => added.get(place).copied(),
    }
}
