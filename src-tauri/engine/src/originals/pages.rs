//! The bytes of an original, and its pages as pictures.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use factly_core::message;
use factly_core::message::UserMessage;
use factly_formats::pdf::PdfDocument;
use factly_formats::{Format, Refusal};
use uuid::Uuid;

use crate::context::Cache;
use crate::error::{Error, Result};
use crate::file::{write_failed, write_whole};
use crate::lookup::input_row;
use crate::originals::Originals;
use crate::originals::guard::{ReadFailure, guarded};
use crate::originals::read::refusal_clause;
use crate::store::{AttachmentSeq, Reader};

/// A page that takes longer is one that nobody waits for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Wider than any window; a picture takes four bytes a point.
const WIDEST: u32 = 4_000;

/// Returns whether a text of this format, which names no original, is its own.
fn is_own_original(format: &str) -> bool {
    [Format::Text, Format::Markdown, Format::Csv].iter().any(|own| own.name() == format)
}

/// An original that was not in the export which its Input came from.
fn lost(title: &str) -> Error {
    Error::refused(message!("The original of “{}” is not in this library.", title))
        .kept("Its text is.")
        .hint("Export it anew with its originals, where it came from, or add the document again.")
}

impl Originals<'_> {
    /// The bytes of the document that an Input was read from; of a text those of the text.
    pub fn bytes(&self, input: Uuid) -> Result<Arc<Vec<u8>>> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let document = r.document(row.seq)?.unwrap_or_default();
            match document.attachment {
                Some(attachment) => self.ctx.cache::<LastOriginal>().load(r, attachment),
                None if !is_own_original(&document.format) => Err(lost(&row.title)),
                None => Ok(r.input_text(row.seq)?.into_bytes().into()),
            }
        })
    }

    /// Writes the document that an Input was read from to a file, whole or not at all; returns how long it is.
    pub fn save(&self, input: Uuid, path: &Path) -> Result<usize> {
        let bytes = self.bytes(input)?;
        let write = |out: &mut dyn Write| out.write_all(&bytes).map_err(|error| write_failed(path, &error));
        write_whole(path, self.ctx.world().ids.next(), write)?;
        Ok(bytes.len())
    }

    /// Draws a page, counted from 1, as PNG.
    pub fn draw_page(&self, input: Uuid, page: u32, width: u32) -> Result<Vec<u8>> {
        let (attachment, open) = self.ctx.read(|r| {
            let row = input_row(r, input)?;
            let document = r.document(row.seq)?.unwrap_or_default();
            let Some(attachment) = document.attachment else {
                let has_pages = document.format == Format::Pdf.name();
                return Err(if has_pages {
                    lost(&row.title)
                } else {
                    Error::refused("This Input has no pages to draw.")
                });
            };
            Ok((attachment, self.ctx.cache::<LastOriginal>().open(r, attachment)?))
        })?;
        let width = width.clamp(16, WIDEST);
        let drawn = guarded(
            PATIENCE,
            || false,
            move |_| {
                let document = match open {
                    OpenPdf::Document(document) => document,
                    OpenPdf::Bytes(bytes) => Arc::new(PdfDocument::open(bytes.as_slice())?),
                };
                Ok::<_, Refusal>((document.draw(page, width)?.bytes, document))
            },
        );
        match drawn {
            Ok(Ok((picture, document))) => {
                self.ctx.cache::<LastOriginal>().keep(attachment, document);
                Ok(picture)
            }
            Ok(Err(refusal)) => Err(draw_failed(page, refusal_clause(&refusal))),
            Err(ReadFailure::Hung) => Err(draw_failed(page, message!("it took longer than {} s", PATIENCE.as_secs()))),
            Err(_) => Err(draw_failed(page, message!("it is built in a way that could not be followed"))),
        }
    }
}

/// A PDF, open already or still to be opened.
enum OpenPdf {
    Document(Arc<PdfDocument>),
    Bytes(Arc<Vec<u8>>),
}

fn draw_failed(page: u32, why: UserMessage) -> Error {
    Error::refused(message!("Page {} was not drawn: {}.", page, why))
        .kept("Its text is there.")
        .hint("Read it as text.")
}

/// The original that was asked for last, and that of the last picture: pages are drawn one after the other.
#[derive(Default)]
struct LastOriginal {
    bytes: Mutex<Option<(AttachmentSeq, Arc<Vec<u8>>)>>,
    drawn: Mutex<Option<(AttachmentSeq, Arc<PdfDocument>)>>,
}

impl Cache for LastOriginal {}

impl LastOriginal {
    fn load(&self, r: &Reader, attachment: AttachmentSeq) -> Result<Arc<Vec<u8>>> {
        let mut last = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, bytes)) = last.as_ref().filter(|(seq, _)| *seq == attachment) {
            return Ok(Arc::clone(bytes));
        }
        let bytes = Arc::new(r.attachment_bytes(attachment)?);
        *last = Some((attachment, Arc::clone(&bytes)));
        Ok(bytes)
    }

    fn open(&self, r: &Reader, attachment: AttachmentSeq) -> Result<OpenPdf> {
        let drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        match drawn.as_ref().filter(|(seq, _)| *seq == attachment) {
            Some((_, document)) => Ok(OpenPdf::Document(Arc::clone(document))),
            None => Ok(OpenPdf::Bytes(Arc::new(r.attachment_bytes(attachment)?))),
        }
    }

    fn keep(&self, attachment: AttachmentSeq, document: Arc<PdfDocument>) {
        *self.drawn.lock().unwrap_or_else(PoisonError::into_inner) = Some((attachment, document));
    }
}
