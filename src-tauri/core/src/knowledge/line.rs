//! A line of a block: what a reader sees, and the fact that it opens.

use super::Trace;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnowledgeLine {
    /// Of a value that has a place: "Width".
    pub label: Option<String>,
    pub text: String,
    pub role: LineRole,
    pub trace: Trace,
    /// The key that keeps its place in the block whatever is said there: that of a value or of a question.
    pub key: Option<String>,
}

impl KnowledgeLine {
    /// "Width: 600 cm".
    pub fn plain(&self) -> String {
        self.label.as_ref().map_or_else(|| self.text.clone(), |label| format!("{label}: {}", self.text))
    }
}

/// The role of a line in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRole {
    Value,
    /// Set by the analyst over what the facts say.
    ByHand,
    Constraint,
    /// A constraint that a model suggested.
    Suggested,
    Decision,
    Question,
    /// A question whose key is filled by now.
    Resolved,
    /// To be ticked off.
    Check,
    Note,
}
