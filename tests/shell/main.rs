//! The shell without its window.

#![allow(clippy::unwrap_used, reason = "what these helpers cannot get is a failure of the test")]

mod bridge;
mod chat;
mod chat_events;
mod contract;
mod document_worker;
mod launch_files;
mod library_handle;
mod log;
mod preferences;
mod tasks;
mod window;

use serde_json::Value;

/// Applies a token as a window does: `shown` are the blocks that it has.
fn take_token(shown: &mut Vec<Value>, token: &Value) {
    let from = usize::try_from(token["from"].as_u64().unwrap()).unwrap();
    assert!(from <= shown.len(), "blocks follow on those that are there");
    let grown = &token["grown"];
    shown.truncate(from + usize::from(!grown.is_null()));
    if !grown.is_null() {
        shown[from] = patched(&shown[from], grown);
    }
    shown.extend(token["blocks"].as_array().unwrap().iter().cloned());
}

fn patched(old: &Value, by: &Value) -> Value {
    let keep = || usize::try_from(by["keep"].as_u64().unwrap()).unwrap();
    match by["kind"].as_str().unwrap() {
        "text" => {
            let units: Vec<u16> = old.as_str().unwrap().encode_utf16().take(keep()).collect();
            Value::String(String::from_utf16(&units).unwrap() + by["more"].as_str().unwrap())
        }
        "list" => {
            let (retained, rest) = old.as_array().unwrap().split_at(keep());
            let next = (!by["next"].is_null()).then(|| patched(&rest[0], &by["next"]));
            retained.iter().cloned().chain(next).chain(by["more"].as_array().unwrap().iter().cloned()).collect()
        }
        _ => {
            let mut new = old.clone();
            let field = &mut new[by["name"].as_str().unwrap()];
            *field = patched(field, &by["by"]);
            new
        }
    }
}
