//! A check whether two texts say the same: what an analyst is asked about before a second copy of a statement is kept.
//!
//! [`prepare`] reads a text once; [`compare`] judges two; a [`DuplicateIndex`] finds a text's duplicates in a column
//! and groups a whole column; a [`Sieve`] finds in less time what is worth comparing at all. Every verdict has its
//! reason as data, which the shells put into words.
//!
//! The judge knows values (by the scanner of [`crate::values`]), quarters and dates, inflections, spelling variants,
//! common synonyms, negation, direction and names. What contradicts (another number, name, direction, a negation) is
//! never a duplicate, however alike the words are. What it does not know is meaning beyond its word lists: a paraphrase
//! that shares neither values nor known words is not found. A value said roughly ("nearly 500") may be one said
//! exactly (495); two exact ones are the same only if they are equal. A text that says all of another and more is
//! offered as a duplicate too, with a lower score, since only the analyst knows whether the rest matters.
//!
//! That is about statements. Whole Inputs are alike by the [`Sentences`] that they share, whatever those say.

mod change;
mod compare;
mod edit;
mod index;
mod inputs;
mod lexicon;
mod marks;
mod matching;
mod prepare;
mod sieve;
mod word_variants;
mod words;

pub(super) use change::{EditUse, used};
pub use compare::{Comparison, DuplicateReason, compare};
pub(crate) use edit::shared;
pub(super) use edit::{EditKind, edit, has_word, stands_alone};
pub use index::{DuplicateIndex, DuplicatePair, TextGroup};
pub use inputs::{Overlap, Sentences, TextFingerprint};
pub use prepare::{ComparableText, prepare};
pub use sieve::Sieve;
