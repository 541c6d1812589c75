//! One fact a span: a value and the sentence that says it are one fact, the value with its statement.
//!
//! A quote of several sentences says more than the value that one of them gives, so it stays a fact of its own.

use super::{Candidate, Route, SourceKind, Status};
use crate::evidence::Evidence;
use crate::language::sentences;
use crate::text::Span;
use crate::values::note_norm;

/// Words of a bundle that the ledger holds as a quote, whatever became of the fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotedSpan {
    /// The fact, as the store numbers it.
    pub id: i64,
    pub status: Status,
    /// True if they give a key its value.
    pub is_value: bool,
    /// The analyst added the fact.
    pub by_hand: bool,
    pub quote: String,
    pub span: Span,
}

/// Returns whether a statement with its quote at `span` and a value with its own at `value` are one fact.
pub fn is_one_fact(quote: &str, span: Span, value: Span) -> bool {
    span == value || span.overlaps(value) && sentences(quote).len() <= 1
}

impl Candidate {
    /// The words of a statement that a parser made: what a value may say as well. A note that is more than its quote, such
    /// as a value that could not be read, is a claim of its own.
    pub(super) fn sentence(&self) -> Option<&Evidence> {
        let evidence = self.content.evidence.as_ref().filter(|_| self.content.source_kind != SourceKind::Manual)?;
        let is_sentence = match self.route {
            // What its quote does not say is no sentence of it.
            Route::Statement => self.content.missing.is_empty(),
            Route::Note => self.content.norm == note_norm(&evidence.quote),
            Route::Typed | Route::Unverified => false,
        };
        is_sentence.then_some(evidence)
    }
}
