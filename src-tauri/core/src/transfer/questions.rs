//! Structured questions as they stand under `factly`: the rounds that were finished, what became of each question, and
//! answers that were written and not sent.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::inputs::Stage;

/// A finished round; what was answered in it stands in its bundle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRecord {
    pub uuid: Uuid,
    pub stage: Stage,
    pub scope: String,
    /// The references of what it was about; none: the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<String>,
    pub bundle: Uuid,
    pub created_at: i64,
}

/// A question that was answered once, or that a model proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionRecord {
    pub uuid: Uuid,
    /// Either the key that it asks for, or a number of its own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<i64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub item: String,
    pub text: String,
    #[serde(default = "registry", skip_serializing_if = "is_registry")]
    pub origin: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    #[serde(default = "open", skip_serializing_if = "is_open")]
    pub status: String,
    /// The last answer, and its round.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quick: String,
    #[serde(default, rename = "said", skip_serializing_if = "String::is_empty")]
    pub answer: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Uuid>,
    pub created_at: i64,
}

/// A draft that is written and not sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftRecord {
    /// The question's name; none: what is said freely.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub question: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quick: String,
    #[serde(default, rename = "said", skip_serializing_if = "String::is_empty")]
    pub answer: String,
}

fn registry() -> String {
    "registry".to_owned()
}

fn is_registry(origin: &str) -> bool {
    origin == "registry"
}

fn open() -> String {
    "open".to_owned()
}

fn is_open(status: &str) -> bool {
    status == "open"
}
