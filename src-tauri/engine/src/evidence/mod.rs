//! Evidence as it is shown and checked: the text of an Input in blocks with the facts in it, and every span anew.

mod find;
mod pages;
mod source;
mod verify;

use crate::context::area;
pub use pages::{PageFact, SourcePage};
pub use source::{FactPlace, PageBreak, SourceBlock, SourceMark, SourceOutline, SourcePlace, SourceSpan};
pub use verify::{Problem, VerifyReport};

area! {
    /// The texts of Inputs with the facts in them, and the check of every span.
    Sources
}
