//! The audit: what became of every part of every text, and the past.

mod as_of;
mod coverage;
mod items_then;
mod timelines;
mod views;

pub use as_of::{BlockThen, BlocksThen, FactThen, LedgerThen, LineThen, Moment, Point, Since, Which};
pub use coverage::{Coverage, CoveredPiece, CoveredStretch, QuotedLabel, Reading, RefusedOp, Totals};
pub use items_then::{FieldThen, FieldsThen, ItemThen, ItemsThen};
pub use views::SavedView;

pub(crate) use as_of::Of;
pub(crate) use timelines::Timelines;
pub(crate) use views::{is_filter, name_of_view};
