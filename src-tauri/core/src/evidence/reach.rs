//! The reach of a negation, a condition or a doubt outside a quote, in its sentence.
//!
//! Without grammar nobody can tell whether it takes the sense from the quote, so it is listed where it may: then the
//! analyst looks, and what is listed in vain costs one look. Before a quote it reaches on until its clause ends, and into
//! what hangs from it: "it is not the case that …". Behind a quote only what stands next to it speaks of it, but for a
//! German *nicht* that ends its clause.

use std::ops::Range;

use crate::language::class::*;
use crate::language::fold::normal;
use crate::language::sentence::{end_of, ends_clause, ends_sentence};
use crate::language::{Token, classes, tokens};

/// Most words between a quote and a negation behind it.
const BESIDE: usize = 3;
/// No sentence is looked back into further than this, in bytes.
const FURTHEST: usize = 600;
/// As far as a condition or a question is looked for.
const NEAR: usize = 200;
/// A line that is this long, in bytes, was broken to fit and goes on in the next.
const BROKEN: usize = 50;

/// Of the `negations` before a quote at `at`, those of its sentence that may reach it.
pub(super) fn before<'n>(
    text: &'n str,
    negations: &'n [Range<usize>],
    from: usize,
    at: usize,
) -> impl Iterator<Item = &'n Range<usize>> {
    let from = text.floor_char_boundary(from.max(at.saturating_sub(FURTHEST)));
    // Nearly no quote has one so near, and to know that is quick.
    let last = negations.partition_point(|negation| negation.end <= at);
    let first = negations[..last].partition_point(|negation| negation.start < from);
    let near = &negations[first..last];
    let opens = if near.is_empty() { at } else { sentence_start(text, from, at) };
    near.iter().filter(move |negation| negation.start >= opens && reaches(text, negation, at))
}

/// Returns whether a negation behind a quote that ends at `end` speaks of it.
pub(super) fn is_behind(text: &str, end: usize, negation: &Range<usize>) -> bool {
    let between = &text[end..negation.start];
    let ends_its_clause = || {
        classes(&normal(&text[negation.clone()])) & NEGATION_BEHIND != 0
            && text[negation.end..].trim_start().chars().next().is_none_or(ends_clause)
    };
    is_one_clause(between) && (tokens(between).filter(Token::is_word).count() < BESIDE || ends_its_clause())
}

/// Returns where in `text` conditions begin.
pub(super) fn conditions(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut words = tokens(text).peekable();
    while let Some(word) = words.next() {
        let own = word.classes();
        let mut next = |of| words.peek().is_some_and(|next| next.is(of));
        let begins = own & CONDITION != 0
            || own & CONDITION_THAT != 0 && next(CARRYING)
            || own & CONDITION_OF_CLAUSE != 0 && next(CLAUSE_OPENER);
        if begins {
            found.push(word.start);
        }
    }
    found
}

/// The condition that what is quoted at `quote` hangs from: what stands before it in its sentence, or next behind it.
pub(super) fn condition(
    text: &str,
    conditions: &[usize],
    from: usize,
    quote: &Range<usize>,
    to: usize,
) -> Option<Range<usize>> {
    let from = text.floor_char_boundary(from.max(quote.start.saturating_sub(NEAR)));
    let near = &conditions[conditions.partition_point(|at| *at < from)..];
    // Nearly no quote has one so near, and to know that is quick.
    near.first().filter(|at| **at < to)?;
    let opens = sentence_start(text, from, quote.start);
    let opens = text[opens..quote.start].rfind(';').map_or(opens, |at| opens + at);
    let behind = text.len() - text[quote.end..].trim_start_matches([' ', ',']).len();
    let is_near = |at: &&usize| (opens..quote.start).contains(*at) || **at == behind && behind < to;
    let at = *near.iter().find(is_near)?;
    Some(at..at + tokens(&text[at..]).next().map_or(0, |word| word.text.len()))
}

/// Returns what makes less of a quote just before it, and what asks behind it: "few residents agree", "is the wall
/// high?".
pub(super) fn doubt(
    text: &str,
    questions: &[usize],
    from: usize,
    quote: &Range<usize>,
    to: usize,
) -> Option<Range<usize>> {
    let near = text.floor_char_boundary(from.max(quote.start.saturating_sub(NEAR)));
    let last = text[near..quote.start].split_whitespace().next_back().unwrap_or_default();
    let word = last.trim_start_matches(|c: char| !c.is_alphanumeric());
    let own = classes(&normal(word));
    let lessens = own & PART != 0 || own & HEDGE != 0 && own & (PLANNED | CONDITION_OF_CLAUSE) == 0;
    let less = lessens.then(|| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    });
    less.or_else(|| {
        let sign = questions.get(questions.partition_point(|sign| *sign < quote.end)).copied()?;
        let is_near = sign < to.min(quote.end + NEAR);
        let asks = is_near && !text[quote.end..sign].contains(|c| ends_sentence(c) || c == '\n');
        asks.then(|| sign..sign + text[sign..].chars().next().map_or(0, char::len_utf8))
    })
}

/// Returns whether nothing in `text` parts what is on one side of it from the other.
pub(super) fn is_one_clause(text: &str) -> bool {
    !text.contains(ends_clause) && !tokens(text).any(|word| word.is(BUT | AND | OR))
}

/// Returns the start of the sentence that `at` is in, not before `from`.
fn sentence_start(text: &str, from: usize, at: usize) -> usize {
    let mut start = text[from..at].rfind("\n\n").map_or(from, |line| from + line);
    while let Some(end) = end_of(text, start, at) {
        start = end;
    }
    start
}

/// Returns whether `negation` may deny what begins at `at`, in the same sentence.
fn reaches(text: &str, negation: &Range<usize>, at: usize) -> bool {
    let between = &text[negation.end..at];
    // "No, we approved the plan": it answers somebody, and denies nothing of this.
    let stands_alone = text[..negation.start].trim_end().chars().next_back().is_none_or(ends_clause);
    let inserts = between.trim_start().starts_with(',');
    if stands_alone && inserts {
        return false;
    }
    let words: Vec<Token<'_>> = tokens(between).collect();
    let is = |at: usize, of: Classes| words.get(at).is_some_and(|word| word.is(of));
    let hangs = words.iter().any(|word| word.is(CARRYING));
    let leads = words.iter().rfind(|word| word.is_word()).is_some_and(|word| word.is(CARRYING));
    let mut last_end = 0;
    for (nth, word) in words.iter().enumerate() {
        let is_line = between[last_end..word.start].contains('\n');
        if is_line && !is(nth, CARRYING) && !goes_on(text, negation.end + last_end, word.text) {
            return false;
        }
        last_end = word.end();
        let parts = word.is(BUT) || word.is(AND) && !leads && !is(nth + 1, CARRYING);
        // "Did not, after long talks, approve".
        let ends = word.text.contains(ends_clause) && word.text != ".";
        let sets_apart = matches!(word.text, ";" | "；") && !is(nth + 1, CARRYING);
        if parts || ends && (sets_apart || !(hangs || inserts && word.text == ",")) {
            return false;
        }
    }
    // The line may end just before the quote.
    !between[last_end..].contains('\n') || goes_on(text, negation.end + last_end, &text[at..])
}

/// Returns whether the line that ends at `end` goes on in `next`.
fn goes_on(text: &str, end: usize, next: &str) -> bool {
    next.starts_with(char::is_lowercase) && end - text[..end].rfind('\n').map_or(0, |at| at + 1) >= BROKEN
}
