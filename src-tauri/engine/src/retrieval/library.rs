//! The search of the whole library: Inputs, facts, conclusions, chats and reports of all discoveries, by group.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::language::stem::Stems;
use factly_core::retrieval::{Highlighter, Hit, Index, PassageRef, SearchQuery, excerpt, search};
use factly_core::text::{Span, Utf16Span};
use uuid::Uuid;

use super::Retrieval;
use super::cache::{CachedIndex, RetrievalCache};
use super::discovery_index::DiscoveryIndex;
use super::secondary_indexes::{SecondaryIndexes, shown};
use crate::error::Result;
use crate::originals::{PlaceLabel, places_of};
use crate::prepared::PreparedCache;
use crate::store::discoveries::DiscoveryRow;
use crate::store::search_texts::{ShortText, ShortTextKind};
use crate::store::{DiscoverySeq, InputSeq, Reader};
use crate::task::{CancelToken, Progress};

/// Length of the text that a hit shows, in code points.
const EXCERPT_CHARS: u32 = 220;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Inputs,
    Facts,
    /// Insights, recommendations and outputs.
    Conclusions,
    Chats,
    /// Sections of them.
    Reports,
}

impl Group {
    pub const ALL: [Self; 5] = [Self::Inputs, Self::Facts, Self::Conclusions, Self::Chats, Self::Reports];

    const fn short(self) -> Option<ShortTextKind> {
        match self {
            Self::Inputs => None,
            Self::Facts => Some(ShortTextKind::Fact),
            Self::Conclusions => Some(ShortTextKind::Conclusion),
            Self::Chats => Some(ShortTextKind::Message),
            Self::Reports => Some(ShortTextKind::Section),
        }
    }
}

/// The query, and where it is searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LibraryQuery {
    pub typed: String,
    /// All if empty.
    pub groups: Vec<Group>,
    /// All if none.
    pub discovery: Option<Uuid>,
    /// At most so many of each group.
    pub limit: usize,
}

/// The hits of a group, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupHits {
    pub group: Group,
    pub hits: Vec<LibraryHit>,
    /// There are more than were asked for.
    pub more: bool,
    /// Number of hits in all.
    pub total: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LibraryHit {
    pub discovery: Uuid,
    pub discovery_title: String,
    /// Empty for a message.
    pub label: String,
    /// Of an Input, of a conversation or of a section.
    pub title: String,
    /// Location of the words in the document.
    pub place: Option<PlaceLabel>,
    pub excerpt: String,
    /// Words of the query in the excerpt.
    pub marks: Vec<Utf16Span>,
    pub target: HitTarget,
}

/// The target that a hit opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HitTarget {
    /// Words of an Input, and the block of its text that they begin in.
    Input {
        input: Uuid,
        block: u32,
        words: Utf16Span,
    },
    Fact {
        fact: Uuid,
        has_evidence: bool,
    },
    Entity {
        label: String,
    },
    Message {
        conversation: Uuid,
    },
    Report {
        report: Uuid,
    },
}

impl Retrieval<'_> {
    /// Searches all that is kept. The last word may be unfinished. `progress` sees what is read before that: Inputs by their
    /// titles, and then facts and other short texts.
    pub fn search_library(&self, wanted: &LibraryQuery, progress: &dyn Progress) -> Result<Vec<GroupHits>> {
        let query = SearchQuery::typed(&wanted.typed);
        let is_wanted = |row: &DiscoveryRow| wanted.discovery.map_or(!row.archived, |id| row.id == id);
        let rows: Vec<DiscoveryRow> = self.ctx.read(|r| Ok(r.discoveries()?))?.into_iter().filter(is_wanted).collect();
        let named: Vec<(DiscoverySeq, Uuid)> = rows.iter().map(|row| (row.seq, row.id)).collect();
        let groups = if wanted.groups.is_empty() { &Group::ALL[..] } else { &wanted.groups };
        self.ctx.cache::<RetrievalCache>().with_all(self.ctx, &named, progress, |r, indexes| {
            let places = LibrarySearch { ctx: self, r, rows: &rows, indexes, query: &query };
            groups.iter().map(|group| places.of_group(*group, wanted.limit)).collect()
        })
    }

    /// Reads what a search of the library will need, once nothing has changed since the last call. Returns whether all is
    /// read. Long: for a thread in the background.
    pub fn prepare_search(&self, ended: &CancelToken) -> Result<bool> {
        let named = || {
            let rows = self.ctx.read(|r| Ok(r.discoveries()?))?.into_iter().filter(|row| !row.archived);
            Ok(rows.map(|row| (row.seq, row.id)).collect())
        };
        self.ctx.cache::<RetrievalCache>().prepare(self.ctx, named, ended)
    }
}

/// A view of the library, and what is looked for in it.
struct LibrarySearch<'a, 'c> {
    ctx: &'a Retrieval<'c>,
    r: &'a Reader,
    rows: &'a [DiscoveryRow],
    indexes: &'a [(DiscoverySeq, &'a CachedIndex)],
    query: &'a SearchQuery,
}

