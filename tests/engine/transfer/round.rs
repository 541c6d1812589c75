//! Export, import, export: the same bytes.

use std::collections::BTreeSet;

use factly_core::discovery::DiscoveryKind;
use factly_core::facts::AcceptedBy;
use factly_engine::discovery::DiscoveryChange;
use factly_engine::facts::FactFilter;
use factly_engine::task::{NoProgress, Progress, TaskStep};
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::{Value, json};

use super::fixture::{export, rich};
use super::library::empty;

/// Imports into an empty library, and expects the same bytes out of it.
pub(super) fn assert_round(json: &str) {
    let other = empty();
    let imported = other.import(json).expect("what was exported can be imported");
    let ids: Vec<_> = imported.iter().map(|one| one.id).collect();
    let again = export(&other.library, &ids);
    if again != json {
        let differs = json.lines().zip(again.lines()).find(|(a, b)| a != b);
        panic!("export, import, export is the same bytes; the first line that differs: {differs:#?}");
    }
    let problems = other.library.sources().verify(None, &NoProgress).expect("it can be verified").problems;
    assert_eq!(problems, [], "what was imported is sound");
}

#[test]
fn a_discovery_with_one_of_everything_comes_out_as_it_went_in() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    assert_round(&exported);
    let value: Value = serde_json::from_str(&exported).unwrap();
    for list in [
        "inputs",
        "bundles",
        "runs",
        "facts",
        "entities",
        "links",
        "rounds",
        "questions",
        "drafts",
        "catalogue",
        "meanings",
        "prices",
        "views",
    ] {
        assert!(!value["factly"][list].as_array().unwrap().is_empty(), "the fixture has {list}");
    }
    assert!(!exported.contains("Gone"), "what was deleted is not exported");
    assert!(value["insights"].to_string().find("Aside").is_none(), "what is put aside is in no column");
}

#[test]
fn a_kind_is_written_once_it_is_chosen() {
    let (at, discovery) = rich();
    let value = || serde_json::from_str::<Value>(&export(&at.library, &[discovery])).unwrap();
    assert!(value()["factly"].get("kind").is_none(), "an export of before says the same");
    let change = DiscoveryChange { kind: Some(Some(DiscoveryKind::Study)), ..DiscoveryChange::default() };
    at.library.discoveries().update(discovery, change).unwrap();
    assert_eq!(value()["factly"]["kind"], "study");
    assert_round(&export(&at.library, &[discovery]));
    let mut unknown = value();
    unknown["factly"]["kind"] = json!("novel");
    let preview = empty().preview(&unknown.to_string(), ImportMode::Add);
    assert_eq!(preview.findings[0].location.pointer, "/factly/kind");
}

#[test]
fn who_accepted_a_fact_goes_out_and_comes_in() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let accepted_by = |json: &str| {
        let other = empty();
        let imported = other.import(json).expect("an import")[0].id;
        let facts = other.library.facts().facts(imported, &FactFilter::default(), None, 1_000).expect("a page").facts;
        BTreeSet::from_iter(facts.iter().filter_map(|fact| fact.accepted_by).map(AcceptedBy::as_str))
    };
    assert_eq!(Vec::from_iter(accepted_by(&exported)), ["analyst", "rules"]);
    let mut of_before: Value = serde_json::from_str(&exported).unwrap();
    for fact in of_before["factly"]["facts"].as_array_mut().expect("facts") {
        fact.as_object_mut().expect("a fact").remove("accepted_by");
    }
    assert!(accepted_by(&of_before.to_string()).is_empty(), "a file of before does not tell");
}

#[test]
fn several_discoveries_stand_in_one_file() {
    let (at, discovery) = rich();
    let other = at.discovery("Another");
    let exported = export(&at.library, &[discovery, other]);
    let value: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(value["discoveries"].as_array().unwrap().len(), 2);
    assert_round(&exported);
}

#[test]
fn a_file_whose_keys_were_sorted_and_spaced_is_the_same_file() {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let mut keys: Vec<_> = fields.keys().collect();
                keys.sort();
                keys.into_iter()
                    .map(|key| (key.clone(), sorted(&fields[key])))
                    .collect::<serde_json::Map<_, _>>()
                    .into()
            }
            Value::Array(items) => items.iter().map(sorted).collect(),
            other => other.clone(),
        }
    }
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let value = sorted(&serde_json::from_str(&exported).unwrap());
    let other = empty();
    let id = other.import(&format!("\u{feff}{value:#}")).expect("another writer's JSON of the same")[0].id;
    let again: Value = serde_json::from_str(&export(&other.library, &[id])).unwrap();
    assert_eq!(sorted(&again), value, "nothing is lost, whoever wrote the file");
}

const WEB: &str = r#"{
  "discovery_id": "dsc_1", "title": "Dams  and walls", "goal": "g", "date": "2024-04-07", "mood": {"b": 1, "a": [1.50, 1e3]},
  "inputs": [
    {"input_id": "res_1", "type": "pdf", "title": "Report", "url": "https://example.org/a"},
    {"input_id": "I-1", "type": "text", "title": "Notes", "text": "The dam is 12 m high.\r\nIt stands.", "stars": 5}
  ],
  "facts": [
    {"fact_id": "fct_1", "related_inputs": ["res_1", "I-1"], "text": "The dam is high.", "status": "validated"},
    {"fact_id": "F-7", "related_inputs": [], "text": "It stands.", "status": "unsupported"}
  ],
  "insights": [{"insight_id": "n", "related_facts": ["fct_1", "F-7"], "text": "Dams stand.", "author": "Ada"}],
  "recommendations": [{"recommendation_id": "r", "related_insights": ["n"], "text": "Build.", "status": "risky"}],
  "outputs": [{"output_id": "o", "related_recommendations": ["r"], "text": "Report", "type": "action_plan"}],
  "chat_history": [{"id": "1", "role": "user", "content": "Hello [F-7]", "created_at": "2024-04-07T00:00:00Z", "x": 1}]
}"#;

