//! Items: their names and numbers, and what becomes of their facts when they are merged and split.

use crate::answers;
use answers::{BundleFixture, about, bundle_of, op};
use factly_core::facts::Scope;
use factly_core::facts::decide::Resolution;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::facts::FactDetail;
use factly_engine::inputs::Parsing;
use factly_engine::items::Item;
use factly_engine::knowledge::TableView;
use factly_engine::task::NoProgress;
use serde_json::{Value, json};
use uuid::Uuid;

const WIDTH: &str = "item.dimensions.width";
const HEIGHT: &str = "item.dimensions.height";

/// A backdrop and a rear wall, one fact of each: `(key, value)`, said of the item by name.
fn two_items(backdrop: (&str, &str), wall: (&str, &str)) -> (BundleFixture, Item, Item) {
    let fixture = about("Nothing is said here yet.");
    let items = ["Backdrop", "Rear wall"]
        .map(|name| fixture.at.library.items().item_add(fixture.discovery, name, &[]).unwrap());
    say(&fixture, &items[0], backdrop);
    say(&fixture, &items[1], wall);
    let [backdrop, wall] = items;
    (fixture, backdrop, wall)
}

fn say(fixture: &BundleFixture, item: &Item, (key, value): (&str, &str)) {
    let word = if key == WIDTH { "wide" } else { "high" };
    let text = format!("The {} is {value} {word}.", item.name.to_lowercase());
    let bundle = bundle_of(&fixture.at, fixture.discovery, &text);
    let raw = json!({ "ops": [item_op(key, value, text.trim_end_matches('.'), &item.reference())] }).to_string();
    fixture.submit_to(bundle, &raw, Force::No);
}

fn item_op(key: &str, value: &str, quote: &str, item: &str) -> Value {
    json!({
        "op": "ADD", "scope": {"type": "item", "itemId": item}, "key": key, "value": value, "confidence": 0.95,
        "evidence": {"quote": quote}, "needsReview": false, "reason": "it says so",
    })
}

/// Each fact as "F-1 accepted i1 key: reading".
fn ledger(fixture: &BundleFixture) -> Vec<String> {
    let item = |scope: &Scope| scope.item_id().unwrap_or("-").to_owned();
    let facts = fixture.facts().into_iter();
    facts
        .map(|fact| {
            let key = fact.key.trim_start_matches("item.dimensions.");
            format!("{} {} {} {key}: {}", fact.label, fact.status.as_str(), item(&fact.scope), fact.value.reading())
        })
        .collect()
}

fn names(fixture: &BundleFixture) -> Vec<String> {
    let items = fixture.at.library.items().list(fixture.discovery).unwrap();
    items.iter().map(|item| format!("{} {}", item.reference(), item.name)).collect()
}

fn undo(fixture: &BundleFixture) -> String {
    fixture.at.library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap().to_string()
}

fn redo(fixture: &BundleFixture) -> String {
    fixture.at.library.undo().redo(Some(fixture.discovery)).unwrap().done.unwrap().to_string()
}

#[test]
fn an_item_is_made_named_and_put_aside_one_step_each() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    let aliases = ["rear  wall".to_owned(), "BACKDROP".to_owned()];
    let made = library.items().item_add(fixture.discovery, " Back\ndrop ", &aliases).unwrap();
    assert_eq!((made.reference().as_str(), made.name.as_str()), ("i1", "Back drop"));
    assert_eq!(made.aliases, ["rear wall", "BACKDROP"]);
    let renamed = library.items().item_rename(made.id, "Backdrop").unwrap();
    assert_eq!(renamed.aliases, ["rear wall"], "a name is not its own alias");
    library.items().item_aliases(made.id, &["cyc".to_owned()]).unwrap();
    library.items().item_describe(made.id, " Printed cloth. ").unwrap();
    let aside = library.items().item_archive(made.id, true).unwrap();
    assert_eq!((aside.archived, aside.description.as_str()), (true, "Printed cloth."));
    assert_eq!(library.items().list(fixture.discovery).unwrap(), std::slice::from_ref(&aside));
    let steps = ["Archive i1", "Describe i1", "Change what i1 is also called", "Rename i1 to “Backdrop”"];
    for step in steps {
        assert_eq!(undo(&fixture), step);
    }
    assert_eq!(library.items().get(made.id).unwrap(), made);
    for _ in steps {
        redo(&fixture);
    }
    assert_eq!(library.items().get(made.id).unwrap(), aside);
}

