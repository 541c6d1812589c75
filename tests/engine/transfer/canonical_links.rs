//! Structured questions, what lines mean, and the catalogue that no file changes.

use std::sync::LazyLock;

use factly_core::transfer::FindingCode;
use factly_engine::Library;
use factly_engine::catalogue::{CatalogueChange, LineName, NewCanonical};
use factly_engine::error::Code;
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::{Value, json};
use uuid::Uuid;

use super::fixture::{catalogued, export, rich};
use super::library::{Fixture, empty};
use super::round::assert_round;

/// Each as "Backdrop cloth (m²)".
fn catalogue(library: &Library) -> Vec<String> {
    let page = library.catalogue().page("", false, 0, 100).expect("a page");
    page.items.iter().map(|one| format!("{} ({})", one.item.name, one.item.unit)).collect()
}

fn waiting(library: &Library) -> Vec<(String, u32)> {
    library
        .catalogue()
        .canonical_waiting()
        .expect("a list")
        .into_iter()
        .map(|one| (one.name, one.lines + one.prices))
        .collect()
}

/// Returns the backdrop's canonical item, by the lines and by the block of decisions.
fn backdrop(library: &Library, discovery: Uuid) -> Option<String> {
    let lines = library.catalogue().canonical_lines(discovery).expect("lines").lines;
    let line = lines.into_iter().find(|line| line.name == LineName::Item(1)).expect("the item");
    let name = line.confirmed.map(|link| link.name);
    let blocks = library.knowledge().blocks(discovery, Some("i1")).expect("blocks");
    let words = "means the canonical item “backdrop cloth”";
    let is_mentioned = blocks.iter().any(|block| block.markdown.to_lowercase().contains(words));
    assert_eq!(is_mentioned, name.is_some(), "the block tells of a decision that holds");
    name
}

fn imported() -> (Fixture, Uuid, String) {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let other = empty();
    let id = other.import(&exported).expect("what was exported")[0].id;
    (other, id, exported)
}

#[test]
fn a_decision_waits_for_what_the_catalogue_does_not_have_and_is_exported_again() {
    let (at, discovery, exported) = imported();
    let library = &at.library;
    assert!(catalogue(library).is_empty(), "no import changes the catalogue");
    assert_eq!(waiting(library), [("Backdrop cloth".to_owned(), 2), ("Digital print".to_owned(), 2)]);
    assert_eq!(at.preview(&exported, ImportMode::Copy).discoveries[0].tallies.waiting, 2, "and the preview says so");
    assert_eq!(backdrop(library, discovery), None);

    let cloth = library.catalogue().canonical_waiting().expect("a list")[0].id;
    library.catalogue().canonical_adopt(Some(&[cloth])).expect("it can be taken in");
    assert_eq!(catalogue(library), ["Backdrop cloth (m²)"]);
    assert_eq!(backdrop(library, discovery).as_deref(), Some("Backdrop cloth"));
    assert_eq!(export(library, &[discovery]), exported, "what the catalogue has is not the discovery's");
    assert_eq!(library.undo().undo(None).expect("a step").done.unwrap(), "Add “Backdrop cloth” to the catalogue");
    assert_eq!((backdrop(library, discovery), waiting(library).len()), (None, 2), "undone, it waits again");
    library.undo().undo(None).expect("the import");
    library.undo().redo(None).expect("the import again");
    assert!(catalogue(library).is_empty(), "nor does redoing an import");
    assert_eq!(export(library, &[discovery]), exported);
}

