//! The convention of a text for numbers: 1,234.56 or 1.234,56.

use super::bytes::{gap, gaps, run, word_before};
use super::tail;
use crate::language::{self, Language};
use crate::values::words::{self, MAX_WORD};

/// The way decimals are set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// `1,234.56`, as in English.
    Point,
    /// `1.234,56` or `1 234,56`, as in German, French and Spanish.
    Comma,
}

/// The start of a text tells enough of it, and keeps the look cheap.
const SAMPLE: usize = 64 * 1024;

impl Convention {
    /// Judged by the numbers that can be read in one way only, and where they are silent by the commonest words.
    /// English writes decimals with a point, and so does a text that tells nothing.
    pub fn detect(text: &str) -> Self {
        NumberFormat::detect(text).convention.unwrap_or(Self::Point)
    }
}

/// The number format of a text's writer, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberFormat {
    convention: Option<Convention>,
    /// Figures tell it. Words only suggest it, and a unit that is spelled in another language knows better.
    by_figures: bool,
}

impl NumberFormat {
    /// Nothing is known: a figure that can be read in two ways keeps both readings.
    pub const UNKNOWN: Self = Self { convention: None, by_figures: false };

    /// Judged by the figures that can be read in one way only, where they are silent by the language of the words.
    pub fn detect(text: &str) -> Self {
        let sample = start_of(text);
        match comma_votes(sample) {
            0 => Self { convention: of_words(sample), by_figures: false },
            votes => Self { convention: Some(by_votes(votes)), by_figures: true },
        }
    }

    /// As those write numbers who write a language.
    pub const fn of_language(language: Language) -> Self {
        let convention = match language {
            Language::English => Convention::Point,
            Language::German | Language::French | Language::Spanish => Convention::Comma,
        };
        Self { convention: Some(convention), by_figures: false }
    }

    /// Returns the format of a part of what is written so: its own figures know better, its words only where this format
    /// is unknown.
    #[must_use]
    pub fn in_text(self, part: &str) -> Self {
        match comma_votes(start_of(part)) {
            0 if self.convention.is_none() => Self::detect(part),
            0 => self,
            votes => Self { convention: Some(by_votes(votes)), by_figures: true },
        }
    }

    /// Returns this format, or `other` where this one is unknown.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        if self.convention.is_some() { self } else { other }
    }

    pub const fn convention(self) -> Option<Convention> {
        self.convention
    }

    pub(super) const fn is_by_figures(self) -> bool {
        self.by_figures
    }
}

impl From<Convention> for NumberFormat {
    /// The convention is certain, as that of figures.
    fn from(convention: Convention) -> Self {
        Self { convention: Some(convention), by_figures: true }
    }
}

const fn by_votes(votes: i32) -> Convention {
    if votes > 0 { Convention::Comma } else { Convention::Point }
}

/// By the commonest words, else by the language that letters and stop words tell.
fn of_words(sample: &str) -> Option<Convention> {
    match word_votes(sample) {
        0 => NumberFormat::of_language(language::detect(sample)?).convention,
        votes => Some(by_votes(votes)),
    }
}

/// The speaker, as far as one word is two numbers: a billion is a thousand millions in English, and a million millions
/// in German, French and Spanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberLanguage {
    English,
    Other,
    Unknown,
}

impl NumberLanguage {
    /// Judged by the commonest words alone: who writes English elsewhere may set decimals off with a comma.
    pub(super) fn detect(text: &str) -> Self {
        match word_votes(start_of(text)) {
            0 => Self::Unknown,
            votes if votes > 0 => Self::Other,
            _ => Self::English,
        }
    }
}

