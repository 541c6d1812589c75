//! The Sources mode of the chat: no tools, and answers that rest on passages.

use super::SourcePassage;
use super::extract::{SourceAnswer, TypedFact, answer_or_nearest};
use super::prompt::{fallback, guard, not_said, system};
use super::record::ReplyOrigin;
use super::retrieve::Retrieved;
use crate::chat::mode::{BuiltInAnswer, ChatMode};
use crate::chat::proposal::{CallFault, CardProposal};
use crate::chat::tool::Definition;
use crate::language::Language;
use crate::message::UserMessage;

/// The passages gathered for one question to the sources.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourcesMode {
    /// None: nothing relevant was found, and the guard answers.
    passages: Option<Vec<SourcePassage>>,
    /// Typed facts, for an answer without a model.
    facts: Vec<TypedFact>,
    /// The breaker is open: no model is asked.
    is_open: bool,
    /// The question before it.
    before: Option<String>,
    /// The reason the passages were found by their words alone.
    by_words: Option<UserMessage>,
    /// Of Factly's own answers: English unless it is said.
    language: Option<Language>,
}

impl SourcesMode {
    pub fn new(retrieved: Retrieved, facts: Vec<TypedFact>, is_open: bool) -> Self {
        let passages = match retrieved {
            Retrieved::Passages(passages) => Some(passages),
            Retrieved::Guard => None,
        };
        Self { passages, facts, is_open, before: None, by_words: None, language: None }
    }

    /// Returns the same, for a question that may go on with one before it.
    #[must_use]
    pub fn after(self, before: Option<String>) -> Self {
        Self { before, ..self }
    }

    /// Returns the same, whose passages were found by their words alone.
    #[must_use]
    pub fn found_by_words(self, why: Option<UserMessage>) -> Self {
        Self { by_words: why, ..self }
    }

    /// Returns the same, which gives Factly's own answers in a language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// Returns an answer of the sources' own words, if they answer.
    pub fn extract(&self, question: &str) -> Option<String> {
        match self.own_words(question)? {
            SourceAnswer::Answered(markdown) => Some(markdown),
            SourceAnswer::Nearest(_) => None,
        }
    }

    fn language(&self) -> Language {
        self.language.unwrap_or(Language::English)
    }

    fn guarded(&self) -> BuiltInAnswer {
        built_in_answer(guard(self.language()).to_owned(), ReplyOrigin::Guard)
    }

    fn own_words(&self, question: &str) -> Option<SourceAnswer> {
        answer_or_nearest(question, self.before.as_deref(), self.passages.as_deref()?, &self.facts)
    }
}

impl ChatMode for SourcesMode {
    fn tools(&self) -> &'static [Definition] {
        &[]
    }

    fn system_prompt(&self) -> String {
        system(self.passages())
    }

    fn read_call(&self, name: &str, _: &str) -> Result<CardProposal, CallFault> {
        Err(CallFault(format!("There is no tool “{name}”. Answer from the sources.")))
    }

    fn answer(&self, text: &str, _: i64) -> BuiltInAnswer {
        match self.own_words(text) {
            Some(SourceAnswer::Answered(markdown)) => built_in_answer(markdown, ReplyOrigin::Extract),
            Some(SourceAnswer::Nearest(nearest)) => {
                built_in_answer(not_said(self.language(), &nearest), ReplyOrigin::Guard)
            }
            None => self.guarded(),
        }
    }

    fn fixed_answer(&self) -> Option<BuiltInAnswer> {
        match &self.passages {
            None => Some(self.guarded()),
            Some(passages) if self.is_open => {
                Some(built_in_answer(fallback(self.language(), passages), ReplyOrigin::Fallback))
            }
            Some(_) => None,
        }
    }

    fn citable(&self) -> Option<&[SourcePassage]> {
        Some(self.passages.as_deref().unwrap_or_default())
    }

    fn by_words(&self) -> Option<&UserMessage> {
        self.by_words.as_ref()
    }
}

const fn built_in_answer(markdown: String, origin: ReplyOrigin) -> BuiltInAnswer {
    BuiltInAnswer { markdown, calls: Vec::new(), origin: Some(origin) }
}
