//! Boards that were made, each kept until its discovery changes and then patched.

use crate::context::Cache;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::board::Board;
use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::store::board::ReadUpTo;
use crate::store::{ChangeNotice, Topic};

#[derive(Default)]
pub(crate) struct Boards(Mutex<HashMap<Uuid, Arc<BoardState>>>);

struct BoardState {
    /// Grows with every notice, so that a board read before one is not taken for current after it.
    notices: AtomicU64,
    state: RwLock<Option<BoardSnapshot>>,
}

struct BoardSnapshot {
    board: Board,
    up_to: ReadUpTo,
    /// The notices that there were before it was read.
    notices: u64,
}

impl Cache for Boards {
    fn on_change(&self, notice: &ChangeNotice) {
        self.notice(notice);
    }
}

impl Boards {
    /// More discoveries than this are not looked at in turns.
    const KEPT: usize = 4;

    /// Notes that a board may be out of date. A notice that names no discovery may be of any.
    pub(crate) fn notice(&self, notice: &ChangeNotice) {
        let about_cards = [Topic::Library, Topic::Inputs, Topic::Facts, Topic::Pipeline, Topic::Undo];
        if !about_cards.iter().any(|topic| notice.topics.contains(topic)) {
            return;
        }
        for (discovery, state) in self.lock().iter() {
            if notice.discovery.is_none_or(|named| named == *discovery) {
                state.notices.fetch_add(1, Ordering::AcqRel);
            }
        }
    }

    fn board_state(&self, discovery: Uuid) -> Arc<BoardState> {
        let mut states = self.lock();
        if states.len() >= Self::KEPT && !states.contains_key(&discovery) {
            states.clear();
        }
        let made = || Arc::new(BoardState { notices: AtomicU64::new(0), state: RwLock::new(None) });
        Arc::clone(states.entry(discovery).or_insert_with(made))
    }

    fn forget(&self, discovery: Uuid) {
        self.lock().remove(&discovery);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<BoardState>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pipeline<'_> {
    /// Looks at the board of a discovery as it stands now.
    pub(crate) fn board<T>(&self, discovery: Uuid, look: impl FnOnce(&Board) -> T) -> Result<T> {
        let cached = self.ctx.cache::<Boards>().board_state(discovery);
        {
            let state = cached.state.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(state) = state.as_ref().filter(|state| state.notices == cached.notices.load(Ordering::Acquire))
            {
                return Ok(look(&state.board));
            }
        }
        let mut state = cached.state.write().unwrap_or_else(PoisonError::into_inner);
        let notices = cached.notices.load(Ordering::Acquire);
        if state.as_ref().is_none_or(|state| state.notices != notices) {
            // Taken out first: what fails halfway is not kept.
            let before = state.take();
            match self.current(discovery, before, notices) {
                Ok(current) => *state = Some(current),
                Err(error) => {
                    self.ctx.cache::<Boards>().forget(discovery);
                    return Err(error);
                }
            }
        }
        let state = state.as_ref().ok_or_else(|| Error::new(Code::Internal, "The board was not made."))?;
        Ok(look(&state.board))
    }

    fn current(&self, discovery: Uuid, before: Option<BoardSnapshot>, notices: u64) -> Result<BoardSnapshot> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let up_to = r.read_up_to(row.seq)?;
            if let Some(mut state) = before {
                let touched = r.touched_since(row.seq, &state.up_to)?;
                if let Some(touched) = touched
                    && state.board.patch(r, row.seq, &touched)?
                {
                    return Ok(BoardSnapshot { up_to, notices, ..state });
                }
            }
            Ok(BoardSnapshot { board: Board::read(r, row.seq)?, up_to, notices })
        })
    }
}
