//! The scope of a fact: the project, or one of its items.

use serde::{Deserialize, Serialize};

/// The scope of a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Scope {
    #[default]
    Project,
    #[serde(rename_all = "camelCase")]
    Item { item_id: String },
}

impl Scope {
    pub const fn type_str(&self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Item { .. } => "item",
        }
    }

    pub fn item_id(&self) -> Option<&str> {
        match self {
            Self::Project => None,
            Self::Item { item_id } => Some(item_id),
        }
    }
}
