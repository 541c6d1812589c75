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
    pub(crate) fn of(&self, store: &Store, discovery: &DiscoveryRow) -> Result<FactCounts> {
        let notices = {
            let kept = self.kept();
            if let Some(counts) = kept.counts.get(&discovery.id) {
                return Ok(*counts);
            }
            kept.notices
        };
        let counts = store.read(|r| r.fact_counts(discovery.seq))?;
        let mut kept = self.kept();
        if kept.notices == notices {
            kept.counts.insert(discovery.id, counts);
        }
        Ok(counts)
    }

    pub(crate) fn forget(&self, notice: &ChangeNotice) {
        if [Topic::Facts, Topic::Inputs, Topic::Undo].iter().any(|topic| notice.topics.contains(topic)) {
            let mut kept = self.kept();
            kept.notices += 1;
            match notice.discovery {
                Some(discovery) => drop(kept.counts.remove(&discovery)),
                None => kept.counts.clear(),
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, CountState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
