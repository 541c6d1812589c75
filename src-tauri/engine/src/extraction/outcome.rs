//! The outcome of a run and of each of its ops, as it is stored and as it is shown.

use std::borrow::Cow;

use factly_core::evidence::Alignment;
use factly_core::extraction::op::{FactOp, OpKind};
use factly_core::extraction::ops::OpFault;
use factly_core::facts::{CandidateOutcome, FactRef, LedgerPlan, OutcomeKind, RunStats, Status};
use factly_core::message::UserMessage;
use factly_core::named;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::extraction::Runs;
use crate::extraction::check::OpCheck;
use crate::facts::{AppliedPlan, seq_of};
use crate::store::runs::{RunRow, RunStatus};
use crate::store::{FactSeq, Reader, RunSeq};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRunSummary {
    pub id: Uuid,
    pub bundle: Uuid,
    pub status: RunStatus,
    pub model: String,
    pub stats: RunStats,
    pub forced: bool,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    pub error: Option<UserMessage>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRunView {
    pub summary: ParseRunSummary,
    /// The answer as it came; empty where the parser that is built in gave ops and no text.
    pub raw: String,
    pub repairs: Vec<String>,
    pub outcomes: Vec<OpOutcome>,
}

/// The outcome of one op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpOutcome {
    /// Its place in the answer.
    pub index: usize,
    pub op: String,
    pub key: String,
    /// As the answer had it.
    pub value: String,
    pub quote: String,
    pub alignment: Option<Alignment>,
    pub verdict: OpVerdict,
    pub reason: UserMessage,
    pub fact: Option<Uuid>,
    /// "F-12".
    pub fact_label: Option<String>,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OpVerdict {
        Accepted = "accepted",
        Proposed = "proposed",
        Conflict = "conflict",
        /// Accepted in the place of another value.
        Superseding = "superseding",
        Note = "note",
        /// Its quote does not stand in the source.
        Rejected = "rejected",
        /// The ledger held it already.
        Unchanged = "unchanged",
        /// It could not be read.
        Malformed = "malformed",
    }
}

/// An outcome as it is stored. What the fact itself says is not said again, unless the op differs from it.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredOutcome<'o> {
    index: usize,
    verdict: OpVerdict,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "known")]
    alignment: Option<Alignment>,
    #[serde(default, skip_serializing_if = "UserMessage::is_empty")]
    reason: Cow<'o, UserMessage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fact: Option<i64>,
    #[serde(default, rename = "said", skip_serializing_if = "Option::is_none")]
    proposed: Option<OpAsProposed<'o>>,
}

/// A way to find quotes that there no longer is must not take the other outcomes of an old run with it.
fn known<'de, D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Option<Alignment>, D::Error> {
    let name = Option::<serde_json::Value>::deserialize(from)?;
    Ok(name.and_then(|name| serde_json::from_value(name).ok()))
}

/// The op as it came.
#[derive(Default, Serialize, Deserialize)]
struct OpAsProposed<'o> {
    op: Cow<'o, str>,
    key: Cow<'o, str>,
    value: Cow<'o, str>,
    quote: Cow<'o, str>,
}

/// Tells whether the ops are stored as they came. Those of the built-in parser are what its facts say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OutcomeDetail {
    Ops,
    FactsOnly,
}

pub(super) fn outcomes_of<'o>(
    ops: &'o [(usize, FactOp)],
    checks: &'o [OpCheck],
    plan: &LedgerPlan,
    applied: &'o AppliedPlan,
    keep: OutcomeDetail,
) -> Vec<StoredOutcome<'o>> {
    let twin = |outcome: &CandidateOutcome| match outcome.fact {
        FactRef::New(position) => applied.twins.get(&position),
        FactRef::Held(_) => None,
    };
    let one = |(index, op): &'o (usize, FactOp), check: &'o OpCheck, outcome: &CandidateOutcome| StoredOutcome {
        index: *index,
        verdict: verdict_of(plan, outcome),
        alignment: check.alignment.filter(|_| keep == OutcomeDetail::Ops),
        reason: check
            .doubt
            .as_ref()
            .or_else(|| twin(outcome))
            .filter(|_| keep == OutcomeDetail::Ops)
            .map_or_else(Cow::default, Cow::Borrowed),
        fact: seq_of(outcome.fact, &applied.added).map(|seq| seq.0),
        proposed: (keep == OutcomeDetail::Ops).then(|| as_proposed(op)),
    };
    ops.iter().zip(checks).zip(&plan.outcomes).map(|((op, check), outcome)| one(op, check, outcome)).collect()
}

fn verdict_of(plan: &LedgerPlan, outcome: &CandidateOutcome) -> OpVerdict {
    let status = match outcome.fact {
        FactRef::New(position) => plan.facts.get(position).map(|fact| fact.status),
        FactRef::Held(_) => None,
    };
    match outcome.what {
        OutcomeKind::Added if status == Some(Status::Proposed) => OpVerdict::Proposed,
        OutcomeKind::Added => OpVerdict::Accepted,
        OutcomeKind::Updated => OpVerdict::Superseding,
        OutcomeKind::Conflict => OpVerdict::Conflict,
        OutcomeKind::Note => OpVerdict::Note,
        OutcomeKind::Rejected => OpVerdict::Rejected,
        OutcomeKind::Unchanged => OpVerdict::Unchanged,
    }
}

