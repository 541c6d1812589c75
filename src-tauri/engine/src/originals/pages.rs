//! The bytes of an original, and its pages as pictures.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use crate::context::Cache;
use crate::error::{Error, Result};
use crate::file::{unwritten, write_whole};
use crate::lookup::input_row;
use crate::originals::Originals;
use crate::originals::guard::{Lost, guarded};
use crate::store::{AttachmentSeq, Reader};

/// A page that takes longer is one that nobody waits for.
const PATIENCE: Duration = Duration::from_secs(20);
/// Wider than any window; a picture takes four bytes a point.
const WIDEST: u32 = 4_000;

impl Originals<'_> {
    /// The bytes of the document that an Input was read from; of a text those of the text.
    pub fn bytes(&self, input: Uuid) -> Result<Arc<Vec<u8>>> {
        self.ctx.read(|r| {
            let row = input_row(r, input)?;
            match r.document(row.seq)?.and_then(|document| document.attachment) {
                Some(attachment) => self.ctx.cache::<LastOriginal>().of(r, attachment),
                None => Ok(r.input_text(row.seq)?.into_bytes().into()),
            }
        })
    }

    /// Writes the document that an Input was read from to a file, whole or not at all; returns how long it is.
    pub fn save(&self, input: Uuid, path: &Path) -> Result<usize> {
        let bytes = self.bytes(input)?;
        let write = |out: &mut dyn Write| out.write_all(&bytes).map_err(|error| unwritten(path, &error));
        write_whole(path, self.ctx.world().ids.next(), write)?;
        Ok(bytes.len())
    }

    /// Draws a page, counted from 1, as PNG.
    pub fn draw_page(&self, input: Uuid, page: u32, width: u32) -> Result<Vec<u8>> {
        let bytes = self.bytes(input)?;
        let width = width.clamp(16, WIDEST);
        let drawn = guarded(PATIENCE, || false, move |_| draw(&bytes, page, width));
        drawn.unwrap_or_else(|lost| Err(undrawn(page, lost)))
    }
}

fn draw(_: &[u8], page: u32, _: u32) -> Result<Vec<u8>> {
    Err(undrawn(page, Lost::Panicked))
}

fn undrawn(page: u32, lost: Lost) -> Error {
    let why = match lost {
        Lost::Hung => format!("it took longer than {} s", PATIENCE.as_secs()),
        _ => "it is built in a way that could not be followed".to_owned(),
    };
    Error::refused(format!("Page {page} was not drawn: {why}.")).kept("Its text is there.").hint("Read it as text.")
}

/// The original that was asked for last: its pages are drawn one after the other.
#[derive(Default)]
struct LastOriginal(Mutex<Option<(AttachmentSeq, Arc<Vec<u8>>)>>);

impl Cache for LastOriginal {}

impl LastOriginal {
    fn of(&self, r: &Reader, attachment: AttachmentSeq) -> Result<Arc<Vec<u8>>> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, bytes)) = last.as_ref().filter(|(seq, _)| *seq == attachment) {
            return Ok(Arc::clone(bytes));
        }
        let bytes: Arc<Vec<u8>> = r.attachment_bytes(attachment)?.into();
        *last = Some((attachment, Arc::clone(&bytes)));
        Ok(bytes)
    }
}
