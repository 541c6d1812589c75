//! The changes of an edited text, as far as words and values tell.
//!
//! Stricter than [`super::compare`]: there a doubt makes a question to the analyst, here it makes a mark. A word of the
//! same meaning is a rewording only if it is as strong and of the same tense, and small words that can turn a sentence
//! ("all", "only", "before", "must") may not change at all.

use super::compare::in_order;
use super::lexicon::DuplicateLexicon;
use super::marks::MarkFit;
use super::matching::TextMatch;
use super::prepare::{ComparableText, Term};
use super::word_variants::is_slip;
use super::words::{stem, words};
use crate::language::class::{DOWN, LIGHT, POINTING, PRESENT, STOP, UP};
use crate::language::{Lexicon, classes};

/// An edit of `old` into `new`.
#[derive(Debug)]
pub(in crate::discovery) struct TextEdit {
    pub(in crate::discovery) kind: EditKind,
    /// Words in `old` only, and in `new` only.
    pub(in crate::discovery) before: Vec<String>,
    pub(in crate::discovery) after: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::discovery) enum EditKind {
    /// Case, punctuation, white space.
    Typesetting,
    /// Spelling, the order of words, words that say nothing.
    Spelling,
    /// Other words of the same meaning: `before` became `after`.
    Wording,
    Substance,
}

/// Tells what became of `old` in `new`.
pub(in crate::discovery) fn edit(old: &ComparableText, new: &ComparableText) -> TextEdit {
    let matching = TextMatch::new(old, new);
    if old.words == new.words && signs(&old.text) == signs(&new.text) && matching.marks_are_one() {
        return TextEdit { kind: EditKind::Typesetting, before: Vec::new(), after: Vec::new() };
    }
    let (before, after) = matching.left();
    let known = old.language == new.language && old.language.is_some();
    let same = known
        && before.is_empty()
        && after.is_empty()
        && matching.marks_are_one()
        && question(&old.text) == question(&new.text)
        && pictures(&old.text) == pictures(&new.text)
        && turning(old) == turning(new)
        && matching.contradiction().is_none();
    if !same {
        return TextEdit { kind: EditKind::Substance, before, after };
    }
    match matching.rewordings() {
        None => TextEdit { kind: EditKind::Substance, before, after },
        Some(pairs) if pairs.is_empty() => TextEdit { kind: EditKind::Spelling, before, after },
        Some(pairs) => {
            let (before, after) = pairs.into_iter().unzip();
            TextEdit { kind: EditKind::Wording, before, after }
        }
    }
}

/// Returns whether a text has this word, inflected or not.
pub(in crate::discovery) fn has_word(text: &ComparableText, word: &str) -> bool {
    words(word)
        .iter()
        .all(|wanted| text.terms.iter().any(|term| text.key(term).split('_').any(|key| stem(key) == stem(&wanted.key))))
}

/// The things that two texts both speak of: words, names and telling values.
pub(crate) fn shared(a: &ComparableText, b: &ComparableText) -> Vec<String> {
    let matching = TextMatch::new(a, b);
    let terms =
        matching.terms.iter().map(|pair| &a.terms[pair.a]).filter(|term| term.is_subject()).map(|term| &term.bytes);
    let marks = matching.marks.iter().map(|(at, ..)| &a.marks[*at].bytes);
    terms.chain(marks).map(|bytes| a.text_at(bytes).to_owned()).collect()
}

/// Returns whether a text names what it speaks of itself, so that it can be judged without what is around it.
pub(in crate::discovery) fn stands_alone(text: &ComparableText) -> bool {
    let pointing = words(&text.text).iter().any(|word| classes(&word.key) & POINTING != 0);
    !pointing && text.denials.is_empty() && text.terms.iter().any(Term::is_subject)
}

/// Returns the signs that are neither letters nor plain punctuation; a question mark is one.
fn signs(text: &str) -> Vec<char> {
    const PLAIN: &str = ".,;:!'\"()[]{}-–—…«»„“”‘’‚‹›、。・！，；：「」『』（）/\\*_#`•|";
    text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace() && !PLAIN.contains(*c)).collect()
}

/// Signs that are read as no value: ticks, arrows, pictures.
fn pictures(text: &str) -> Vec<char> {
    const OF_VALUES: &str = "%‰°€$£¥²³′″~≈<>≤≥+−&?？￥％±";
    signs(text).into_iter().filter(|sign| !OF_VALUES.contains(*sign)).collect()
}

fn question(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}

/// The small words that can turn a sentence, in no order.
fn turning(text: &ComparableText) -> Vec<String> {
    let lexicon = DuplicateLexicon::for_language(text.language);
    let normalize = |key: &str| if key.ends_with("n't") || key == "cannot" { "not".to_owned() } else { key.to_owned() };
    let mut found: Vec<String> = words(&text.text)
        .iter()
        .map(|word| word.key.as_str())
        .filter(|key| lexicon.get(key).uses & STOP != 0 && classes(key) & LIGHT == 0)
        .map(normalize)
        .collect();
    found.sort_unstable();
    found
}

impl TextMatch<'_> {
    /// All values have a partner that says neither more nor less, in the same part of the sentence.
    fn marks_are_one(&self) -> bool {
        let same = |(at, of, fit): &(usize, usize, MarkFit)| {
            let (old, new) = (&self.a.marks[*at], &self.b.marks[*of]);
            *fit == MarkFit::Same && old.bound == new.bound && old.ranged == new.ranged
        };
        self.a.marks.len() == self.b.marks.len()
            && self.marks.len() == self.a.marks.len()
            && self.marks.iter().all(same)
    }

    /// Returns what has no partner.
    fn left(&self) -> (Vec<String>, Vec<String>) {
        let of = |text: &ComparableText, terms: &[usize], marks: &[usize]| -> Vec<String> {
            let terms = terms.iter().map(|at| &text.terms[*at].bytes);
            in_order(terms.chain(marks.iter().map(|at| &text.marks[*at].bytes)))
                .map(|bytes| text.text_at(bytes).to_owned())
                .collect()
        };
        (of(self.a, &self.terms_a, &self.marks_a), of(self.b, &self.terms_b, &self.marks_b))
    }

    /// The words that became others of the same meaning. `None` if one says more or less than the other.
    fn rewordings(&self) -> Option<Vec<(String, String)>> {
        let mut pairs = Vec::new();
        let passive = self.a.doer.is_some() != self.b.doer.is_some();
        for pair in &self.terms {
            let (old, new) = (&self.a.terms[pair.a], &self.b.terms[pair.b]);
            let (was, is) = (self.a.key(old), self.b.key(new));
            if was == is || is_slip(was, is) {
                continue;
            }
            let same_stem = stem(was) == stem(is);
            if pair.flips || same_stem && !passive || old.is(UP | DOWN) && !are_as_strong(was, is) {
                return None;
            }
            if !same_stem && !old.is(UP | DOWN) {
                pairs.push((self.a.text_at(&old.bytes).to_owned(), self.b.text_at(&new.bytes).to_owned()));
            }
        }
        Some(pairs)
    }
}

/// Returns whether two words of one direction say the same of its pace and its time.
fn are_as_strong(a: &str, b: &str) -> bool {
    let pace = |word: &str| {
        Lexicon::all().lines("pace").flat_map(str::split_whitespace).position(|pace| word.starts_with(pace))
    };
    let present = |word: &str| classes(word) & PRESENT != 0;
    pace(a) == pace(b) && present(a) == present(b)
}
