//! Duplicates of a text, and duplicates among the existing entities.

use factly_engine::duplicates;
use serde::Serialize;
use specta::Type;

use super::message::UserMessage;

wire_struct! {
    Duplicate = duplicates::Duplicate {
        label: String,
        text: String,
        /// From 0 to 1. As a bare `f64` it would be exported as one that may be null.
        #[specta(type = i32)]
        score: f64,
        reason: UserMessage,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateGroups {
    pub groups: Vec<DuplicateGroup>,
}

wire_struct! {
    DuplicateGroup = duplicates::DuplicateGroup {
        labels: Vec<String>,
        texts: Vec<String>,
        #[specta(type = i32)]
        score: f64,
        reason: UserMessage,
    }
}

impl From<Vec<duplicates::DuplicateGroup>> for DuplicateGroups {
    fn from(groups: Vec<duplicates::DuplicateGroup>) -> Self {
        Self { groups: groups.into_iter().map(Into::into).collect() }
    }
}
