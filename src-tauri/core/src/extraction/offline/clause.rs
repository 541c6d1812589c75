//! One idea, not two: where a sentence is cut, and what is dropped before its first word.

use std::ops::Range;

use super::word::{ClauseWord, Figure, KNOWN, WordGap, hash};
use crate::language::class::{
    CONNECTIVE, DEMONSTRATIVE, DETERMINER, FILLER, FINITE_AUXILIARY, FIRST_PERSON, JOIN, LEAD_PHRASE, MONTH_NAME,
    NOUN_TOO, OPENING, PARTICIPLE, PREPOSITION, PRONOUN, QUESTION, SECOND_PERSON, VERB,
};
use crate::language::classes;

/// A part shorter than this is half of a comparison rather than an idea of its own.
const MIN_PART: u32 = 40;

/// Cuts `words` into the ranges of words that each stand as a statement. What introduces a statement without stating
/// anything itself is left out.
pub(super) fn split(words: &[ClauseWord], text: &str, out: &mut Vec<Range<usize>>) {
    let mut start = 0;
    if let Some(body) = colon(words) {
        let (lead, rest) = words.split_at(body);
        let lead_tells = has_amount(lead) && is_sentence(lead);
        if is_sentence(rest) && (lead_tells || !leans(rest)) {
            if lead_tells {
                out.push(0..body);
            }
            start = body;
        }
    }
    for at in start + 1..words.len() {
        let right = after_join(words, at, text);
        if right > at && is_sentence(&words[start..at]) && stands_apart(&words[start..at], &words[right..], text) {
            out.push(start..at);
            start = right;
        }
    }
    out.push(start..words.len());
}

/// The best place to cut words that are too long for one statement: before the last pause up to `furthest`.
pub(super) fn pause(words: &[ClauseWord], start: usize, furthest: usize) -> usize {
    let pause = |at: &usize| words[*at].before != WordGap::Space || words[*at].is(JOIN);
    (start + 3..=furthest.min(words.len() - 1)).rev().find(pause).unwrap_or(furthest)
}

/// The word behind the first colon that is not in brackets.
fn colon(words: &[ClauseWord]) -> Option<usize> {
    words.iter().skip(1).position(|word| word.before == WordGap::Colon).map(|at| at + 1)
}

/// Returns the start of a part if the sentence were cut before `at`; `at` itself if it may not be.
fn after_join(words: &[ClauseWord], at: usize, text: &str) -> usize {
    let word = words[at];
    match word.before {
        WordGap::Semicolon => skip_joins(words, at).max(at),
        WordGap::Comma | WordGap::Dash
            if matches!(word.text(text), "and" | "but" | "while" | "whereas" | "although" | "though" | "so") =>
        {
            at + 1
        }
        _ => at,
    }
}

fn skip_joins(words: &[ClauseWord], at: usize) -> usize {
    at + words[at..].iter().take_while(|word| word.is(JOIN)).count()
}

fn stands_apart(left: &[ClauseWord], right: &[ClauseWord], text: &str) -> bool {
    let extent =
        |words: &[ClauseWord]| words.last().map_or(0, |last| last.end) - words.first().map_or(0, |first| first.start);
    let as_telling = !has_amount(left) || has_amount(right);
    is_sentence(right)
        && !leans(right)
        && !elliptical(right, text)
        && as_telling
        && extent(left).min(extent(right)) >= MIN_PART
}

/// Returns whether a change is told without what changed, which the part before said: "while China recorded an increase
/// of 7%".
fn elliptical(words: &[ClauseWord], text: &str) -> bool {
    let says = |at: usize, choices: &[&str]| words.get(at).is_some_and(|word| choices.contains(&word.text(text)));
    let change = (0..words.len()).find(|&at| {
        says(
            at,
            &[
                "increase",
                "increases",
                "decrease",
                "decreases",
                "decline",
                "declines",
                "rise",
                "rises",
                "drop",
                "drops",
                "gain",
                "gains",
            ],
        ) && says(at + 1, &["of"])
    });
    change.is_some_and(|at| {
        !(at..words.len()).any(|at| {
            says(at, &["in"])
                && words.get(at + 1).is_some_and(|next| next.figure == Figure::None && !next.is(MONTH_NAME))
        })
    })
}

/// Returns whether the words have a subject and a finite verb after it.
pub(super) fn is_sentence(words: &[ClauseWord]) -> bool {
    let Some(first) = words.first() else { return false };
    let opens_with_verb = first.is(FINITE_AUXILIARY | VERB | PARTICIPLE) && !first.is(NOUN_TOO | DETERMINER | PRONOUN);
    words.len() >= 3 && !opens_with_verb && (1..words.len()).any(|at| finite(words, at))
}

/// Returns whether the words need others to say what they speak of: they open with "it", "their", "the same"; not "this
/// plan".
pub(super) fn leans(words: &[ClauseWord]) -> bool {
    let Some(first) = words.first() else { return true };
    points(words, 0) || (first.is(PREPOSITION | JOIN | FINITE_AUXILIARY | FILLER) && points(words, 1))
}

