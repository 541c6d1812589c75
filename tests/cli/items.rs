//! Items and blocks through the real binary: made, named, merged, split, said of facts, and as they stood.

use serde_json::{Value, json};

use super::factly::{Factly, text};

const WIDTH: &str = "item.dimensions.width";

/// A backdrop that is 600 cm wide and a side wall, and of both together a width that is not said of one.
fn with_measured_items() -> Factly {
    let factly = Factly::with_discovery();
    factly.json(&["item", "add", "Wall", "Backdrop", "--alias", "cyc"]);
    factly.json(&["item", "add", "Wall", "Side wall"]);
    add(&factly, "The backdrop is 600 cm wide. The backdrop is 3 m high.");
    add(&factly, "The backdrop and the side wall are 7 m wide.");
    factly
}

fn add(factly: &Factly, content: &str) {
    let file = factly.file("text.txt", content);
    factly.json(&["input", "add", "Wall", file.to_str().unwrap()]);
}

fn label_of(factly: &Factly, quote: &str) -> String {
    let facts = factly.json(&["facts", "Wall"]);
    let has_quote = |fact: &&Value| fact["evidence"]["quote"].as_str().is_some_and(|of| of.contains(quote));
    let fact = facts.as_array().unwrap().iter().find(has_quote);
    fact.unwrap_or_else(|| panic!("no fact says {quote}: {facts}"))["label"].as_str().unwrap().to_owned()
}

fn fields(factly: &Factly, item: &str) -> Value {
    factly.json(&["item", "show", "Wall", item])["fields"].clone()
}

fn last_step(factly: &Factly) -> String {
    factly.json(&["history", "Wall"])["steps"][0]["seq"].to_string()
}

#[test]
fn an_item_is_named_described_and_put_aside_and_each_step_is_undone() {
    let factly = with_measured_items();
    let made = factly.json(&["item", "add", "Wall", "Floor"]);
    assert_eq!(made["item"], "i3");
    assert_eq!(factly.json(&["item", "rename", "Wall", "i3", "Stage floor"])["name"], "Stage floor");
    factly.json(&["item", "alias", "Wall", "stage floor", "boards", "deck"]);
    let described = factly.json(&["item", "describe", "Wall", "i3", " Black, matt. "]);
    assert_eq!(
        (&described["aliases"], &described["description"]),
        (&json!(["boards", "deck"]), &json!("Black, matt."))
    );
    assert!(factly.lines(&["item", "show", "Wall", "i3"]).contains("\n  Black, matt.\n"));
    factly.json(&["item", "archive", "Wall", "i3"]);
    assert!(factly.lines(&["item", "list", "Wall"]).contains("archived"));
    let undone = ["Archive i3", "Describe i3", "Change what i3 is also called", "Rename i3 to “Stage floor”"];
    for step in undone {
        assert_eq!(factly.json(&["undo", "Wall"])["done"], step);
    }
    assert_eq!(factly.json(&["item", "show", "Wall", "Floor"])["item"], "i3");
    factly.json(&["item", "delete", "Wall", "Floor"]);
    assert_eq!(factly.fails(&["item", "show", "Wall", "Floor"]), "not_found");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let factly = with_measured_items();
    for (args, code) in [
        (&["item", "add", "Wall", "backdrop"][..], "refused"),
        (&["item", "add", "Wall", " "][..], "empty"),
        (&["item", "merge", "Wall", "i1", "i1"][..], "refused"),
        (&["item", "delete", "Wall", "Backdrop"][..], "refused"),
        (&["item", "rename", "Wall", "Curtain", "Drape"][..], "not_found"),
        (&["item", "split", "Wall", "i2", "Left", "--key", WIDTH][..], "refused"),
        (&["item", "show", "Wall", "i1", "--as-of", "yesterday"][..], "invalid"),
        (&["block", "show", "Wall", "project.weather"][..], "invalid"),
        (&["block", "show", "Wall", "--item", "i9"][..], "not_found"),
    ] {
        assert_eq!(factly.fails(args), code, "{args:?}");
    }
    let both = factly.run(&["item", "of", "Wall", "F-1", "i1", "--new", "Floor"]);
    assert_eq!(both.status.code(), Some(2), "one item or a new one: {}", text(&both.stderr));
}

