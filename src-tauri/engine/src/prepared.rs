//! Texts of Inputs, cut into blocks and indexed, a few of them kept.
//!
//! An Input's text never changes and neither do its bundles, so what is kept is never out of date.

use crate::context::Cache;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use factly_core::extraction::salience::asking_turns;
use factly_core::inputs::BundleSection;
use factly_core::text::blocks::{TextBlock, blocks};
use factly_core::text::{CharIndex, Span};

use crate::error::Result;
use crate::store::{BundleSeq, InputSeq, Reader};

const KEPT: usize = 4;

/// An Input's text, ready to be shown in parts.
pub(crate) struct PreparedText {
    pub(crate) index: CharIndex<String>,
    pub(crate) blocks: Vec<TextBlock>,
    /// In the order of the Input, which is the order of their numbers too.
    pieces: Vec<PreparedPiece>,
    asking: OnceLock<Vec<Span>>,
}

/// A bundle's place in the Input.
#[derive(Clone, Copy)]
pub(crate) struct PreparedPiece {
    pub(crate) bundle: BundleSeq,
    /// Start of its FREE_CHAT: in the Input, and in the bundle.
    pub(crate) in_input: u32,
    pub(crate) section: Span,
}

impl PreparedPiece {
    /// An offset of the bundle, in the Input.
    pub(crate) fn to_input(self, char_in_bundle: u32) -> u32 {
        self.in_input + char_in_bundle.saturating_sub(self.section.start)
    }

    /// Returns the piece's span of the Input.
    pub(crate) fn span_in_input(self) -> Span {
        Span::new(self.in_input, self.in_input + self.section.len())
    }

    /// A span of the Input that lies within the piece, in the bundle.
    pub(crate) fn to_bundle(self, span: Span) -> Span {
        let by = |at: u32| at - self.in_input + self.section.start;
        Span::new(by(span.start), by(span.end))
    }
}

impl PreparedText {
    pub(crate) fn read(r: &Reader, input: InputSeq) -> Result<Self> {
        let text = r.input_text(input)?;
        let mut pieces = Vec::new();
        for row in r.bundles_of_input(input)? {
            let section = r.bundle_section(row.seq, BundleSection::FreeChat)?;
            if let (Some((_, in_input)), Some(section)) = (row.location, section) {
                pieces.push(PreparedPiece { bundle: row.seq, in_input, section });
            }
        }
        Ok(Self { blocks: blocks(&text), index: CharIndex::new(text), pieces, asking: OnceLock::new() })
    }

    /// The words of whoever asks in an interview.
    pub(crate) fn asking(&self) -> &[Span] {
        let char_of = |byte: usize| self.index.char_of(byte);
        let read = || asking_turns(self.index.text()).into_iter();
        self.asking.get_or_init(|| read().map(|turn| Span::new(char_of(turn.start), char_of(turn.end))).collect())
    }

    pub(crate) fn piece(&self, bundle: BundleSeq) -> Option<PreparedPiece> {
        let at = self.pieces.binary_search_by_key(&bundle, |piece| piece.bundle).ok()?;
        self.pieces.get(at).copied()
    }

    /// The block that a code point of the Input is in, or the one before it if it is between two.
    pub(crate) fn block_at(&self, char_in_input: u32) -> usize {
        self.blocks.partition_point(|block| block.chars.start <= char_in_input).saturating_sub(1)
    }

    /// The pieces that share some text with a span of the Input.
    pub(crate) fn pieces_over(&self, span: Span) -> &[PreparedPiece] {
        let from = self.pieces.partition_point(|piece| piece.span_in_input().end <= span.start);
        let to = self.pieces.partition_point(|piece| piece.in_input < span.end);
        self.pieces.get(from..to).unwrap_or_default()
    }
}

#[derive(Default)]
pub(crate) struct PreparedCache(Mutex<Vec<(InputSeq, Arc<PreparedText>)>>);

impl Cache for PreparedCache {}

impl PreparedCache {
    pub(crate) fn get(&self, r: &Reader, input: InputSeq) -> Result<Arc<PreparedText>> {
        if let Some(found) = self.cached(input) {
            return Ok(found);
        }
        let made = Arc::new(PreparedText::read(r, input)?);
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.insert(0, (input, Arc::clone(&made)));
        cache.truncate(KEPT);
        Ok(made)
    }

    fn cached(&self, input: InputSeq) -> Option<Arc<PreparedText>> {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = cache.iter().position(|(seq, _)| *seq == input)?;
        cache[..=at].rotate_right(1);
        cache.first().map(|(_, prepared)| Arc::clone(prepared))
    }
}
