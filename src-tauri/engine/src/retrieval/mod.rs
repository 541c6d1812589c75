//! Retrieval: the passages of a discovery's Inputs that answer a question.
//!
//! The index is derived and lives in memory: it is made when a discovery is first searched, and before each further
//! search what changed since is taken out and put in, so that it answers as one made anew. Where a model is set for it,
//! vectors of the passages are kept beside, and a question is compared by its meaning too.

mod cache;
mod discovery_index;
mod embedding;
mod file;
mod library;
mod likeness;
mod secondary_indexes;
mod vectors;

use std::collections::BTreeSet;

use factly_core::language::Language;
use factly_core::retrieval::meaning::NEAREST;
use factly_core::retrieval::{self, PassageId, SearchQuery};
use rustc_hash::FxHashSet;
use uuid::Uuid;

use crate::context::area;
use crate::error::{Error, Result};
use crate::locale::language;
use crate::lookup::{discovery_row, input_row};
use crate::originals::PlaceCache;
use crate::store::Reader;

use cache::RetrievalCache;
use discovery_index::DiscoveryIndex;
pub use embedding::EmbeddingStatus;
pub use library::{Group, GroupHits, HitTarget, LibraryHit, LibraryQuery};

area! {
    /// The passages that answer a question, and how the index of them stands.
    Retrieval
}

/// A question below this similarity is taken to be about something else.
pub const MIN_SIMILARITY: f32 = 0.5;

/// The Inputs that are searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum InputScope {
    #[default]
    All,
    Inputs(Vec<Uuid>),
}

/// The result of a search, best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    pub hits: Vec<FoundPassage>,
    /// Probability that the question is about these Inputs at all, 0 to 1.
    pub similarity: f32,
    /// Nothing is similar enough: what was found answers something else.
    pub guard: bool,
    /// The reason the question was not compared by its meaning, though a model is set for that. Said once, not of each
    /// question.
    pub by_words: Option<Error>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FoundPassage {
    pub id: PassageId,
    pub input: Uuid,
    /// The Input's label.
    pub label: String,
    pub title: String,
    pub heading: Option<String>,
    pub speaker: Option<String>,
    pub text: String,
    /// In code points of the Input's text.
    pub start_char: u32,
    pub end_char: u32,
    /// Location for a reader, as "p. 12", else the heading; none where the Input has no places.
    pub location: Option<String>,
    pub score: f32,
    pub similarity: f32,
}

/// The state of a discovery's index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexStatus {
    pub inputs: usize,
    pub passages: usize,
    pub terms: usize,
}

impl Retrieval<'_> {
    /// Searches the Inputs of a discovery.
    pub fn search(&self, discovery: Uuid, query: &str, scope: &InputScope, limit: usize) -> Result<SearchResult> {
        self.search_meaning(discovery, (query, &SearchQuery::parse(query).words), scope, limit)
    }

    /// Searches as [`Self::search`] for a query that stands for another question, by whose meaning passages are compared.
    pub fn search_meaning(
        &self,
        discovery: Uuid,
        (query, meaning): (&str, &str),
        scope: &InputScope,
        limit: usize,
    ) -> Result<SearchResult> {
        let query = SearchQuery::parse(query);
        // Before the index is taken, which others wait for.
        let (question, by_words) = self.question(discovery, meaning);
        self.with_index(discovery, |r, held| {
            let allowed = allowed(r, held, scope, &query)?;
            let allows = |document| allowed.as_ref().is_none_or(|allowed| allowed.contains(&document));
            let depth = if question.is_some() { limit.max(NEAREST) } else { limit };
            let ranking = retrieval::search(&[&held.index], &query, allows, depth, |at| held.passage(r, at));
            let ranked = match &question {
                Some(question) => question.rank((r, held), &query, allows, (ranking.hits, limit)),
                None => ranking.hits,
            };
            let hits = ranked.iter().filter_map(|hit| held.found(r, hit)).map(|hit| self.placed(r, hit));
            let hits = hits.collect::<Result<_>>()?;
            let similarity = ranking.similarity;
            Ok(SearchResult { hits, similarity, guard: similarity < MIN_SIMILARITY, by_words })
        })
    }

    /// Adds where in its document a reader finds a passage.
    fn placed(&self, r: &Reader, mut found: FoundPassage) -> Result<FoundPassage> {
        let language = language(r)?.unwrap_or(Language::English);
        let places = self.ctx.cache::<PlaceCache>().map(r, input_row(r, found.input)?.seq)?;
        found.location = places.label(found.start_char..found.end_char).and_then(|label| label.words_in(language));
        Ok(found)
    }

    /// Returns how the index of a discovery stands, once it is up to date.
    pub fn index_status(&self, discovery: Uuid) -> Result<IndexStatus> {
        self.with_index(discovery, |_, held| Ok(held.status()))
    }

    /// Makes the index of a discovery anew.
    pub fn rebuild_index(&self, discovery: Uuid) -> Result<IndexStatus> {
        let seq = self.ctx.read(|r| Ok(discovery_row(r, discovery)?.seq))?;
        self.ctx.cache::<RetrievalCache>().forget(seq);
        file::remove(self.ctx.path(), discovery);
        self.index_status(discovery)
    }

    fn with_index<T>(&self, discovery: Uuid, work: impl FnOnce(&Reader, &DiscoveryIndex) -> Result<T>) -> Result<T> {
        let seq = self.ctx.read(|r| Ok(discovery_row(r, discovery)?.seq))?;
        self.ctx.cache::<RetrievalCache>().with(self.ctx, (seq, discovery), work)
    }
}

/// Returns the Inputs that are searched, where not all are.
fn allowed(
    r: &Reader,
    held: &DiscoveryIndex,
    scope: &InputScope,
    query: &SearchQuery,
) -> Result<Option<FxHashSet<i64>>> {
    let named: Option<BTreeSet<i64>> = match scope {
        InputScope::All => None,
        InputScope::Inputs(ids) => Some(ids.iter().map(|id| Ok(input_row(r, *id)?.label_no)).collect::<Result<_>>()?),
    };
    let requested: Option<BTreeSet<i64>> = (!query.inputs.is_empty()).then(|| query.inputs.iter().copied().collect());
    let labels = match (named, requested) {
        (None, None) => return Ok(None),
        (Some(one), Some(other)) => &one & &other,
        (one, other) => one.or(other).unwrap_or_default(),
    };
    Ok(Some(held.documents_labelled(&labels)))
}
