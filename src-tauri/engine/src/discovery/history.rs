//! What was done in a discovery, step by step, and going back to a point of it.

use factly_core::discovery::EntityLabel;
use uuid::Uuid;

use super::discovery_row;
use crate::error::Result;
use crate::library::Library;
use crate::store::OpSeq;
use crate::store::history::StepRow;

/// A step of undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub seq: i64,
    /// "Edit N-3".
    pub name: String,
    pub at: i64,
    /// Not undone.
    pub done: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Newest first.
    pub steps: Vec<Step>,
    /// There are older ones.
    pub more: bool,
}

/// Where going back ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WentTo {
    /// How many steps were undone or redone.
    pub turned: usize,
    /// As [`super::Turned::kept_drafts`].
    pub kept_drafts: usize,
    pub state: crate::store::UndoState,
}

impl Library {
    /// The steps of a discovery, or of the library's own stack, from before `before`.
    pub fn history(&self, discovery: Option<Uuid>, before: Option<i64>, limit: u32) -> Result<History> {
        let stack = self.stack(discovery)?;
        let before = OpSeq(before.unwrap_or(i64::MAX));
        let limit = limit.clamp(1, 1_000);
        let mut rows = self.read(|r| Ok(r.steps(stack, before, limit + 1)?))?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        Ok(History { steps: rows.into_iter().map(step).collect(), more })
    }

    /// What was done to one entity, newest first: the steps that made it, changed it or linked it.
    pub fn entity_history(&self, discovery: Uuid, label: EntityLabel, limit: u32) -> Result<History> {
        let limit = limit.clamp(1, 1_000);
        let mut rows = self.read(|r| Ok(r.steps_of(discovery_row(r, discovery)?.seq, label, limit + 1)?))?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        Ok(History { steps: rows.into_iter().map(step).collect(), more })
    }

    /// Brings a discovery to what it was just after a step, or before all of them; in one transaction.
    pub fn go_to(&self, discovery: Option<Uuid>, step: Option<i64>) -> Result<WentTo> {
        let stack = self.stack(discovery)?;
        let turns = self.store().go_to(stack, step.map(OpSeq))?;
        Ok(WentTo { turned: turns.count, kept_drafts: turns.kept_drafts.len(), state: self.store().undo_state(stack)? })
    }
}

fn step(row: StepRow) -> Step {
    Step { seq: row.seq.0, name: row.name, at: row.at, done: row.done }
}
