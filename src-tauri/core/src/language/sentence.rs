//! Where sentences end, in several scripts: behind a full stop that is no abbreviation's and no ordinal's.
//!
//! Every look is bounded, so that no text takes longer than its length.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::Language;
use super::class::MONTH_NAME;
use super::fold::normal;
use super::lexicon::Lexicon;

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
    let word = text[start..mark].rsplit([' ', '\n', '(', '\u{a0}']).next().unwrap_or_default();
    let initial = word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase() && word != "I";
    // "am 3. März": an ordinal before a month.
    let ordinal = (1..=2).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && Language::German.lexicon().is(&normal(first_word(rest)), MONTH_NAME);
    !initial && !is_abbreviation(word) && !ordinal && !rest.starts_with(char::is_lowercase)
}

fn first_word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}

/// Returns whether a full stop behind the word only shortens it.
pub fn is_abbreviation(word: &str) -> bool {
    static KNOWN: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| Lexicon::all().lines("abbreviation").flat_map(str::split_whitespace).collect());
    KNOWN.contains(word)
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
