//! Blocks, fields and overrides: what follows from facts, and that it goes with them.

use crate::{answers, library, raw_connection};
use answers::{BundleFixture, about, bundle_of};
use factly_core::discovery::EntityLabel;
use factly_core::facts::decide::Resolution;
use factly_core::inputs::Quick;
use factly_core::keys::KeyDef;
use factly_core::knowledge::{FieldSource, ItemField, KnowledgeLine, LineRole};
use factly_core::questions::QuestionName;
use factly_engine::audit::BlockTurn;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::{FactEdit, NewStatement};
use factly_engine::items::Item;
use factly_engine::questions::{AnswerContent, AnswerGiven, AnswerRound};
use factly_engine::task::{CancelToken, NoProgress};
use factly_engine::transfer::{ImportMode, Repairs};
use serde_json::{Value, json};

const WIDTH: &str = "item.dimensions.width";
const VENUE: &str = "project.logistics.venue";
const DRILLING: &str = "project.constraints.drillingAllowed";
const BUDGET: &str = "project.budget.total";

/// Returns the blocks with content, as the analyst sees them: "item.dimensions: Width: 600 cm [F-1]".
fn seen(fixture: &BundleFixture, item: Option<&str>) -> Vec<String> {
    let blocks = fixture.at.library.knowledge().blocks(fixture.discovery, item).unwrap();
    assert_rebuilt(fixture);
    let line = |key: &str, line: &KnowledgeLine| {
        let label = line.label.as_ref().map(|label| format!("{label}: ")).unwrap_or_default();
        let fact = line.trace.fact.map(|fact| format!(" [{fact}]")).unwrap_or_default();
        let role = if line.role == LineRole::ByHand { " by hand" } else { "" };
        format!("{key}: {label}{}{role}{fact}", line.text)
    };
    blocks.iter().flat_map(|block| block.lines.iter().map(|of| line(block.key.as_str(), &of.line))).collect()
}

/// Checks that the stored knowledge equals a rebuild from nothing.
fn assert_rebuilt(fixture: &BundleFixture) {
    for rebuilt in fixture.at.library.knowledge().check_knowledge(None).unwrap() {
        assert_eq!(rebuilt.differences, [], "the cache equals a rebuild");
    }
}

fn type_in(fixture: &BundleFixture, key: &str, value: &str) -> String {
    let statement = NewStatement { key: Some(key.to_owned()), value: Some(value.to_owned()), text: None };
    let added = fixture
        .at
        .library
        .facts()
        .add_fact_without_evidence(fixture.discovery, &statement, DuplicatePolicy::Allow)
        .unwrap();
    added.fact.unwrap().label
}

/// A parser's op about an item, or the project, quoted from a bundle of its own.
fn op(fixture: &BundleFixture, item: Option<&Item>, (key, value): (&str, &str), kind: &str) {
    let name = item.map_or("wall".to_owned(), |item| item.name.to_lowercase());
    let what = key.rsplit('.').next().unwrap_or_default();
    let text =
        if key == VENUE { format!("The venue is {value}.") } else { format!("The {what} of the {name} is {value}.") };
    let bundle = bundle_of(&fixture.at, fixture.discovery, &text);
    let scope = match item {
        Some(item) => json!({"type": "item", "itemId": item.reference()}),
        None => json!({"type": "project"}),
    };
    let op: Value = json!({
        "op": kind, "scope": scope, "key": key, "value": value, "confidence": 0.95,
        "evidence": {"quote": text.trim_end_matches('.')}, "needsReview": false, "reason": "it says so",
    });
    fixture.submit_to(bundle, &json!({ "ops": [op] }).to_string(), Force::No);
}

fn item(fixture: &BundleFixture, name: &str) -> Item {
    fixture.at.library.items().item_add(fixture.discovery, name, &[]).unwrap()
}

fn undo(fixture: &BundleFixture) {
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap();
}

fn redo(fixture: &BundleFixture) {
    fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap();
}

fn value(field: &ItemField) -> Option<String> {
    field.value.as_ref().map(factly_core::values::Value::reading)
}

