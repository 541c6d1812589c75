//! A line of a block: what a reader sees, and the fact that it opens.

use super::FactTrace;
use super::scope_contents::under;
use crate::language::Language;
use crate::values::Value;

#[derive(Clone, Debug, PartialEq)]
pub struct KnowledgeLine {
    /// Of a value that has a place: "Width".
    pub label: Option<String>,
    pub text: String,
    pub role: LineRole,
    pub trace: FactTrace,
    /// The key that keeps its place in the block whatever is said there: that of a value or of a question.
    pub key: Option<String>,
    /// The typed value that `text` reads, with the condition that it holds under; none of a sentence.
    pub value: Option<(Value, String)>,
}

impl KnowledgeLine {
    pub(super) const fn sentence(text: String, role: LineRole, trace: FactTrace, key: Option<String>) -> Self {
        Self { label: None, text, role, trace, key, value: None }
    }

    /// Returns the text as a reader of `language` writes its value.
    pub fn text_in(&self, language: Language) -> String {
        match &self.value {
            Some((value, condition)) => under(&value.reading_in(language), condition),
            None => self.text.clone(),
        }
    }

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
