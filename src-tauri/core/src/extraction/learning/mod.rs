//! A ranking that learns from what the analyst decided: a logistic model over the words of a passage and of its question,
//! added to the worth that structure tells.
//!
//! It is derived from the ledger and kept nowhere: the same decisions give the same ranking, and an undone one teaches
//! nothing. It ranks and never decides.

mod logistic;

use std::collections::{HashMap, HashSet};

use self::logistic::{Example, SparseSignals, Weights};
use crate::extraction::salience::carriers;
use crate::language::class::LEAD_PHRASE;
use crate::language::lexicon::classes;
use crate::language::stem::{Stems, stem};
use crate::language::{Token, tokens};
use crate::retrieval::background::background_idf;

/// Least decisions, and least of either kind, that anything is learned from.
pub const LEAST_DECISIONS: usize = 12;
const LEAST_OF_A_KIND: usize = 3;
/// Weight of the words of the question beside those of the passage.
const OF_QUESTION: f64 = 0.5;
/// Most words that a reason names.
const NAMED: usize = 2;
/// Least rarity in its language of a word that a reason names: "different" says nothing of what a passage is about.
const TELLING: f32 = 3.0;
/// The longest phrase that only leads in, in words: "on the other hand".
const LONGEST_LEAD: usize = 5;
/// Bound on the log of the odds beforehand, so that what seems certain can still be learned about.
const SURE: f64 = 4.0;

/// The signals of a passage that a ranking learns from: its words, those of its question, its worth beforehand.
#[derive(Clone, Debug)]
pub struct PassageSignals {
    /// Stems, hashed and sorted, each with a word of it.
    own: Vec<(u64, String)>,
    text: Box<str>,
    question: Vec<u64>,
    /// The log of the odds beforehand that it is kept.
    prior: f64,
}

/// The worth of a passage by what was decided, and the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnedWorth {
    /// In per cent.
    pub score: u8,
    /// Number of kept passages that share the words below; none where nothing tells for it.
    pub like: usize,
    /// The words that tell most for it.
    pub words: Vec<String>,
}

/// The ranking that the decisions of a discovery taught.
#[derive(Clone, Debug)]
pub struct LearnedRanking {
    weights: Weights,
    /// Inverse document frequency of each stem.
    rarity: HashMap<u64, f64>,
    /// The same of a stem in none of them.
    unknown: f64,
    /// The stems of each kept passage.
    accepted: Vec<HashSet<u64>>,
    decided: usize,
}

impl PassageSignals {
    /// Reads the signals of a passage that is worth `score` per cent beforehand.
    pub fn new(text: &str, question: Option<&str>, score: u8) -> Self {
        let chance = (f64::from(score) / 100.0).clamp(0.01, 0.99);
        let question = question.map(|question| stems_of("question", question)).unwrap_or_default();
        Self {
            own: stems_of("text", text),
            text: text.into(),
            question: question.into_iter().map(|(signal, _)| signal).collect(),
            prior: (chance / (1.0 - chance)).ln().clamp(-SURE, SURE),
        }
    }

    fn all(&self) -> impl Iterator<Item = u64> {
        self.own.iter().map(|(signal, _)| *signal).chain(self.question.iter().copied())
    }
}

impl LearnedRanking {
    /// Learns from passages that were kept, or not; none where there are too few.
    pub fn from_decisions(decisions: &[(&PassageSignals, bool)]) -> Option<Self> {
        let accepted = decisions.iter().filter(|(_, is_accepted)| *is_accepted).count();
        let is_enough =
            decisions.len() >= LEAST_DECISIONS && accepted.min(decisions.len() - accepted) >= LEAST_OF_A_KIND;
        is_enough.then(|| Self::learn(decisions))
    }

