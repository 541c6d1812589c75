//! Structured questions through the real binary: the sheet, single answers, rounds from a file, and what is refused.

use serde_json::{Value, json};

use super::factly::{Factly, text};
use super::model_server::{Scripted, Server};

const DRILLING: &str = "project.constraints.drillingAllowed";

fn with_backdrop() -> Factly {
    let factly = Factly::with_discovery();
    factly.json(&["item", "add", "Wall", "Backdrop"]);
    factly
}

fn find_question<'s>(sheet: &'s Value, list: &str, name: &str) -> Option<&'s Value> {
    sheet[list].as_array().expect("a list").iter().find(|question| question["question"] == name)
}

fn ledger(factly: &Factly) -> Vec<String> {
    let facts = factly.json(&["facts", "Wall"]);
    let line = |fact: &Value| format!("{} {}", fact["status"].as_str().unwrap(), fact["text"].as_str().unwrap());
    facts.as_array().unwrap().iter().map(line).collect()
}

#[test]
fn what_is_lacking_is_asked_and_each_kind_of_answer_does_what_it_says() {
    let factly = with_backdrop();
    let sheet = factly.json(&["questions", "Wall"]);
    assert_eq!((&sheet["filled"], &sheet["rounds"], &sheet["done"]), (&json!(0), &json!(0), &json!([])));
    assert_eq!(sheet["open"][0]["high_risk"], true, "high risk first");
    assert_eq!(find_question(&sheet, "open", DRILLING).unwrap()["value_type"], "boolean");

    let no = factly.json(&["answer", "Wall", "--question", DRILLING, "--no"]);
    assert_eq!(no["answers"][0]["facts"][0]["label"], "F-1");
    factly.json(&["answer", "Wall", "--question", "project.summary.audience", "--idk"]);
    let reason = ["--irrelevant", "--text", "The city pays."];
    factly.json(&[&["answer", "Wall", "--question", "project.budget.cap"][..], &reason].concat());
    let printed =
        factly.lines(&["answer", "Wall", "--question", "project.summary.expectedVisitors", "--text", "200 people"]);
    assert_eq!(printed, "project.summary.expectedVisitors: F-3\n");
    let known = ["accepted Drilling allowed: no", "proposed The city pays.", "accepted Expected visitors: 200 people"];
    assert_eq!(ledger(&factly), known, "and a reason is a statement to look at");

    let sheet = factly.json(&["questions", "Wall"]);
    let state = |list: &str, name: &str| find_question(&sheet, list, name).map(|question| question["state"].clone());
    assert_eq!(state("done", DRILLING), Some(json!("resolved")));
    assert_eq!(state("open", "project.summary.audience"), Some(json!("tried")), "who does not know leaves it open");
    assert_eq!(state("done", "project.budget.cap"), Some(json!("irrelevant")));
    assert_eq!(find_question(&sheet, "done", "project.budget.cap").unwrap()["said"]["text"], "The city pays.");
    assert_eq!((&sheet["filled"], &sheet["rounds"]), (&json!(2), &json!(4)));
    let lines = factly.lines(&["questions", "Wall"]);
    let row: Vec<&str> =
        lines.lines().filter(|line| line.starts_with(DRILLING)).flat_map(str::split_whitespace).collect();
    assert_eq!(row[..3], [DRILLING, "resolved", "F-1"], "{lines}");
}

#[test]
fn a_round_is_one_turn_of_a_file_or_of_standard_input() {
    let factly = with_backdrop();
    let round = json!({
        "items": ["i1"],
        "answers": [
            {"question": "item.dimensions.width@i1", "text": "600 cm"},
            {"question": "item.constraints.outdoor@i1", "quick": "yes"},
            {"question": "item.materials.main@i1", "text": "ply, called \"birch\""},
        ],
        "free": "The backdrop is hired.",
    });
    let path = factly.file("round.json", round.to_string());
    let report = factly.json(&["answer", "Wall", "--round", path.to_str().unwrap()]);
    assert_eq!(report["answers"].as_array().unwrap().len(), 4, "three answers, and what was said beside them");
    assert_eq!(report["unread"], Value::Null);
    let bundle = factly.lines(&["bundle", "show", report["bundle_id"].as_str().unwrap(), "--text"]);
    for line in [
        "scope=item",
        r#"A1(qId=item.dimensions.width@i1): text="600 cm""#,
        r#"A2(qId=item.constraints.outdoor@i1): quick=YES text="""#,
        r#"A3(qId=item.materials.main@i1): text="ply, called \"birch\"""#,
    ] {
        assert!(bundle.contains(line), "{line} in {bundle}");
    }
    let undone = factly.json(&["undo", "Wall"]);
    assert_eq!((&undone["done"], &undone["kept_drafts"]), (&json!("Answer 3 questions"), &json!(0)), "and one step");
    assert_eq!(ledger(&factly), [""; 0]);
    let again = factly.run_with_input(&["--json", "answer", "Wall", "--round", "-"], round.to_string().as_bytes());
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(ledger(&factly).contains(&"accepted Width: 600 cm".to_owned()), "{:?}", ledger(&factly));
    let sheet = factly.json(&["questions", "Wall", "--item", "i1"]);
    assert_eq!(find_question(&sheet, "done", "item.dimensions.width@i1").unwrap()["state"], "resolved");
}

