//! Typed values: a key's name, a link, a value. Nothing else is enough.
//!
//! A key must be what the clause speaks of, the value must follow at once, stand right before the name ("6 m wide") or in
//! the blank of the name ("wall … high"), and the sentence must be neither doubtful nor about something old. What is less
//! clear stays a statement.

use std::ops::Range;

use super::speaker;
use super::vocabulary::{KeyMention, Keys};
use super::word::{ClauseWord, DENIAL, Figure, KNOWN, SUPPOSING, WordGap};
use crate::items::Scope;
use crate::items::{ItemResolution, Items};
use crate::keys::{KeyDef, ValueType};
use crate::language::class::{
    DETERMINER, DOUBT, FINITE_AUXILIARY, FIRST_PERSON, FUTURE, INEXACT, NOUN_TOO, NUMBER_WORD, VERB,
};
use crate::message::UserMessage;
use crate::values::{self, Convention, NumberFormat, Scanned, Value, ValueError, ValueForm};

/// A sentence with more words than this is not looked at: what it says of a key is seldom simple.
const MAX_WORDS: usize = 60;

/// A text longer than this is not a name.
const MAX_NAME_CHARS: usize = 80;

/// A value that a sentence gives for a key.
pub(super) struct TypedValue<'k> {
    pub(super) key: &'k KeyDef,
    pub(super) scope: Scope,
    /// The reason the analyst should look what it speaks of.
    pub(super) unclear: Option<UserMessage>,
    pub(super) value: Value,
    /// The words of the sentence that give it, from the key's name to the value.
    pub(super) words: Range<usize>,
    /// The sentence says nothing more.
    pub(super) whole: bool,
}

/// Finds the values that `words`, a sentence, gives for keys.
pub(super) fn find<'k>(
    words: &[ClauseWord],
    text: &str,
    format: NumberFormat,
    keys: &Keys<'k>,
    items: &Items<'_>,
) -> Vec<TypedValue<'k>> {
    if is_too_long(words) || !may_tell(words) || doubtful(words) {
        return Vec::new();
    }
    if !(0..words.len()).any(|at| keys.may_name(words[at])) {
        return Vec::new();
    }
    let mut sentence = TypedSentence { words, text, format, named: named(words, text, items), items, values: None };
    let mut found: Vec<TypedValue<'k>> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let named = keys.named_at(words, at, text);
        at = named.first().map_or(at + 1, |named| named.words.end);
        let (plain, framed): (Vec<KeyMention<'k>>, Vec<KeyMention<'k>>) =
            named.into_iter().partition(|named| named.tail.is_empty());
        let mut typed = |named: &[KeyMention<'k>]| {
            named.iter().filter_map(|named| sentence.typed(named, keys.get(named.key))).collect()
        };
        let (plain, framed): (Vec<TypedValue<'k>>, Vec<TypedValue<'k>>) = (typed(&plain), typed(&framed));
        // A name that two keys share says nothing of either.
        if plain.len() == 1 {
            found.extend(plain);
        }
        found.extend(framed);
    }
    // Two values for one key: which of them holds is for a reader to say.
    let twice = |typed: &TypedValue<'_>| found.iter().filter(|other| other.key.path == typed.key.path).count() > 1;
    let sure: Vec<bool> = found.iter().map(|typed| !twice(typed)).collect();
    found.into_iter().zip(sure).filter_map(|(typed, sure)| sure.then_some(typed)).collect()
}

/// The value that `text` is of a key, and why the analyst should look where it can be read in two ways.
pub(super) fn read(text: &str, key: &KeyDef, format: NumberFormat) -> Option<(Value, Option<UserMessage>)> {
    let expect = key.expect().written(format);
    match Value::from_text(text, &expect) {
        Ok(value) => Some((value, None)),
        Err(error @ ValueError::TwoReadings { .. }) => {
            let point = key.expect().written(NumberFormat::from(Convention::Point));
            Value::from_text(text, &point).ok().map(|value| (value, Some(error.message())))
        }
        Err(_) => None,
    }
}

pub(super) const fn is_too_long(words: &[ClauseWord]) -> bool {
    words.len() > MAX_WORDS
}

/// The words that name items.
fn named(words: &[ClauseWord], text: &str, items: &Items<'_>) -> Vec<Range<usize>> {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Vec::new() };
    if items.is_empty() {
        return Vec::new();
    }
    let from = extent_start(text, first.start as usize);
    let mentions = items.mentions(&text[from..closed(text, last.end as usize)]).into_iter();
    let from_word = |byte: usize| words.partition_point(|word| (word.end as usize) <= byte);
    let to_word = |byte: usize| words.partition_point(|word| (word.start as usize) < byte);
    mentions.map(|mention| from_word(from + mention.bytes.start)..to_word(from + mention.bytes.end)).collect()
}

