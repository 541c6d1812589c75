//! Deriving a column from the one above it: what a model is asked, and what its answer proposes.
//!
//! A model proposes and never decides. What it proposes rests on entities that it was given and that it names itself;
//! a proposal that names none could never be traced to a source, so it is refused, with its words in the problem.

mod answer;
mod prompt;

pub use answer::{DerivationAnswer, DerivedEntity, MAX_PROPOSALS, MAX_TEXT_CHARS, read};
pub(super) use prompt::MATERIAL;
pub use prompt::{DerivationInput, Premise, prompt, schema};
