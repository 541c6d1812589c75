//! Looking through a whole column for what says the same: on all processors, watched, and called off at any time.
//!
//! The column is looked at as it stood when the scan began; whoever adds to it meanwhile does not wait.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use factly_core::discovery::EntityLabel;
use factly_core::discovery::duplicates::{DuplicateIndex, DuplicatePair, TextGroup};

use crate::duplicates::variants::VariantPairs;
use crate::error::Result;
use crate::task::{Progress, ProgressThrottle, TaskStep};

/// Places that a thread takes at a time: some tens of milliseconds.
const PART: usize = 256;
/// Interval between looks at the watcher.
const LOOK: Duration = Duration::from_millis(20);

pub(super) fn groups(
    index: &DuplicateIndex<EntityLabel>,
    apart: &VariantPairs,
    title: &str,
    progress: &dyn Progress,
) -> Result<Vec<TextGroup<EntityLabel>>> {
    let work = PairScan::new(index);
    let threads = thread::available_parallelism().map_or(1, usize::from).min(work.parts());
    let throttle = ProgressThrottle::new(progress);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| work.carry_out())).collect();
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            let step = || TaskStep { title: title.to_owned(), done: work.done(), total: index.places(), facts: 0 };
            if let Err(cancelled) = throttle.at(step) {
                work.off.store(true, Ordering::Relaxed);
                return Err(cancelled);
            }
            thread::sleep(LOOK);
        }
        Ok(())
    })?;
    let found = work.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(index.grouped_but(found, &|one, other| apart.has(*one, *other)))
}

struct PairScan<'i> {
    index: &'i DuplicateIndex<EntityLabel>,
    next: AtomicUsize,
    done: AtomicUsize,
    off: AtomicBool,
    found: Mutex<Vec<DuplicatePair>>,
}

impl<'i> PairScan<'i> {
    fn new(index: &'i DuplicateIndex<EntityLabel>) -> Self {
        let (next, done, off) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
        Self { index, next, done, off, found: Mutex::default() }
    }

    fn parts(&self) -> usize {
        self.index.places().div_ceil(PART)
    }

    fn done(&self) -> usize {
        (self.done.load(Ordering::Relaxed) * PART).min(self.index.places())
    }

    fn carry_out(&self) {
        while !self.off.load(Ordering::Relaxed) {
            let from = self.next.fetch_add(1, Ordering::Relaxed) * PART;
            if from >= self.index.places() {
                return;
            }
            let found = self.index.pairs(from..from + PART);
            self.found.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }
}
