//! Match of a sentence with the words of a question, by how near in meaning its nearest word is to each.

use super::SourcePassage;
use super::terms::{best_likeness, terms};
use crate::language::class::{ASKING, EMPTY, QUESTION, STOP};
use crate::language::classes;

/// Number of words of a question that are its least matched ones.
const LEAST: usize = 2;
/// A word of a text that is at least so like one of a question is that word.
const SAME: f32 = 0.9;

/// The words of a question as the model of meaning takes them, each with how much it tells: 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct WordWeights(Vec<f32>);

/// A closer look at a sentence, by the words of a question that tell something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WordMatch {
    /// Nearness to all of them, each weighted by how much it tells: 0 to 1.
    pub mean: f32,
    /// Nearness to the two that it has least: 0 to 1.
    pub least: f32,
    /// Weight of the word that it misses most, by how much it misses it and how much that tells: 0 to 1.
    pub missed: f32,
}

impl WordWeights {
    /// Returns it of words in lower case: a word that every text has tells nothing, one that few of the passages found for
    /// the question have tells most.
    pub fn new(words: &[String], passages: &[SourcePassage]) -> Self {
        let texts: Vec<Vec<String>> = passages.iter().map(|passage| terms(&passage.text)).collect();
        let weight = |word: &String| if is_distinctive(word) { rarity(word, &texts) } else { 0.0 };
        let mut weights: Vec<f32> = words.iter().map(weight).collect();
        if weights.iter().all(|weight| *weight == 0.0) {
            weights.fill(1.0);
        }
        Self(weights)
    }

    pub fn weights(&self) -> &[f32] {
        &self.0
    }

    /// Returns how well a sentence has these words, by how near it is to each.
    pub fn matched(&self, nearest: &[f32]) -> WordMatch {
        let weighed = self.0.iter().copied().zip(nearest.iter().copied());
        let mut weighed: Vec<(f32, f32)> = weighed.filter(|(weight, _)| *weight > 0.0).collect();
        weighed.sort_by(|one, other| one.1.total_cmp(&other.1));
        let total: f32 = weighed.iter().map(|(weight, _)| weight).sum();
        let least = &weighed[..weighed.len().min(LEAST)];
        WordMatch {
            mean: weighed.iter().map(|(weight, near)| weight * near).sum::<f32>() / total.max(f32::MIN_POSITIVE),
            least: least.iter().map(|(_, near)| near).sum::<f32>() / least.len().max(1) as f32,
            missed: weighed.iter().map(|(weight, near)| weight * (1.0 - near)).fold(0.0, f32::max),
        }
    }
}

fn is_distinctive(word: &str) -> bool {
    word.chars().any(char::is_alphanumeric) && classes(word) & (STOP | EMPTY | ASKING | QUESTION) == 0
}

/// Returns how rare a word is among texts: 1 where none of them has it.
fn rarity(word: &str, texts: &[Vec<String>]) -> f32 {
    let count = texts.iter().filter(|words| best_likeness(word, words) >= SAME).count() as f32;
    let all = texts.len() as f32 + 1.0;
    (1.0 + all / (count + 0.5)).ln() / (1.0 + all / 0.5).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(text: &str) -> SourcePassage {
        SourcePassage { text: text.to_owned(), ..SourcePassage::default() }
    }

    #[test]
    fn a_word_that_few_passages_have_tells_more() {
        let words = ["who", "painted", "the", "lighthouse", "?"].map(str::to_owned);
        let telling = WordWeights::new(&words, &[passage("The lighthouse is tall."), passage("Our lighthouse.")]);
        let [who, painted, the, lighthouse, mark] = telling.weights() else { panic!("{telling:?}") };
        assert_eq!([*who, *the, *mark], [0.0; 3]);
        assert!((painted - 1.0).abs() < 1e-6 && *lighthouse < 0.7 && *lighthouse > 0.0, "{telling:?}");
        let nothing = WordWeights::new(&["who".to_owned(), "?".to_owned()], &[]);
        assert_eq!(nothing.weights(), [1.0, 1.0], "a question of empty words has those");
    }

    #[test]
    fn what_is_missed_counts_by_how_much_it_tells() {
        let telling = WordWeights(vec![0.0, 1.0, 0.5]);
        let check = |nearest: [f32; 3], [mean, least, missed]: [f32; 3]| {
            let WordMatch { mean: a, least: b, missed: c } = telling.matched(&nearest);
            assert!((a - mean).abs() < 1e-6 && (b - least).abs() < 1e-6 && (c - missed).abs() < 1e-6, "{a} {b} {c}");
        };
        check([0.1, 0.9, 0.3], [0.7, 0.6, 0.35]);
        check([0.9, 0.3, 0.9], [0.5, 0.6, 0.7]);
        assert_eq!(WordWeights(Vec::new()).matched(&[]), WordMatch::default());
    }
}
