//! The words that a question, a claim or a sentence is about, and when two of them mean the same.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::keys::topic::is_like;
use crate::language::class::{ASKING, EMPTY, QUESTION, STOP};
use crate::language::token::plain;
use crate::language::{Lexicon, Token, classes, tokens};

/// Words of a text without those that every text has, each once.
pub(super) fn terms(text: &str) -> Vec<String> {
    let mut seen = FxHashSet::default();
    let words = tokens(text).filter(Token::is_word).map(|word| plain(&word.norm()));
    let telling = words.filter(|word| classes(word) & (STOP | EMPTY | ASKING | QUESTION) == 0);
    telling.filter(|word| word.chars().count() > 1 || is_number(word)).filter(|word| seen.insert(word.clone())).collect()
}

/// How well one word of a text says another: 1 is the same word.
pub(super) fn likeness(term: &str, word: &str) -> f32 {
    match () {
        () if term == word => 1.0,
        () if is_number(term) || is_number(word) => 0.0,
        () if is_like(term, word) => 0.95,
        () if means_the_same(term, word) => 0.8,
        () => 0.0,
    }
}

/// Returns how well the words of a text say a term.
pub(super) fn said(term: &str, words: &[String]) -> f32 {
    words.iter().map(|word| likeness(term, word)).fold(0.0, f32::max)
}

/// Returns which part of the terms the words say: 0 to 1.
pub(super) fn coverage(terms: &[String], words: &[String]) -> f32 {
    if terms.is_empty() {
        return 0.0;
    }
    terms.iter().map(|term| said(term, words)).sum::<f32>() / terms.len() as f32
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_numeric() || matches!(c, '.' | ','))
}

fn means_the_same(a: &str, b: &str) -> bool {
    static GROUPS: LazyLock<FxHashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
        let mut groups: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (number, line) in Lexicon::all().lines("same").enumerate() {
            line.split_whitespace().for_each(|word| groups.entry(word).or_default().push(number));
        }
        groups
    });
    match (GROUPS.get(a), GROUPS.get(b)) {
        (Some(a), Some(b)) => a.iter().any(|group| b.contains(group)),
        _ => false,
    }
}
