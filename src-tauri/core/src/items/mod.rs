//! Items: the things that a discovery is about, and how a text says which of them it means.
//!
//! An item is named `i1` within its discovery, and so is it in facts, in bundles and in the tokens `@item(i1:Backdrop)`.

mod inflection;
mod meant;
mod name;
mod names;
mod reference;
mod scope;
pub mod token;

pub use meant::{Items, Meant, NamedItem, Selection, sentence_around};
pub use name::{MAX_NAME_CHARS, NameFault, checked_aliases, checked_name};
pub use names::{ItemNames, Mention};
pub use reference::{number_of, reference};
pub use scope::Scope;
