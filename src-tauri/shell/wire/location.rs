//! The location of words in the document that they were read from.

use factly_engine::originals;
use serde::Serialize;
use specta::Type;

/// A place in a document, which the window names in its language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Place {
    Page { number: u32, label: Option<String> },
    Slide { number: u32 },
    Cell { sheet: String, cell: String, row: Option<String>, column: Option<String> },
    Heading { level: u8, text: String },
    Speaker { name: String },
    Time { start_ms: i64, end_ms: i64 },
    Message { from: Option<String>, date: Option<String>, subject: Option<String> },
}

impl From<originals::Place> for Place {
    fn from(location: originals::Place) -> Self {
        use originals::Place as From;
        let time = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
        match location {
            From::Page { number, label } => Self::Page { number, label },
            From::Slide { number } => Self::Slide { number },
            From::Cell { sheet, cell, row, column } => Self::Cell { sheet, cell, row, column },
            From::Heading { level, text } => Self::Heading { level, text },
            From::Speaker { name } => Self::Speaker { name },
            From::Time { start_ms, end_ms } => Self::Time { start_ms: time(start_ms), end_ms: time(end_ms) },
            From::Message { from, date, subject } => Self::Message { from, date, subject },
            From::Quoted { by, date } => Self::Message { from: by, date, subject: None },
            // These say what words are; no label of the engine has them, and its list of places leaves them out.
            From::Row { .. } | From::Note | From::Hidden | From::Struck | From::Uncertain => {
                Self::Message { from: None, date: None, subject: None }
            }
        }
    }
}
wire_from!(Place = originals::Place);

wire_struct! {
    /// The location of some words: their start, their heading, their speaker.
    PlaceLabel = originals::PlaceLabel {
        place: Option<Place>,
        heading: Option<String>,
        speaker: Option<String>,
    }
}
