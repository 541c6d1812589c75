//! The value that an answer gives for the key that was asked for: its words need not name the key, since the question
//! did.

use std::ops::Range;

use super::typed;
use super::word::{self, ClauseWord, DENIAL, Figure, KNOWN, SUPPOSING, WordGap};
use crate::keys::{KeyDef, ValueType};
use crate::language::class::{Classes, DOUBT, FINITE_AUXILIARY, FIRST_PERSON, FUTURE, INEXACT};
use crate::message::UserMessage;
use crate::values::{self, Expect, NumberFormat, Value, ValueForm};

/// A longer name is a story.
const MAX_TEXT_CHARS: usize = 200;

/// A value that an answer gives.
#[derive(Debug)]
pub(super) struct GivenValue {
    pub(super) value: Value,
    /// The answer says nothing more.
    pub(super) whole: bool,
    /// The reason the analyst should look which value is meant.
    pub(super) unclear: Option<UserMessage>,
}

/// The value that `text` gives for `key`; none where it gives several, doubts, or denies one without giving another.
pub(super) fn read_value(key: &KeyDef, text: &str, format: NumberFormat) -> Option<GivenValue> {
    let text = text.trim();
    let mut words = Vec::new();
    word::split(text, 0, text.len(), &mut words);
    let answer = KeyAnswer { key, text, words: &words, format };
    let plain = text.trim_end_matches(['.', '!']);
    match key.value_type {
        ValueType::Note => None,
        ValueType::String => answer.in_words(),
        _ => match typed::read(plain, key, format) {
            Some((value, unclear)) => Some(GivenValue { value, whole: true, unclear }),
            None => answer.in_a_sentence(),
        },
    }
}

struct KeyAnswer<'a> {
    key: &'a KeyDef,
    text: &'a str,
    words: &'a [ClauseWord],
    format: NumberFormat,
}

impl KeyAnswer<'_> {
    fn in_words(&self) -> Option<GivenValue> {
        let fits = !self.text.is_empty() && self.text.chars().count() <= MAX_TEXT_CHARS;
        let asks_back = self.text.ends_with(['?', '？', '؟']);
        let unknown = self.any(FIRST_PERSON) && self.any(DENIAL) || self.any(DOUBT | SUPPOSING);
        (fits && !asks_back && !unknown).then(|| GivenValue {
            value: Value::String(self.text.to_owned()),
            whole: true,
            unclear: None,
        })
    }

    fn in_a_sentence(&self) -> Option<GivenValue> {
        if self.any(DOUBT | SUPPOSING | FUTURE | INEXACT) || self.text.ends_with('?') {
            return None;
        }
        match self.key.value_type {
            ValueType::Boolean => self.yes_or_no(),
            ValueType::Number | ValueType::Dimension | ValueType::Currency | ValueType::Date => self.figure(),
            ValueType::Enum | ValueType::String | ValueType::Note => None,
        }
    }

    /// "No, drilling is prohibited": a word of yes or no that stands for itself.
    fn yes_or_no(&self) -> Option<GivenValue> {
        let (first, rest) = self.words.split_first()?;
        let stands_alone = rest.first().is_none_or(|next| next.before != WordGap::Space);
        let value = Value::from_text(first.text(self.text), &Expect::for_type(ValueType::Boolean)).ok()?;
        stands_alone.then_some(GivenValue { value, whole: false, unclear: None })
    }

    /// "It is 600 cm wide": the one figure of the key's kind.
    fn figure(&self) -> Option<GivenValue> {
        if self.any(DENIAL) {
            return None;
        }
        let mut found =
            values::scan_with(self.text, self.format).into_iter().filter(|value| value.form != ValueForm::Clock);
        let (only, None) = (found.next()?, found.next()) else { return None };
        let stranger = typed::counts_a_stranger(self.key, &only, self.words, self.text);
        if only.shared || only.form == ValueForm::Unclear || stranger && !self.is_asked(&only.bytes) {
            return None;
        }
        let (value, unclear) = typed::read(&self.text[only.bytes.clone()], self.key, self.format)?;
        Some(GivenValue { value, whole: !self.says_more_than(&only.bytes), unclear })
    }

    /// Returns whether the word behind the value is the question's: "600 wide", of the width.
    fn is_asked(&self, value: &Range<usize>) -> bool {
        let next = self.words.iter().find(|word| word.start as usize >= value.end);
        next.is_some_and(|next| self.asks(next.text(self.text)))
    }

    /// Returns whether the question has the word too.
    fn asks(&self, word: &str) -> bool {
        let question_text = format!("{} {}", self.key.question, self.key.label).to_lowercase();
        question_text.split(|c: char| !c.is_alphanumeric()).any(|question_word| question_word == word.to_lowercase())
    }

    /// Returns whether a word is left that neither the value nor the question has.
    fn says_more_than(&self, value: &Range<usize>) -> bool {
        self.words.iter().any(|word| {
            let inside = value.contains(&(word.start as usize));
            !inside
                && (word.figure != Figure::None
                    || !word.is(KNOWN) && !self.asks(word.text(self.text)) && !word.is(FINITE_AUXILIARY))
        })
    }

    fn any(&self, class: Classes) -> bool {
        self.words.iter().any(|word| word.is(class))
    }
}