#[test]
fn a_fact_stands_in_the_block_of_its_key_and_goes_with_it() {
    let fixture = about("Nothing is said here yet.");
    assert_eq!(seen(&fixture, None), [""; 0]);
    let drilling = type_in(&fixture, DRILLING, "no");
    let venue = type_in(&fixture, VENUE, "Hall 3");
    let all = [
        format!("project.constraints: Drilling allowed: no [{drilling}]"),
        format!("project.logistics: Venue: Hall 3 [{venue}]"),
    ];
    assert_eq!(seen(&fixture, None), all);
    let facts = fixture.facts();
    let of = |label: &str| facts.iter().find(|fact| fact.label == label).unwrap().id;
    fixture.at.library.facts().reject(&[of(&drilling)]).unwrap();
    assert_eq!(seen(&fixture, None), all[1..], "what is rejected leaves no trace");
    undo(&fixture);
    assert_eq!(seen(&fixture, None), all, "and undone it is there again");
    let edit = FactEdit { key: None, value: Some("Hall 4".into()), text: None };
    fixture.at.library.facts().edit_fact(of(&venue), &edit).unwrap();
    assert_eq!(
        seen(&fixture, None)[1],
        format!("project.logistics: Venue: Hall 4 [{venue}]"),
        "an edit takes its place"
    );
    for _ in 0..3 {
        undo(&fixture);
    }
    assert_eq!(seen(&fixture, None), [""; 0]);
    for _ in 0..3 {
        redo(&fixture);
    }
    assert_eq!(seen(&fixture, None)[1], format!("project.logistics: Venue: Hall 4 [{venue}]"));
}

#[test]
fn a_block_says_when_and_by_whom_it_was_changed() {
    let fixture = about("Nothing is said here yet.");
    let of = |fixture: &BundleFixture| {
        let blocks = fixture.at.library.knowledge().blocks(fixture.discovery, None).unwrap();
        blocks.into_iter().find(|block| block.key.as_str() == "project.logistics").unwrap()
    };
    assert_eq!((of(&fixture).revision, of(&fixture).updated), (0, None));
    let venue = type_in(&fixture, VENUE, "Hall 3");
    let first = of(&fixture);
    let updated = first.updated.unwrap();
    assert_eq!((first.revision, updated.by.as_str(), updated.for_fact), (1, "user", Some(venue)));
    type_in(&fixture, BUDGET, "€1,200");
    assert_eq!(of(&fixture).revision, 1, "what does not concern a block does not touch it");
    undo(&fixture);
    undo(&fixture);
    let last = of(&fixture);
    assert_eq!((last.revision, last.lines.len()), (2, 0), "a revision only grows");
}

#[test]
fn an_item_has_its_own_blocks_and_fields() {
    let fixture = about("Nothing is said here yet.");
    let (backdrop, floor) = (item(&fixture, "Backdrop"), item(&fixture, "Floor"));
    op(&fixture, Some(&backdrop), (WIDTH, "6 m"), "ADD");
    op(&fixture, Some(&floor), (WIDTH, "300 cm"), "ADD");
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 6 m [F-1]"]);
    assert_eq!(seen(&fixture, Some("i2")), ["item.dimensions: Width: 300 cm [F-2]"]);
    assert_eq!(seen(&fixture, None), [""; 0]);
    let table = fixture.at.library.knowledge().field_table(fixture.discovery).unwrap();
    assert_eq!(table.columns.iter().map(|column| column.label.as_str()).collect::<Vec<_>>(), ["Width"]);
    let cells: Vec<_> = table.rows.iter().map(|row| (row.item.name.as_str(), value(&row.cells[0]))).collect();
    assert_eq!(cells, [("Backdrop", Some("6 m".into())), ("Floor", Some("300 cm".into()))]);
    assert_eq!(fixture.at.library.knowledge().blocks(fixture.discovery, Some("i9")).unwrap_err().code, Code::NotFound);
}

