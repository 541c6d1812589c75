//! A FactOp: what a parser proposes (`docs/contracts/fact-ops.md`).

use serde::{Deserialize, Serialize};

use crate::items::Scope;
use crate::keys::ValueType;
use crate::message::UserMessage;
use crate::text::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum OpKind {
    Add,
    Update,
    Conflict,
    Note,
}

/// As proposed: nothing in it has been checked, and what was malformed has been left out and reported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactOp {
    pub op: OpKind,
    pub scope: Scope,
    pub key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_type: Option<ValueType>,
    #[serde(default)]
    pub value: serde_json::Value,
    #[serde(default)]
    pub evidence: Option<OpEvidence>,
    /// 0 to 1.
    pub confidence: f64,
    #[serde(default)]
    pub needs_review: bool,
    #[serde(default, skip_serializing_if = "UserMessage::is_empty")]
    pub reason: UserMessage,
}

impl FactOp {
    /// Returns the place that is claimed for its quote, in characters of the text.
    pub fn span(&self) -> Option<Span> {
        let evidence = self.evidence.as_ref()?;
        let offset = |at: Option<i64>| u32::try_from(at?).ok();
        Some(Span::new(offset(evidence.start_char)?, offset(evidence.end_char)?))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpEvidence {
    pub quote: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_char: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_char: Option<i64>,
    /// As claimed: any string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_section: Option<String>,
}
