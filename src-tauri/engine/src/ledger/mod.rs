//! The ledger as the shells see it: facts, their pages and details, and what the analyst decides about them.

mod add;
mod ask_again;
mod decide;
mod detail;
mod evidence;
mod fact;
mod page;

pub use add::{FactAdded, Statement};
pub use decide::{Decisions, FactEdit};
pub use detail::{Context, FactDetail, Rival};
pub use fact::{Fact, FactEvidence, Hint, InputRef};
pub use page::{FactFilter, FactPage, ReviewPage};

pub(crate) use add::evidence_at;
pub(crate) use decide::{
    Decided, NewValue, accept_row, content_of, edited_elsewhere, edited_fact, refused, restored, superseded_by,
};
pub(crate) use detail::context_of;
pub(crate) use evidence::{move_elsewhere, rest_on};
pub(crate) use fact::{fact_from, fact_row, label, stored_value};
pub(crate) use page::{number as cursor, says, standings};