#[test]
fn what_is_merged_counts_as_the_others_and_comes_apart_again() {
    let fixture = about("Nothing is said here yet.");
    let (backdrop, wall) = (item(&fixture, "Backdrop"), item(&fixture, "Floor"));
    op(&fixture, Some(&backdrop), (WIDTH, "6 m"), "ADD");
    op(&fixture, Some(&wall), ("item.dimensions.height", "3 m"), "ADD");
    fixture
        .at
        .library
        .knowledge()
        .override_field(fixture.discovery, Some("i2"), "item.dimensions.depth", "20 cm", "measured")
        .unwrap();
    let apart = [seen(&fixture, Some("i1")), seen(&fixture, Some("i2"))];
    fixture.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    let whole = [
        "item.dimensions: Width: 6 m [F-1]",
        "item.dimensions: Height: 3 m [F-2]",
        "item.dimensions: Depth: 20 cm by hand [F-3]",
    ];
    assert_eq!(seen(&fixture, Some("i1")), whole);
    assert_eq!(seen(&fixture, Some("i2")), whole, "a merged item's reference means the one that stands");
    undo(&fixture);
    assert_eq!([seen(&fixture, Some("i1")), seen(&fixture, Some("i2"))], apart);
    redo(&fixture);
    assert_eq!(seen(&fixture, Some("i1")), whole);
    fixture.at.library.items().item_split(backdrop.id, "Rear wall 2", &[], &[WIDTH.to_owned()]).unwrap();
    assert_eq!(seen(&fixture, Some("i1")), whole[1..]);
    assert_eq!(seen(&fixture, Some("i3")).len(), 1);
}

#[test]
fn an_override_wins_and_what_was_computed_comes_back() {
    let fixture = about("Nothing is said here yet.");
    let backdrop = item(&fixture, "Backdrop");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    op(&fixture, Some(&backdrop), (WIDTH, "6 m"), "ADD");
    let set = library.knowledge().override_field(discovery, Some("i1"), WIDTH, "620 cm", "measured on site").unwrap();
    assert_eq!(value(&set).as_deref(), Some("620 cm"));
    let FieldSource::Override { reason, computed, .. } = &set.source else { panic!("{set:?}") };
    assert_eq!(reason, "measured on site");
    assert_eq!(computed.as_ref().map(factly_core::values::Value::reading).as_deref(), Some("6 m"));
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 620 cm by hand [F-2]"]);
    let statement = fixture.facts().into_iter().find(|fact| fact.label == "F-2").unwrap();
    assert_eq!(statement.text, "Width of Backdrop: 620 cm (set by hand: measured on site)");
    assert_eq!(
        (statement.status.as_str(), statement.source_kind.as_str(), statement.evidence),
        ("accepted", "manual", None)
    );

    library.knowledge().override_field(discovery, Some("i1"), WIDTH, "621 cm", "measured again").unwrap();
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 621 cm by hand [F-3]"]);
    op(&fixture, Some(&backdrop), (WIDTH, "7 m"), "UPDATE");
    let set = library.knowledge().field(discovery, Some("i1"), WIDTH).unwrap();
    assert_eq!(value(&set).as_deref(), Some("621 cm"), "no fact moves what the analyst set");

    let back = library.knowledge().clear_override(discovery, Some("i1"), WIDTH).unwrap();
    assert_eq!(value(&back).as_deref(), Some("7 m"), "the latest accepted fact");
    let statuses = fixture.facts().into_iter().map(|fact| format!("{} {}", fact.label, fact.status.as_str()));
    let statuses: Vec<_> = statuses.filter(|fact| fact.starts_with("F-2") || fact.starts_with("F-3")).collect();
    assert_eq!(statuses, ["F-2 superseded", "F-3 rejected"], "what told of it is taken back");
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 7 m [F-4]"]);
    undo(&fixture);
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 621 cm by hand [F-3]"]);
    for _ in 0..4 {
        undo(&fixture);
    }
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 6 m [F-1]"]);

    let refused = library.knowledge().clear_override(discovery, Some("i1"), WIDTH).unwrap_err();
    assert_eq!(refused.message, "“Width” is not set by hand.");
    let unread = library.knowledge().override_field(discovery, Some("i1"), WIDTH, "12 kg", "why not").unwrap_err();
    assert_eq!(unread.code, Code::Invalid, "{}", unread.message);
    assert_eq!(
        library.knowledge().override_field(discovery, Some("i1"), WIDTH, "6 m", " ").unwrap_err().code,
        Code::Empty
    );
}

