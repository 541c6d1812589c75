//! The mentions that an analyst may mean by "@" and some letters: by label or by words, a few of each column.
//!
//! Answered from the board while the analyst types, and from the statements of typed facts in the reader's language.

use std::collections::BTreeMap;

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::{AcceptedBy, Status};
use factly_core::values::fold;
use uuid::Uuid;

use crate::chat::Chat;
use crate::discovery::Pipeline;
use crate::discovery::board::abridged;
use crate::error::Result;
use crate::facts::Facts;
use crate::lookup::discovery_row;

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
        let stated = self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            Facts::new(self.ctx).typed_statements(r, discovery)
        })?;
        let stated: BTreeMap<i64, String> = stated.into_iter().map(|(fact, text)| (fact.label_no, text)).collect();
        let typed_words = fold(typed.trim());
        let says =
            |text: &String| !typed_words.is_empty() && typed_words.split(' ').all(|word| fold(text).contains(word));
        Pipeline::new(self.ctx).board(discovery, |board| {
            let column = |kind| {
                let mut found = board.mentioned(kind, typed, OFFERED);
                if kind == EntityKind::Fact {
                    let shown = stated.iter().filter(|(_, text)| says(text));
                    let shown = shown.map(|(no, _)| EntityLabel::new(kind, *no));
                    let more: Vec<EntityLabel> = shown.filter(|label| !found.contains(label)).collect();
                    found.extend(more.into_iter().take(OFFERED - found.len()));
                }
                let entry = |label| {
                    let (status, fact_status, accepted_by) = board.status_of(label)?;
                    let shown = stated.get(&label.no).filter(|_| label.kind == EntityKind::Fact);
                    let text = shown.map_or_else(|| board.line(label, TEXT_CHARS), |text| abridged(text, TEXT_CHARS));
                    Some(MentionCandidate { label, text, status, fact_status, accepted_by })
                };
                MentionGroup { kind, entries: found.into_iter().filter_map(entry).collect() }
            };
            EntityKind::ALL.into_iter().map(column).filter(|group| !group.entries.is_empty()).collect()
        })
    }
}
