//! Items: their names and numbers, and what becomes of their facts when they are merged and split.

use crate::answers;
use answers::{Asked, about, bundle_of, op};
use factly_core::ledger::Scope;
use factly_core::ledger::decide::Resolution;
use factly_engine::bundle::Parsing;
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use factly_engine::items::Item;
use factly_engine::knowledge::TableView;
use factly_engine::ledger::FactDetail;
use factly_engine::task::Unwatched;
use serde_json::{Value, json};
use uuid::Uuid;

const WIDTH: &str = "item.dimensions.width";
const HEIGHT: &str = "item.dimensions.height";

/// A backdrop and a rear wall, one fact of each: `(key, value)`, said of the item by name.
fn two_items(backdrop: (&str, &str), wall: (&str, &str)) -> (Asked, Item, Item) {
    let asked = about("Nothing is said here yet.");
    let items =
        ["Backdrop", "Rear wall"].map(|name| asked.at.library.items().item_add(asked.discovery, name, &[]).unwrap());
    say(&asked, &items[0], backdrop);
    say(&asked, &items[1], wall);
    let [backdrop, wall] = items;
    (asked, backdrop, wall)
}

fn say(asked: &Asked, item: &Item, (key, value): (&str, &str)) {
    let word = if key == WIDTH { "wide" } else { "high" };
    let text = format!("The {} is {value} {word}.", item.name.to_lowercase());
    let bundle = bundle_of(&asked.at, asked.discovery, &text);
    let raw = json!({ "ops": [of_item(key, value, text.trim_end_matches('.'), &item.reference())] }).to_string();
    asked.submit_to(bundle, &raw, Force::No);
}

fn of_item(key: &str, value: &str, quote: &str, item: &str) -> Value {
    json!({
        "op": "ADD", "scope": {"type": "item", "itemId": item}, "key": key, "value": value, "confidence": 0.95,
        "evidence": {"quote": quote}, "needsReview": false, "reason": "it says so",
    })
}

/// Each fact as "F-1 accepted i1 key: reading".
fn ledger(asked: &Asked) -> Vec<String> {
    let item = |scope: &Scope| scope.item_id().unwrap_or("-").to_owned();
    let facts = asked.facts().into_iter();
    facts
        .map(|fact| {
            let key = fact.key.trim_start_matches("item.dimensions.");
            format!("{} {} {} {key}: {}", fact.label, fact.status.as_str(), item(&fact.scope), fact.value.reading())
        })
        .collect()
}

fn names(asked: &Asked) -> Vec<String> {
    let items = asked.at.library.items().list(asked.discovery).unwrap();
    items.iter().map(|item| format!("{} {}", item.reference(), item.name)).collect()
}

fn undo(asked: &Asked) -> String {
    asked.at.library.undo().undo(Some(asked.discovery)).unwrap().done.unwrap().to_string()
}

fn redo(asked: &Asked) -> String {
    asked.at.library.undo().redo(Some(asked.discovery)).unwrap().done.unwrap().to_string()
}

#[test]
fn an_item_is_made_named_and_put_aside_one_step_each() {
    let asked = about("Nothing yet.");
    let library = &asked.at.library;
    let aliases = ["rear  wall".to_owned(), "BACKDROP".to_owned()];
    let made = library.items().item_add(asked.discovery, " Back\ndrop ", &aliases).unwrap();
    assert_eq!((made.reference().as_str(), made.name.as_str()), ("i1", "Back drop"));
    assert_eq!(made.aliases, ["rear wall", "BACKDROP"]);
    let renamed = library.items().item_rename(made.id, "Backdrop").unwrap();
    assert_eq!(renamed.aliases, ["rear wall"], "a name is not its own alias");
    library.items().item_aliases(made.id, &["cyc".to_owned()]).unwrap();
    library.items().item_describe(made.id, " Printed cloth. ").unwrap();
    let aside = library.items().item_archive(made.id, true).unwrap();
    assert_eq!((aside.archived, aside.description.as_str()), (true, "Printed cloth."));
    assert_eq!(library.items().list(asked.discovery).unwrap(), std::slice::from_ref(&aside));
    let steps = ["Archive i1", "Describe i1", "Change what i1 is also called", "Rename i1 to “Backdrop”"];
    for step in steps {
        assert_eq!(undo(&asked), step);
    }
    assert_eq!(library.items().get(made.id).unwrap(), made);
    for _ in steps {
        redo(&asked);
    }
    assert_eq!(library.items().get(made.id).unwrap(), aside);
}

