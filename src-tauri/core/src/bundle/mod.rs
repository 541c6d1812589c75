//! A TurnBundle: the exact text of one turn, its hash, and where its sections lie (`docs/contracts/bundle.md`).
//!
//! The section borders are made together with the text and stored with it. They are never found again by looking for
//! headers, so that an analyst who writes `[AGENT_OUTPUT]` in a message moves no border.

mod cut;
mod template;
#[cfg(test)]
mod tests;

pub use cut::cut;
pub use template::{Bundle, BundleAnswer, BundleQuestion, BundleTurn, ItemRef, Quick, build};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::text::Span;

/// What work the discovery is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    #[default]
    Ideation,
    Planning,
    Solutioning,
}

impl Stage {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ideation => "ideation",
            Self::Planning => "planning",
            Self::Solutioning => "solutioning",
        }
    }
}

/// What a turn speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ScopeType {
    #[default]
    Project,
    Item,
    MultiItem,
}

impl ScopeType {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Item => "item",
            Self::MultiItem => "multiItem",
        }
    }

    /// The scope of this many items.
    pub const fn of(items: usize) -> Self {
        match items {
            0 => Self::Project,
            1 => Self::Item,
            _ => Self::MultiItem,
        }
    }
}

/// A part of a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BundleSection {
    TurnMeta,
    StructuredQuestions,
    UserAnswers,
    FreeChat,
    AgentOutput,
}

impl BundleSection {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TurnMeta => "TURN_META",
            Self::StructuredQuestions => "STRUCTURED_QUESTIONS",
            Self::UserAnswers => "USER_ANSWERS",
            Self::FreeChat => "FREE_CHAT",
            Self::AgentOutput => "AGENT_OUTPUT",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::TurnMeta, Self::StructuredQuestions, Self::UserAnswers, Self::FreeChat, Self::AgentOutput]
            .into_iter()
            .find(|section| section.as_str() == name)
    }

    /// Whether a quote from here may be evidence: what somebody said may, what Factly wrote itself may not.
    pub const fn bears_evidence(self) -> bool {
        matches!(self, Self::UserAnswers | Self::FreeChat | Self::AgentOutput)
    }

    /// Whether the analyst said what stands here.
    pub const fn is_users(self) -> bool {
        matches!(self, Self::UserAnswers | Self::FreeChat)
    }
}

/// Where the content of a section lies in the bundle text: without its header, and empty where `(none)` stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionSpan {
    pub section: BundleSection,
    #[serde(flatten)]
    pub span: Span,
}

/// SHA-256 over the UTF-8 bytes, in lower-case hexadecimal digits.
pub fn sha256_hex(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}