#[test]
fn an_ambiguous_fact_is_given_its_item() {
    let factly = with_measured_items();
    assert_eq!(fields(&factly, "i2"), json!({}), "two could be meant, so none is");
    let both = label_of(&factly, "7 m wide");
    factly.json(&["item", "of", "Wall", &both, "side wall"]);
    factly.json(&["fact", "accept", &both]);
    assert_eq!(fields(&factly, "i2"), json!({ WIDTH: "7 m" }));
    factly.json(&["item", "of", "Wall", &both, "--new", "Return"]);
    let made = factly.json(&["item", "show", "Wall", "Return"]);
    assert_eq!(made["fields"], json!({ WIDTH: "7 m" }));
    assert_eq!(made["sources"], json!({ WIDTH: { "kind": "user", "fact": both } }), "who says so");
    assert_eq!(fields(&factly, "i2"), json!({}));
    factly.json(&["undo", "Wall"]);
    assert_eq!(factly.fails(&["item", "show", "Wall", "Return"]), "not_found", "the new item goes with its step");
    assert_eq!(fields(&factly, "i2"), json!({ WIDTH: "7 m" }));
}

#[test]
fn a_merge_and_a_split_move_fields_and_the_table_has_them_in_one_unit() {
    let factly = with_measured_items();
    let both = label_of(&factly, "7 m wide");
    factly.json(&["item", "of", "Wall", &both, "i2"]);
    factly.json(&["fact", "accept", &both]);
    let csv = factly.lines(&["item", "table", "Wall", "--csv", "--key", WIDTH]);
    assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), ["i1,Backdrop,600", "i2,Side wall,700"], "{csv}");
    assert!(csv.starts_with("Item,Name,Width (cm)"), "{csv}");

    factly.json(&["item", "split", "Wall", "i1", "Upper half", "--key", "item.dimensions.height"]);
    assert_eq!(fields(&factly, "i1"), json!({ WIDTH: "600 cm" }));
    assert_eq!(fields(&factly, "i3"), json!({ "item.dimensions.height": "3 m" }));
    let merged = factly.json(&["item", "merge", "Wall", "i3", "i1"]);
    assert_eq!(merged["aliases"], json!(["cyc", "Upper half"]), "texts that say its name mean the other");
    assert_eq!(fields(&factly, "i3"), json!({ "item.dimensions.height": "3 m", WIDTH: "600 cm" }));

    let file = factly.path().join("items.csv");
    factly.run(&["item", "table", "Wall", "--csv", "-o", file.to_str().unwrap()]);
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(saved.starts_with('\u{feff}') && saved.ends_with("\r\n"), "as a spreadsheet reads it: {saved:?}");
}

