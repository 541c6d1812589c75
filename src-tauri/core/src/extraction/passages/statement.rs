//! The statement of a passage, in its own words: without what only fills, without what was begun and said again.

use std::ops::Range;

use crate::extraction::wording::plain;
use crate::language::class::{ARTICLE, FILLER, FUNCTION, HUM, JOIN, LEAD_IN, PREPOSITION, PRONOUN};
use crate::language::sentence::ends_sentence;
use crate::language::{Token, tokens};

/// A start that is said again has at most so many words.
const RESTART: usize = 5;
/// A statement has at least so many words behind the last pause that it may be cut at.
const LEAST: usize = 4;

/// Returns whether a sentence breaks off: no mark ends it, or its last word needs another.
pub(in crate::extraction) fn is_cut_at_end(sentence: &str) -> bool {
    let sentence = sentence.trim_end().trim_end_matches(['"', '”', '’', ')', '»']);
    let last = tokens(sentence).filter(Token::is_word).last();
    let needs_more = last.is_some_and(|word| {
        word.is(ARTICLE) || word.is(JOIN) || word.is(PREPOSITION) && word.is(FUNCTION) && !word.is(PRONOUN)
    });
    !is_ended(sentence) || needs_more
}

/// Returns whether a mark ends a sentence.
pub(in crate::extraction) fn is_ended(sentence: &str) -> bool {
    sentence.trim_end().trim_end_matches(['"', '”', '’', ')', '»']).ends_with(ends_sentence)
}

/// Returns whether a sentence is the rest of one that was cut before it.
pub(in crate::extraction) fn is_cut_at_start(sentence: &str) -> bool {
    let first = sentence.trim_start_matches(|c: char| !c.is_alphanumeric()).chars().next();
    first.is_some_and(char::is_lowercase)
}

/// Returns a sentence as it is read: its own words, without fillers and false starts.
pub(in crate::extraction) fn readable(sentence: &str) -> String {
    let words: Vec<Token<'_>> = tokens(sentence).filter(Token::is_word).collect();
    let mut kept = vec![true; words.len()];
    drop_fillers(sentence, &words, &mut kept);
    drop_restarts(&words, &mut kept);
    drop_lead(&words, &mut kept);
    joined(sentence, &words, &kept)
}

fn is_filler(word: &Token<'_>) -> bool {
    word.is(HUM) || word.is(FILLER) && word.norm().chars().count() < 3
}

/// Hums fill wherever they stand; other words only where they stand apart: "well, …", "…, like, …".
fn drop_fillers(text: &str, words: &[Token<'_>], kept: &mut [bool]) {
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("", |last| &text[words[last].end()..words[at].start]);
        let behind = words.get(at + 1).map_or("", |next| &text[words[at].end()..next.start]);
        let opens = at == 0 || (0..at).all(|one| !kept[one]);
        let apart = (opens || before.contains(',')) && behind.contains(',');
        kept[at] = !(is_filler(&words[at]) || words[at].is(FILLER) && apart);
    }
}

/// Of words that are said twice in a row the second stand: "that, that we", "in the, in the wall".
fn drop_restarts(words: &[Token<'_>], kept: &mut [bool]) {
    let mut at = 0;
    while at < words.len() {
        let rest: Vec<usize> = (at..words.len()).filter(|one| kept[*one]).take(2 * RESTART).collect();
        let same = |length: usize| {
            rest.len() >= 2 * length
                && (0..length).all(|one| words[rest[one]].norm() == words[rest[one + length]].norm())
        };
        if let Some(length) = (1..=RESTART).rev().find(|length| rest.first() == Some(&at) && same(*length)) {
            rest[..length].iter().for_each(|one| kept[*one] = false);
        }
        at += 1;
    }
}

/// What only joins a sentence to the one before it does not open a statement.
fn drop_lead(words: &[Token<'_>], kept: &mut [bool]) {
    let left = |kept: &[bool]| kept.iter().filter(|one| **one).count();
    while left(kept) > LEAST {
        let Some(first) = kept.iter().position(|one| *one) else { return };
        if !leads(&words[first]) {
            return;
        }
        kept[first] = false;
    }
}

fn leads(word: &Token<'_>) -> bool {
    word.is(FILLER) || word.is(JOIN) && word.is(LEAD_IN)
}

/// The words that are left with the signs between them; where something else than a filler is left out stands "…".
fn joined(text: &str, words: &[Token<'_>], kept: &[bool]) -> String {
    let mut said = String::new();
    let mut last: Option<usize> = None;
    for at in (0..words.len()).filter(|at| kept[*at]) {
        match last {
            None => said.push_str(opening(&text[..words[at].start])),
            Some(before) if before + 1 == at => said.push_str(&text[words[before].end()..words[at].start]),
            Some(before) => said.push_str(bridge(&text[words[before].end()..words[before + 1].start])),
        }
        said.push_str(&text[words[at].start..words[at].end()]);
        last = Some(at);
    }
    let signs = words.last().map_or("", |last| text[last.end()..].trim());
    said.push_str(if signs.contains(ends_sentence) { signs } else { "…" });
    capital(plain(&said))
}

/// A sign that belongs to the first word.
fn opening(before: &str) -> &str {
    before
        .chars()
        .next_back()
        .filter(|c| "$€£\"“(+~@#".contains(*c))
        .map_or("", |c| &before[before.len() - c.len_utf8()..])
}

/// What stands between two words of which fillers were left out: the comma before them goes with them.
fn bridge(before: &str) -> &'static str {
    if before.contains(ends_sentence) { ". " } else { " " }
}

fn capital(said: String) -> String {
    let mut letters = said.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() && !letters.as_str().starts_with(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => said,
    }
}

/// Returns the part of a sentence that a quote can hold: up to its last pause before `limit`.
pub(in crate::extraction) fn up_to_a_pause(text: &str, range: Range<usize>, limit: usize) -> Range<usize> {
    let end = text[range.clone()].char_indices().nth(limit).map_or(range.end, |(at, _)| range.start + at);
    if end == range.end {
        return range;
    }
    let pause = text[range.start..end].rfind([',', ';', ':', '—']).or_else(|| text[range.start..end].rfind(' '));
    range.start..pause.map_or(end, |at| range.start + at)
}

#[cfg(test)]
mod tests {
    use super::{is_cut_at_end, is_cut_at_start, readable};

    #[test]
    fn fillers_and_false_starts_are_left_out_and_no_word_is_another() {
        for (spoken, read) in [
            ("Um, so the kiln was, uh, too hot.", "The kiln was too hot."),
            ("And that, that we need a, a new roof.", "That we need a new roof."),
            ("We put the tiles in the, in the second oven.", "We put the tiles in the second oven."),
            ("Well, it cost 40 euro.", "It cost 40 euro."),
            ("The pipes froze, like, every winter.", "The pipes froze every winter."),
            ("Ähm, der Ofen war, äh, kaputt.", "Der Ofen war kaputt."),
            ("The roof leaks, um", "The roof leaks…"),
        ] {
            assert_eq!(readable(spoken), read);
        }
    }

    #[test]
    fn what_breaks_off_is_told() {
        for cut in ["not in clay, in glass, so", "We gave it to the.", "We wanted to fire it and"] {
            assert!(is_cut_at_end(cut), "{cut}");
        }
        for whole in ["We gave it to him.", "That is what we looked for."] {
            assert!(!is_cut_at_end(whole), "{whole}");
        }
        assert!(is_cut_at_start("kiln in the yard.") && !is_cut_at_start("Kilns stand in the yard."));
    }
}