#[test]
fn a_number_is_never_given_twice() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    let second = library.items().item_add(fixture.discovery, "Floor", &[]).unwrap();
    undo(&fixture);
    assert_eq!(names(&fixture), ["i1 Backdrop"]);
    assert_eq!(library.items().item_add(fixture.discovery, "Floor", &[]).unwrap().reference(), "i3");
    assert_eq!(library.items().get(second.id).unwrap_err().code, Code::NotFound);
    let other = fixture.at.discovery("Other");
    assert_eq!(
        library.items().item_add(other, "Floor", &[]).unwrap().reference(),
        "i1",
        "each discovery counts for itself"
    );
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let library = &fixture.at.library;
    let stranger = library.items().item_add(fixture.at.discovery("Other"), "Floor", &[]).unwrap();
    let before = (names(&fixture), ledger(&fixture));
    let check = |what: Result<(), factly_engine::error::Error>, expected: &str| {
        let error = what.expect_err(expected);
        assert_eq!(error.message, expected);
    };
    check(library.items().item_add(fixture.discovery, "  ", &[]).map(drop), "An item needs a name.");
    check(library.items().item_add(fixture.discovery, "—", &[]).map(drop), "A name needs a letter or a digit.");
    check(library.items().item_add(fixture.discovery, "BACKDROP", &[]).map(drop), "“Backdrop” is i1 already.");
    check(library.items().item_rename(wall.id, "backdrop").map(drop), "“Backdrop” is i1 already.");
    check(library.items().item_merge(wall.id, wall.id).map(drop), "An item is merged into another one.");
    check(library.items().item_merge(wall.id, stranger.id).map(drop), "These items are not of one discovery.");
    check(library.items().item_delete(backdrop.id), "There are facts about “Backdrop”.");
    let width = [WIDTH.to_owned()];
    check(
        library.items().item_split(wall.id, "Door", &[], &width).map(drop),
        "No fact about “Rear wall” has these keys.",
    );
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    check(library.items().item_rename(wall.id, "Wall").map(drop), "i2 was merged into i1.");
    check(library.items().item_merge(wall.id, backdrop.id).map(drop), "i2 was merged into i1.");
    undo(&fixture);
    assert_eq!((names(&fixture), ledger(&fixture)), before, "what was refused changed nothing");
}