impl LibrarySearch<'_, '_> {
    fn of_group(&self, group: Group, limit: usize) -> Result<GroupHits> {
        let indexes: Vec<&Index> = self.indexes.iter().map(|(_, cached)| cached.index(group.short())).collect();
        let marker = Highlighter::new(self.query, Index::stems(&indexes));
        let inputs = |document: i64| self.is_asked(group, document);
        let read = |at: PassageRef| match group.short() {
            None => self.held_of(at)?.1.passage(self.r, at),
            Some(kind) => SecondaryIndexes::passage(self.ctx.ctx, self.r, kind, at),
        };
        let ranking = search(&indexes, self.query, inputs, limit + 1, read);
        let more = ranking.hits.len() > limit;
        let hits = ranking.hits.iter().take(limit);
        let hits = hits.filter_map(|hit| match group.short() {
            None => self.passage(hit, &marker).transpose(),
            Some(kind) => self.short(kind, hit, &marker).transpose(),
        });
        Ok(GroupHits { group, hits: hits.collect::<Result<_>>()?, more, total: ranking.total })
    }

    /// `in:I-3` is about Inputs alone.
    fn is_asked(&self, group: Group, document: i64) -> bool {
        let inputs = &self.query.inputs;
        inputs.is_empty()
            || group == Group::Inputs
                && self
                    .indexes
                    .iter()
                    .any(|(_, cached)| cached.held().is_some_and(|held| held.has_label(document, inputs)))
    }

    fn held_of(&self, at: PassageRef) -> Option<(DiscoverySeq, &DiscoveryIndex)> {
        let mut all = self.indexes.iter().filter_map(|(seq, cached)| Some((*seq, cached.held()?)));
        all.find(|(_, held)| held.has(at.document))
    }

    fn row(&self, seq: DiscoverySeq) -> Option<&DiscoveryRow> {
        self.rows.iter().find(|row| row.seq == seq)
    }

    fn passage(&self, hit: &Hit, marker: &Highlighter) -> Result<Option<LibraryHit>> {
        let Some((seq, held)) = self.held_of(hit.passage) else { return Ok(None) };
        let (Some(found), Some(row)) = (held.found(self.r, hit), self.row(seq)) else { return Ok(None) };
        let words = WordMatches::find(&found.text, marker, hit.stems);
        // The title was found where the text has none of the words.
        let first = words.marks.first().copied().unwrap_or(Span::new(words.shown.start, words.shown.start));
        let text = self.ctx.ctx.cache::<PreparedCache>().get(self.r, InputSeq(hit.passage.document))?;
        let span = first.shift(found.start_char);
        let block = u32::try_from(text.block_at(span.start)).unwrap_or(u32::MAX);
        let units = Utf16Span { start: text.index.utf16_of(span.start), end: text.index.utf16_of(span.end) };
        Ok(Some(LibraryHit {
            discovery: row.id,
            discovery_title: row.title.clone(),
            label: found.label,
            title: found.title,
            place: places_of(self.ctx.ctx, self.r, InputSeq(hit.passage.document))?
                .label(span.start..span.end.max(span.start + 1)),
            excerpt: words.excerpt(&found.text),
            marks: words.in_excerpt(&found.text),
            target: HitTarget::Input { input: found.input, block, words: units },
        }))
    }

    fn short(&self, kind: ShortTextKind, hit: &Hit, marker: &Highlighter) -> Result<Option<LibraryHit>> {
        let Some(mut short) = self.r.short(kind, hit.passage.document)? else { return Ok(None) };
        if let Some(shown) = shown(self.ctx.ctx, self.r, kind, &short)? {
            short.text = shown;
        }
        let Some(row) = self.row(short.discovery) else { return Ok(None) };
        let words = WordMatches::find(&short.text, marker, hit.stems);
        let (label, target) = named(kind, &short);
        Ok(Some(LibraryHit {
            discovery: row.id,
            discovery_title: row.title.clone(),
            label,
            title: short.title.clone(),
            place: None,
            excerpt: words.excerpt(&short.text),
            marks: words.in_excerpt(&short.text),
            target,
        }))
    }
}

fn named(kind: ShortTextKind, short: &ShortText) -> (String, HitTarget) {
    let label = |kind| EntityLabel::new(kind, short.label_no).to_string();
    match kind {
        ShortTextKind::Fact => {
            (label(EntityKind::Fact), HitTarget::Fact { fact: short.id, has_evidence: short.has_evidence })
        }
        ShortTextKind::Conclusion => {
            let label = short.kind.map(label).unwrap_or_default();
            (label.clone(), HitTarget::Entity { label })
        }
        ShortTextKind::Section => (short.kind.map(label).unwrap_or_default(), HitTarget::Report { report: short.id }),
        ShortTextKind::Message => (String::new(), HitTarget::Message { conversation: short.conversation }),
    }
}

/// The words of the query in a text, and the part of the text that is shown.
struct WordMatches {
    marks: Vec<Span>,
    shown: Span,
}

impl WordMatches {
    fn find(text: &str, marker: &Highlighter, stems: Stems) -> Self {
        let mut marks = marker.marks(text, stems);
        let shown = excerpt(text, &marks, EXCERPT_CHARS);
        marks.retain(|mark| shown.contains(*mark));
        Self { marks, shown }
    }

    fn excerpt(&self, text: &str) -> String {
        text.chars().skip(self.shown.start as usize).take(self.shown.len() as usize).collect()
    }

    fn in_excerpt(&self, text: &str) -> Vec<Utf16Span> {
        let shown = factly_core::text::CharIndex::new(self.excerpt(text));
        let spans: Vec<Span> = self
            .marks
            .iter()
            .map(|mark| Span::new(mark.start - self.shown.start, mark.end - self.shown.start))
            .collect();
        shown.to_utf16(&spans)
    }
}