fn points(words: &[ClauseWord], at: usize) -> bool {
    let named = words.get(at + 1).is_some_and(|next| !next.is(KNOWN));
    words.get(at).is_some_and(|word| word.is(PRONOUN) && !(word.is(JOIN | DEMONSTRATIVE) && named))
}

/// Returns whether the words before its subject hang from nothing: "2019 I was at school", where "in" is wanting.
pub(super) fn dangles(words: &[ClauseWord]) -> bool {
    let subject = (1..words.len()).find(|at| words[*at].is(FIRST_PERSON) && finite_near(words, *at));
    subject.is_some_and(|at| {
        let before = &words[..at];
        let linked = before
            .iter()
            .any(|word| word.is(FINITE_AUXILIARY | VERB | JOIN | PREPOSITION | QUESTION | OPENING | FILLER));
        words[at].before == WordGap::Space && !linked
    })
}

fn finite_near(words: &[ClauseWord], at: usize) -> bool {
    (at + 1..words.len().min(at + 3)).any(|at| finite(words, at))
}

/// Returns whether the words open with their subject, so that they read as a sentence though they are cut from a longer
/// one.
pub(super) fn opens_with_subject(words: &[ClauseWord]) -> bool {
    let Some(first) = words.first() else { return false };
    let opens = first.is(FIRST_PERSON | DETERMINER | DEMONSTRATIVE) || first.capital && !first.is(JOIN | PREPOSITION);
    opens && is_sentence(words) && !leans(words) && !dangles(words)
}

/// Counts the words that point at what no noun behind them names: "I started this", "work on it".
pub(super) fn pointers(words: &[ClauseWord]) -> usize {
    (0..words.len()).filter(|at| points(words, *at)).count()
}

/// Counts the pairs of words that are repeated soon: "for the, for the".
pub(super) fn restarts(words: &[ClauseWord]) -> usize {
    const SOON: usize = 6;
    let same =
        |one: usize, other: usize| words[one].hash == words[other].hash && words[one + 1].hash == words[other + 1].hash;
    let pairs = words.len().saturating_sub(1);
    (0..pairs).filter(|at| (at + 2..pairs.min(at + SOON)).any(|other| same(*at, other))).count()
}

/// Returns whether the word at `at` can be a finite verb here.
pub(super) fn finite(words: &[ClauseWord], at: usize) -> bool {
    let word = words[at];
    let before = at.checked_sub(1).map(|before| words[before]);
    // "To be able": an infinitive.
    if word.is(FINITE_AUXILIARY) {
        return before.is_none_or(|before| before.hash != hash("to"));
    }
    let Some(before) = before.filter(|_| word.is(VERB)) else { return false };
    let nominal = before.is(DETERMINER | PREPOSITION) || before.figure != Figure::None;
    !(before.is(PREPOSITION) || nominal && word.is(NOUN_TOO))
}

pub(super) fn has_amount(words: &[ClauseWord]) -> bool {
    words.iter().any(|word| word.figure == Figure::Amount)
}

/// Counts the words at the start that only lead in: "However,", "In addition,", "um, you know,".
pub(super) fn lead_in(words: &[ClauseWord], text: &str) -> usize {
    let mut at = 0;
    while at < words.len() {
        let step = connective(&words[at..], text);
        if step == 0 {
            break;
        }
        at += step;
    }
    // A sentence of nothing else is no statement anyway, and must keep its words to be seen as none.
    if at == words.len() { 0 } else { at }
}

/// The longest phrase that leads in, in words.
const LONGEST_PHRASE: usize = 5;

fn connective(words: &[ClauseWord], text: &str) -> usize {
    let first = words[0];
    if !first.is(OPENING | FILLER) {
        return 0;
    }
    let comma_after =
        |count: usize| words.get(count).is_some_and(|next| matches!(next.before, WordGap::Comma | WordGap::Dash));
    let lower = |word: &ClauseWord| word.text(text).to_ascii_lowercase();
    let begins = |count: &usize| {
        let phrase: Vec<String> = words.iter().take(*count).map(lower).collect();
        comma_after(*count) && classes(&phrase.join("_")) & LEAD_PHRASE != 0
    };
    if let Some(count) = (2..=LONGEST_PHRASE).find(begins) {
        return count;
    }
    if first.is(FILLER) && (comma_after(1) || !matches!(lower(&first).as_str(), "like" | "right" | "well" | "stuff")) {
        return 1;
    }
    if comma_after(1) && first.is(CONNECTIVE) {
        return 1;
    }
    let spoken = words.get(1).is_some_and(|next| {
        next.is(FIRST_PERSON | SECOND_PERSON | PRONOUN | FILLER | JOIN | DETERMINER | FINITE_AUXILIARY)
            || next.capital
            || next.figure != Figure::None
    });
    usize::from(
        (spoken || comma_after(1))
            && matches!(lower(&first).as_str(), "and" | "but" | "so" | "then" | "or" | "because" | "also"),
    )
}
