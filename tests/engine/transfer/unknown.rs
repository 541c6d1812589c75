//! Fields of a later Factly, or of somebody else's, wherever they stand in a file: kept, and written back where they were.

use crate::soak::sized;
use factly_engine::transfer::{ImportMode, Repairs};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

use super::fixture::{export, rich};
use super::library::empty;
use super::round::assert_round;

/// An export with one of everything, with a chat beside.
static WHOLE: LazyLock<(Value, Vec<String>)> = LazyLock::new(|| {
    let (at, discovery) = rich();
    let mut value: Value = serde_json::from_str(&export(&at.library, &[discovery])).unwrap();
    value["chat_history"] = json!([
        {"id": "q", "role": "user", "content": "Add that it is dry.", "created_at": "2026-01-01T00:00:00Z"},
        {"id": "a", "role": "assistant", "content": "Here.", "created_at": "2026-01-01T00:00:01Z", "tool_calls": [
            {"tool": "add_item", "params": {"item_type": "insight", "text": "It is dry."}, "status": "pending"}]}
    ]);
    // Imported once, it has the records that we write beside a chat.
    let other = empty();
    // A copy, since the libraries draw the same ids: those of the chat would be ones that the file gave to bundles.
    let copied = other.import_as(&value.to_string(), ImportMode::Copy, &Repairs::default());
    let id = copied.expect("a discovery with a chat")[0].id;
    let mut value: Value = serde_json::from_str(&export(&other.library, &[id])).unwrap();
    // A chat that names no conversation is given one by whichever library reads it, so its id is one that was drawn before.
    value["factly"]["conversations"][0]["uuid"] = json!("01900000-0000-7000-9000-000000000000");
    let mut objects = Vec::new();
    objects_of(&value, "", &mut objects);
    (value, objects)
});

/// The places of all objects, but for those that we hand on without reading them.
fn objects_of(value: &Value, path: &str, out: &mut Vec<String>) {
    const WHOLE: [&str; 12] = [
        "stats", "outcomes", "because", "hint", "missing", "repairs", "value", "filter", "reasons", "params", "shown",
        "synonyms",
    ];
    match value {
        Value::Object(fields) => {
            out.push(path.to_owned());
            let read = fields.iter().filter(|(key, _)| !WHOLE.contains(&key.as_str()) && *key != "aliases");
            read.for_each(|(key, value)| objects_of(value, &format!("{path}/{key}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, value)| objects_of(value, &format!("{path}/{at}"), out));
        }
        _ => {}
    }
}

fn planted(whole: &Value, places: &[(String, usize, Value)]) -> Value {
    let mut file = whole.clone();
    for (n, (path, at, planted)) in places.iter().enumerate() {
        let fields = file.pointer_mut(path).unwrap().as_object_mut().unwrap();
        let mut before: Vec<(String, Value)> = std::mem::take(fields).into_iter().collect();
        before.insert(at % (before.len() + 1), (format!("x/{n} \"é\""), planted.clone()));
        *fields = before.into_iter().collect::<Map<_, _>>();
    }
    file
}

fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(1.5)),
        Just(json!("\u{0}\n}\",")),
        Just(json!([1, {"uuid": "u", "text": []}])),
        Just(json!({"uuid": "01900000-0000-7000-8000-000000000002", "label": "F-1", "status": 7})),
    ]
}

/// Imported and exported, the file says the same, and then the bytes stay.
fn assert_kept(file: &Value) {
    let at = empty();
    let id = at.import(&file.to_string()).expect("what we do not know is no fault")[0].id;
    let exported = export(&at.library, &[id]);
    let again: Value = serde_json::from_str(&exported).expect("it is JSON");
    let mut lost = Vec::new();
    compare(file, &again, "", &mut lost);
    assert!(lost.is_empty(), "{lost:#?}");
    assert_round(&exported);
}

/// Collects the places where a file differs from before; additions there count only where there was nothing.
fn compare(was: &Value, is: &Value, path: &str, lost: &mut Vec<String>) {
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => {
            for (key, value) in was {
                match is.get(key) {
                    Some(now) => compare(value, now, &format!("{path}/{key}"), lost),
                    None => lost.push(format!("{path}/{key} is gone")),
                }
            }
            let added = is.keys().filter(|key| !was.contains_key(*key) && !path.is_empty());
            lost.extend(added.map(|key| format!("{path}/{key} came")));
        }
        (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
            was.iter().zip(is).enumerate().for_each(|(at, (was, is))| compare(was, is, &format!("{path}/{at}"), lost));
        }
        _ if was != is => lost.push(format!("{path}: {was} became {is}")),
        _ => {}
    }
}

#[test]
fn one_in_every_object_is_kept() {
    let (whole, objects) = &*WHOLE;
    let under = objects.iter().filter(|path| path.starts_with("/factly")).count();
    assert!(under > 100, "there is one of everything: {under}");
    let everywhere: Vec<_> = objects.iter().enumerate().map(|(n, path)| (path.clone(), n, json!({"n": [n]}))).collect();
    assert_kept(&planted(whole, &everywhere));
}

#[test]
fn a_list_that_is_not_known_is_kept_too() {
    let (whole, _) = &*WHOLE;
    let mut file = whole.clone();
    file["factly"]["gadgets"] = json!([{"uuid": "g", "n": 1}, {"uuid": "h"}]);
    assert_kept(&file);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sized(3, 12), max_shrink_iters: 30, ..ProptestConfig::default() })]
    #[test]
    fn wherever_it_stands_it_is_written_back_there(
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<usize>(), anything()), 1..6)
    ) {
        let (whole, objects) = &*WHOLE;
        let places: Vec<_> = places.into_iter().map(|(at, n, value)| (at.get(objects).clone(), n, value)).collect();
        assert_kept(&planted(whole, &places));
    }
}

#[test]
fn a_copy_keeps_them_under_its_own_ids_and_a_merge_leaves_what_is_here() {
    let (whole, _) = &*WHOLE;
    let at = empty();
    let id = at.import(&whole.to_string()).unwrap()[0].id;
    let before = export(&at.library, &[id]);
    let everything = ["/factly/facts/0", "/factly/facts/0/evidence", "/factly/entities/0/versions/0", "/factly"];
    let places: Vec<_> = everything.iter().map(|path| ((*path).to_owned(), 99, json!("planted"))).collect();
    let file = planted(whole, &places).to_string();
    let copy = at.import_as(&file, ImportMode::Copy, &Repairs::default()).expect("beside the first")[0].id;
    let copied: Value = serde_json::from_str(&export(&at.library, &[copy])).unwrap();
    for (n, (path, ..)) in places.iter().enumerate() {
        let object = copied.pointer(path).unwrap();
        assert_eq!(object.get(format!("x/{n} \"é\"")), Some(&json!("planted")), "{path}");
    }
    at.import_as(&file, ImportMode::Merge, &Repairs::default()).expect("nothing is new");
    assert_eq!(export(&at.library, &[id]), before, "what is here is as it was");
}

#[test]
fn there_is_an_end_to_how_much_is_kept_and_how_deep() {
    let (whole, _) = &*WHOLE;
    let at = empty();
    let much = planted(whole, &[("/factly/facts/0".into(), 0, json!("x".repeat(17 << 20)))]);
    let preview = at.preview(&much.to_string(), ImportMode::Add);
    let codes: Vec<&str> = preview.findings.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!((codes, preview.can_apply), (vec!["too_large"], false));
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let preview = at.preview(&planted(whole, &[("/factly/facts/0".into(), 0, deep)]).to_string(), ImportMode::Add);
    assert_eq!(preview.findings[0].code.as_str(), "too_deep");
}
