//! Files that are broken, altered or hostile: told where, and nothing imported.

use factly_core::transfer::FindingCode;
use factly_engine::error::Code;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::{Value, json};

use super::fixture::{export, rich};
use super::library::{Fixture, empty};

fn refused(at: &Fixture, json: &str, what: &str) {
    let preview = at.preview(json, ImportMode::Add);
    assert!(preview.findings_total > 0, "{what}: the preview says what is wrong");
    let first = &preview.findings[0];
    assert!(first.location.line >= 1 && !first.message.is_empty(), "{what}: with its place: {first:?}");
    let error = at.import(json).expect_err(what);
    assert_eq!(error.code, Code::Invalid, "{what}: {error}");
    assert!(at.is_empty(), "{what}: nothing is imported");
}

fn small() -> String {
    let at = empty();
    let discovery = at.discovery("Wall");
    at.add_entity(discovery, factly_core::discovery::EntityKind::Input, "The wall is 149 m long.", &[]);
    at.add_entity(discovery, factly_core::discovery::EntityKind::Insight, "It is long.", &["F-1"]);
    export(&at.library, &[discovery])
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let (at, whole) = (empty(), small());
    let end = whole.trim_end().len();
    for length in (0..end).filter(|at| whole.is_char_boundary(*at)) {
        let preview = at.preview(&whole[..length], ImportMode::Add);
        assert_eq!(preview.findings_total, 1, "cut at {length}");
        assert!(!preview.can_apply && preview.findings[0].code.choice().is_none(), "cut at {length}");
    }
    refused(&at, &whole[..end - 1], "the last bracket is gone");
}

/// Every place in a value, as a path of keys.
fn paths(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                paths(value, &format!("{path}/{key}"), out);
            }
        }
        Value::Array(items) => {
            for (at, value) in items.iter().enumerate() {
                paths(value, &format!("{path}/{at}"), out);
            }
        }
        _ => {}
    }
    if !path.is_empty() {
        out.push(path.to_owned());
    }
}

#[test]
fn a_value_of_another_type_never_goes_unseen_nor_harms() {
    let (at, whole) = (empty(), serde_json::from_str::<Value>(&small()).unwrap());
    let mut all = Vec::new();
    paths(&whole, "", &mut all);
    let mut accepted = Vec::new();
    for path in &all {
        for wrong in [json!(-7.5), json!("?"), json!({"?": []}), json!([[]]), json!(true)] {
            let mut value = whole.clone();
            let slot = value.pointer_mut(path).unwrap();
            if std::mem::discriminant(slot) == std::mem::discriminant(&wrong) {
                continue;
            }
            *slot = wrong.clone();
            let preview = at.preview(&value.to_string(), ImportMode::Add);
            if preview.findings_total == 0 {
                accepted.push(format!("{path} = {wrong}"));
            }
        }
    }
    // What is kept as JSON is not ours to judge.
    let json_fields = ["stats", "because", "outcomes", "source_ids", "repairs", "missing", "hint"];
    accepted.retain(|path| !json_fields.iter().any(|key| path.contains(key)));
    assert_eq!(accepted, [""; 0], "each is found");
}

#[test]
fn every_key_that_is_there_twice_is_found() {
    let (at, whole) = (empty(), small());
    let value: Value = serde_json::from_str(&whole).unwrap();
    for key in value.as_object().unwrap().keys() {
        let twice = whole.replacen(&format!("\"{key}\":"), &format!("\"{key}\":null,\"{key}\":"), 1);
        refused(&at, &twice, &format!("{key} is there twice"));
    }
}

