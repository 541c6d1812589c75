//! Passages of talk: runs of neighbouring sentences of one speaker that are one thought, each with how much it is worth
//! and the statement that is read of it.
//!
//! What is written is meant sentence by sentence. Who talks needs several sentences for a thought, and most of them are
//! none by themselves: a researcher codes the run, and so the run is proposed. A passage is an exact stretch of its
//! source; what it says is cut from its words and never reworded.

mod segmentation;
mod statement;
mod structure;

pub(in crate::extraction) use segmentation::segments;
pub(in crate::extraction) use statement::{is_cut_at_end, is_cut_at_start, is_ended, readable, up_to_a_pause};
pub use structure::{FITTED_STRUCTURE, STRUCTURE_NAMES};
pub(in crate::extraction) use structure::{StructureModel, StructureRow, structure_rows};

use std::ops::Range;

/// A sentence of a talk, as passages are made of it.
#[derive(Clone, Debug)]
pub(in crate::extraction) struct TalkSentence {
    pub(in crate::extraction) range: Range<usize>,
    /// The same in characters.
    pub(in crate::extraction) chars: Range<u32>,
    /// The paragraph or subtitle that it stands in, by its number among those of the text.
    pub(in crate::extraction) paragraph: usize,
    /// All that one speaker says until another does, by its number.
    pub(in crate::extraction) turn: usize,
    /// Its speaker asks the questions.
    pub(in crate::extraction) asks: bool,
    /// Of the words that carry matter, sorted.
    pub(in crate::extraction) stems: Vec<u64>,
    pub(in crate::extraction) words: usize,
    /// It goes on in the sentence behind it, though another paragraph begins there.
    pub(in crate::extraction) goes_on: bool,
}

/// A passage with how much it is worth.
#[derive(Clone, Debug)]
pub(in crate::extraction) struct Passage {
    pub(in crate::extraction) range: Range<usize>,
    /// The log of the odds that a reader would code it.
    pub(in crate::extraction) logit: f64,
    /// Its sentences, by their number in the talk.
    pub(in crate::extraction) sentences: Range<usize>,
}

/// Returns how many members two sorted lists share.
fn shared(one: &[u64], other: &[u64]) -> usize {
    one.iter().filter(|stem| other.binary_search(stem).is_ok()).count()
}
