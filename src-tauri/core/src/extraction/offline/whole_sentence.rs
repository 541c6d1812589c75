//! A check whether words are a whole sentence with its subject: what may be believed without a look.
//!
//! Told of English and German. Of other languages it is not known, and what is not known waits for the analyst.

use super::word::{self, ClauseWord};
use super::{clause, courtesy, speaker};
use crate::language::class::{ARTICLE, FIRST_PERSON, JOIN};
use crate::language::{Language, detect};
use crate::propositions::states;

/// Returns whether `quote` is all that `sentence`, in which it occurs, says: but for what only leads in to it.
pub fn is_whole(quote: &str, sentence: &str) -> bool {
    let (quoted, all) = (words(quote), words(sentence));
    let lead = clause::lead_in(&all, sentence);
    let same = |from: usize| {
        let all = &all[from..];
        all.len() == quoted.len() && all.iter().zip(&quoted).all(|(one, other)| one.text(sentence) == other.text(quote))
    };
    let ends = sentence.trim_end().ends_with(['.', '!', '…', '"', '”', ')']);
    !quoted.is_empty() && ends && (same(0) || same(lead)) && stands_alone(&quoted, quote)
}

/// Returns whether the words have a subject, which is named, and a verb. A speaker says "this" and "it" of what he said
/// before.
fn stands_alone(words: &[ClauseWord], text: &str) -> bool {
    let by_english = || {
        // "And look at the cellars" bids somebody.
        let joins = words.iter().take_while(|word| word.is(JOIN)).count();
        let points_at_own = words.iter().any(|word| word.is(FIRST_PERSON)) && clause::pointers(words) > 0;
        let is_clear = !clause::leans(words) && !clause::dangles(&words[joins..]) && !points_at_own;
        is_clear && !courtesy::is_one(words) && clause::is_sentence(&words[joins..])
    };
    let is_told = match detect(text) {
        Some(Language::German) => states(text, Language::German),
        Some(Language::French | Language::Spanish) => false,
        None if opens_german(words, text) => states(text, Language::German),
        Some(Language::English) | None => by_english(),
    };
    is_told && speaker::mark(words) == 0
}

/// Returns whether words that are too few to tell their language open as a German clause does.
fn opens_german(words: &[ClauseWord], text: &str) -> bool {
    let opener =
        |word: &ClauseWord| Language::German.lexicon().is(&word.text(text).to_lowercase(), ARTICLE | FIRST_PERSON);
    words.first().is_some_and(opener)
}

fn words(text: &str) -> Vec<ClauseWord> {
    let mut words = Vec::new();
    word::split(text, 0, text.len(), &mut words);
    words
}
