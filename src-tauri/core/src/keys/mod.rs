//! The registry of keys: which facts a discovery may state, and of what type (DESIGN §4.4).
//!
//! Keys are data: packs that ship with Factly, and those that the analyst adds to a discovery. What is left out: which
//! item a fact is about (its scope says so) and how a block shows it.

mod registry;

pub use registry::{BLOCKS, KeyDef, NotAllowed, PACKS, Pack, Registry, RegistryError};

use serde::{Deserialize, Serialize};

/// The key of a statement that has no registered key.
pub const NOTE_KEY: &str = "note";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    Boolean,
    Enum,
    Number,
    Dimension,
    Currency,
    Date,
    String,
    Note,
}

impl ValueType {
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Enum,
        Self::Number,
        Self::Dimension,
        Self::Currency,
        Self::Date,
        Self::String,
        Self::Note,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Enum => "enum",
            Self::Number => "number",
            Self::Dimension => "dimension",
            Self::Currency => "currency",
            Self::Date => "date",
            Self::String => "string",
            Self::Note => "note",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|value_type| value_type.as_str() == name)
    }
}
