//! The five columns by the command line, and the names on its JSON.

use serde_json::{Value, json};

use super::factly::Factly;

fn labels(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|label| label.as_str().expect("a label")).collect()
}

fn add(factly: &Factly, kind: &str, text: &str, from: &[&str]) -> Value {
    let mut args = vec!["entity", "add", "Wall", "--type", kind, "--text", text];
    for label in from {
        args.extend(["--from", label]);
    }
    factly.json(&args)
}

/// F-1 to N-1 to R-1 to O-1.
fn chain() -> Factly {
    let factly = Factly::with_discovery();
    add(&factly, "fact", "Revenue grew by 15% in Q3", &[]);
    add(&factly, "insight", "Growth of 15% pays for the wall.", &["F-1"]);
    add(&factly, "recommendation", "Build the wall from revenue.", &["N-1"]);
    add(&factly, "output", "A brief on the wall.", &["R-1"]);
    factly
}

#[test]
fn entities_have_the_names_that_scripts_read() {
    let factly = chain();
    let list = factly.json(&["entity", "list", "Wall"]);
    let of: Vec<&str> = list.as_array().unwrap().iter().map(|entity| entity["label"].as_str().unwrap()).collect();
    assert_eq!(of, ["F-1", "N-1", "R-1", "O-1"]);
    for entity in list.as_array().unwrap() {
        for name in ["label", "id", "type", "text", "status", "version", "archived", "because", "up", "down", "links"] {
            assert!(entity.get(name).is_some(), "{name} is a name that stays: {entity}");
        }
    }
    let insight = &factly.json(&["entity", "list", "Wall", "--type", "insight"])[0];
    assert_eq!(
        (insight["type"].as_str(), insight["status"].as_str(), insight["version"].as_u64(), &insight["links"]),
        (Some("insight"), Some("draft"), Some(1), &json!({ "up": ["F-1"], "down": ["R-1"] }))
    );
    let shown = factly.json(&["entity", "show", "Wall", "n-1"]);
    assert_eq!(shown["ends"]["up"][0]["label"], "F-1");
    assert_eq!(shown["versions"][0]["version"], 1);
    assert_eq!(factly.json(&["entity", "show", "Wall", "O-1"])["output_type"], "report");
    assert!(factly.lines(&["entity", "list", "Wall"]).starts_with("F-1"));
}

#[test]
fn a_duplicate_is_told_and_not_added() {
    let factly = chain();
    let text = "Q3 revenue increased by 15 percent";
    let outcome = add(&factly, "fact", text, &[]);
    assert_eq!(outcome["added"], Value::Null);
    let found = &outcome["duplicates"][0];
    assert_eq!(found["label"], "F-1");
    assert!(found["score"].as_f64().unwrap() > 0.5 && found["reason"].as_str().unwrap().len() > 3, "{found}");
    assert_eq!(factly.json(&["duplicates", "Wall"])["groups"], json!([]));
    let added = factly.json(&["entity", "add", "Wall", "--type", "fact", "--text", text, "--anyway"]);
    assert_eq!((added["added"]["label"].as_str(), &added["duplicates"]), (Some("F-2"), &json!([])));
    let groups = |kind: &str| factly.json(&["duplicates", "Wall", "--type", kind])["groups"].clone();
    assert_eq!(groups("fact"), json!([]), "it was kept as a variant");
    factly.json(&["entity", "edit", "Wall", "F-2", "--text", "In Q3 revenue rose by 15 percent."]);
    assert_eq!(
        (groups("fact"), groups("insight")),
        (json!([["F-1", "F-2"]]), json!([])),
        "other words are asked about"
    );
    factly.json(&["entity", "variants", "Wall", "F-1", "F-2"]);
    assert_eq!(groups("fact"), json!([]));
    factly.json(&["entity", "merge", "Wall", "F-1", "F-2"]);
    assert_eq!(factly.json(&["duplicates", "Wall"])["groups"], json!([]));
}

#[test]
fn a_merge_accepts_the_fact_that_stays_where_that_is_said() {
    let factly = Factly::with_discovery();
    let texts = ["Revenue grew by 15 % in Q3.", "In Q3 revenue rose by 15 percent."];
    let bundle = factly.unread_bundle(&texts.join(" "));
    let note = |text: &str| {
        json!({"op": "NOTE", "scope": {"type": "project"}, "key": "note", "value": text,
            "evidence": {"quote": text}, "confidence": 0.4})
    };
    factly.submit(&bundle, &json!({ "ops": texts.map(note) }));
    let status = || factly.json(&["fact", "show", "F-1"])["status"].clone();
    factly.json(&["entity", "merge", "Wall", "F-1", "F-2"]);
    assert_eq!(status(), "proposed", "of two that wait one still does");
    factly.json(&["undo", "Wall"]);
    factly.json(&["entity", "merge", "Wall", "F-1", "F-2", "--accept"]);
    assert_eq!(status(), "accepted");
}