/// With the sign before the first word, which a token begins with.
fn extent_start(text: &str, start: usize) -> usize {
    if text[..start].ends_with('@') { start - 1 } else { start }
}

/// With the bracket behind the last word, which a token ends with.
fn closed(text: &str, end: usize) -> usize {
    if text[end..].starts_with(')') { end + 1 } else { end }
}

struct TypedSentence<'s, 'i> {
    words: &'s [ClauseWord],
    text: &'s str,
    format: NumberFormat,
    /// Words that name items.
    named: Vec<Range<usize>>,
    items: &'s Items<'i>,
    /// Scanned when the first key asks.
    values: Option<Vec<Scanned>>,
}

impl TypedSentence<'_, '_> {
    fn typed<'k>(&mut self, named: &KeyMention<'_>, key: &'k KeyDef) -> Option<TypedValue<'k>> {
        let (scope, unclear) = self.scope(key)?;
        let sure = |(value, span)| (value, None, span);
        let (value, two_readings, span) = match key.value_type {
            ValueType::Boolean => sure(self.yes_or_no(named)?),
            ValueType::Enum | ValueType::String => sure(self.in_words(named, key)?),
            ValueType::Note => return None,
            ValueType::Number | ValueType::Dimension | ValueType::Currency | ValueType::Date => {
                self.figure(named, key)?
            }
        };
        let unclear = two_readings.or(unclear);
        let matter = |at: usize| {
            !span.contains(&at)
                && !self.in_item(at)
                && !self.words[at].is(DETERMINER | FINITE_AUXILIARY | FIRST_PERSON)
                && !self.words[at].is(KNOWN)
        };
        let whole = !(0..self.words.len()).any(matter);
        Some(TypedValue { key, scope, unclear, value, words: span, whole })
    }

    /// Returns the scope of the sentence, and why the analyst should look; none if the key is an item's and none is
    /// meant.
    fn scope(&self, key: &KeyDef) -> Option<(Scope, Option<UserMessage>)> {
        if !key.is_of_an_item() {
            return Some((Scope::Project, None));
        }
        let (first, last) = (self.words.first()?, self.words.last()?);
        let sentence = &self.text[extent_start(self.text, first.start as usize)..closed(self.text, last.end as usize)];
        match self.items.resolve(sentence, sentence, None) {
            ItemResolution::Item { reference, doubt } => Some((Scope::Item { item_id: reference }, doubt)),
            ItemResolution::Unclear(why) => Some((Scope::Project, Some(why))),
            ItemResolution::Unnamed => None,
        }
    }

    fn in_item(&self, at: usize) -> bool {
        self.named.iter().any(|words| words.contains(&at))
    }

    /// "The width is 6 m", "width: 6 m", "a budget of 12,000 EUR", "6 m wide".
    fn figure(&mut self, named: &KeyMention<'_>, key: &KeyDef) -> Option<(Value, Option<UserMessage>, Range<usize>)> {
        let value = if named.tail.is_empty() {
            self.after(named, key).or_else(|| self.before(named))?
        } else {
            self.framed(named, key)?
        };
        let (words, text) = (self.words, self.text);
        if self.values().iter().any(|found| found.bytes == value && counts_a_stranger(key, found, words, text)) {
            return None;
        }
        let (read, unclear) = read(&self.text[value.clone()], key, self.format)?;
        let start = self.words.partition_point(|word| (word.end as usize) <= value.start).min(named.words.start);
        let end = self.words.partition_point(|word| (word.start as usize) < value.end).max(named.words.end);
        Some((read, unclear, start..end))
    }

    fn after(&mut self, named: &KeyMention<'_>, key: &KeyDef) -> Option<Range<usize>> {
        if !self.is_subject(named.words.start) {
            return None;
        }
        let at = self.linked(named, key)?;
        self.value_at(at)
    }

    /// "The wall is 2.1 m high", "The culvert is 6 m wide and 2.5 m high", for an alias such as "wall … high".
    fn framed(&mut self, named: &KeyMention<'_>, key: &KeyDef) -> Option<Range<usize>> {
        if !self.is_subject(named.words.start) {
            return None;
        }
        let tail: Vec<&str> = named.tail.split_whitespace().collect();
        let ends: Vec<usize> = (named.words.end..self.words.len()).filter(|at| self.are(*at, &tail)).collect();
        // Told twice, it is a choice or a change.
        let [end] = ends[..] else { return None };
        let mut at = self.linked(named, key)?;
        loop {
            let value = self.value_at(at)?;
            let behind = self.words.partition_point(|word| (word.start as usize) < value.end);
            if behind == end {
                return Some(value);
            }
            if !self.says(behind + 1, &["and", "und", "et", "y"]) {
                return None;
            }
            at = behind + 2;
        }
    }

