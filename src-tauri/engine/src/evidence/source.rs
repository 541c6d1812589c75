//! An Input's text in blocks, with the facts that are found in it: only as much as is in view.

use crate::prepared::PreparedCache;
use std::ops::Range;

use factly_core::facts::{AcceptedBy, Status};
use factly_core::message;
use factly_core::text::blocks::TextBlock;
use factly_core::text::{CharIndex, Span};
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::evidence::Sources;
use crate::facts::Facts;
use crate::facts::{Fact, fact_from, locate};
use crate::lookup::input_row;
use crate::originals::{Place, PlaceMap, document_of, places_of, rects_of};
use crate::prepared::PreparedText;
use crate::store::Reader;
use crate::store::facts::{FactMark, FactRow};

/// More marks than this cannot be told apart beside a scroll bar.
const MARKS: usize = 2_000;

/// An Input in outline. Lengths are in UTF-16 units, as a webview counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceOutline {
    pub input: Uuid,
    pub label: String,
    pub title: String,
    /// Of each block.
    pub lengths: Vec<u32>,
    /// Facts that begin in each block.
    pub fact_counts: Vec<u32>,
    /// One for each fact, thinned where there are too many.
    pub marks: Vec<SourceMark>,
    /// Bundles that no run has parsed.
    pub unread: u32,
    /// Of those, the ones whose last run failed.
    pub failed: u32,
    /// Number of pages that can be drawn.
    pub pages: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceMark {
    pub block: u32,
    pub status: Status,
    pub needs_review: bool,
    pub accepted_by: Option<AcceptedBy>,
}

#[derive(Clone, Debug)]
pub struct SourceBlock {
    pub index: u32,
    pub text: String,
    /// Start in the Input, in UTF-16 units.
    pub start: u32,
    pub spans: Vec<SourceSpan>,
    /// The first page, slide, cell, time or message that begins here; no page that begins within it.
    pub place: Option<Place>,
    /// The pages that begin within it, behind its first character.
    pub page_breaks: Vec<PageBreak>,
    /// The facts that begin here, in reading order.
    pub facts: Vec<Fact>,
}

/// The beginning of a page within a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageBreak {
    /// In UTF-16 units of the block.
    pub at: u32,
    pub place: Place,
}

impl PageBreak {
    /// Returns the first place that begins in a block, if it is no page that begins within it, and the pages that do.
    fn breaks_in(places: &PlaceMap, block: &TextBlock, index: &CharIndex<String>) -> (Option<Place>, Vec<Self>) {
        let is_break =
            |(at, location): &(u32, &Place)| *at > block.chars.start && matches!(location, Place::Page { .. });
        let first = places.beginning_in(&block.chars).next().filter(|first| !is_break(first));
        let breaks = places
            .beginning_in(&block.chars)
            .filter(is_break)
            .map(|(at, location)| Self { at: index.utf16_of(at) - block.utf16.start, place: location.clone() });
        (first.map(|(_, location)| location.clone()), breaks.collect())
    }
}

/// The span of a fact's quote in a text, in UTF-16 units of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSpan {
    pub fact: Uuid,
    pub label: String,
    pub status: Status,
    pub needs_review: bool,
    pub accepted_by: Option<AcceptedBy>,
    pub start: u32,
    pub end: u32,
    /// True if the quote begins in this text; false if it comes over from the one before.
    pub begins: bool,
    pub ends: bool,
}

/// The location of words in an Input, in UTF-16 units of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    pub input: Uuid,
    pub block: u32,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactPlace {
    pub input: Uuid,
    pub block: u32,
    /// The drawn page that the words begin on.
    pub page: Option<u32>,
}

