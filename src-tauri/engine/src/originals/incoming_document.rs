//! Keeping a document beside the version of its Input.

use std::sync::Arc;

use factly_formats::{Extract, Format, Place, PlacedPart};

use crate::error::Result;
use crate::originals::blocks::with_quotations;
use crate::originals::packed::{pack_boxes, pack_places, unpack_boxes, unpack_places};
use crate::originals::place_map::{moved_boxes, moved_places};
use crate::store::documents::{Description, DocumentToInsert, InputKind};
use crate::store::{InputSeq, Writer};

/// The extract, and the bytes that it was read from.
pub(crate) struct IncomingDocument {
    pub(crate) extract: Extract,
    /// None of a text that came as text.
    pub(crate) bytes: Option<Arc<Vec<u8>>>,
}

impl IncomingDocument {
    /// Counts the NULs of a text that came as bytes: its reader drops them.
    pub(crate) fn nuls(&self) -> usize {
        let is_text = matches!(self.extract.format, Format::Text | Format::Markdown | Format::Csv);
        let bytes = self.bytes.as_ref().filter(|bytes| is_text && str::from_utf8(bytes).is_ok());
        bytes.map_or(0, |bytes| memchr::memchr_iter(0, bytes).count())
    }
}

/// Keeps a document for a new Input of this text. Bytes that are the text itself are not kept beside it.
pub(crate) fn keep(w: &mut Writer<'_>, input: InputSeq, text: &str, incoming: &IncomingDocument) -> Result<()> {
    let extract = &incoming.extract;
    let bytes = incoming.bytes.as_ref().filter(|bytes| bytes.as_slice() != text.as_bytes());
    let attachment = bytes.map(|bytes| w.keep_attachment(bytes)).transpose()?;
    let description = Description {
        kind: guessed(extract.format, &extract.places),
        authors: extract.metadata.authors.clone(),
        date: extract.metadata.date.clone().unwrap_or_default(),
        reference: String::new(),
    };
    let notes = serde_json::to_string(&extract.notes).unwrap_or_else(|_| "[]".to_owned());
    w.insert_document(
        input,
        &DocumentToInsert {
            format: extract.format.name(),
            attachment,
            pages: extract.pages,
            notes: &notes,
            description: &description,
            places: &pack_places(&with_quotations(text, &extract.places)),
            boxes: &pack_boxes(&extract.boxes),
        },
    )?;
    Ok(())
}

/// Gives an edited text the document of the text before, with the places whose borders `moved` knows.
pub(crate) fn carry_over(
    w: &mut Writer<'_>,
    old: InputSeq,
    new: InputSeq,
    moved: impl Fn(u32) -> Option<u32>,
) -> Result<()> {
    let Some(document) = w.document(old)? else { return Ok(()) };
    let places = moved_places(&unpack_places(&w.packed_places(old)?), &moved);
    let boxes = moved_boxes(&unpack_boxes(&w.packed_boxes(old)?), &moved);
    let (places, boxes) = (pack_places(&places), pack_boxes(&boxes));
    w.insert_document(
        new,
        &DocumentToInsert { places: &places, boxes: &boxes, ..DocumentToInsert::from_row(&document) },
    )?;
    Ok(())
}

/// Returns the kind of a document for an analyst, as far as its format tells; a text in which several speak is an
/// interview.
fn guessed(format: Format, places: &[PlacedPart]) -> InputKind {
    match format {
        Format::Pdf | Format::Docx | Format::Odt | Format::Rtf | Format::Pptx | Format::Epub => InputKind::Report,
        Format::Html => InputKind::WebPage,
        Format::Spreadsheet | Format::Csv => InputKind::Data,
        Format::Eml | Format::Mbox => InputKind::Mail,
        Format::Srt | Format::Vtt => InputKind::Interview,
        _ if speakers(places) > 1 => InputKind::Interview,
        _ => InputKind::Other,
    }
}

fn speakers(places: &[PlacedPart]) -> usize {
    let name = |placed: &PlacedPart| match &placed.place {
        Place::Speaker { name } => Some(name.clone()),
        _ => None,
    };
    places.iter().filter_map(name).collect::<std::collections::BTreeSet<_>>().len()
}
