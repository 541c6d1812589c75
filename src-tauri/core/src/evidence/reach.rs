//! How far a negation or a condition reaches that stands outside a quote, in its sentence.
//!
//! Before the quote it reaches to the end of its clause, and on into what hangs from it: "it is not the case that …".
//! Whether that takes the sense from the quote nobody can tell without grammar, so it is listed where it may: then the
//! analyst looks, and what is listed in vain costs one look. Behind a quote only what stands next to it speaks of it, but
//! for the German *nicht* that ends its clause.

use std::ops::Range;

use super::support::floor;
use super::wording::{PLANNED, is_among, is_hedge};
use super::words::{Word, ends_sentence, whole_words};

/// How many words a negation may stand behind a quote.
const BESIDE: usize = 3;
/// No sentence is looked back into further than this, in bytes.
const FURTHEST: usize = 600;
/// A line that is this long, in bytes, was broken to fit and goes on in the next.
const BROKEN: usize = 50;

/// Of the `negations` before a quote at `at`, those of its sentence that may reach it.
pub(super) fn before<'n>(
    text: &'n str,
    negations: &'n [Range<usize>],
    from: usize,
    at: usize,
) -> impl Iterator<Item = &'n Range<usize>> {
    let from = from.max(at.saturating_sub(FURTHEST));
    // Nearly no quote has one so near, and to know that is quick.
    let last = negations.partition_point(|negation| negation.end <= at);
    let first = negations[..last].partition_point(|negation| negation.start < from);
    let near = &negations[first..last];
    let opens = if near.is_empty() { at } else { sentence_start(text, near[0].start, at) };
    near.iter().filter(move |negation| negation.start >= opens && reaches(text, negation, at))
}

/// Whether a negation behind a quote that ends at `end` speaks of it.
pub(super) fn is_behind(text: &str, end: usize, negation: &Range<usize>) -> bool {
    let between = &text[end..negation.start];
    is_one_clause(between)
        && (whole_words(between).filter(Word::is_word).count() < BESIDE
            || ["nicht", "nie", "niemals"].contains(&text[negation.clone()].to_lowercase().as_str())
                && text[negation.end..].trim_start().chars().next().is_none_or(ends_clause))
}

/// The condition that what is quoted at `quote` hangs from: what its clause or its sentence opens with, or what stands next
/// behind it.
pub(super) fn condition(
    text: &str,
    conditions: &[usize],
    from: usize,
    quote: &Range<usize>,
    to: usize,
) -> Option<Range<usize>> {
    let near = floor(text, from.max(quote.start.saturating_sub(OPENING)));
    // Nearly no quote has one so near, and to know that is quick.
    let first = conditions.partition_point(|at| *at < near);
    conditions.get(first).filter(|at| **at < to)?;
    let opens = sentence_start(text, near, quote.start);
    let sentence = Some(&text[opens..quote.start]).filter(|said| (opens > near || near == from) && !said.contains(';'));
    let found = condition_before(&text[near..quote.start], &text[quote.clone()])
        .or_else(|| sentence.and_then(opening_condition))
        .or_else(|| opening_condition(text[quote.end..to].trim_start_matches([' ', ','])))?;
    let start = found.as_ptr() as usize - text.as_ptr() as usize;
    Some(start..start + found.len())
}

/// What makes less of a quote just before it, and what asks behind it: "few residents agree", "is the wall high?".
pub(super) fn doubt(
    text: &str,
    questions: &[usize],
    from: usize,
    quote: &Range<usize>,
    to: usize,
) -> Option<Range<usize>> {
    let near = floor(text, from.max(quote.start.saturating_sub(OPENING)));
    let last = text[near..quote.start].split_whitespace().next_back().unwrap_or_default();
    let word = last.trim_start_matches(|c: char| !c.is_alphanumeric());
    let folded = word.to_lowercase();
    let lessens =
        is_hedge(&folded) && !is_among(&folded, PLANNED) && !is(VERBS_IN_ENGLISH, &folded) || is(PARTS, &folded);
    let less = lessens.then(|| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    });
    less.or_else(|| {
        // Nearly no quote has one so near, and to know that is quick.
        let sign = questions.get(questions.partition_point(|sign| *sign < quote.end)).copied()?;
        let is_near = sign < to.min(quote.end + OPENING);
        let asks = is_near && !text[quote.end..sign].contains(|c| ends_sentence(c) || c == '\n');
        asks.then(|| sign..sign + text[sign..].chars().next().map_or(0, char::len_utf8))
    })
}

