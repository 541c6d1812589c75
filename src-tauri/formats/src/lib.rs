//! The content of a document: its text, the places of its words and its metadata, read from bytes that nobody vouches
//! for.
//!
//! The crate is pure over bytes: no file, no clock, no network, no log. Limits come from outside, and so does the wish to
//! stop; the engine calls it on a guarded thread, as a reader that is not ours may still panic.

mod budget;
mod counting;
mod csv;
mod cues;
mod detect;
mod docx;
mod draft;
mod encoding;
mod epub;
mod extract;
mod format;
mod guard;
mod headings;
mod html;
pub mod import;
mod inline;
mod limits;
mod location;
mod mail;
mod markdown;
mod moment;
mod odf;
mod ooxml;
mod package;
pub mod pdf;
mod plain;
mod pptx;
mod refusal;
pub mod report;
mod rtf;
mod sheet;
mod table;
mod xml;

use budget::Budget;

pub use extract::{Extract, ExtractNote, Metadata};
pub use format::Format;
pub use limits::{Limits, ShouldStop};
pub use location::{Boxed, Place, PlacedPart, Rect};
pub use refusal::Refusal;

/// Reads a document. The format is told by its bytes, and by the ending of `name` only where bytes do not tell (Markdown,
/// CSV). An answer may be partial: its notes say what is missing.
pub fn extract(name: &str, bytes: &[u8], limits: &Limits, stop: &ShouldStop<'_>) -> Result<Extract, Refusal> {
    extract_seeing(name, bytes, limits, stop, None)
}

/// Reads a document as [`extract`], and pages that are pictures with `eyes`.
pub fn extract_seeing(
    name: &str,
    bytes: &[u8],
    limits: &Limits,
    stop: &ShouldStop<'_>,
    eyes: Option<&pdf::OcrReader<'_>>,
) -> Result<Extract, Refusal> {
    let budget = Budget::new(limits, stop);
    let format = detect::detect_format(name, bytes, &budget)?;
    let (whole, bytes) = (bytes, read_of(format, bytes, limits));
    let mut extract = match format {
        Format::Text => plain::read(bytes, &budget),
        Format::Markdown => markdown::read(bytes, &budget),
        Format::Docx => docx::read(bytes, &budget),
        Format::Odt => odf::read(Format::Odt, bytes, &budget),
        Format::Rtf => rtf::read(bytes, &budget),
        Format::Pptx => pptx::read(bytes, &budget),
        Format::Html => html::read(bytes, &budget),
        Format::Epub => epub::read(bytes, &budget),
        Format::Spreadsheet => sheet::read(bytes, &budget),
        Format::Csv => csv::read(bytes, &budget),
        Format::Eml => mail::read(bytes, &budget),
        Format::Mbox => mail::read_mailbox(bytes, &budget),
        format @ (Format::Srt | Format::Vtt) => cues::read(format, bytes, &budget),
        Format::Pdf => pdf::read(bytes, limits, stop, eyes),
    }?;
    if bytes.len() < whole.len() {
        extract.notes.push(ExtractNote::CutShort { what: "bytes of text".to_owned(), limit: bytes.len() as u64 });
    }
    extract.notes.extend(package::repeated_entries(bytes));
    Ok(extract)
}

/// The bytes of a document that are read: of a text no more than one and a half times what may come out of it, since it is
/// held as bytes and as characters at once.
fn read_of<'b>(format: Format, bytes: &'b [u8], limits: &Limits) -> &'b [u8] {
    match format {
        Format::Text | Format::Markdown | Format::Csv | Format::Html | Format::Srt | Format::Vtt => {
            encoding::clipped(bytes, limits.text.saturating_add(limits.text / 2))
        }
        _ => bytes,
    }
}
