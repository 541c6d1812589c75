//! Reports through the real binary.

use std::process::{Output, Stdio};

use serde_json::{Value, json};

use super::factly::{Factly, text};
use super::model_server::{Scripted, Server};

const TEXT: &str = "# Flood risk\n\n## Costs\n\nThe wall costs €2 m.\n\n## Risks\n";

fn with_report() -> (Factly, String) {
    let factly = Factly::with_discovery();
    let file = factly.file("report.md", TEXT);
    let report = factly.json(&["report", "create", "Wall", "--file", file.to_str().unwrap()]);
    let id = report["id"].as_str().unwrap().to_owned();
    (factly, id)
}

fn outline(report: &Value) -> Vec<String> {
    let sections = report["sections"].as_array().unwrap();
    let line =
        |section: &Value| format!("{} {}", section["number"].as_str().unwrap(), section["title"].as_str().unwrap());
    sections.iter().flat_map(|section| [vec![line(section)], outline_of(section)].concat()).collect()
}

fn outline_of(section: &Value) -> Vec<String> {
    let mut under = section.clone();
    under["sections"] = section["children"].clone();
    outline(&under)
}

#[test]
fn a_report_is_made_changed_in_plain_words_and_written() {
    let (factly, id) = with_report();
    let added = factly.json(&["report", "section", "add", &id, "--title", "Culvert", "--parent", "Costs"]);
    assert_eq!(outline(&added), ["1 Costs", "1.1 Culvert", "2 Risks"]);
    let moved = factly.json(&["report", "say", "Wall:O-1", "move 2 before 1"]);
    assert_eq!(outline(&moved), ["1 Risks", "2 Costs", "2.1 Culvert"]);
    let replaced = factly.json(&["report", "replace", &id, "--find", "€2 m", "--with", "€3 m"]);
    assert!(replaced["sections"][1]["bodyMd"].as_str().unwrap().contains("€3 m"));
    let file = factly.file("out.md", "");
    factly.json(&["report", "export", &id, "-o", file.to_str().unwrap()]);
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written.starts_with("# Flood risk\n\n") && written.contains("### Culvert"), "{written}");
    let listed = factly.json(&["report", "list", "Wall"]);
    assert_eq!((&listed[0]["id"], &listed[0]["sections"]), (&Value::String(id), &3.into()));
}

#[test]
fn a_version_is_named_and_restored() {
    let (factly, id) = with_report();
    let before = factly.json(&["report", "show", &id]);
    factly.json(&["report", "versions", &id, "--name", "Draft"]);
    factly.json(&["report", "section", "delete", &id, "1"]);
    let restored = factly.json(&["report", "restore", &id, "Draft"]);
    assert_eq!(restored, before);
}

#[test]
fn two_versions_are_compared_by_words_and_what_moved_is_said() {
    let (factly, id) = with_report();
    let missing = factly.run(&["report", "diff", &id]);
    assert!(!missing.status.success() && text(&missing.stderr).contains("no named version"), "{missing:?}");
    factly.json(&["report", "versions", &id, "--name", "Draft"]);
    factly.json(&["report", "replace", &id, "--find", "€2 m", "--with", "€3 m"]);
    factly.json(&["report", "versions", &id, "--name", "Second"]);
    factly.json(&["report", "section", "move", &id, "Risks", "--parent", "Costs"]);
    factly.json(&["report", "section", "rename", &id, "Risks", "--title", "Dangers"]);
    let shown = |args: &[&str]| text(&factly.run(&[&["report", "diff", &id], args].concat()).stdout);
    assert_eq!(shown(&["Draft", "Second"]), "1 Costs: changed\n    The wall costs €[-2-]{+3+} m.\n");
    assert_eq!(shown(&["Second", "Second"]), "They are the same.\n");
    assert_eq!(shown(&[]), "1.1 Dangers (was “Risks”): changed, moved\n", "the newest version and what is there");
    let found = factly.json(&["report", "diff", &id, "Draft"]);
    assert_eq!(
        (&found[0]["change"], &found[0]["hunks"]),
        (&json!("changed"), &json!([{ "before": "2", "after": "3" }]))
    );
    assert_eq!((&found[1]["moved"], &found[1]["old_title"]), (&json!(true), &json!("Risks")));
}

