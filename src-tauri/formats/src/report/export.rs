//! A report as it goes out: what it says, what its citations rest on, and what of it is suggested only.

use std::collections::HashMap;

/// Gives an image's bytes by its target or its name; none where there are none.
pub type Images<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

pub struct Export<'a> {
    /// Of the report, as text.
    pub id: String,
    pub title: String,
    /// "en".
    pub language: &'a str,
    /// What stands before the first section, its metadata and the title left out.
    pub front_md: String,
    /// In reading order.
    pub sections: Vec<Section>,
    /// What stands in the footnote of a citation, by its label.
    pub notes: HashMap<String, Note>,
    /// A line a source.
    pub sources: Vec<String>,
    /// "3 citations are stale."; empty where none is.
    pub stale: String,
    pub words: Words,
    pub images: &'a Images<'a>,
    /// Who suggests and when, for tracked changes.
    pub author: String,
    pub date: String,
}

/// The words that Factly adds, in the language of the report.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub contents: &'static str,
    pub sources: &'static str,
    pub figure: &'static str,
    pub stale: &'static str,
}

pub const ENGLISH: Words = Words { contents: "Contents", sources: "Sources", figure: "Figure", stale: "stale" };

/// A section as it stands and as it is suggested; both are the same where nothing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub id: u128,
    pub number: String,
    /// 1 for the first level.
    pub depth: usize,
    pub appendix: bool,
    /// None where the section is suggested only.
    pub stands: Option<Wording>,
    /// None where it is suggested to delete it.
    pub suggested: Option<Wording>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    pub title: String,
    pub body_md: String,
}

impl Section {
    /// The words that are written where nothing is tracked.
    pub(crate) fn wording(&self) -> Option<&Wording> {
        self.stands.as_ref()
    }
}

/// What a citation rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// `factly://fact/<id>`.
    pub target: String,
    /// The quote, its source and its place.
    pub text: String,
    pub is_stale: bool,
}

/// An image that can be set into a document.
pub(crate) struct Picture {
    pub(crate) extension: &'static str,
    pub(crate) mime: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Tells PNG, JPEG and GIF by their bytes; anything else is no picture.
pub(crate) fn picture(bytes: &[u8]) -> Option<Picture> {
    let be = |at: usize| Some(u32::from(*bytes.get(at)?) << 8 | u32::from(*bytes.get(at + 1)?));
    let (extension, mime, width, height) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        ("png", "image/png", be(16)? << 16 | be(18)?, be(20)? << 16 | be(22)?)
    } else if bytes.starts_with(b"GIF8") {
        let le = |at: usize| Some(u32::from(*bytes.get(at)?) | u32::from(*bytes.get(at + 1)?) << 8);
        ("gif", "image/gif", le(6)?, le(8)?)
    } else if bytes.starts_with(b"\xff\xd8") {
        let (width, height) = jpeg_size(bytes)?;
        ("jpeg", "image/jpeg", width, height)
    } else {
        return None;
    };
    (width > 0 && height > 0).then_some(Picture { extension, mime, width, height })
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
