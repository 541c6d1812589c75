//! Language: the one place that knows words, in English, German, French and Spanish.
//!
//! Everything that reads text (extraction, evidence, duplicates, items, the catalogue, the assistant, retrieval) takes
//! its words, sentences, classes of words, negations and languages from here and keeps none of its own.
//!
//! | module | gives |
//! |---|---|
//! | [`token`] | the words, numbers and signs of a text, each with its span and its normal form |
//! | [`sentence`] | where sentences end |
//! | [`lexicon`] | what a word may do in a sentence, from the files of `lexicons/` |
//! | [`class`] | the names of those classes |
//! | [`negation`] | where a text denies |
//! | [`question`] | what a question asks for |
//! | [`fold`] | what of a spelling does not count |
//! | [`stem`] | what the forms of a word have in common |
//!
//! Not part of it: grammar. Where that would be needed, the caller lets the analyst decide. Numbers, units, money and
//! dates are read by `values`, with the words that stand in the same files.

pub mod class;
mod detect;
pub mod fold;
pub mod lexicon;
pub mod negation;
pub mod question;
pub mod sentence;
pub mod stem;
pub mod token;

pub use detect::detect;
pub use fold::{fold, fold_note};
pub use lexicon::{Lexicon, classes, stop_words};
pub use sentence::sentences;
pub use token::{Token, TokenKind, tokens};

/// A language that Factly knows words of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    English,
    German,
    French,
    Spanish,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// Returns the code of ISO 639-1, as files and synonyms name the language.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Spanish => "es",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Returns the words of this language.
    pub fn lexicon(self) -> &'static Lexicon {
        Lexicon::for_language(self)
    }
}