pub(super) fn asks(c: char) -> bool {
    matches!(c, '?' | '？' | '؟')
}

/// What makes of all some.
const PARTS: &[&str] = &[
    "few",
    "some",
    "half",
    "only",
    "hardly",
    "wenige",
    "einige",
    "manche",
    "nur",
    "halbe",
    "peu",
    "quelques",
    "seulement",
    "pocos",
    "pocas",
    "algunos",
    "algunas",
    "solo",
    "sólo",
];
/// Where in `text` words begin with which a condition may, whatever stands around them.
pub(super) fn conditions(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut before = b' ';
    for (at, byte) in bytes.iter().enumerate() {
        let begins = |word: &&&str| word.as_bytes().first() == Some(&byte.to_ascii_lowercase());
        let is_there = |word: &&str| {
            bytes[at..].get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word.as_bytes()))
                && bytes.get(at + word.len()).is_none_or(|behind| !behind.is_ascii_alphanumeric())
        };
        if byte.is_ascii_alphabetic() && !before.is_ascii_alphanumeric() {
            let mut words = [CONDITIONS, ELIDED, WITH_THAT, VERBS_IN_ENGLISH].into_iter().flatten().filter(begins);
            if words.any(is_there) {
                found.push(at);
            }
        }
        before = *byte;
    }
    found
}

/// A sentence that opens further before a quote than this, in bytes, is not looked at.
const OPENING: usize = 200;
/// How many words a condition may stand before a quote.
const BEFORE: usize = 6;

/// Within the clause that a quote goes on with.
fn condition_before<'t>(before: &'t str, quote: &'t str) -> Option<&'t str> {
    let mut behind = quote.split_whitespace().next().unwrap_or_default();
    for word in before.split_whitespace().rev().take(BEFORE) {
        let bare = word.trim_start_matches(ends_clause);
        if word.ends_with(ends_clause) || is_condition(bare, behind) {
            return (!word.ends_with(ends_clause)).then_some(bare);
        }
        if bare.len() < word.len() {
            return None;
        }
        behind = bare;
    }
    None
}

/// What a sentence or the rest of one opens with.
fn opening_condition(said: &str) -> Option<&str> {
    let mut words = said.split_whitespace();
    let (first, second) = (words.next()?, words.next().unwrap_or_default());
    is_condition(first, second).then_some(first)
}

/// Whether a word begins a condition; `next` is the word behind it.
pub(super) fn is_condition(word: &str, next: &str) -> bool {
    is(CONDITIONS, word)
        || is(WITH_THAT, word) && is(&["that", "que"], next)
        || is(ELIDED, word)
        || is(VERBS_IN_ENGLISH, word) && is(GERMAN, next)
}

fn is(list: &[&str], word: &str) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(word))
}

const CONDITIONS: &[&str] = &["if", "unless", "whether", "wenn", "sofern", "ob", "si"];
const WITH_THAT: &[&str] = &["provided", "supposing", "assuming", "siempre"];
const ELIDED: &[&str] = &["s'il", "s’il", "s'ils", "s’ils"];
const VERBS_IN_ENGLISH: &[&str] = &["falls"];
const GERMAN: &[&str] = &[
    "der", "die", "das", "den", "dem", "ein", "eine", "es", "wir", "sie", "er", "ich", "man", "nicht", "alle", "kein",
    "keine",
];

/// Whether nothing in `text` parts what stands on one side of it from the other.
pub(super) fn is_one_clause(text: &str) -> bool {
    !text.contains(ends_clause)
        && !whole_words(text).any(|word| {
            let folded = word.folded();
            [BUT, AND, OR].iter().any(|list| list.contains(&&*folded))
        })
}