#[test]
fn the_facts_of_a_merged_item_are_read_as_the_others() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let before = ledger(&fixture);
    assert_eq!(before, ["F-1 accepted i1 width: 600 cm", "F-2 accepted i2 height: 300 cm"]);
    let remaining = fixture.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    assert_eq!(remaining.aliases, ["Rear wall"], "texts that say the other name still mean it");
    assert_eq!(names(&fixture), ["i1 Backdrop"]);
    assert_eq!(ledger(&fixture), ["F-1 accepted i1 width: 600 cm", "F-2 accepted i1 height: 300 cm"]);
    assert_eq!(fixture.at.library.items().item_meant(fixture.discovery, "i2").unwrap().id, backdrop.id);

    // What is said of either now is held against the facts of both.
    say(&fixture, &backdrop, (HEIGHT, "300 cm"));
    say(&fixture, &wall, (WIDTH, "600 cm"));
    assert_eq!(ledger(&fixture).len(), 2, "both said again: {:?}", ledger(&fixture));
    say(&fixture, &backdrop, (HEIGHT, "310 cm"));
    assert_eq!(ledger(&fixture)[1..], ["F-2 superseded i1 height: 300 cm", "F-3 accepted i1 height: 310 cm"]);
    assert_eq!(fixture.at.library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn what_waits_and_is_said_of_an_item_stands_first_however_much_waits() {
    let fixture = with_items(&["Backdrop", "Rear wall"]);
    let library = &fixture.at.library;
    let submit = |text: &str, ops: &[Value]| {
        let bundle = bundle_of(&fixture.at, fixture.discovery, text);
        fixture.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    };
    // So little believed that each waits.
    let waiting = |mut op: Value| {
        op["confidence"] = json!(0.5);
        op
    };
    let text = "The backdrop is 6 m wide. The rear wall is 3 m high.";
    let width = item_op(WIDTH, "6 m", "The backdrop is 6 m wide", "i1");
    let height = item_op(HEIGHT, "3 m", "The rear wall is 3 m high", "i2");
    submit(text, &[waiting(width), waiting(height)]);
    let points: Vec<String> = (1..=60).map(|n| format!("Point {n} is so.")).collect();
    submit(&points.join(" "), &points.iter().map(|point| op("note", point.as_str(), point, 0.5)).collect::<Vec<_>>());

    let first = |items: &[&str]| {
        let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        let page = library.facts().review_about(fixture.discovery, &items, 3).unwrap();
        assert_eq!(page.total, 62);
        let describe = |detail: FactDetail| format!("{} {}", detail.fact.label, detail.item.unwrap_or_default());
        page.items.into_iter().map(describe).collect::<Vec<_>>()
    };
    let best: Vec<_> = library.facts().waiting(fixture.discovery).unwrap().iter().map(|waits| waits.id).collect();
    let page = library.facts().review_about(fixture.discovery, &[], 3).unwrap();
    let shown: Vec<_> = page.items.iter().map(|detail| detail.fact.id).collect();
    assert_eq!(shown, best[..3], "the best first, as in the inbox");
    assert!(first(&["i2"])[0].starts_with("F-2 "), "what is said of the item before it");
    let mut of_both = first(&["i1", "i2"])[..2].to_vec();
    of_both.sort();
    assert_eq!(of_both, ["F-1 i1", "F-2 i2"], "several are one scope");
    let items = library.items().list(fixture.discovery).unwrap();
    library.items().item_merge(items[1].id, items[0].id).unwrap();
    let mut of_merged = first(&["i1"])[..2].to_vec();
    of_merged.sort();
    assert_eq!(of_merged, ["F-1 i1", "F-2 i1"], "what was merged into it is said of it");
}

#[test]
fn of_two_values_for_one_key_the_later_stands_and_the_other_is_a_conflict() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "600 cm"), (WIDTH, "650 cm"));
    let library = &fixture.at.library;
    let before = ledger(&fixture);
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    let merged = ["F-1 conflict i1 width: 600 cm", "F-2 accepted i1 width: 650 cm"];
    assert_eq!(ledger(&fixture), merged);
    let facts = fixture.facts();
    assert!(facts[0].needs_review);
    let rival = library.facts().fact_detail(facts[0].id).unwrap().rival.expect("it says what it is in conflict with");
    assert_eq!(rival.fact.id, facts[1].id);
    assert_eq!(undo(&fixture), "Merge i2 into i1");
    assert_eq!((ledger(&fixture), names(&fixture).len()), (before, 2), "the merge is one step");
    assert_eq!(redo(&fixture), "Merge i2 into i1");
    assert_eq!(ledger(&fixture), merged);
    library.facts().resolve(facts[0].id, Resolution::TakeNew).unwrap();
    assert_eq!(ledger(&fixture), ["F-1 accepted i1 width: 600 cm", "F-2 superseded i1 width: 650 cm"]);
}

#[test]
fn the_same_value_of_both_is_said_twice() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "600 cm"), (WIDTH, "6 m"));
    fixture.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    assert_eq!(ledger(&fixture), ["F-1 superseded i1 width: 600 cm", "F-2 accepted i1 width: 6 m"]);
    let standing = fixture.at.library.facts().fact_detail(fixture.facts()[1].id).unwrap();
    assert_eq!(standing.reaffirmed, 1, "the evidence of the other is kept");
}

