//! `search` and `index`: their JSON, and that whatever is typed is a query.

use serde_json::{Value, json};

use super::factly::Factly;
use crate::model_server::{Scripted, Server};

const NOTES: &str = "The wall costs 12.4 million euros. The council approved it.";
const LOG: &str = "The pump failed at night. Nobody heard it.";

fn with_inputs() -> Factly {
    let factly = Factly::with_discovery();
    for (name, text) in [("Notes", NOTES), ("Log", LOG)] {
        let path = factly.file(&format!("{name}.md"), text);
        factly.json(&["input", "add", "Wall", path.to_str().unwrap(), "--title", name, "--no-parse"]);
    }
    factly
}

fn ids(found: &Value) -> Vec<&str> {
    found["hits"].as_array().unwrap().iter().map(|hit| hit["id"].as_str().unwrap()).collect()
}

#[test]
fn without_a_discovery_the_whole_library_is_searched_by_group() {
    let factly = with_inputs();
    factly.json(&["entity", "add", "Wall", "--type", "insight", "--text", "The wall is cheap."]);
    factly.json(&["entity", "add", "Wall", "--type", "recommendation", "--text", "Build the wall", "--from", "N-1"]);
    factly.json(&["document", "start", "Wall", "--recipe", "report-from-graph", "--wait"]);
    let found = factly.json(&["search", "wall"]);
    let of = |name: &str| found.as_array().unwrap().iter().find(|group| group["group"] == name).unwrap();
    for group in ["inputs", "conclusions", "reports"] {
        assert_eq!(of(group)["hits"][0]["discovery"]["title"], "Wall", "{group}");
    }
    assert_eq!(of("reports")["hits"][0]["label"], "O-1");
    assert_eq!(factly.fails(&["search", "wall", "--scope", "I-1"]), "invalid");
    for odd in ["c++", "x-y", "\""] {
        factly.json(&["search", odd]);
    }
}

#[test]
fn a_search_tells_passages_and_the_guard() {
    let factly = with_inputs();
    let found = factly.json(&["search", "Wall", "What does the wall cost?"]);
    let hit = &found["hits"][0];
    assert_eq!(
        (hit["id"].as_str(), &hit["input"]["label"], &hit["input"]["title"]),
        (Some("I-1.1"), &Value::from("I-1"), &Value::from("Notes"))
    );
    assert_eq!((hit["text"].as_str(), hit["start_char"].as_u64()), (Some(NOTES), Some(0)));
    assert_eq!(hit["end_char"].as_u64(), Some(NOTES.chars().count() as u64));
    for name in ["place", "score", "similarity"] {
        assert!(hit.get(name).is_some(), "{name} is a name that stays");
    }
    assert_eq!(found["guard"], false);
    let other = factly.json(&["search", "Wall", "Which planets have rings?"]);
    assert_eq!(other["guard"], true);

    let narrowed = factly.json(&["search", "Wall", "wall pump", "--scope", "I-2", "--limit", "1"]);
    assert_eq!(ids(&narrowed), ["I-2.1"]);
    assert_eq!(ids(&factly.json(&["search", "Wall", "the pump wall -council"])), ["I-2.1"]);
    for odd in ["c++", "x-y", "\"", "-council", "title:", "*", ""] {
        factly.json(&["search", "Wall", odd]);
    }
    assert!(factly.lines(&["search", "Wall", "pump"]).starts_with("I-2.1  Log"));
    assert_eq!(factly.fails(&["search", "Wall", "pump", "--scope", "I-9"]), "not_found");
}

#[test]
fn the_index_is_told_and_made_anew() {
    let factly = with_inputs();
    let status = factly.json(&["index", "status"]);
    assert_eq!((status["inputs"].as_u64(), status["passages"].as_u64()), (Some(2), Some(2)));
    assert_eq!(status["discoveries"][0]["title"], "Wall");
    assert_eq!(factly.json(&["index", "rebuild", "Wall"]), status);
}

#[test]
fn a_search_by_meaning_is_set_for_itself_and_says_how_far_it_is() {
    let factly = Factly::with_discovery();
    let server = Server::answering(|_, request| {
        let texts = request.body["input"].as_array().map_or(0, Vec::len);
        let data: Vec<_> = (0..texts).map(|index| json!({ "index": index, "embedding": [1.0, 0.5] })).collect();
        Scripted::json(200, &json!({ "data": data, "usage": { "prompt_tokens": texts } }))
    });
    let url = server.url();
    let set = ["provider", "set", "openai-compatible", "--base-url", &url, "--model", "m"];
    let tasks = factly.json(&set)["tasks"].clone();
    assert_eq!((&tasks[3]["task"], &tasks[3]["provider"]), (&json!("search"), &json!("offline")), "for itself alone");
    let path = factly.file("text.txt", "The wall is 840 m long.");
    factly.json(&["provider", "set", "offline"]);
    factly.json(&["input", "add", "Wall", path.to_str().unwrap()]);
    assert_eq!(
        factly.json(&["index", "status"])["discoveries"][0]["vectors"],
        json!(0),
        "the model that ships has made none yet"
    );
    factly.json(&[&set[..], &["--task", "search"]].concat());
    assert_eq!(factly.fails(&["index", "embed", "Wall"]), "consent_needed");
    factly.json(&["provider", "allow", "Wall", "--task", "search"]);
    assert_eq!(factly.json(&["index", "status"])["discoveries"][0]["vectors"], json!(0));
    assert_eq!(factly.json(&["index", "embed", "Wall"])["discoveries"][0]["vectors"], json!(1));
    let found = factly.json(&["search", "Wall", "How long is it?"]);
    assert_eq!((&found["by_words"], server.requests().len()), (&json!(null), 2), "the passage, and the question");
    assert_eq!(factly.json(&["provider", "test", "--task", "search"])["ok"], json!(true));
    let tasks = factly.json(&["provider", "set", "offline"])["tasks"].clone();
    assert_eq!(tasks[3]["provider"], json!("offline"), "and offline is for all");
}
