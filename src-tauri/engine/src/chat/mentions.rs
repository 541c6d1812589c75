//! The mentions that an analyst may mean by "@" and some letters: by label or by words, a few of each column.
//!
//! Answered from the board alone, while the analyst types.

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::{AcceptedBy, Status};
use uuid::Uuid;

use crate::chat::Chat;
use crate::discovery::Pipeline;
use crate::error::Result;

/// A column offers no more.
const OFFERED: usize = 8;
/// Characters of a text that a mention carries: `docs/contracts/chat.md`.
const TEXT_CHARS: usize = 50;

/// The offers of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentionGroup {
    pub kind: EntityKind,
    /// At least one, and at most eight.
    pub entries: Vec<MentionCandidate>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentionCandidate {
    pub label: EntityLabel,
    /// One line, abridged.
    pub text: String,
    pub status: EntityStatus,
    /// Status of a fact in the ledger.
    pub fact_status: Option<Status>,
    pub accepted_by: Option<AcceptedBy>,
}

impl Chat<'_> {
    /// Returns the entities that begin with the typed text ("F-", "f1", "12"), or have all its words; in the order of
    /// the pipeline, labels first, facts that the rules accepted behind the others and those that wait last. Columns
    /// that offer nothing are left out.
    pub fn chat_mentions(&self, discovery: Uuid, typed: &str) -> Result<Vec<MentionGroup>> {
        Pipeline::new(self.ctx).board(discovery, |board| {
            let column = |kind| {
                let found = board.mentioned(kind, typed, OFFERED);
                let entry = |label| {
                    let (status, fact_status, accepted_by) = board.status_of(label)?;
                    let text = board.line(label, TEXT_CHARS);
                    Some(MentionCandidate { label, text, status, fact_status, accepted_by })
                };
                MentionGroup { kind, entries: found.into_iter().filter_map(entry).collect() }
            };
            EntityKind::ALL.into_iter().map(column).filter(|group| !group.entries.is_empty()).collect()
        })
    }
}