#[test]
fn all_that_is_waited_for_is_taken_in_as_one_step() {
    let (at, discovery, _) = imported();
    let library = &at.library;
    let counts: Vec<_> = library
        .catalogue()
        .canonical_waiting()
        .expect("a list")
        .into_iter()
        .map(|one| (one.name, one.lines, one.prices))
        .collect();
    assert_eq!(
        counts,
        [("Backdrop cloth".to_owned(), 2, 0), ("Digital print".to_owned(), 1, 1)],
        "lines and prices are told apart"
    );
    assert_eq!(library.catalogue().canonical_adopt(None).expect("both").len(), 2);
    assert_eq!(catalogue(library), ["Backdrop cloth (m²)", "Digital print (m²)"]);
    assert_eq!(backdrop(library, discovery).as_deref(), Some("Backdrop cloth"));
    assert_eq!(library.undo().undo(None).expect("a step").done.unwrap(), "Add 2 canonical items to the catalogue");
    assert_eq!((catalogue(library).len(), waiting(library).len()), (0, 2), "and back in one");
    let nothing = library.catalogue().canonical_adopt(Some(&[Uuid::from_u128(9)])).expect_err("nothing waits for it");
    assert_eq!(nothing.code, Code::NotFound);
}

#[test]
fn what_is_called_as_something_in_the_catalogue_is_left_waiting_and_says_why() {
    let (at, ..) = imported();
    let library = &at.library;
    let cloth = library.catalogue().canonical_waiting().expect("a list")[0].id;
    let other = catalogued(library, "Curtain");
    let renamed = CatalogueChange { name: Some("backdrop cloth".into()), ..CatalogueChange::default() };
    library.catalogue().canonical_edit(other, renamed).expect("a change");
    let refused = library.catalogue().canonical_adopt(Some(&[cloth])).expect_err("two of one name and unit");
    assert_eq!(refused.code, Code::Refused);
    let adopted = library.catalogue().canonical_adopt(None).expect("the rest");
    assert_eq!(adopted.into_iter().map(|item| item.name).collect::<Vec<_>>(), ["Digital print"]);
    assert_eq!(waiting(library), [("Backdrop cloth".to_owned(), 2)]);
    assert_eq!(library.catalogue().canonical_adopt(None).expect_err("none is left but that").code, Code::Refused);
}

#[test]
fn what_two_files_call_the_same_is_waited_for_once() {
    let (at, discovery, exported) = imported();
    let ours = at.library.catalogue().canonical_waiting().expect("a list");
    let theirs = ours.iter().fold(exported.clone(), |file, one| {
        file.replace(&one.id.to_string(), &Uuid::from_u128(!one.id.as_u128()).to_string())
    });
    assert_ne!(theirs, exported, "another library has ids of its own");
    let second = at.import_as(&theirs, ImportMode::Copy, &Repairs::default()).expect("a copy")[0].id;
    assert_eq!(waiting(&at.library), [("Backdrop cloth".to_owned(), 4), ("Digital print".to_owned(), 4)]);
    at.library.catalogue().canonical_adopt(Some(&[ours[0].id])).expect("it can be taken in");
    for discovery in [discovery, second] {
        assert_eq!(backdrop(&at.library, discovery).as_deref(), Some("Backdrop cloth"));
    }
}

#[test]
fn a_merge_that_is_redone_leaves_the_catalogue_alone() {
    let (at, discovery) = rich();
    let there = empty();
    there.import(&export(&at.library, &[discovery])).expect("what was exported");
    let [first, second] = [&at, &there].map(|at| catalogued(&at.library, "Truss"));
    assert_ne!(first, second, "each library gave it an id of its own");
    let lamp = catalogued(&there.library, "Lamp");
    let new = there.library.items().item_add(discovery, "Lamps", &[]).expect("an item");
    there.library.catalogue().canonical_confirm(discovery, &LineName::Item(new.number), lamp).expect("a decision");
    let before = catalogue(&at.library);
    at.import_as(&export(&there.library, &[discovery]), ImportMode::Merge, &Repairs::default()).expect("a merge");
    assert_eq!(waiting(&at.library), [("Lamp".to_owned(), 1)]);
    at.library.undo().undo(Some(discovery)).expect("the merge");
    assert!(waiting(&at.library).is_empty(), "nothing waits for it any more");
    at.library.undo().redo(Some(discovery)).expect("the merge again");
    assert_eq!((catalogue(&at.library), waiting(&at.library).len()), (before, 1));
}

