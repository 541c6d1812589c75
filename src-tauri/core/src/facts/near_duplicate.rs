//! A check whether a statement that would be accepted by itself says what another fact says already, in other words.
//!
//! Only statements are asked about. A typed fact is held against the values of its key when it is reconciled, and it is
//! more than any statement: it gives the key its value. The same value of another key is another thing.

use std::cell::OnceCell;

use super::{FactRef, SourceKind};
use crate::discovery::duplicates::{ComparableText, Comparison, DuplicateReason, compare, prepare};
use crate::keys::NOTE_KEY;
use crate::message;
use crate::message::UserMessage;

/// A fact that says the same as a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct NearDuplicate {
    pub fact: FactRef,
    pub verdict: Comparison,
}

/// A fact that stands, as a statement is compared with it.
#[derive(Clone, Copy, Debug)]
pub struct StandingStatement<'s> {
    pub key: &'s str,
    /// It speaks of an item, which its words do not name.
    pub of_item: bool,
    pub text: &'s str,
    pub source_kind: SourceKind,
    /// Its quote and the statement's share words: they are two readings of one sentence.
    pub same_words: bool,
}

/// A statement that is asked about, read closely only once there is a fact to compare it with.
#[derive(Debug)]
pub struct ComparedStatement<'s> {
    text: &'s str,
    prepared: OnceCell<ComparableText>,
}

impl<'s> ComparedStatement<'s> {
    pub const fn new(text: &'s str) -> Self {
        Self { text, prepared: OnceCell::new() }
    }
}

impl StandingStatement<'_> {
    /// Returns whether any statement can say the same.
    pub fn is_comparable(&self) -> bool {
        // A claim that was not proven must not keep the proof from standing.
        self.source_kind != SourceKind::System && (self.key == NOTE_KEY || !self.of_item)
    }

    /// Compares this with `statement`; `None` if it does not say the same.
    pub fn says(&self, statement: &ComparedStatement<'_>) -> Option<Comparison> {
        let typed = self.key != NOTE_KEY;
        if !self.is_comparable() || typed && self.same_words {
            return None;
        }
        let verdict = compare(statement.prepared.get_or_init(|| prepare(statement.text)), &prepare(self.text));
        let counts = match verdict.reason {
            // The letters of another statement make the two one fact, or did not: it is not for this to say.
            DuplicateReason::SameText => typed,
            // Beside a value there is only what a statement says of it.
            DuplicateReason::SaysMore { .. } => !typed,
            _ => true,
        };
        (verdict.duplicate && counts).then_some(verdict)
    }
}

/// Returns why a statement waits: `label` is its twin's.
pub fn reason(label: &str, verdict: &Comparison) -> UserMessage {
    let sure = format!("{:.0}", verdict.score * 100.0);
    message!("it may say the same as {} ({}%): {}", label, sure, verdict.reason.message())
}
