//! Selection of the passages found that an answer gets.

use super::terms::{related, terms};
use super::{SourceLimits, SourcePassage};
use crate::language::question::without_form;

/// Passages that are added where the first ones are alike.
const MORE: u32 = 2;
/// Below it the spread of the first three is small.
const SPREAD: f32 = 0.3;

/// A question of fewer words of its own goes on with the one before it.
const OWN: usize = 2;

/// The outcome of retrieval.
#[derive(Clone, Debug, PartialEq)]
pub enum Retrieved {
    /// Nothing is relevant enough to answer from.
    Guard,
    Passages(Vec<SourcePassage>),
}

/// Returns how many passages are asked for, so that the spread can be told and more be taken.
pub const fn wanted(limits: &SourceLimits) -> usize {
    (limits.top_k + MORE) as usize
}

/// Returns what is looked for: a question that has hardly a word of its own goes on with the one before it.
pub fn query(question: &str, before: Option<&str>) -> String {
    let plain = question.replace(['"', '“', '”', '„'], " ");
    let words: Vec<&str> = plain.split_whitespace().map(|word| word.trim_start_matches(['-', '+'])).collect();
    let plain = words.join(" ");
    match before.filter(|_| terms(question).len() < OWN) {
        Some(before) => format!("{} {plain}", without_form(before)),
        None => plain,
    }
}

/// Returns a query with the words that mean about the same: what is looked for where a question's own found nothing.
pub fn expanded_query(query: &str) -> String {
    let related: Vec<&str> = terms(query).iter().flat_map(|term| related(term)).collect();
    format!("{query} {}", related.join(" ")).trim_end().to_owned()
}

/// Chooses the passages of an answer: `found` are the best first, and `similarity` is that of the question.
pub fn choose(mut found: Vec<SourcePassage>, similarity: f32, limits: &SourceLimits) -> Retrieved {
    // No number is similar to nothing.
    let is_similar = similarity >= limits.min_similarity;
    if found.is_empty() || !is_similar {
        return Retrieved::Guard;
    }
    found.truncate(top_k(&found, limits.top_k));
    Retrieved::Passages(found)
}

/// Returns the number of passages: more where the third is nearly as good as the first.
fn top_k(found: &[SourcePassage], base: u32) -> usize {
    let is_close = match found {
        [first, _, third, ..] if first.score > 0.0 => (first.score - third.score) / first.score < SPREAD,
        _ => false,
    };
    (base + if is_close { MORE } else { 0 }) as usize
}
