//! The result of reading a document.

use serde::{Deserialize, Serialize};

use crate::format::Format;
use crate::location::{Boxed, PlacedPart};

/// A document's text with the places of its words. All offsets count code points of `text`, half-open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extract {
    pub format: Format,
    /// Line ends are `\n`; there is no NUL and no byte-order mark.
    pub text: String,
    /// By start, and the wider one first where two start together: a page before the heading on it.
    pub places: Vec<PlacedPart>,
    /// The boxes of words on drawn pages, by start; empty for a document without pages.
    pub boxes: Vec<Boxed>,
    /// Number of pages or slides, for a document that has any.
    pub pages: Option<u32>,
    pub metadata: Metadata,
    pub notes: Vec<ExtractNote>,
}

/// A document's own metadata.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    pub title: Option<String>,
    pub authors: Vec<String>,
    /// When it was made, as RFC 3339 or a date alone.
    pub date: Option<String>,
}

/// Kinds of words that are never accepted by themselves.
pub(crate) const HIDDEN_WORDS: &str = "hidden words";
pub(crate) const STRUCK_WORDS: &str = "struck words";
pub(crate) const UNCERTAIN_PLACES: &str = "places of uncertain meaning";

/// A note for the analyst on a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "code")]
pub enum ExtractNote {
    /// The bytes did not say their encoding; this one was taken.
    EncodingAssumed { encoding: String },
    /// Pages that show no text: scans or pictures. Counted from 1.
    PagesWithoutText { pages: Vec<u32>, of: u32 },
    /// Pages that are pictures, whose words were recognised, with what errors that has. Counted from 1.
    PagesRecognised { pages: Vec<u32>, of: u32 },
    /// Pages of text of which a picture covers most, whose words, if it has any, nobody read. Counted from 1.
    PagesPartlyPictures { pages: Vec<u32>, of: u32 },
    /// Characters that no font table explains stand as U+FFFD.
    Unreadable { characters: u64 },
    /// The document goes on, and a limit ended the reading. `what` is "pages", "characters", "entries" and the like.
    CutShort { what: String, limit: u64 },
    /// Parts that could not be read and are missing; `parts` names them as the document does.
    Damaged { parts: Vec<String> },
    /// Words that were read and are never accepted by themselves, by kind: hidden, struck, of uncertain meaning.
    ToReview { what: String, count: u64 },
    /// Content that is not taken over, by kind: macros, pictures, remote content, embedded files.
    LeftOut { what: String, count: u64 },
}
