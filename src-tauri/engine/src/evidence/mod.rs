//! Evidence as it is shown and checked: the text of an Input in blocks with the facts in it, and every span anew.

pub(crate) mod prepared;
mod source;
mod verify;

pub use source::{FactPlace, SourceBlock, SourceMark, SourceOutline, SourceSpan};
pub use verify::{Problem, VerifyReport};
