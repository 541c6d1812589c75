//! Items: the things that a discovery is about, and how a text says which of them it means.
//!
//! An item is named `i1` within its discovery, and so is it in facts, in bundles and in the tokens `@item(i1:Backdrop)`.

mod inflection;
mod name;
mod names;
mod reference;
mod resolution;
mod scope;
pub mod token;

pub use name::{MAX_NAME_CHARS, NameFault, checked_aliases, checked_name};
pub use names::{ItemMention, ItemNames};
pub use reference::{number_of, reference};
pub use resolution::{ItemResolution, Items, NamedItem, Selection, sentence_around};
pub use scope::Scope;
