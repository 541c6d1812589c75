//! A tool as a provider is told of it.

use serde::Deserialize;
use serde_json::Value;

/// The definition of a tool that a model may call.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Definition {
    pub name: String,
    pub description: String,
    /// JSON Schema of the arguments.
    pub input_schema: Value,
}
