//! The catalogue held ready: its rows, what they are searched by, and the index that suggestions come from.
//!
//! Made when first asked for, and dropped by any notice that may concern it.

use crate::context::Cache;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use factly_core::catalogue::CatalogueIndex;
use factly_core::values::fold;

use crate::context::Context;
use crate::error::Result;
use crate::store::canonical_items::CanonicalRow;
use crate::store::{CanonicalSeq, ChangeNotice, Reader, Topic};

#[derive(Default)]
pub(crate) struct CatalogueCache(Mutex<CatalogueState>);

#[derive(Default)]
struct CatalogueState {
    /// Grows with every notice, so that what was read before one is not kept after it.
    notices: u64,
    held: Option<Arc<CatalogueSnapshot>>,
}

/// The catalogue at one moment.
pub(crate) struct CatalogueSnapshot {
    /// By name, then unit.
    pub(crate) rows: Vec<CanonicalRow>,
    /// The folded texts in which each row is searched.
    searched: Vec<String>,
    /// The places of the rows that the index has: not those put aside.
    filed: Vec<usize>,
    index: OnceLock<CatalogueIndex>,
}

impl Cache for CatalogueCache {
    fn on_change(&self, notice: &ChangeNotice) {
        self.forget(notice);
    }
}

impl CatalogueCache {
    pub(crate) fn snapshot(&self, ctx: &Context) -> Result<Arc<CatalogueSnapshot>> {
        let notices = {
            let state = self.lock();
            if let Some(held) = &state.held {
                return Ok(Arc::clone(held));
            }
            state.notices
        };
        let held = Arc::new(CatalogueSnapshot::new(ctx.store().read(|r| r.canonical_items())?));
        let mut state = self.lock();
        if state.notices == notices {
            state.held = Some(Arc::clone(&held));
        }
        Ok(held)
    }

    pub(crate) fn forget(&self, notice: &ChangeNotice) {
        if notice.topics.contains(&Topic::Memory) {
            let mut state = self.lock();
            state.notices += 1;
            state.held = None;
        }
    }

    fn lock(&self) -> MutexGuard<'_, CatalogueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CatalogueSnapshot {
    /// As it stands within a write.
    pub(super) fn of_now(r: &Reader) -> Result<Self> {
        Ok(Self::new(r.canonical_items()?))
    }

    fn new(mut rows: Vec<CanonicalRow>) -> Self {
        rows.sort_by_cached_key(|row| (fold(&row.item.name), row.item.unit.clone(), row.seq));
        let names = |row: &CanonicalRow| {
            let synonyms = row.item.synonyms.values().flatten().map(String::as_str);
            let all: Vec<&str> = std::iter::once(row.item.name.as_str()).chain(synonyms).collect();
            fold(&all.join(" \u{1f} "))
        };
        let searched = rows.iter().map(names).collect();
        let filed = (0..rows.len()).filter(|at| !rows[*at].archived).collect();
        Self { rows, searched, filed, index: OnceLock::new() }
    }

    /// The index, and a way back from its places to rows.
    pub(crate) fn index(&self) -> &CatalogueIndex {
        self.index.get_or_init(|| CatalogueIndex::from_items(self.filed.iter().map(|at| &self.rows[*at].item)))
    }

    /// The row that the index has at a place.
    pub(crate) fn filed(&self, position: usize) -> Option<&CanonicalRow> {
        self.filed.get(position).and_then(|at| self.rows.get(*at))
    }

    pub(crate) fn row(&self, seq: CanonicalSeq) -> Option<&CanonicalRow> {
        self.rows.iter().find(|row| row.seq == seq)
    }

    /// The rows whose names have every word of `words`, in order.
    pub(crate) fn search(&self, words: &str, archived: bool) -> Vec<&CanonicalRow> {
        let words = fold(words);
        let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
        let fits = |(row, searched): &(&CanonicalRow, &String)| {
            row.archived == archived && words.iter().all(|word| searched.contains(word))
        };
        self.rows.iter().zip(&self.searched).filter(fits).map(|(row, _)| row).collect()
    }

    /// The rows that are called `name`, by their name or else by a synonym.
    pub(crate) fn called(&self, name: &str) -> Vec<&CanonicalRow> {
        let wanted = fold(name);
        let named = |row: &&CanonicalRow| !row.archived && fold(&row.item.name) == wanted;
        let named: Vec<&CanonicalRow> = self.rows.iter().filter(named).collect();
        if !named.is_empty() {
            return named;
        }
        let also = |row: &&CanonicalRow| {
            !row.archived && row.item.synonyms.values().flatten().any(|synonym| fold(synonym) == wanted)
        };
        self.rows.iter().filter(also).collect()
    }
}
