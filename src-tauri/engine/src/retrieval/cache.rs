//! The indexes of discoveries, each made when it is first asked for and patched when something may have changed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::held::Held;
use crate::context::{Cache, Context};
use crate::error::Result;
use crate::store::{ChangeNotice, DiscoverySeq, Reader, Topic};

#[derive(Default)]
pub(crate) struct RetrievalCache {
    /// Grows with every notice that may concern what is searched.
    changes: AtomicU64,
    by_discovery: Mutex<HashMap<DiscoverySeq, Arc<Mutex<Kept>>>>,
}

#[derive(Default)]
struct Kept {
    held: Option<Held>,
    /// The changes that `held` has seen.
    seen: u64,
}

const TOPICS: [Topic; 4] = [Topic::Library, Topic::Discovery, Topic::Inputs, Topic::Pipeline];

impl Cache for RetrievalCache {
    fn on_change(&self, notice: &ChangeNotice) {
        if TOPICS.iter().any(|topic| notice.topics.contains(topic)) {
            self.changes.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl RetrievalCache {
    /// Works with the index of a discovery as it stands, in the view that it was brought up to date in.
    pub(super) fn with<T>(
        &self,
        ctx: &Context,
        discovery: DiscoverySeq,
        work: impl FnOnce(&Reader, &Held) -> Result<T>,
    ) -> Result<T> {
        let kept = Arc::clone(self.by_discovery().entry(discovery).or_default());
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        // Before the view is opened: a change that comes in between is seen twice rather than never.
        let changes = self.changes.load(Ordering::SeqCst);
        ctx.read(|r| {
            let stale = kept.held.is_none() || kept.seen != changes;
            // Taken out while it changes, so that one that failed half-way is made anew.
            let mut held = kept.held.take().unwrap_or_default();
            if stale {
                held.refresh(r, discovery)?;
            }
            let done = work(r, &held);
            kept.held = Some(held);
            kept.seen = changes;
            done
        })
    }

    pub(super) fn forget(&self, discovery: DiscoverySeq) {
        self.by_discovery().remove(&discovery);
    }

    fn by_discovery(&self) -> std::sync::MutexGuard<'_, HashMap<DiscoverySeq, Arc<Mutex<Kept>>>> {
        self.by_discovery.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
