//! PDF: the text of its pages in the order of reading, where each word stands, and its pages drawn.

mod bombs;
mod columns;
mod cost;
mod draw;
mod encrypted;
mod fields;
mod flow;
mod fonts;
mod furniture;
mod headings;
mod info;
mod letters;
mod lines;
mod outline;
mod read;
mod rects;
mod scan;
mod scripts;
mod unpack;
mod words;

use std::borrow::Cow;

use hayro::hayro_syntax::page::Page;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::extract::Extract;
use crate::limits::{Limits, ShouldStop};
use crate::refusal::Refusal;

use cost::Costs;

pub use draw::Png;
pub use rects::rects;
pub use scan::OcrReader;

/// A PDF that is kept open, to draw many pages of it.
pub struct PdfDocument {
    pdf: Pdf,
}

impl PdfDocument {
    /// Opens a document. One that is locked opens with the empty password alone.
    pub fn open(bytes: impl Into<Vec<u8>>) -> Result<Self, Refusal> {
        Self::open_within(bytes.into(), &Limits::default())
    }

    fn open_within(bytes: Vec<u8>, limits: &Limits) -> Result<Self, Refusal> {
        // Half of what may be unpacked, as a part is held twice while it grows.
        bombs::check(&bytes, limits.unpacked / 2)?;
        Pdf::new(bytes).map(|pdf| Self { pdf }).map_err(refused)
    }

    #[must_use]
    pub fn pages(&self) -> u32 {
        u32::try_from(self.pdf.pages().len()).unwrap_or(u32::MAX)
    }

    /// Reads its text; pages that are pictures with `eyes`, where there are any.
    pub fn read(
        &self,
        limits: &Limits,
        stop: &ShouldStop<'_>,
        eyes: Option<&OcrReader<'_>>,
    ) -> Result<Extract, Refusal> {
        read::read(&self.pdf, limits, stop, eyes)
    }

    /// Draws a page, counted from 1, so wide or as wide as the limits allow.
    pub fn draw(&self, page: u32, width: u32) -> Result<Png, Refusal> {
        let page = self.page(page)?;
        bombs::check_pictures(page)?;
        Costs::default().page(page, &content(page)?.0)?;
        draw::draw(page, width)
    }

    fn page(&self, number: u32) -> Result<&Page<'_>, Refusal> {
        let at = (number as usize).checked_sub(1);
        let page = at.and_then(|at| self.pdf.pages().get(at));
        page.ok_or_else(|| Refusal::Damaged { detail: "it has no such page".to_owned() })
    }
}

/// Reads the text of a PDF.
pub fn read(
    bytes: &[u8],
    limits: &Limits,
    stop: &ShouldStop<'_>,
    eyes: Option<&OcrReader<'_>>,
) -> Result<Extract, Refusal> {
    if bytes.len() as u64 > limits.unpacked {
        return Err(Refusal::TooLarge { what: "bytes of a PDF", limit: limits.unpacked });
    }
    PdfDocument::open_within(bytes.to_vec(), limits)?.read(limits, stop, eyes)
}

/// Draws a page of a PDF, counted from 1. Of many pages of one document, [`PdfDocument::draw`] is faster.
pub fn draw(bytes: &[u8], page: u32, width: u32) -> Result<Png, Refusal> {
    PdfDocument::open(bytes)?.draw(page, width)
}

fn refused(error: LoadPdfError) -> Refusal {
    let detail = match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => return Refusal::Encrypted,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => "its encryption is of an unknown kind",
        LoadPdfError::Decryption(_) => "its encryption is broken",
        LoadPdfError::Invalid => "no page was found in it",
    };
    Refusal::Damaged { detail: detail.to_owned() }
}

/// The content of a page, decoded, and whether all of it could be. One that unpacks to too much is refused.
fn content<'p>(page: &Page<'p>) -> Result<(Vec<u8>, bool), Refusal> {
    use hayro::hayro_syntax::object::{Array, Stream};
    let one = page.raw().get::<Stream<'p>>(b"Contents").map(|stream| vec![stream]);
    let streams =
        one.or_else(|| page.raw().get::<Array<'p>>(b"Contents").map(|parts| parts.iter::<Stream<'p>>().collect()));
    let (mut content, mut whole) = (Vec::new(), true);
    for stream in streams.unwrap_or_default() {
        let decoded = stream.decoded_data();
        whole &= decoded.is_ok();
        let decoded = decoded.unwrap_or(Cow::Borrowed(b""));
        if (content.len() + decoded.len()) as u64 > cost::PAGE {
            return Err(Refusal::TooLarge { what: "bytes that a page draws", limit: cost::PAGE });
        }
        content.extend_from_slice(&decoded);
        content.push(b' ');
    }
    Ok((content, whole))
}
