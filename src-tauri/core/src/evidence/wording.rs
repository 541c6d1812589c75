//! A check whether a quote's own words make up a statement: all of them, in their order, and no others.
//!
//! Strict on purpose: what is left out may turn a statement round ("half of", "was asked to", "and Bob"), and whether it
//! does nobody can tell without grammar; the analyst is to see it. So nothing with content may be left out of the sentences
//! that a statement is taken from, and no word may be added or inflected. Free are only articles and what leads from one
//! sentence to the next, and of spoken words hums, fillers between commas and what is said twice; whole sentences before and behind may be left out. What values say is not compared here but as
//! values; they only have to come in the quote's order.

use std::ops::Range;

use super::reading::{PartedText, ReadingPart, bounds, is_one};
use super::{Missing, MissingKind};
use crate::language::class::{ARTICLE, FILLER, HEDGE, HUM, LEAD_IN, ONE};
use crate::language::sentence::{asks, ends_sentence};
use crate::language::{Language, detect};

/// Number of sentences of a quote that a statement may be looked for from.
const STARTS: usize = 12;
/// Most words of a false start.
const RESTART: usize = 5;

/// Returns the wording of `statement` that is not in `quote`; `listed` is reported already.
pub(super) fn check(statement: &str, quote: &str, listed: &[Missing]) -> Vec<Missing> {
    if statement.split_whitespace().eq(quote.split_whitespace()) {
        return Vec::new();
    }
    let (stated, source) = (WordingParts::from_text(statement), WordingParts::from_text(quote));
    let from_start = compare(&stated, &source, 0, listed);
    // One that says far more than its quote is taken from none of its sentences: looking for each would take long.
    if from_start.is_empty() || stated.all.len() > 2 * source.all.len() {
        return from_start;
    }
    // Several sentences may begin alike.
    let starts = (1..source.all.len()).filter(|at| source.opens(*at)).take(STARTS);
    let mut others = starts.map(|from| compare(&stated, &source, from, listed));
    if others.any(|missing| missing.is_empty()) { Vec::new() } else { from_start }
}

/// A text without the signs that say nothing.
struct WordingParts<'t> {
    reading: PartedText<'t>,
    /// The places of what is left.
    all: Vec<usize>,
}

impl<'t> WordingParts<'t> {
    fn from_text(text: &'t str) -> Self {
        let reading = PartedText::from_text(text);
        let tells = |part: &ReadingPart<'_>| {
            part.is_word && !part.text.is_empty() || part.value.is_some() || bounds(text, part)
        };
        let language = detect(text);
        let fills = |part: &ReadingPart<'_>| language.is_some_and(|language| fills(text, part, language));
        let is_content = |at: &usize| tells(&reading.parts[*at]) && !fills(&reading.parts[*at]);
        let all = (0..reading.parts.len()).filter(is_content).collect();
        let mut wording = Self { reading, all };
        wording.drop_restarts();
        wording
    }

    /// Leaves out the first of words that come twice in a row: "in the, in the wall".
    fn drop_restarts(&mut self) {
        let is_again = |one: &ReadingPart<'_>, other: &ReadingPart<'_>| {
            one.is_word && one.value.is_none() && one.norm == other.norm && one.sentence == other.sentence
        };
        let mut at = 0;
        while at < self.all.len() {
            let is_restart = |length: &usize| {
                at + 2 * length <= self.all.len()
                    && (at..at + length).all(|one| is_again(self.get(one), self.get(one + length)))
            };
            match (1..=RESTART).rev().find(is_restart) {
                Some(length) => drop(self.all.drain(at..at + length)),
                None => at += 1,
            }
        }
    }

    fn get(&self, at: usize) -> &ReadingPart<'t> {
        &self.reading.parts[self.all[at]]
    }

    /// Returns whether a sentence begins at `at`.
    fn opens(&self, at: usize) -> bool {
        at == 0 || self.get(at - 1).sentence != self.get(at).sentence
    }

    /// Returns whether one says what another part of another text does.
    fn says(&self, at: usize, other: &Self, of: usize) -> bool {
        let (part, found) = (self.get(at), other.get(of));
        match (self.reading.value(self.all[at]), other.reading.value(other.all[of])) {
            (Some(claimed), Some(found)) => found.carries(&claimed.value),
            (Some(claimed), None) => is_one(&claimed.value) && found.is(ONE),
            (None, None) => part.norm == found.norm,
            (None, Some(_)) => false,
        }
    }
}

/// Returns whether a word only fills: a hum anywhere, another filler between commas or at the start before one.
fn fills(text: &str, part: &ReadingPart<'_>, language: Language) -> bool {
    let is = |classes| part.is_word && part.value.is_none() && language.lexicon().is(&part.norm, classes);
    let before = text[..part.bytes.start].trim_end();
    let is_apart = || {
        text[part.bytes.end..].starts_with(',')
            && (before.is_empty() || before.ends_with(|c| c == ',' || ends_sentence(c)))
    };
    is(HUM) || is(FILLER) && !is(HEDGE) && is_apart()
}

