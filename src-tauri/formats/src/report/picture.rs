//! Images by their bytes: what they are, and how large.

use std::io::Cursor;

use image::{ImageFormat, ImageReader};

/// An image that a report can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportPicture {
    pub extension: &'static str,
    pub mime: &'static str,
    pub width: u32,
    pub height: u32,
}

/// Tells PNG, JPEG, GIF and WebP by their bytes; anything else is no picture.
#[must_use]
pub fn picture(bytes: &[u8]) -> Option<ReportPicture> {
    let be = |at: usize| Some(u32::from(*bytes.get(at)?) << 8 | u32::from(*bytes.get(at + 1)?));
    let le = |at: usize| Some(u32::from(*bytes.get(at)?) | u32::from(*bytes.get(at + 1)?) << 8);
    let (extension, mime, width, height) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        ("png", "image/png", be(16)? << 16 | be(18)?, be(20)? << 16 | be(22)?)
    } else if bytes.starts_with(b"GIF8") {
        ("gif", "image/gif", le(6)?, le(8)?)
    } else if bytes.starts_with(b"\xff\xd8") {
        let (width, height) = jpeg_size(bytes)?;
        ("jpeg", "image/jpeg", width, height)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        let (width, height) = ImageReader::with_format(Cursor::new(bytes), ImageFormat::WebP).into_dimensions().ok()?;
        ("webp", "image/webp", width, height)
    } else {
        return None;
    };
    (width > 0 && height > 0).then_some(ReportPicture { extension, mime, width, height })
}

/// The size in the first frame header.
fn jpeg_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let [0xff, kind] = *bytes.get(at..at + 2)? else { return None };
        let number = |at: usize| Some(u32::from(*bytes.get(at)?) << 8 | u32::from(*bytes.get(at + 1)?));
        if matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc) {
            return Some((number(at + 7)?, number(at + 5)?));
        }
        at += 2 + number(at + 2)? as usize;
    }
}

/// The image as a word processor draws it: many know no WebP, so that becomes a PNG. None where it cannot be drawn.
pub(crate) fn for_word(bytes: Vec<u8>) -> Option<Vec<u8>> {
    if picture(&bytes)?.extension != "webp" {
        return Some(bytes);
    }
    let mut png = Vec::new();
    let drawn = ImageReader::with_format(Cursor::new(&bytes), ImageFormat::WebP).decode().ok()?;
    drawn.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).ok()?;
    Some(png)
}
