//! Every command once, and the names on its JSON.

use serde_json::{Value, json};

use super::factly::{Factly, text};

const TEXT: &str =
    "# Notes\n\nThe wall is 840 metres long. It costs 12.4 million euros.\n\nThe gauge passed 4.20 metres at night.\n";

fn has(value: &Value, names: &[&str]) {
    for name in names {
        assert!(value.get(name).is_some(), "{name} is a name that stays: {value}");
    }
}

#[test]
fn discoveries_are_made_listed_and_shown() {
    let factly = Factly::new();
    let made = factly.json(&["discovery", "create", "--title", "Flood wall", "--goal", "Keep dry"]);
    has(&made, &["id", "title"]);
    assert_eq!(made["title"], "Flood wall");
    let id = made["id"].as_str().unwrap();
    let list = factly.json(&["discovery", "list"]);
    assert_eq!(list.as_array().unwrap().len(), 1);
    for name in [id, &id[..18], "Flood wall"] {
        assert_eq!(factly.json(&["discovery", "show", name])["id"], id, "{name} names it");
    }
    assert!(factly.lines(&["discovery", "show", "Flood wall"]).contains("Goal: Keep dry"));
    factly.json(&["discovery", "update", id, "--title", "Sea wall", "--stage", "planning"]);
    assert_eq!(factly.json(&["undo", "Sea wall"])["done"], "Rename to “Sea wall”");
    assert_eq!(factly.json(&["redo", id])["redo"], Value::Null);
    assert_eq!(factly.json(&["discovery", "show", id])["suggested_kind"], "everything");
    assert_eq!(factly.json(&["discovery", "update", id, "--kind", "study"])["kind"], "study");
    assert!(factly.lines(&["discovery", "show", id]).contains("Kind: study\n"));
    assert_eq!(factly.json(&["discovery", "update", id, "--kind", "suggested"])["kind"], Value::Null);
    assert!(factly.lines(&["discovery", "show", id]).contains("Kind: everything (suggested)"));
    factly.json(&["discovery", "archive", id]);
    assert_eq!(factly.json(&["discovery", "list"]), json!([]));
    assert_eq!(factly.json(&["discovery", "list", "--archived"])[0]["id"], id);
    factly.json(&["discovery", "archive", id, "--back"]);
    factly.json(&["discovery", "delete", id]);
    assert_eq!(factly.fails(&["discovery", "show", id]), "not_found");
    assert_eq!(factly.json(&["undo"])["done"], "Delete “Sea wall”");
    assert_eq!(factly.json(&["discovery", "show", id])["title"], "Sea wall");
}

#[test]
fn packs_are_proposed_by_the_goal_named_and_changed() {
    let factly = Factly::new();
    let made = factly.json(&["discovery", "create", "--title", "A", "--pack", "research", "--pack", "interviews"]);
    assert_eq!(made["packs"], json!(["research", "interviews"]));
    let offered = factly.json(&["discovery", "packs", "--goal", "A stand for the spring fair"]);
    let fits: Vec<(&str, bool)> = offered
        .as_array()
        .unwrap()
        .iter()
        .map(|pack| (pack["name"].as_str().unwrap(), pack["fits"] != json!([])))
        .collect();
    assert_eq!(fits, [("interviews", false), ("production", true), ("research", false)]);
    assert_eq!(factly.json(&["discovery", "update", "A", "--pack", "none"])["packs"], json!([]));
    assert!(factly.lines(&["discovery", "show", "A"]).contains("Packs of keys: none"));
    assert_eq!(factly.fails(&["discovery", "create", "--title", "B", "--pack", "cooking"]), "invalid");
}

