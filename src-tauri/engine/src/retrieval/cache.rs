//! The indexes of discoveries, each made when it is first asked for and patched when something may have changed.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use factly_core::language::Language;
use factly_core::retrieval::Index;

use super::discovery_index::DiscoveryIndex;
use super::file;
use super::secondary_indexes::SecondaryIndexes;
use super::vectors::PassageVectors;
use uuid::Uuid;

use crate::context::{Cache, Context};
use crate::error::{Code, Error, Result};
use crate::locale::language;
use crate::store::search_texts::ShortTextKind;
use crate::store::{ChangeNotice, DiscoverySeq, Reader, Topic};
use crate::task::{CancelToken, NoProgress, Progress, ProgressThrottle, TaskStep};

#[derive(Default)]
pub(crate) struct RetrievalCache {
    /// Grows with every notice that may concern Inputs.
    inputs: AtomicU64,
    /// Grows with every notice.
    all: AtomicU64,
    /// The last look of who makes the indexes ready: the changes that there were, and whether all of them are in.
    prepared: Mutex<(u64, bool)>,
    by_discovery: Mutex<HashMap<DiscoverySeq, Arc<Mutex<CachedIndex>>>>,
    pub(super) embedding: Arc<EmbeddingState>,
}

/// The cache of vectors between two calls.
#[derive(Default)]
pub(super) struct EmbeddingState {
    pub(super) by_discovery: Mutex<HashMap<DiscoverySeq, Arc<Mutex<PassageVectors>>>>,
    /// The last question: which vectors it is compared with, its text, and its own.
    pub(super) last_question: Mutex<Option<(String, String, Vec<f32>)>>,
    pub(super) failed_at: Mutex<Option<Instant>>,
    /// Reasons why the passages of a discovery could not be sent last.
    pub(super) troubles: Mutex<HashMap<DiscoverySeq, Error>>,
}

/// The changes that a part has seen; none of one that is not ready.
type SeenChanges = Option<u64>;

/// The cache of a discovery, each part with the changes that it has seen.
#[derive(Default)]
pub(super) struct CachedIndex {
    inputs: Option<(SeenChanges, DiscoveryIndex)>,
    shorts: Option<(ShortsSeen, SecondaryIndexes)>,
}

/// As [`SeenChanges`], with the language whose statements an index has.
type ShortsSeen = Option<(u64, Option<Language>)>;

const TOPICS: [Topic; 4] = [Topic::Library, Topic::Discovery, Topic::Inputs, Topic::Pipeline];

