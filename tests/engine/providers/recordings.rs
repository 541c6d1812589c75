//! Recordings of other people's servers, where somebody has some: `FACTLY_STREAMS=folder` names them, and `cargo xtask
//! test` does so where they lie beside the checkout. None is kept here: they are not ours to copy.
//!
//! Each `NAME.sse` is served in three ways of cutting and replayed in two pieces, split in some places, since the time
//! grows with the square of its length, and in `cargo xtask soak` at every byte.
//! The result of each is compared with what a reader of its own finds in the file.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use factly_engine::providers::{ProviderKind, ReplyOutcome, replay};
use serde_json::Value;

use crate::model_server::Scripted;
use crate::providers::scripted_provider::{CallCapture, answered};
use crate::soak::sized;

/// In how many places each is split, but for a soak.
const SPLITS: usize = 64;

/// The recordings that do not end well, and the fault that each of them ends in. All others have to be done.
const BROKEN_OFF: [(&str, &str); 1] = [("test_tool_use_failed_error_streaming_with_text", "provider_rejected")];

/// The content of a recording, read as plainly as can be.
#[derive(Debug, Default, PartialEq)]
struct StreamContent {
    words: String,
    /// Name and arguments.
    calls: Vec<(String, String)>,
    reason: String,
}

#[test]
fn recordings_of_others_give_what_stands_in_them_however_they_are_cut() {
    let Some(folder) = std::env::var_os("FACTLY_STREAMS") else {
        eprintln!("not run: FACTLY_STREAMS names no folder of recordings");
        return;
    };
    let mut sources = BTreeSet::new();
    for entry in fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.ends_with(".sse") {
            play(&name, &fs::read(&path).unwrap());
            sources.insert(source(&name));
        }
    }
    eprintln!("played: {sources:?}");
    assert!(sources.len() >= 3, "recordings of at least three servers, not of {sources:?}");
}

/// Returns the server's owner: the second part of a name, or the third where the second names who recorded it.
fn source(name: &str) -> String {
    let parts: Vec<&str> = name.split("__").collect();
    let at = usize::from(parts[1] == "pydantic-ai") + 1;
    parts[at].to_owned()
}

fn play(name: &str, bytes: &[u8]) {
    let kind = if name.starts_with("anthropic") { ProviderKind::Anthropic } else { ProviderKind::OpenAiCompatible };
    let text = std::str::from_utf8(bytes).unwrap();
    let expected = if kind == ProviderKind::Anthropic { read_anthropic(text) } else { read_openai(text) };
    let whole = answered(kind, Scripted::stream(bytes));
    check(&whole, expected, name);
    for size in [1, 7, 1_000] {
        let cut = answered(kind, Scripted::pieces(bytes.chunks(size).map(<[u8]>::to_vec).collect()));
        assert_eq!(cut.reply, whole.reply, "{name} in pieces of {size}");
        assert_eq!(cut.events, whole.events, "{name} in pieces of {size}");
    }
    for at in (0..=bytes.len()).step_by(sized(bytes.len().div_ceil(SPLITS), 1)) {
        let mut events = Vec::new();
        let split = replay(kind, [&bytes[..at], &bytes[at..]], &mut |event| events.push(event));
        assert_eq!(split, whole.reply, "{name}, split at {at}");
        assert_eq!(events, whole.events, "{name}, split at {at}");
    }
}

fn check(heard: &CallCapture, expected: StreamContent, name: &str) {
    let broken = BROKEN_OFF.iter().find(|(known, _)| name.contains(known));
    let reason = match (&heard.reply.end, broken) {
        (ReplyOutcome::Done(finish), None) => finish.as_str().to_owned(),
        (ReplyOutcome::Failed(error), Some((_, fault))) => {
            assert_eq!(error.fault.as_str(), *fault, "{name}");
            String::new()
        }
        (end, _) => panic!("{name} ended in {end:?}"),
    };
    let calls = heard.calls().into_iter().map(|(_, name, arguments)| (name, arguments)).collect();
    assert_eq!(StreamContent { words: heard.words(), calls, reason }, expected, "{name}");
}

fn read_anthropic(text: &str) -> StreamContent {
    let mut read = StreamContent::default();
    // Tools that the server runs itself are none of ours.
    let mut own: Vec<u64> = Vec::new();
    for event in events(text) {
        let index = event["index"].as_u64().unwrap_or_default();
        read.words += event["content_block"]["text"].as_str().unwrap_or_default();
        read.words += event["delta"]["text"].as_str().unwrap_or_default();
        if event["content_block"]["type"] == "tool_use" {
            own.push(index);
            read.calls.push((event["content_block"]["name"].as_str().unwrap().to_owned(), String::new()));
        }
        if let Some(piece) = event["delta"]["partial_json"].as_str()
            && let Some(at) = own.iter().position(|known| *known == index)
        {
            read.calls[at].1 += piece;
        }
        if let Some(reason) = event["delta"]["stop_reason"].as_str() {
            read.reason = reason.to_owned();
        }
    }
    finished(read)
}

fn read_openai(text: &str) -> StreamContent {
    let mut read = StreamContent::default();
    for event in events(text) {
        let choice = &event["choices"][0];
        read.words += choice["delta"]["content"].as_str().unwrap_or_default();
        for part in choice["delta"]["tool_calls"].as_array().into_iter().flatten() {
            let at = usize::try_from(part["index"].as_u64().unwrap()).unwrap();
            read.calls.resize(read.calls.len().max(at + 1), <_>::default());
            read.calls[at].0 += part["function"]["name"].as_str().unwrap_or_default();
            read.calls[at].1 += part["function"]["arguments"].as_str().unwrap_or_default();
        }
        if let Some(reason) = choice["finish_reason"].as_str() {
            read.reason = reason.to_owned();
        }
    }
    finished(read)
}

fn events(text: &str) -> impl Iterator<Item = Value> {
    text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?).ok())
}

/// A call without arguments has none, and one whose arguments are cut reached the limit, whatever the server says.
fn finished(mut read: StreamContent) -> StreamContent {
    for (_, arguments) in &mut read.calls {
        if arguments.is_empty() {
            "{}".clone_into(arguments);
        }
    }
    let is_cut = read.calls.iter().any(|(_, arguments)| serde_json::from_str::<Value>(arguments).is_err());
    read.reason = match read.reason.as_str() {
        _ if is_cut => "length",
        "end_turn" | "stop_sequence" => "stop",
        "tool_use" => "tool_calls",
        other => other,
    }
    .to_owned();
    read
}