#[test]
fn an_input_gives_label_bundles_and_runs() {
    let factly = Factly::with_discovery();
    let path = factly.file("notes.md", TEXT);
    let input = factly.json(&["input", "add", "Wall", path.to_str().unwrap(), "--title", "My notes"]);
    has(&input, &["label", "id", "bundles", "runs"]);
    assert_eq!((input["label"].as_str(), input["title"].as_str()), (Some("I-1"), Some("My notes")));
    has(&input["bundles"][0], &["id", "sha256"]);
    has(&input["runs"][0], &["id", "status", "stats"]);
    assert_eq!(input["runs"][0]["status"], "succeeded");
    has(
        &input["runs"][0]["stats"],
        &["opsIn", "factsAdded", "factsUpdated", "conflicts", "notes", "needsReview", "rejected"],
    );

    let pipe = |flags: &[&str]| {
        factly
            .run_with_input(&[&["--json", "input", "add", "Wall", "-", "--no-parse"], flags].concat(), TEXT.as_bytes())
    };
    let groups = || factly.json(&["duplicates", "Wall", "--type", "input"])["groups"].clone();
    let alike = pipe(&[]);
    let piped: Value = serde_json::from_slice(&alike.stdout).unwrap();
    assert_eq!((piped["label"].as_str(), piped["runs"][0]["status"].as_str()), (Some("I-2"), Some("queued")));
    assert_eq!(piped["bundles"][0]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(piped["duplicates"][0]["label"], "I-1", "it is told what it is like");
    assert!(text(&alike.stderr).contains("is the same text as I-1."), "{}", text(&alike.stderr));
    assert_eq!(groups(), json!([["I-1", "I-2"]]), "nobody said that both are wanted");
    factly.json(&["undo", "Wall"]);
    let piped: Value = serde_json::from_slice(&pipe(&["--anyway"]).stdout).unwrap();
    assert_eq!((piped["label"].as_str(), &piped["duplicates"]), (Some("I-3"), &Value::Null));
    assert_eq!(groups(), json!([]), "they are variants");
    let read = factly.json(&["input", "read", "I-3"]);
    assert_eq!(read["runs"][0]["status"], "succeeded");
    assert_eq!(factly.json(&["input", "list", "Wall"]).as_array().unwrap().len(), 2);
    assert_eq!(factly.json(&["input", "rename", "I-3", "--title", "Piped"])["title"], "Piped");
    factly.json(&["input", "delete", "Wall:I-3"]);
    assert_eq!(factly.json(&["discovery", "show", "Wall"])["inputs"].as_array().unwrap().len(), 1);

    let one = factly.file("one.txt", "One is 1 m.");
    let bad = factly.file("bad.txt", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0");
    let several = factly.run(&["--json", "input", "add", "Wall", one.to_str().unwrap(), bad.to_str().unwrap()]);
    assert_eq!(several.status.code(), Some(1), "one of them failed");
    let several: Value = serde_json::from_slice(&several.stdout).unwrap();
    assert_eq!((several[0]["label"].as_str(), several[1]["error"]["code"].as_str()), (Some("I-4"), Some("not_utf8")));
    let two = factly.file("two.txt", "Two is 2 m.");
    let both = factly.json(&["input", "add", "Wall", two.to_str().unwrap(), one.to_str().unwrap()]);
    assert_eq!((both[0]["label"].as_str(), &both[0]["duplicates"]), (Some("I-5"), &Value::Null), "no Input is like it");
    assert_eq!((both[1]["title"].as_str(), both[1]["duplicates"][0]["label"].as_str()), (Some("one"), Some("I-4")));
    assert_eq!(factly.fails(&["input", "add", "Wall", bad.to_str().unwrap()]), "not_utf8");
}

#[test]
fn of_a_text_that_is_nearly_an_input_it_is_told_what_differs() {
    const LOG: &str = "The wall was built in 1994 by the town. It is 40 m long and 6 m high at the mill. The crane stands \
        at its north end since 2001. Two boats were lost there in the storm of 2019. Nobody lives within a mile of it.";
    let factly = Factly::with_discovery();
    let path = factly.file("log.txt", LOG);
    factly.json(&["input", "add", "Wall", path.to_str().unwrap()]);
    let longer = format!("{LOG} Ada Berg wrote this in May.");
    let changed = factly.file("changed.txt", longer.replace("40 m", "60 m"));
    let add = |flags: &[&str]| factly.run(&[flags, &["input", "add", "Wall", changed.to_str().unwrap()]].concat());
    let groups = || factly.json(&["duplicates", "Wall", "--type", "input"]);
    let alike = add(&["--json"]);
    let added: Value = serde_json::from_slice(&alike.stdout).unwrap();
    let like = &added["duplicates"][0];
    assert_eq!((added["label"].as_str(), like["label"].as_str()), (Some("I-2"), Some("I-1")));
    assert!(like["score"].as_f64().is_some_and(|score| (0.7..1.0).contains(&score)), "{like}");
    let reason = "I-1 has 4 of the 6 sentences of this text; only in this text: 2, only in I-1: 1.";
    assert_eq!(like["reason"], reason);
    let new = json!(["It is 60 m long and 6 m high at the mill.", "Ada Berg wrote this in May."]);
    assert_eq!(
        (&like["only_here"], &like["only_there"]),
        (&new, &json!(["It is 40 m long and 6 m high at the mill."]))
    );
    assert!(text(&alike.stderr).contains("“changed” is nearly I-1. It was added;"), "{}", text(&alike.stderr));
    assert_eq!(groups()["groups"], json!([["I-1", "I-2"]]), "nobody said that both are wanted");
    factly.json(&["undo", "Wall"]);
    let plain = add(&[]);
    let shown = text(&plain.stdout);
    assert!(shown.contains(reason) && shown.contains("only there: It is 40 m long"), "{shown}");

    factly.json(&["undo", "Wall"]);
    let card = factly.json(&["entity", "add", "Wall", "--type", "input", "--text", &longer]);
    assert_eq!(
        (&card["added"], card["duplicates"][0]["reason"].as_str()),
        (&Value::Null, Some("This text has all 5 sentences of I-1, and 1 more."))
    );
    let anyway = factly.json(&["input", "add", "Wall", changed.to_str().unwrap(), "--anyway"]);
    assert_eq!(anyway["label"], "I-4");
    assert_eq!(groups()["groups"], json!([]), "it was kept as a variant");
    factly.json(&["entity", "edit", "Wall", "I-4", "--text", &longer]);
    let found = groups();
    assert_eq!(found["groups"], json!([["I-1", "I-4"]]));
    assert_eq!(found["details"][0]["reason"], "I-4 has all 5 sentences of I-1, and 1 more.");
}

#[test]
fn facts_have_their_names_and_their_words() {
    let factly = Factly::with_discovery();
    let path = factly.file("notes.md", TEXT);
    factly.json(&["input", "add", "Wall", path.to_str().unwrap()]);
    let facts = factly.json(&["facts", "Wall"]);
    let facts = facts.as_array().unwrap();
    assert!(facts.len() >= 2, "{facts:?}");
    for fact in facts {
        has(
            fact,
            &[
                "label",
                "key",
                "value_type",
                "value",
                "text",
                "status",
                "needs_review",
                "confidence",
                "source_kind",
                "evidence",
            ],
        );
        has(&fact["evidence"], &["bundle_id", "quote", "start_char", "end_char", "source_section", "input"]);
        assert_eq!(fact["evidence"]["input"], "I-1");
        let bundle = factly.lines(&["bundle", "show", fact["evidence"]["bundle_id"].as_str().unwrap(), "--text"]);
        let (start, end) =
            (fact["evidence"]["start_char"].as_u64().unwrap(), fact["evidence"]["end_char"].as_u64().unwrap());
        let words: String = bundle.chars().skip(start as usize).take((end - start) as usize).collect();
        assert_eq!(words, fact["evidence"]["quote"].as_str().unwrap());
    }
    let accepted = factly.json(&["facts", "Wall", "--status", "accepted"]);
    assert!(accepted.as_array().unwrap().iter().all(|fact| fact["status"] == "accepted"));
    assert_eq!(factly.json(&["facts", "Wall", "--status", "rejected,superseded"]), json!([]));
    assert!(accepted.as_array().unwrap().iter().all(|fact| fact["accepted_by"] == "rules"));
    assert_eq!(factly.json(&["facts", "Wall", "--accepted-by", "rules"]), accepted);
    assert_eq!(factly.json(&["facts", "Wall", "--accepted-by", "analyst"]), json!([]));
    assert_eq!(factly.json(&["facts", "Wall", "--input", "I-1"]).as_array().unwrap().len(), facts.len());
    assert_eq!(factly.json(&["facts", "Wall", "--search", "GAUGE"]).as_array().unwrap().len(), 1);
    assert!(factly.lines(&["facts", "Wall"]).starts_with("F-1"));
    let keys = factly.json(&["keys", "Wall"]);
    has(&keys[0], &["path", "label", "value_type"]);
}

#[test]
fn a_bundle_is_printed_to_the_letter() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle(TEXT);
    let shown = factly.json(&["bundle", "show", &bundle]);
    has(&shown, &["id", "sha256", "text", "sections"]);
    let exact = factly.lines(&["bundle", "show", "I-1", "--text"]);
    assert_eq!(exact, shown["text"].as_str().unwrap(), "nothing but the text, no line end of its own");
    assert!(exact.starts_with("[TURN_META]\nbundleId=") && exact.contains("The wall is 840 metres long."));
    assert_eq!(factly.json(&["bundle", "list", "Wall"])[0]["id"], bundle.as_str());
    assert!(factly.lines(&["run", "prompt", &bundle]).contains(&exact), "the prompt holds the bundle");
    has(&factly.json(&["run", "prompt", "I-1/1"]), &["prompt"]);
}

#[test]
fn facts_are_decided_and_edited() {
    let factly = Factly::with_discovery();
    let bundle = factly.unread_bundle("We expect 800 visitors. They expect 900 visitors. The wall is high.");
    let op = |value: &str, quote: &str, confidence: f64| {
        json!({"op": "ADD", "scope": {"type": "project"}, "key": "project.summary.expectedVisitors", "value": value,
            "evidence": {"quote": quote}, "confidence": confidence})
    };
    let run = factly.submit(
        &bundle,
        &json!({"ops": [
            op("800 people", "We expect 800 visitors", 0.95),
            op("900 people", "They expect 900 visitors", 0.5),
            {"op": "NOTE", "scope": {"type": "project"}, "key": "note", "value": "The wall is high.",
             "evidence": {"quote": "The wall is high."}, "confidence": 0.4},
        ]}),
    );
    has(&run, &["id", "status", "stats", "outcomes", "reused"]);
    assert_eq!((run["stats"]["factsAdded"].as_u64(), run["stats"]["conflicts"].as_u64()), (Some(1), Some(1)));
    assert_eq!(factly.json(&["run", "show", run["id"].as_str().unwrap()])["outcomes"], run["outcomes"]);
    let detail = factly.json(&["fact", "show", "F-2"]);
    assert_eq!((detail["status"].as_str(), detail["rival"]["label"].as_str()), (Some("conflict"), Some("F-1")));
    assert_eq!(factly.json(&["fact", "resolve", "F-2", "--take-new"])["status"], "accepted");
    assert_eq!(factly.fails(&["fact", "resolve", "F-2", "--keep-old"]), "refused");
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Take F-2");
    assert_eq!(factly.fails(&["fact", "resolve", "F-2", "--holds", "F-1", "--holds", "F-2"]), "refused");
    let both = ["fact", "resolve", "F-2", "--holds", "F-1=by the old plan", "--holds", "F-2=by the new plan"];
    let both = factly.json(&both);
    let condition = |at: usize| (both["facts"][at]["status"].as_str(), both["facts"][at]["condition"].as_str());
    assert_eq!(condition(0), (Some("accepted"), Some("by the old plan")), "{both}");
    assert_eq!(condition(1), (Some("accepted"), Some("by the new plan")));
    assert!(factly.lines(&["facts", "Wall"]).contains("900 people (by the new plan)"));
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Decide 2 values");
    let none = factly.json(&["fact", "resolve", "F-2", "--none-holds"]);
    assert_eq!(none["facts"][0]["status"], "rejected");
    factly.json(&["undo", "Wall"]);
    assert_eq!(factly.json(&["fact", "resolve", "F-2", "--keep-old"])["status"], "rejected");
    assert_eq!(factly.json(&["fact", "accept", "F-3"])["status"], "accepted");
    assert_eq!(factly.json(&["fact", "reject", "F-3", "F-1"])[1]["status"], "rejected");
    factly.json(&["undo", "Wall"]);
    let edited = factly.json(&["fact", "edit", "F-1", "--value", "850"]);
    assert_eq!((edited["version"].as_u64(), edited["value"]["value"].as_u64()), (Some(2), Some(850)), "{edited}");
    let added = factly.json(&["fact", "add", "Wall", "--text", "The mayor told me so."]);
    assert_eq!((added["evidence"].clone(), added["source_kind"].as_str()), (Value::Null, Some("manual")));
    assert_eq!(factly.json(&["verify"])["ok"], true);
}

#[test]
fn the_sample_is_made_and_verified() {
    let factly = Factly::new();
    let made = factly.json(&["demo"]);
    has(&made, &["id", "title", "inputs", "facts"]);
    assert_eq!(made["inputs"].as_array().unwrap().len(), 8);
    assert!(made["facts"].as_array().unwrap().len() > 100);
    let verified = factly.json(&["verify", made["title"].as_str().unwrap()]);
    assert_eq!((verified["ok"].as_bool(), verified["problems"].clone()), (Some(true), json!([])));
    assert!(factly.lines(&["verify"]).contains("8 bundles"));
}

#[test]
fn a_reader_who_leaves_is_no_failure() {
    let factly = Factly::new();
    factly.json(&["demo"]);
    let mut child = factly.command(&["facts", "Flood protection in Ashfield"]);
    let mut child = child.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
}

#[test]
fn a_damaged_library_is_told_and_fails() {
    let factly = Factly::with_discovery();
    let notes = factly.file("notes.txt", "The wall is 149 m long.");
    factly.json(&["input", "add", "Wall", notes.to_str().unwrap()]);
    assert_eq!(factly.json(&["verify"])["problems"], json!([]));

    let path = factly.path().join("library.factly");
    let mut bytes = std::fs::read(&path).unwrap();
    let (true_words, others) = (b"The wall is 149 m", b"The wall is 148 m");
    let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(true_words)).collect();
    assert!(!places.is_empty(), "the text stands in the file itself");
    for at in places {
        bytes[at..at + others.len()].copy_from_slice(others);
    }
    std::fs::write(&path, bytes).unwrap();
    let output = factly.run(&["--json", "verify"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["ok"], false, "{report}");
    assert!(report["problems"].as_array().is_some_and(|problems| !problems.is_empty()), "{report}");
    assert_eq!(factly.run(&["verify"]).status.code(), Some(1), "for a reader as well");
}