impl Cache for RetrievalCache {
    fn on_change(&self, notice: &ChangeNotice) {
        self.all.fetch_add(1, Ordering::SeqCst);
        if TOPICS.iter().any(|topic| notice.topics.contains(topic)) {
            self.inputs.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl RetrievalCache {
    /// Works with the Inputs of a discovery as they stand, in the view that their index was brought up to date in.
    pub(super) fn with<T>(
        &self,
        ctx: &Context,
        (seq, discovery): (DiscoverySeq, Uuid),
        work: impl FnOnce(&Reader, &DiscoveryIndex) -> Result<T>,
    ) -> Result<T> {
        // What another process wrote a moment ago is searched too, before the window's own look at it.
        ctx.store().notice_others()?;
        let cached = self.index_of(seq);
        let mut cached = locked(&cached);
        // Before the view is opened: a change that comes in between is seen twice rather than never.
        let seen = self.inputs.load(Ordering::SeqCst);
        let throttle = ProgressThrottle::new(&NoProgress);
        ctx.read(|r| work(r, cached.fresh_inputs(ctx, r, (seq, discovery), seen, &throttle)?))
    }

    /// Returns how often something came that may concern Inputs.
    pub(super) fn changes(&self) -> u64 {
        self.inputs.load(Ordering::SeqCst)
    }

    /// Works with all that is searched of several discoveries.
    pub(super) fn with_all<T>(
        &self,
        ctx: &Context,
        discoveries: &[(DiscoverySeq, Uuid)],
        progress: &dyn Progress,
        work: impl FnOnce(&Reader, &[(DiscoverySeq, &CachedIndex)]) -> Result<T>,
    ) -> Result<T> {
        let throttle = ProgressThrottle::new(progress);
        ctx.store().notice_others()?;
        // In one order, so that two searches never wait for each other.
        let mut discoveries = discoveries.to_vec();
        discoveries.sort_unstable();
        let all: Vec<_> = discoveries.iter().map(|(seq, _)| self.index_of(*seq)).collect();
        let mut all: Vec<MutexGuard<'_, CachedIndex>> = all.iter().map(|cached| locked(cached)).collect();
        let seen = (self.inputs.load(Ordering::SeqCst), self.all.load(Ordering::SeqCst));
        ctx.read(|r| {
            for (discovery, cached) in discoveries.iter().zip(&mut all) {
                cached.fresh_inputs(ctx, r, *discovery, seen.0, &throttle)?;
                cached.fresh_shorts(ctx, r, discovery.0, seen.1, &throttle)?;
            }
            let indexes: Vec<(DiscoverySeq, &CachedIndex)> =
                discoveries.iter().map(|(seq, _)| *seq).zip(all.iter().map(|cached| &**cached)).collect();
            work(r, &indexes)
        })
    }

    /// Brings the indexes up to date for whoever searches next, in short turns between which a search finds its own. What
    /// changes in this moment waits until it rests. Returns whether all is ready.
    pub(super) fn prepare(
        &self,
        ctx: &Context,
        discoveries: impl FnOnce() -> Result<Vec<(DiscoverySeq, Uuid)>>,
        ended: &CancelToken,
    ) -> Result<bool> {
        let changes = self.all.load(Ordering::SeqCst);
        let (seen, is_ready) = std::mem::replace(&mut *locked(&self.prepared), (changes, false));
        if seen != changes {
            return Ok(false);
        }
        let waiting = if is_ready { Vec::new() } else { discoveries()? };
        for discovery in waiting {
            while let Err(error) = self.with_all(ctx, &[discovery], &Turn::new(ended), |_, _| Ok(())) {
                if error.code != Code::Cancelled || ended.is_cancelled() {
                    return Err(error);
                }
                std::thread::sleep(BETWEEN_TURNS);
            }
        }
        *locked(&self.prepared) = (changes, true);
        Ok(true)
    }

    pub(super) fn forget(&self, discovery: DiscoverySeq) {
        locked(&self.by_discovery).remove(&discovery);
    }

    fn index_of(&self, discovery: DiscoverySeq) -> Arc<Mutex<CachedIndex>> {
        Arc::clone(locked(&self.by_discovery).entry(discovery).or_default())
    }
}

impl CachedIndex {
    pub(super) fn held(&self) -> Option<&DiscoveryIndex> {
        self.inputs.as_ref().map(|(_, held)| held)
    }

    /// Returns the index of short documents, or of Inputs' passages.
    pub(super) fn index(&self, kind: Option<ShortTextKind>) -> &Index {
        static NONE: std::sync::LazyLock<Index> = std::sync::LazyLock::new(Index::default);
        let found = match kind {
            None => self.held().map(|held| &held.index),
            Some(kind) => self.shorts.as_ref().map(|(_, shelves)| shelves.index(kind)),
        };
        found.unwrap_or(&NONE)
    }

    fn fresh_inputs(
        &mut self,
        ctx: &Context,
        r: &Reader,
        (seq, discovery): (DiscoverySeq, Uuid),
        changes: u64,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<&DiscoveryIndex> {
        // Taken out while it changes, so that one in which the work broke off anywhere is made anew.
        let read = || (None, file::read(ctx.path(), discovery).unwrap_or_default());
        let (seen, mut held) = self.inputs.take().unwrap_or_else(read);
        if seen != Some(changes) {
            if let Err(error) = held.refresh(r, seq, throttle) {
                self.inputs = Some((None, held));
                return Err(error);
            }
            file::keep(ctx.path(), discovery, &mut held);
        }
        Ok(&self.inputs.insert((Some(changes), held)).1)
    }

    fn fresh_shorts(
        &mut self,
        ctx: &Context,
        r: &Reader,
        discovery: DiscoverySeq,
        changes: u64,
        throttle: &ProgressThrottle<'_>,
    ) -> Result<()> {
        let now = Some((changes, language(r)?));
        let (seen, mut shelves) = self.shorts.take().unwrap_or_default();
        let refreshed = if seen == now { Ok(()) } else { shelves.refresh(ctx, r, discovery, throttle) };
        self.shorts = Some((now.filter(|_| refreshed.is_ok()), shelves));
        refreshed
    }
}

/// A turn of the work in the background: it is called off once it has lasted, and something was done in it.
struct Turn<'a> {
    ended: &'a CancelToken,
    /// Set by the first look, before which the library is read.
    until: Cell<Option<Instant>>,
}

const TURN: Duration = Duration::from_millis(500);
const BETWEEN_TURNS: Duration = Duration::from_millis(20);

impl<'a> Turn<'a> {
    fn new(ended: &'a CancelToken) -> Self {
        Self { ended, until: Cell::new(None) }
    }
}

impl Progress for Turn<'_> {
    fn show(&self, _: &TaskStep) {}

    fn is_cancelled(&self) -> bool {
        let until = self.until.get().unwrap_or_else(|| Instant::now() + TURN);
        self.until.set(Some(until));
        self.ended.is_cancelled() || Instant::now() > until
    }
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