#[test]
fn a_number_is_never_given_twice() {
    let asked = about("Nothing yet.");
    let library = &asked.at.library;
    library.items().item_add(asked.discovery, "Backdrop", &[]).unwrap();
    let second = library.items().item_add(asked.discovery, "Floor", &[]).unwrap();
    undo(&asked);
    assert_eq!(names(&asked), ["i1 Backdrop"]);
    assert_eq!(library.items().item_add(asked.discovery, "Floor", &[]).unwrap().reference(), "i3");
    assert_eq!(library.items().get(second.id).unwrap_err().code, Code::NotFound);
    let other = asked.at.discovery("Other");
    assert_eq!(
        library.items().item_add(other, "Floor", &[]).unwrap().reference(),
        "i1",
        "each discovery counts for itself"
    );
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let (asked, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let library = &asked.at.library;
    let stranger = library.items().item_add(asked.at.discovery("Other"), "Floor", &[]).unwrap();
    let before = (names(&asked), ledger(&asked));
    let check = |what: Result<(), factly_engine::error::Error>, said: &str| {
        let error = what.expect_err(said);
        assert_eq!(error.message, said);
    };
    check(library.items().item_add(asked.discovery, "  ", &[]).map(drop), "An item needs a name.");
    check(library.items().item_add(asked.discovery, "—", &[]).map(drop), "A name needs a letter or a digit.");
    check(library.items().item_add(asked.discovery, "BACKDROP", &[]).map(drop), "“Backdrop” is i1 already.");
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
    undo(&asked);
    assert_eq!((names(&asked), ledger(&asked)), before, "what was refused changed nothing");
}

#[test]
fn the_facts_of_a_merged_item_are_read_as_the_others() {
    let (asked, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let before = ledger(&asked);
    assert_eq!(before, ["F-1 accepted i1 width: 600 cm", "F-2 accepted i2 height: 300 cm"]);
    let kept = asked.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    assert_eq!(kept.aliases, ["Rear wall"], "texts that say the other name still mean it");
    assert_eq!(names(&asked), ["i1 Backdrop"]);
    assert_eq!(ledger(&asked), ["F-1 accepted i1 width: 600 cm", "F-2 accepted i1 height: 300 cm"]);
    assert_eq!(asked.at.library.items().item_meant(asked.discovery, "i2").unwrap().id, backdrop.id);

    // What is said of either now is held against the facts of both.
    say(&asked, &backdrop, (HEIGHT, "300 cm"));
    say(&asked, &wall, (WIDTH, "600 cm"));
    assert_eq!(ledger(&asked).len(), 2, "both said again: {:?}", ledger(&asked));
    say(&asked, &backdrop, (HEIGHT, "310 cm"));
    assert_eq!(ledger(&asked)[1..], ["F-2 superseded i1 height: 300 cm", "F-3 accepted i1 height: 310 cm"]);
    assert_eq!(asked.at.library.sources().verify(None, &Unwatched).unwrap().problems, []);
}

#[test]
fn what_waits_and_is_said_of_an_item_stands_first_however_much_waits() {
    let asked = with_items(&["Backdrop", "Rear wall"]);
    let library = &asked.at.library;
    let submit = |text: &str, ops: &[Value]| {
        let bundle = bundle_of(&asked.at, asked.discovery, text);
        asked.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    };
    // So little believed that each waits.
    let waiting = |mut op: Value| {
        op["confidence"] = json!(0.5);
        op
    };
    let text = "The backdrop is 6 m wide. The rear wall is 3 m high.";
    let width = of_item(WIDTH, "6 m", "The backdrop is 6 m wide", "i1");
    let height = of_item(HEIGHT, "3 m", "The rear wall is 3 m high", "i2");
    submit(text, &[waiting(width), waiting(height)]);
    let points: Vec<String> = (1..=60).map(|n| format!("Point {n} is so.")).collect();
    submit(&points.join(" "), &points.iter().map(|point| op("note", point.as_str(), point, 0.5)).collect::<Vec<_>>());

    let first = |items: &[&str]| {
        let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        let page = library.ledger().review_about(asked.discovery, &items, 3).unwrap();
        assert_eq!(page.total, 62);
        let told = |detail: FactDetail| format!("{} {}", detail.fact.label, detail.item.unwrap_or_default());
        page.items.into_iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(first(&[]), ["F-62 ", "F-61 ", "F-60 "], "what was said last");
    assert_eq!(first(&["i2"]), ["F-2 i2", "F-62 ", "F-61 "], "what is said of the item before it, however old");
    assert_eq!(first(&["i1", "i2"]), ["F-2 i2", "F-1 i1", "F-62 "], "several are one scope");
    let items = library.items().list(asked.discovery).unwrap();
    library.items().item_merge(items[1].id, items[0].id).unwrap();
    assert_eq!(first(&["i1"]), ["F-2 i1", "F-1 i1", "F-62 "], "what was merged into it is said of it");
}

#[test]
fn of_two_values_for_one_key_the_later_stands_and_the_other_is_a_conflict() {
    let (asked, backdrop, wall) = two_items((WIDTH, "600 cm"), (WIDTH, "650 cm"));
    let library = &asked.at.library;
    let before = ledger(&asked);
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    let merged = ["F-1 conflict i1 width: 600 cm", "F-2 accepted i1 width: 650 cm"];
    assert_eq!(ledger(&asked), merged);
    let facts = asked.facts();
    assert!(facts[0].needs_review);
    let rival = library.ledger().fact_detail(facts[0].id).unwrap().rival.expect("it says what it is in conflict with");
    assert_eq!(rival.fact.id, facts[1].id);
    assert_eq!(undo(&asked), "Merge i2 into i1");
    assert_eq!((ledger(&asked), names(&asked).len()), (before, 2), "the merge is one step");
    assert_eq!(redo(&asked), "Merge i2 into i1");
    assert_eq!(ledger(&asked), merged);
    library.ledger().resolve(facts[0].id, Resolution::TakeNew).unwrap();
    assert_eq!(ledger(&asked), ["F-1 accepted i1 width: 600 cm", "F-2 superseded i1 width: 650 cm"]);
}

#[test]
fn the_same_value_of_both_is_said_twice() {
    let (asked, backdrop, wall) = two_items((WIDTH, "600 cm"), (WIDTH, "6 m"));
    asked.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    assert_eq!(ledger(&asked), ["F-1 superseded i1 width: 600 cm", "F-2 accepted i1 width: 6 m"]);
    let standing = asked.at.library.ledger().fact_detail(asked.facts()[1].id).unwrap();
    assert_eq!(standing.reaffirmed, 1, "the evidence of the other is kept");
}

#[test]
fn a_merge_takes_along_what_was_merged_before() {
    let (asked, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let library = &asked.at.library;
    let cloth = library.items().item_add(asked.discovery, "Cloth", &[]).unwrap();
    library.items().item_merge(backdrop.id, wall.id).unwrap();
    library.items().item_merge(wall.id, cloth.id).unwrap();
    assert_eq!(names(&asked), ["i3 Cloth"]);
    assert_eq!(library.items().get(cloth.id).unwrap().aliases, ["Rear wall", "Backdrop"]);
    assert_eq!(ledger(&asked), ["F-1 accepted i3 width: 600 cm", "F-2 accepted i3 height: 300 cm"]);
    undo(&asked);
    assert_eq!(ledger(&asked), ["F-1 accepted i2 width: 600 cm", "F-2 accepted i2 height: 300 cm"]);
    undo(&asked);
    assert_eq!(ledger(&asked), ["F-1 accepted i1 width: 600 cm", "F-2 accepted i2 height: 300 cm"]);
}

#[test]
fn a_split_says_the_facts_of_some_keys_again_of_another_item() {
    let (asked, backdrop, _) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    let library = &asked.at.library;
    say(&asked, &backdrop, (HEIGHT, "200 cm"));
    let before = ledger(&asked);
    let quotes: Vec<_> = asked.facts().iter().map(|fact| fact.evidence.clone()).collect();
    let door = library.items().item_split(backdrop.id, "Door", &[], &[HEIGHT.to_owned()]).unwrap();
    assert_eq!(door.reference(), "i3");
    assert_eq!(
        ledger(&asked),
        [
            "F-1 accepted i1 width: 600 cm",
            "F-2 accepted i2 height: 300 cm",
            "F-3 superseded i1 height: 200 cm",
            "F-3 accepted i3 height: 200 cm"
        ]
    );
    assert_eq!(asked.facts()[3].evidence, quotes[2], "with the same words as its evidence");
    assert_eq!(library.sources().verify(None, &Unwatched).unwrap().problems, []);
    assert_eq!(undo(&asked), "Split “Door” from i1");
    assert_eq!((ledger(&asked), names(&asked).len()), (before, 2));
    redo(&asked);
    assert_eq!(names(&asked), ["i1 Backdrop", "i2 Rear wall", "i3 Door"]);
}

#[test]
fn what_was_merged_can_be_split_again() {
    let (asked, backdrop, wall) = two_items((WIDTH, "600 cm"), (HEIGHT, "300 cm"));
    asked.at.library.items().item_merge(wall.id, backdrop.id).unwrap();
    asked.at.library.items().item_split(backdrop.id, "Rear wall again", &[], &[HEIGHT.to_owned()]).unwrap();
    assert_eq!(
        ledger(&asked),
        ["F-1 accepted i1 width: 600 cm", "F-2 superseded i1 height: 300 cm", "F-2 accepted i3 height: 300 cm"]
    );
}

#[test]
fn an_item_without_facts_is_deleted() {
    let asked = about("Nothing yet.");
    let made: Uuid = asked.at.library.items().item_add(asked.discovery, "Floor", &[]).unwrap().id;
    asked.at.library.items().item_delete(made).unwrap();
    assert_eq!(names(&asked), [""; 0]);
    assert_eq!(undo(&asked), "Delete i1");
    assert_eq!(names(&asked), ["i1 Floor"]);
}

/// Returns the item fields of a text in the ledger: "i1 accepted width: 6 m", with its reason if a person is to look.
fn fields_of(asked: &Asked) -> Vec<String> {
    let facts = asked.facts().into_iter().filter(|fact| fact.key.starts_with("item."));
    facts
        .map(|fact| {
            let key = fact.key.trim_start_matches("item.dimensions.");
            let item = fact.scope.item_id().unwrap_or("-");
            let why = if fact.needs_review { format!("? {}", fact.reason) } else { String::new() };
            format!("{item} {} {key}: {}{why}", fact.status.as_str(), fact.value.reading())
        })
        .collect()
}

fn with_items(names: &[&str]) -> Asked {
    let asked = about("Nothing is said here yet.");
    for name in names {
        asked.at.library.items().item_add(asked.discovery, name, &[]).unwrap();
    }
    asked
}

#[test]
fn a_text_that_is_added_speaks_of_the_items_that_it_names() {
    let asked = with_items(&["Backdrop", "Side wall"]);
    let library = &asked.at.library;
    let text = "The backdrop is 6 m wide. @item(i2:Side wall) is 3 m high. \
                The backdrop and the side wall are 2 m deep. The total budget is 900 EUR.";
    let input = asked.at.add(asked.discovery, text, Parsing::Now).added[0].id;
    let either = "it is not clear which item is meant: “Backdrop” (i1), “Side wall” (i2)";
    assert_eq!(
        fields_of(&asked),
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
    assert_eq!(library.sources().verify(None, &Unwatched).unwrap().problems, []);
}

#[test]
fn a_model_is_told_the_items_and_held_to_the_words() {
    let asked = with_items(&["Backdrop", "Side wall"]);
    let library = &asked.at.library;
    let bundle = bundle_of(&asked.at, asked.discovery, "The backdrop is 6 m wide. It is 3 m high. Paint it.");
    let prompt = library.runs().run_prompt(bundle).unwrap();
    assert!(prompt.contains(r#"- {"id":"i1","name":"Backdrop"}"#), "{prompt}");
    let ops = json!([
        of_item(WIDTH, "6 m", "The backdrop is 6 m wide", "i2"),
        of_item(HEIGHT, "3 m", "It is 3 m high", "i1"),
        of_item("project.summary.type", "stage", "Paint it", "i1"),
    ]);
    asked.submit_to(bundle, &json!({ "ops": ops }).to_string(), Force::No);
    assert_eq!(
        fields_of(&asked),
        [
            "- proposed width: 6 m? it is not clear which item is meant: “Backdrop” (i1), “Side wall” (i2)",
            "i1 proposed height: 3 m? the words do not name “Backdrop”",
        ]
    );
    let project = asked.facts().into_iter().filter(|fact| !fact.key.starts_with("item."));
    assert!(project.into_iter().all(|fact| fact.scope == Scope::Project), "only fields of items speak of one");
}

#[test]
fn the_analyst_says_which_item_is_meant() {
    let asked = with_items(&["Backdrop", "Side wall"]);
    let library = &asked.at.library;
    asked.at.add(asked.discovery, "The backdrop is 5 m wide.", Parsing::Now);
    asked.at.add(asked.discovery, "The backdrop and the side wall are 6 m wide.", Parsing::Now);
    let before = ledger(&asked);
    assert_eq!(before, ["F-1 accepted i1 width: 5 m", "F-2 proposed - width: 6 m"]);
    let fact = library.items().fact_set_item(asked.facts()[1].id, Some("i2")).unwrap();
    assert_eq!((fact.label.as_str(), fact.version), ("F-2", 2));
    assert_eq!(ledger(&asked)[1..], ["F-2 superseded - width: 6 m", "F-2 proposed i2 width: 6 m"]);
    assert_eq!(undo(&asked), "Say that F-2 is about i2");
    assert_eq!(ledger(&asked), before);
    let fact = library.items().fact_set_item(asked.facts()[1].id, Some("i1")).unwrap();
    library.ledger().accept(&[fact.id]).unwrap();
    assert_eq!(ledger(&asked)[0], "F-1 superseded i1 width: 5 m", "an item has one width");
    let error = library.items().fact_set_item(fact.id, Some("i9")).unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    let error = library.items().fact_set_item(fact.id, Some("i1")).unwrap_err();
    assert_eq!(error.message, "F-2 is about i1 already.");
}

#[test]
fn a_fact_and_the_item_made_for_it_are_one_step() {
    let asked = with_items(&["Backdrop", "Side wall"]);
    let library = &asked.at.library;
    asked.at.add(asked.discovery, "The backdrop and the side wall are 6 m wide.", Parsing::Now);
    let before = (ledger(&asked), names(&asked));
    let unclear = library.ledger().fact_detail(asked.facts()[0].id).unwrap();
    assert_eq!((unclear.item.as_deref(), unclear.takes_item), (None, true));
    assert_eq!(library.items().fact_set_new_item(unclear.fact.id, "backdrop").unwrap_err().code, Code::Refused);
    assert_eq!((ledger(&asked), names(&asked)), before, "a name that another has changes nothing");
    let fact = library.items().fact_set_new_item(unclear.fact.id, " Return ").unwrap();
    assert_eq!(names(&asked), ["i1 Backdrop", "i2 Side wall", "i3 Return"]);
    assert_eq!(library.ledger().fact_detail(fact.id).unwrap().item.as_deref(), Some("i3"));
    assert_eq!(undo(&asked), "Say that F-1 is about “Return”");
    assert_eq!((ledger(&asked), names(&asked)), before, "both are taken back at once");
}

#[test]
fn the_item_of_a_fact_is_the_one_that_stands() {
    let (asked, backdrop, wall) = two_items((WIDTH, "6 m"), (HEIGHT, "3 m"));
    let library = &asked.at.library;
    library.items().item_merge(wall.id, backdrop.id).unwrap();
    let height = asked.facts().into_iter().find(|fact| fact.key == HEIGHT).unwrap();
    assert_eq!(library.ledger().fact_detail(height.id).unwrap().item.as_deref(), Some("i1"), "i2 was merged into it");
    library.ledger().reject(&[height.id]).unwrap();
    assert!(!library.ledger().fact_detail(height.id).unwrap().takes_item, "what is rejected is about nothing any more");
}

#[test]
fn all_that_an_item_is_called_changes_in_one_step() {
    let asked = with_items(&["Backdrop", "Side wall"]);
    let library = &asked.at.library;
    let id = library.items().list(asked.discovery).unwrap()[0].id;
    let aliases = ["cyc".to_owned(), "Rear wall".to_owned()];
    let edited = library.items().item_edit(id, "Rear wall", &aliases, " Printed cloth. ").unwrap();
    assert_eq!((edited.name.as_str(), edited.aliases.as_slice()), ("Rear wall", &aliases[..1]), "a name is no alias");
    assert_eq!(edited.description, "Printed cloth.");
    assert_eq!(library.items().item_edit(id, "side wall", &[], "").unwrap_err().code, Code::Refused);
    assert_eq!(undo(&asked), "Edit i1");
    let before = &library.items().list(asked.discovery).unwrap()[0];
    assert_eq!((before.name.as_str(), before.aliases.len(), before.description.as_str()), ("Backdrop", 0, ""));
}

#[test]
fn a_table_goes_out_in_the_order_and_with_the_columns_that_are_looked_at() {
    let (asked, backdrop, wall) = two_items((WIDTH, "6 m"), (HEIGHT, "3 m"));
    let library = &asked.at.library;
    let floor = library.items().item_add(asked.discovery, "Floor", &[]).unwrap();
    let csv = |items: &[Uuid], keys: Option<&[String]>| {
        let csv = library.knowledge().item_table_csv(asked.discovery, TableView { keys, items }).unwrap();
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
