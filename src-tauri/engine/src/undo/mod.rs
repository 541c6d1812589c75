//! History of a discovery, step by step, and going back to a point of it.

use crate::store::Stack;
use crate::store::UndoOutcome;
use crate::store::UndoState;
use factly_core::discovery::EntityLabel;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::context::area;
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::store::OpSeq;
use crate::store::history::StepRow;

area! {
    /// Steps back and forth, and the history that they make.
    Undo
}

/// A step of undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoStep {
    pub seq: i64,
    /// "Edit N-3".
    pub name: UserMessage,
    pub at: i64,
    /// Not undone.
    pub done: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepHistory {
    /// Newest first.
    pub steps: Vec<UndoStep>,
    /// There are older ones.
    pub more: bool,
}

/// The end point of going back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoToOutcome {
    /// Count of the steps undone or redone.
    pub step_count: usize,
    /// As [`UndoResult::kept_drafts`].
    pub kept_drafts: usize,
    pub state: UndoState,
}

/// The effect of undo or redo, if there was anything to do, and the next step of either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoResult {
    pub done: Option<UserMessage>,
    /// Count of the answers that undo took back and that are not drafts again, since newer ones stand in their place.
    pub kept_drafts: usize,
    /// Count of the steps that rest on the one to be undone, so that it was not.
    pub later: u32,
    pub state: UndoState,
}

impl Undo<'_> {
    /// Takes back the last step of a discovery, or of the library's own stack.
    pub fn undo(&self, discovery: Option<Uuid>) -> Result<UndoResult> {
        let stack = Undo::new(self.ctx).stack(discovery)?;
        Undo::new(self.ctx).outcome(stack, self.ctx.store().undo(stack)?)
    }

    /// As [`Self::undo`], but only of `step`: where later ones stand on it, or it is undone already, nothing is done.
    pub fn undo_step(&self, discovery: Option<Uuid>, step: i64) -> Result<UndoResult> {
        let stack = Undo::new(self.ctx).stack(discovery)?;
        Undo::new(self.ctx).outcome(stack, self.ctx.store().undo_step(stack, OpSeq(step))?)
    }

    /// Does again what was taken back last.
    pub fn redo(&self, discovery: Option<Uuid>) -> Result<UndoResult> {
        let stack = Undo::new(self.ctx).stack(discovery)?;
        Undo::new(self.ctx).outcome(stack, self.ctx.store().redo(stack)?)
    }

    fn outcome(&self, stack: Stack, turns: UndoOutcome) -> Result<UndoResult> {
        let kept_drafts = turns.kept_drafts.len();
        Ok(UndoResult { done: turns.last, kept_drafts, later: turns.later, state: self.ctx.store().undo_state(stack)? })
    }

    pub fn undo_state(&self, discovery: Option<Uuid>) -> Result<UndoState> {
        let stack = Undo::new(self.ctx).stack(discovery)?;
        Ok(self.ctx.store().undo_state(stack)?)
    }

    pub(super) fn stack(&self, discovery: Option<Uuid>) -> Result<Stack> {
        let Some(id) = discovery else { return Ok(Stack::Library) };
        Ok(Stack::Discovery(self.ctx.read(|r| discovery_row(r, id))?.seq))
    }

    /// The steps of a discovery, or of the library's own stack, from before `before`.
    pub fn history(&self, discovery: Option<Uuid>, before: Option<i64>, limit: u32) -> Result<StepHistory> {
        let stack = self.stack(discovery)?;
        let before = OpSeq(before.unwrap_or(i64::MAX));
        let limit = limit.clamp(1, 1_000);
        let mut rows = self.ctx.read(|r| Ok(r.steps(stack, before, limit + 1)?))?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        Ok(StepHistory { steps: rows.into_iter().map(step).collect(), more })
    }

    /// Reads the history of one entity, newest first: the steps that made it, changed it or linked it.
    pub fn entity_history(&self, discovery: Uuid, label: EntityLabel, limit: u32) -> Result<StepHistory> {
        let limit = limit.clamp(1, 1_000);
        let mut rows = self.ctx.read(|r| Ok(r.steps_of(discovery_row(r, discovery)?.seq, label, limit + 1)?))?;
        let more = rows.len() > limit as usize;
        rows.truncate(limit as usize);
        Ok(StepHistory { steps: rows.into_iter().map(step).collect(), more })
    }

    /// Brings a discovery to what it was just after a step, or before all of them; in one transaction.
    pub fn go_to(&self, discovery: Option<Uuid>, step: Option<i64>) -> Result<GoToOutcome> {
        let stack = self.stack(discovery)?;
        let turns = self.ctx.store().go_to(stack, step.map(OpSeq))?;
        Ok(GoToOutcome {
            step_count: turns.count,
            kept_drafts: turns.kept_drafts.len(),
            state: self.ctx.store().undo_state(stack)?,
        })
    }
}

fn step(row: StepRow) -> UndoStep {
    UndoStep { seq: row.seq.0, name: row.name, at: row.at, done: row.done }
}