#[test]
fn one_name_and_unit_is_one_canonical_item_whatever_its_id() {
    let (from, discovery) = rich();
    let exported = export(&from.library, &[discovery]);
    let at = empty();
    catalogued(&at.library, "backdrop  Cloth");
    let id = at.import(&exported).expect("what was exported")[0].id;
    assert_eq!(backdrop(&at.library, id).as_deref(), Some("backdrop Cloth"), "the catalogue's own word");
    assert_eq!(waiting(&at.library), [("Digital print".to_owned(), 2)]);
}

#[test]
fn what_is_added_to_the_catalogue_by_hand_or_from_a_file_is_what_was_waited_for() {
    let (at, discovery, exported) = imported();
    let typed = NewCanonical { name: "BACKDROP cloth".into(), unit: "m²".into(), ..NewCanonical::default() };
    at.library.catalogue().canonical_add(typed).expect("a canonical item");
    assert_eq!(backdrop(&at.library, discovery).as_deref(), Some("BACKDROP cloth"));
    at.library.undo().undo(None).expect("a step");
    assert_eq!((backdrop(&at.library, discovery), waiting(&at.library).len()), (None, 2), "as it was called before");
    assert_eq!(export(&at.library, &[discovery]), exported);

    let cloth = at.library.catalogue().canonical_waiting().expect("a list")[0].id;
    let csv = format!("id,name,unit\n{cloth},Drape,m²\n");
    at.library.catalogue().catalogue_import(&csv).expect("it can be read");
    assert_eq!(backdrop_name(&at.library, discovery).as_deref(), Some("Drape"), "its id says what it is");
    assert_eq!(at.library.catalogue().canonical_item(cloth).expect("it is there").name, "Drape", "and it keeps it");

    let other = empty();
    other.library.catalogue().catalogue_import(&csv).expect("it can be read");
    other.import(&exported).expect("what was exported");
    assert_eq!(waiting(&other.library).len(), 1, "a catalogue that came before the discovery is known by its ids too");
}

fn backdrop_name(library: &Library, discovery: Uuid) -> Option<String> {
    let lines = library.catalogue().canonical_lines(discovery).expect("lines").lines;
    lines.into_iter().find(|line| line.name == LineName::Item(1))?.confirmed.map(|link| link.name)
}

#[test]
fn a_line_that_is_decided_anew_waits_for_nothing_else() {
    let (at, discovery, _) = imported();
    let other = catalogued(&at.library, "Curtain");
    at.library.catalogue().canonical_confirm(discovery, &LineName::Item(1), other).expect("a decision");
    assert_eq!(waiting(&at.library)[0], ("Backdrop cloth".to_owned(), 1), "but for what was refused");
    assert_round(&export(&at.library, &[discovery]));
}

/// The rich one as a value, changed, and what is found in it.
fn altered(change: impl FnOnce(&mut Value)) -> (Fixture, String) {
    static RICH: LazyLock<Value> = LazyLock::new(|| {
        let (at, discovery) = rich();
        serde_json::from_str(&export(&at.library, &[discovery])).expect("JSON")
    });
    let mut value = RICH.clone();
    change(&mut value["factly"]);
    (empty(), value.to_string())
}

#[test]
fn what_a_model_proposed_keeps_its_number() {
    let question = json!({
        "uuid": Uuid::from_u128(7), "number": 7, "text": "Who \u{2028} pays?", "origin": "model", "model": "m",
        "why": "", "status": "open", "created_at": 5,
    });
    let draft = json!({ "question": "q7", "said": "The city" });
    let (at, json) = altered(|own| {
        own["questions"].as_array_mut().expect("a list").push(question);
        own["drafts"].as_array_mut().expect("a list").push(draft);
    });
    let id = at.import(&json).expect("it is sound")[0].id;
    let exported = export(&at.library, &[id]);
    assert!(exported.contains("\"number\":7,\"text\":\"Who") && exported.contains("{\"question\":\"q7\",\"said\""));
    assert_round(&exported);
}