impl Sources<'_> {
    pub fn source_outline(&self, input: Uuid) -> Result<SourceOutline> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let counts = r.input_counts(row.seq)?;
            let marks = r.marks_of_input(row.seq)?;
            let blocks: Vec<u32> = marks.iter().filter_map(|mark| block_of(&text, mark)).collect();
            let mut fact_counts = vec![0; text.blocks.len()];
            for block in &blocks {
                if let Some(count) = fact_counts.get_mut(*block as usize) {
                    *count += 1;
                }
            }
            Ok(SourceOutline {
                input,
                label: format!("I-{}", row.label_no),
                title: row.title.clone(),
                lengths: text.blocks.iter().map(|block| length(&block.utf16)).collect(),
                fact_counts,
                marks: thinned(&marks, &blocks),
                unread: counts.bundles - counts.parsed,
                failed: counts.failed,
                pages: document_of(r, row)?.drawn_pages(),
            })
        })
    }

    /// The blocks of `wanted`, as far as there are any.
    pub fn source_blocks(&self, input: Uuid, wanted: Range<u32>) -> Result<Vec<SourceBlock>> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let to = (wanted.end as usize).min(text.blocks.len());
            let from = (wanted.start as usize).min(to);
            let Some((first, last)) = text.blocks.get(from..to).and_then(|some| some.first().zip(some.last())) else {
                return Ok(Vec::new());
            };
            let facts = facts_over(r, &text, Span::new(first.chars.start, last.chars.end))?;
            let registry = Facts::new(self.ctx).registry_of(r, row.discovery)?;
            let places = places_of(self.ctx, r, row.seq)?;
            let mut made: Vec<SourceBlock> = (from..to)
                .map(|index| {
                    let block = &text.blocks[index];
                    let spans =
                        facts.iter().filter_map(|(span, fact)| SourceSpan::in_block(fact, *span, block, &text.index));
                    let begin = facts.iter().filter(|(span, _)| text.block_at(span.start) == index);
                    let (place, page_breaks) = PageBreak::breaks_in(&places, block, &text.index);
                    SourceBlock {
                        index: u32::try_from(index).unwrap_or(u32::MAX),
                        text: text.index.text()[block.bytes.clone()].to_owned(),
                        start: block.utf16.start,
                        spans: spans.collect(),
                        place,
                        page_breaks,
                        facts: begin.map(|(_, fact)| fact_from(fact.clone(), &registry)).collect(),
                    }
                })
                .collect();
            locate(self.ctx, r, made.iter_mut().flat_map(|block| &mut block.facts))?;
            Ok(made)
        })
    }

    /// Returns the location of a quote: at `span`, or where else the text has it since it was edited.
    pub fn place_of(&self, input: Uuid, span: Span, quote: &str) -> Result<SourcePlace> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let index = &text.index;
            let is_there = span.end <= index.len() && index.slice(span) == quote;
            let span = match index.text().find(quote).filter(|_| !is_there) {
                _ if is_there => span,
                Some(byte) => Span::new(index.char_of(byte), index.char_of(byte + quote.len())),
                None => {
                    let what = message!("I-{} was edited and no longer has these words.", row.label_no);
                    return Err(Error::not_found(what).hint("The answer still shows what they were."));
                }
            };
            let block = u32::try_from(text.block_at(span.start)).unwrap_or(u32::MAX);
            Ok(SourcePlace { input, block, start: index.utf16_of(span.start), end: index.utf16_of(span.end) })
        })
    }

    /// The block that a fact's quote begins in.
    pub fn fact_place(&self, fact: Uuid) -> Result<FactPlace> {
        self.ctx.read(|r| {
            let row = crate::lookup::fact_row(r, fact)?;
            let nowhere = || Error::not_found("This fact has no place in an Input.");
            let evidence = row.evidence.ok_or_else(nowhere)?;
            let input = evidence.input.clone().ok_or_else(nowhere)?;
            let shown = input_row(r, input.id)?;
            let evidence = if shown.seq == input.seq {
                evidence
            } else {
                let again = r.fact_again_in(row.seq, shown.seq)?.and_then(|row| row.evidence);
                again.ok_or_else(|| {
                    Error::not_found(message!("I-{} was edited and no longer has these words.", shown.label_no))
                        .hint("The fact still shows the words that it was found in.")
                })?
            };
            let text = self.ctx.cache::<PreparedCache>().get(r, shown.seq)?;
            let piece = text.piece(evidence.bundle).ok_or_else(nowhere)?;
            let span = evidence.found.span;
            let (start, end) = (piece.to_input(span.start), piece.to_input(span.end));
            let rects = rects_of(self.ctx, r, shown.seq, start..end)?;
            let block = u32::try_from(text.block_at(start)).unwrap_or(u32::MAX);
            Ok(FactPlace { input: shown.id, block, page: rects.first().map(|one| one.page) })
        })
    }
}