#[test]
fn a_fact_that_is_said_already_is_told_and_not_accepted() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle("Revenue grew by 15 % in Q3. In Q3 revenue rose by 15 percent. The sea is near.");
    let note = |text: &str, confidence: f64| {
        json!({"op": "NOTE", "scope": {"type": "project"}, "key": "note", "value": text,
            "evidence": {"quote": text}, "confidence": confidence})
    };
    let [first, second, third] =
        ["Revenue grew by 15 % in Q3.", "In Q3 revenue rose by 15 percent.", "The sea is near."];
    factly.submit(&bundle, &json!({"ops": [note(first, 0.9), note(second, 0.4), note(third, 0.4)]}));
    assert_eq!(factly.json(&["fact", "accept", "F-1"])["status"], "accepted");
    let (held, message) = factly.json_and_stderr(&["fact", "accept", "F-2"]);
    assert_eq!((held["label"].as_str(), held["status"].as_str()), (Some("F-2"), Some("proposed")));
    assert_eq!(held["duplicates"][0]["label"], "F-1");
    assert!(
        message.contains("F-2 was not accepted: F-1 says the same already.") && message.contains("--anyway"),
        "{message}"
    );
    let (both, message) = factly.json_and_stderr(&["fact", "accept", "F-2", "F-3"]);
    assert_eq!((both[0]["status"].as_str(), both[1]["status"].as_str()), (Some("proposed"), Some("accepted")));
    assert_eq!(both[1]["duplicates"], json!([]));
    assert!(message.contains("F-2") && !message.contains("F-3"), "what was decided is no failure: {message}");
    let (set, message) = factly.json_and_stderr(&["entity", "status", "Wall", "F-2", "--state", "validated"]);
    assert!(message.contains("F-2 was not accepted"), "{message}");
    assert_eq!(set["held_back"][0]["duplicates"][0]["label"], "F-1", "to validate a fact is to accept it");
    assert_eq!(factly.json(&["fact", "accept", "F-2", "--anyway"])["status"], "accepted");

    let statement = "By 15 % revenue grew in Q3.";
    let (outcome, message) = factly.json_and_stderr(&["fact", "add", "Wall", "--text", statement]);
    assert!(message.contains("Nothing was added: F-1, F-2 say the same already."), "{message}");
    assert_eq!((&outcome["added"], outcome["duplicates"][0]["label"].as_str()), (&Value::Null, Some("F-1")));
    let added = factly.json(&["fact", "add", "Wall", "--text", statement, "--anyway"]);
    assert_eq!((added["label"].as_str(), &added["duplicates"]), (Some("F-4"), &json!([])));
    let (same, message) = factly.json_and_stderr(&["fact", "add", "Wall", "--text", statement, "--anyway"]);
    assert_eq!(same["label"], "F-4");
    assert!(message.contains("Nothing was added: F-4 says this already."), "{message}");
}

#[test]
fn marks_travel_level_by_level_and_back() {
    let factly = chain();
    let edited = factly.json(&["entity", "edit", "Wall", "F-1", "--text", "Revenue grew by 51% in Q3"]);
    assert_eq!((edited["version"].as_u64(), labels(&edited["marked"])), (Some(2), vec!["N-1"]));
    let marked = factly.json(&["entity", "show", "Wall", "N-1"]);
    assert_eq!((marked["status"].as_str(), marked["because"]["from"].as_str()), (Some("needs_review"), Some("F-1")));
    assert_eq!(labels(&factly.json(&["entity", "review", "Wall", "N-1"])["marked"]), ["R-1"]);
    assert_eq!(labels(&factly.json(&["entity", "review", "Wall", "R-1"])["marked"]), ["O-1"]);
    assert_eq!(factly.json(&["entity", "show", "Wall", "O-1"])["status"], "needs_refresh");
    assert_eq!(labels(&factly.json(&["entity", "review", "Wall", "O-1", "R-1"])["marked"]), [""; 0]);
    let archived = factly.json(&["entity", "archive", "Wall", "F-1"]);
    assert_eq!(labels(&archived["marked"]), ["N-1", "R-1", "O-1"]);
    assert_eq!(archived["entities"][0]["archived"], true);
    let statuses = ["N-1", "R-1", "O-1"].map(|label| factly.json(&["entity", "show", "Wall", label])["status"].clone());
    assert_eq!(statuses, ["weak", "risky", "needs_refresh"]);
    assert_eq!(factly.json(&["entity", "archive", "Wall", "F-1", "--back"])["entities"][0]["archived"], false);
    factly.json(&["undo", "Wall"]);
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Archive F-1");
    assert_eq!(factly.json(&["entity", "show", "Wall", "N-1"])["status"], "draft");
}

