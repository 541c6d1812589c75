//! The indexes of discoveries, each made when it is first asked for and patched when something may have changed.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use factly_core::language::Language;
use factly_core::retrieval::Index;

use super::discovery_index::DiscoveryIndex;
use super::file;
use super::secondary_indexes::SecondaryIndexes;
use super::vectors::PassageVectors;
use uuid::Uuid;

use crate::context::{Cache, Context};
use crate::error::{Error, Result};
use crate::locale::language;
use crate::store::search_texts::ShortTextKind;
use crate::store::{ChangeNotice, DiscoverySeq, Reader, Topic};

#[derive(Default)]
pub(crate) struct RetrievalCache {
    /// Grows with every notice that may concern Inputs.
    inputs: AtomicU64,
    /// Grows with every notice.
    all: AtomicU64,
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

/// The cache of a discovery, each part with the changes that it has seen.
#[derive(Default)]
pub(super) struct CachedIndex {
    inputs: Option<(u64, DiscoveryIndex)>,
    shorts: Option<(ShortsSeen, SecondaryIndexes)>,
}

/// The changes that an index has seen, and the language whose statements it has.
type ShortsSeen = (u64, Option<Language>);

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
        ctx.read(|r| work(r, cached.fresh_inputs(ctx, r, (seq, discovery), seen)?))
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
        work: impl FnOnce(&Reader, &[(DiscoverySeq, &CachedIndex)]) -> Result<T>,
    ) -> Result<T> {
        ctx.store().notice_others()?;
        // In one order, so that two searches never wait for each other.
        let mut discoveries = discoveries.to_vec();
        discoveries.sort_unstable();
        let all: Vec<_> = discoveries.iter().map(|(seq, _)| self.index_of(*seq)).collect();
        let mut all: Vec<MutexGuard<'_, CachedIndex>> = all.iter().map(|cached| locked(cached)).collect();
        let seen = (self.inputs.load(Ordering::SeqCst), self.all.load(Ordering::SeqCst));
        ctx.read(|r| {
            for (discovery, cached) in discoveries.iter().zip(&mut all) {
                cached.fresh_inputs(ctx, r, *discovery, seen.0)?;
                cached.fresh_shorts(ctx, r, discovery.0, seen.1)?;
            }
            let indexes: Vec<(DiscoverySeq, &CachedIndex)> =
                discoveries.iter().map(|(seq, _)| *seq).zip(all.iter().map(|cached| &**cached)).collect();
            work(r, &indexes)
        })
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
    ) -> Result<&DiscoveryIndex> {
        // Taken out while it changes, so that one that failed half-way is made anew.
        let (seen, mut held) = match self.inputs.take() {
            Some((seen, held)) => (Some(seen), held),
            None => (None, file::read(ctx.path(), discovery).unwrap_or_default()),
        };
        if seen != Some(changes) {
            held.refresh(r, seq)?;
            file::keep(ctx.path(), discovery, &mut held);
        }
        Ok(&self.inputs.insert((changes, held)).1)
    }

    fn fresh_shorts(&mut self, ctx: &Context, r: &Reader, discovery: DiscoverySeq, changes: u64) -> Result<()> {
        let now = (changes, language(r)?);
        let (seen, mut shelves) = self.shorts.take().map_or_else(Default::default, |(seen, held)| (Some(seen), held));
        if seen != Some(now) {
            shelves.refresh(ctx, r, discovery)?;
        }
        self.shorts = Some((now, shelves));
        Ok(())
    }
}

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
