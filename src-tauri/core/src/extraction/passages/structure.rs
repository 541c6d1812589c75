//! Signals of structure: the position of a sentence in the talk, in its turn and behind its question, and how it is spoken;
//! each of the sentence and averaged over its neighbours. Their weights are in `weights.txt`, which
//! `tests/bench/passages.rs` fits to interviews that researchers coded.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::{TalkSentence, shared};
use crate::language::class::{FILLER, FIRST_PERSON, HUM, JOIN, NUMBER_WORD, PROBLEM, SECOND_PERSON};
use crate::language::negation::is_negation;
use crate::language::sentence::asks;
use crate::language::{Language, Token, tokens};

/// Number of signals that each sentence has of its own.
const OWN: usize = STRUCTURE_NAMES.len();
/// Number of fitted weights: of the sentence's own signals, of their averages, and a constant.
pub const FITTED_STRUCTURE: usize = 2 * OWN + 1;
/// Number of sentences averaged on each side.
const AROUND: usize = 3;
/// Share of a talk that is its opening, which is about who talks.
const OPENING: f64 = 0.1;
/// Words of a long sentence; more words tell nothing more.
const LONG: f64 = 40.0;

/// The names of the signals of a sentence. Figures are none: in the interviews that the weights are fitted to they tell of
/// who talks and count against a sentence, and in a talk about prices they would count against all that matters.
pub const STRUCTURE_NAMES: [&str; 22] = [
    "turn",
    "before",
    "share",
    "place",
    "middle",
    "opening",
    "since_question",
    "length",
    "long",
    "hums",
    "fillers",
    "counted",
    "matter",
    "joins",
    "first_person",
    "second_person",
    "problem",
    "negation",
    "question_length",
    "question_share",
    "keyness",
    "asks",
];

/// The signals of a sentence, its own and then the averages.
pub(in crate::extraction) type StructureRow = [f64; 2 * OWN];

/// The fitted weights.
pub(in crate::extraction) struct StructureModel {
    constant: f64,
    weights: StructureRow,
}

impl StructureModel {
    /// Returns the model that is built in.
    pub(in crate::extraction) fn fitted() -> &'static Self {
        static FITTED: LazyLock<StructureModel> = LazyLock::new(|| StructureModel::read(include_str!("weights.txt")));
        &FITTED
    }

    fn read(lines: &str) -> Self {
        let named: HashMap<&str, f64> = lines
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(name, weight)| Some((name, weight.trim().parse().ok()?)))
            .collect();
        let weight = |name: &str| named.get(name).copied().unwrap_or_default();
        let mut weights = [0.0; 2 * OWN];
        for (at, name) in STRUCTURE_NAMES.iter().enumerate() {
            weights[at] = weight(name);
            weights[OWN + at] = weight(&format!("around_{name}"));
        }
        Self { constant: weight("constant"), weights }
    }

    /// Returns the log of the odds that a reader would code each sentence, smoothed over its neighbours.
    pub(in crate::extraction) fn logits(&self, rows: &[StructureRow]) -> Vec<f64> {
        let plain: Vec<f64> = rows
            .iter()
            .map(|row| self.constant + row.iter().zip(self.weights).map(|(value, weight)| value * weight).sum::<f64>())
            .collect();
        let at = |index: Option<usize>, own: f64| index.and_then(|index| plain.get(index)).copied().unwrap_or(own);
        plain
            .iter()
            .enumerate()
            .map(|(index, own)| 0.5 * own + 0.25 * (at(index.checked_sub(1), *own) + at(Some(index + 1), *own)))
            .collect()
    }
}

/// Returns the signals of the sentences that nobody asks, in order. `extent` is the share of the source before the text
/// and up to its end; `keyness` tells how rare the words of a sentence are.
pub(in crate::extraction) fn structure_rows(
    (text, language): (&str, Language),
    sentences: &[TalkSentence],
    extent: &Range<f64>,
    keyness: impl Fn(&str) -> f64,
) -> Vec<StructureRow> {
    let mut turns: HashMap<usize, usize> = HashMap::new();
    sentences.iter().for_each(|one| *turns.entry(one.turn).or_default() += one.words);
    let mut own = Vec::new();
    let mut question = LastQuestion::default();
    let mut before: HashMap<usize, usize> = HashMap::new();
    for one in sentences {
        if one.asks {
            question.add(one);
            continue;
        }
        let before = before.entry(one.turn).or_default();
        let progress = TurnProgress { turn: turns.get(&one.turn).copied().unwrap_or_default(), before: *before };
        let at = extent.start + (extent.end - extent.start) * one.range.start as f64 / text.len().max(1) as f64;
        let words = &text[one.range.clone()];
        own.push(signals((words, language), one, &progress, &question, at, keyness(words)));
        *before += one.words;
        question.since += one.words;
        question.is_open = false;
    }
    averaged(&own)
}

