//! One column: its cards in the order of their labels, each with the words that a search looks in.

use std::collections::BTreeMap;

use factly_core::discovery::{EntityKind, EntityStatus, OutputType};
use factly_core::facts::{AcceptedBy, Status};
use factly_core::values::fold;
use uuid::Uuid;

use crate::store::board::BoardCardRow;

/// An entity, as much of it as a card, a filter and a search need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::discovery) struct Entry {
    pub(super) no: i64,
    pub(in crate::discovery) id: Uuid,
    pub(super) version: u32,
    pub(in crate::discovery) text: Box<str>,
    /// The text as a search compares it.
    folded: Box<str>,
    pub(in crate::discovery) status: EntityStatus,
    pub(super) fact_status: Option<Status>,
    pub(super) accepted_by: Option<AcceptedBy>,
    pub(super) output_type: Option<OutputType>,
    rank: Option<i64>,
    pub(super) archived: bool,
    pub(super) from_assistant: bool,
    pub(super) has_evidence: bool,
}

/// The analyst's part in an entity: what a list offers first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecisionRank {
    /// No fact, or one that the rules did not accept.
    Decided,
    /// A fact that the rules accepted.
    ByRules,
    /// A fact that nobody decided on.
    Waits,
}

impl Entry {
    pub(super) fn decision_rank(&self) -> DecisionRank {
        match (self.fact_status, self.accepted_by) {
            (Some(Status::Proposed | Status::Conflict), _) => DecisionRank::Waits,
            (_, Some(AcceptedBy::Rules)) => DecisionRank::ByRules,
            _ => DecisionRank::Decided,
        }
    }

    pub(super) fn from_row(row: &BoardCardRow<'_>) -> Self {
        Self {
            no: row.label.no,
            id: row.id,
            version: row.version,
            text: row.text.into(),
            folded: fold(row.text).into(),
            status: row.status,
            fact_status: row.fact_status,
            accepted_by: row.accepted_by,
            output_type: row.output_type,
            rank: row.rank,
            archived: row.archived,
            from_assistant: row.from_assistant,
            has_evidence: row.has_evidence,
        }
    }

    /// Its place among the others of its column, as the analyst arranged them; by its label where she did not.
    pub(super) fn sort_rank(&self) -> i64 {
        self.rank.unwrap_or(self.no << 20)
    }

    pub(super) fn folded(&self) -> &str {
        &self.folded
    }
}

/// In the order of labels, so that a label is found without an index beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BoardColumn {
    pub(super) kind: EntityKind,
    entries: Vec<Entry>,
}

impl BoardColumn {
    pub(super) const fn new(kind: EntityKind) -> Self {
        Self { kind, entries: Vec::new() }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn get(&self, no: i64) -> Option<&Entry> {
        self.position(no).map(|at| &self.entries[at])
    }

    pub(super) fn has(&self, no: i64) -> bool {
        self.position(no).is_some()
    }

    /// Adds the next entry in the order of labels; a later version of the same label takes its place.
    pub(super) fn push(&mut self, entry: Entry) {
        match self.entries.last_mut() {
            Some(last) if last.no == entry.no => *last = entry,
            _ => self.entries.push(entry),
        }
    }

    /// Gives each label what stands for it now, if anything does.
    pub(super) fn apply(&mut self, changes: BTreeMap<i64, Option<Entry>>) {
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        for (no, change) in changes {
            match (self.position(no), change) {
                (Some(at), Some(entry)) => self.entries[at] = entry,
                (Some(_), None) => removed.push(no),
                (None, Some(entry)) => added.push(entry),
                (None, None) => {}
            }
        }
        if !removed.is_empty() {
            self.entries.retain(|entry| removed.binary_search(&entry.no).is_err());
        }
        if !added.is_empty() {
            let in_order = self.entries.last().is_none_or(|last| last.no < added[0].no);
            self.entries.append(&mut added);
            if !in_order {
                // Two runs that are in order already: a stable sort merges them.
                self.entries.sort_by_key(|entry| entry.no);
            }
        }
    }

    fn position(&self, no: i64) -> Option<usize> {
        self.entries.binary_search_by_key(&no, |entry| entry.no).ok()
    }
}
