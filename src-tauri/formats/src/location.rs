//! Places of words in a document, and their roles there: places lead there, they prove nothing.
//!
//! A reader places what its format says of a part of the text (a row of a table, words of another, what is hidden or
//! struck out), and places nothing that it only guesses: the core tells from the letters what no reader placed, and has
//! the one rule that says what follows of it (`factly_core::extraction::blocks`).

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::inline;

/// A part of the text and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacedPart {
    pub chars: Range<u32>,
    pub place: Place,
}

/// A place as a reader would name it: "p. 12", "00:14:07", "Costs!B7".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Place {
    /// `number` counts from 1; `label` is what is printed on it where that differs ("xii").
    Page {
        number: u32,
        label: Option<String>,
    },
    Slide {
        number: u32,
    },
    /// A cell with the heads of its row and column, which give its value a meaning.
    Cell {
        sheet: String,
        cell: String,
        row: Option<String>,
        column: Option<String>,
    },
    /// A heading and all that stands under it, to the next of its level.
    Heading {
        level: u8,
        text: String,
    },
    /// The words of one speaker without a break.
    Speaker {
        name: String,
    },
    Time {
        start_ms: u64,
        end_ms: u64,
    },
    /// A message of a mailbox or a conversation: from whom, when (RFC 3339), on what.
    Message {
        from: Option<String>,
        date: Option<String>,
        subject: Option<String>,
    },
    /// A line that is a row of a table, with its cells as [`Place::Cell`] in it. A head names columns and states nothing.
    Row {
        is_head: bool,
    },
    /// Words of another that are repeated here: a reply's quotation, a forwarded original, a block of citation. The
    /// date is that of an RFC 3339 time, or as it is written.
    Quoted {
        by: Option<String>,
        date: Option<String>,
    },
    /// A note apart from the running text: at the foot of a page, in the margin, for whoever speaks.
    Note,
    /// Words that nobody sees who opens the document.
    Hidden,
    /// Words that are struck out.
    Struck,
    /// Characters that may be meant otherwise than they stand here: digits that were raised, letters guessed by OCR.
    Uncertain,
}

impl Place {
    /// Returns whether it tells the location of words, rather than their role there.
    pub const fn is_location(&self) -> bool {
        let is_by_nobody = matches!(self, Self::Quoted { by: None, date: None });
        !is_by_nobody && !matches!(self, Self::Row { .. } | Self::Note | Self::Hidden | Self::Struck | Self::Uncertain)
    }
}

impl Place {
    /// Takes marks of looks off the names in it.
    pub(crate) fn remove_marks(&mut self) {
        let names = match self {
            Self::Cell { sheet, row, column, .. } => vec![Some(sheet), row.as_mut(), column.as_mut()],
            Self::Heading { text, .. } => vec![Some(text)],
            _ => return,
        };
        for name in names.into_iter().flatten().filter(|name| inline::is_marked(name)) {
            *name = inline::plain(name);
        }
    }
}

/// A word, or as much of one as stands on one line, on a drawn page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Boxed {
    pub start: u32,
    pub end: u32,
    /// Counts from 1.
    pub page: u32,
    pub rect: Rect,
}

/// A rectangle as shares of the page that is shown (0 to 1, from its top left corner, rotation applied), so that it
/// lies right at any size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}
