//! The chat's cards through the real binary: listed, confirmed, cancelled, and bound to what was shown.

use std::process::Stdio;

use serde_json::{Value, json};

use super::factly::{Factly, one_value, text};
use super::model_server::{Scripted, Server};

/// A discovery with F-1 and N-1, and an answer that makes these calls.
fn proposed(calls: &[(&str, Value)]) -> Factly {
    let factly = Factly::with_discovery();
    factly.json(&["entity", "add", "Wall", "--type", "fact", "--text", "The wall is 6 m high."]);
    factly.json(&["entity", "add", "Wall", "--type", "insight", "--text", "The wall is too low.", "--from", "F-1"]);
    propose(&factly, calls);
    factly
}

fn propose(factly: &Factly, calls: &[(&str, Value)]) {
    let call = |(index, (name, arguments)): (usize, &(&str, Value))| {
        json!({
            "index": index, "id": format!("call_{index}"), "type": "function",
            "function": { "name": name, "arguments": arguments.to_string() },
        })
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    let delta = json!({ "choices": [{ "delta": { "tool_calls": calls } }] });
    let end = json!({ "choices": [{ "delta": {}, "finish_reason": "tool_calls" }] });
    let server = Server::one(Scripted::stream(format!("data: {delta}\n\ndata: {end}\n\ndata: [DONE]\n\n")));
    let mut command = factly.command(&["chat", "Wall", "Go on."]);
    command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_MODEL", "m").env("FACTLY_BASE_URL", server.url());
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

fn cards(factly: &Factly) -> Vec<Value> {
    factly.json(&["card", "list", "Wall"]).as_array().unwrap().clone()
}

fn id(card: &Value) -> String {
    card["id"].as_str().unwrap().to_owned()
}

fn addition(text: &str) -> (&'static str, Value) {
    ("add_item", json!({ "entity_type": "fact", "text": text }))
}

#[test]
fn a_card_is_listed_confirmed_and_taken_back() {
    let edit = json!({ "entity_type": "fact", "item_id": "F-1", "new_text": "The wall is 9 m high." });
    let factly = proposed(&[("edit_item", edit.clone())]);
    let listed = cards(&factly);
    let [card] = &listed[..] else { panic!("one card: {listed:?}") };
    assert_eq!((&card["tool"], &card["params"], &card["status"]), (&json!("edit_item"), &edit, &json!("pending")));
    let shown = json!({
        "type": "edit", "label": "F-1", "kind": "fact", "version": 1,
        "before": "The wall is 6 m high.", "after": "The wall is 9 m high.",
    });
    assert_eq!((&card["shown"], &card["stale"], &card["error"]), (&shown, &Value::Null, &Value::Null));
    let lines = factly.lines(&["card", "list", "Wall"]);
    assert!(lines.contains("- The wall is 6 m high.\n") && lines.contains("+ The wall is 9 m high.\n"), "{lines}");

    // The cards of one answer begin alike: the end of an id names one as well.
    let done = factly.json(&["card", "confirm", &id(card)[24..]]);
    assert_eq!((&done["card"]["status"], &done["card"]["became"]), (&json!("applied"), &json!("F-1")));
    assert_eq!(done["marked"], json!(["N-1"]));
    assert_eq!(factly.json(&["entity", "show", "Wall", "F-1"])["text"], "The wall is 9 m high.");
    assert_eq!(factly.json(&["card", "list", "Wall", "--status", "pending"]), json!([]));
    assert_eq!(factly.fails(&["card", "confirm", &id(card)]), "refused");
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Chat: edit F-1");
    assert_eq!(cards(&factly), listed, "it waits as before");
    assert_eq!(factly.json(&["card", "cancel", &id(card)])["status"], "cancelled");
    assert_eq!(factly.fails(&["card", "confirm", "ffffffff"]), "not_found");
}

#[test]
fn a_card_says_what_it_would_delete_and_add() {
    let deletion = json!({ "entity_type": "fact", "item_id": "F-1" });
    let factly = proposed(&[("delete_item", deletion), addition("The town has 800 houses.")]);
    let listed = cards(&factly);
    assert_eq!(listed[0]["shown"]["entities"][0]["text"], "The wall is 6 m high.");
    assert_eq!(listed[0]["shown"]["downstream"], json!([{ "label": "N-1", "text": "The wall is too low." }]));
    assert_eq!(listed[0]["shown"]["downstream_total"], 1);
    let lines = factly.lines(&["card", "list", "Wall"]);
    assert!(lines.contains("marks N-1") && lines.contains("The town has 800 houses."), "{lines}");
    let both = factly.json(&["card", "confirm", &id(&listed[0]), &id(&listed[1])]);
    assert_eq!((&both["cards"][0]["status"], &both["cards"][1]["became"]), (&json!("applied"), &json!("F-2")));
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Chat: 2 changes", "together they are one step");
}

#[test]
fn what_the_column_says_already_is_the_analysts_to_decide() {
    let factly = proposed(&[addition("The wall is 600 cm high.")]);
    let card = id(&cards(&factly)[0]);
    let (outcome, message) = factly.json_and_stderr(&["card", "confirm", &card]);
    assert!(
        message.contains("Nothing was done: F-1 says the same already.") && message.contains("--same-as"),
        "{message}"
    );
    assert_eq!((&outcome["duplicates"][0]["label"], &outcome["card"]["status"]), (&json!("F-1"), &json!("pending")));
    assert_eq!(factly.json(&["card", "confirm", &card, "--same-as", "F-1"])["card"]["became"], "F-1");
    factly.json(&["undo", "Wall"]);
    assert_eq!(factly.json(&["card", "confirm", &card, "--anyway"])["card"]["became"], "F-2");
    factly.json(&["undo", "Wall"]);
    let other = factly.json(&["card", "confirm", &card, "--text", "Nobody measured the gate."]);
    assert_eq!(other["card"]["shown"]["text"], "Nobody measured the gate.", "or to say in other words");
}

#[test]
fn a_card_that_changed_since_it_was_listed_is_refused() {
    let edit = json!({ "entity_type": "fact", "item_id": "F-1", "new_text": "The wall is 9 m high." });
    let factly = proposed(&[("edit_item", edit)]);
    let card = cards(&factly)[0].clone();
    let fingerprint = card["fingerprint"].as_str().unwrap();
    factly.json(&["entity", "edit", "Wall", "F-1", "--text", "The wall is 7 m high."]);
    let confirm = ["--json", "card", "confirm", &id(&card), "--fingerprint", fingerprint];
    let refused = factly.run(&confirm);
    assert_eq!((refused.status.code(), &one_value(&refused)["error"]["code"]), (Some(1), &json!("card_changed")));
    let now = &cards(&factly)[0];
    assert_eq!(now["stale"], "F-1 was changed since: this would change version 2.");
    assert_eq!(now["shown"]["before"], "The wall is 7 m high.");
    assert_eq!(factly.json(&["card", "confirm", &id(&card)])["card"]["status"], "applied", "as it is shown now");
}
