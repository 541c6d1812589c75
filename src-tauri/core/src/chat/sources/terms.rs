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
    let is_telling = |word: &String| classes(word) & (STOP | EMPTY | ASKING | QUESTION) == 0 || is_related(word);
    let telling = words.filter(is_telling);
    telling
        .filter(|word| word.chars().count() > 1 || is_number(word))
        .filter(|word| seen.insert(word.clone()))
        .collect()
}

/// Returns how well one word of a text says another: 1 is the same word.
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
pub(super) fn best_likeness(term: &str, words: &[String]) -> f32 {
    words.iter().map(|word| likeness(term, word)).fold(0.0, f32::max)
}

/// Returns which part of the terms the words say: 0 to 1.
pub(super) fn coverage(terms: &[String], words: &[String]) -> f32 {
    if terms.is_empty() {
        return 0.0;
    }
    terms.iter().map(|term| best_likeness(term, words)).sum::<f32>() / terms.len() as f32
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_numeric() || matches!(c, '.' | ','))
}

/// Returns whether a word says something beside those that it is related to, whatever its class: "against".
fn is_related(word: &str) -> bool {
    static RELATED: LazyLock<FxHashSet<String>> =
        LazyLock::new(|| Lexicon::all().lines("related").flat_map(str::split_whitespace).map(plain).collect());
    RELATED.contains(word)
}

/// Returns the words that a lexicon relates to one.
pub(super) fn related(term: &str) -> Vec<&'static str> {
    let is_of = |line: &&str| line.split_whitespace().any(|word| plain(word) == term);
    let lines = Lexicon::all().lines("related").filter(is_of);
    lines.flat_map(str::split_whitespace).filter(|word| plain(word) != term).collect()
}

fn means_the_same(a: &str, b: &str) -> bool {
    static GROUPS: LazyLock<FxHashMap<String, Vec<usize>>> = LazyLock::new(|| {
        let mut groups: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        let lines = Lexicon::all().lines("same").chain(Lexicon::all().lines("related"));
        for (number, line) in lines.enumerate() {
            line.split_whitespace().for_each(|word| groups.entry(plain(word)).or_default().push(number));
        }
        groups
    });
    match (GROUPS.get(a), GROUPS.get(b)) {
        (Some(a), Some(b)) => a.iter().any(|group| b.contains(group)),
        _ => false,
    }
}