#[test]
fn items_fields_and_blocks_are_shown_as_they_stood() {
    let factly = with_measured_items();
    let then = last_step(&factly);
    let height = label_of(&factly, "3 m high");
    factly.json(&["fact", "edit", &height, "--value", "4 m"]);
    factly.json(&["item", "rename", "Wall", "i1", "Rear wall"]);
    factly.json(&["item", "add", "Wall", "Floor"]);
    factly.json(&["item", "archive", "Wall", "i2"]);

    let list = factly.json(&["item", "list", "Wall", "--as-of", &then]);
    assert_eq!(list["as_of"]["steps_since"], 4);
    assert_eq!(list["came_since"][0]["name"], "Floor", "it was not there then");
    let names: Vec<_> =
        list["items"].as_array().unwrap().iter().map(|item| (&item["name"], &item["now"]["name"])).collect();
    assert_eq!(names, [(&json!("Backdrop"), &json!("Rear wall")), (&json!("Side wall"), &json!("Side wall"))]);
    let lines = factly.lines(&["item", "list", "Wall", "--as-of", &then]);
    assert!(
        lines.contains("now “Rear wall”") && lines.contains("now archived") && lines.contains("came since"),
        "{lines}"
    );

    let shown = factly.json(&["item", "show", "Wall", "Backdrop", "--as-of", &then]);
    let of = |key: &str| shown["fields"].as_array().unwrap().iter().find(|field| field["key"] == key).unwrap().clone();
    assert_eq!(
        of("item.dimensions.height"),
        json!({ "key": "item.dimensions.height", "value": "3 m", "now": "4 m", "changed": true })
    );
    assert_eq!(of(WIDTH)["changed"], false);
    assert_eq!(factly.fails(&["item", "show", "Wall", "Floor", "--as-of", &then]), "not_found", "it was not there yet");

    let block = ["block", "show", "Wall", "item.dimensions", "--item", "i1"];
    assert!(factly.lines(&block).contains("Height: 4 m"));
    let past = factly.lines(&[&block[..], &["--as-of", &then]].concat());
    assert!(past.contains(&format!("Height: 3 m  (now 4 m  {height})")) && past.contains("Width: 600 cm\n"), "{past}");
    let seen = factly.json(&[&block[..], &["--as-of", &then]].concat());
    let of = |label: &str| {
        let lines = seen["blocks"][0]["lines"].as_array().unwrap();
        lines.iter().find(|line| line["label"] == label).unwrap().clone()
    };
    assert_eq!((&of("Height")["stands"], &of("Height")["now"]["text"]), (&json!(false), &json!("4 m")));
    assert_eq!((&of("Width")["stands"], &of("Width")["now"]), (&json!(true), &json!(null)));
    let markdown = factly.lines(&[&block[..], &["--as-of", &then, "--markdown"]].concat());
    assert!(markdown.contains("3 m") && !markdown.contains("4 m"), "{markdown}");
    assert_eq!(fields(&factly, "i1")["item.dimensions.height"], "4 m", "looking back changes nothing");
}

#[test]
fn blocks_say_what_the_facts_come_to_and_a_rebuild_finds_nothing_else() {
    let factly = with_measured_items();
    let blocks = factly.json(&["block", "list", "Wall", "--item", "i1"]);
    let names: Vec<&str> = blocks.as_array().unwrap().iter().map(|block| block["block"].as_str().unwrap()).collect();
    assert!(names.contains(&"item.dimensions") && !names.contains(&"project.budget"), "{names:?}");
    let block = &factly.json(&["block", "show", "Wall", "item.dimensions", "--item", "i1"])[0];
    assert!(block["markdown"].as_str().unwrap().contains("600 cm"), "{block}");
    assert_eq!(block["updated_by"]["ref_id"], label_of(&factly, "600 cm wide"), "{block}");
    let markdown = factly.lines(&["block", "show", "Wall", "item.dimensions", "--item", "i1", "--markdown"]);
    assert_eq!(markdown, block["markdown"].as_str().unwrap(), "as it is kept");

    let checked = factly.json(&["rebuild", "Wall", "--check"]);
    assert_eq!(checked[0]["differences"], json!([]));
    factly.json(&["item", "merge", "Wall", "i2", "i1"]);
    factly.json(&["undo", "Wall"]);
    assert_eq!(factly.json(&["rebuild", "--check"])[0]["differences"], json!([]), "of every discovery");
    assert_eq!(factly.json(&["rebuild", "Wall"])[0]["differences"], json!([]));
}

#[test]
fn a_block_that_was_tampered_with_is_found_and_mended() {
    let factly = with_measured_items();
    let block = factly.json(&["block", "show", "Wall", "item.dimensions", "--item", "i1"])[0].clone();
    let line = block["markdown"].as_str().unwrap().lines().find(|line| line.contains("600 cm")).unwrap().to_owned();
    overwrite(&factly, &line, &line.replace("600", "999"));
    let check = factly.run(&["rebuild", "Wall", "--check"]);
    assert_eq!(check.status.code(), Some(1));
    assert!(text(&check.stdout).contains("item.dimensions of i1 differs"), "{}", text(&check.stdout));
    factly.json(&["rebuild", "Wall"]);
    assert!(factly.run(&["rebuild", "Wall", "--check"]).status.success());
}

