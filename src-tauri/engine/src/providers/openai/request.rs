//! Requests as Chat Completions has them.

use serde_json::{Value, json};

use crate::providers::ProviderKind;
use crate::providers::request::{ChatRequest, JsonRequest, PromptMessage, ToolCall, ToolDefinition};

pub(super) fn chat(ask: &ChatRequest, model: &str, kind: ProviderKind) -> Value {
    let mut body = json!({ "model": model, "messages": messages(ask), "stream": true });
    body["stream_options"] = json!({ "include_usage": true });
    if !ask.tools.is_empty() {
        body["tools"] = ask.tools.iter().map(tool).collect();
    }
    if let Some(temperature) = ask.temperature {
        body["temperature"] = rounded(temperature);
    }
    body[limit_name(kind)] = json!(ask.max_tokens);
    body
}

pub(super) fn answer(ask: &JsonRequest, model: &str, kind: ProviderKind) -> Value {
    let mut body = json!({
        "model": model,
        "messages": [{ "role": "user", "content": ask.prompt }],
        "stream": true,
        "stream_options": { "include_usage": true },
        "response_format": {
            "type": "json_schema",
            "json_schema": { "name": ask.name, "strict": true, "schema": ask.schema },
        },
        "temperature": 0,
    });
    body[limit_name(kind)] = json!(ask.max_tokens);
    body
}

/// OpenAI's newer models know only the one name, most other servers only the other.
const fn limit_name(kind: ProviderKind) -> &'static str {
    match kind {
        ProviderKind::OpenAi => "max_completion_tokens",
        _ => "max_tokens",
    }
}

fn messages(ask: &ChatRequest) -> Vec<Value> {
    let system = (!ask.system.is_empty()).then(|| json!({ "role": "system", "content": ask.system }));
    system.into_iter().chain(ask.messages.iter().map(message)).collect()
}

fn message(message: &PromptMessage) -> Value {
    match message {
        PromptMessage::User(text) => json!({ "role": "user", "content": text }),
        PromptMessage::Assistant { text, calls } if calls.is_empty() => json!({ "role": "assistant", "content": text }),
        PromptMessage::Assistant { text, calls } => {
            let content = if text.is_empty() { Value::Null } else { json!(text) };
            json!({ "role": "assistant", "content": content, "tool_calls": calls.iter().map(call).collect::<Value>() })
        }
        PromptMessage::ToolResult { call, content, is_error } => {
            // There is no field that says so.
            let content = if *is_error { format!("Error: {content}") } else { content.clone() };
            json!({ "role": "tool", "tool_call_id": call, "content": content })
        }
    }
}

fn call(call: &ToolCall) -> Value {
    json!({
        "id": call.id, "type": "function", "function": { "name": call.name, "arguments": call.arguments },
    })
}

fn tool(tool: &ToolDefinition) -> Value {
    json!({
        "type": "function",
        "function": { "name": tool.name, "description": tool.description, "parameters": tool.schema },
    })
}

/// 0.4 is not 0.4000000059604645.
pub(in crate::providers) fn rounded(number: f32) -> Value {
    json!((f64::from(number) * 1_000.0).round() / 1_000.0)
}
