//! The Sources mode: answers only from passages that were retrieved, cited, checked and guarded.
//!
//! The exact words and numbers are those of `docs/contracts/chat-workflow.md`. Everything here is a function of its
//! arguments: what was retrieved, what was said, and what time it is.
//!
//! | file | decides |
//! |---|---|
//! | `retrieve` | how many passages an answer gets, and when there is none |
//! | `prompt` | what a model is told, made anew each turn |
//! | `citation` | which `[source: id]` of an answer stand |
//! | `verify` | what of an answer its sources do not carry, and which words carry it |
//! | `record` | what is kept beside an answer |
//! | `memory` | which messages go along, and which are summed up |
//! | `limits` | the rate limit, the flood and the breaker |
//! | `events` | what the log is told |
//! | `sentences` | what of a passage the model of meaning is given |
//! | `choice` | which sentence answers, and how probably |
//! | `word_match` | how well a sentence has the words of a question |
//! | `requested_value` | the value that a question asks for |
//! | `extract` | an answer of the sources' own words, without a model |

pub mod choice;
pub mod citation;
pub mod events;
pub mod extract;
mod focus_score;
pub mod limits;
pub mod memory;
mod mode;
pub mod prompt;
pub mod record;
mod requested_value;
pub mod retrieve;
pub mod sentences;
mod terms;
pub mod verify;
mod word_match;

use std::ops::Range;

pub use mode::SourcesMode;
pub use word_match::{WordMatch, WordWeights};

/// A passage of an Input as it was retrieved, on which an answer may rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourcePassage {
    /// As a citation names it: "I-3-12".
    pub id: String,
    /// The label of the Input: "I-3".
    pub input: String,
    pub title: String,
    pub heading: String,
    pub speaker: String,
    /// The Input's own words, from `start_char` on.
    pub text: String,
    pub start_char: u32,
    pub score: f32,
    /// 0 to 1: how likely the question is about this library.
    pub similarity: f32,
    /// Likeness of each sentence to the question in meaning; none where that is not known.
    pub likeness: Vec<SentenceLikeness>,
    /// Bytes of the words of whoever asks in an interview, which answer nothing.
    pub interviewer: Vec<Range<usize>>,
    /// Bytes of the quotes of facts in whose place another stands.
    pub replaced: Vec<Range<usize>>,
}

/// Likeness of a sentence to a question in meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SentenceLikeness {
    pub alone: f32,
    /// Behind what stands before it.
    pub behind: f32,
    /// A closer look at it, behind what stands before it: of the likeliest sentences only.
    pub words: Option<WordMatch>,
}

/// The limits of the chat over sources, each a setting and a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceLimits {
    /// `MAX_CHAT_HISTORY`: messages that go along with a question.
    pub max_history: u32,
    /// `MIN_SIMILARITY`: below it the guard answers.
    pub min_similarity: f32,
    /// `CHAT_TOP_K`: passages of an answer.
    pub top_k: u32,
    /// `CHAT_SUMMARIES`: whether what is older is summed up.
    pub summarizes: bool,
    /// `CHAT_RATE_LIMIT`: whether too many messages are refused.
    pub limits_rate: bool,
}

impl Default for SourceLimits {
    fn default() -> Self {
        Self { max_history: 20, min_similarity: 0.5, top_k: 3, summarizes: true, limits_rate: false }
    }
}

impl SourceLimits {
    /// Returns limits that a turn can work with.
    #[must_use]
    pub fn within_bounds(self) -> Self {
        let similarity = if self.min_similarity.is_finite() { self.min_similarity.clamp(0.0, 1.0) } else { 0.5 };
        Self {
            max_history: self.max_history.clamp(4, 400),
            min_similarity: similarity,
            top_k: self.top_k.clamp(1, 20),
            ..self
        }
    }
}
