//! The rounds of an answer: what the model said, what it called, and what it was told of each call.
//!
//! Kept as they came, so that a later request can show the model its own calls, each with its result. What became of a
//! card is not kept here: it is looked up when it is told.

use serde::{Deserialize, Serialize};

/// One request's worth of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelRound {
    pub text: String,
    #[serde(default)]
    pub calls: Vec<ModelCall>,
}

/// A call as the model made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelCall {
    pub id: String,
    pub name: String,
    /// JSON as it came.
    pub arguments: String,
    pub outcome: CallOutcome,
}

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    /// It is the card at this place of the message.
    Card(u32),
    /// It was carried out, and what the model was told.
    Answered(String),
    /// It could not be understood, and why.
    Fault(String),
}

/// Never fails: rounds that cannot be read are none, and the words of the answer still stand.
pub fn read_rounds(json: &str) -> Vec<ModelRound> {
    serde_json::from_str(json).unwrap_or_default()
}

pub fn write_rounds(rounds: &[ModelRound]) -> String {
    serde_json::to_string(rounds).unwrap_or_else(|_| "[]".to_owned())
}
