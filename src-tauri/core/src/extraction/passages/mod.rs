//! Passages of talk: runs of neighbouring sentences of one speaker that are one thought, each with how much it is worth
//! and the statement that is read of it.
//!
//! A written text is meant sentence by sentence. A speaker needs several sentences for a thought, and most of them are
//! none by themselves: a researcher codes the run, and so the run is proposed. A passage is an exact stretch of its
//! source; its statement is cut from its words and never reworded.

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
    /// The words behind one label of a speaker, or the subtitle, that it is in, by the byte that these begin at.
    pub(in crate::extraction) labelled: usize,
    /// Number of its turn: all that one speaker says until another does, behind one label or several.
    pub(in crate::extraction) turn: usize,
    /// Its speaker asks the questions.
    pub(in crate::extraction) asks: bool,
    /// Stems of the words that carry matter, sorted.
    pub(in crate::extraction) stems: Vec<u64>,
    pub(in crate::extraction) words: usize,
    /// It goes on in the sentence behind it, though another label stands before that.
    pub(in crate::extraction) goes_on: bool,
}

/// A passage with how much it is worth.
#[derive(Clone, Debug)]
pub(in crate::extraction) struct RankedPassage {
    pub(in crate::extraction) range: Range<usize>,
    /// The log of the odds that a reader would code it, by its structure.
    pub(in crate::extraction) logit: f64,
    /// Amount that the decisions of its discovery add to the log of the odds.
    pub(in crate::extraction) learned: f64,
    /// Its sentences, by their number in the talk.
    pub(in crate::extraction) sentences: Range<usize>,
}

/// Returns how many members two sorted lists share.
fn shared(one: &[u64], other: &[u64]) -> usize {
    one.iter().filter(|stem| other.binary_search(stem).is_ok()).count()
}