    /// Returns whether exactly these words are at `at`.
    fn are(&self, at: usize, expected: &[&str]) -> bool {
        expected.iter().enumerate().all(|(nth, word)| self.says(at + nth, &[*word]))
    }

    /// The value that begins at the word, alone.
    fn value_at(&mut self, at: usize) -> Option<Range<usize>> {
        let from = self.words.get(at)?.start as usize;
        let behind = self.words[at - 1].end as usize;
        let values = self.values();
        let (index, value) =
            values.iter().enumerate().find(|(_, value)| value.bytes.start <= from && from < value.bytes.end)?;
        let range = value.bytes.clone();
        let joined = values
            .get(index + 1)
            .is_some_and(|next| self.joins(range.end, next.bytes.start) || self.continues(value, next));
        let is_clear = !value.shared && value.form != ValueForm::Unclear;
        (range.start >= behind && is_clear && !joined).then_some(range)
    }

    fn before(&mut self, named: &KeyMention<'_>) -> Option<Range<usize>> {
        let start = self.words[named.words.start].start as usize;
        let before = named.words.start.checked_sub(1)?;
        if self.words[named.words.start].before != WordGap::Space {
            return None;
        }
        let text = self.text;
        let values = self.values();
        let index = values
            .iter()
            .position(|value| value.bytes.end <= start && text[value.bytes.end..start].trim().is_empty())?;
        let range = values[index].bytes.clone();
        let first = self.words[..=before].partition_point(|word| (word.end as usize) <= range.start);
        let opens = self.words[first].before.parts();
        let approximate = first > 0 && !opens && !self.plain_before_value(first - 1);
        let untold = values[index].shared || values[index].form == ValueForm::Unclear;
        let ranged = untold || index > 0 && self.joins(values[index - 1].bytes.end, range.start);
        (!approximate && !ranged).then_some(range)
    }

    /// Returns whether the word may come before a value that is meant exactly.
    fn plain_before_value(&self, at: usize) -> bool {
        let word = self.words[at];
        word.is(FINITE_AUXILIARY)
            || self.in_item(at)
            || matches!(word.text(self.text), "and" | "a" | "und" | "et" | "y" | "ist" | "est" | "es")
            || matches!(word.text(self.text), "counted" | "counts" | "recorded" | "registered")
    }

    fn values(&mut self) -> Vec<Scanned> {
        let (Some(first), Some(last)) = (self.words.first(), self.words.last()) else { return Vec::new() };
        let start = first.start as usize;
        let end = last.end as usize;
        let (open, close) =
            (self.text.floor_char_boundary(start.saturating_sub(4)), self.text.ceil_char_boundary(end + 4));
        self.values
            .get_or_insert_with(|| {
                let mut found = values::scan_with(&self.text[open..close], self.format);
                for value in &mut found {
                    value.bytes = value.bytes.start + open..value.bytes.end + open;
                }
                found
            })
            .clone()
    }

    /// Returns whether two values make a range or a choice: "6 to 8 m", "6 or 8 m", "6–8 m".
    fn joins(&self, end: usize, start: usize) -> bool {
        let between = self.text.get(end..start).unwrap_or_default().trim();
        let between = between.trim_start_matches('.').trim_start();
        matches!(
            between,
            "to" | "or"
                | "-"
                | "–"
                | "—"
                | "bis"
                | "bis zum"
                | "oder"
                | "à"
                | "au"
                | "ou"
                | "a"
                | "al"
                | "o"
                | "x"
                | "×"
                | "/"
        )
    }

    /// Returns whether the second value is a part of the first: "3 hours and 10 minutes".
    fn continues(&self, first: &Scanned, second: &Scanned) -> bool {
        let between = self.text.get(first.bytes.end..second.bytes.start).unwrap_or_default().trim();
        let measure = |value: &Scanned| match &value.value {
            Value::Dimension(quantity) => Some(quantity.unit.measure()),
            _ => None,
        };
        matches!(between, "" | "," | "and" | "und" | "et" | "y")
            && measure(first).is_some_and(|of| measure(second) == Some(of))
    }

