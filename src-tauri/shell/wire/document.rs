//! The documents that Inputs were read from: what is known of them, and where words stand there.

use factly_engine::{
    bundle, evidence,
    originals::{self, ExtractNote},
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{count, fact::FactStatus, input::Origin};

wire_enum! {
    /// What a source is to those who weigh it.
    InputKind = originals::InputKind { Interview, Report, Minutes, Mail, Data, WebPage, Other }
}

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
    fn from(place: originals::Place) -> Self {
        use originals::Place as From;
        let time = |ms: u64| i64::try_from(ms).unwrap_or(i64::MAX);
        match place {
            From::Page { number, label } => Self::Page { number, label },
            From::Slide { number } => Self::Slide { number },
            From::Cell { sheet, cell, row, column } => Self::Cell { sheet, cell, row, column },
            From::Heading { level, text } => Self::Heading { level, text },
            From::Speaker { name } => Self::Speaker { name },
            From::Time { start_ms, end_ms } => Self::Time { start_ms: time(start_ms), end_ms: time(end_ms) },
            From::Message { from, date, subject } => Self::Message { from, date, subject },
        }
    }
}
wire_from!(Place = originals::Place);

wire_struct! {
    /// Where some words stand: where they begin, under what heading, said by whom.
    PlaceLabel = originals::PlaceLabel {
        place: Option<Place>,
        heading: Option<String>,
        speaker: Option<String>,
    }
}

/// What is to be known of the reading of a document.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(tag = "code", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ReadingNote {
    EncodingAssumed {
        encoding: String,
    },
    /// The first of the pages, and how many they are.
    PagesWithoutText {
        pages: Vec<u32>,
        count: u32,
        of: u32,
    },
    /// The first of the pages, and how many they are.
    PagesRecognised {
        pages: Vec<u32>,
        count: u32,
        of: u32,
    },
    /// The first of the pages, and how many they are.
    PagesPartlyPictures {
        pages: Vec<u32>,
        count: u32,
        of: u32,
    },
    Unreadable {
        characters: u32,
    },
    CutShort {
        what: String,
        limit: i64,
    },
    /// The first of the parts.
    Damaged {
        parts: Vec<String>,
        count: u32,
    },
    LeftOut {
        what: String,
        count: u32,
    },
    NulsDropped {
        count: u32,
    },
}

/// As many pages or parts are named.
const NAMED: usize = 20;

/// The first of some, and how many there are.
fn first_of<T>(mut named: Vec<T>) -> (Vec<T>, u32) {
    let all = count(named.len());
    named.truncate(NAMED);
    (named, all)
}

impl From<ExtractNote> for ReadingNote {
    fn from(note: ExtractNote) -> Self {
        match note {
            ExtractNote::EncodingAssumed { encoding } => Self::EncodingAssumed { encoding },
            ExtractNote::PagesWithoutText { pages, of } => {
                let (pages, count) = first_of(pages);
                Self::PagesWithoutText { pages, count, of }
            }
            ExtractNote::PagesRecognised { pages, of } => {
                let (pages, count) = first_of(pages);
                Self::PagesRecognised { pages, count, of }
            }
            ExtractNote::PagesPartlyPictures { pages, of } => {
                let (pages, count) = first_of(pages);
                Self::PagesPartlyPictures { pages, count, of }
            }
            ExtractNote::Unreadable { characters } => Self::Unreadable { characters: count(characters) },
            ExtractNote::CutShort { what, limit } => {
                Self::CutShort { what, limit: i64::try_from(limit).unwrap_or(i64::MAX) }
            }
            ExtractNote::Damaged { parts } => {
                let (parts, count) = first_of(parts);
                Self::Damaged { parts, count }
            }
            ExtractNote::LeftOut { what, count: all } => Self::LeftOut { what, count: count(all) },
        }
    }
}
wire_from!(ReadingNote = ExtractNote);

impl From<bundle::Remark> for ReadingNote {
    fn from(remark: bundle::Remark) -> Self {
        match remark {
            bundle::Remark::Read(note) => note.into(),
            bundle::Remark::NulsDropped(dropped) => Self::NulsDropped { count: count(dropped) },
        }
    }
}

wire_struct! {
    NamedRemark = bundle::NamedRemark as named {
        title: String,
        note: ReadingNote = named.remark.into(),
    }
}

wire_struct! {
    Document = originals::Document as document {
        input_id: String = document.input.to_string(),
        label: String,
        title: String,
        origin: Origin,
        file_name: Option<String>,
        format: String,
        pages: Option<u32>,
        /// In bytes.
        size: i64,
        sha256: String,
        notes: Vec<ReadingNote>,
        kind: InputKind,
        authors: Vec<String>,
        date: String,
        /// The line that the analyst wrote; empty where it is made.
        reference: String,
        cited_as: String,
    }
}

/// What the analyst says of a document; what is left out stays.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentChange {
    pub title: Option<String>,
    pub kind: Option<InputKind>,
    pub authors: Option<Vec<String>>,
    pub date: Option<String>,
    pub reference: Option<String>,
}

impl From<DocumentChange> for originals::DocumentChange {
    fn from(DocumentChange { title, kind, authors, date, reference }: DocumentChange) -> Self {
        Self { title, kind: kind.map(Into::into), authors, date, reference }
    }
}

/// A part of a page, as shares of it from its top left corner.
#[derive(Clone, Copy, Debug, Serialize, Type)]
pub struct PageRect {
    #[specta(type = i32)]
    pub left: f32,
    #[specta(type = i32)]
    pub top: f32,
    #[specta(type = i32)]
    pub width: f32,
    #[specta(type = i32)]
    pub height: f32,
}

impl From<originals::Rect> for PageRect {
    fn from(originals::Rect { left, top, width, height }: originals::Rect) -> Self {
        Self { left, top, width, height }
    }
}
wire_from!(PageRect = originals::Rect);

wire_struct! {
    SourcePage = evidence::SourcePage {
        /// Counts from 1.
        page: u32,
        facts: Vec<PageFact>,
    }
}

wire_struct! {
    /// Where on a page a fact's quote stands.
    PageFact = evidence::PageFact as fact {
        fact_id: String = fact.fact.to_string(),
        label: String,
        status: FactStatus,
        needs_review: bool,
        rects: Vec<PageRect>,
    }
}
