//! Duplicates among texts: of facts, insights, recommendations and outputs by their words, of Inputs by the sentences
//! that they share. Pairs that the analyst kept beside each other are asked about once.

pub(crate) mod field;
mod find;
mod inputs;
mod scan;
mod variants;

pub(crate) use find::DuplicateMatches;
pub use find::{Duplicate, DuplicateGroup};
pub use inputs::LikeInput;
pub(crate) use variants::{VariantsByEntity, record_variants};

use crate::context::area;

area! {
    /// Finds what says the same, and keeps what the analyst decided about it.
    Duplicates
}

/// The policy for adding an entity where its column says the same already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuplicatePolicy {
    Hold,
    /// By an analyst who was shown what says the same.
    Allow,
    /// By one who was not: a model that is set is asked now what it is kept beside. Of a text, which Input it is like is
    /// told, and nothing noted.
    Report,
}
