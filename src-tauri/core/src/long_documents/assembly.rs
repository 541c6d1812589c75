//! A document out of its chunks: one after the other to the byte, but for what a model says at a seam that is no part of
//! it.
//!
//! A model that goes on sometimes begins with the last words that it had written, or with a word to the reader. Such an
//! overlap is cut out of the document, told, and stays in the chunk. What could as well be meant twice (a row of a table, a line of dashes, a
//! refrain) is kept: a document that says something twice is better than one that lost it.

use std::ops::Range;

use super::chunk_preamble::{announcement, reopened_fence};

/// An overlap of fewer characters is more often chance.
const LEAST_CHARS: usize = 24;
/// As of fewer words, unless they are long.
const LEAST_WORDS: usize = 4;
const LONG_CHARS: usize = 40;
/// As where it begins within a word, which may be another.
const LEAST_WITHIN_WORD: usize = 36;
/// A longer repetition is not looked for.
const MOST_BYTES: usize = 16_000;

/// The beginning of a chunk that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The chunk, from 0.
    pub chunk: usize,
    /// The bytes of the chunk.
    pub bytes: Range<usize>,
}

/// A document and the seams between its chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssembledDocument {
    pub text: String,
    /// Starts of all chunks but the first, in bytes of the text.
    pub seams: Vec<usize>,
    pub cuts: Vec<Cut>,
}

/// Puts chunks together.
pub fn assemble<'t>(chunks: impl IntoIterator<Item = &'t str>) -> AssembledDocument {
    let mut assembled = AssembledDocument::default();
    for (index, chunk) in chunks.into_iter().enumerate() {
        if index > 0 {
            assembled.seams.push(assembled.text.len());
        }
        let cut = if assembled.text.is_empty() { 0 } else { discarded_length(&assembled.text, chunk) };
        if cut > 0 {
            assembled.cuts.push(Cut { chunk: index, bytes: 0..cut });
        }
        assembled.text.push_str(&chunk[cut..]);
    }
    assembled
}

/// Returns how many bytes at the beginning of `next` do not go on with what is `before`.
fn discarded_length(before: &str, next: &str) -> usize {
    let announced = announcement(before, next);
    let repeated = announced + overlap(before, &next[announced..]);
    let reopened = reopened_fence(before, &next[repeated..]);
    if reopened == 0 { repeated } else { repeated + reopened + overlap(before, &next[repeated + reopened..]) }
}

/// Returns how many bytes at the beginning of `next` say again what `before` ends with.
fn overlap(before: &str, next: &str) -> usize {
    let indent = next.len() - next.trim_start().len();
    let written = &before[before.ceil_char_boundary(before.len().saturating_sub(MOST_BYTES))..];
    let beginning = &next[indent..next.ceil_char_boundary(indent + MOST_BYTES)];
    // White space that the model had written is none that it lacks.
    let trimmed = written.trim_end();
    [written, trimmed]
        .into_iter()
        .map(|written| (written, longest(written.as_bytes(), beginning.as_bytes())))
        .find(|(written, length)| beginning.is_char_boundary(*length) && is_repetition(written, &beginning[..*length]))
        .map_or(0, |(_, length)| indent + length)
}

/// Returns the length of the longest end of `before` that `next` begins with.
fn longest(before: &[u8], next: &[u8]) -> usize {
    let borders = borders(next);
    let mut length: usize = 0;
    for (at, byte) in before.iter().enumerate() {
        while length > 0 && (length == next.len() || next[length] != *byte) {
            length = borders[length - 1];
        }
        if next.get(length) == Some(byte) {
            length += 1;
        }
        // What ends before the end of the text is no end of it.
        if length > 0 && length == next.len() && at + 1 < before.len() {
            length = borders[length - 1];
        }
    }
    length
}

/// For each beginning of `text`, the longest shorter one that it also ends with.
fn borders(text: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; text.len()];
    let mut length = 0;
    for at in 1..text.len() {
        while length > 0 && text[length] != text[at] {
            length = borders[length - 1];
        }
        if text[length] == text[at] {
            length += 1;
        }
        borders[at] = length;
    }
    borders
}

/// Returns whether the same words, at the end of one chunk and the beginning of the next, are said again rather than
/// meant twice.
fn is_repetition(before: &str, repeated: &str) -> bool {
    let words = repeated.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    let chars = repeated.chars().count();
    let is_within = |c: char| c.is_alphanumeric();
    let begins_within_word =
        before[..before.len() - repeated.len()].ends_with(is_within) && repeated.starts_with(is_within);
    let least = if begins_within_word { LEAST_WITHIN_WORD } else { LEAST_CHARS };
    if chars < least || words < LEAST_WORDS && chars < LONG_CHARS {
        return false;
    }
    !is_periodic(repeated.as_bytes()) && !before[..before.len() - repeated.len()].trim_end().ends_with(repeated.trim())
}

/// Returns whether a text is one shorter text over and over, or nearly: two fifths of it are the same at both ends.
fn is_periodic(text: &[u8]) -> bool {
    let border = borders(text).last().copied().unwrap_or_default();
    border * 5 >= text.len() * 2
}
