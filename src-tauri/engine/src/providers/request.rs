//! The request to a provider, in no provider's words.

use serde_json::Value;

/// A conversation to be gone on with.
#[derive(Clone, Debug, Default)]
pub struct ChatRequest {
    pub system: String,
    pub messages: Vec<PromptMessage>,
    pub tools: Vec<ToolDefinition>,
    pub temperature: Option<f32>,
    pub max_tokens: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PromptMessage {
    User(String),
    Assistant {
        text: String,
        calls: Vec<ToolCall>,
    },
    /// The result of a call that the assistant made. Comes after the assistant's message that holds the call.
    ToolResult {
        call: String,
        content: String,
        is_error: bool,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct ToolDefinition {
    pub name: String,
    pub description: String,
    /// JSON Schema of the arguments: an object.
    pub schema: Value,
}

/// A call as the model made it. Nothing in it has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// Unique within the answer; made up where the server gives none.
    pub id: String,
    pub name: String,
    /// JSON as it came; `{}` where there was nothing.
    pub arguments: String,
}

/// One answer, in JSON that keeps to `schema`.
#[derive(Clone, Debug)]
pub struct JsonRequest {
    pub prompt: String,
    /// A name for the schema: letters, digits and `_`.
    pub name: &'static str,
    pub schema: Value,
    pub max_tokens: u32,
}
