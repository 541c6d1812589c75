//! Bundles and the runs that read them.

use serde::Serialize;
use specta::Type;

use super::source::SourceSpan;

#[derive(Clone, Copy, Debug, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunStats {
    pub ops_in: u32,
    pub facts_added: u32,
    pub facts_updated: u32,
    pub conflicts: u32,
    pub notes: u32,
    pub needs_review: u32,
    pub rejected: u32,
    pub unchanged: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    Queued,
    Running,
    Succeeded,
    Failed,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    pub id: String,
    pub status: RunStatus,
    pub model: String,
    pub stats: RunStats,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    pub error: Option<String>,
    pub forced: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundleRow {
    pub id: String,
    pub sha256: String,
    pub input_label: Option<String>,
    pub input_title: Option<String>,
    pub part: u32,
    pub parts: u32,
    pub chars: u32,
    pub created_at: i64,
    pub run: Option<RunSummary>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundlePage {
    pub bundles: Vec<BundleRow>,
    pub next: Option<String>,
    pub total: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BundleView {
    pub row: BundleRow,
    pub text: String,
    pub hash_ok: bool,
    pub sections: Vec<SectionView>,
    pub spans: Vec<SourceSpan>,
}

/// A section's content in the bundle's text, in UTF-16 units.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SectionView {
    pub section: String,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Alignment {
    Exact,
    Moved,
    Typeset,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Accepted,
    Proposed,
    Conflict,
    Superseding,
    Note,
    Rejected,
    Unchanged,
    Malformed,
}

/// What became of one op of a parser's answer.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpOutcome {
    pub index: u32,
    pub op: String,
    pub key: String,
    pub value: String,
    pub quote: String,
    pub alignment: Option<Alignment>,
    pub outcome: Outcome,
    pub reason: String,
    pub fact_id: Option<String>,
    pub fact_label: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunView {
    pub summary: RunSummary,
    pub bundle_id: String,
    pub raw: String,
    pub repairs: Vec<String>,
    pub outcomes: Vec<OpOutcome>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunReport {
    pub run: RunSummary,
    /// The bundle had been parsed before, and this is that run.
    pub reused: bool,
    pub repairs: Vec<String>,
    pub faults: Vec<String>,
}
