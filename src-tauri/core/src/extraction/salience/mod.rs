//! Salience: how much a statement is worth the analyst's look, with the reasons, so that they can be looked at.

mod conversation;
mod mentions;
mod proposals;
mod rank;
mod ranked_text;
mod signals;
mod turns;

pub use crate::extraction::blocks::{asking_turns, is_interview};
pub use conversation::CodedSentence;
pub use mentions::unproposed;
pub(in crate::extraction) use ranked_text::carriers;
pub use ranked_text::{Background, RankedText};
pub use signals::{FITTED, SalienceSignals};
pub use turns::take_turns;

use serde::{Deserialize, Deserializer, Serialize};

use crate::language::class::{NUMBER_WORD, OPENER};
use crate::language::{Token, tokens};
use crate::values::{Bound, ExtractedValue, NumberFormat, Value, extract};

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

/// Returns whether words give a figure: a number in words, or a value that the reader of values knows – with a unit, a
/// currency or a date, of a range, bounded, in parts, or a count before a noun. "One" is none, and a bare number may be a
/// name: "F-16", "[12]", "Bo 105 helicopters".
fn gives_figure(words: &str) -> bool {
    let all: Vec<Token<'_>> = tokens(words).collect();
    let is_named = |start: usize| {
        let before = all.iter().rposition(|word| word.end() <= start).map(|at| &all[at]);
        before.is_some_and(|word| word.is_word() && word.is_capital() && !word.is(OPENER))
    };
    let is_figure = |value: &ExtractedValue| match &value.value {
        Value::Number(number) => {
            let tells = value.counted.is_some() && !is_named(value.bytes.start);
            tells || value.upper.is_some() || value.bound != Bound::Exact || !number.fract().is_zero()
        }
        _ => true,
    };
    all.iter().any(|word| word.is(NUMBER_WORD)) || extract(words, NumberFormat::default()).iter().any(is_figure)
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