    /// Returns whether nothing but an article, an item or "we have" is before the word in its part of the sentence.
    fn is_subject(&self, at: usize) -> bool {
        let mark = speaker::mark(self.words);
        let has_speaker = mark > 0 && self.words[mark].capital && self.words[..mark].iter().all(|word| !word.is(KNOWN));
        let opens = |at: usize| self.words[at].before.parts() || has_speaker && at == mark;
        if opens(at) {
            return true;
        }
        for before in (0..at).rev() {
            let word = self.words[before];
            let and = matches!(word.text(self.text), "and" | "but" | "und" | "et" | "y");
            if and {
                return true;
            }
            let has = matches!(
                word.text(self.text),
                "have" | "has" | "got" | "The" | "Die" | "Der" | "Das" | "Le" | "La" | "El"
            );
            if !(word.is(DETERMINER | FIRST_PERSON)
                || has
                || self.in_item(before)
                || german_or_romance_article(word.text(self.text)))
            {
                return false;
            }
            if opens(before) {
                return true;
            }
        }
        true
    }

    /// The first word behind the name and what links it to its value; none if nothing links it.
    fn linked(&self, named: &KeyMention<'_>, key: &KeyDef) -> Option<usize> {
        let end = named.words.end;
        let mut at = end;
        // "of the backdrop", "for the floor"
        if let Some(item) = self.named.iter().find(|item| item.start >= at && item.start <= at + 2) {
            let words = &self.words[at..item.start];
            let only = words.iter().all(|word| {
                word.is(DETERMINER)
                    || matches!(word.text(self.text), "of" | "for" | "der" | "des" | "du" | "de" | "la" | "del")
            });
            at = if only { item.end } else { at };
        } else {
            let open = matches!(self.words[at - 1].text(self.text), "of" | "for");
            at = self.of_the_whole(at - usize::from(open)).unwrap_or(at);
        }
        let mut linked = self.ends_in_verb(&named.words);
        while at - end <= 6 {
            let word = self.words.get(at)?;
            if linked && key.value_type == ValueType::Date && self.ends_a_task(at) {
                at += 2;
                continue;
            }
            if matches!(word.before, WordGap::Colon | WordGap::Other | WordGap::Dash) {
                return Some(at);
            }
            let link = word.is(FINITE_AUXILIARY) && !word.is(FUTURE | DENIAL)
                || matches!(
                    word.text(self.text),
                    "of" | "at"
                        | "on"
                        | "by"
                        | "set"
                        | "fixed"
                        | "agreed"
                        | "limited"
                        | "to"
                        | "exactly"
                        | "ist"
                        | "beträgt"
                        | "est"
                        | "es"
                        | "von"
                        | "am"
                        | "de"
                        | "le"
                        | "el"
                );
            if !link {
                // "was 6 m, now 8 m" is told by two values; "in May" links no day to a date.
                return linked.then_some(at);
            }
            linked = true;
            at += 1;
        }
        None
    }

    /// Behind words at `at` that only say that the whole is meant: "of the project".
    fn of_the_whole(&self, at: usize) -> Option<usize> {
        let whole = self.says(at, &["of", "for"])
            && self.says(at + 1, &["the", "this", "our"])
            && self.says(at + 2, &["project", "programme", "program"]);
        whole.then_some(at + 3)
    }

    /// Returns whether one of the choices is at `at`, with nothing but a space before it.
    fn says(&self, at: usize, choices: &[&str]) -> bool {
        self.words.get(at).is_some_and(|word| word.before == WordGap::Space && choices.contains(&word.text(self.text)))
    }

    /// Returns whether the name links to its value by itself: "the state pays 60 percent".
    fn ends_in_verb(&self, name: &Range<usize>) -> bool {
        let last = self.words[name.end - 1];
        let third = last.text(self.text).ends_with('s');
        name.len() > 1 && (last.is(FINITE_AUXILIARY) || last.is(VERB) && (third || !last.is(NOUN_TOO)))
    }

    /// "complete by", "due on": a date follows. "Finished in" is followed by a month or a year.
    fn ends_a_task(&self, at: usize) -> bool {
        self.says(at, &["complete", "completed", "finished", "ready", "due", "submitted", "booked"])
            && self.says(at + 1, &["by", "on", "in"])
    }

