//! The documents that Inputs were read from: what is known of them, and where words stand there.

use factly_engine::{
    evidence, inputs,
    originals::{self, ExtractNote},
};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{
    count,
    facts::{AcceptedBy, FactStatus},
};

wire_enum! {
    Origin = factly_engine::store::inputs::InputOrigin { Paste, File, Stdin, Sample, Imported }
}

wire_enum! {
    /// The kind of a source to those who weigh it.
    InputKind = originals::InputKind { Interview, Report, Minutes, Mail, Data, WebPage, Other }
}

/// A note on the reading of a document.
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
    /// Words that were read and are never accepted by themselves.
    ToReview {
        what: String,
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
            ExtractNote::ToReview { what, count: all } => Self::ToReview { what, count: count(all) },
            ExtractNote::LeftOut { what, count: all } => Self::LeftOut { what, count: count(all) },
        }
    }
}
wire_from!(ReadingNote = ExtractNote);

impl From<inputs::InputRemark> for ReadingNote {
    fn from(remark: inputs::InputRemark) -> Self {
        match remark {
            inputs::InputRemark::Read(note) => note.into(),
            inputs::InputRemark::NulsDropped(dropped) => Self::NulsDropped { count: count(dropped) },
        }
    }
}

wire_struct! {
    NamedRemark = inputs::NamedRemark as named {
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

/// The analyst's description of a document; fields that are left out stay.
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
    /// The place of a fact's quote on a page.
    PageFact = evidence::PageFact as fact {
        fact_id: String = fact.fact.to_string(),
        label: String,
        status: FactStatus,
        needs_review: bool,
        accepted_by: Option<AcceptedBy>,
        rects: Vec<PageRect>,
    }
}