/// The words of the turn that a sentence is in, and those of them before it.
struct TurnProgress {
    turn: usize,
    before: usize,
}

/// The question asked last.
#[derive(Default)]
struct LastQuestion {
    stems: Vec<u64>,
    words: usize,
    since: usize,
    is_open: bool,
}

impl LastQuestion {
    /// Adds a sentence: to the question if it is still being asked, else as the first of a new one.
    fn add(&mut self, one: &TalkSentence) {
        if !self.is_open {
            *self = Self { is_open: true, ..Self::default() };
        }
        self.words += one.words;
        self.stems.extend(&one.stems);
        self.stems.sort_unstable();
        self.stems.dedup();
    }
}

fn signals(
    (words, language): (&str, Language),
    one: &TalkSentence,
    progress: &TurnProgress,
    question: &LastQuestion,
    position: f64,
    keyness: f64,
) -> [f64; OWN] {
    let log = |count: usize| (count as f64).ln_1p();
    let all: Vec<Token<'_>> = tokens(words).filter(Token::is_word).collect();
    let count = |is: &dyn Fn(&Token<'_>) -> bool| all.iter().filter(|word| is(word)).count() as f64;
    let length = one.words.max(1) as f64;
    let any = |is: &dyn Fn(&Token<'_>) -> bool| f64::from(u8::from(all.iter().any(is)));
    [
        log(progress.turn),
        log(progress.before),
        progress.before as f64 / progress.turn.max(1) as f64,
        position,
        4.0 * (position - 0.5).powi(2),
        f64::from(u8::from(position < OPENING)),
        log(question.since),
        log(one.words),
        (one.words as f64).min(LONG) / LONG,
        count(&|word| word.is_in(language, HUM)) / length,
        count(&|word| word.is_in(language, FILLER | HUM)) / length,
        any(&|word| word.is(NUMBER_WORD)),
        one.stems.len() as f64 / length,
        f64::from(u8::from(all.first().is_some_and(|word| word.is(JOIN)))),
        count(&|word| word.is(FIRST_PERSON)) / length,
        any(&|word| word.is(SECOND_PERSON)),
        any(&|word| word.is(PROBLEM)),
        any(&|word| is_negation(&word.norm())),
        log(question.words),
        shared(&one.stems, &question.stems) as f64 / one.stems.len().max(1) as f64,
        keyness,
        f64::from(u8::from(words.trim_end().ends_with(asks))),
    ]
}

fn averaged(own: &[[f64; OWN]]) -> Vec<StructureRow> {
    let average = |at: usize| {
        let around = &own[at.saturating_sub(AROUND)..(at + AROUND + 1).min(own.len())];
        let mut row = [0.0; 2 * OWN];
        row[..OWN].copy_from_slice(&own[at]);
        for one in around {
            row[OWN..].iter_mut().zip(one).for_each(|(sum, value)| *sum += value / around.len() as f64);
        }
        row
    };
    (0..own.len()).map(average).collect()
}

#[cfg(test)]
mod tests {
    use super::STRUCTURE_NAMES;

    #[test]
    fn every_signal_has_a_weight_and_none_is_of_another() {
        let lines = include_str!("weights.txt").lines();
        let weighed: Vec<&str> = lines.map(|line| line.split_once(' ').unwrap().0).collect();
        let around = STRUCTURE_NAMES.iter().map(|name| format!("around_{name}"));
        let own = STRUCTURE_NAMES.iter().map(|name| (*name).to_owned());
        let expected: Vec<String> = std::iter::once("constant".to_owned()).chain(own).chain(around).collect();
        assert_eq!(weighed, expected, "a signal without a weight would count for nothing, silently");
    }
}
