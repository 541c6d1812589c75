//! A question to the sources on the command line: events, cited words, and what was removed.

use std::process::{Output, Stdio};

use serde_json::{Value, json};

use super::factly::{Factly, text};
use super::model_server::{Scripted, Server};

const WALL: &str = "The wall is 840 metres long. It costs 8.6 million euros. The residents of Tanner Street oppose a wall of \
     1.8 metres, because it would have been overtopped in 2024. Construction begins in April 2027.";
const NOT_SAID: &str = "The sources do not say.";

fn with_text() -> Factly {
    let factly = Factly::with_discovery();
    let path = factly.file("wall.txt", WALL);
    factly.json(&["input", "add", "Wall", path.to_str().unwrap(), "--title", "Meeting"]);
    factly
}

fn events(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn event<'e>(events: &'e [Value], name: &str) -> &'e Value {
    events.iter().find(|event| event["event"] == name).unwrap()
}

#[test]
fn a_question_is_answered_with_cited_words() {
    let factly = with_text();
    let output = factly.run(&["--json", "ask", "Wall", "How long is the wall?"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let events = events(&output);
    assert!(event(&events, "token")["text"].as_str().unwrap().contains("840 metres"), "{events:?}");
    let source = &event(&events, "sources")["sources"][0];
    assert_eq!((&source["id"], &source["input"]["label"]), (&json!("I-1-1"), &json!("I-1")));
    assert_eq!(source["quote"], "The wall is 840 metres long.");
    assert!(source["text"].as_str().unwrap().chars().count() <= 160 && source.get("place").is_some());
    let done = event(&events, "done");
    assert_eq!((&done["removed"], &done["unsupported"], &done["guard"]), (&json!([]), &json!([]), &json!(false)));
    let lines = factly.lines(&["ask", "Wall", "How long is the wall?", "--scope", "I-1"]);
    assert!(lines.contains("“The wall is 840 metres long.”") && lines.contains("I-1-1  Meeting"), "{lines}");
    let output = factly.run(&["--json", "ask", "Wall", "Who won the chess olympiad in Budapest?"]);
    let refusal_events = self::events(&output);
    assert_eq!(
        (&event(&refusal_events, "done")["text"], &event(&refusal_events, "sources")["sources"]),
        (&json!(NOT_SAID), &json!([]))
    );
}

#[test]
fn what_a_model_invents_is_removed_and_what_no_source_carries_is_told() {
    let factly = with_text();
    let tokens =
        ["It is 840 metres long [source: I-1-1]. ", "It costs 9.9 million euros [source: I-1-1] [source: X-9]."];
    let stream: String = tokens
        .iter()
        .map(|word| format!("data: {}\n\n", json!({ "choices": [{ "delta": { "content": word } }] })))
        .chain([format!(
            "data: {}\n\ndata: [DONE]\n\n",
            json!({ "choices": [{ "delta": {}, "finish_reason": "stop" }] })
        )])
        .collect();
    let server = Server::one(Scripted::stream(stream));
    let mut command = factly.command(&["--json", "chat", "Wall", "How long is the wall?", "--mode", "sources"]);
    let command = command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_MODEL", "m");
    let output = command.env("FACTLY_BASE_URL", server.url()).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let events = events(&output);
    let answer: String =
        events.iter().filter_map(|event| event["text"].as_str().filter(|_| event["event"] == "token")).collect();
    assert!(!answer.contains("X-9") && answer.ends_with("(Removed invalid citation)\n\nSources: I-1-1"), "{answer}");
    let done = event(&events, "done");
    assert_eq!(done["removed"], json!(["X-9"]));
    assert_eq!(done["unsupported"][0]["why"], "not_in_source");
    assert_eq!(done["unsupported"].as_array().map(Vec::len), Some(1), "{done}");
}
