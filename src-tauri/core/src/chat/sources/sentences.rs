//! The sentences of a passage, and what of each the model of meaning is given.

use crate::extraction::offline::sentences;
use crate::retrieval::meaning::is_known_to_model;

/// Returns what the model that ships is given of each sentence of a passage, in its order: the sentence, and the sentence
/// behind the one before it, or behind its heading. None of a text in a language that it does not know.
pub fn sentence_texts(heading: &str, text: &str) -> Vec<[String; 2]> {
    if !is_known_to_model(text) {
        return Vec::new();
    }
    let mut before = heading;
    let texts = |range: std::ops::Range<usize>| {
        let sentence = &text[range];
        let texts = [sentence.to_owned(), format!("{before} {sentence}")];
        before = sentence;
        texts
    };
    sentences(text).into_iter().map(texts).collect()
}
