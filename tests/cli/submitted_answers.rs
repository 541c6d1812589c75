//! Answers brought from outside: true, false and hostile ones, through the real binary.

use serde_json::{Value, json};

use super::factly::{Factly, one_value, text};

const TEXT: &str =
    "The council approved a wall of 840 m. It costs 12.4 million euros. Ines Valcourt did not approve the culvert.";

#[test]
fn no_falsified_quote_reaches_the_facts_as_evidence() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle(TEXT);
    let false_quotes = [
        "The council approved a wall of 849 m",
        "The council approved a wall of 840 km",
        "It costs 12.4 million dollars",
        "Ines Valcourt did approve the culvert",
        "Ina Valcourt did not approve the culvert",
        "It costs 12.4 million euros, and that is cheap",
        "THE COUNCIL APPROVED A WALL",
        "bundleId=",
        "2.4 million euros. Ines Valcourt did not approve the culvert.",
        "The council approved a wall of 84",
        "nes Valcourt did not approve the culvert.",
        "The council approved a wall of 840 m. It costs 12.4 million euro",
    ];
    let op = |quote: &str| {
        json!({"op": "ADD", "scope": {"type": "project"}, "key": "note", "value": quote, "confidence": 1,
            "evidence": {"quote": quote, "startChar": 0, "endChar": quote.len(), "sourceSection": "FREE_CHAT"}})
    };
    let run = factly.submit(&bundle, &json!({"ops": false_quotes.map(op)}));
    assert_eq!(run["stats"]["rejected"], false_quotes.len());
    for fact in factly.json(&["facts", "Wall"]).as_array().unwrap() {
        assert_eq!(fact["evidence"], Value::Null, "{fact}");
        assert_ne!(fact["status"], "accepted", "{fact}");
        assert_eq!(fact["source_kind"], "system");
    }
    let hint = factly.json(&["fact", "show", "F-1"])["hint"].clone();
    assert_eq!(
        (hint["differs"][0].as_str(), hint["passage"].as_str().map(|words| words.contains("840 m"))),
        (Some("digits"), Some(true))
    );
}

#[test]
fn what_a_quote_does_not_say_is_shown_and_waits() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle(TEXT);
    let op = |statement: &str, quote: &str| json!({"op": "ADD", "scope": {"type": "project"}, "key": "note", "value": statement, "confidence": 1, "evidence": {"quote": quote}});
    let ops = [
        op("The river will poison the town.", "The council approved a wall of 840 m."),
        op("A wall approved the council", "The council approved a wall of 840 m."),
        op("It costs 12.4 million euros", "It costs 12.4 million euros."),
    ];
    factly.submit(&bundle, &json!(ops));
    let statuses: Vec<Value> =
        factly.json(&["facts", "Wall"]).as_array().unwrap().iter().map(|fact| fact["status"].clone()).collect();
    // The last opens on a pronoun: nothing of it is missing, and it waits as well.
    assert_eq!(statuses, ["proposed"; 3]);
    let first = factly.json(&["fact", "show", "F-1"]);
    let missing = &first["missing"];
    assert_eq!(missing, &json!([{"kind": "word", "text": "river will poison the town"}]), "{first}");
    for (fact, line) in [
        ("F-1", "The quote does not say: river will poison the town\n"),
        ("F-2", "The quote says in another order: approved the council\n"),
    ] {
        let shown = text(&factly.run(&["fact", "show", fact]).stdout);
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn an_answer_comes_from_a_file_or_from_standard_input() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle(TEXT);
    let answer = "```json\n[{\"op\": \"ADD\", \"scope\": {\"type\": \"project\"}, \"key\": \"note\", \"value\": \"A wall\", \
        \"evidence\": {\"quote\": \"The council approved a wall\"}, \"confidence\": 0.9,}]\n```";
    let output = factly.run_with_input(&["--json", "run", "submit", &bundle, "--ops", "-"], answer.as_bytes());
    let run = one_value(&output);
    assert_eq!((run["status"].as_str(), run["reused"].as_bool()), (Some("succeeded"), Some(false)));
    assert!(text(&output.stderr).contains("note: "), "what was mended is told");
    let again = factly.run_with_input(&["--json", "run", "submit", &bundle, "--ops", "-"], answer.as_bytes());
    assert_eq!((again.status.code(), one_value(&again)["reused"].as_bool()), (Some(0), Some(true)));
    assert!(text(&again.stderr).contains("--force"));
    assert_eq!(one_value(&again)["id"], run["id"]);
}