fn as_proposed(op: &FactOp) -> OpAsProposed<'_> {
    OpAsProposed {
        op: kind(op.op).into(),
        key: op.key.as_str().into(),
        value: op.value.as_str().map_or_else(|| op.value.to_string().into(), Cow::from),
        quote: op.evidence.as_ref().map_or("", |evidence| evidence.quote.as_str()).into(),
    }
}

const fn kind(op: OpKind) -> &'static str {
    match op {
        OpKind::Add => "ADD",
        OpKind::Update => "UPDATE",
        OpKind::Conflict => "CONFLICT",
        OpKind::Note => "NOTE",
    }
}

/// Ops that could not be read have an outcome too: nothing of an answer disappears.
pub(super) fn malformed(faults: &[OpFault]) -> impl Iterator<Item = StoredOutcome<'static>> {
    faults.iter().filter_map(|fault| {
        Some(StoredOutcome {
            index: fault.index?,
            verdict: OpVerdict::Malformed,
            alignment: None,
            reason: Cow::Owned(UserMessage::verbatim(fault_text(fault))),
            fact: None,
            proposed: None,
        })
    })
}

pub(super) fn fault_text(fault: &OpFault) -> String {
    if fault.path.is_empty() { fault.message.clone() } else { format!("{}: {}", fault.path, fault.message) }
}

impl Runs<'_> {
    pub fn run(&self, id: Uuid) -> Result<ParseRunView> {
        self.ctx.read(|r| {
            let row = r.run(id)?.ok_or_else(|| Error::not_found("There is no such run."))?;
            let record = r.run_record(row.seq)?;
            let stored: Vec<StoredOutcome<'_>> = serde_json::from_str(&record.outcomes).unwrap_or_default();
            Ok(ParseRunView {
                outcomes: stored.into_iter().map(|stored| outcome_from(r, stored)).collect::<Result<_>>()?,
                summary: run_summary(r, row)?,
                raw: record.raw,
                repairs: serde_json::from_str(&record.repairs).unwrap_or_default(),
            })
        })
    }
}

/// The ops of a run that were refused, with the passage that is nearest to each quote.
pub(crate) fn refused_of(r: &Reader, run: RunSeq) -> Result<Vec<(OpOutcome, Option<String>)>> {
    let stored: Vec<StoredOutcome<'_>> = serde_json::from_str(&r.run_record(run)?.outcomes).unwrap_or_default();
    let refused = stored.into_iter().filter(|one| matches!(one.verdict, OpVerdict::Rejected | OpVerdict::Malformed));
    refused
        .map(|one| {
            let fact = one.fact.map(|seq| r.fact_at(FactSeq(seq))).transpose()?.flatten();
            let hint = fact.and_then(|row| serde_json::from_str::<crate::facts::Hint>(row.hint.as_deref()?).ok());
            let passage = hint.map(|hint| hint.passage).filter(|passage| !passage.is_empty());
            Ok((outcome_from(r, one)?, passage))
        })
        .collect()
}

fn outcome_from(r: &Reader, stored: StoredOutcome<'_>) -> Result<OpOutcome> {
    let fact = stored.fact.map(FactSeq);
    let named = fact.map(|seq| r.fact_name(seq)).transpose()?.flatten();
    let proposed = match stored.proposed {
        Some(proposed) => proposed,
        None => op_of_fact(r, fact)?,
    };
    Ok(OpOutcome {
        index: stored.index,
        op: proposed.op.into_owned(),
        key: proposed.key.into_owned(),
        value: proposed.value.into_owned(),
        quote: proposed.quote.into_owned(),
        alignment: stored.alignment,
        verdict: stored.verdict,
        reason: stored.reason.into_owned(),
        fact: named.map(|(id, _)| id),
        fact_label: named.map(|(_, label_no)| format!("F-{label_no}")),
    })
}

fn op_of_fact(r: &Reader, fact: Option<FactSeq>) -> Result<OpAsProposed<'static>> {
    let row = fact.map(|seq| r.fact_at(seq)).transpose()?.flatten();
    Ok(match row {
        Some(row) => OpAsProposed {
            op: "ADD".into(),
            key: row.key.into(),
            value: row.text.into(),
            quote: row.evidence.map(|evidence| evidence.found.quote).unwrap_or_default().into(),
        },
        None => OpAsProposed::default(),
    })
}

pub(crate) fn run_summary(r: &Reader, row: RunRow) -> Result<ParseRunSummary> {
    Ok(ParseRunSummary {
        id: row.id,
        bundle: r.bundle_at(row.bundle)?.id,
        status: row.status,
        model: row.model,
        stats: row.stats,
        forced: row.forced,
        created_at: row.created_at,
        started_at: row.started_at,
        finished_at: row.finished_at,
        error: row.error.as_deref().map(UserMessage::from_stored),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_of_an_older_factly_is_read() {
        let one = |alignment: &str| format!(r#"{{"index":3,"verdict":"accepted","alignment":"{alignment}"}}"#);
        let read =
            |alignment: &str| serde_json::from_str::<StoredOutcome<'_>>(&one(alignment)).map(|read| read.alignment);
        assert_eq!(read("moved").ok(), Some(Some(Alignment::Moved)));
        assert_eq!(read("widened").ok(), Some(None), "quotes were once widened to whole words");
    }
}
