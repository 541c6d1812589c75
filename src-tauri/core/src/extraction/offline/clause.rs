//! One idea, not two: where a sentence is cut, and what is dropped before its first word.

use std::ops::Range;

use super::lexicon::{
    ARTICLE, AUX, CONNECTIVE, DEMONSTRATIVE, FILLER, FIRST, ING, JOIN, LEAD, MONTH, NOUN_TOO, PREPOSITION, PRONOUN,
    SECOND, VERB,
};
use super::word::{Figure, Gap, Word};

/// A part shorter than this is half of a comparison rather than an idea of its own.
const MIN_PART: u32 = 40;

/// Cuts `words` into the ranges of words that each stand as a statement. What introduces a statement without stating
/// anything itself is left out.
pub(super) fn split(words: &[Word], text: &str, out: &mut Vec<Range<usize>>) {
    let mut start = 0;
    if let Some(body) = colon(words) {
        let (lead, rest) = words.split_at(body);
        let lead_tells = has_amount(lead) && stands(lead);
        if stands(rest) && (lead_tells || !leans(rest)) {
            if lead_tells {
                out.push(0..body);
            }
            start = body;
        }
    }
    for at in start + 1..words.len() {
        let right = after_join(words, at, text);
        if right > at && stands(&words[start..at]) && stands_apart(&words[start..at], &words[right..], text) {
            out.push(start..at);
            start = right;
        }
    }
    out.push(start..words.len());
}

/// The best place to cut words that are too long for one statement: before the last pause up to `furthest`.
pub(super) fn pause(words: &[Word], start: usize, furthest: usize) -> usize {
    let pause = |at: &usize| words[*at].before != Gap::Space || words[*at].is(JOIN);
    (start + 3..=furthest.min(words.len() - 1)).rev().find(pause).unwrap_or(furthest)
}

/// The word behind the first colon that is not in brackets.
fn colon(words: &[Word]) -> Option<usize> {
    words.iter().skip(1).position(|word| word.before == Gap::Colon).map(|at| at + 1)
}

/// Where a part would start if the sentence were cut before `at`; `at` itself if it may not be.
fn after_join(words: &[Word], at: usize, text: &str) -> usize {
    let word = words[at];
    match word.before {
        Gap::Semicolon => skip_joins(words, at).max(at),
        Gap::Comma | Gap::Dash
            if matches!(word.text(text), "and" | "but" | "while" | "whereas" | "although" | "though" | "so") =>
        {
            at + 1
        }
        _ => at,
    }
}

fn skip_joins(words: &[Word], at: usize) -> usize {
    at + words[at..].iter().take_while(|word| word.is(JOIN)).count()
}

fn stands_apart(left: &[Word], right: &[Word], text: &str) -> bool {
    let extent =
        |words: &[Word]| words.last().map_or(0, |last| last.end) - words.first().map_or(0, |first| first.start);
    let as_telling = !has_amount(left) || has_amount(right);
    stands(right)
        && !leans(right)
        && !elliptical(right, text)
        && as_telling
        && extent(left).min(extent(right)) >= MIN_PART
}

/// Whether a change is told without what changed, which the part before said: "while China recorded an increase of 7%".
fn elliptical(words: &[Word], text: &str) -> bool {
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
            says(at, &["in"]) && words.get(at + 1).is_some_and(|next| next.figure == Figure::None && !next.is(MONTH))
        })
    })
}

/// Whether the words have a subject and a finite verb after it.
pub(super) fn stands(words: &[Word]) -> bool {
    let Some(first) = words.first() else { return false };
    let opens_with_verb = first.is(AUX | VERB | ING) && !first.is(NOUN_TOO | ARTICLE | PRONOUN);
    words.len() >= 3 && !opens_with_verb && (1..words.len()).any(|at| finite(words, at))
}

/// Whether the words need others to say what they speak of: they open with "it", "their", "the same"; not "this plan".
pub(super) fn leans(words: &[Word]) -> bool {
    let Some(first) = words.first() else { return true };
    let points = |at: usize| {
        let named = words.get(at + 1).is_some_and(|next| next.class == 0);
        words.get(at).is_some_and(|word| word.is(PRONOUN) && !(word.is(JOIN | DEMONSTRATIVE) && named))
    };
    points(0) || (first.is(PREPOSITION | JOIN | AUX | FILLER) && points(1))
}

/// Whether the word at `at` can be a finite verb here.
pub(super) fn finite(words: &[Word], at: usize) -> bool {
    let word = words[at];
    if word.is(AUX) {
        return true;
    }
    if !word.is(VERB) || at == 0 {
        return false;
    }
    let before = words[at - 1];
    let nominal = before.is(ARTICLE | PREPOSITION) || before.figure != Figure::None;
    !(before.is(PREPOSITION) || nominal && word.is(NOUN_TOO))
}

pub(super) fn has_amount(words: &[Word]) -> bool {
    words.iter().any(|word| word.figure == Figure::Amount)
}

/// How many words at the start only lead in: "However,", "In addition,", "um, you know,".
pub(super) fn lead_in(words: &[Word], text: &str) -> usize {
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

const PHRASES: [&str; 18] = [
    "in addition",
    "as a result",
    "for example",
    "for instance",
    "in contrast",
    "by contrast",
    "on the other hand",
    "in fact",
    "of course",
    "you know",
    "i mean",
    "in particular",
    "in other words",
    "at the same time",
    "in short",
    "to be honest",
    "as well",
    "i guess",
];

fn connective(words: &[Word], text: &str) -> usize {
    let first = words[0];
    if !first.is(LEAD | FILLER) {
        return 0;
    }
    let comma_after = |count: usize| words.get(count).is_some_and(|next| matches!(next.before, Gap::Comma | Gap::Dash));
    let lower = |word: &Word| word.text(text).to_ascii_lowercase();
    let phrase = PHRASES.iter().find(|phrase| {
        let mut count = 0;
        let same = phrase.split(' ').all(|part| {
            count += 1;
            words.get(count - 1).is_some_and(|word| word.text(text).eq_ignore_ascii_case(part))
        });
        same && comma_after(count)
    });
    if let Some(phrase) = phrase {
        return phrase.split(' ').count();
    }
    if first.is(FILLER) && (comma_after(1) || !matches!(lower(&first).as_str(), "like" | "right" | "well" | "stuff")) {
        return 1;
    }
    if comma_after(1) && first.is(CONNECTIVE) {
        return 1;
    }
    let spoken = words.get(1).is_some_and(|next| {
        next.is(FIRST | SECOND | PRONOUN | FILLER | JOIN | ARTICLE | AUX) || next.capital || next.figure != Figure::None
    });
    usize::from(
        (spoken || comma_after(1))
            && matches!(lower(&first).as_str(), "and" | "but" | "so" | "then" | "or" | "because" | "also"),
    )
}
