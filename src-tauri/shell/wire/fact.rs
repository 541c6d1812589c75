//! Facts with their evidence, and what stands against them.

use serde::{Deserialize, Serialize};
use specta::Type;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FactStatus {
    Proposed,
    Accepted,
    Rejected,
    Conflict,
    Superseded,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    User,
    Agent,
    System,
    Manual,
    Imported,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    Boolean,
    Enum,
    Number,
    Dimension,
    Currency,
    Date,
    String,
    Note,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactRow {
    pub id: String,
    pub label: String,
    pub version: u32,
    pub status: FactStatus,
    pub needs_review: bool,
    pub confidence: f64,
    pub key: String,
    pub key_label: String,
    pub value_type: ValueType,
    /// As a reader writes it: "€1,200.00".
    pub value: String,
    pub text: String,
    pub source_kind: SourceKind,
    pub high_risk: bool,
    pub input_label: Option<String>,
    pub input_id: Option<String>,
    /// None means that the fact has no evidence.
    pub quote: Option<String>,
    pub created_at: i64,
}

/// A quote where it stands, with about 200 characters on each side.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceView {
    pub bundle_id: String,
    pub input_id: Option<String>,
    pub input_label: Option<String>,
    pub input_title: Option<String>,
    pub section: String,
    pub before: String,
    pub quote: String,
    pub after: String,
    /// Code points in the bundle: for reading aloud and for machines, never for slicing here.
    pub start_char: u32,
    pub end_char: u32,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum MissingKind {
    Number,
    Unit,
    Money,
    Date,
    Name,
    Negation,
    Value,
}

/// Something that the value or statement says and the quote does not.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Missing {
    pub kind: MissingKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DiffSide {
    Both,
    Source,
    Quote,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiffWord {
    pub side: DiffSide,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    Digits,
    Unit,
    Currency,
    Negation,
    Name,
    Wording,
}

/// The nearest passage to a quote that is not in the source: for the analyst to look at, never evidence.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Hint {
    pub passage: String,
    pub diff: Vec<DiffWord>,
    pub differs: Vec<Difference>,
    pub claimed_quote: String,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Rival {
    pub fact: FactRow,
    pub evidence: Option<EvidenceView>,
    pub diff: Vec<DiffWord>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactDetail {
    pub fact: FactRow,
    pub evidence: Option<EvidenceView>,
    pub missing: Vec<Missing>,
    pub hint: Option<Hint>,
    pub reason: String,
    /// The accepted fact that this one contradicts.
    pub rival: Option<Rival>,
    /// The chain of supersession, newest first.
    pub versions: Vec<FactRow>,
    pub reaffirmed: u32,
    pub run_id: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactFilter {
    pub statuses: Option<Vec<FactStatus>>,
    pub input_id: Option<String>,
    pub needs_review: Option<bool>,
    pub text: Option<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactPage {
    pub facts: Vec<FactRow>,
    /// Opaque; give it back as `after`.
    pub next: Option<String>,
    pub total: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewPage {
    pub items: Vec<FactDetail>,
    pub next: Option<String>,
    pub total: u32,
}

#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactChange {
    pub text: Option<String>,
    pub value: Option<String>,
}

#[derive(Clone, Copy, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    KeepOld,
    TakeNew,
    KeepAsNote,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KeyRow {
    pub path: String,
    pub label: String,
    pub value_type: ValueType,
    pub unit: Option<String>,
    pub high_risk: bool,
    pub block: String,
}
