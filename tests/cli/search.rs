//! `search` and `index`: their JSON, and that whatever is typed is a query.

use serde_json::Value;

use super::factly::Factly;

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