/// The commonest words of German, French and Spanish, less those of English. Words of both sides are left out.
fn word_votes(sample: &str) -> i32 {
    let mut votes = 0;
    for word in sample.split(|c: char| !c.is_alphabetic()).filter(|word| (2..=5).contains(&word.len())) {
        votes += match word {
            "the" | "of" | "and" | "is" | "was" | "The" | "with" | "we" | "for" | "that" | "are" | "this" | "has" => -1,
            "der" | "die" | "das" | "und" | "ist" | "mit" | "Die" | "Der" | "wir" | "Das" | "den" | "dem" | "von"
            | "für" | "auf" | "nicht" | "eine" | "sind" | "bis" | "wird" | "Wir" | "im" | "ein" | "Ein" | "haben" => 1,
            "les" | "des" | "est" | "une" | "du" | "Les" | "nous" | "le" | "Le" | "et" | "dans" | "avec" | "sur"
            | "au" | "pour" => 1,
            "el" | "los" | "las" | "una" | "del" | "con" | "El" | "para" | "por" | "que" | "es" | "en" | "la"
            | "La" => 1,
            _ => 0,
        };
    }
    votes
}

/// At most [`SAMPLE`] bytes, to a character border.
fn start_of(text: &str) -> &str {
    let end = (0..4).find_map(|back| text.get(..SAMPLE - back));
    end.unwrap_or(text)
}

/// Commas that can only be decimal, less points that can only be.
fn comma_votes(text: &str) -> i32 {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut votes = 0;
    for at in memchr::memchr2_iter(b',', b'.', bytes) {
        if at == 0 || !digit(at - 1) || !digit(at + 1) {
            continue;
        }
        let run = (1..=4).take_while(|ahead| digit(at + ahead)).count();
        let start = at - digits_before(bytes, at);
        let before = start.checked_sub(1).and_then(|at| bytes.get(at));
        // Dates, versions and section numbers have a second mark near the first.
        let chained = matches!(bytes.get(at + run + 1), Some(b'.' | b',')) && digit(at + run + 2)
            || at - start <= 2 && matches!(before, Some(b'.' | b','));
        if run <= 2 && !chained && !(bytes[at] == b'.' && is_no_decimal(text, at)) {
            votes += if bytes[at] == b',' { 1 } else { -1 };
        }
    }
    votes
}

/// Returns whether the point at `at` is in a time, a day without a year, or the number of a section or a version, which
/// those who write decimals with a comma write with a point too.
fn is_no_decimal(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let (start, end) = (at - digits_before(bytes, at), at + 1 + run(bytes, at + 1));
    let number = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<u8>().ok()).unwrap_or(0);
    let clock = bytes[gap(bytes, end)..].starts_with(b"Uhr");
    let day = bytes.get(end) == Some(&b'.')
        && (1..=31).contains(&number(start, at))
        && (1..=12).contains(&number(at + 1, end));
    clock || day || numbers_a_part(word_before(text, start)) || heads_line(text, start, end)
}

/// Counts the digits that end at `at`, as far as it matters.
fn digits_before(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().rev().take(4).take_while(|byte| byte.is_ascii_digit()).count()
}

/// Words before the number of a part of a text or of a version, and its sign.
fn numbers_a_part(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "§",
        "§§",
        "abschnitt",
        "kapitel",
        "ziffer",
        "punkt",
        "abbildung",
        "tabelle",
        "anlage",
        "version",
        "release",
        "section",
        "chapter",
        "figure",
        "table",
        "chapitre",
        "tableau",
        "capítulo",
        "apartado",
        "sección",
        "tabla",
        "versión",
    ];
    let mut buffer = [0; MAX_WORD];
    words::fold_into(word, &mut buffer).is_some_and(|folded| WORDS.contains(&folded))
}

/// "2.1 Der Tank" at the start of a line, but not "2.1 Liter".
fn heads_line(text: &str, start: usize, end: usize) -> bool {
    let bytes = text.as_bytes();
    let before = text[..start].trim_end_matches([' ', '#']);
    let title = gaps(bytes, end);
    (before.is_empty() || before.ends_with('\n'))
        && title > end
        && bytes.get(title).is_some_and(u8::is_ascii_uppercase)
        && !tail::is_counted(text, end)
}
