//! A sentence as words, each with what it can be.

use crate::language::class::{
    BIDDING, CONDITION, CONDITION_THAT, CONNECTIVE, COURTESY_WORD, Classes, DEMONSTRATIVE, DETERMINER, DOUBT, EVENT,
    FILLER, FINITE_AUXILIARY, FIRST_PERSON, FUNCTION, FUTURE, INEXACT, JOIN, MONTH_NAME, NEGATION, NEGATION_OPENING,
    NOUN_TOO, NUMBER_WORD, ONE, OPENING, OPINION, PARTICIPLE, PAST_FORM, PREPOSITION, PRONOUN, QUESTION, SECOND_PERSON,
    SITUATION, URGING, VERB,
};
use crate::language::fold::normal;
use crate::language::{Language, classes};

pub(super) const DENIAL: Classes = NEGATION | NEGATION_OPENING;
/// Opens a condition.
pub(super) const SUPPOSING: Classes = CONDITION | CONDITION_THAT;

/// Of these the rules know English only.
const ENGLISH: Classes = DENIAL | SUPPOSING | MONTH_NAME | PREPOSITION | ONE;
/// The classes that the rules know a word as: one of no such class is what a sentence is about.
pub(super) const KNOWN: Classes = ENGLISH
    | BIDDING
    | CONNECTIVE
    | COURTESY_WORD
    | DEMONSTRATIVE
    | DETERMINER
    | DOUBT
    | EVENT
    | FILLER
    | FINITE_AUXILIARY
    | FIRST_PERSON
    | FUNCTION
    | FUTURE
    | INEXACT
    | JOIN
    | NOUN_TOO
    | NUMBER_WORD
    | OPENING
    | OPINION
    | PARTICIPLE
    | PAST_FORM
    | PRONOUN
    | QUESTION
    | SECOND_PERSON
    | SITUATION
    | URGING
    | VERB;

#[derive(Clone, Copy, Debug)]
pub(super) struct ClauseWord {
    /// Bytes in the text.
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) class: Classes,
    /// Of the word in lower case.
    pub(super) hash: u32,
    pub(super) figure: Figure,
    pub(super) capital: bool,
    /// The gap between the word before and this one.
    pub(super) before: WordGap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    None,
    /// An amount, with or without a unit.
    Amount,
    /// A year, the day of a month, or a time of day that something is said to be at.
    Year,
    /// A time mark, a version, a place in a list: digits that measure nothing.
    Label,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordGap {
    Space,
    Comma,
    Semicolon,
    Colon,
    Dash,
    /// In brackets, which open before this word or did earlier.
    Bracket,
    Other,
}

impl WordGap {
    /// Returns whether a part of the sentence ends here.
    pub(super) const fn parts(self) -> bool {
        matches!(self, Self::Comma | Self::Semicolon | Self::Dash)
    }
}

impl ClauseWord {
    pub(super) const fn is(self, class: Classes) -> bool {
        self.class & class != 0
    }

    /// A month follows at once, of this many letters.
    const fn dates(&mut self, month: usize) {
        if matches!(self.figure, Figure::Amount) && self.end - self.start <= 4 && month >= 3 {
            self.figure = Figure::Year;
        }
    }

    pub(super) fn text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.start as usize..self.end as usize]
    }
}

/// Adds the words of `text[start..end]` to `words`.
pub(super) fn split(text: &str, start: usize, end: usize, words: &mut Vec<ClauseWord>) {
    let bytes = text.as_bytes();
    let mut at = start;
    let mut brackets = 0_u32;
    let mut gap = WordGap::Space;
    while at < end {
        let len = word_len(bytes, at, end);
        if len == 0 {
            gap = gap_after(gap, bytes, at, &mut brackets);
            at += utf8_len(bytes[at]);
            continue;
        }
        let word = &text[at..at + len];
        let before = if brackets > 0 { WordGap::Bracket } else { gap };
        // "3 May" doubts nothing, and its 3 is no amount.
        let month = word == "May" && at > start;
        let (known, hash) = class(word);
        let class = if month { MONTH_NAME } else { known };
        if class & MONTH_NAME != 0
            && let Some(day) = words.last_mut().filter(|day| day.start as usize >= start)
        {
            day.dates(word.len());
        }
        let told_when =
            words.last().is_some_and(|previous| previous.start as usize >= start && previous.is(PREPOSITION));
        words.push(ClauseWord {
            start: narrow(at),
            end: narrow(at + len),
            class,
            hash,
            figure: figure(word.as_bytes(), bytes.get(at + len), told_when && gap == WordGap::Space),
            capital: word.starts_with(|c: char| c.is_ascii_uppercase() || ('À'..='Þ').contains(&c)),
            before,
        });
        gap = WordGap::Space;
        at += len;
    }
}

