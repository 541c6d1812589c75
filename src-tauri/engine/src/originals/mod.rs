//! Originals: the documents that Inputs were read from, where their words stand there, and what the analyst says of them.
//!
//! The text is what evidence stands in; a place leads there and proves nothing. A document is read on a guarded thread, its
//! bytes are kept once for each hash, and what is packed beside its Input never changes: an edited text is a new version
//! with the places that moved exactly.

mod blocks;
mod describe;
mod document_records;
mod guard;
mod incoming_document;
mod packed;
mod pages;
mod place_map;
mod read;
mod recognise;

pub(crate) use describe::document_of;
pub use describe::{Document, DocumentChange};
pub(crate) use document_records::{CarriedOriginals, document_json, fault_of, keep_carried, original_of};
pub(crate) use incoming_document::{IncomingDocument, carry_over, keep};
pub use place_map::{PageRect, PlaceLabel, place_words};
pub(crate) use place_map::{PlaceCache, PlaceMap, rects_in};
pub use read::{MAX_FILE_BYTES, note_words};
pub(crate) use read::{read_archive, read_conversations, read_document, read_references, read_seeing};
pub use recognise::Scans;

use std::ops::Range;
use std::sync::Arc;

use factly_core::extraction::blocks::StructureBlock;
use factly_core::inputs::BundleSection;
use factly_core::text::CharIndex;
pub use factly_formats::{ExtractNote, Format, Place, PlacedPart, Rect};
use uuid::Uuid;

pub use crate::store::documents::InputKind;

use crate::context::{Context, area};
use crate::error::Result;
use crate::lookup::input_row;
use crate::store::bundles::{BundleRow, BundleText};
use crate::store::{InputSeq, Reader, StoreError};
use crate::task::{NoProgress, ProgressThrottle};

area! {
    /// The documents that Inputs were read from.
    Originals
}

impl Originals<'_> {
    /// All places of an Input, by where they begin: pages, cells, headings, speakers.
    pub fn places(&self, input: Uuid) -> Result<Vec<PlacedPart>> {
        let map = self.ctx.read(|r| places_of(self.ctx, r, input_row(r, input)?.seq))?;
        Ok(map.places.iter().filter(|one| one.place.is_location()).cloned().collect())
    }

    /// The place of some characters of an Input, in code points; none where nothing is known of it.
    pub fn place_of(&self, input: Uuid, chars: Range<u32>) -> Result<Option<PlaceLabel>> {
        self.ctx.read(|r| Ok(places_of(self.ctx, r, input_row(r, input)?.seq)?.label(chars)))
    }

    /// The text of some bytes, as they would come in: what a formatted clipboard says.
    pub fn text_of(&self, name: &str, bytes: Vec<u8>) -> Result<String> {
        Ok(read_document(name, &Arc::new(bytes), &ProgressThrottle::new(&NoProgress))?.text)
    }

    /// Returns the areas of some characters of an Input on its drawn pages.
    pub fn rects_of(&self, input: Uuid, chars: Range<u32>) -> Result<Vec<PageRect>> {
        self.ctx.read(|r| rects_of(self.ctx, r, input_row(r, input)?.seq, chars))
    }
}

/// The places of a version of an Input.
pub(crate) fn places_of(ctx: &Context, r: &Reader, input: InputSeq) -> Result<Arc<PlaceMap>> {
    Ok(ctx.cache::<PlaceCache>().map(r, input)?)
}

/// Returns the reader's blocks of the text of an Input's bundle.
pub(crate) fn blocks_of_bundle(
    r: &Reader,
    places: &PlaceCache,
    bundle: &BundleRow,
    text: &BundleText,
) -> Result<Vec<StructureBlock>, StoreError> {
    let section = text.sections.iter().find(|part| part.section == BundleSection::FreeChat);
    let (Some((input, start)), Some(section)) = (bundle.location, section) else { return Ok(Vec::new()) };
    let map = places.map(r, input)?;
    Ok(map.blocks(start..start + section.span.len(), &CharIndex::new(text.text.as_str()), section.span.start))
}

pub(crate) fn rects_of(ctx: &Context, r: &Reader, input: InputSeq, chars: Range<u32>) -> Result<Vec<PageRect>> {
    let boxes = ctx.cache::<PlaceCache>().boxes(r, input)?;
    Ok(rects_in(&boxes, chars))
}

/// Says where quotes stand: of a bundle that is no piece of an Input nowhere.
pub(crate) struct Locator<'a> {
    ctx: &'a Context,
    r: &'a Reader,
    /// Quotes that come one after the other are mostly of one bundle.
    last: Option<(Uuid, Option<PlacedBundle>)>,
}

/// The places of a bundle's Input, and how far an offset of the bundle is behind that of the Input.
type PlacedBundle = (Arc<PlaceMap>, i64);

impl<'a> Locator<'a> {
    pub(crate) const fn new(ctx: &'a Context, r: &'a Reader) -> Self {
        Self { ctx, r, last: None }
    }

    /// The place of some characters of a bundle.
    pub(crate) fn locate(&mut self, bundle: Uuid, chars: Range<u32>) -> Result<Option<PlaceLabel>> {
        if self.last.as_ref().is_none_or(|(of, _)| *of != bundle) {
            self.last = Some((bundle, self.piece(bundle)?));
        }
        let Some((_, Some((map, behind)))) = &self.last else { return Ok(None) };
        let at = |char: u32| u32::try_from(i64::from(char) - behind).unwrap_or_default();
        Ok(map.label(at(chars.start)..at(chars.end)))
    }

    fn piece(&self, bundle: Uuid) -> Result<Option<PlacedBundle>> {
        let Some((input, behind)) = self.r.input_of_bundle(bundle)? else { return Ok(None) };
        Ok(Some((places_of(self.ctx, self.r, input)?, behind)))
    }
}
