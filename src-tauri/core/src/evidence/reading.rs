//! A quote or a statement, read: its words, signs and values in their order, each with what it may do.
//!
//! A value is one part, however many words it has; a shortened "not" is a part of its own.

use std::ops::Range;

use crate::language::class::{Classes, NEGATION};
use crate::language::sentence::{closers, ends_here, ends_sentence};
use crate::language::token::plain;
use crate::language::{Token, classes, tokens};
use crate::values::{Scanned, Value, scan};

/// A text with its parts.
pub(super) struct PartedText<'t> {
    pub(super) text: &'t str,
    pub(super) values: Vec<Scanned>,
    pub(super) parts: Vec<ReadingPart<'t>>,
}

/// A word, a sign, a value, or the end of a line.
pub(super) struct ReadingPart<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: Range<usize>,
    /// The form that it compares by, without an elided article; nothing of a value.
    pub(super) norm: String,
    /// As [`Self::norm`], and without the marks of Latin letters.
    pub(super) plain: String,
    pub(super) classes: Classes,
    /// The place of its value.
    pub(super) value: Option<usize>,
    pub(super) is_word: bool,
    /// The number of its sentence.
    pub(super) sentence: usize,
}

impl ReadingPart<'_> {
    pub(super) const fn is(&self, of: Classes) -> bool {
        self.classes & of != 0
    }
}

impl<'t> PartedText<'t> {
    pub(super) fn from_text(text: &'t str) -> Self {
        let mut reading = Self { text, values: scan(text), parts: Vec::new() };
        let (mut end, mut sentence, mut ended) = (0, 0, false);
        for token in tokens(text) {
            let gap = &text[end..token.start];
            // What closes a sentence belongs to it.
            if gap.contains("\n\n") || ended && token.is_word() {
                sentence += 1;
                ended = false;
            }
            if gap.contains('\n') {
                let line = ReadingPart::new(&text[token.start..token.start], token.start, "\n", sentence);
                reading.parts.push(ReadingPart { is_word: false, ..line });
            }
            end = token.end();
            reading.push(&token, sentence);
            ended |= reading.ends_at(&token);
        }
        reading
    }

    pub(super) fn value(&self, at: usize) -> Option<&Scanned> {
        self.parts[at].value.map(|value| &self.values[value])
    }

    /// The parts of a sentence that one stands in.
    pub(super) fn sentence(&self, at: usize) -> Range<usize> {
        let number = self.parts.get(at).map_or(usize::MAX, |part| part.sentence);
        let start = self.parts.partition_point(|part| part.sentence < number);
        start..self.parts.partition_point(|part| part.sentence <= number)
    }

    /// Returns the classes of the phrase of two parts that begins at `at`.
    pub(super) fn phrase(&self, at: usize) -> Classes {
        let (Some(first), Some(next)) = (self.parts.get(at), self.parts.get(at + 1)) else { return 0 };
        if first.is_word && next.is_word && first.value.is_none() && next.value.is_none() {
            classes(&format!("{}_{}", first.norm, next.norm))
        } else {
            0
        }
    }

    fn push(&mut self, token: &Token<'t>, sentence: usize) {
        let covers = |value: &Scanned| token.start < value.bytes.end && value.bytes.start < token.end();
        if let Some(value) = self.values.iter().position(covers) {
            if self.parts.last().is_none_or(|last| last.value != Some(value)) {
                let bytes = self.values[value].bytes.clone();
                let own = ReadingPart::new(&self.text[bytes.clone()], bytes.start, "", sentence);
                self.parts.push(ReadingPart { value: Some(value), is_word: false, ..own });
            }
            return;
        }
        let (bare, denies) = bare(&token.norm());
        self.parts.push(ReadingPart {
            is_word: token.is_word(),
            ..ReadingPart::new(token.text, token.start, &bare, sentence)
        });
        if denies {
            let not = ReadingPart::new(token.text, token.start, "not", sentence);
            self.parts.push(ReadingPart { classes: NEGATION | not.classes, is_word: true, ..not });
        }
    }

    /// Returns whether a sentence ends behind a token. Where it is not certain, it is no: a full stop may be that of an
    /// abbreviation or of a title.
    fn ends_at(&self, token: &Token<'_>) -> bool {
        let Some(mark) = token.text.chars().next().filter(|c| ends_sentence(*c)) else { return false };
        if !mark.is_ascii() {
            return mark != '…';
        }
        let before = self.parts.iter().rev().nth(1);
        let is_title = mark == '.'
            && before.is_some_and(|part| {
                let letters = part.text.chars().count();
                part.value.is_none()
                    && part.is_word
                    && (letters <= 3 && !part.text.starts_with(char::is_lowercase) || letters == 1)
            });
        let behind = closers(self.text, token.end(), self.text.len());
        !is_title && ends_here(self.text, 0, token.start, behind, self.text.len())
    }
}

impl<'t> ReadingPart<'t> {
    fn new(text: &'t str, start: usize, norm: &str, sentence: usize) -> Self {
        let bare = norm.strip_suffix("'s").unwrap_or(norm);
        let (norm, plain) = (norm.to_owned(), plain(bare));
        let classes = classes(&norm) | if bare == norm { 0 } else { classes(bare) };
        Self { text, bytes: start..start + text.len(), norm, plain, classes, value: None, is_word: true, sentence }
    }
}

/// Without an elided article, and whether a shortened `not` belongs to it.
fn bare(norm: &str) -> (String, bool) {
    match norm {
        "can't" | "cannot" => return ("can".to_owned(), true),
        "won't" => return ("will".to_owned(), true),
        _ => {}
    }
    if let Some(verb) = norm.strip_suffix("n't") {
        return (verb.to_owned(), true);
    }
    match norm.split_once('\'') {
        Some(("l" | "d" | "n", rest)) if !rest.is_empty() => (rest.to_owned(), false),
        _ => (norm.trim_end_matches('\'').to_owned(), false),
    }
}

/// Returns whether a value counts one, which a text may say by an article.
pub(super) fn is_one(value: &Value) -> bool {
    let one = rust_decimal::Decimal::ONE;
    match value {
        Value::Number(number) => *number == one,
        Value::Dimension(quantity) => quantity.amount == one && quantity.unit.measure().is_count(),
        _ => false,
    }
}

/// Returns whether a sign says of the number beside it that it is not just that: "~600", "< 800", "800+".
pub(super) fn bounds(text: &str, part: &ReadingPart<'_>) -> bool {
    matches!(part.text, "~" | "≈" | "<" | ">" | "≤" | "≥" | "±" | "+")
        && (text[part.bytes.end..]
            .trim_start()
            .starts_with(|c: char| c.is_numeric() || matches!(c, '€' | '$' | '£' | '='))
            || text[..part.bytes.start].ends_with(char::is_numeric))
}