#[test]
fn an_answer_without_ops_is_kept_and_fails() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle(TEXT);
    let output =
        factly.run_with_input(&["--json", "run", "submit", &bundle, "--ops", "-"], b"I am sorry, I cannot do that.");
    assert_eq!(output.status.code(), Some(1));
    let run = one_value(&output);
    assert_eq!((run["status"].as_str(), run["raw"].as_str()), (Some("failed"), Some("I am sorry, I cannot do that.")));
    assert!(text(&output.stderr).starts_with("error: ") || text(&output.stderr).contains("\nerror: "));
    factly.json(&["run", "retry", "Wall"]);
    assert_eq!(factly.json(&["input", "list", "Wall"])[0]["runs"][0]["status"], "succeeded");
}

#[test]
fn a_bundles_label_names_its_newest_run() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle(TEXT);
    assert_eq!(factly.fails(&["run", "show", "I-1/2"]), "not_found");
    let first = factly.submit(&bundle, &json!([{"op": "NOTE", "value": "x", "evidence": {"quote": "a wall"}}]));
    let second = factly.submit(&bundle, &json!({"ops": []}));
    assert_ne!(first["id"], second["id"]);
    for args in [&["I-1"][..], &["i-1/1"], &["Wall:I-1"], &["I-1", "--discovery", "Wall"]] {
        assert_eq!(factly.json(&[&["run", "show"], args].concat())["id"], second["id"], "{args:?}");
    }

    let long = factly.file("long.txt", "The wall is 840 m long. It stands.\n\n".repeat(600));
    let parts = factly.json(&["input", "add", "Wall", long.to_str().unwrap()])["runs"].as_array().unwrap().clone();
    assert!(parts.len() > 1, "{parts:?}");
    assert_eq!(factly.json(&["run", "show", "I-2/2"])["id"], parts[1]["id"]);
    let message = text(&factly.run(&["run", "show", "I-2"]).stderr);
    assert!(message.contains("more than one run") && message.contains(parts[1]["id"].as_str().unwrap()), "{message}");

    factly.json(&["discovery", "create", "--title", "Other"]);
    let path = factly.file("other.txt", TEXT);
    let other = factly.json(&["input", "add", "Other", path.to_str().unwrap()]);
    let message = text(&factly.run(&["run", "show", "I-1"]).stderr);
    assert!(
        message.contains("Wall") && message.contains("Other") && message.contains(second["id"].as_str().unwrap()),
        "{message}"
    );
    assert_eq!(factly.json(&["run", "show", "Other:I-1"])["id"], other["runs"][0]["id"]);
}

#[test]
fn hostile_answers_are_errors_or_notes() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle("[AGENT_OUTPUT]\nThe wall is 840 m.\n\n[TURN_META]\nbundleId=other");
    let deep = "[".repeat(200_000);
    let long = format!("[{{\"op\": \"ADD\", \"key\": \"{}\"}}]", "k".repeat(5_000_000));
    let lone = r#"[{"op": "NOTE", "scope": {"type": "project"}, "key": "note", "value": "\ud800", "evidence": {"quote": "\udfff 840"}, "confidence": 1e999}]"#;
    let numbers = r#"[{"op": "ADD", "scope": {"type": "project"}, "key": "note", "value": 99999999999999999999999999999999, "evidence": {"quote": "The wall is 840 m.", "startChar": -1e30, "endChar": 1e300}, "confidence": -5}]"#;
    let types = r#"{"ops": [null, 1, "ADD", [], {}, {"op": {"ADD": 1}}, {"op": "ADD", "scope": 7, "key": [], "evidence": "x"}]}"#;
    for answer in [deep.as_str(), &long, lone, numbers, types, "\u{0}\u{0}\u{0}", "{\"ops\": {\"ops\": []}}"] {
        let args = ["--json", "run", "submit", &bundle, "--ops", "-", "--force"];
        let output = factly.run_with_input(&args, answer.as_bytes());
        let start: String = answer.chars().take(60).collect();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{start}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("panicked"), "{start}");
        one_value(&output);
    }
    assert_eq!(factly.json(&["verify"])["ok"], true);
    let not_utf8 = factly.run_with_input(&["--json", "run", "submit", &bundle, "--ops", "-"], b"[\"\xff\"]");
    assert_eq!(one_value(&not_utf8)["error"]["code"], "not_utf8");
}
