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
    let mut added: Vec<FactSeq> = Vec::with_capacity(plan.facts.len());
    for (label_no, (place, fact)) in (first_label..).zip(plan.facts.iter().enumerate()) {
        let seq_of = |fact: FactRef| seq_of(fact, &added);
        let seq = w.insert_fact(&FactToInsert {
            discovery: origin.discovery,
            label_no,
            version: 1,
            content: &fact.content,
            bundle: origin.bundle,
            run: origin.run,
            supersedes: fact.supersedes.and_then(seq_of),
            conflicts_with: fact.conflicts_with.and_then(seq_of),
            hint: hints.get(&place).map(String::as_str),
            status: fact.status,
            needs_review: fact.needs_review,
        })?;
        added.push(seq);
    }
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
