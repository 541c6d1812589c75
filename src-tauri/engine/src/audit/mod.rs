//! The audit: what became of every part of every text, and the past.

mod as_of;
mod coverage;
mod items_then;
mod last_turn;
mod timelines;
mod views;

pub use as_of::{BlockThen, BlocksThen, FactChanges, FactThen, LedgerThen, LineThen, Moment, PastFilter, Point};
pub use coverage::{Coverage, CoveredPiece, CoveredStretch, QuotedLabel, ReadState, RefusedOp, Totals};
pub use items_then::{FieldThen, FieldsThen, ItemThen, ItemsThen};
pub use last_turn::{BlockTurn, Contest};
pub use views::SavedView;

use crate::context::area;
pub(crate) use as_of::PastFacts;
pub(crate) use timelines::Timelines;
pub(crate) use views::{is_filter, name_of_view};

area! {
    /// The audit: what became of every part of a text, and the state at an earlier step.
    Audit
}
