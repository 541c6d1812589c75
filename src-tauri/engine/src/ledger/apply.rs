//! Writing a plan of the ledger: facts, what they replace, and what they say again.

use std::collections::HashMap;

use factly_core::keys::NOTE_KEY;
use factly_core::ledger::{Content, FactRef, Plan, Retired, Status, twin};
use factly_core::said;
use factly_core::said::Said;

use crate::error::Result;
use crate::ledger::same_span::end_same_span;
use crate::ledger::{content_of, superseded_by};
use crate::marks::{Reach, fact_label};
use crate::store::facts::FactToInsert;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, LabelKind, Reader, RunSeq, Topic, Writer};

/// The origin of a plan.
#[derive(Clone, Copy)]
pub(crate) struct PlanOrigin {
    pub(crate) discovery: DiscoverySeq,
    /// Bundle of the evidence; `None` where there is none.
    pub(crate) bundle: Option<BundleSeq>,
    pub(crate) run: Option<RunSeq>,
}

/// A plan that was written.
pub(crate) struct AppliedPlan {
    /// The numbers of its new facts, in its order.
    pub(crate) added: Vec<FactSeq>,
    /// By a fact's place in the plan: what says the same as it, and kept it from being accepted.
    pub(crate) twins: HashMap<usize, Said>,
}

/// Writes `plan`. `hints` are by a fact's place in it.
pub(crate) fn apply_plan(
    w: &mut Writer<'_>,
    origin: PlanOrigin,
    plan: &Plan,
    hints: &HashMap<usize, String>,
) -> Result<AppliedPlan> {
    let count = i64::try_from(plan.facts.len()).unwrap_or(i64::MAX);
    let first_label = if count > 0 { w.take_labels(origin.discovery, LabelKind::Fact, count)? } else { 0 };
    let first = w.next_fact()?;
    let added: Vec<FactSeq> = (first.0..).take(plan.facts.len()).map(FactSeq).collect();
    let twins = told_twins(w, plan, first_label)?;
    let reworded = told_reworded(w, origin, plan)?;
    let waiting: HashMap<usize, Content> = twins
        .iter()
        .chain(&reworded)
        .filter_map(|(place, reason)| {
            let content = plan.facts.get(*place)?.content.clone();
            Some((*place, Content { reason: reason.clone(), ..content }))
        })
        .collect();
    let rows: Vec<FactToInsert<'_>> = (first_label..)
        .zip(plan.facts.iter().enumerate())
        .map(|(label_no, (place, fact))| FactToInsert {
            discovery: origin.discovery,
            label_no,
            version: 1,
            content: waiting.get(&place).unwrap_or(&fact.content),
            bundle: origin.bundle,
            run: origin.run,
            supersedes: fact.supersedes.and_then(|fact| seq_of(fact, &added)),
            conflicts_with: fact.conflicts_with.and_then(|fact| seq_of(fact, &added)),
            hint: hints.get(&place).map(String::as_str),
            status: if reworded.contains_key(&place) { Status::Proposed } else { fact.status },
            needs_review: fact.needs_review || reworded.contains_key(&place),
        })
        .collect();
    w.insert_facts(first, &rows)?;
    for retired in &plan.retired {
        retire(w, *retired, plan, &added, first_label)?;
    }
    for contradicted in &plan.contradicted {
        look_at(w, seq_of(*contradicted, &added))?;
    }
    if let Some(bundle) = origin.bundle {
        let again = plan.reaffirmed.iter();
        let again: Vec<_> = again.filter_map(|again| Some((seq_of(again.fact, &added)?, &again.evidence))).collect();
        w.insert_reaffirmations(origin.run, bundle, &again)?;
    }
    if !(rows.is_empty() && plan.retired.is_empty() && plan.reaffirmed.is_empty()) {
        w.topic(Topic::Facts);
    }
    Ok(AppliedPlan { added, twins })
}

/// Marks a fact that is accepted and contradicted by what came, to be looked at with that.
fn look_at(w: &mut Writer<'_>, fact: Option<FactSeq>) -> Result<()> {
    let Some(row) = fact.map(|seq| w.fact_at(seq)).transpose()?.flatten() else { return Ok(()) };
    if row.status == Status::Accepted {
        w.set_fact_status(row.seq, Status::Accepted, true)?;
    }
    Ok(())
}

/// Returns why new facts wait, by their positions: labels are known only now.
fn told_twins(r: &Reader, plan: &Plan, first_label: i64) -> Result<HashMap<usize, Said>> {
    let told = plan.twins.iter().map(|(place, twin)| {
        let label_no = match twin.fact {
            FactRef::New(new) => Some(first_label + i64::try_from(new).unwrap_or_default()),
            FactRef::Held(held) => r.fact_name(FactSeq(held))?.map(|(_, label_no)| label_no),
        };
        let label = label_no.map(fact_label).map(|label| label.to_string()).unwrap_or_default();
        Ok((*place, twin::reason(&label, &twin.verdict)))
    });
    told.collect()
}

/// Returns why facts of a run wait that nothing else holds back: their words were read before, and changed by hand
/// since.
fn told_reworded(r: &Reader, origin: PlanOrigin, plan: &Plan) -> Result<HashMap<usize, Said>> {
    let mut told = HashMap::new();
    let accepted = plan.facts.iter().enumerate().filter(|(_, fact)| fact.status == Status::Accepted);
    for (place, fact) in accepted.filter(|(_, fact)| origin.run.is_some() && fact.supersedes.is_none()) {
        if let Some(label_no) = r.fact_reworded_by_hand(origin.discovery, &fact.content)? {
            let label = fact_label(label_no).to_string();
            told.insert(place, said!("{} said so until it was reworded by hand.", label));
        }
    }
    Ok(told)
}

/// Supersedes a fact, and hands what rests on it to the fact that took its place; where that says the very same, what
/// proves it too.
fn retire(w: &mut Writer<'_>, retired: Retired, plan: &Plan, added: &[FactSeq], first_label: i64) -> Result<()> {
    let seq = FactSeq(retired.fact);
    w.set_fact_status(seq, Status::Superseded, false)?;
    let heir = plan.facts.get(retired.by).zip(added.get(retired.by));
    let Some((old, (heir, by))) = w.fact_at(seq)?.zip(heir) else { return Ok(()) };
    let said = &heir.content;
    let says_the_same = (&said.scope, &said.key, &said.norm) == (&old.scope, &old.key, &old.norm);
    // Of words that do not carry the value it is no evidence.
    if says_the_same && content_of(&old).missing.is_empty() {
        w.move_evidence(seq, *by)?;
    }
    let label = fact_label(first_label + i64::try_from(retired.by).unwrap_or_default());
    superseded_by(w, &old, label, &said.text)?;
    let is_its_sentence = old.key == NOTE_KEY && said.key != NOTE_KEY;
    if !says_the_same && !is_its_sentence {
        end_same_span(w, &old, Reach::All)?;
    }
    Ok(())
}

/// The number of a fact of the ledger, or of one that the plan added: a plan refers only to what came before.
pub(crate) fn seq_of(fact: FactRef, added: &[FactSeq]) -> Option<FactSeq> {
    match fact {
        FactRef::Held(seq) => Some(FactSeq(seq)),
        FactRef::New(place) => added.get(place).copied(),
    }
}
