//! Meaning beside words: where a model makes vectors, what is nearest to a question joins what its words found. A provider's
//! model is given passages; the one that ships is given sentences, which is what it was made for.
//!
//! Both scores are brought to 0…1 within the candidates and summed with a weight. The guard goes by words alone.

use rustc_hash::FxHashSet;

use super::index::PassageRef;
use super::passage::Passage;
use super::search::Hit;
use crate::language::{Language, detect};

/// Weight of meaning; words count for the rest.
pub const MEANING: f32 = 0.5;
/// Number of the nearest that join those that the words found.
pub const NEAREST: usize = 100;

/// Returns whether the model that ships knows the language of a text. A short one's cannot be told, and it is tried.
pub fn is_known_to_model(text: &str) -> bool {
    detect(text).is_none_or(|language| language == Language::English)
}

/// Returns what of a passage a model is given: what it stands under, and its text.
pub fn embedded_text(passage: &Passage) -> String {
    let above = [Some(&passage.title), passage.headings.first()];
    let lines = above.into_iter().flatten().filter(|line| !line.is_empty());
    lines.chain([&passage.text]).map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// Ranks by words and by meaning. `by_words` and `nearest` are the best first; `likeness` is that of any passage to the
/// question, none where there is no vector of it: then its words stand for both.
pub fn ranked(
    mut by_words: Vec<Hit>,
    nearest: impl IntoIterator<Item = Hit>,
    likeness: impl Fn(PassageRef) -> Option<f32>,
    limit: usize,
) -> Vec<Hit> {
    let most = by_words.first().map_or(1.0, |best| best.score).max(f32::MIN_POSITIVE);
    let found: FxHashSet<PassageRef> = by_words.iter().map(|hit| hit.passage).collect();
    let mut hits = {
        by_words.extend(nearest.into_iter().filter(|hit| !found.contains(&hit.passage)));
        by_words
    };
    let alike: Vec<Option<f32>> = hits.iter().map(|hit| likeness(hit.passage)).collect();
    let known = || alike.iter().flatten().copied();
    let (least, best) = (known().fold(f32::INFINITY, f32::min), known().fold(f32::NEG_INFINITY, f32::max));
    for (hit, alike) in hits.iter_mut().zip(&alike) {
        let words = hit.score / most;
        hit.score = alike.map_or(words, |alike| {
            let meaning = (alike - least) / (best - least).max(f32::EPSILON);
            (1.0 - MEANING) * words + MEANING * meaning
        });
    }
    hits.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| one.passage.cmp(&other.passage)));
    hits.truncate(limit);
    hits
}