    fn learn(decisions: &[(&PassageSignals, bool)]) -> Self {
        let mut counts: HashMap<u64, usize> = HashMap::new();
        decisions.iter().flat_map(|(passage, _)| passage.all()).for_each(|stem| *counts.entry(stem).or_default() += 1);
        let idf = |count: usize| ((decisions.len() + 1) as f64 / (count as f64 + 0.5)).ln();
        let mut ranking = Self {
            weights: Weights::default(),
            rarity: counts.into_iter().map(|(stem, count)| (stem, idf(count))).collect(),
            unknown: idf(0),
            accepted: Vec::new(),
            decided: decisions.len(),
        };
        let example = |(passage, is_accepted): &(&PassageSignals, bool)| Example {
            signals: ranking.signals(passage),
            prior: passage.prior,
            is_so: *is_accepted,
        };
        ranking.weights = Weights::fit(&decisions.iter().map(example).collect::<Vec<_>>());
        let accepted = decisions.iter().filter(|(_, is_accepted)| *is_accepted);
        ranking.accepted = accepted.map(|(passage, _)| passage.own.iter().map(|(stem, _)| *stem).collect()).collect();
        ranking
    }

    /// Returns the number of decisions that it was learned from, and of those among them that kept something.
    pub fn decisions(&self) -> (usize, usize) {
        (self.decided, self.accepted.len())
    }

    /// Returns the log of the odds that the decisions add for a passage.
    pub fn added(&self, passage: &PassageSignals) -> f64 {
        self.weights.added(&self.signals(passage))
    }

    /// Returns the worth of a passage by what was decided, in per cent.
    pub fn score(&self, passage: &PassageSignals) -> u8 {
        (100.0 / (1.0 + (-passage.prior - self.added(passage)).exp())).clamp(1.0, 100.0).round() as u8
    }

    /// As [`Self::score`], with the reason.
    pub fn worth(&self, passage: &PassageSignals) -> LearnedWorth {
        let telling = self.telling(passage);
        let shares = |stems: &&HashSet<u64>| telling.iter().any(|(stem, _)| stems.contains(stem));
        let like = self.accepted.iter().filter(shares).count();
        LearnedWorth {
            score: self.score(passage),
            like,
            words: telling.into_iter().map(|(_, word)| word.clone()).collect(),
        }
    }

    /// Returns the words of a passage that tell most for it, of those that several kept ones have.
    fn telling<'p>(&self, passage: &'p PassageSignals) -> Vec<&'p (u64, String)> {
        let signals: HashMap<u64, f64> = self.signals(passage).into_iter().collect();
        let share = |stem: u64| self.weights.weight_of(stem) * signals.get(&stem).copied().unwrap_or_default();
        let is_kept = |stem: u64| self.accepted.iter().filter(|stems| stems.contains(&stem)).count() >= LEAST_OF_A_KIND;
        let own = nameable(passage).filter(|(stem, _)| is_kept(*stem));
        let mut telling: Vec<_> = own.map(|word| (share(word.0), word)).filter(|(share, _)| *share > 0.0).collect();
        telling.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.1.cmp(&other.1.1)));
        telling.into_iter().take(NAMED).map(|(_, word)| word).collect()
    }

    /// Returns the stems by their rarity (tf-idf), together of unit length.
    fn signals(&self, passage: &PassageSignals) -> SparseSignals {
        let rarity = |stem: u64| self.rarity.get(&stem).copied().unwrap_or(self.unknown);
        let part = |stems: &mut dyn Iterator<Item = u64>, weight: f64| -> SparseSignals {
            let found: SparseSignals = stems.map(|stem| (stem, rarity(stem))).collect();
            scaled(found, weight)
        };
        let mut all = part(&mut passage.own.iter().map(|(stem, _)| *stem), 1.0);
        all.extend(part(&mut passage.question.iter().copied(), OF_QUESTION));
        scaled(all, 1.0)
    }
}

/// Brings signals to a length.
fn scaled(mut signals: SparseSignals, length: f64) -> SparseSignals {
    let own = signals.iter().map(|(_, value)| value * value).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
    signals.iter_mut().for_each(|(_, value)| *value *= length / own);
    signals
}

