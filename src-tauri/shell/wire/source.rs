//! The text of an Input in blocks, so that only what is in view is sent and drawn.
//!
//! Offsets here are UTF-16 units, half-open.

use factly_engine::evidence;
use serde::Serialize;
use specta::Type;

use super::{
    count,
    fact::{FactRow, FactStatus},
};

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceOutline {
    pub input_id: String,
    pub title: String,
    pub label: String,
    pub block_count: u32,
    /// One for each block.
    pub lengths: Vec<u32>,
    /// Facts that begin in each block.
    pub fact_counts: Vec<u32>,
    /// For the strip at the scroll bar: one for each fact, thinned to 2,000.
    pub marks: Vec<SourceMark>,
    /// Bundles that no run has read yet.
    pub unread: u32,
    pub failed: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceMark {
    pub block: u32,
    pub status: FactStatus,
    pub needs_review: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceBlock {
    pub index: u32,
    pub text: String,
    /// Where the block begins in the Input.
    pub start: u32,
    pub spans: Vec<SourceSpan>,
    /// Those that begin here, in reading order.
    pub facts: Vec<FactRow>,
}

/// The part of a fact's quote that lies in one block: `begins` and `ends` tell whether it goes on in its neighbours.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceSpan {
    pub fact_id: String,
    pub label: String,
    pub status: FactStatus,
    pub needs_review: bool,
    pub start: u32,
    pub end: u32,
    pub begins: bool,
    pub ends: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactPlace {
    pub input_id: String,
    pub block: u32,
}

impl From<evidence::SourceOutline> for SourceOutline {
    fn from(outline: evidence::SourceOutline) -> Self {
        Self {
            input_id: outline.input.to_string(),
            title: outline.title,
            label: outline.label,
            block_count: count(outline.lengths.len()),
            lengths: outline.lengths,
            fact_counts: outline.fact_counts,
            marks: outline.marks.into_iter().map(Into::into).collect(),
            unread: outline.unread,
            failed: outline.failed,
        }
    }
}

impl From<evidence::SourceMark> for SourceMark {
    fn from(mark: evidence::SourceMark) -> Self {
        Self { block: mark.block, status: mark.status.into(), needs_review: mark.needs_review }
    }
}

impl From<evidence::SourceBlock> for SourceBlock {
    fn from(block: evidence::SourceBlock) -> Self {
        Self {
            index: block.index,
            text: block.text,
            start: block.start,
            spans: block.spans.into_iter().map(Into::into).collect(),
            facts: block.facts.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<evidence::SourceSpan> for SourceSpan {
    fn from(span: evidence::SourceSpan) -> Self {
        Self {
            fact_id: span.fact.to_string(),
            label: span.label,
            status: span.status.into(),
            needs_review: span.needs_review,
            start: span.start,
            end: span.end,
            begins: span.begins,
            ends: span.ends,
        }
    }
}

impl From<evidence::FactPlace> for FactPlace {
    fn from(place: evidence::FactPlace) -> Self {
        Self { input_id: place.input.to_string(), block: place.block }
    }
}
