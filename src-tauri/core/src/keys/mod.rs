//! The registry of keys: which facts a discovery may state, and of what type (DESIGN §4.4).
//!
//! Keys are data: packs that ship with Factly, and those that the analyst adds to a discovery. What is left out: which
//! item a fact is about (its scope says so) and how a block shows it.

mod fit;
mod label;
mod proposition;
mod registry;
pub(crate) mod topic;

pub use crate::values::ValueType;
pub use fit::{GENERAL, OF_INTERVIEWS, PackFit, fitting};
pub use label::{label_in, statement_in};
pub use proposition::KeyProposition;
pub use registry::{BLOCKS, KeyDef, KeyPack, KeyRefusal, PACKS, Registry, RegistryError};

/// The key of a statement that has no registered key.
pub const NOTE_KEY: &str = "note";