#[test]
fn an_override_goes_with_the_statement_that_tells_of_it() {
    let fixture = about("Nothing is said here yet.");
    let backdrop = item(&fixture, "Backdrop");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    op(&fixture, Some(&backdrop), (WIDTH, "6 m"), "ADD");
    library.knowledge().override_field(discovery, Some("i1"), WIDTH, "620 cm", "measured on site").unwrap();
    let statement = EntityLabel::parse("F-2").unwrap();
    library.pipeline().edit_entity(discovery, statement, "Width of Backdrop: 620 cm, says Ines", None).unwrap();
    assert_eq!(
        seen(&fixture, Some("i1")),
        ["item.dimensions: Width: 620 cm by hand [F-2]"],
        "whichever version tells of it"
    );
    library.pipeline().delete_entities(discovery, &[statement]).unwrap();
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 6 m [F-1]"]);
    let other = library::empty();
    let file = fixture.at.folder.path().join("out.json");
    library.transfer().export_to_file(&[discovery], &file, &NoProgress).unwrap();
    let imported = other.library.transfer().import_apply(&file, ImportMode::Add, &Repairs::default(), &NoProgress);
    assert!(imported.is_ok(), "what was exported can be imported: {imported:?}");
    undo(&fixture);
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 620 cm by hand [F-2]"]);
}

