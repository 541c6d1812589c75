//! The ledger: what a fact is, and what becomes of a proposed one (`docs/contracts/fact-ops.md`).
//!
//! An op is first checked by itself ([`check`]: does its quote stand, is its key known, does its value type?) and then
//! held against what the ledger has ([`reconcile`]). Both are pure and return what to write; the engine writes it. What
//! the analyst decides later is in [`decide`]. A statement that says what another fact says, in other words, is the
//! analyst's to accept ([`near_duplicate`]).

mod check;
pub mod decide;
pub mod near_duplicate;
mod one_fact;
mod reconcile;
mod text;

pub use crate::items::Scope;
pub use check::{Candidate, Policy, Route, check, remark};
pub use near_duplicate::NearDuplicate;
pub use one_fact::{QuotedSpan, is_one_fact};
pub use reconcile::{
    CandidateOutcome, Contradicted, FactRef, LedgerEntry, LedgerPlan, LedgerView, OutcomeKind, Reaffirmed, Retired,
    reconcile,
};

use serde::{Deserialize, Serialize};

use crate::evidence::{Evidence, Missing};
use crate::extraction::salience::Salience;
use crate::keys::ValueType;
use crate::message::UserMessage;
use crate::named;

/// The content of a fact and why it may be believed: what never changes once it is in the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct FactContent {
    pub scope: Scope,
    pub key: String,
    pub value_type: ValueType,
    /// The value as JSON text.
    pub value: String,
    /// [`crate::values::Value::norm`] of the value.
    pub norm: String,
    /// A sentence for readers: the statement, or "Label: value".
    pub text: String,
    /// 0 to 1.
    pub confidence: f64,
    pub source_kind: SourceKind,
    pub evidence: Option<Evidence>,
    /// The parts of the value that the quote does not say.
    pub missing: Vec<Missing>,
    /// The reason for its status.
    pub reason: UserMessage,
    /// The worth of a look at it.
    pub salience: Salience,
}

/// A row to add to the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct NewFact {
    pub content: FactContent,
    pub status: Status,
    pub needs_review: bool,
    pub supersedes: Option<FactRef>,
    pub conflicts_with: Option<FactRef>,
}

named! {
    /// The status of a fact. `Superseded` facts stay: nothing is ever taken out of the ledger.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Status {
        Proposed = "proposed",
        Accepted = "accepted",
        Rejected = "rejected",
        Conflict = "conflict",
        Superseded = "superseded",
    }
}

named! {
    /// The one who accepted a fact last.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum AcceptedBy {
        /// The rules that read its text, without a decision.
        Rules = "rules",
        Analyst = "analyst",
    }
}

named! {
    /// The source that says it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SourceKind {
        /// A quote from what the analyst wrote or brought in.
        User = "user",
        /// A quote from what an assistant wrote.
        Agent = "agent",
        /// Factly's own note, as of an op that could not be verified. May have no evidence.
        System = "system",
        /// Typed by the analyst. May have no evidence.
        Manual = "manual",
        /// From a file without bundles. May have no evidence.
        Imported = "imported",
    }
}

/// The statistics of a parse run (`docs/contracts/fact-ops.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunStats {
    pub ops_in: u32,
    pub facts_added: u32,
    pub facts_updated: u32,
    pub conflicts: u32,
    pub notes: u32,
    pub needs_review: u32,
    /// Ops whose quote does not stand in the source.
    pub rejected: u32,
    /// Ops that said again what the ledger holds.
    pub unchanged: u32,
}
