//! Requests as the Messages API has them: roles in turn, the user's first, no empty text.

use serde_json::{Value, json};

use crate::providers::openai::rounded;
use crate::providers::request::{ChatRequest, JsonRequest, PromptMessage, ToolCall, ToolDefinition};

pub(super) fn chat(ask: &ChatRequest, model: &str) -> Value {
    let mut body = json!({ "model": model, "max_tokens": ask.max_tokens, "stream": true });
    if !ask.system.trim().is_empty() {
        body["system"] = json!(ask.system);
    }
    body["messages"] = messages(&ask.messages);
    if !ask.tools.is_empty() {
        body["tools"] = ask.tools.iter().map(tool).collect();
    }
    if let Some(temperature) = ask.temperature {
        body["temperature"] = rounded(temperature.clamp(0.0, 1.0));
    }
    body
}

pub(super) fn answer(ask: &JsonRequest, model: &str) -> Value {
    json!({
        "model": model,
        "max_tokens": ask.max_tokens,
        "stream": true,
        "messages": [{ "role": "user", "content": ask.prompt }],
        "tools": [{ "name": ask.name, "description": "The answer, as this schema has it.", "input_schema": ask.schema }],
        "tool_choice": { "type": "tool", "name": ask.name },
        "temperature": 0,
    })
}

/// Neighbours of one role become one message: results of several calls must stand together.
fn messages(messages: &[PromptMessage]) -> Value {
    let mut turns: Vec<(&str, Vec<Value>)> = Vec::new();
    for message in messages {
        let (role, blocks) = blocks(message);
        if blocks.is_empty() {
            continue;
        }
        match turns.last_mut() {
            Some((last, all)) if *last == role => all.extend(blocks),
            _ => turns.push((role, blocks)),
        }
    }
    if turns.first().is_some_and(|(role, _)| *role == "assistant") {
        turns.insert(0, ("user", vec![json!({ "type": "text", "text": "(The conversation goes on.)" })]));
    }
    turns.into_iter().map(|(role, content)| json!({ "role": role, "content": content })).collect()
}

fn blocks(message: &PromptMessage) -> (&'static str, Vec<Value>) {
    match message {
        PromptMessage::User(text) => ("user", words(text).into_iter().collect()),
        PromptMessage::Assistant { text, calls } => {
            ("assistant", words(text).into_iter().chain(calls.iter().map(call)).collect())
        }
        PromptMessage::ToolResult { call, content, is_error } => {
            let content = if content.trim().is_empty() { "(nothing)" } else { content };
            let result =
                json!({ "type": "tool_result", "tool_use_id": call, "content": content, "is_error": is_error });
            ("user", vec![result])
        }
    }
}

/// Text of nothing but white space is refused.
fn words(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({ "type": "text", "text": text.trim_end() }))
}

fn call(call: &ToolCall) -> Value {
    // Arguments that are no object were told to the model as an error; it is shown what it may see.
    let input =
        serde_json::from_str::<Value>(&call.arguments).ok().filter(Value::is_object).unwrap_or_else(|| json!({}));
    json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input })
}

fn tool(tool: &ToolDefinition) -> Value {
    json!({ "name": tool.name, "description": tool.description, "input_schema": tool.schema })
}
