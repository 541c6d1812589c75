//! Rows that are exported as their table is declared, by those that models proposed for blocks.

use factly_core::knowledge::enrich::ProposedEntry;
use factly_core::knowledge::{AdditionKind, BlockKey, ScopeKind};
use factly_core::reports::Operation;
use factly_core::transfer::FindingCode;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::{Value, json};

use super::fixture::{export, rich};
use super::library::empty;

/// The entries that an export has.
fn additions(exported: &str) -> Vec<Value> {
    let file: Value = serde_json::from_str(exported).expect("JSON");
    file["factly"]["additions"].as_array().cloned().unwrap_or_default()
}

#[test]
fn they_go_along_and_come_back_under_the_id_that_they_had() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let [of_project, of_item] = additions(&exported).try_into().expect("one was taken back");
    assert_eq!(of_project["text"], "Who pays \"it\"?");
    assert_eq!(of_project.get("item"), None, "what is empty is left out");
    assert_eq!(of_item["item"], "i1");
    assert!(of_item["added_at"].is_i64());

    let block = BlockKey::in_scope(ScopeKind::Project).next().expect("a block");
    let proposed = ProposedEntry { block, kind: AdditionKind::Checklist, text: "Measure it".into() };
    at.library.knowledge().add_additions(discovery, None, &[proposed], "m").expect("an addition");
    let with_it = export(&at.library, &[discovery]);
    at.library.undo().undo(Some(discovery)).expect("it is a step");
    assert_eq!(export(&at.library, &[discovery]), exported, "what was taken back is not exported");
    at.import_as(&with_it, ImportMode::Merge, &Repairs::default()).expect("one comes back");
    assert_eq!(additions(&export(&at.library, &[discovery])), additions(&with_it));
    at.library.undo().undo(Some(discovery)).expect("the merge is a step");
    assert_eq!(export(&at.library, &[discovery]), exported);
}

#[test]
fn what_no_factly_wrote_is_told_where_it_stands() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let check_at = |why: &str, field: &str, value: Value, code: FindingCode, below: &str| {
        let mut file: Value = serde_json::from_str(&exported).expect("JSON");
        file["factly"]["additions"][1][field] = value;
        let preview = empty().preview(&file.to_string(), ImportMode::Add);
        let found: Vec<_> =
            preview.findings.iter().map(|found| (found.code, found.location.pointer.as_str())).collect();
        assert_eq!(found, [(code, format!("/factly/additions/1{below}").as_str())], "{why}");
    };
    let check = |why: &str, field: &str, value: Value, code| check_at(why, field, value, code, "");
    check("a block that is none", "block", json!("weather"), FindingCode::WrongType);
    check_at("a number for a text", "text", json!(7), FindingCode::WrongType, "/text");
    check_at("a text for a time", "added_at", json!("yesterday"), FindingCode::WrongType, "/added_at");
    check("a time that no clock shows", "added_at", json!(i64::MAX), FindingCode::BadDate);
    check("no UUID", "uuid", json!("x"), FindingCode::WrongType);
    check("an item that is not there", "item", json!("i99"), FindingCode::DeadLink);
    let first = additions(&exported)[0]["uuid"].clone();
    check("one that is there already", "uuid", first, FindingCode::DuplicateRecord);
}

#[test]
fn merged_again_nothing_is_new_and_a_copy_has_ids_of_its_own() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let other = empty();
    let id = other.import(&exported).expect("what was exported")[0].id;
    other.import_as(&exported, ImportMode::Merge, &Repairs::default()).expect("nothing is new");
    assert_eq!(additions(&export(&other.library, &[id])), additions(&exported));
    let copy = other.import_as(&exported, ImportMode::Copy, &Repairs::default()).expect("beside the first")[0].id;
    let (copied, own) = (additions(&export(&other.library, &[copy])), additions(&exported));
    assert_eq!(copied.len(), own.len());
    assert!(copied.iter().zip(&own).all(|(one, other)| one["uuid"] != other["uuid"] && one["text"] == other["text"]));
}

#[test]
fn what_the_reports_of_a_copy_cite_is_the_copy_s_own() {
    let at = empty();
    let discovery = at.library.sample().create_sample(&NoProgress).unwrap().id;
    let reports = at.library.reports();
    let report = reports.list(discovery).unwrap()[0].id;
    let section = reports.outline(report).unwrap().lines[0].id;
    let body = reports.section(report, section).unwrap().body_md;
    reports.edit(report, &Operation::set_body(section, format!("{body}\nAt the peak [F-2] it was high.\n"))).unwrap();
    let exported = export(&at.library, &[discovery]);
    let copy = at.import_as(&exported, ImportMode::Copy, &Repairs::default()).unwrap()[0].id;
    let copied = reports.list(copy).unwrap()[0].clone();
    let sources = |report| reports.support(report, reports.outline(report).unwrap().lines[0].id).unwrap();
    assert_eq!(copied.stale, 0, "its citations lead to facts of its own");
    assert_ne!(sources(copied.id), sources(report));
    at.library.discoveries().delete(discovery).unwrap();
    assert_eq!(reports.list(copy).unwrap()[0].stale, 0, "and to none of the first");
}
