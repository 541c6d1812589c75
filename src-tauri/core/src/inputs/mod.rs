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

use crate::named;
use crate::text::Span;

named! {
    /// The stage of work that the discovery is at.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Stage {
        #[default]
        Ideation = "ideation",
        Planning = "planning",
        Solutioning = "solutioning",
    }
}

named! {
    /// The scope of a turn.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ScopeType {
        #[default]
        Project = "project",
        Item = "item",
        MultiItem = "multiItem",
    }
}

impl ScopeType {
    /// The scope of this many items.
    pub const fn for_item_count(items: usize) -> Self {
        match items {
            0 => Self::Project,
            1 => Self::Item,
            _ => Self::MultiItem,
        }
    }
}

named! {
    /// A part of a bundle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum BundleSection {
        TurnMeta = "TURN_META",
        StructuredQuestions = "STRUCTURED_QUESTIONS",
        UserAnswers = "USER_ANSWERS",
        FreeChat = "FREE_CHAT",
        AgentOutput = "AGENT_OUTPUT",
    }
}

impl BundleSection {
    /// Returns whether a quote from here may be evidence: what somebody said may, what Factly wrote itself may not.
    pub const fn bears_evidence(self) -> bool {
        matches!(self, Self::UserAnswers | Self::FreeChat | Self::AgentOutput)
    }

    /// Returns whether the analyst said what is written here.
    pub const fn is_users(self) -> bool {
        matches!(self, Self::UserAnswers | Self::FreeChat)
    }
}

/// The span of a section's content in the bundle text: without its header, and empty where `(none)` is written.
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