#[test]
fn depth_has_an_end() {
    let at = empty();
    for deep in ["[".repeat(200_000), "{\"a\":".repeat(200_000), format!("{{\"title\":{}", "[".repeat(5_000))] {
        refused(&at, &deep, "brackets without end");
    }
    let unknown = format!(r#"{{"discovery_id":"d","x":{}1{}}}"#, "[".repeat(500), "]".repeat(500));
    refused(&at, &unknown, "deep where nobody looks");
}

#[test]
fn what_is_altered_is_found_by_its_kind() {
    let (at, discovery) = rich();
    let whole = export(&at.library, &[discovery]);
    let empty = empty();
    let found = |change: &dyn Fn(&mut Value), code: FindingCode, pointer: &str| {
        let mut value: Value = serde_json::from_str(&whole).unwrap();
        change(&mut value);
        let json = format!("{value:#}");
        let preview = empty.preview(&json, ImportMode::Add);
        let hit = preview.findings.iter().find(|finding| finding.code == code);
        let hit = hit.unwrap_or_else(|| panic!("{code:?} is found: {:?}", preview.findings));
        assert!(hit.location.pointer.starts_with(pointer), "{code:?} at {pointer}: {:?}", hit.location);
        assert_eq!(empty.import(&json).unwrap_err().code, Code::Invalid, "{code:?}");
        assert!(empty.is_empty(), "{code:?}: nothing is imported");
        if preview.can_apply {
            let mended = empty.import_as(&json, ImportMode::Add, &Repairs::all()).expect("what can be mended is");
            assert_eq!(
                empty.library.sources().verify(None, &factly_engine::task::NoProgress).unwrap().problems,
                [],
                "{code:?}"
            );
            let exported = export(&empty.library, &[mended[0].id]);
            super::round::assert_round(&exported);
            empty.library.undo().undo(None).unwrap();
        }
    };
    let text = |value: &Value| value.as_str().unwrap().replacen("149", "194", 1);
    found(
        &|file| file["factly"]["bundles"][0]["text"] = text(&file["factly"]["bundles"][0]["text"]).into(),
        FindingCode::BadHash,
        "/factly/bundles/0",
    );
    found(
        &|file| file["inputs"][0]["text"] = text(&file["inputs"][0]["text"]).into(),
        FindingCode::BadHash,
        "/inputs/0",
    );
    found(
        &|file| file["factly"]["bundles"][0]["sections"][3]["start"] = 3.into(),
        FindingCode::BadSection,
        "/factly/bundles/0",
    );
    found(
        &|file| file["factly"]["facts"][0]["evidence"]["quote"] = "no such words".into(),
        FindingCode::BadEvidence,
        "/factly/facts/0",
    );
    found(
        &|file| file["factly"]["facts"][0]["evidence"]["start"] = 0.into(),
        FindingCode::BadEvidence,
        "/factly/facts/0",
    );
    found(
        &|file| file["insights"][0]["related_facts"][0] = "F-999".into(),
        FindingCode::DeadLink,
        "/insights/0/related_facts/0",
    );
    found(
        &|file| file["facts"][1]["fact_id"] = file["facts"][0]["fact_id"].clone(),
        FindingCode::DuplicateId,
        "/facts/1",
    );
    found(
        &|file| file["factly"]["facts"][1]["uuid"] = file["factly"]["facts"][0]["uuid"].clone(),
        FindingCode::DuplicateRecord,
        "/factly/facts/1",
    );
    found(
        &|file| file["factly"]["facts"][0]["supersedes"] = file["factly"]["facts"][2]["uuid"].clone(),
        FindingCode::Cycle,
        "/factly/facts/0",
    );
    found(&|file| file["facts"][0]["text"] = "Something else.".into(), FindingCode::EditedText, "/facts/0/text");
    found(&|file| file["facts"][0]["text"] = " ".into(), FindingCode::Differs, "/facts/0");
    found(&|file| file["insights"][0]["status"] = "final".into(), FindingCode::Differs, "/insights/0/status");
    found(&|file| file["factly"]["format"] = 2.into(), FindingCode::NewerFormat, "/factly/format");
    found(&|file| file["factly"]["created_at"] = i64::MAX.into(), FindingCode::BadDate, "/factly/created_at");
}

#[test]
fn a_place_is_a_line_that_an_editor_shows() {
    let at = empty();
    let json = "{\n  \"discovery_id\": \"d\",\n  \"facts\": [\n    {\"fact_id\": \"a\", \"text\": 7}\n  ]\n}";
    let finding = &at.preview(json, ImportMode::Add).findings[0];
    assert_eq!((finding.location.line, finding.location.column), (4, 30));
    assert_eq!(finding.location.pointer, "/facts/0/text");
    let json = "{\n  \"discovery_id\": \"d\",\n  \"facts\": [\n    {\"fact_id\": \"a\" \"text\": 7}\n  ]\n}";
    let finding = &at.preview(json, ImportMode::Add).findings[0];
    assert_eq!((finding.code, finding.location.line), (FindingCode::Syntax, 4));
}

#[test]
fn what_is_no_discovery_is_refused_in_words() {
    let at = empty();
    for other in ["", "null", "[]", "{}", "7", "{\"name\": 1}", "not JSON", "{\"discoveries\": []}", "\u{1}"] {
        refused(&at, other, &format!("{other:?}"));
    }
    let missing = at.library.transfer().import_apply(
        &at.folder.path().join("none.json"),
        ImportMode::Add,
        &Repairs::default(),
        &factly_engine::task::NoProgress,
    );
    assert_eq!(missing.unwrap_err().code, Code::NotFound);
}
