//! Parse runs: one reading of one bundle, by the parser that is built in or by a model of the analyst's own.
//!
//! Whoever proposes, the way is the same: every quote is looked for, every value held against its quote, every fact
//! against the ledger, and all of it is written in one transaction or not at all.

mod check;
mod correct;
mod keep_key;
mod model;
mod outcome;
mod prompt;
mod run;
mod submit;

pub use crate::store::runs::FILLED_IN;
pub use correct::Correction;
pub use keep_key::{KeptKey, KeyProposal};
pub use outcome::{OpOutcome, OpVerdict, ParseRunSummary, ParseRunView};
pub use submit::{Force, RunReport};

use crate::context::area;
pub(crate) use model::ModelReply;
pub(crate) use outcome::{refused_of, run_summary};
pub(crate) use run::{BuiltInParser, Parsed, RunOwnership, parse_one, take_quick_answers};

area! {
    /// Parse runs: one reading of one bundle.
    Runs
}

/// The parser that is built in.
pub const OFFLINE: &str = "offline";
/// An answer that the analyst brought.
pub const PASTED: &str = "pasted";
