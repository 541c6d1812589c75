//! Cards: what a column shows of an entity.

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use factly_core::facts::{AcceptedBy, Status};
use uuid::Uuid;

use crate::discovery::board::Board;
use crate::discovery::board::build::{links_above, links_below};
use crate::discovery::board::column::Entry;
use crate::discovery::board::links::BoardLink;

/// The text of an Input's or a fact's card is no longer than this.
pub(super) const CARD_CHARS: usize = 240;
/// A conclusion is read on its card: it is cut only where it is a document of its own.
const CONCLUSION_CHARS: usize = 4_000;
/// A card names no more of what it rests on.
const LABELS_SHOWN: usize = 32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub label: EntityLabel,
    /// Of the version that stands.
    pub id: Uuid,
    /// Of an Input or a fact one line, abridged; of a conclusion all of it. A page has it in the reader's language.
    pub text: String,
    pub status: EntityStatus,
    pub version: u32,
    /// Number that it rests on, and that rest on it.
    pub up: u32,
    pub down: u32,
    pub up_labels: Vec<EntityLabel>,
    pub orphan: bool,
    pub archived: bool,
    pub from_assistant: bool,
    pub has_evidence: bool,
    pub output_type: Option<OutputType>,
    pub fact_status: Option<Status>,
    pub accepted_by: Option<AcceptedBy>,
}

impl Board {
    pub(super) fn card(&self, kind: EntityKind, entry: &Entry) -> Card {
        let above = self.above(kind, entry.no);
        let upper = EntityKind::ALL[(kind as usize).saturating_sub(1)];
        Card {
            label: EntityLabel::new(kind, entry.no),
            id: entry.id,
            text: text_of(kind, &entry.text),
            status: entry.status,
            version: entry.version,
            up: count(above.len()),
            down: count(self.below(kind, entry.no).len()),
            up_labels: above.iter().take(LABELS_SHOWN).map(|link| EntityLabel::new(upper, link.up)).collect(),
            orphan: self.is_orphan(kind, entry.no),
            archived: entry.archived,
            from_assistant: entry.from_assistant,
            has_evidence: entry.has_evidence,
            output_type: entry.output_type,
            fact_status: entry.fact_status,
            accepted_by: entry.accepted_by,
        }
    }

    /// An Input is one if nothing rests on it; anything else if it rests on nothing.
    pub(super) fn is_orphan(&self, kind: EntityKind, no: i64) -> bool {
        match kind {
            EntityKind::Input => self.below(kind, no).is_empty(),
            _ => self.above(kind, no).is_empty(),
        }
    }

    /// Returns an entity's parents.
    pub(in crate::discovery) fn labels_above(&self, label: EntityLabel) -> Vec<EntityLabel> {
        let Some(kind) = label.kind.above() else { return Vec::new() };
        self.above(label.kind, label.no).iter().map(|link| EntityLabel::new(kind, link.up)).collect()
    }

    pub(super) fn above(&self, kind: EntityKind, no: i64) -> &[BoardLink] {
        links_above(kind).map_or(&[], |at| self.links[at].above(no))
    }

    pub(super) fn below(&self, kind: EntityKind, no: i64) -> &[BoardLink] {
        links_below(kind).map_or(&[], |at| self.links[at].below(no))
    }
}

fn text_of(kind: EntityKind, text: &str) -> String {
    match kind {
        EntityKind::Input | EntityKind::Fact => abridged(text, CARD_CHARS),
        _ if text.chars().nth(CONCLUSION_CHARS).is_some() => abridged(text, CONCLUSION_CHARS),
        _ => text.to_owned(),
    }
}

/// On one line, and cut where it is longer than `limit` characters.
pub(crate) fn abridged(text: &str, limit: usize) -> String {
    let mut line = String::with_capacity(text.len().min(limit * 2));
    let mut chars = 0;
    for word in text.split_whitespace() {
        let gap = usize::from(chars > 0);
        let length = word.chars().count();
        if chars + gap + length > limit {
            let room = limit.saturating_sub(chars + gap + 1);
            if gap > 0 && room > 0 {
                line.push(' ');
            }
            line.extend(word.chars().take(room));
            if chars == limit {
                line.pop();
            }
            line.push('…');
            return line;
        }
        if gap > 0 {
            line.push(' ');
        }
        line.push_str(word);
        chars += gap + length;
    }
    line
}

pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
