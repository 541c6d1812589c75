//! An Input in a line: what it is called, how long it is, and what became of its bundles.

use uuid::Uuid;

use crate::error::Result;
use crate::store::documents::InputKind;
use crate::store::inputs::{InputOrigin, InputRow};
use crate::store::{DiscoverySeq, Reader};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSummary {
    pub id: Uuid,
    /// "I-3".
    pub label: String,
    pub title: String,
    pub origin: InputOrigin,
    pub file_name: Option<String>,
    /// Of the document that it was read from: "pdf", "text".
    pub format: String,
    pub pages: Option<u32>,
    pub kind: InputKind,
    pub chars: u32,
    pub bundles: u32,
    /// Bundles that a run has parsed.
    pub parsed: u32,
    /// Bundles whose last run failed.
    pub failed: u32,
    /// Facts that are neither superseded nor rejected.
    pub facts: u32,
    /// Those of them that are accepted, and not to be looked at again.
    pub kept: u32,
    /// Those of the accepted that the rules accepted.
    pub kept_by_rules: u32,
    pub added_at: i64,
}

pub(crate) fn input_summaries(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<InputSummary>> {
    r.inputs(discovery)?.into_iter().map(|row| input_summary(r, row)).collect()
}

pub(crate) fn input_summary(r: &Reader, row: InputRow) -> Result<InputSummary> {
    let counts = r.input_counts(row.seq)?;
    let document = r.document(row.seq)?.unwrap_or_default();
    Ok(InputSummary {
        id: row.id,
        label: label(&row),
        title: row.title,
        origin: row.origin,
        file_name: row.file_name,
        format: document.format,
        pages: document.pages,
        kind: document.description.kind,
        chars: row.chars,
        bundles: counts.bundles,
        parsed: counts.parsed,
        failed: counts.failed,
        facts: counts.facts,
        kept: counts.accepted,
        kept_by_rules: counts.accepted_by_rules,
        added_at: row.added_at,
    })
}

pub(crate) fn label(row: &InputRow) -> String {
    format!("I-{}", row.label_no)
}
