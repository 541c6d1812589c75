//! The text of an Input in blocks, so that only what is in view is sent and drawn.
//!
//! Offsets here are UTF-16 units, half-open.

use serde::Serialize;
use specta::Type;

use super::fact::{FactRow, FactStatus};

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
