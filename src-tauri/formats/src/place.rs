//! Where words stand in a document: places lead there, they prove nothing.

use std::ops::Range;

use serde::{Deserialize, Serialize};

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
    /// What one speaker says without a break.
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
