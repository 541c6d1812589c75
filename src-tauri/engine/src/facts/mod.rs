//! The ledger as the shells see it: facts, their pages and details, and what the analyst decides about them.

mod accept;
mod add;
mod apply;
mod ask_again;
pub(crate) mod counts;
mod decide;
mod detail;
mod echo;
mod evidence;
mod fact;
mod learned;
mod near_duplicates;
mod page;
mod propositions;
mod remarks;
mod same_span;
mod settle;
mod sheet;
mod statement;
mod view;
mod waiting;

pub use accept::{AcceptReport, DuplicateHold};
pub use add::{FactAdded, NewStatement};
pub use decide::{DecisionReport, FactEdit};
pub use detail::{FactDetail, QuoteContext, Rival};
pub use fact::{Fact, FactEvidence, Hint, InputReference};
pub use page::{FactFilter, FactPage, ReviewPage};
pub use settle::{Rulings, SettledValues};
pub use sheet::FactSheet;
pub use waiting::{WaitingFact, WaitingId};

use crate::context::area;
use crate::store::facts::LedgerStanding;
pub(crate) use add::evidence_at;
pub(crate) use apply::{AppliedPlan, PlanOrigin, apply_plan, seq_of};
pub(crate) use decide::{FactDecision, NewValue, accept_row, edited_elsewhere, edited_fact, refused, restored};
pub(crate) use detail::context_of;
pub(crate) use evidence::{missing_from, move_elsewhere, rest_on};
pub(crate) use fact::{content_of, fact_from, label, locate, stored_value};
use factly_core::facts::Status;
pub(crate) use learned::{Expectation, LearnedRankings};
pub(crate) use near_duplicates::NearDuplicateIndex;
pub(crate) use page::{number as cursor, says, standings};
pub(crate) use propositions::Propositions;
pub(crate) use remarks::{key_meant, remarks};
pub(crate) use same_span::superseded_by;
pub(crate) use statement::StatementTranslator;
pub(crate) use view::View;

area! {
    /// The facts of a discovery: pages, details, decisions.
    Facts
}

/// Statuses of a discovery's facts: neither superseded nor rejected.
pub(crate) const LIVE: [LedgerStanding; 6] = [
    (Status::Proposed, false),
    (Status::Proposed, true),
    (Status::Accepted, false),
    (Status::Accepted, true),
    (Status::Conflict, false),
    (Status::Conflict, true),
];

/// Statuses that wait for the analyst.
pub(crate) const WAITING: [LedgerStanding; 5] = [
    (Status::Proposed, false),
    (Status::Proposed, true),
    (Status::Accepted, true),
    (Status::Conflict, false),
    (Status::Conflict, true),
];
