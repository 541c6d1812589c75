//! The words that say how an amount is meant: the family `amount` of the lexicons.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::word::{self, is_of_a_word};
use super::{Bound, Tax};
use crate::language::Lexicon;

/// A word or a phrase about the amount beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AmountWord {
    Bound(Bound),
    Per,
    Net,
    Gross,
    /// The tax itself: "MwSt.".
    Tax,
    /// "zzgl.", of a tax that is to come.
    WithoutTax,
    /// "inkl.", of a tax that is included.
    WithTax,
    /// "to" between the ends of a range.
    Range,
    /// "and" between two ends that "between" opens.
    And,
    Between,
    /// "x" between the sides of a size.
    Times,
    /// Before digits that name and measure nothing: "Nr.", "Tel.".
    Identifier,
}

const CLASSES: &[(&str, AmountWord)] = &[
    ("about", AmountWord::Bound(Bound::About)),
    ("at_least", AmountWord::Bound(Bound::AtLeast)),
    ("at_most", AmountWord::Bound(Bound::AtMost)),
    ("more_than", AmountWord::Bound(Bound::MoreThan)),
    ("less_than", AmountWord::Bound(Bound::LessThan)),
    ("per", AmountWord::Per),
    ("net", AmountWord::Net),
    ("gross", AmountWord::Gross),
    ("tax", AmountWord::Tax),
    ("without_tax", AmountWord::WithoutTax),
    ("with_tax", AmountWord::WithTax),
    ("range", AmountWord::Range),
    ("and", AmountWord::And),
    ("between", AmountWord::Between),
    ("times", AmountWord::Times),
    ("identifier", AmountWord::Identifier),
];

static WORDS: LazyLock<FxHashMap<String, Vec<AmountWord>>> = LazyLock::new(|| {
    let mut words: FxHashMap<String, Vec<AmountWord>> = FxHashMap::default();
    for (class, line) in Lexicon::all().family("amount") {
        let Some((_, word)) = CLASSES.iter().find(|(name, _)| *name == class) else { continue };
        for phrase in line.split_whitespace() {
            words.entry(phrase.replace('_', " ")).or_default().push(*word);
        }
    }
    words
});

fn has(phrase: &str, of: AmountWord) -> bool {
    meanings(phrase).contains(&of)
}

fn meanings(phrase: &str) -> &'static [AmountWord] {
    WORDS.get(phrase.to_lowercase().as_str()).map_or(&[], Vec::as_slice)
}

/// Returns what a word says first of all.
pub(super) fn word(phrase: &str) -> Option<AmountWord> {
    meanings(phrase).first().copied()
}

/// Returns whether a phrase says this.
pub(super) fn says(phrase: &str, of: AmountWord) -> bool {
    has(phrase, of)
}

pub(super) fn is_range(between: &str) -> bool {
    has(between, AmountWord::Range)
}

pub(super) fn is_and(between: &str) -> bool {
    has(between, AmountWord::And)
}

pub(super) fn is_between(word: &str) -> bool {
    has(word, AmountWord::Between)
}

pub(super) fn is_times(between: &str) -> bool {
    has(between, AmountWord::Times)
}

/// "netto", "brutto", and what is composed of them: "Nettopreis".
pub(super) fn tax_of_word(word: &str) -> Option<Tax> {
    /// A shorter word is the start of many others.
    const COMPOSED: usize = 5;
    let folded = word.to_lowercase();
    let starts = |of: AmountWord| {
        has(&folded, of)
            || WORDS
                .iter()
                .any(|(known, is)| known.len() >= COMPOSED && is.contains(&of) && folded.starts_with(known.as_str()))
    };
    if starts(AmountWord::Net) {
        return Some(Tax::Net);
    }
    starts(AmountWord::Gross).then_some(Tax::Gross)
}

/// The bound that the sign or the words right before `at` set, and where they begin.
pub(super) fn bound_before(text: &str, floor: usize, at: usize) -> Option<(Bound, usize)> {
    let head = text.get(floor..at)?.trim_end();
    let sign = head.chars().next_back()?;
    if !is_of_a_word(sign) && sign != '.' {
        let bound = bound(sign.encode_utf8(&mut [0; 4]))?;
        return Some((bound, floor + head.len() - sign.len_utf8()));
    }
    let words = word::before(text, floor, at);
    (1..=words.len()).rev().find_map(|count| {
        let phrase = words[..count].iter().rev().map(|word| &text[word.clone()]).collect::<Vec<_>>().join(" ");
        let start = words[count - 1].start;
        let plain = !text[start..at].contains([':', '(', '\n']);
        plain.then(|| bound(&phrase)).flatten().map(|bound| (bound, start))
    })
}

/// The bound that a phrase sets.
pub(super) fn bound(phrase: &str) -> Option<Bound> {
    meanings(phrase).iter().find_map(|word| match word {
        AmountWord::Bound(bound) => Some(*bound),
        _ => None,
    })
}

/// Returns whether the digits at `at` belong to a name: "Nr. 12", "Art.-Nr.: 4711".
pub(super) fn is_label_of_an_identifier(text: &str, at: usize) -> bool {
    let before = word::before(text, 0, at);
    before.first().is_some_and(|label| {
        let label = &text[label.clone()];
        let last = label.rsplit('-').next().unwrap_or(label);
        has(label, AmountWord::Identifier) || has(last, AmountWord::Identifier)
    })
}