#[test]
fn links_states_places_and_versions_are_changed() {
    let factly = chain();
    add(&factly, "insight", "Something else entirely.", &[]);
    assert_eq!(labels(&factly.json(&["entity", "link", "Wall", "F-1", "N-2"])["down"]), ["N-1", "N-2"]);
    assert_eq!(labels(&factly.json(&["entity", "unlink", "Wall", "N-2", "--from", "F-1"])["up"]), [""; 0]);
    assert_eq!(factly.fails(&["entity", "unlink", "Wall", "N-2", "F-1"]), "refused");
    assert_eq!(factly.fails(&["entity", "link", "Wall", "F-1", "O-1"]), "refused");
    assert_eq!(factly.fails(&["entity", "show", "Wall", "N-9"]), "not_found");
    let state = factly.json(&["entity", "status", "Wall", "N-1", "N-2", "--state", "validated"]);
    assert_eq!(state["entities"][1]["status"], "validated");
    factly.json(&["entity", "move", "Wall", "N-2", "--before", "N-1"]);
    factly.json(&["entity", "edit", "Wall", "N-1", "--text", "Second."]);
    let back = factly.json(&["entity", "restore", "Wall", "N-1", "--version", "1"]);
    assert_eq!((back["version"].as_u64(), back["text"].as_str()), (Some(3), Some("Growth of 15% pays for the wall.")));
    assert_eq!(labels(&factly.json(&["entity", "delete", "Wall", "R-1"])["marked"]), ["O-1"]);
    assert_eq!(factly.run(&["entity", "show", "Wall", "X-1"]).status.code(), Some(2), "no label is wrong usage");
}

#[test]
fn history_is_listed_and_gone_back_to() {
    let factly = chain();
    let history = factly.json(&["history", "Wall"]);
    let names: Vec<&str> =
        history["steps"].as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Add O-1", "Add R-1", "Add N-1", "Add F-1"]);
    let seq = history["steps"][2]["seq"].to_string();
    let went = factly.json(&["history", "Wall", "--to", &seq]);
    assert_eq!(
        (went["turned"].as_u64(), went["undo"].as_str(), went["redo"].as_str()),
        (Some(2), Some("Add N-1"), Some("Add R-1"))
    );
    assert_eq!(factly.json(&["history", "Wall"])["steps"][0]["done"], false);
    factly.json(&["history", "Wall", "--to", "0"]);
    assert_eq!(factly.json(&["entity", "list", "Wall"]), json!([]));
    assert_eq!(factly.fails(&["history", "Wall", "--to", "999"]), "not_found");
}

#[test]
fn of_facts_decided_together_those_that_cannot_be_are_named_and_are_a_failure() {
    let factly = Factly::with_discovery();
    for text in ["The sea is near.", "The town is small.", "The wall is long."] {
        factly.json(&["fact", "add", "Wall", "--text", text]);
    }
    assert_eq!(factly.fails(&["fact", "accept", "F-1"]), "refused", "it is accepted already");
    factly.json(&["fact", "reject", "F-2"]);
    assert_eq!(factly.json(&["fact", "accept", "F-2"])["status"], "accepted", "what was rejected can be accepted");
    factly.json(&["fact", "reject", "F-2"]);
    let (all, message) = factly.json_and_stderr(&["fact", "reject", "F-1", "F-2"]);
    assert_eq!((all[0]["status"].as_str(), &all[0]["error"]), (Some("rejected"), &Value::Null));
    assert_eq!((all[1]["status"].as_str(), all[1]["error"]["code"].as_str()), (Some("rejected"), Some("refused")));
    assert!(message.contains("F-2 was not rejected") && !message.contains("F-1"), "{message}");
    assert_eq!(factly.fails(&["fact", "reject", "F-1", "F-2"]), "refused", "none of them can be");
    factly.json(&["undo", "Wall"]);
    assert_eq!(factly.json(&["fact", "show", "F-1"])["status"], "accepted", "the refused one made no step");
}