#[test]
fn a_merge_takes_along_what_was_merged_before() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let library = &fixture.at.library;
    let cloth = library.items().item_add(fixture.discovery, "Cloth", &[]).unwrap();
    library.items().item_merge(backdrop.id, wall.id).unwrap();
    library.items().item_merge(wall.id, cloth.id).unwrap();
    assert_eq!(names(&fixture), ["i3 Cloth"]);
    assert_eq!(library.items().get(cloth.id).unwrap().aliases, ["Rear wall", "Backdrop"]);
    assert_eq!(ledger(&fixture), ["F-1 accepted i3 width: 600 cm", "F-2 accepted i3 height: 300 cm"]);
    undo(&fixture);
    assert_eq!(ledger(&fixture), ["F-1 accepted i2 width: 600 cm", "F-2 accepted i2 height: 300 cm"]);
    undo(&fixture);
    assert_eq!(ledger(&fixture), ["F-1 accepted i1 width: 600 cm", "F-2 accepted i2 height: 300 cm"]);
}

#[test]
fn a_split_says_the_facts_of_some_keys_again_of_another_item() {
    let (fixture, backdrop, _) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let library = &fixture.at.library;
    say(&fixture, &backdrop, (HEIGHT, "200 cm"));
    let before = ledger(&fixture);
    let quotes: Vec<_> = fixture.facts().iter().map(|fact| fact.evidence.clone()).collect();
    let door = library.items().item_split(backdrop.id, "Door", &[], &[HEIGHT.to_owned()]).unwrap();
    assert_eq!(door.reference(), "i3");
    assert_eq!(
        ledger(&fixture),
        [
            "F-1 accepted i1 width: 600 cm",
            "F-2 accepted i2 height: 300 cm",
            "F-3 superseded i1 height: 200 cm",
            "F-3 accepted i3 height: 200 cm"
        ]
    );
    assert_eq!(fixture.facts()[3].evidence, quotes[2], "with the same words as its evidence");
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
    assert_eq!(undo(&fixture), "Split “Door” from i1");
    assert_eq!((ledger(&fixture), names(&fixture).len()), (before, 2));
    redo(&fixture);
    assert_eq!(names(&fixture), ["i1 Backdrop", "i2 Rear wall", "i3 Door"]);
}

#[test]
fn what_was_merged_can_be_split_again() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    fixture.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    fixture.at.library.items().item_split(backdrop.id, "Rear wall again", &[], &[HEIGHT.to_owned()]).unwrap();
    assert_eq!(
        ledger(&fixture),
        ["F-1 accepted i1 width: 600 cm", "F-2 superseded i1 height: 300 cm", "F-2 accepted i3 height: 300 cm"]
    );
}

#[test]
fn an_item_without_facts_is_deleted() {
    let fixture = about("Nothing yet.");
    let made: Uuid = fixture.at.library.items().item_add(fixture.discovery, "Floor", &[]).unwrap().id;
    fixture.at.library.items().item_delete(made).unwrap();
    assert_eq!(names(&fixture), [""; 0]);
    assert_eq!(undo(&fixture), "Delete i1");
    assert_eq!(names(&fixture), ["i1 Floor"]);
}

/// Returns the item fields of a text in the ledger: "i1 accepted width: 6 m", with its reason if a person is to look.
fn fields_of(fixture: &BundleFixture) -> Vec<String> {
    let facts = fixture.facts().into_iter().filter(|fact| fact.key.starts_with("item."));
    facts
        .map(|fact| {
            let key = fact.key.trim_start_matches("item.dimensions.");
            let item = fact.scope.item_id().unwrap_or("-");
            let why = if fact.needs_review { format!("? {}", fact.reason) } else { String::new() };
            format!("{item} {} {key}: {}{why}", fact.status.as_str(), fact.value.reading())
        })
        .collect()
}

fn with_items(names: &[&str]) -> BundleFixture {
    let fixture = about("Nothing is said here yet.");
    for name in names {
        fixture.at.library.items().item_add(fixture.discovery, name, &[]).unwrap();
    }
    fixture
}