const BUT: &[&str] = &["but", "because", "aber", "sondern", "mais", "pero", "ma"];
const AND: &[&str] = &["and", "und", "et", "y", "e"];
const OR: &[&str] = &["or", "oder", "ou", "o"];
/// What follows these hangs from what stands before them, whatever parts the two.
const CARRYING: &[&str] = &[
    "that", "whether", "if", "or", "nor", "dass", "daß", "ob", "oder", "noch", "que", "qu'il", "qu'elle", "si", "ou",
    "ni", "o", "che", "se",
];

/// Where the sentence begins that `at` stands in, not before `from`.
fn sentence_start(text: &str, from: usize, at: usize) -> usize {
    let before = &text[from..at];
    let ends = |(place, c): (usize, char)| {
        let rest = &before[place + c.len_utf8()..];
        let behind = rest.chars().next();
        match c {
            // A figure, or an abbreviation.
            '.' => behind.is_some_and(char::is_whitespace) && !rest.trim_start().starts_with(char::is_lowercase),
            '\n' => behind == Some('\n'),
            c => ends_sentence(c),
        }
        .then_some(from + place + c.len_utf8())
    };
    before.char_indices().rev().find_map(ends).unwrap_or(from)
}

/// Whether `negation` may deny what begins at `at`, in the same sentence.
fn reaches(text: &str, negation: &Range<usize>, at: usize) -> bool {
    let between = &text[negation.end..at];
    if between.is_ascii() && between.len() < 2 {
        return true;
    }
    let words: Vec<Word<'_>> = whole_words(between).collect();
    let is = |word: Option<&Word<'_>>, list: &[&str]| word.is_some_and(|word| list.contains(&&*word.folded()));
    // "No, we approved the plan": it answers somebody, and denies nothing of this.
    let stands_alone = text[..negation.start].trim_end().chars().next_back().is_none_or(ends_clause);
    if stands_alone && between.trim_start().starts_with(',') {
        return false;
    }
    let leads = is(words.iter().rfind(|word| word.is_word()), CARRYING);
    let mut hangs = leads;
    let mut inserted = false;
    let mut place = 0;
    for (nth, word) in words.iter().enumerate() {
        let line = between[place..word.start].contains('\n').then_some(place);
        place = word.end();
        let last = nth.checked_sub(1).and_then(|last| words.get(last));
        if line.is_some_and(|end| !goes_on(text, negation.end + end, word)) && !is(Some(word), CARRYING) {
            return false;
        }
        if word.is_word() {
            hangs |= is(Some(word), CARRYING);
            let goes_on = leads || is(words.get(nth + 1), CARRYING);
            if is(Some(word), BUT) || is(Some(word), AND) && !goes_on {
                return false;
            }
            continue;
        }
        if !word.text.contains(ends_clause) || word.text == "." {
            continue;
        }
        // "did not, after long talks, approve"
        let opens = word.text == "," && (last.is_none() || is(last, CARRYING));
        let closes = word.text == "," && inserted;
        inserted = opens && !closes;
        let goes_on = opens || closes || is(words.get(nth + 1), CARRYING) || hangs && !matches!(word.text, ";" | "；");
        if !goes_on {
            return false;
        }
    }
    // The line may end just before the quote.
    !between[place..].contains('\n')
        || text[at..].starts_with(char::is_lowercase) && is_long(text, negation.end + place)
}

fn goes_on(text: &str, line_end: usize, next: &Word<'_>) -> bool {
    next.text.starts_with(char::is_lowercase) && is_long(text, line_end)
}

fn is_long(text: &str, line_end: usize) -> bool {
    line_end - text[..line_end].rfind('\n').map_or(0, |at| at + 1) >= BROKEN
}

fn ends_clause(c: char) -> bool {
    ends_sentence(c) || ",;:\n()—–\"“”„«»、，；：،؛".contains(c)
}
