//! Terms: what passages are found by. Words without case and marks, without those that say nothing, brought to their
//! stems; pairs of characters where a script has no spaces.

use std::sync::LazyLock;

use rust_stemmers::Stemmer;
use rustc_hash::FxHashSet;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::passage::is_dense;
use crate::language::stem::{Stems, stem};
use crate::language::{Language, stop_words};

/// Reads terms as those of one language.
pub struct Analyzer {
    stems: Stems,
    stemmer: Option<Stemmer>,
}

impl Analyzer {
    pub fn new(stems: Stems) -> Self {
        Self { stems, stemmer: stems.stemmer() }
    }

    /// Returns the term of a folded word; none where it says nothing.
    pub fn term(&self, word: &str) -> Option<String> {
        (!is_stop(self.stems, word)).then(|| stem(self.stemmer.as_ref(), word).into_owned())
    }

    /// Returns the terms of a text, in its order.
    pub fn terms(&self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_word(text, |word| found.extend(self.term(word)));
        found
    }
}

/// Returns whether a folded word says nothing in a language.
pub fn is_stop(stems: Stems, word: &str) -> bool {
    static STOP: LazyLock<[FxHashSet<String>; 4]> = LazyLock::new(|| Language::ALL.map(stop_of));
    stems.language().is_some_and(|language| STOP[language as usize].contains(word))
}

fn stop_of(language: Language) -> FxHashSet<String> {
    let mut words = FxHashSet::default();
    stop_words(language).for_each(|word| each_word(word, |word| _ = words.insert(word.to_owned())));
    words
}

/// Gives the folded words of a text, and the pairs of characters of scripts without spaces.
pub fn each_word(text: &str, mut each: impl FnMut(&str)) {
    each_word_at(text, |word, _, _| each(word));
}

/// As [`each_word`], with the bytes that a word begins and ends at.
pub fn each_word_at(text: &str, mut each: impl FnMut(&str, usize, usize)) {
    let bytes = text.as_bytes();
    let mut word = String::with_capacity(32);
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_alphanumeric()) {
            word.push(char::from(byte.to_ascii_lowercase()));
            at += 1;
        }
        match bytes.get(at) {
            Some(byte) if !byte.is_ascii() => at = other_word(text, start, &mut word, &mut each),
            Some(_) if goes_on(bytes, at, &word) => at = number(text, start, at, &mut word, &mut each),
            _ if word.is_empty() => at += 1,
            _ => emit(&mut word, start, at, &mut each),
        }
    }
}

fn emit(word: &mut String, start: usize, end: usize, each: &mut impl FnMut(&str, usize, usize)) {
    if !word.is_empty() {
        each(word, start, end);
    }
    word.clear();
}

/// Returns whether a sign at `at` only groups the digits on its two sides.
fn goes_on(bytes: &[u8], at: usize, word: &str) -> bool {
    matches!(bytes[at], b'.' | b',')
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        && !word.is_empty()
        && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads on in a number from the sign at `at`: `1,900,000` and `1.900.000` are one.
fn number(
    text: &str,
    start: usize,
    mut at: usize,
    word: &mut String,
    each: &mut impl FnMut(&str, usize, usize),
) -> usize {
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            byte if byte.is_ascii_digit() => word.push(char::from(byte)),
            _ if goes_on(bytes, at, word) => {}
            _ => break,
        }
        at += 1;
    }
    emit(word, start, at, each);
    at
}

/// Reads a word that is not all ASCII, from `start`; `word` has what was read of it.
fn other_word(text: &str, start: usize, word: &mut String, each: &mut impl FnMut(&str, usize, usize)) -> usize {
    word.clear();
    let mut end = start;
    for c in text[start..].chars() {
        if is_dense(c) || !(c.is_alphanumeric() || is_combining_mark(c) || is_soft(c)) {
            break;
        }
        fold_into(c, word);
        end += c.len_utf8();
    }
    if end > start {
        emit(word, start, end, each);
        return end;
    }
    let Some(c) = text[start..].chars().next() else { return text.len() };
    if is_dense(c) { dense(text, start, each) } else { start + c.len_utf8() }
}

/// Returns whether a character is not seen: it may stand within a word.
const fn is_soft(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Gives the pairs of characters of a stretch without spaces; a lone one by itself.
fn dense(text: &str, start: usize, each: &mut impl FnMut(&str, usize, usize)) -> usize {
    let mut before: Option<(usize, String)> = None;
    let (mut at, mut alone) = (start, true);
    for c in text[start..].chars().take_while(|c| is_dense(*c)) {
        let mut folded = String::new();
        fold_into(c, &mut folded);
        if let Some((from, first)) = &before {
            each(&format!("{first}{folded}"), *from, at + c.len_utf8());
            alone = false;
        }
        before = Some((at, folded));
        at += c.len_utf8();
    }
    if let Some((from, lone)) = before.filter(|(_, lone)| alone && !lone.is_empty()) {
        each(&lone, from, at);
    }
    at
}

/// Adds a character in lower case, in compatible form, without marks.
pub(super) fn fold_into(c: char, word: &mut String) {
    if c.is_ascii() {
        word.push(c.to_ascii_lowercase());
    } else if is_dense(c) {
        // Voiced Kana and Hangul would fall into parts.
        word.extend(std::iter::once(c).nfkc());
    } else if !is_soft(c) {
        let folded = std::iter::once(c).nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
        folded.for_each(|c| match c {
            'ß' => word.push_str("ss"),
            'æ' => word.push_str("ae"),
            'œ' => word.push_str("oe"),
            'ø' => word.push('o'),
            'ł' => word.push('l'),
            'ς' => word.push('σ'),
            c => word.push(c),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_falls_into_folded_words() {
        let check = |text: &str, expected: &[&str]| {
            let mut found = Vec::new();
            each_word_at(text, |word, start, end| {
                assert!(text.is_char_boundary(start) && text.is_char_boundary(end) && start < end, "{text}");
                found.push(word.to_owned());
            });
            assert_eq!(found, expected, "{text}");
        };
        check("The Wall's 3.5 m; 1,900,000 EUR.", &["the", "wall", "s", "35", "m", "1900000", "eur"]);
        check("Größe, l\u{2019}été", &["grosse", "l", "ete"]);
        check("Häuser_e\u{301}t\u{ad}é", &["hauser", "ete"]);
        check("c++ x-y \"a\" 3. 4", &["c", "x", "y", "a", "3", "4"]);
        check("承認した。次", &["承認", "認し", "した", "次"]);
        check("B2B 600cm ②", &["b2b", "600cm", "2"]);
        check("", &[]);
    }

    #[test]
    fn words_that_say_nothing_are_no_terms() {
        let check = |language: Language, text: &str, expected: &[&str]| {
            assert_eq!(Analyzer::new(language.into()).terms(text), expected, "{text}");
        };
        check(Language::English, "What does the wall cost?", &["wall", "cost"]);
        check(Language::German, "Was kosten die Häuser?", &["kost", "haus"]);
    }
}