/// Articles: they may be where the other has none.
fn is_free(part: &ReadingPart<'_>) -> bool {
    part.value.is_none() && part.is(ARTICLE)
}

/// In German they tell who did it to whom, so none may stand for another.
fn is_german(part: &ReadingPart<'_>) -> bool {
    is_free(part) && Language::German.lexicon().is(&part.norm, ARTICLE)
}

/// Returns what lacks and what is left out where a statement is taken from its quote from the part `from` on.
fn compare(stated: &WordingParts<'_>, source: &WordingParts<'_>, from: usize, listed: &[Missing]) -> Vec<Missing> {
    let len = source.all.len();
    let is_listed = |part: &ReadingPart<'_>| listed.iter().any(|one| one.text == part.text);
    let mut found: Vec<usize> = Vec::new();
    let mut next = from;
    // What lacks side by side is told as one.
    let mut lacking: Vec<(MissingKind, Range<usize>)> = Vec::new();
    let mut goes_on = false;
    // Behind how many words that were found something else stands than in the quote.
    let mut replaced: Vec<usize> = Vec::new();
    for at in 0..stated.all.len() {
        let part = stated.get(at);
        let is_it = |of: usize| stated.says(at, source, of);
        let free = (next..len).take_while(|of| is_free(source.get(*of))).count();
        let further = if is_free(part) { next + free } else { len };
        if let Some(of) = (next..further).find(|of| is_it(*of)) {
            next = of + 1;
            found.push(of);
            goes_on = false;
            continue;
        }
        if is_free(part) && !(is_german(part) && (next..further).any(|of| is_german(source.get(of)))) {
            continue;
        }
        replaced.push(found.len());
        let is_elsewhere = !is_free(part) && (0..len).any(is_it);
        if !is_elsewhere && is_listed(part) {
            goes_on = false;
            continue;
        }
        let kind = if is_elsewhere { MissingKind::Order } else { MissingKind::Word };
        match lacking.last_mut().filter(|last| goes_on && last.0 == kind) {
            Some((_, bytes)) => bytes.end = part.bytes.end,
            None => lacking.push((kind, part.bytes.clone())),
        }
        goes_on = true;
    }
    let is_reordered = lacking.iter().any(|(kind, _)| *kind == MissingKind::Order);
    let lacks = !lacking.is_empty() || !replaced.is_empty();
    let mut missing: Vec<Missing> = lacking
        .into_iter()
        .map(|(kind, bytes)| Missing { kind, text: stated.reading.text[bytes].to_owned() })
        .collect();
    let Some(taken) = taken(source, &found, lacks) else { return missing };
    let is_led = |at: usize| (taken.start..at).map(|at| source.get(at)).all(|part| is_free(part) || part.is(LEAD_IN));
    let leads_to = found.iter().copied().find(|at| !is_free(source.get(*at))).filter(|at| is_led(*at));
    let is_told = |at: usize| {
        let part = source.get(at);
        is_free(part)
            || leads_to.is_some_and(|first| at < first)
            || is_listed(part)
            || is_reordered && (0..stated.all.len()).any(|said_at| stated.says(said_at, source, at))
            || !part.is(HEDGE) && replaced.contains(&found.partition_point(|found| *found < at))
    };
    let is_found = |at: usize| found.binary_search(&at).is_ok();
    let quote = source.reading.text;
    let mut last: Option<(usize, usize)> = None;
    for at in taken.clone().filter(|at| !is_found(*at) && !is_told(*at)) {
        let bytes = source.get(at).bytes.clone();
        let start = match last {
            Some((before, start)) if (before + 1..at).all(|at| !is_found(at)) => {
                missing.pop();
                start
            }
            _ => bytes.start,
        };
        missing.push(Missing { kind: MissingKind::Certainty, text: quote[start..bytes.end].to_owned() });
        last = Some((at, start));
    }
    let end = if taken.end < len { source.get(taken.end).bytes.start } else { quote.len() };
    let is_asked = taken.start < len && quote[source.get(taken.start).bytes.start..end].contains(asks);
    if is_asked && !stated.reading.text.contains(asks) {
        missing.push(Missing { kind: MissingKind::Certainty, text: "?".to_owned() });
    }
    missing
}

/// The sentences of a quote that a statement is taken from.
fn taken(source: &WordingParts<'_>, found: &[usize], lacks: bool) -> Option<Range<usize>> {
    let mut content = found.iter().copied().filter(|at| !is_free(source.get(*at)));
    let Some(first) = content.next() else { return (!lacks).then_some(0..source.all.len()) };
    let last = content.next_back().unwrap_or(first);
    let start = (1..=first).rev().find(|at| source.opens(*at)).unwrap_or(0);
    let end = (last + 1..source.all.len()).find(|at| source.opens(*at));
    Some(start..end.unwrap_or(source.all.len()))
}