/// Changes words in the file itself, behind the program's back.
fn overwrite(factly: &Factly, words: &str, with: &str) {
    let path = factly.path().join("library.factly");
    let mut bytes = std::fs::read(&path).unwrap();
    let found: Vec<usize> =
        bytes.windows(words.len()).enumerate().filter(|(_, at)| *at == words.as_bytes()).map(|(at, _)| at).collect();
    assert!(!found.is_empty(), "{words} stands in the file");
    for at in found {
        bytes[at..at + words.len()].copy_from_slice(with.as_bytes());
    }
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn rows_of_an_offer_become_items_whose_prices_are_compared() {
    let factly = Factly::with_discovery();
    let offer = |name: &str, vendor: &str, price: &str| {
        let text =
            format!("{vendor}\n\nItem\tQuantity\tNet unit price\nPartition wall white\t24 pieces\t{price} euros\n");
        let file = factly.file(name, &text);
        factly.json(&["input", "add", "Wall", file.to_str().unwrap()]);
    };
    offer("holm.txt", "Holm Brothers Ltd", "65.00");
    offer("weber.txt", "Weber Stands Ltd", "72.00");
    let proposed = factly.json(&["item", "proposals", "Wall"]);
    assert_eq!((&proposed[0]["name"], &proposed[1]), (&json!("Partition wall white"), &Value::Null), "{proposed}");
    let prices = proposed[0]["prices"].as_array().unwrap();
    let details =
        |price: &Value| (price["price"]["minor"].clone(), price["tax"].clone(), price["terms"]["vendor"].clone());
    assert_eq!(details(&prices[1]), (json!(7200), json!("net"), json!("Weber Stands Ltd")));
    let lines = factly.lines(&["item", "proposals", "Wall"]);
    assert!(lines.contains("€65.00 / pieces") && lines.contains("net"), "{lines}");

    assert_eq!(factly.fails(&["item", "confirm", "Wall", "--all", "--name", "Wall"]), "invalid");
    let fact = prices[0]["fact"]["label"].as_str().unwrap();
    let confirmed = factly.json(&["item", "confirm", "Wall", fact, "--name", "Partition"]);
    assert_eq!((&confirmed[0]["name"], &confirmed[0]["conflicts"]), (&json!("Partition"), &json!(0)));
    let stats = factly.json(&["price", "stats", "Partition"]);
    let series = &stats["series"][0];
    assert_eq!((&series["tax"], &series["all"]["median"]["minor"]), (&json!("net"), &json!(6850)));
    assert_eq!(series["vendors"].as_array().unwrap().len(), 2);
    assert!(factly.lines(&["price", "stats", "Partition"]).starts_with("net, all vendors: "));
    assert_eq!(factly.fails(&["item", "confirm", "Wall", "--all"]), "refused", "nothing is left to confirm");
    assert_eq!(factly.json(&["undo", "Wall"])["done"], "Add “Partition” with its prices");
}

#[test]
fn a_key_is_kept_from_what_a_fact_says_and_a_fact_is_corrected() {
    let factly = Factly::with_discovery();
    add(&factly, "The flood wall costs 1.2 million euros.");
    add(&factly, "The flood wall costs 1.4 million euros. The gate is 4 m wide.");
    let proposed = factly.json(&["keys", "Wall", "--proposals"]);
    assert_eq!((&proposed[0]["subject"], &proposed[0]["inputs"]), (&json!("flood wall"), &json!(2)), "{proposed}");
    let fact = proposed[0]["values"][0]["fact"].as_str().unwrap();
    let saved = factly.json(&["keys", "Wall", "--keep", fact, "--label", "Cost of the wall"]);
    assert_eq!((&saved["path"], &saved["label"]), (&json!("floodWall.cost"), &json!("Cost of the wall")));
    assert!(factly.lines(&["keys", "Wall"]).contains("floodWall.cost"));
    let gate = label_of(&factly, "gate");
    let args = ["fact", "correct", &gate, "--subject", "lock gate", "--property", "width", "--value", "4 m"];
    assert_eq!(factly.json(&[&args[..], &["--discovery", "Wall"]].concat())["key"], "lockGate.width");
}