fn events(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn stream(delta: &Value, reason: &str) -> Scripted {
    let end = json!({ "choices": [{ "delta": {}, "finish_reason": reason }] });
    let delta = json!({ "choices": [{ "delta": delta }] });
    Scripted::stream(format!("data: {delta}\n\ndata: {end}\n\ndata: [DONE]\n\n"))
}

#[test]
fn a_model_that_stays_silent_is_told_in_events_and_its_suggestions_are_decided() {
    let (factly, id) = with_report();
    let updates = json!({ "updates": [
        { "section": "1", "body_md": "\nThe wall costs €3 m.\n\n" },
        { "section": "2", "title": "Dangers" },
    ] });
    let call = json!({
        "index": 0, "id": "call_0", "type": "function",
        "function": { "name": "batch_update_sections", "arguments": updates.to_string() },
    });
    let silent = stream(&json!({ "content": "" }), "stop");
    let server = Server::start(vec![stream(&json!({ "tool_calls": [call] }), "tool_calls"), silent]);
    let mut command = factly.command(&["--json", "report", "chat", &id, "Update costs and risks."]);
    let command = command.env("FACTLY_PROVIDER", "openai-compatible").env("FACTLY_MODEL", "m");
    let output = command.env("FACTLY_BASE_URL", server.url()).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let events = events(&output);
    let suggestions: Vec<&Value> = events.iter().filter(|event| event["event"] == "suggestion").collect();
    assert_eq!(
        (suggestions.len(), &suggestions[0]["kind"], &suggestions[1]["kind"]),
        (2, &json!("edit"), &json!("rename"))
    );
    assert_eq!((&suggestions[1]["before"], &suggestions[1]["after"]), (&json!("Risks"), &json!("Dangers")));
    assert!(suggestions[0]["id"].is_string() && suggestions[0]["section"].is_string());
    assert!(events.iter().any(|event| event["text"] == "Updated 2 sections: 1 Costs, 2 Risks."), "{events:?}");
    let done = events.last().unwrap();
    assert_eq!((&done["event"], &done["updatedSections"][1]["title"]), (&json!("done"), &json!("Dangers")));

    let waiting = factly.json(&["report", "suggestion", "list", &id]);
    let ids: Vec<&str> = waiting.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    factly.json(&["report", "suggestion", "reject", &id, ids[1]]);
    let accepted = factly.json(&["report", "suggestion", "accept", &id, "--all"]);
    assert_eq!(accepted["decided"], json!([ids[0]]));
    let report = &accepted["report"];
    assert_eq!(outline(report), ["1 Costs", "2 Risks"]);
    assert_eq!(report["sections"][0]["bodyMd"], "\nThe wall costs €3 m.\n\n");
    assert_eq!(factly.json(&["report", "suggestion", "list", &id]), json!([]));
}

#[test]
fn without_a_model_a_plain_phrase_is_carried_out() {
    let (factly, id) = with_report();
    let output = factly.run(&["--json", "report", "chat", &id, "move 2 before 1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let events = events(&output);
    assert_eq!(events.last().unwrap()["updatedSections"][0]["title"], "Risks");
    assert_eq!(outline(&factly.json(&["report", "show", &id])), ["1 Risks", "2 Costs"]);
}

#[test]
fn a_report_goes_out_as_word_and_html_and_word_comes_in_as_another() {
    let (factly, id) = with_report();
    let (docx, html) = (factly.file("out.docx", ""), factly.file("out.html", ""));
    let written = factly.json(&["report", "export", &id, "--format", "docx", "-o", docx.to_str().unwrap()]);
    assert_eq!(written["stale"], 0);
    factly.json(&["report", "export", &id, "-o", html.to_str().unwrap()]);
    assert!(std::fs::read_to_string(html).unwrap().contains("Flood risk</h1>"));
    let read = factly.json(&["report", "create", "Wall", "--file", docx.to_str().unwrap()]);
    assert_eq!(read["title"], "Flood risk");
    assert_eq!(outline(&read), ["1 Costs", "2 Risks"]);
    assert_eq!(read["sections"][0]["bodyMd"], "\nThe wall costs €2 m.\n\n");
}

#[test]
fn what_was_changed_in_a_file_is_printed_as_suggestions_and_what_is_none_says_what_to_do() {
    let (factly, id) = with_report();
    let docx = factly.file("out.docx", "");
    factly.json(&["report", "export", &id, "-o", docx.to_str().unwrap()]);
    let nothing = json!({ "suggestions": [], "left_out": [] });
    assert_eq!(factly.json(&["report", "import", &id, docx.to_str().unwrap()]), nothing);
    let edited = factly.file("edited.md", TEXT.replace("€2 m", "€3 m"));
    let found = factly.json(&["report", "import", &id, edited.to_str().unwrap()]);
    let suggestion = &found["suggestions"][0];
    assert_eq!((&suggestion["kind"], &suggestion["author"]), (&json!("edit"), &json!("edited.md")), "{found}");
    let accepted = factly.json(&["report", "suggestion", "accept", &id, "--all"]);
    assert_eq!(accepted["report"]["sections"][0]["bodyMd"], "\nThe wall costs €3 m.\n\n");
    let broken = factly.file("broken.docx", "not an archive\0");
    let refused = factly.run(&["report", "create", "Wall", "--file", broken.to_str().unwrap()]);
    let message = text(&refused.stderr);
    assert!(message.contains("“broken.docx” is damaged or no document of Word."), "{message}");
    assert!(message.contains("save it as DOCX and try again"), "{message}");
}

#[test]
fn whoever_names_no_section_is_told_which_there_are() {
    let (factly, id) = with_report();
    let output = factly.run(&["report", "section", "delete", &id, "9"]);
    let message = text(&output.stderr);
    assert!(
        message.contains("There is no section") && message.contains("Risks") && !message.contains("list_sections"),
        "{message}"
    );
}