#[test]
fn a_file_of_the_web_factly_keeps_its_ids_and_what_we_do_not_know() {
    let at = empty();
    let imported = at.import(WEB).expect("a file of the web Factly");
    let exported = export(&at.library, &[imported[0].id]);
    let (file, again): (Value, Value) = (serde_json::from_str(WEB).unwrap(), serde_json::from_str(&exported).unwrap());
    for key in ["discovery_id", "goal", "date", "mood", "chat_history"] {
        assert_eq!(again[key], file[key], "{key}");
    }
    assert_eq!(again["title"], "Dams and walls", "a title is one line");
    assert!(exported.contains("\"mood\":{\"b\":1,\"a\":[1.50,1e3]}"), "unknown fields are kept to the letter");
    let without = |value: &Value, keys: &[&str]| {
        let mut value = value.clone();
        keys.iter().for_each(|key| drop(value.as_object_mut().unwrap().remove(*key)));
        value
    };
    for list in ["facts", "insights", "recommendations", "outputs"] {
        for (ours, theirs) in again[list].as_array().unwrap().iter().zip(file[list].as_array().unwrap()) {
            let related = |value: &Value| {
                let fields = value.as_object().unwrap().iter().find(|(key, _)| key.starts_with("related"));
                let mut ids: Vec<String> = fields.unwrap().1.as_array().unwrap().iter().map(Value::to_string).collect();
                ids.sort();
                ids
            };
            assert_eq!(related(ours), related(theirs), "{list}: links are kept");
            let keys: Vec<_> = theirs.as_object().unwrap().keys().filter(|key| key.starts_with("related")).collect();
            let keys: Vec<&str> = keys.into_iter().map(String::as_str).collect();
            let mut theirs = without(theirs, &keys);
            if theirs["status"].is_null() {
                theirs["status"] = "draft".into();
            }
            assert_eq!(without(ours, &keys), theirs, "{list}: everything else is, and what has no status is a draft");
        }
    }
    assert_eq!(again["inputs"][0]["type"], "pdf");
    assert_eq!(again["inputs"][0]["url"], "https://example.org/a");
    assert_eq!(again["inputs"][1]["text"], "The dam is 12 m high.\nIt stands.", "texts come in by the door");
    assert_eq!(again["inputs"][1]["stars"], 5);
    for ours in again["inputs"].as_array().unwrap() {
        assert_eq!(ours["status"], "draft", "an Input without a status too");
    }
    assert_eq!(again["factly"]["facts"][1]["label"], "F-7", "an id that looks like a label is one");
    assert_round(&exported);
}

#[test]
fn a_discovery_without_a_chat_has_an_empty_one() {
    let at = empty();
    let exported = export(&at.library, &[at.discovery("Empty")]);
    assert!(exported.contains("\"chat_history\":[]"));
    assert_round(&exported);
}

#[test]
fn an_import_is_one_step_of_undo() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let other = empty();
    let id = other.import(&exported).unwrap()[0].id;
    assert_eq!(other.library.undo().undo(None).unwrap().done.unwrap(), "Import “Flood wall”");
    assert!(other.is_empty());
    other.library.undo().redo(None).unwrap();
    assert_eq!(export(&other.library, &[id]), exported);
}

#[test]
fn a_copy_is_another_discovery_that_says_the_same() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let copy = at.import_as(&exported, ImportMode::Copy, &Repairs::default()).expect("beside the first")[0].id;
    assert_ne!(copy, discovery);
    assert_eq!(export(&at.library, &[discovery]), exported, "the first is as it was");
    let columns = |json: &str| {
        let value: Value = serde_json::from_str(json).unwrap();
        json!([value["facts"], value["insights"], value["recommendations"], value["outputs"], value["inputs"]])
    };
    assert_eq!(columns(&export(&at.library, &[copy])), columns(&exported));
    assert_eq!(at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn the_file_is_there_whole_or_not_at_all() {
    struct CancelledExport;
    impl Progress for CancelledExport {
        fn show(&self, _: &TaskStep) {}

        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let (at, discovery) = rich();
    let path = at.folder.path().join("out.json");
    std::fs::write(&path, "what was there").unwrap();
    let refused = at.library.transfer().export_to_file(&[discovery], &path, &CancelledExport).unwrap_err();
    assert_eq!(refused.code, factly_engine::error::Code::Cancelled);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "what was there");
    let exported = at.library.transfer().export_to_file(&[discovery], &path, &NoProgress).unwrap();
    assert_eq!(exported.bytes, std::fs::metadata(&path).unwrap().len());
    let refused = empty()
        .library
        .transfer()
        .import_apply(&path, ImportMode::Add, &Repairs::default(), &CancelledExport)
        .unwrap_err();
    assert_eq!(refused.code, factly_engine::error::Code::Cancelled);
    let names = std::fs::read_dir(at.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().contains("part")), "no draft is left");
}
