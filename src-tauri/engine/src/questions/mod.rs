//! Structured questions: what is still to be asked, answering it, and questions that a model proposes.
//!
//! | file | does |
//! |---|---|
//! | `sheet` | what is asked for a stage and a scope, and what became of what was |
//! | `round` | a finished round: one turn, one bundle, one parse, one step of undo |
//! | `draft` | what is written and not sent |
//! | `guide` | questions that the interviews ask alike, with what was answered |
//! | `propose` | what a model would ask |
//!
//! Not part of it: which question is worth more, which is the core's to say.

mod draft;
mod guide;
mod propose;
mod round;
mod sheet;

pub use guide::{Guide, GuideAnswer, GuideInterview, GuideRow};
pub use propose::ProposalReport;
pub(crate) use round::no_item;
pub use round::{AnswerFacts, AnswerGiven, AnswerRound, RoundReport};
pub use sheet::{AskedKey, QuestionState, QuestionView, Sheet};

pub use crate::store::questions::{AnswerContent, FactForKey};

use factly_core::inputs::ItemRef;

use crate::context::area;
use crate::error::Result;
use crate::store::items::ItemRow;
use crate::store::{DiscoverySeq, Reader};

area! {
    /// Structured questions: the sheet of a stage, and rounds of answers.
    Questions
}

/// A longer answer is an Input.
pub const MAX_ANSWER_CHARS: usize = 8_000;

/// The items that a question may be about.
fn known_items(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<ItemRef>> {
    Ok(r.items(discovery)?.into_iter().map(item_ref).collect())
}

fn item_ref(item: ItemRow) -> ItemRef {
    ItemRef { id: item.reference(), name: item.name }
}
