//! Records of a file on one matter, gathered until all are known and then handed on as one.

use factly_core::chat::proposal::CardChange;
use factly_core::chat::{CardStatus, MessageState, Role, Tool};
use factly_core::transfer::canonical_links::{CanonicalRecord, MeaningRecord, PriceRecord};
use factly_core::transfer::chat::ForeignMessage;
use factly_core::transfer::questions::{DraftRecord, QuestionRecord, RoundRecord};
use uuid::Uuid;

use crate::store::transfer::{ExportedTable, Fields};

/// The structured questions of a file.
#[derive(Debug, Default)]
pub(super) struct QuestionSet {
    pub(super) rounds: Vec<RoundRecord>,
    pub(super) questions: Vec<QuestionRecord>,
    pub(super) drafts: Vec<DraftRecord>,
}

impl QuestionSet {
    pub(super) fn has_number(&self, number: i64) -> bool {
        self.questions.iter().any(|question| question.number == Some(number))
    }
}

/// The records of a file on canonical items.
#[derive(Debug, Default)]
pub(super) struct CatalogueSet {
    pub(super) catalogue: Vec<CanonicalRecord>,
    pub(super) meanings: Vec<MeaningRecord>,
    pub(super) prices: Vec<PriceRecord>,
}

impl CatalogueSet {
    pub(super) fn has(&self, canonical: Uuid) -> bool {
        self.catalogue.iter().any(|known| known.uuid == canonical)
    }
}

/// The chat of a discovery, in its order.
#[derive(Debug, Default)]
pub(super) struct ChatSet {
    pub(super) conversations: Vec<FileConversation>,
}

#[derive(Debug)]
pub(super) struct FileConversation {
    pub(super) uuid: Option<Uuid>,
    pub(super) is_default: bool,
    pub(super) title: String,
    pub(super) created_at: i64,
    pub(super) messages: Vec<FileMessage>,
}

#[derive(Debug)]
pub(super) struct FileMessage {
    pub(super) uuid: Option<Uuid>,
    pub(super) role: Role,
    pub(super) text: String,
    pub(super) labels: String,
    pub(super) state: MessageState,
    pub(super) answers: ReplyTarget,
    pub(super) provider: Option<String>,
    pub(super) model: Option<String>,
    pub(super) error: Option<String>,
    pub(super) calls: String,
    pub(super) bundle: Option<Uuid>,
    pub(super) foreign: ForeignMessage,
    pub(super) created_at: i64,
    pub(super) ended_at: i64,
    pub(super) cards: Vec<FileCard>,
}

/// The question that a message answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyTarget {
    None,
    This(Uuid),
    /// The one before it: other applications do not say.
    Last,
}

#[derive(Debug)]
pub(super) struct FileCard {
    pub(super) uuid: Option<Uuid>,
    pub(super) tool: Tool,
    pub(super) change: CardChange,
    pub(super) params: String,
    /// As it was made, where the file says so and it is of the same change.
    pub(super) shown: Option<String>,
    pub(super) status: CardStatus,
    pub(super) error: Option<String>,
    pub(super) became: Option<String>,
    pub(super) edited: Option<String>,
    pub(super) decided_at: Option<i64>,
}

/// An entry of a list, its columns being of the kinds that are declared.
pub(super) struct DeclaredRecord {
    pub(super) table: &'static str,
    pub(super) exported: &'static ExportedTable,
    pub(super) uuid: Uuid,
    pub(super) fields: Fields,
}