    fn yes_or_no(&self, named: &KeyMention<'_>) -> Option<(Value, Range<usize>)> {
        let words = self.words;
        let no_before = named
            .words
            .start
            .checked_sub(1)
            .filter(|at| matches!(words[*at].text(self.text), "No" | "no" | "Kein" | "kein" | "Pas"));
        let next = named.words.end;
        if words.get(next).is_some_and(|word| matches!(word.before, WordGap::Colon | WordGap::Other)) {
            let answer = words[next].text(self.text);
            let Ok(value) = Value::from_text(answer, &values::Expect::for_type(ValueType::Boolean)) else {
                return None;
            };
            return Some((value, named.words.start..next + 1));
        }
        let says = |at: usize| words.get(at).map_or("", |word| word.text(self.text));
        let states = |word: &str| {
            matches!(word, "allowed" | "permitted" | "possible" | "available" | "required" | "included" | "needed")
        };
        let denies =
            |word: &str| matches!(word, "forbidden" | "prohibited" | "impossible" | "excluded" | "unavailable");
        let is_own = states(says(next - 1));
        if let Some(at) = no_before {
            let end = if states(says(next)) { next + 1 } else { next };
            let is_stated = is_own || end > next || words.get(end).is_none();
            return (at == 0 && is_stated).then_some((Value::Boolean(false), at..end));
        }
        if !self.is_subject(named.words.start) || !matches!(says(next), "is" | "are") {
            return None;
        }
        let not = says(next + 1) == "not";
        let at = next + 1 + usize::from(not);
        let answer = if states(says(at)) {
            !not
        } else if denies(says(at)) && !not {
            false
        } else {
            return None;
        };
        Some((Value::Boolean(answer), named.words.start..at + 1))
    }

    /// "Client: Museum of Craft"; for a choice also "the fire class is B1".
    fn in_words(&self, named: &KeyMention<'_>, key: &KeyDef) -> Option<(Value, Range<usize>)> {
        if !self.is_subject(named.words.start) {
            return None;
        }
        let from = self.linked(named, key)?;
        let colon = matches!(self.words[from].before, WordGap::Colon | WordGap::Other);
        let until = (from + 1..self.words.len())
            .find(|at| self.words[*at].before != WordGap::Space)
            .unwrap_or(self.words.len());
        let text_to = |end: usize| &self.text[self.words[from].start as usize..self.words[end - 1].end as usize];
        if key.value_type == ValueType::Enum {
            let end = (from + 1..=until.min(from + 4))
                .rev()
                .find(|end| Value::from_text(text_to(*end), &key.expect()).is_ok())?;
            return Some((Value::from_text(text_to(end), &key.expect()).ok()?, named.words.start..end));
        }
        let name = text_to(self.words.len());
        let short = name.chars().count() <= MAX_NAME_CHARS && !name.contains(['\n', '|']);
        (colon && short && (named.words.start == 0 || self.in_item(0)))
            .then(|| (Value::String(name.to_owned()), named.words.start..self.words.len()))
    }
}

/// Returns whether a bare number has a word behind it that could be its unit or its currency, and is none Factly knows:
/// "12,000 francs" are no euros, though a bare 12,000 may be. The key's own is never put in their place.
pub(super) fn counts_a_stranger(key: &KeyDef, found: &Scanned, words: &[ClauseWord], text: &str) -> bool {
    let takes_units = matches!(key.value_type, ValueType::Dimension | ValueType::Currency);
    if !takes_units || !matches!(found.value, Value::Number(_)) {
        return false;
    }
    let next = words.partition_point(|word| (word.start as usize) < found.bytes.end);
    let attached = next.checked_sub(1).is_some_and(|last| words[last].end as usize > found.bytes.end);
    let stranger = |word: &ClauseWord| word.before == WordGap::Space && (!word.is(KNOWN) || word.text(text) == "de");
    attached || words.get(next).is_some_and(stranger)
}

fn german_or_romance_article(word: &str) -> bool {
    matches!(
        word,
        "Die"
            | "die"
            | "Der"
            | "der"
            | "Das"
            | "das"
            | "Le"
            | "le"
            | "La"
            | "la"
            | "Les"
            | "El"
            | "el"
            | "Los"
            | "Notre"
            | "Unser"
            | "Unsere"
    )
}

/// Returns whether the sentence doubts, supposes, plans or bounds what it says.
fn doubtful(words: &[ClauseWord]) -> bool {
    words.iter().any(|word| word.is(DOUBT | SUPPOSING | FUTURE | INEXACT))
}

/// Returns whether a value can be told at all: by a figure, a number in words, a colon, or a word of yes or no.
fn may_tell(words: &[ClauseWord]) -> bool {
    words.iter().any(|word| {
        word.figure != Figure::None
            || matches!(word.before, WordGap::Colon | WordGap::Other)
            || word.is(FINITE_AUXILIARY | DENIAL | NUMBER_WORD)
    })
}
