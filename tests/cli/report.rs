//! Reports through the real binary.

use serde_json::Value;

use super::factly::Factly;

const TEXT: &str = "# Flood risk\n\n## Costs\n\nThe wall costs €2 m.\n\n## Risks\n";

fn made() -> (Factly, String) {
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
    let (factly, id) = made();
    let added = factly.json(&["report", "section", "add", &id, "--title", "Culvert", "--parent", "Costs"]);
    assert_eq!(outline(&added), ["1 Costs", "1.1 Culvert", "2 Risks"]);
    let said = factly.json(&["report", "say", "Wall:O-1", "move 2 before 1"]);
    assert_eq!(outline(&said), ["1 Risks", "2 Costs", "2.1 Culvert"]);
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
    let (factly, id) = made();
    let before = factly.json(&["report", "show", &id]);
    factly.json(&["report", "versions", &id, "--name", "Draft"]);
    factly.json(&["report", "section", "delete", &id, "1"]);
    let restored = factly.json(&["report", "restore", &id, "Draft"]);
    assert_eq!(restored, before);
}

#[test]
fn a_report_goes_out_as_word_and_html_and_word_comes_in_as_another() {
    let (factly, id) = made();
    let (docx, html) = (factly.file("out.docx", ""), factly.file("out.html", ""));
    let written = factly.json(&["report", "export", &id, "--format", "docx", "-o", docx.to_str().unwrap()]);
    assert_eq!(written["stale"], 0);
    factly.json(&["report", "export", &id, "--format", "html", "-o", html.to_str().unwrap()]);
    assert!(std::fs::read_to_string(html).unwrap().contains("Flood risk</h1>"));
    let read = factly.json(&["report", "create", "Wall", "--file", docx.to_str().unwrap()]);
    assert_eq!(read["title"], "Flood risk");
    assert_eq!(outline(&read), ["1 Costs", "2 Risks"]);
    assert_eq!(read["sections"][0]["bodyMd"], "The wall costs €2 m.\n");
}
