//! How well a sentence has the words of a question, by how near in meaning its nearest word is to each.

use crate::language::class::{ASKING, EMPTY, QUESTION, STOP};
use crate::language::stem::Stems;
use crate::language::{Language, classes};
use crate::retrieval::background::background_idf;

/// How many words of a question are its least matched ones.
const LEAST: usize = 2;
/// The weight of a word that a language has hardly ever.
const RAREST: f32 = 10.0;

/// A closer look at a sentence, by the words of a question that say something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WordMatch {
    /// How near it is to all of them, each by how rare it is: 0 to 1.
    pub mean: f32,
    /// How near it is to the two that it has least: 0 to 1.
    pub least: f32,
    /// How much it misses the one that it misses most, by how rare that is: 0 to about 1.
    pub missed: f32,
}

impl WordMatch {
    /// Returns it of the words of a question, and how near a sentence is to each.
    pub fn of(words: &[String], nearest: &[f32]) -> Self {
        let weighed = words.iter().zip(nearest).map(|(word, near)| (word_weight(word), *near));
        let mut weighed: Vec<(f32, f32)> = weighed.filter(|(weight, _)| *weight > 0.0).collect();
        if weighed.is_empty() {
            weighed = nearest.iter().map(|near| (1.0, *near)).collect();
        }
        weighed.sort_by(|one, other| one.1.total_cmp(&other.1));
        let total: f32 = weighed.iter().map(|(weight, _)| weight).sum();
        let least = &weighed[..weighed.len().min(LEAST)];
        Self {
            mean: weighed.iter().map(|(weight, near)| weight * near).sum::<f32>() / total.max(f32::MIN_POSITIVE),
            least: least.iter().map(|(_, near)| near).sum::<f32>() / least.len().max(1) as f32,
            missed: weighed.iter().map(|(weight, near)| weight * (1.0 - near) / RAREST).fold(0.0, f32::max),
        }
    }
}

/// Returns how much a word of a question tells, in lower case: nothing where every text has it.
pub fn word_weight(word: &str) -> f32 {
    let is_word = word.chars().any(char::is_alphanumeric);
    if is_word && classes(word) & (STOP | EMPTY | ASKING | QUESTION) == 0 {
        background_idf(&[Stems::from(Language::English)], word)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missed_counts_by_how_much_it_says() {
        let words = ["who", "painted", "the", "lighthouse", "?"].map(str::to_owned);
        let [rare, common, empty] = [[0.9, 0.9, 0.9, 0.2, 0.9], [0.9, 0.2, 0.9, 0.9, 0.9], [0.2, 0.9, 0.2, 0.9, 0.2]]
            .map(|near| WordMatch::of(&words, &near));
        assert!(rare.missed > common.missed && rare.mean < common.mean, "{rare:?} {common:?}");
        assert!((empty.mean - 0.9).abs() < 1e-6 && (empty.least - 0.9).abs() < 1e-6, "{empty:?}");
        assert!((common.least - 0.55).abs() < 1e-6, "{common:?}");
        let nothing = WordMatch::of(&["who".to_owned(), "?".to_owned()], &[0.5, 0.7]);
        assert!((nothing.mean - 0.6).abs() < 1e-6, "a question of empty words has those: {nothing:?}");
        assert_eq!(WordMatch::of(&[], &[]).mean, 0.0);
    }
}
