//! From facts to an Insight by any model, and back again by its trace, through the real binary.

use serde_json::{Value, json};

use super::factly::{Factly, one_value, text};

const FROM: [&str; 4] = ["--to", "insight", "--from", "F-1"];

fn with_a_fact() -> Factly {
    let factly = Factly::with_discovery();
    factly.json(&["entity", "add", "Wall", "--type", "fact", "--text", "The wall is high."]);
    factly
}

fn submit(factly: &Factly, answer: &str) -> std::process::Output {
    let args = [&["--json", "derive", "submit", "Wall"], &FROM[..], &["--answer", "-"]].concat();
    factly.run_with_input(&args, answer.as_bytes())
}

#[test]
fn a_prompt_goes_out_and_its_answer_is_decided_one_by_one() {
    let factly = with_a_fact();
    let prompt = factly.lines(&[&["derive", "prompt", "Wall"], &FROM[..]].concat());
    assert!(prompt.contains(r#"{"label":"F-1","text":"The wall is high."}"#), "{prompt}");
    let answer = json!({"suggestions": [
        {"text": "Height helps.", "from": ["F-1"]}, {"text": "It stands.", "from": ["F-1", "F-7"]}
    ]});
    let derived = one_value(&submit(&factly, &format!("Here you are:\n```json\n{answer}\n```")));
    assert_eq!(derived["suggestions"].as_array().map(Vec::len), Some(2));
    assert!(derived["problems"][0].as_str().unwrap().contains("“F-7”"), "{derived}");
    let waiting = factly.json(&["derive", "list", "Wall"]);
    let id = |at: usize| waiting[at]["id"].as_str().unwrap().to_owned();
    let end = &id(0)[24..];
    let accepted = factly.json(&["derive", "accept", "Wall", end, "--text", "Height helps a lot."]);
    assert_eq!(accepted["added"]["text"], "Height helps a lot.");
    assert_eq!(accepted["added"]["links"]["up"], json!(["F-1"]));
    let (held, message) =
        factly.json_and_stderr(&["derive", "accept", "Wall", &id(1), "--text", "Height helps a lot."]);
    assert_eq!((&held["added"], held["duplicates"][0]["label"].as_str()), (&Value::Null, Some("N-1")));
    assert!(message.contains("N-1 says the same already. It still waits."), "{message}");
    factly.json(&["derive", "reject", "Wall", &id(1)]);
    assert_eq!(factly.json(&["derive", "list", "Wall"]), json!([]));
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Reject a suggested insight");
    assert_eq!(factly.fails(&["derive", "accept", "Wall", "ffffffff"]), "not_found");
}

#[test]
fn an_answer_of_which_nothing_can_be_used_fails_and_says_why() {
    let factly = with_a_fact();
    let output = submit(&factly, r#"[{"text": "Out of thin air.", "from": []}]"#);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("Out of thin air."), "its words are told");
    assert_eq!(factly.json(&["derive", "list", "Wall"]), json!([]));
}

#[test]
fn a_trace_is_a_tree_an_outline_and_markdown() {
    let factly = with_a_fact();
    factly.json(&["entity", "add", "Wall", "--type", "insight", "--text", "High *enough*.", "--from", "F-1"]);
    let trace = factly.json(&["trace", "Wall", "n-1"]);
    let fact = &trace["root"]["children"][0];
    assert_eq!((trace["root"]["label"].as_str(), fact["label"].as_str()), (Some("N-1"), Some("F-1")));
    assert_eq!(fact["quote"], Value::Null, "a fact by hand has no words of a source");
    assert!(factly.lines(&["trace", "Wall", "N-1"]).contains("\n  F-1  validated  The wall is high.\n"));
    let markdown = factly.lines(&["trace", "Wall", "N-1", "--markdown"]);
    assert_eq!(trace["markdown"], markdown);
    assert!(markdown.contains(r"High \*enough\*.") && markdown.contains("no evidence"), "{markdown}");
    assert_eq!(factly.fails(&["trace", "Wall", "O-1"]), "not_found");
}