/// Returns the stems of the words that carry matter, hashed, each once with a word of it.
fn stems_of(kind: &str, text: &str) -> Vec<(u64, String)> {
    let stemmer = Stems::for_text(text).stemmer();
    let hashed = |word: &str| (hash(kind, &stem(stemmer.as_ref(), word)), word.to_owned());
    let mut stems: Vec<(u64, String)> = carriers(text).map(|word| hashed(&word.norm())).collect();
    stems.sort();
    stems.dedup_by_key(|(signal, _)| *signal);
    stems
}

/// Returns the words of a passage that say what it is about: rare enough in its language, and in no phrase that only leads
/// in, as "for instance" does.
fn nameable(passage: &PassageSignals) -> impl Iterator<Item = &(u64, String)> {
    let kinds = [Stems::for_text(&passage.text)];
    let words: Vec<String> =
        tokens(&passage.text).filter(Token::is_word).map(|word| word.norm().into_owned()).collect();
    let leads = (2..=LONGEST_LEAD).flat_map(|count| words.windows(count));
    let leading: HashSet<String> =
        leads.filter(|words| classes(&words.join("_")) & LEAD_PHRASE != 0).flatten().cloned().collect();
    passage.own.iter().filter(move |(_, word)| !leading.contains(word) && background_idf(&kinds, word) >= TELLING)
}

/// FNV-1a: the same at every start.
fn hash(kind: &str, word: &str) -> u64 {
    let bytes = kind.bytes().chain([0]).chain(word.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(text: &str) -> PassageSignals {
        PassageSignals::new(text, None, 50)
    }

    fn ranking(count: usize) -> Option<LearnedRanking> {
        let decisions: Vec<(PassageSignals, bool)> = (0..count)
            .map(|at| match at % 2 {
                0 => (signals(&format!("The glaze of kiln number {at} cracked in the winter.")), true),
                _ => (signals(&format!("We drove to the market with cousin number {at}.")), false),
            })
            .collect();
        LearnedRanking::from_decisions(
            &decisions.iter().map(|(one, is_accepted)| (one, *is_accepted)).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn a_passage_like_kept_ones_comes_first_and_names_their_words() {
        let learned = ranking(20).unwrap();
        let first = learned.worth(&signals("The glaze of the bowl cracked."));
        let last = learned.worth(&signals("My cousin was at the market."));
        assert!(first.score > 55 && last.score < 45, "{} {}", first.score, last.score);
        assert_eq!((first.like, first.words), (10, vec!["cracked".to_owned(), "glaze".to_owned()]));
        assert_eq!((last.like, last.words.len()), (0, 0), "nothing kept is like it");
        assert_eq!(learned.decisions(), (20, 10));
    }

    #[test]
    fn words_that_carry_nothing_are_no_reason() {
        let decisions: Vec<(PassageSignals, bool)> = (0..16)
            .map(|at| match at % 2 {
                0 => (signals(&format!("For instance, a different bowl {at} was late.")), true),
                _ => (signals(&format!("My cousin number {at} was late.")), false),
            })
            .collect();
        let decisions: Vec<(&PassageSignals, bool)> = decisions.iter().map(|(one, is)| (one, *is)).collect();
        let learned = LearnedRanking::from_decisions(&decisions).unwrap();
        let worth = learned.worth(&signals("For instance, a different bowl was sold."));
        assert_eq!((worth.like, worth.words), (8, vec!["bowl".to_owned()]));
        let worth = learned.worth(&signals("For instance, a different van was sold."));
        assert_eq!((worth.like, worth.words), (0, vec![]), "nothing is said where no word tells");
        assert!(worth.score > 50, "it is ranked by them all the same");
    }

    #[test]
    fn too_few_decisions_teach_nothing() {
        assert!(ranking(LEAST_DECISIONS - 1).is_none());
        assert!(ranking(LEAST_DECISIONS).is_some());
        let passage = signals("The glaze cracked.");
        let all: Vec<(&PassageSignals, bool)> = (0..30).map(|_| (&passage, true)).collect();
        assert!(LearnedRanking::from_decisions(&all).is_none(), "nothing was rejected");
    }
}