impl SourceSpan {
    /// The span of a fact in the text of its own bundle.
    pub(crate) fn whole(fact: &FactRow, index: &CharIndex<&str>) -> Option<Self> {
        let span = fact.evidence.as_ref()?.found.span;
        Some(Self::new(fact, index.utf16_of(span.start), index.utf16_of(span.end), true, true))
    }

    /// The part of a fact's span, given in code points of the Input, that lies in `block`.
    fn in_block(fact: &FactRow, span: Span, block: &TextBlock, index: &CharIndex<String>) -> Option<Self> {
        let start = span.start.max(block.chars.start);
        let end = span.end.min(block.chars.end);
        if start >= end {
            return None;
        }
        let within = |at: u32| index.utf16_of(at) - block.utf16.start;
        Some(Self::new(fact, within(start), within(end), span.start >= block.chars.start, span.end <= block.chars.end))
    }

    fn new(fact: &FactRow, start: u32, end: u32, begins: bool, ends: bool) -> Self {
        Self {
            fact: fact.id,
            label: format!("F-{}", fact.label_no),
            status: fact.status,
            needs_review: fact.needs_review,
            accepted_by: fact.accepted_by,
            start,
            end,
            begins,
            ends,
        }
    }
}

/// The facts shown that share some text with `span` of the Input, each with its own span there, in reading order.
pub(super) fn facts_over(r: &Reader, text: &PreparedText, span: Span) -> Result<Vec<(Span, FactRow)>> {
    // A quote that begins before may reach in.
    let reach = u32::try_from(factly_core::evidence::MAX_QUOTE_CHARS).unwrap_or(u32::MAX);
    let mut found = Vec::new();
    let wide = Span::new(span.start.saturating_sub(reach), span.end);
    for piece in text.pieces_over(wide) {
        let covered = piece.span_in_input();
        let part = Span::new(wide.start.max(covered.start), wide.end.min(covered.end));
        for fact in r.facts_in_bundle(piece.bundle, piece.to_bundle(part))? {
            let Some(evidence) = &fact.evidence else { continue };
            let own = evidence.found.span;
            let own = Span::new(piece.to_input(own.start), piece.to_input(own.end));
            if own.end > span.start {
                found.push((own, fact));
            }
        }
    }
    Ok(found)
}

fn block_of(text: &PreparedText, mark: &FactMark) -> Option<u32> {
    let piece = text.piece(mark.bundle)?;
    u32::try_from(text.block_at(piece.to_input(mark.start))).ok()
}

/// At most [`MARKS`], evenly spread. What waits for the analyst is told over what is settled.
fn thinned(marks: &[FactMark], blocks: &[u32]) -> Vec<SourceMark> {
    let all = marks.iter().zip(blocks).map(|(mark, block)| SourceMark {
        block: *block,
        status: mark.status,
        needs_review: mark.needs_review,
        accepted_by: mark.accepted_by,
    });
    let all: Vec<SourceMark> = all.collect();
    let step = all.len().div_ceil(MARKS).max(1);
    let telling = |mark: &&SourceMark| match (mark.status, mark.needs_review) {
        (Status::Conflict, _) => 0,
        (_, true) => 1,
        (Status::Proposed, _) => 2,
        _ => 3,
    };
    all.chunks(step).filter_map(|some| some.iter().min_by_key(telling).copied()).collect()
}

fn length(range: &Range<u32>) -> u32 {
    range.end - range.start
}