#[test]
fn a_text_that_is_added_speaks_of_the_items_that_it_names() {
    let fixture = with_items(&["Backdrop", "Side wall"]);
    let library = &fixture.at.library;
    let text = "The backdrop is 6 m wide. @item(i2:Side wall) is 3 m high. \
                The backdrop and the side wall are 2 m deep. The total budget is 900 EUR.";
    let input = fixture.at.add(fixture.discovery, text, Parsing::Now).added[0].id;
    let either = "it is not clear which item is meant: “Backdrop” (i1), “Side wall” (i2)";
    assert_eq!(
        fields_of(&fixture),
        [
            "i1 accepted width: 6 m".to_owned(),
            "i2 accepted height: 3 m".to_owned(),
            format!("- proposed depth: 2 m? {either}"),
        ]
    );
    let bundle = library.inputs().bundle(library.inputs().bundles_of_input(input).unwrap()[0].id).unwrap();
    let meta = "scope=item\nitemRefs=[{id:\"i1\",name:\"Backdrop\"}, {id:\"i2\",name:\"Side wall\"}]\n\
                selectedItemIds=[\"i2\"]\n";
    assert!(bundle.text.contains(meta), "{}", bundle.text);
    assert_eq!(library.sources().verify(None, &NoProgress).unwrap().problems, []);
}

#[test]
fn a_model_is_told_the_items_and_held_to_the_words() {
    let fixture = with_items(&["Backdrop", "Side wall"]);
    let library = &fixture.at.library;
    let bundle = bundle_of(&fixture.at, fixture.discovery, "The backdrop is 6 m wide. It is 3 m high. Paint it.");
    let prompt = library.runs().run_prompt(bundle).unwrap();
    assert!(prompt.contains(r#"- {"id":"i1","name":"Backdrop"}"#), "{prompt}");
    let ops = json!([
        item_op(WIDTH, "6 m", "The backdrop is 6 m wide", "i2"),
        item_op(HEIGHT, "3 m", "It is 3 m high", "i1"),
        item_op("project.summary.type", "stage", "Paint it", "i1"),
    ]);
    fixture.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    assert_eq!(
        fields_of(&fixture),
        [
            "- proposed width: 6 m? it is not clear which item is meant: “Backdrop” (i1), “Side wall” (i2)",
            "i1 proposed height: 3 m? the words do not name “Backdrop”",
        ]
    );
    let project = fixture.facts().into_iter().filter(|fact| !fact.key.starts_with("item."));
    assert!(project.into_iter().all(|fact| fact.scope == Scope::Project), "only fields of items speak of one");
}

#[test]
fn the_analyst_says_which_item_is_meant() {
    let fixture = with_items(&["Backdrop", "Side wall"]);
    let library = &fixture.at.library;
    fixture.at.add(fixture.discovery, "The backdrop is 5 m wide.", Parsing::Now);
    fixture.at.add(fixture.discovery, "The backdrop and the side wall are 6 m wide.", Parsing::Now);
    let before = ledger(&fixture);
    assert_eq!(before, ["F-1 accepted i1 width: 5 m", "F-2 proposed - width: 6 m"]);
    let fact = library.items().fact_set_item(fixture.facts()[1].id, Some("i2")).unwrap();
    assert_eq!((fact.label.as_str(), fact.version), ("F-2", 2));
    assert_eq!(ledger(&fixture)[1..], ["F-2 superseded - width: 6 m", "F-2 proposed i2 width: 6 m"]);
    assert_eq!(undo(&fixture), "Say that F-2 is about i2");
    assert_eq!(ledger(&fixture), before);
    let fact = library.items().fact_set_item(fixture.facts()[1].id, Some("i1")).unwrap();
    library.facts().accept(&[fact.id]).unwrap();
    assert_eq!(ledger(&fixture)[0], "F-1 superseded i1 width: 5 m", "an item has one width");
    let error = library.items().fact_set_item(fact.id, Some("i9")).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    let error = library.items().fact_set_item(fact.id, Some("i1")).unwrap_err();
    assert_eq!(error.message, "F-2 is about i1 already.");
}

#[test]
fn a_fact_and_the_item_made_for_it_are_one_step() {
    let fixture = with_items(&["Backdrop", "Side wall"]);
    let library = &fixture.at.library;
    fixture.at.add(fixture.discovery, "The backdrop and the side wall are 6 m wide.", Parsing::Now);
    let before = (ledger(&fixture), names(&fixture));
    let unclear = library.facts().fact_detail(fixture.facts()[0].id).unwrap();
    assert_eq!((unclear.item.as_deref(), unclear.takes_item), (None, true));
    assert_eq!(library.items().fact_set_new_item(unclear.fact.id, "backdrop").unwrap_err().code, Code::Refused);
    assert_eq!((ledger(&fixture), names(&fixture)), before, "a name that another has changes nothing");
    let fact = library.items().fact_set_new_item(unclear.fact.id, " Return ").unwrap();
    assert_eq!(names(&fixture), ["i1 Backdrop", "i2 Side wall", "i3 Return"]);
    assert_eq!(library.facts().fact_detail(fact.id).unwrap().item.as_deref(), Some("i3"));
    assert_eq!(undo(&fixture), "Say that F-1 is about “Return”");
    assert_eq!((ledger(&fixture), names(&fixture)), before, "both are taken back at once");
}

#[test]
fn the_item_of_a_fact_is_the_one_that_stands() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "6 m"), (HEIGHT, "3 m"));
    let library = &fixture.at.library;
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    let height = fixture.facts().into_iter().find(|fact| fact.key == HEIGHT).unwrap();
    assert_eq!(library.facts().fact_detail(height.id).unwrap().item.as_deref(), Some("i1"), "i2 was merged into it");
    library.facts().reject(&[height.id]).unwrap();
    assert!(!library.facts().fact_detail(height.id).unwrap().takes_item, "what is rejected is about nothing any more");
}

