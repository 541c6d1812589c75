//! Discoveries: making, finding, naming, archiving and deleting them, and taking steps back and forth; and the five
//! columns of one, in a file for each thing that is done to them.

pub(crate) mod add;
pub(crate) mod archive;
pub mod board;
pub(crate) mod counts;
mod derivation;
pub(crate) mod duplicates;
mod edit;
pub(crate) mod entity;
mod field;
mod history;
pub(crate) mod judging;
pub(crate) mod links;
pub(crate) mod marks;
mod merge;
mod order;
mod scan;
mod trace;
pub(crate) mod variants;

pub use add::{Added, Anyway, NewEntity};
pub use derivation::{Derivation, Derived, Suggestion};
pub use duplicates::{AcceptReport, Duplicate, DuplicateGroup, HeldBack};
pub(crate) use edit::standing_fact;
pub use edit::{Edited, StateSet};
pub use entity::{Entity, EntityDetail, EntityVersion, LinkEnd};
pub use history::{History, Step, WentTo};
pub use merge::Kept;
pub use trace::{TraceNode, TraceQuote, TraceReport};

use factly_core::bundle::Stage;
use factly_core::ledger::Status;
use uuid::Uuid;

use crate::bundle::{InputSummary, input_summaries};
use crate::error::{Code, Error, Result};
use crate::library::Library;
use crate::store::discoveries::DiscoveryRow;
use crate::store::facts::Standing;
use crate::store::{DiscoverySeq, Op, OpSeq, Reader, Stack, Topic, Turns, UndoState};

/// What a discovery's facts are: neither superseded nor rejected.
pub(crate) const LIVE: [Standing; 6] = [
    (Status::Proposed, false),
    (Status::Proposed, true),
    (Status::Accepted, false),
    (Status::Accepted, true),
    (Status::Conflict, false),
    (Status::Conflict, true),
];

/// What waits for the analyst.
pub(crate) const WAITING: [Standing; 5] = [
    (Status::Proposed, false),
    (Status::Proposed, true),
    (Status::Accepted, true),
    (Status::Conflict, false),
    (Status::Conflict, true),
];

/// A title longer than this is a text in the wrong place.
const MAX_TITLE_CHARS: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovery {
    pub id: Uuid,
    pub title: String,
    pub goal: String,
    pub stage: Stage,
    pub archived: bool,
    pub created_at: i64,
    pub updated_at: i64,
    pub inputs: u32,
    /// Facts that are neither superseded nor rejected.
    pub facts: u32,
    /// What waits for the analyst.
    pub waiting: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveryDetail {
    pub discovery: Discovery,
    pub inputs: Vec<InputSummary>,
    pub undo: UndoState,
}

/// What is to be changed; `None` leaves it as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DiscoveryChange {
    pub title: Option<String>,
    pub goal: Option<String>,
    pub stage: Option<Stage>,
}

/// What undo or redo did, if there was anything to do, and what either would do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turned {
    pub done: Option<String>,
    /// How many answers that undo took back are not drafts again, since newer ones stand in their place.
    pub kept_drafts: usize,
    /// How many steps stand on the one that was to be undone, so that it was not.
    pub later: u32,
    pub state: UndoState,
}

impl Library {
    /// Newest first. `query` looks in titles and goals, without regard to case.
    pub fn discoveries(&self, query: Option<&str>, archived: bool) -> Result<Vec<Discovery>> {
        let wanted = query.unwrap_or_default().trim().to_lowercase();
        let matches = |row: &DiscoveryRow| {
            row.archived == archived
                && (row.title.to_lowercase().contains(&wanted) || row.goal.to_lowercase().contains(&wanted))
        };
        let rows = self.read(|r| Ok(r.discoveries()?))?;
        rows.into_iter().filter(matches).map(|row| self.counted(row)).collect()
    }

    pub fn create_discovery(&self, title: &str, goal: &str) -> Result<Discovery> {
        let title = checked_title(title)?;
        let op = Op::named(Stack::Library, format!("Create “{title}”"));
        let seq = self.write(op, |w| {
            w.topic(Topic::Library);
            Ok(w.insert_discovery(&title, goal.trim())?)
        })?;
        let row = self.read(|r| r.discovery_at(seq.value)?.ok_or_else(gone))?;
        self.counted(row)
    }

    pub fn discovery(&self, id: Uuid) -> Result<DiscoveryDetail> {
        let (row, inputs) = self.read(|r| {
            let row = discovery_row(r, id)?;
            let inputs = input_summaries(r, row.seq)?;
            Ok((row, inputs))
        })?;
        let undo = self.store().undo_state(Stack::Discovery(row.seq))?;
        Ok(DiscoveryDetail { discovery: self.counted(row)?, inputs, undo })
    }