#[test]
fn what_is_no_round_is_refused_whole_and_says_why() {
    let factly = with_backdrop();
    let rows: [(&str, &[&str], &str); 6] = [
        ("{}", &[], "Nothing is answered yet"),
        ("{", &[], "The round cannot be read"),
        (r#"{"answers": [{"question": "width", "text": "6 m"}]}"#, &[], "names no question"),
        (r#"{"answers": [{"question": "q9", "text": "6 m"}]}"#, &[], "There is no question q9"),
        (r#"{"answers": [{"question": "project.budget.total", "quick": "perhaps"}]}"#, &[], "is no quick answer"),
        (r#"{"answers": [{"question": "project.budget.total", "quick": "YES"}]}"#, &[], "is not answered by yes or no"),
    ];
    for (round, more, why) in rows {
        let path = factly.file("round.json", round);
        let output = factly.run(&[&["answer", "Wall", "--round", path.to_str().unwrap()], more].concat());
        assert_eq!(output.status.code(), Some(1), "{round}");
        assert!(text(&output.stderr).contains(why), "{round}: {}", text(&output.stderr));
    }
    for wrong in [
        &["answer", "Wall"][..],
        &["answer", "Wall", "--yes"],
        &["answer", "Wall", "--question", DRILLING, "--yes", "--no"],
    ] {
        assert_eq!(factly.run(wrong).status.code(), Some(2), "{wrong:?} is wrong use");
    }
    assert_eq!(factly.json(&["questions", "Wall"])["rounds"], 0, "nothing of it was taken");
}

#[test]
fn a_conflict_is_asked_again_and_the_answer_settles_it() {
    let factly = with_backdrop();
    for (name, content) in [("one.txt", "Drilling is not allowed."), ("two.txt", "Drilling is allowed.")] {
        let path = factly.file(name, content);
        factly.json(&["input", "add", "Wall", path.to_str().unwrap()]);
    }
    assert_eq!(ledger(&factly), ["accepted Drilling allowed: no", "conflict Drilling allowed: yes"]);
    let noted = factly.json(&["fact", "resolve", "F-2", "--discovery", "Wall", "--both-as-notes"]);
    assert_eq!((&noted["label"], &noted["key"]), (&json!("F-2"), &json!("note")));
    let standing = factly.json(&["facts", "Wall", "--status", "accepted"]);
    assert!(standing.as_array().unwrap().iter().all(|fact| fact["key"] == "note"), "neither value stands: {standing}");
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Keep both as notes F-2");
    assert_eq!(ledger(&factly), ["accepted Drilling allowed: no", "conflict Drilling allowed: yes"]);
    let reopened = factly.json(&["fact", "resolve", "F-2", "--discovery", "Wall", "--ask-again"]);
    assert_eq!(reopened["question"], DRILLING);
    let sheet = factly.json(&["questions", "Wall"]);
    assert_eq!((&sheet["open"][0]["question"], &sheet["open"][0]["state"]), (&json!(DRILLING), &json!("asked again")));
    let aside: Vec<&str> =
        sheet["open"][0]["aside"].as_array().unwrap().iter().map(|fact| fact["text"].as_str().unwrap()).collect();
    assert_eq!(aside, ["Drilling allowed: no", "Drilling allowed: yes"]);
    factly.json(&["answer", "Wall", "--question", DRILLING, "--no"]);
    assert_eq!(find_question(&factly.json(&["questions", "Wall"]), "done", DRILLING).unwrap()["state"], "resolved");
    assert_eq!(factly.fails(&["fact", "resolve", "F-1", "--discovery", "Wall", "--ask-again"]), "refused");
}

#[test]
fn a_model_proposes_questions_and_what_is_none_is_told() {
    let content = json!({"questions": [
        {"text": "Is there a freight lift?", "itemId": null, "why": "The crates are heavy."},
        {"text": "It is wide.", "itemId": null, "why": ""},
    ]});
    let event = json!({"choices": [{"delta": {"content": content.to_string()}}]});
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let server = Server::one(Scripted::stream(format!("data: {event}\n\n{end}")));
    let factly = with_backdrop();
    assert_eq!(factly.fails(&["questions", "Wall", "--propose"]), "no_model");
    let mut command = factly.command(&["--json", "questions", "Wall", "--propose"]);
    let set = [("FACTLY_PROVIDER", "openai-compatible"), ("FACTLY_BASE_URL", &server.url()), ("FACTLY_MODEL", "m")];
    let output = command.envs(set).output().expect("the binary runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("refused “It is wide.”: it is no short question"),
        "{}",
        text(&output.stderr)
    );
    let sheet = super::factly::one_value(&output);
    let proposed = find_question(&sheet, "open", "q1").unwrap();
    assert_eq!(proposed["model"], json!({"name": "openai-compatible: m", "why": "The crates are heavy."}));
    factly.json(&["answer", "Wall", "--question", "q1", "--yes"]);
    assert_eq!(ledger(&factly), ["proposed Is there a freight lift? — yes"]);
}