#[test]
fn each_wrong_word_is_found_at_its_place() {
    let check = |list: &str, change: &dyn Fn(&mut Value), code: FindingCode| {
        let (at, json) = altered(|own| change(&mut own[list][0]));
        let preview = at.preview(&json, ImportMode::Add);
        let hit = preview.findings.iter().find(|finding| finding.code == code);
        let hit = hit.unwrap_or_else(|| panic!("{list}: {code:?} is found: {:?}", preview.findings));
        assert!(hit.location.pointer.starts_with(&format!("/factly/{list}/0")), "{list}: {:?}", hit.location);
        assert!(at.import(&json).is_err() && at.is_empty(), "{list}: nothing is imported");
        if preview.can_apply {
            let id = at.import_as(&json, ImportMode::Add, &Repairs::all()).expect("what can be mended is")[0].id;
            assert_round(&export(&at.library, &[id]));
        }
    };
    let set = |field: &'static str, to: Value| move |row: &mut Value| row[field] = to.clone();
    let (wrong, dead) = (FindingCode::WrongType, FindingCode::DeadLink);
    let nobody = json!(Uuid::from_u128(99));
    check("rounds", &set("scope", json!("everything")), wrong);
    check("rounds", &set("bundle", nobody.clone()), dead);
    check("rounds", &set("items", json!(["1"])), wrong);
    check("rounds", &set("created_at", json!(i64::MAX)), FindingCode::BadDate);
    check("questions", &set("key", json!("no key")), wrong);
    check("questions", &set("number", json!(3)), wrong);
    check("questions", &set("text", json!(" ")), wrong);
    check("questions", &set("origin", json!("nobody")), wrong);
    check("questions", &set("status", json!("done")), wrong);
    check("questions", &set("quick", json!("MAYBE")), wrong);
    check("questions", &set("item", json!("i99")), dead);
    check("questions", &set("round", nobody.clone()), dead);
    check("questions", &set("said", json!("long ".repeat(2_000))), FindingCode::TooLarge);
    check("drafts", &set("question", json!("a b")), wrong);
    check("drafts", &set("question", json!("q8")), dead);
    check("drafts", &set("said", json!("")), wrong);
    check("views", &set("name", json!("  two  spaces ")), wrong);
    check("views", &set("filter", json!({"statuses": ["none"]})), wrong);
    check("views", &set("filter", json!({"colour": 1})), wrong);
    check("catalogue", &set("name", json!("")), wrong);
    check("catalogue", &set("created_at", json!(i64::MIN)), FindingCode::BadDate);
    check("meanings", &set("status", json!("maybe")), wrong);
    check("meanings", &set("score", json!(1_001)), wrong);
    check("meanings", &set("reasons", json!([{"kind": "mood"}])), wrong);
    check("meanings", &set("canonical", nobody.clone()), dead);
    check("meanings", &set("item", json!("i99")), dead);
    check("meanings", &set("fact", json!("F-999")), dead);
    check("meanings", &set("fact", json!("N-1")), wrong);
    check("prices", &set("fact", json!("F-999")), dead);
    check("prices", &set("canonical", nobody), dead);
    check("prices", &set("price", json!(-1)), wrong);
    check("prices", &set("currency", json!("EURO")), wrong);
    check("prices", &set("quantity", json!("some")), wrong);
    check("prices", &set("date", json!("2026-2")), wrong);
    for list in ["rounds", "questions", "drafts", "catalogue", "meanings", "prices", "views"] {
        let twice = |own: &mut Value| {
            let rows = own[list].as_array_mut().expect("a list");
            rows.push(rows[0].clone());
        };
        let (at, json) = altered(twice);
        let found = at.preview(&json, ImportMode::Add).findings;
        assert!(found.iter().any(|found| found.code == FindingCode::DuplicateRecord), "{list}: {found:?}");
    }
}

#[test]
fn a_file_of_before_has_none_of_it_and_is_read() {
    let (at, json) = altered(|own| {
        for list in ["rounds", "questions", "drafts", "catalogue", "meanings", "prices", "views"] {
            own.as_object_mut().expect("an object").shift_remove(list).expect("it is there");
        }
    });
    let id = at.import(&json).expect("an older file")[0].id;
    assert_round(&export(&at.library, &[id]));
}