#[test]
fn all_that_an_item_is_called_changes_in_one_step() {
    let fixture = with_items(&["Backdrop", "Side wall"]);
    let library = &fixture.at.library;
    let id = library.items().list(fixture.discovery).unwrap()[0].id;
    let aliases = ["cyc".to_owned(), "Rear wall".to_owned()];
    let edited = library.items().item_edit(id, "Rear wall", &aliases, " Printed cloth. ").unwrap();
    assert_eq!((edited.name.as_str(), edited.aliases.as_slice()), ("Rear wall", &aliases[..1]), "a name is no alias");
    assert_eq!(edited.description, "Printed cloth.");
    assert_eq!(library.items().item_edit(id, "side wall", &[], "").unwrap_err().code, Code::Refused);
    assert_eq!(undo(&fixture), "Edit i1");
    let before = &library.items().list(fixture.discovery).unwrap()[0];
    assert_eq!((before.name.as_str(), before.aliases.len(), before.description.as_str()), ("Backdrop", 0, ""));
}

#[test]
fn a_table_goes_out_in_the_order_and_with_the_columns_that_are_looked_at() {
    let (fixture, backdrop, wall) = two_items((WIDTH, "6 m"), (HEIGHT, "3 m"));
    let library = &fixture.at.library;
    let floor = library.items().item_add(fixture.discovery, "Floor", &[]).unwrap();
    let csv = |items: &[Uuid], keys: Option<&[String]>| {
        let csv = library.knowledge().item_table_csv(fixture.discovery, TableView { keys, items }).unwrap();
        csv.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        csv(&[], None),
        ["i1,Backdrop,600,", "i2,Rear wall,,300", "i3,Floor,,"],
        "by number where no order is named"
    );
    let order = [floor.id, wall.id, backdrop.id];
    assert_eq!(csv(&order, Some(&[HEIGHT.to_owned()])), ["i3,Floor,", "i2,Rear wall,300", "i1,Backdrop,"]);
    assert_eq!(
        csv(&[wall.id, Uuid::from_u128(9)], Some(&[])),
        ["i2,Rear wall", "i1,Backdrop", "i3,Floor"],
        "what came since follows, and what is gone is left out"
    );
}
