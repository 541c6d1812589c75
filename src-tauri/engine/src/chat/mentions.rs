//! What an analyst may mean who types "@" and some letters: by label or by words, a few of each column.
//!
//! Answered from the board alone, while the analyst types.

use factly_core::discovery::{EntityKind, EntityLabel};
use uuid::Uuid;

use crate::chat::Chat;
use crate::discovery::Pipeline;
use crate::error::Result;

/// A column offers no more.
const OFFERED: usize = 8;
/// How much of a text a mention carries: `docs/contracts/chat.md`.
const TEXT_CHARS: usize = 50;

/// What one column offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MentionGroup {
    pub kind: EntityKind,
    /// At least one, and at most eight.
    pub entries: Vec<Mention>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub label: EntityLabel,
    /// One line, abridged.
    pub text: String,
}

impl Chat<'_> {
    /// What stands in the columns that begins with what was typed ("F-", "f1", "12"), or has all its words; in the
    /// order of the pipeline, labels first. Columns that offer nothing are left out.
    pub fn chat_mentions(&self, discovery: Uuid, typed: &str) -> Result<Vec<MentionGroup>> {
        Pipeline::new(self.ctx).board(discovery, |board| {
            let column = |kind| {
                let found = board.mentioned(kind, typed, OFFERED);
                let entries = found.into_iter().map(|label| (label, board.line(label, TEXT_CHARS)));
                MentionGroup { kind, entries: entries.map(|(label, text)| Mention { label, text }).collect() }
            };
            EntityKind::ALL.into_iter().map(column).filter(|group| !group.entries.is_empty()).collect()
        })
    }
}
