//! Writing a plan of the ledger: facts, what they replace, and what they say again.

use std::collections::HashMap;

use factly_core::facts::{AcceptedBy, FactContent, FactRef, LedgerPlan, Retired, Status, near_duplicate};
use factly_core::keys::NOTE_KEY;
use factly_core::message;
use factly_core::message::UserMessage;

use crate::error::Result;
use crate::facts::same_span::end_same_span;
use crate::facts::{content_of, superseded_by};
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

impl PlanOrigin {
    const fn accepts(self) -> AcceptedBy {
        if self.run.is_some() { AcceptedBy::Rules } else { AcceptedBy::Analyst }
    }
}

/// A plan that was written.
pub(crate) struct AppliedPlan {
    /// The numbers of its new facts, in its order.
    pub(crate) added: Vec<FactSeq>,
    /// By a fact's place in the plan: what says the same as it, and kept it from being accepted.
    pub(crate) twins: HashMap<usize, UserMessage>,
}

/// Writes `plan`. `hints` are by a fact's place in it.
pub(crate) fn apply_plan(
    w: &mut Writer<'_>,
    origin: PlanOrigin,
    plan: &LedgerPlan,
    hints: &HashMap<usize, String>,
) -> Result<AppliedPlan> {
    let count = i64::try_from(plan.facts.len()).unwrap_or(i64::MAX);
    let first_label = if count > 0 { w.take_labels(origin.discovery, LabelKind::Fact, count)? } else { 0 };
    let first = w.next_fact()?;
    let added: Vec<FactSeq> = (first.0..).take(plan.facts.len()).map(FactSeq).collect();
    let twins = near_duplicate_reasons(w, plan, first_label)?;
    let reworded = reworded_reasons(w, origin, plan)?;
    let waiting: HashMap<usize, FactContent> = twins
        .iter()
        .chain(&reworded)
        .filter_map(|(index, reason)| {
            let content = plan.facts.get(*index)?.content.clone();
            Some((*index, FactContent { reason: reason.clone(), ..content }))
        })
        .collect();
    let rows: Vec<FactToInsert<'_>> = (first_label..)
        .zip(plan.facts.iter().enumerate())
        .map(|(label_no, (index, fact))| {
            let status = if reworded.contains_key(&index) { Status::Proposed } else { fact.status };
            FactToInsert {
                discovery: origin.discovery,
                label_no,
                version: 1,
                content: waiting.get(&index).unwrap_or(&fact.content),
                bundle: origin.bundle,
                run: origin.run,
                supersedes: fact.supersedes.and_then(|fact| seq_of(fact, &added)),
                conflicts_with: fact.conflicts_with.and_then(|fact| seq_of(fact, &added)),
                hint: hints.get(&index).map(String::as_str),
                status,
                needs_review: fact.needs_review || reworded.contains_key(&index),
                accepted_by: (status == Status::Accepted).then_some(origin.accepts()),
            }
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
fn near_duplicate_reasons(r: &Reader, plan: &LedgerPlan, first_label: i64) -> Result<HashMap<usize, UserMessage>> {
    let reasons = plan.twins.iter().map(|(index, duplicate)| {
        let label_no = match duplicate.fact {
            FactRef::New(new) => Some(first_label + i64::try_from(new).unwrap_or_default()),
            FactRef::Held(held) => r.fact_name(FactSeq(held))?.map(|(_, label_no)| label_no),
        };
        let label = label_no.map(fact_label).map(|label| label.to_string()).unwrap_or_default();
        Ok((*index, near_duplicate::reason(&label, &duplicate.verdict)))
    });
    reasons.collect()
}

/// Returns why facts of a run wait that nothing else holds back: their words were read before, and changed by hand
/// since.
fn reworded_reasons(r: &Reader, origin: PlanOrigin, plan: &LedgerPlan) -> Result<HashMap<usize, UserMessage>> {
    let mut reasons = HashMap::new();
    let accepted = plan.facts.iter().enumerate().filter(|(_, fact)| fact.status == Status::Accepted);
    for (index, fact) in accepted.filter(|(_, fact)| origin.run.is_some() && fact.supersedes.is_none()) {
        if let Some(label_no) = r.fact_reworded_by_hand(origin.discovery, &fact.content)? {
            let label = fact_label(label_no).to_string();
            reasons.insert(index, message!("{} said so until it was reworded by hand.", label));
        }
    }
    Ok(reasons)
}

/// Supersedes a fact, and hands what rests on it to the fact that took its place; where that says the very same, what
/// proves it too.
fn retire(w: &mut Writer<'_>, retired: Retired, plan: &LedgerPlan, added: &[FactSeq], first_label: i64) -> Result<()> {
    let seq = FactSeq(retired.fact);
    w.set_fact_status(seq, Status::Superseded, false)?;
    let heir = plan.facts.get(retired.by).zip(added.get(retired.by));
    let Some((old, (heir, by))) = w.fact_at(seq)?.zip(heir) else { return Ok(()) };
    let new_content = &heir.content;
    let says_the_same = (&new_content.scope, &new_content.key, &new_content.norm) == (&old.scope, &old.key, &old.norm);
    // Of words that do not carry the value it is no evidence.
    if says_the_same && content_of(&old).missing.is_empty() {
        w.move_evidence(seq, *by)?;
    }
    let label = fact_label(first_label + i64::try_from(retired.by).unwrap_or_default());
    superseded_by(w, &old, label, &new_content.text)?;
    let is_its_sentence = old.key == NOTE_KEY && new_content.key != NOTE_KEY;
    if !says_the_same && !is_its_sentence {
        end_same_span(w, &old, Reach::All)?;
    }
    Ok(())
}

/// The number of a fact of the ledger, or of one that the plan added: a plan refers only to what came before.
pub(crate) fn seq_of(fact: FactRef, added: &[FactSeq]) -> Option<FactSeq> {
    match fact {
        FactRef::Held(seq) => Some(FactSeq(seq)),
        FactRef::New(index) => added.get(index).copied(),
    }
}
