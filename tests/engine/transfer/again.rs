//! A file of what was deleted or taken back here: it comes back under its ids, and one step takes it away again.

use factly_core::discovery::EntityKind;
use factly_engine::task::NoProgress;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::Value;

use super::fixture::{export, label, rich};
use super::library::{Fixture, empty};

fn assert_sound(at: &Fixture) {
    assert_eq!(at.library.sources().verify(None, &NoProgress).expect("it can be verified").problems, []);
}

fn assert_same(json: &str, expected: &str, why: &str) {
    if json != expected {
        let differs = json.lines().zip(expected.lines()).find(|(a, b)| a != b);
        panic!("{why}; the first line that differs: {differs:#?}");
    }
}

#[test]
fn what_was_deleted_comes_back_to_the_byte_and_undo_takes_it_away() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    for how in [ImportMode::Add, ImportMode::Merge] {
        at.library.discoveries().delete(discovery).expect("it can be deleted");
        assert!(at.preview(&exported, how).discoveries[0].was_here, "the preview says so");
        let back = at.import_as(&exported, how, &Repairs::default()).expect("it comes back");
        assert_eq!((back[0].id, back[0].came_back, back[0].merged), (discovery, true, false));
        assert!(back[0].added.of.iter().all(|tally| tally.added == 0), "nothing in it is new: {:?}", back[0].added);
        assert_same(&export(&at.library, &[discovery]), &exported, "every id is what it was");
        assert_sound(&at);
        assert_eq!(at.library.undo().undo(None).unwrap().done.unwrap(), "Import “Flood wall”");
        assert!(at.is_empty(), "one step takes it away");
        at.library.undo().redo(None).unwrap();
        assert_same(&export(&at.library, &[discovery]), &exported, "and brings it back");
    }
}

#[test]
fn imported_taken_back_and_imported_again_is_the_same() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let other = empty();
    other.import(&exported).expect("it can be imported");
    for _ in 0..2 {
        other.library.undo().undo(None).expect("it can be taken back");
        other.import(&exported).expect("it can be imported again");
        assert_same(&export(&other.library, &[discovery]), &exported, "to the byte");
        assert_eq!(
            other.library.undo().redo(None).unwrap().done,
            None,
            "as after any new act, nothing is left to redo"
        );
    }
    assert_sound(&other);
    while other.library.undo().undo(None).unwrap().done.is_some() {}
    assert!(other.is_empty());
}

#[test]
fn several_come_back_together() {
    let (at, discovery) = rich();
    let second = at.discovery("Another");
    let exported = export(&at.library, &[discovery, second]);
    at.library.discoveries().delete(discovery).unwrap();
    at.import_as(&exported, ImportMode::Merge, &Repairs::default()).expect("one comes back, one is here");
    assert_same(&export(&at.library, &[discovery, second]), &exported, "to the byte");
    at.library.undo().undo(None).unwrap();
    assert_eq!(at.library.discoveries().list(None, false).unwrap().len(), 1, "only the one that came back goes");
}

