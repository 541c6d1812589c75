//! The mentions that an analyst may mean by "@" and some letters: by label or by words, a few of each column.
//!
//! Answered from the board alone, while the analyst types.

use factly_core::discovery::{EntityKind, EntityLabel};
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
}

impl Chat<'_> {
    /// Returns the entities that begin with the typed text ("F-", "f1", "12"), or have all its words; in the order of
    /// the pipeline, labels first. Columns that offer nothing are left out.
    pub fn chat_mentions(&self, discovery: Uuid, typed: &str) -> Result<Vec<MentionGroup>> {
        Pipeline::new(self.ctx).board(discovery, |board| {
            let column = |kind| {
                let found = board.mentioned(kind, typed, OFFERED);
                let entries = found.into_iter().map(|label| (label, board.line(label, TEXT_CHARS)));
                MentionGroup { kind, entries: entries.map(|(label, text)| MentionCandidate { label, text }).collect() }
            };
            EntityKind::ALL.into_iter().map(column).filter(|group| !group.entries.is_empty()).collect()
        })
    }
}
