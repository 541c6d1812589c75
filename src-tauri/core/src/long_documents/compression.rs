//! The choice of the text of a too long call that gives way to its summary: the one of lowest value that may.
//!
//! The system instruction, the seed prompt and the newest answer always stay. The first answer and the last
//! but one are the last to give way, where nothing else is left. Of the rest, an older answer is worth less than a
//! newer one, and a document as much as it is like the prompt.

use rustc_hash::FxHashMap;

use crate::language::stem::Stems;
use crate::retrieval::terms::Analyzer;

/// The newest answers, of which the last stays in any case.
const NEWEST: usize = 2;

/// A text of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PromptPart {
    /// A chunk of the document's own history, by its turn.
    Chunk(usize),
    /// A document that the call reads, by its place.
    Document(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompressionCandidate {
    pub part: PromptPart,
    pub value: f64,
}

/// Returns what may give way, the least valuable first.
pub fn candidates(chunks: usize, similarities: &[f64]) -> Vec<CompressionCandidate> {
    let documents = similarities
        .iter()
        .enumerate()
        .map(|(at, value)| CompressionCandidate { part: PromptPart::Document(at), value: *value });
    let chunk =
        |turn: usize| CompressionCandidate { part: PromptPart::Chunk(turn), value: turn as f64 / chunks as f64 };
    let middle = (1..chunks.saturating_sub(NEWEST)).map(chunk);
    let mut all: Vec<CompressionCandidate> = documents.chain(middle).collect();
    all.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.part.cmp(&b.part)));
    let first = (chunks >= NEWEST).then_some(0);
    let last_but_one = (chunks > NEWEST).then(|| chunks - NEWEST);
    all.extend(first.into_iter().chain(last_but_one).map(chunk));
    all
}

/// Returns how like a text is to a prompt, from 0 to 1: the cosine of their terms, as retrieval finds them.
pub fn similarity(prompt: &str, text: &str) -> f64 {
    let analyzer = Analyzer::new(Stems::for_text(text));
    let (a, b) = (frequencies(&analyzer, prompt), frequencies(&analyzer, text));
    let dot: f64 = a.iter().filter_map(|(term, count)| Some(count * b.get(term)?)).sum();
    let length = |terms: &FxHashMap<String, f64>| terms.values().map(|count| count * count).sum::<f64>().sqrt();
    let lengths = length(&a) * length(&b);
    if lengths > 0.0 { (dot / lengths).clamp(0.0, 1.0) } else { 0.0 }
}

fn frequencies(analyzer: &Analyzer, text: &str) -> FxHashMap<String, f64> {
    let mut frequencies = FxHashMap::default();
    for term in analyzer.terms(text) {
        *frequencies.entry(term).or_insert(0.0) += 1.0;
    }
    frequencies
}