#[test]
fn a_conflict_shows_on_its_field_and_kept_as_a_note_in_its_block() {
    let fixture = about("Nothing is said here yet.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    type_in(&fixture, BUDGET, "€1,200");
    op(&fixture, None, (BUDGET, "€1,500"), "CONFLICT");
    assert!(library.knowledge().field(discovery, None, BUDGET).unwrap().conflict);
    let rival = fixture.facts().into_iter().find(|fact| fact.status.as_str() == "conflict").unwrap();
    library.facts().resolve(rival.id, Resolution::KeepNewAsNote).unwrap();
    assert!(!library.knowledge().field(discovery, None, BUDGET).unwrap().conflict);
    let lines = ["project.budget: Total budget: €1,200.00 [F-1]", "project.budget: Total budget: €1,500.00 [F-2]"];
    assert_eq!(seen(&fixture, None), lines, "the second is a note");
    undo(&fixture);
    assert_eq!(seen(&fixture, None), lines[..1]);
}

/// Returns the changes of the last turn: "item.dimensions: Width: 610 cm [F-2], before 600 cm".
fn last_changes(fixture: &BundleFixture, item: Option<&str>) -> Vec<String> {
    let fact = |line: &KnowledgeLine| line.trace.fact.map(|fact| format!(" [{fact}]")).unwrap_or_default();
    let of = |block: BlockTurn| {
        let changed =
            block.changed.iter().map(|(now, was)| format!("{}{}, before {}", now.plain(), fact(now), was.text));
        let removed = block.removed.iter().map(|line| format!("{}{} went", line.plain(), fact(line)));
        let contests = block.contests.iter().map(|one| format!("{} against it: {}", one.fact, one.text));
        let lines = changed.chain(removed).chain(contests).collect::<Vec<_>>();
        lines.into_iter().map(|one| format!("{}: {one}", block.key.as_str())).collect::<Vec<_>>()
    };
    fixture.at.library.audit().last_turn(fixture.discovery, item).unwrap().into_iter().flat_map(of).collect()
}

#[test]
fn the_last_turn_tells_what_was_said_before_and_what_it_contradicts() {
    let fixture = about("Nothing is said here yet.");
    assert_eq!(last_changes(&fixture, None), [""; 0], "no turn was read");
    op(&fixture, None, (VENUE, "Hall 3"), "ADD");
    assert_eq!(last_changes(&fixture, None), [""; 0], "what came is marked on its line");
    op(&fixture, None, (VENUE, "Hall 4"), "UPDATE");
    let changed = ["project.logistics: Venue: Hall 4 [F-2], before Hall 3"];
    assert_eq!(last_changes(&fixture, None), changed);
    type_in(&fixture, BUDGET, "€1,200");
    assert_eq!(last_changes(&fixture, None), changed, "what the analyst does is no turn");
    op(&fixture, None, (VENUE, "Hall 5"), "CONFLICT");
    assert_eq!(
        last_changes(&fixture, None),
        ["project.logistics: F-4 against it: Venue: Hall 5"],
        "only the last turn's"
    );
    let rival = fixture.facts().into_iter().find(|fact| fact.label == "F-4").unwrap();
    fixture.at.library.facts().resolve(rival.id, Resolution::TakeNew).unwrap();
    assert_eq!(
        last_changes(&fixture, None),
        ["project.logistics: Venue: Hall 5 [F-4], before Hall 4"],
        "and it came of it"
    );
    fixture.at.library.facts().reject(&[rival.id]).unwrap();
    assert_eq!(last_changes(&fixture, None), [""; 0], "what went by a decision did not go with the turn");
    let backdrop = item(&fixture, "Backdrop");
    op(&fixture, Some(&backdrop), (WIDTH, "600 cm"), "ADD");
    op(&fixture, Some(&backdrop), (WIDTH, "610 cm"), "UPDATE");
    assert_eq!(last_changes(&fixture, Some("i1")), ["item.dimensions: Width: 610 cm [F-6], before 600 cm"]);
    assert_eq!(last_changes(&fixture, None), [""; 0], "another scope's is not the project's");
}

#[test]
fn the_last_turn_tells_what_went_with_it() {
    let fixture = about("Nothing is said here yet.");
    let answer = |quick| {
        let answers = vec![AnswerGiven {
            name: QuestionName::for_key(VENUE, ""),
            content: AnswerContent { quick: Some(quick), text: String::new() },
        }];
        let round = AnswerRound { answers, ..AnswerRound::default() };
        fixture.at.library.questions().finish_round(fixture.discovery, &round, &CancelToken::default()).unwrap();
    };
    answer(Quick::Idk);
    let open = seen(&fixture, None);
    assert!(
        open.iter().any(|line| line.starts_with("project.openQuestions")),
        "nobody knows, so it is asked: {open:?}"
    );
    answer(Quick::Irrelevant);
    let changes = last_changes(&fixture, None);
    assert!(
        changes.len() == 1 && changes[0].starts_with("project.openQuestions") && changes[0].ends_with("went"),
        "{changes:?}"
    );
    undo(&fixture);
    assert_eq!(last_changes(&fixture, None), [""; 0], "the turn before it changed nothing that was there");
}

#[test]
fn keys_that_come_and_go_change_the_blocks() {
    let fixture = about("Nothing is said here yet.");
    let key: KeyDef = serde_json::from_value(json!({
        "path": "project.logistics.dock", "label": "Dock", "valueType": "string", "block": "project.logistics",
        "question": "Which dock?",
    }))
    .unwrap();
    type_in(&fixture, VENUE, "Hall 3");
    fixture.at.library.keys().add_keys(fixture.discovery, &[key]).unwrap();
    type_in(&fixture, "project.logistics.dock", "B");
    assert_eq!(seen(&fixture, None).len(), 2);
    undo(&fixture);
    undo(&fixture);
    assert_eq!(seen(&fixture, None).len(), 1);
    redo(&fixture);
    redo(&fixture);
    assert_eq!(seen(&fixture, None).len(), 2);
}

/// An item with a width, and the project with a venue and a budget.
fn furnished() -> BundleFixture {
    let fixture = about("Nothing is said here yet.");
    let backdrop = fixture.at.library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    op(&fixture, Some(&backdrop), (WIDTH, "600 cm"), "ADD");
    type_in(&fixture, VENUE, "Hall 3");
    type_in(&fixture, BUDGET, "EUR 1200");
    fixture
}

#[test]
fn a_rebuild_finds_and_mends_what_differs() {
    let fixture = furnished();
    let read = || {
        let of = |item| {
            let blocks = fixture.at.library.knowledge().blocks(fixture.discovery, item).unwrap();
            let blocks: Vec<_> = blocks.into_iter().map(|block| (block.key, block.json, block.markdown)).collect();
            (blocks, fixture.at.library.knowledge().fields(fixture.discovery, item).unwrap())
        };
        [of(None), of(Some("i1"))]
    };
    let before = read();
    let rebuilt = fixture.at.library.knowledge().rebuild_knowledge(Some(fixture.discovery)).unwrap();
    assert_eq!((rebuilt[0].differences.len(), read() == before), (0, true), "a rebuild of what is right is none");
    for (sql, expected) in [
        ("UPDATE knowledge_block SET json = replace(json, '600', '601')", "i1 item.dimensions"),
        ("UPDATE knowledge_block SET json = '{}' WHERE block = 'project.logistics'", "project.logistics"),
        ("UPDATE knowledge_block SET json = '[1]' WHERE block = 'project.logistics'", "project.logistics"),
        ("UPDATE knowledge_block SET markdown = replace(markdown, 'Hall 3', 'Hall 4')", "project.logistics"),
        ("DELETE FROM knowledge_block WHERE block = 'item.dimensions'", "i1 item.dimensions"),
        ("UPDATE knowledge_block SET item = 'i9' WHERE block = 'project.logistics'", "i9 project.logistics"),
        ("UPDATE knowledge_field SET value = replace(value, '600', '601')", "i1 item.dimensions.width"),
        ("UPDATE knowledge_field SET fact = NULL WHERE key = 'project.budget.total'", "project.budget.total"),
        ("UPDATE knowledge_field SET conflict = 1 WHERE key = 'project.logistics.venue'", "project.logistics.venue"),
        ("DELETE FROM knowledge_field WHERE key = 'project.logistics.venue'", "project.logistics.venue"),
    ] {
        let touched = raw_connection::open_unmanaged(fixture.at.library.path()).execute(sql, []).unwrap();
        assert!(touched > 0, "{sql}: there was something to damage");
        let found = fixture.at.library.knowledge().check_knowledge(Some(fixture.discovery)).unwrap();
        let names: Vec<String> =
            found[0].differences.iter().map(factly_engine::knowledge::DerivedDifference::name).collect();
        assert!(names.contains(&expected.to_owned()), "{sql}: {names:?}");
        let mended = fixture.at.library.knowledge().rebuild_knowledge(Some(fixture.discovery)).unwrap();
        assert_eq!(mended[0].differences, found[0].differences, "{sql}: a check finds what a rebuild mends");
        assert_rebuilt(&fixture);
        assert_eq!(read(), before, "{sql}: it is what it was");
    }
}

#[test]
fn what_is_damaged_stops_nobody_from_writing() {
    let fixture = furnished();
    let sql = "UPDATE knowledge_block SET json = '[1]'";
    assert!(raw_connection::open_unmanaged(fixture.at.library.path()).execute(sql, []).unwrap() > 2);
    type_in(&fixture, VENUE, "Hall 4");
    assert!(seen(&fixture, None).contains(&"project.logistics: Venue: Hall 4 [F-4]".to_owned()), "and it is mended");
    assert_eq!(seen(&fixture, Some("i1")), ["item.dimensions: Width: 600 cm [F-1]"], "all of it");
}

/// An answer of the enricher, with what it must not do among what it may.
fn enrichment() -> String {
    json!({"ops": [
        {"op": "add", "block": "project.openQuestions", "kind": "question", "text": "Who holds the keys?"},
        {"op": "add", "block": "project.constraints", "kind": "constraint", "text": "Keep the doors free."},
        {"op": "add", "block": "project.logistics", "kind": "checklist", "text": "Ask for the floor plan."},
        {"op": "note", "block": "project.budget", "text": "The deposit is not spoken of."},
        {"op": "remove", "block": "project.constraints", "kind": "constraint", "text": "Drilling allowed: no"},
        {"op": "add", "block": "project.budget", "kind": "value", "text": "Total budget: 5 EUR"},
        {"op": "add", "block": "project.budget", "kind": "note", "text": "x", "factId": "1"},
        {"op": "add", "block": "item.dimensions", "kind": "note", "text": "Wide."},
        {"op": "add", "block": "project.constraints", "kind": "constraint", "text": "drilling allowed:  No"},
    ]})
    .to_string()
}

#[test]
fn a_model_may_only_add_and_what_else_it_sends_is_refused_and_told() {
    let fixture = about("Nothing is said here yet.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    type_in(&fixture, DRILLING, "no");
    let before = seen(&fixture, None);
    let found = library.knowledge().enrich_read(discovery, None, &enrichment()).unwrap();
    assert_eq!(found.proposed.len(), 4);
    assert_eq!(
        found.refused.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "Operation 5 was refused: nothing but adding is allowed, and it says “remove”.",
            "Operation 6 was refused: “value” cannot be added to project.budget.",
            "Operation 7 was refused: an addition has no “factId”.",
            "Operation 8 was refused: “item.dimensions” is no block here.",
            "Operation 9 was refused: the block says it already.",
        ]
    );
    assert_eq!(seen(&fixture, None), before, "what is proposed changes nothing");
    let facts = fixture.facts().len();
    library.knowledge().add_additions(discovery, None, &found.proposed, "pasted").unwrap();
    let added = [
        "project.constraints: Drilling allowed: no [F-1]",
        "project.constraints: Keep the doors free.",
        "project.logistics: Ask for the floor plan.",
        "project.budget: The deposit is not spoken of.",
        "project.openQuestions: Who holds the keys?",
    ];
    assert_eq!(seen(&fixture, None), added);
    assert_eq!(fixture.facts().len(), facts, "and never a fact");
    undo(&fixture);
    assert_eq!(seen(&fixture, None), before, "all of it one step");
    redo(&fixture);
    assert_eq!(seen(&fixture, None), added);
    let again = library.knowledge().enrich_read(discovery, None, &enrichment()).unwrap();
    assert_eq!(again.proposed, [], "nothing is taken over twice");
    let prompt = library.knowledge().enrich_prompt(discovery, None).unwrap();
    assert!(
        prompt.contains(r#"{"block":"project.constraints","says":["Drilling allowed: no","Keep the doors free."]}"#)
    );
    assert_eq!(
        library.knowledge().enrich_ask(discovery, None, &CancelToken::default()).unwrap_err().code,
        Code::NoModel
    );
}

#[test]
fn overrides_and_additions_go_out_and_come_in_to_the_letter() {
    let fixture = about("Nothing is said here yet.");
    let (library, discovery) = (&fixture.at.library, fixture.discovery);
    let backdrop = item(&fixture, "Backdrop");
    op(&fixture, Some(&backdrop), (WIDTH, "6 m"), "ADD");
    library.knowledge().override_field(discovery, Some("i1"), WIDTH, "620 cm", "measured").unwrap();
    library.knowledge().override_field(discovery, None, BUDGET, "€1,200", "agreed by phone").unwrap();
    let found = library.knowledge().enrich_read(discovery, None, &enrichment()).unwrap();
    library.knowledge().add_additions(discovery, None, &found.proposed, "pasted").unwrap();

    let exported = |of: &BundleFixture, discovery| {
        let mut out = Vec::new();
        of.at.library.transfer().export(&[discovery], &mut out, &NoProgress).unwrap();
        String::from_utf8(out).unwrap()
    };
    let file = exported(&fixture, discovery);
    let other = library::empty();
    let path = other.folder.path().join("discovery.json");
    std::fs::write(&path, &file).unwrap();
    let imported =
        other.library.transfer().import_apply(&path, ImportMode::Add, &Repairs::default(), &NoProgress).unwrap();
    assert_eq!(imported[0].id, discovery, "with its id");
    let theirs = BundleFixture { at: other, discovery, bundle: fixture.bundle };
    assert_eq!(exported(&theirs, discovery), file, "to the letter");
    assert_eq!(seen(&theirs, Some("i1")), seen(&fixture, Some("i1")));
    assert_eq!(seen(&theirs, None), seen(&fixture, None));
}
