//! The ends of sentences, in several scripts: behind a full stop that is no abbreviation's and no ordinal's.
//!
//! Every look is bounded, so that no text takes longer than its length.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::Language;
use super::class::{CLAUSE_OPENER, DETERMINER, MONTH_NAME, OPENER, PRONOUN};
use super::fold::normal;
use super::lexicon::{Lexicon, classes};

/// Returns whether a sign ends a sentence in some script.
pub const fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '।' | '؟' | '۔' | '｡')
}

/// Returns whether a sign asks.
pub const fn asks(c: char) -> bool {
    matches!(c, '?' | '？' | '؟')
}

/// Returns whether a sign parts what stands on its two sides within a sentence.
pub fn ends_clause(c: char) -> bool {
    ends_sentence(c) || ",;:\n()—–\"“”„«»、，；：،؛".contains(c)
}

/// Returns the sentences of running text, by their bytes, without white space at their ends. A line is one at most.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line = text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
        let end = end_of(text, at, line).unwrap_or(line);
        let sentence = trim(text, at..end);
        if !sentence.is_empty() {
            found.push(sentence);
        }
        at = end;
    }
    found
}

/// Returns the sentence of `text[within]` that `bytes` stand in, whole, with its marks.
pub fn around(text: &str, bytes: &Range<usize>, within: &Range<usize>) -> Range<usize> {
    let line_start = text[within.start..bytes.start].rfind('\n').map_or(within.start, |at| within.start + at + 1);
    let line_end = text[bytes.end..within.end].find('\n').map_or(within.end, |at| bytes.end + at);
    let mut start = line_start;
    loop {
        match end_of(text, start, line_end) {
            Some(end) if end <= bytes.start => start = end,
            end => return start..end.filter(|end| *end >= bytes.end).unwrap_or(line_end),
        }
    }
}

/// Returns the end of the sentence that begins at `at`, behind its marks and closing quotes; none before `end`.
pub fn end_of(text: &str, at: usize, end: usize) -> Option<usize> {
    let mut from = at;
    while let Some((mark, c)) = text[from..end].char_indices().find(|(_, c)| ends_sentence(*c)) {
        let mark = from + mark;
        let behind = closers(text, mark + c.len_utf8(), end);
        if c != '…' && (!c.is_ascii() || ends_here(text, at, mark, behind, end)) {
            return Some(behind);
        }
        from = behind;
    }
    None
}

/// Returns whether the ASCII mark at `mark` ends the sentence that begins at `start`; `behind` is where it is closed.
pub fn ends_here(text: &str, start: usize, mark: usize, behind: usize, end: usize) -> bool {
    if text[behind..end].chars().next().is_some_and(|c| !c.is_whitespace()) {
        return false;
    }
    let rest = text[behind..end].trim_start();
    if !text[mark..].starts_with('.') {
        return !rest.starts_with(char::is_lowercase);
    }
    if rest.is_empty() {
        return true;
    }
    let head = &text[start..mark];
    let word = head.rsplit(BORDERS).next().unwrap_or_default();
    // "32 A." ends in a unit, "J. Krüger" does not.
    let measures = head[..head.len() - word.len()].trim_end_matches(BORDERS).ends_with(|c: char| c.is_ascii_digit());
    let initial = word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase() && word != "I" && !measures;
    if is_shortened(head, word, rest) {
        return false;
    }
    // "am 3. März": an ordinal before a month.
    let ordinal = (1..=2).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && Language::German.lexicon().is(&normal(first_word(rest)), MONTH_NAME);
    !initial && !ordinal && !rest.starts_with(char::is_lowercase)
}

const BORDERS: [char; 5] = [' ', '\n', '(', '\u{a0}', '\u{202f}'];

/// Returns whether the full stop behind `word`, which ends `head`, only shortens it.
fn is_shortened(head: &str, word: &str, rest: &str) -> bool {
    // "Art.-Nr.", "USt-IdNr."
    let last = word.rsplit('-').next().unwrap_or(word);
    if is_among(&CLOSING, last) {
        return !rest.starts_with(char::is_uppercase);
    }
    if is_among(&COUNTED, last) {
        return !opens_clause(rest);
    }
    is_abbreviation(last) || is_spaced(head, word, rest) || has_no_vowel(head, word)
}

/// "z. B.", "i. d. R.", "p. ex.": one or two letters, each group with its full stop.
fn is_spaced(head: &str, word: &str, rest: &str) -> bool {
    let is_group =
        |word: &str, most: usize| (1..=most).contains(&word.chars().count()) && word.chars().all(char::is_alphabetic);
    let before = head[..head.len() - word.len()].trim_end_matches(BORDERS);
    let last = before.strip_suffix('.').map(|before| before.rsplit(BORDERS).next().unwrap_or_default());
    let follows = last.is_some_and(|last| is_group(last, 1)) && is_group(word, 2);
    let next = first_word(rest);
    let leads = is_group(word, 1) && is_group(next, 2) && rest[next.len()..].starts_with('.');
    !before.ends_with(|c: char| c.is_ascii_digit()) && (follows || leads)
}