/// A bundle's text is below 4 GiB, as its offsets in code points are.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn gap_after(gap: WordGap, bytes: &[u8], at: usize, brackets: &mut u32) -> WordGap {
    match bytes[at] {
        b'(' | b'[' => {
            *brackets += 1;
            gap
        }
        b')' | b']' => {
            *brackets = brackets.saturating_sub(1);
            gap
        }
        b',' => WordGap::Comma,
        b';' => WordGap::Semicolon,
        b':' => WordGap::Colon,
        // – and —, between spaces.
        0xE2 if matches!(bytes.get(at..at + 3), Some([_, 0x80, 0x93 | 0x94])) => WordGap::Dash,
        b'-' if bytes.get(at + 1) == Some(&b' ') => WordGap::Dash,
        b'/' | b'|' | b'=' => WordGap::Other,
        _ => gap,
    }
}

/// The length of the word at `at`; 0 if none starts there.
fn word_len(bytes: &[u8], at: usize, end: usize) -> usize {
    let mut i = at;
    while i < end {
        let byte = bytes[i];
        let inside = i > at;
        let joins = |next: Option<&u8>| inside && next.is_some_and(|next| next.is_ascii_alphanumeric());
        i += match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 1,
            b'\'' | b'-' | b'@' | b'/' | b'&' if joins(bytes.get(i + 1)) => 1,
            b'.' | b',' | b':'
                if joins(bytes.get(i + 1).filter(|next| next.is_ascii_digit())) && bytes[i - 1].is_ascii_digit() =>
            {
                1
            }
            b'.' if joins(bytes.get(i + 1)) => 1,
            0xE2 if bytes[i..].starts_with("’".as_bytes()) && joins(bytes.get(i + 3)) => 3,
            // Dashes, quotes, currency signs, arrows.
            0xE2 => break,
            // CJK punctuation and full-width forms, Arabic comma and question mark, guillemets and the like.
            0xE3 if bytes.get(i + 1) == Some(&0x80) => break,
            0xD8 if matches!(bytes.get(i + 1), Some(0x8C | 0x9B | 0x9F)) => break,
            0xC2 => break,
            0x80.. => utf8_len(byte),
            _ => break,
        };
    }
    i.min(end) - at
}

const fn utf8_len(lead: u8) -> usize {
    match lead {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Returns what a word can be, and the hash of it as it compares.
fn class(word: &str) -> (Classes, u32) {
    let norm = normal(word);
    let class = classes(&norm) & !ENGLISH | Language::English.lexicon().classes(&norm) & ENGLISH;
    // "Nothing" and "nobody" deny, and are what a sentence speaks of.
    let class = if class & FUNCTION == 0 { class & !(DENIAL | SUPPOSING) } else { class };
    (if class & KNOWN == 0 { class | ending(word) } else { class }, hash(&norm))
}

/// Returns the hash of a word in its normal form: FNV-1a.
pub(super) fn hash(norm: &str) -> u32 {
    norm.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns what an unknown word's ending tells.
fn ending(word: &str) -> Classes {
    match word.as_bytes() {
        [_, _, _, .., b'e', b'd'] => VERB,
        [_, _, .., b'i', b'n', b'g'] => PARTICIPLE,
        _ => 0,
    }
}

/// `told_when`: a preposition stands before it, as in "closes at 22:00"; a transcript's time marks have none.
fn figure(word: &[u8], next: Option<&u8>, told_when: bool) -> Figure {
    if !word[0].is_ascii_digit() {
        return Figure::None;
    }
    if told_when && is_time_of_day(word) {
        return Figure::Year;
    }
    if word.contains(&b':') || word.iter().filter(|byte| **byte == b'.').count() > 1 {
        return Figure::Label;
    }
    let plain_year =
        word.len() == 4 && matches!(&word[..2], b"18" | b"19" | b"20") && word.iter().all(u8::is_ascii_digit);
    // "the 1980s", "2019-2023", "2023/24"
    let decade = word.len() == 5 && word[4] == b's' && word[..4].iter().all(u8::is_ascii_digit);
    let range = word.len() > 4 && matches!(&word[..2], b"19" | b"20") && matches!(word[4], b'-' | b'/');
    if (plain_year && next != Some(&b'%')) || decade || range { Figure::Year } else { Figure::Amount }
}

/// Hours and minutes: "9:30", "22:00".
fn is_time_of_day(word: &[u8]) -> bool {
    let (hours, minutes) = match word {
        [hour, b':', minutes @ ..] => (u32::from(hour - b'0'), minutes),
        [ten @ b'0'..=b'2', hour @ b'0'..=b'9', b':', minutes @ ..] => {
            (u32::from(ten - b'0') * 10 + u32::from(hour - b'0'), minutes)
        }
        _ => return false,
    };
    hours < 25 && matches!(minutes, [b'0'..=b'5', b'0'..=b'9'])
}
