//! Salience: how much a statement is worth the analyst's look, with the reasons, so that they can be looked at.

mod conversation;
mod mentions;
mod proposals;
mod rank;
mod ranked_text;
mod signals;

pub use crate::extraction::blocks::is_interview;
pub use conversation::CodedSentence;
pub use mentions::unproposed;
pub(in crate::extraction) use ranked_text::carriers;
pub use ranked_text::{Background, RankedText};
pub use signals::{FITTED, SalienceSignals};

use serde::{Deserialize, Deserializer, Serialize};

use crate::language::class::NUMBER_WORD;
use crate::language::{Token, tokens};

/// The worth of a look at a statement, as determined when it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Salience {
    /// The chance in per cent that a reader would keep it; 0 of what no run found.
    #[serde(deserialize_with = "at_most_100")]
    pub score: u8,
    /// The reasons, the most telling first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<SalienceReason>,
    /// The speaker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// The heading that it stands under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// The question that it answers, in the words of whoever asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

impl Salience {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// As it is where it weighs more for a reason than by its words alone.
    #[must_use]
    pub fn raised(mut self, by: u8, reason: Option<SalienceReason>) -> Self {
        self.score = self.score.saturating_add(by).min(100);
        if let Some(reason) = reason {
            self.reasons.retain(|known| *known != reason);
            self.reasons.insert(0, reason);
        }
        self
    }

    /// Returns it without the figure among its reasons where the words that are shown give none: of a passage one sentence
    /// is shown, and the figure may be in another.
    #[must_use]
    pub fn shown_as(mut self, words: &str) -> Self {
        if !gives_figure(words) {
            self.reasons.retain(|reason| *reason != SalienceReason::Figure);
        }
        self
    }
}

/// Returns whether words give a figure, in digits or in words. "One" is none, and neither is the number of a note: "[12]".
fn gives_figure(words: &str) -> bool {
    let all: Vec<Token<'_>> = tokens(words).collect();
    let is_sign = |at: Option<usize>, sign: &str| at.and_then(|at| all.get(at)).is_some_and(|one| one.text == sign);
    let is_note = |at: usize| is_sign(at.checked_sub(1), "[") && is_sign(at.checked_add(1), "]");
    all.iter().enumerate().any(|(at, word)| word.is(NUMBER_WORD) || word.is_number() && !is_note(at))
}

/// The reason a statement is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SalienceReason {
    /// It has words of the discovery's goal.
    Goal,
    /// It gives an amount, a price, a date.
    Figure,
    /// Somebody decided something.
    Decision,
    /// Somebody needs something, or is to do it.
    Need,
    /// Something goes wrong.
    Problem,
    /// It contradicts what is accepted.
    Contradiction,
    /// It says what no accepted fact says.
    Novelty,
    /// It says what much of its source speaks of.
    Centrality,
    /// It opens its paragraph or its answer. Told until November 2026; that it counts for nothing, the marked texts say.
    Position,
    /// It can be understood by itself.
    SelfContained,
}

fn at_most_100<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    Ok(u8::deserialize(from)?.min(100))
}