/// "zzgl", "Stk", "Hbf": no word of the languages is without a vowel, but for the units behind a number and names in
/// capitals.
fn has_no_vowel(head: &str, word: &str) -> bool {
    let measures = head[..head.len() - word.len()].trim_end_matches(BORDERS).ends_with(|c: char| c.is_ascii_digit());
    let is_name = word.chars().skip(1).any(char::is_uppercase);
    let vowel =
        |c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y') || !c.is_ascii_alphabetic();
    word.len() >= 2 && !measures && !is_name && !word.contains(vowel)
}

/// Returns whether a capital article or pronoun follows, with which a sentence begins.
fn opens_clause(rest: &str) -> bool {
    let word = first_word(rest);
    word.starts_with(char::is_uppercase)
        && classes(&normal(word)) & (CLAUSE_OPENER | DETERMINER | OPENER | PRONOUN) != 0
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}

/// Returns whether a full stop behind the word only shortens it.
pub fn is_abbreviation(word: &str) -> bool {
    [&KNOWN, &CLOSING, &COUNTED].into_iter().any(|known| is_among(known, word))
}

type Abbreviations = LazyLock<FxHashSet<&'static str>>;

static KNOWN: Abbreviations = LazyLock::new(|| listed("abbreviation"));
/// Those that a sentence ends with where a capital follows: "MwSt.".
static CLOSING: Abbreviations = LazyLock::new(|| listed("closing_abbreviation"));
/// Those that a sentence ends with where a capital article follows, since a noun may belong to them: "24 Stk. Regale".
static COUNTED: Abbreviations = LazyLock::new(|| listed("counted_abbreviation"));

fn listed(class: &str) -> FxHashSet<&'static str> {
    Lexicon::all().lines(class).flat_map(str::split_whitespace).collect()
}

fn is_among(known: &Abbreviations, word: &str) -> bool {
    known.contains(word)
}

/// Returns the place behind the run of marks, quotes and brackets that close a sentence.
pub fn closers(text: &str, at: usize, end: usize) -> usize {
    let closes = |c: &char| {
        ends_sentence(*c) && *c != '…'
            || matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '*' | '_' | '」' | '』')
    };
    at + text[at..end].chars().take_while(closes).map(char::len_utf8).sum::<usize>()
}

/// Returns the range without white space at its ends.
pub fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_at_its_own_full_stop() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("The wall leaks. It is old.", &["The wall leaks.", "It is old."]);
        check("Dr. Weber e.g. said 6.5 m. Yes!", &["Dr. Weber e.g. said 6.5 m.", "Yes!"]);
        check("Am 3. März kam es. Gut", &["Am 3. März kam es.", "Gut"]);
        check("“Is it?” she asked.\nNew line", &["“Is it?” she asked.", "New line"]);
        check("承認した。次。", &["承認した。", "次。"]);
        check(" \n ", &[]);
        check(
            "Das dauert 5 Std. Wir warten. 24 Stk. Regale.",
            &["Das dauert 5 Std.", "Wir warten.", "24 Stk. Regale."],
        );
        check("Preis 80 € zzgl. 19 % MwSt. Die Wand passt.", &["Preis 80 € zzgl. 19 % MwSt.", "Die Wand passt."]);
        check("Lampen, z. B. Strahler, d. h. Licht. Gut.", &["Lampen, z. B. Strahler, d. h. Licht.", "Gut."]);
        check("Tel. 0221 12345, USt-IdNr. DE123456789. Ende", &["Tel. 0221 12345, USt-IdNr. DE123456789.", "Ende"]);
        check(
            "Wir nehmen ca. 30 Stk. Regale. Die Art.-Nr. Fünf fehlt.",
            &["Wir nehmen ca. 30 Stk. Regale.", "Die Art.-Nr. Fünf fehlt."],
        );
        check("Es sind 3 m. Danach 5 kg. Dann Schluss.", &["Es sind 3 m.", "Danach 5 kg.", "Dann Schluss."]);
        check("Abzgl. Rabatt inkl. Versand usw. Wir liefern.", &["Abzgl. Rabatt inkl. Versand usw.", "Wir liefern."]);
        check("The price excl. VAT is fixed. Call ext. Nine.", &["The price excl. VAT is fixed.", "Call ext. Nine."]);
        check("Mme. Dupont, tél. 12, p. ex. Paris. Voilà.", &["Mme. Dupont, tél. 12, p. ex. Paris.", "Voilà."]);
        check("Precio aprox. Diez, Avda. Sol. Fin.", &["Precio aprox. Diez, Avda. Sol.", "Fin."]);
    }

    #[test]
    fn the_sentence_around_a_place_is_found() {
        let text = "One is here. Two is 3.5 m. Three\nFour";
        let check = |part: &str, expected: &str| {
            let at = text.find(part).unwrap_or_default();
            assert_eq!(text[around(text, &(at..at + part.len()), &(0..text.len()))].trim(), expected, "{part}");
        };
        check("is 3.5", "Two is 3.5 m.");
        check("One", "One is here.");
        check("Three", "Three");
        check("Four", "Four");
    }
}
