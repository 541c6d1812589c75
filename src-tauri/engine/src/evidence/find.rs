//! Words looked for in one Input, and where words of it stand on its pages.

use std::ops::Range;

use factly_core::text::Span;
use factly_core::text::find::occurrences;
use uuid::Uuid;

use crate::error::Result;
use crate::evidence::{SourcePlace, Sources};
use crate::lookup::input_row;
use crate::originals::{PageRect, rects_of};
use crate::prepared::{PreparedCache, PreparedText};

/// Nobody goes through more.
const MOST_PLACES: usize = 5_000;

impl Sources<'_> {
    /// Returns where words stand in an Input's text, in reading order.
    pub fn find(&self, input: Uuid, words: &str) -> Result<Vec<SourcePlace>> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let found = occurrences(text.index.text(), words).into_iter().take(MOST_PLACES);
            Ok(found.map(|bytes| place_in(&text, input, &bytes)).collect())
        })
    }

    /// Returns the parts of drawn pages that hold the words of a range, which is in UTF-16 units.
    pub fn rects(&self, input: Uuid, units: Range<u32>) -> Result<Vec<PageRect>> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let text = self.ctx.cache::<PreparedCache>().get(r, row.seq)?;
            let chars = text.index.char_of_utf16(units.start)..text.index.char_of_utf16(units.end);
            rects_of(self.ctx, r, row.seq, chars)
        })
    }
}

fn place_in(text: &PreparedText, input: Uuid, bytes: &Range<usize>) -> SourcePlace {
    let span = Span::new(text.index.char_of(bytes.start), text.index.char_of(bytes.end));
    let block = u32::try_from(text.block_at(span.start)).unwrap_or(u32::MAX);
    SourcePlace { input, block, start: text.index.utf16_of(span.start), end: text.index.utf16_of(span.end) }
}
