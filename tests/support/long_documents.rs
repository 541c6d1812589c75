//! A server that writes long documents: what it answers depends on the request alone, so that whoever asks again gets the
//! same. Each document ends by length until its last part.
#![allow(dead_code, reason = "each suite takes what it needs")]

use serde_json::{Value, json};

use super::model_server::{Request, Scripted, Server};

/// Parts of every document.
pub(crate) const PARTS: usize = 3;
pub(crate) const INPUT_TOKENS: u64 = 100;
pub(crate) const OUTPUT_TOKENS: u64 = 50;

pub(crate) fn server() -> Server {
    Server::answering(|_, request| answer(request))
}

/// Answers a request: with the next part of the document that its first message asks for.
pub(crate) fn answer(request: &Request) -> Scripted {
    let messages = request.body["messages"].as_array().cloned().unwrap_or_default();
    let content = |message: &Value| message["content"].as_str().unwrap_or_default().to_owned();
    let prompt = messages.iter().find(|message| message["role"] == "user").map(content).unwrap_or_default();
    if prompt.starts_with("Sum up this text") {
        return part("A short summary.", "stop");
    }
    let turn = messages.iter().filter(|message| message["role"] == "assistant").count();
    let model = request.body["model"].as_str().unwrap_or_default();
    let text = piece(&format!("{model} {prompt}"), turn);
    part(&text, if turn + 1 < PARTS { "length" } else { "stop" })
}

/// A part of a document: a seam cuts a word, a list and a code block.
pub(crate) fn piece(of: &str, turn: usize) -> String {
    let key = hash(of);
    match turn {
        0 => format!("## Part {key}\n\nThe first part of {key} ends in the mid"),
        1 => format!("dle of a word.\n\n- one thing of {key}\n- another thi"),
        _ => format!("ng of {key}\n\n```\nlet x = {key};\n```\n\nThat is all of {key}.\n"),
    }
}

pub(crate) fn whole(of: &str) -> String {
    (0..PARTS).map(|turn| piece(of, turn)).collect()
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn part(text: &str, finish: &str) -> Scripted {
    ended(text, finish, Some(json!({ "prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS })))
}

/// A stream with its finish, and with usage where it is told.
pub(crate) fn ended(text: &str, finish: &str, usage: Option<Value>) -> Scripted {
    let mut stream = format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": text } }] }));
    stream.push_str(&format!("data: {}\n\n", json!({ "choices": [{ "delta": {}, "finish_reason": finish }] })));
    if let Some(usage) = usage {
        stream.push_str(&format!("data: {}\n\n", json!({ "choices": [], "usage": usage })));
    }
    stream.push_str("data: [DONE]\n\n");
    Scripted::stream(stream)
}