    pub fn update_discovery(&self, id: Uuid, change: DiscoveryChange) -> Result<Discovery> {
        let title = change.title.as_deref().map(checked_title).transpose()?;
        let row = self.read(|r| discovery_row(r, id))?;
        let name = match (&title, &change.goal, change.stage) {
            (Some(title), ..) => format!("Rename to “{title}”"),
            (None, None, Some(stage)) => format!("Move to {}", stage.as_str()),
            _ => "Change the goal".to_owned(),
        };
        self.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            // What another process changed since is kept.
            let row = discovery_row_at(w, row.seq)?;
            let title = title.as_deref().unwrap_or(&row.title);
            let goal = change.goal.as_deref().map_or(row.goal.as_str(), str::trim);
            w.update_discovery(row.seq, title, goal, change.stage.unwrap_or(row.stage))?;
            w.topic(Topic::Library);
            w.topic(Topic::Discovery);
            Ok(())
        })?;
        Ok(self.discovery(id)?.discovery)
    }

    pub fn archive_discovery(&self, id: Uuid, archived: bool) -> Result<Discovery> {
        let row = self.read(|r| discovery_row(r, id))?;
        let verb = if archived { "Archive" } else { "Bring back" };
        let op = Op::named(Stack::Library, format!("{verb} “{}”", row.title));
        self.write(op, |w| {
            w.set_discovery_archived(row.seq, archived)?;
            w.topic(Topic::Library);
            Ok(())
        })?;
        Ok(self.discovery(id)?.discovery)
    }

    /// Hides the discovery with all that is in it; undo on the library's own stack brings it back.
    pub fn delete_discovery(&self, id: Uuid) -> Result<()> {
        let row = self.read(|r| discovery_row(r, id))?;
        let op = Op::named(Stack::Library, format!("Delete “{}”", row.title));
        self.write(op, |w| {
            w.hide_discovery(row.seq)?;
            w.topic(Topic::Library);
            Ok(())
        })?;
        Ok(())
    }

    /// Takes back the last step of a discovery, or of the library's own stack.
    pub fn undo(&self, discovery: Option<Uuid>) -> Result<Turned> {
        let stack = self.stack(discovery)?;
        self.turned(stack, self.store().undo(stack)?)
    }

    /// As [`Self::undo`], but only of `step`: where later ones stand on it, or it is undone already, nothing is done.
    pub fn undo_step(&self, discovery: Option<Uuid>, step: i64) -> Result<Turned> {
        let stack = self.stack(discovery)?;
        self.turned(stack, self.store().undo_step(stack, OpSeq(step))?)
    }

    /// Does again what was taken back last.
    pub fn redo(&self, discovery: Option<Uuid>) -> Result<Turned> {
        let stack = self.stack(discovery)?;
        self.turned(stack, self.store().redo(stack)?)
    }

    fn turned(&self, stack: Stack, turns: Turns) -> Result<Turned> {
        let kept_drafts = turns.kept_drafts.len();
        Ok(Turned { done: turns.last, kept_drafts, later: turns.later, state: self.store().undo_state(stack)? })
    }

    pub fn undo_state(&self, discovery: Option<Uuid>) -> Result<UndoState> {
        let stack = self.stack(discovery)?;
        Ok(self.store().undo_state(stack)?)
    }

    pub(super) fn stack(&self, discovery: Option<Uuid>) -> Result<Stack> {
        let Some(id) = discovery else { return Ok(Stack::Library) };
        Ok(Stack::Discovery(self.read(|r| discovery_row(r, id))?.seq))
    }

    fn counted(&self, row: DiscoveryRow) -> Result<Discovery> {
        let counts = self.counts().of(self.store(), &row)?;
        Ok(Discovery {
            inputs: self.read(|r| Ok(r.input_count(row.seq)?))?,
            facts: counts.of_all(&LIVE),
            waiting: counts.of_all(&WAITING),
            id: row.id,
            title: row.title,
            goal: row.goal,
            stage: row.stage,
            archived: row.archived,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

pub(crate) fn discovery_row(r: &Reader, id: Uuid) -> Result<DiscoveryRow> {
    r.discovery(id)?.ok_or_else(gone)
}

/// As [`discovery_row`], by its number.
pub(crate) fn discovery_row_at(r: &Reader, seq: DiscoverySeq) -> Result<DiscoveryRow> {
    r.discovery_at(seq)?.ok_or_else(gone)
}

fn gone() -> Error {
    Error::not_found("There is no such discovery.").hint("It may have been deleted: undo brings it back.")
}

/// A title is one line, and not endless.
pub(crate) fn checked_title(title: &str) -> Result<String> {
    let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(Error::new(Code::Empty, "A title is needed."));
    }
    if line.chars().count() > MAX_TITLE_CHARS {
        return Err(Error::invalid(format!("A title has at most {MAX_TITLE_CHARS} characters.")));
    }
    Ok(line)
}
