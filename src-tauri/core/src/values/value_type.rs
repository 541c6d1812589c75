//! The types that a value may have.

use serde::{Deserialize, Serialize};

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
