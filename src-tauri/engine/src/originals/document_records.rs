//! Documents in exports, and out of them.
//!
//! The places go along as they are read, the rectangles of words as they are packed, and the original, where that is
//! wanted, once for each hash. What leads to no word of the text is left out when it comes in.

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::transfer::FindingCode;
use factly_core::transfer::record::{DocumentRecord, OriginalRecord};
use factly_formats::{Boxed, ExtractNote, Format, PlacedPart};
use serde::Deserialize;
use serde::de::value::{Error as NoFormat, StrDeserializer};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::error::Result;
use crate::originals::packed::{pack_boxes, pack_places, unpack_boxes, unpack_places};
use crate::store::documents::{Description, DocumentRow, DocumentToInsert, InputKind};
use crate::store::{AttachmentSeq, InputSeq, Reader, StoreError, Writer};

/// In Base64 a larger one is more than a value of an import may be.
const MAX_ORIGINAL: u64 = 200 << 20;

/// The originals in an export.
#[derive(Debug, Default)]
pub(crate) enum CarriedOriginals {
    #[default]
    LeftOut,
    /// Those of these hashes stand there already.
    Taken(HashSet<String>),
}

/// Returns an export's record of the document of an Input; nothing where all is as of a plain text.
pub(crate) fn document_json(
    r: &Reader,
    input: InputSeq,
    originals: &mut CarriedOriginals,
) -> Result<Option<Box<RawValue>>, StoreError> {
    let Some(row) = r.document(input)? else { return Ok(None) };
    let places = unpack_places(&r.packed_places(input)?);
    if places.is_empty() && row == DocumentRow::default() {
        return Ok(None);
    }
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    let places = (!places.is_empty()).then(|| serde_json::value::to_raw_value(&places)).transpose();
    let places = places.map_err(unreadable)?;
    let notes = (row.notes != "[]").then(|| RawValue::from_string(row.notes)).transpose().map_err(unreadable)?;
    let Description { kind, authors, date, reference } = row.description;
    let record = DocumentRecord {
        format: row.format.into(),
        pages: row.pages,
        notes: notes.as_deref(),
        kind: kind.as_str().into(),
        authors,
        date: date.into(),
        reference: reference.into(),
        places: places.as_deref(),
        boxes: STANDARD.encode(r.packed_boxes(input)?).into(),
        original: row.attachment.map(|seq| original(r, seq, originals)).transpose()?.flatten(),
    };
    serde_json::value::to_raw_value(&record).map(Some).map_err(unreadable)
}

fn original(
    r: &Reader,
    seq: AttachmentSeq,
    originals: &mut CarriedOriginals,
) -> Result<Option<OriginalRecord<'static>>, StoreError> {
    let CarriedOriginals::Taken(taken) = originals else { return Ok(None) };
    let Some(stored) = r.attachment(seq)?.filter(|stored| stored.size <= MAX_ORIGINAL) else { return Ok(None) };
    let is_first = taken.insert(stored.sha256.clone());
    let bytes = is_first.then(|| r.attachment_bytes(seq)).transpose()?;
    let bytes = bytes.map(|bytes| STANDARD.encode(bytes).into()).unwrap_or_default();
    Ok(Some(OriginalRecord { sha256: stored.sha256.into(), bytes }))
}

/// Returns the fault of a document of a file.
pub(crate) fn fault_of(document: &RawValue) -> Option<(FindingCode, UserMessage)> {
    let wrong = |what: UserMessage| Some((FindingCode::WrongType, what));
    let record: DocumentRecord<'_> = match serde_json::from_str(document.get()) {
        Ok(record) => record,
        Err(error) => return wrong(message!("This is no document: {}.", error)),
    };
    if InputKind::parse(&record.kind).is_none() || !is_format(&record.format) {
        return wrong(message!("No document is “{}” in “{}”.", record.kind, record.format));
    }
    if read_notes(&record).is_none() || read_places(&record).is_none() || read_boxes(&record).is_none() {
        return wrong(message!("The notes or places of the document cannot be read."));
    }
    let is_another = record.original.as_ref().is_some_and(|original| original_of(original).is_none());
    is_another.then(|| (FindingCode::BadHash, message!("The original is not the one that was hashed.")))
}

fn is_format(name: &str) -> bool {
    let read: std::result::Result<Format, NoFormat> = Format::deserialize(StrDeserializer::new(name));
    read.is_ok()
}

/// Keeps the document of an Input that was imported, whose text has so many characters.
pub(crate) fn keep_carried(w: &mut Writer<'_>, input: InputSeq, chars: u32, document: &RawValue) -> Result<()> {
    let Ok(record) = serde_json::from_str::<DocumentRecord<'_>>(document.get()) else { return Ok(()) };
    let notes = read_notes(&record).unwrap_or_default();
    let mut places = read_places(&record).unwrap_or_default();
    places.retain(|one| one.chars.start < one.chars.end && one.chars.end <= chars);
    let mut boxes = read_boxes(&record).unwrap_or_default();
    boxes.retain(|one| one.start < one.end && one.end <= chars);
    let attachment = match &record.original {
        Some(original) if original.bytes.is_empty() => w.attachment_of(&original.sha256)?,
        Some(original) => original_of(original).flatten().map(|bytes| w.keep_attachment(&bytes)).transpose()?,
        None => None,
    };
    let description = Description {
        kind: InputKind::parse(&record.kind).unwrap_or_default(),
        authors: record.authors,
        date: record.date.into_owned(),
        reference: record.reference.into_owned(),
    };
    w.insert_document(
        input,
        &DocumentToInsert {
            format: &record.format,
            attachment,
            pages: record.pages,
            notes: &serde_json::to_string(&notes).unwrap_or_else(|_| "[]".to_owned()),
            description: &description,
            places: &pack_places(&places),
            boxes: &pack_boxes(&boxes),
        },
    )?;
    Ok(())
}

fn read_notes(record: &DocumentRecord<'_>) -> Option<Vec<ExtractNote>> {
    record.notes.map_or(Some(Vec::new()), |notes| serde_json::from_str(notes.get()).ok())
}

fn read_places(record: &DocumentRecord<'_>) -> Option<Vec<PlacedPart>> {
    record.places.map_or(Some(Vec::new()), |places| serde_json::from_str(places.get()).ok())
}

fn read_boxes(record: &DocumentRecord<'_>) -> Option<Vec<Boxed>> {
    STANDARD.decode(record.boxes.as_bytes()).ok().map(|packed| unpack_boxes(&packed))
}

/// The bytes, if they are those that were hashed; none within where an earlier Input has them.
#[expect(clippy::option_option, reason = "wrong bytes and no bytes are two things")]
pub(crate) fn original_of(original: &OriginalRecord<'_>) -> Option<Option<Vec<u8>>> {
    if original.bytes.is_empty() {
        return Some(None);
    }
    let bytes = STANDARD.decode(original.bytes.as_bytes()).ok()?;
    (hex::encode(Sha256::digest(&bytes)) == original.sha256).then_some(Some(bytes))
}
