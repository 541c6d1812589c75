//! The statement of a passage, in its own words: without fillers and without starts that are begun again.

use std::ops::Range;

use crate::extraction::wording::plain;
use crate::language::class::{ARTICLE, FILLER, FUNCTION, HUM, JOIN, LEAD_IN, PREPOSITION, PRONOUN, QUESTION};
use crate::language::sentence::ends_sentence;
use crate::language::{Language, Token, tokens};

/// Most words of a false start.
const RESTART: usize = 5;
/// Least words of a statement that a word which only leads in is left out of.
const LEAST: usize = 4;

/// Returns whether a sentence breaks off: no mark ends it, or its last word needs another.
pub(in crate::extraction) fn is_cut_at_end(sentence: &str) -> bool {
    let sentence = sentence.trim_end().trim_end_matches(['"', '”', '’', ')', '»']);
    let words: Vec<Token<'_>> = tokens(sentence).filter(Token::is_word).collect();
    // "What we looked for": the preposition belongs to the word that opens the clause.
    let is_stranded = words.iter().rev().skip(1).any(|word| word.is(QUESTION));
    let needs_more = words.last().is_some_and(|word| {
        let is_preposition = word.is(PREPOSITION) && word.is(FUNCTION) && !word.is(PRONOUN);
        word.is(ARTICLE) || (word.is(JOIN) || is_preposition) && !(word.is(PREPOSITION) && is_stranded)
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

/// Returns a sentence of a language as it is read: its own words, without fillers and false starts.
pub(in crate::extraction) fn readable(sentence: &str, language: Language) -> String {
    let words: Vec<Token<'_>> = tokens(sentence).filter(Token::is_word).collect();
    let mut remains = vec![true; words.len()];
    drop_fillers((sentence, language), &words, &mut remains);
    drop_restarts(sentence, &words, &mut remains);
    drop_lead(language, &words, &mut remains);
    joined(sentence, &words, &remains)
}

fn is_filler(language: Language, word: &Token<'_>) -> bool {
    word.is_in(language, HUM) || word.is_in(language, FILLER) && word.norm().chars().count() < 3
}

/// Leaves out fillers. Hums fill anywhere; other words only between commas: "well, …", "…, like, …".
fn drop_fillers((text, language): (&str, Language), words: &[Token<'_>], remains: &mut [bool]) {
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("", |last| &text[words[last].end()..words[at].start]);
        let behind = words.get(at + 1).map_or("", |next| &text[words[at].end()..next.start]);
        let opens = at == 0 || (0..at).all(|one| !remains[one]);
        let apart = (opens || before.contains(',')) && behind.contains(',');
        remains[at] = !(is_filler(language, &words[at]) || words[at].is_in(language, FILLER) && apart);
    }
    // "It cracks, you know, in winter"; at the start it speaks of whoever listens.
    for at in 1..words.len().saturating_sub(1) {
        let phrase = format!("{}_{}", words[at].norm(), words[at + 1].norm());
        let is_apart = behind(text, words, at - 1).contains(',') || behind(text, words, at + 1).contains(',');
        if language.lexicon().is(&phrase, FILLER) && is_apart && remains[..at].contains(&true) {
            remains[at..at + 2].fill(false);
        }
    }
}

/// Leaves out the first of words that come twice in a row: "that, that we", "in the, in the wall".
fn drop_restarts(text: &str, words: &[Token<'_>], remains: &mut [bool]) {
    for at in 0..words.len() {
        let rest: Vec<usize> = (at..words.len()).filter(|one| remains[*one]).take(2 * RESTART).collect();
        let is_restart = |length: usize| {
            rest.len() >= 2 * length
                && (0..length).all(|one| words[rest[one]].norm() == words[rest[one + length]].norm())
                && is_break(behind(text, words, rest[length - 1]))
        };
        if let Some(length) = (1..=RESTART).rev().find(|length| rest.first() == Some(&at) && is_restart(*length)) {
            rest[..length].iter().for_each(|one| remains[*one] = false);
        }
    }
}

/// Returns whether a speaker may have stopped between two words: "we, we", "I— I", but not "50-50" or "2 × 2".
fn is_break(between: &str) -> bool {
    between.ends_with(char::is_whitespace)
        && between.trim_end().chars().all(|c| matches!(c, ',' | '…' | '-' | '–' | '—'))
}

/// Returns the signs behind a word, up to the next.
fn behind<'t>(text: &'t str, words: &[Token<'_>], at: usize) -> &'t str {
    &text[words[at].end()..words.get(at + 1).map_or(text.len(), |next| next.start)]
}

/// Leaves out words that only join a sentence to the one before it: none opens a statement.
fn drop_lead(language: Language, words: &[Token<'_>], remains: &mut [bool]) {
    let left = |remains: &[bool]| remains.iter().filter(|one| **one).count();
    while left(remains) > LEAST {
        let Some(first) = remains.iter().position(|one| *one) else { return };
        if !leads(language, &words[first]) {
            return;
        }
        remains[first] = false;
    }
}

fn leads(language: Language, word: &Token<'_>) -> bool {
    word.is_in(language, FILLER) || word.is_in(language, JOIN) && word.is_in(language, LEAD_IN)
}

/// Returns the remaining words with the signs that belong to them; a sentence that no mark ends breaks off in "…".
fn joined(text: &str, words: &[Token<'_>], remains: &[bool]) -> String {
    let mut statement = String::new();
    let mut last: Option<usize> = None;
    for at in (0..words.len()).filter(|at| remains[*at]) {
        let before = at.checked_sub(1).map_or(&text[..words[at].start], |before| behind(text, words, before));
        match last {
            Some(last) if last + 1 == at => statement.push_str(before),
            Some(last) => {
                statement.push_str(closing(behind(text, words, last)));
                statement.push(' ');
                statement.push_str(opening(before));
            }
            None => statement.push_str(opening(before)),
        }
        statement.push_str(words[at].text);
        last = Some(at);
    }
    if let Some(last) = last {
        end(&mut statement, closing(behind(text, words, last)), text[words[words.len() - 1].end()..].trim());
    }
    capital(plain(&statement))
}

/// Ends a statement in the signs behind its last word, `own`, and in those behind the last word of its sentence.
fn end(statement: &mut String, own: &str, signs: &str) {
    statement.push_str(own);
    if own.contains(ends_sentence) {
        return;
    }
    statement.push_str(if signs.contains(ends_sentence) { signs.strip_prefix(own).unwrap_or(signs) } else { "…" });
}

/// Returns the signs that belong to the word that `before` ends at.
fn opening(before: &str) -> &str {
    before
        .chars()
        .next_back()
        .filter(|c| "$€£\"“(+-−~@#".contains(*c))
        .map_or("", |c| &before[before.len() - c.len_utf8()..])
}

/// Returns the signs that belong to the word that `behind` follows: of those that part it from the next, none.
fn closing(behind: &str) -> &str {
    let attached = behind.split(char::is_whitespace).next().unwrap_or_default();
    attached.trim_end_matches([',', ';', ':', '-', '–', '—'])
}

fn capital(statement: String) -> String {
    let mut letters = statement.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() && !letters.as_str().starts_with(char::is_uppercase) => {
            first.to_uppercase().chain(letters).collect()
        }
        _ => statement,
    }
}

/// Returns the part of a sentence that a quote can hold: up to its last pause before `limit`.
pub(in crate::extraction) fn up_to_a_pause(text: &str, range: Range<usize>, limit: usize) -> Range<usize> {
    let end = text[range.clone()].char_indices().nth(limit).map_or(range.end, |(at, _)| range.start + at);
    if end == range.end {
        return range;
    }
    let part = &text[range.start..end];
    let behind = |at: usize| text[range.start + at..].chars().nth(1);
    // A comma within a figure is no pause, and a figure keeps its unit.
    let is_pause =
        |at: usize, c: char| matches!(c, ',' | ';' | ':' | '—') && behind(at).is_some_and(char::is_whitespace);
    let is_blank = |at: usize, c: char| c == ' ' && !part[..at].ends_with(char::is_numeric);
    let last = |is: &dyn Fn(usize, char) -> bool| part.char_indices().rev().find(|(at, c)| *at > 0 && is(*at, *c));
    let pause = last(&is_pause).or_else(|| last(&is_blank));
    range.start..pause.map_or(end, |(at, _)| range.start + at)
}

#[cfg(test)]
mod tests {
    use super::Language;
    use super::{is_cut_at_end, is_cut_at_start, readable, up_to_a_pause};

    #[test]
    fn fillers_and_false_starts_are_left_out_and_no_word_is_another() {
        for (spoken, read) in [
            ("Um, so the kiln was, uh, too hot.", "The kiln was too hot."),
            ("And that, that we need a, a new roof.", "That we need a new roof."),
            ("We put the tiles in the, in the second oven.", "We put the tiles in the second oven."),
            ("Well, it cost 40 euro.", "It cost 40 euro."),
            ("The pipes froze, like, every winter.", "The pipes froze every winter."),
            ("The kiln, you know, breaks in winter.", "The kiln breaks in winter."),
            ("You know, the kiln breaks.", "You know, the kiln breaks."),
            ("It is, let's say, 40 degrees.", "It is, let's say, 40 degrees."),
            ("The roof leaks, um", "The roof leaks…"),
            ("We paid, um, $40 for it.", "We paid $40 for it."),
            ("About 40%, uh, of it broke, um.", "About 40% of it broke."),
            ("It broke by 40%, um.", "It broke by 40%."),
            ("It was, uh, -5 degrees in May.", "It was -5 degrees in May."),
            ("It is a, a 50-50 chance and a 2 × 2 m wall.", "It is a 50-50 chance and a 2 × 2 m wall."),
            ("We— we lost it.", "We lost it."),
        ] {
            assert_eq!(readable(spoken, Language::English), read);
        }
        for (spoken, read) in [
            ("Ähm, der Ofen war, äh, kaputt.", "Der Ofen war kaputt."),
            ("Es geht, ähm, um 40 Euro, sagt er.", "Es geht um 40 Euro, sagt er."),
        ] {
            assert_eq!(readable(spoken, Language::German), read);
        }
    }

    #[test]
    fn a_long_sentence_is_cut_at_a_pause_and_never_within_a_figure() {
        for (limit, part) in [
            (30, "The new wall of the quay"),
            (44, "The new wall of the quay"),
            (56, "The new wall of the quay, it costs 1,200 euros a metre"),
        ] {
            let text = "The new wall of the quay, it costs 1,200 euros a metre, and more.";
            assert_eq!(&text[up_to_a_pause(text, 0..text.len(), limit)], part);
        }
        let text = "It has a depth of 40 metres at low water";
        assert_eq!(&text[up_to_a_pause(text, 0..text.len(), 22)], "It has a depth of");
        assert_eq!(up_to_a_pause(",,,,", 0..4, 2), 0..2, "what is left is never empty");
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