#[test]
fn one_that_stands_in_a_file_twice_is_not_merged_with_itself() {
    let at = empty();
    let discovery = at.discovery("Twice");
    let one = export(&at.library, &[discovery]);
    let twice = format!(r#"{{"factly":{{"format":1}},"discoveries":[{one},{one}]}}"#);
    at.library.discoveries().delete(discovery).unwrap();
    let imported = at.import(&twice).expect("two of them");
    assert_eq!((imported[0].id, imported[0].came_back), (discovery, true));
    assert!(imported[1].id != discovery && !imported[1].came_back, "the second is another: {imported:?}");
}

#[test]
fn what_was_taken_back_before_it_was_deleted_comes_back_with_it() {
    let (at, discovery) = rich();
    at.add_entity(discovery, EntityKind::Fact, "It was repainted in May.", &["I-1"]);
    at.add_entity(discovery, EntityKind::Insight, "Paint is cheap.", &["F-1"]);
    let exported = export(&at.library, &[discovery]);
    at.library.undo().undo(Some(discovery)).unwrap();
    at.library.undo().undo(Some(discovery)).unwrap();
    let before = export(&at.library, &[discovery]);
    at.library.discoveries().delete(discovery).unwrap();
    let back = at.import(&exported).expect("it comes back");
    assert_eq!((back[0].added.of[1].added, back[0].added.of[2].added), (1, 1));
    assert_same(&export(&at.library, &[discovery]), &exported, "with the ids and labels that they had");
    assert_eq!(
        at.library.undo().redo(Some(discovery)).unwrap().done,
        None,
        "the import took the place of what was undone"
    );
    assert_sound(&at);
    at.library.undo().undo(None).unwrap();
    at.library.undo().undo(None).unwrap();
    assert_same(&export(&at.library, &[discovery]), &before, "deleted again, and then not: as it was before both");
}

#[test]
fn merged_taken_back_and_merged_again_is_the_same() {
    let (here, discovery) = rich();
    let there = empty();
    there.import(&export(&here.library, &[discovery])).unwrap();
    // The two libraries draw the same ids: theirs are to be others from here on.
    (0..300).for_each(|_| drop(there.library.discoveries().create("An id", "")));
    let fact = there.add_entity(discovery, EntityKind::Fact, "The gate was oiled.", &["I-1"]).to_string();
    there.add_entity(discovery, EntityKind::Insight, "Oil lasts.", &[&fact]);
    there.library.pipeline().edit_entity(discovery, label(&fact), "The gate was oiled twice.", None).expect("an edit");
    there.add(discovery, "The crane lifts 12 t.", factly_engine::inputs::Parsing::Now);
    there.library.items().item_add(discovery, "Crane", &[]).expect("an item");
    there.library.audit().save_view(discovery, "Mine", &factly_engine::facts::FactFilter::default()).expect("a view");
    let theirs = export(&there.library, &[discovery]);
    let before = export(&here.library, &[discovery]);
    here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("they can be merged");
    let merged = export(&here.library, &[discovery]);
    assert_eq!(ids(&merged), ids(&theirs), "what comes in keeps its ids");
    for _ in 0..2 {
        here.library.undo().undo(Some(discovery)).unwrap();
        assert_same(&export(&here.library, &[discovery]), &before, "to the byte");
        here.import_as(&theirs, ImportMode::Merge, &Repairs::default()).expect("it can be merged again");
        assert_same(&export(&here.library, &[discovery]), &merged, "the rows that undo hid are the file's");
        assert_eq!(here.library.undo().redo(Some(discovery)).unwrap().done, None);
    }
    assert_sound(&here);
}

#[test]
fn what_was_deleted_here_comes_back_by_a_merge_as_the_file_has_it() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    at.library.pipeline().edit_entity(discovery, label("N-1"), "Edited before it went.", None).expect("an edit");
    at.library.pipeline().delete_entities(discovery, &[label("N-1")]).expect("it can be deleted");
    let before = export(&at.library, &[discovery]);
    at.import_as(&exported, ImportMode::Merge, &Repairs::default()).expect("it can be merged");
    let after: Value = serde_json::from_str(&export(&at.library, &[discovery])).unwrap();
    let file: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(after["insights"], file["insights"]);
    assert_eq!(after["factly"]["entities"][0], file["factly"]["entities"][0], "under its id, with the file's texts");
    at.library.pipeline().edit_entity(discovery, label("N-1"), "Edited again.", None).expect("its versions go on");
    assert_sound(&at);
    at.library.undo().undo(Some(discovery)).unwrap();
    at.library.undo().undo(Some(discovery)).unwrap();
    assert_same(&export(&at.library, &[discovery]), &before, "to the byte");
}

#[test]
fn an_id_whose_row_says_something_else_is_not_taken_over() {
    let (at, discovery) = rich();
    at.add_entity(discovery, EntityKind::Fact, "The lamp is on.", &[]);
    let exported = export(&at.library, &[discovery]);
    at.library.undo().undo(Some(discovery)).unwrap();
    let other = exported.replace("The lamp is on.", "The lamp is off.");
    at.import_as(&other, ImportMode::Merge, &Repairs::default()).expect("it can be merged");
    let after = export(&at.library, &[discovery]);
    assert!(after.contains("The lamp is off.") && !after.contains("The lamp is on."));
    assert_ne!(ids(&after), ids(&exported), "a fact's words are frozen, so this is another fact");
    assert_sound(&at);
}

fn ids(json: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(json).unwrap();
    let list = |name: &str| value["factly"][name].as_array().unwrap().clone();
    let lists = ["inputs", "bundles", "facts", "entities"].into_iter().flat_map(list);
    let mut ids: Vec<String> = lists.map(|entry| entry["uuid"].to_string()).collect();
    ids.sort();
    ids
}
