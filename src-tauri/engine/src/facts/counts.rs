//! The number of facts of each discovery, kept until a notice says that they may have changed.
//!
//! Counting reads an index, which is quick at a thousand facts and not at a million; the side bar asks at every paint.

use crate::context::Cache;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::error::Result;
use crate::store::discoveries::{DiscoveryRow, FactCounts};
use crate::store::{ChangeNotice, Store, Topic};

#[derive(Default)]
pub(crate) struct CountCache(Mutex<CountState>);

#[derive(Default)]
struct CountState {
    /// Grows with every notice, so that a count made before one is not kept after it.
    notices: u64,
    counts: HashMap<Uuid, FactCounts>,
}

impl Cache for CountCache {
    fn on_change(&self, notice: &ChangeNotice) {
        self.forget(notice);
    }
}

impl CountCache {
    /// Opens its own view of the store: a view that was open before a notice would bring back what the notice dropped.
    pub(crate) fn load(&self, store: &Store, discovery: &DiscoveryRow) -> Result<FactCounts> {
        let notices = {
            let state = self.locked();
            if let Some(counts) = state.counts.get(&discovery.id) {
                return Ok(*counts);
            }
            state.notices
        };
        let counts = store.read(|r| r.fact_counts(discovery.seq))?;
        let mut state = self.locked();
        if state.notices == notices {
            state.counts.insert(discovery.id, counts);
        }
        Ok(counts)
    }

    pub(crate) fn forget(&self, notice: &ChangeNotice) {
        if [Topic::Facts, Topic::Inputs, Topic::Undo].iter().any(|topic| notice.topics.contains(topic)) {
            let mut state = self.locked();
            state.notices += 1;
            match notice.discovery {
                Some(discovery) => drop(state.counts.remove(&discovery)),
                None => state.counts.clear(),
            }
        }
    }

    fn locked(&self) -> MutexGuard<'_, CountState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
