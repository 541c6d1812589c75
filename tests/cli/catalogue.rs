//! Canonical items and prices through the real binary: a catalogue, what lines mean, prices and files that are wrong.

use std::fs;

use serde_json::{Value, json};

use super::factly::{Factly, text};

/// A catalogue of two, and a price that a fact of the discovery tells.
fn with_catalogue() -> Factly {
    let factly = Factly::with_discovery();
    factly.json(&[
        "catalogue",
        "add",
        "--name",
        "Molton black",
        "--unit",
        "m2",
        "--synonym",
        "de:Bühnenmolton",
        "--synonym",
        "fr:muleton noir",
    ]);
    factly.json(&["catalogue", "add", "--name", "Truss", "--unit", "m"]);
    let quote = "Molton black costs 12.50 EUR per m² since 3 March 2026";
    let bundle = factly.unread_bundle(&format!("{quote}."));
    let ops = json!({ "ops": [{
        "op": "ADD", "scope": { "type": "project" }, "key": "product.price", "value": "12.50 EUR", "confidence": 0.95,
        "evidence": { "quote": quote }, "needsReview": false, "reason": "it says so",
    }] });
    factly.submit(&bundle, &ops);
    factly
}

fn line(factly: &Factly) -> Value {
    factly.json(&["canonical", "suggest", "Wall"])["lines"][0].clone()
}

#[test]
fn a_line_is_suggested_confirmed_and_its_price_told() {
    let factly = with_catalogue();
    let suggested = line(&factly);
    assert_eq!(suggested["line"], "F-1");
    assert_eq!(suggested["suggestions"][0]["name"], "Molton black");
    assert_eq!(suggested["suggestions"][0]["tied"], false);
    assert!(suggested["suggestions"][0]["reason"].as_str().unwrap().starts_with("it is the name"), "{suggested}");

    let confirmed = factly.json(&["canonical", "confirm", "Wall", "F-1", "bühnenmolton"]);
    assert_eq!(confirmed["confirmed"]["name"], "Molton black", "named by a synonym");
    let prices = factly.json(&["price", "list", "Molton black"]);
    assert_eq!(prices["prices"][0]["price"], json!({ "minor": 1250, "currency": "EUR" }));
    assert_eq!(prices["prices"][0]["fact"]["label"], "F-1");
    assert_eq!(prices["prices"][0]["date"], "2026-03-03");

    factly.json(&["price", "add", "Molton black", "13,90 €", "--vendor", "Gerriets", "--date", "2026-04-01"]);
    factly.json(&["price", "add", "Molton black", "15.00 CHF", "--date", "2026-04-02"]);
    factly.json(&["price", "rate", "add", "EUR", "CHF", "0.96", "--date", "2026-01-01"]);
    let stats = factly.json(&["price", "stats", "Molton black"]);
    assert_eq!(stats["series"].as_array().unwrap().len(), 2, "two currencies are never mixed");
    let in_euros = factly.json(&["price", "stats", "Molton black", "--in", "EUR"]);
    assert_eq!(in_euros["series"][0]["all"]["count"], 3);
    assert_eq!(in_euros["prices"][2]["converted"]["inverse"], true);

    let undone = factly.json(&["canonical", "unlink", "Wall", "F-1"]);
    assert_eq!(undone["confirmed"], Value::Null);
    assert_eq!(factly.json(&["price", "list", "Molton black"])["prices"].as_array().unwrap().len(), 2);
    factly.json(&["canonical", "reject", "Wall", "F-1", "Molton black"]);
    assert_eq!(line(&factly)["suggestions"], json!([]));
}

#[test]
fn a_file_is_refused_by_its_lines_and_nothing_of_it_comes() {
    let factly = with_catalogue();
    let file =
        factly.file("prices.csv", "item,price,currency,date\nTruss,40.00,EUR,2026-01-01\nTruss,x,EUR,2026-01-01\n");
    let file = file.to_str().unwrap();
    let output = factly.run(&["price", "import", file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("line 3, price: “x” is not a price"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("Nothing was imported."), "{}", text(&output.stderr));
    assert_eq!(factly.json(&["price", "list", "Truss"])["prices"], json!([]));

    fs::write(file, "item,price,currency,date\nTruss,40.00,EUR,2026-01-01\n").unwrap();
    assert_eq!(factly.json(&["price", "import", file, "--dry-run"])["added"], 1);
    assert_eq!(factly.json(&["price", "list", "Truss"])["prices"], json!([]), "a dry run does nothing");
    assert_eq!(factly.json(&["price", "import", file])["added"], 1);
    assert_eq!(factly.json(&["price", "import", file])["same"], 1);
    let exported = text(&factly.run(&["price", "export"]).stdout);
    assert!(exported.contains("Truss,40.00,EUR,m,,,2026-01-01,"), "{exported}");
}

#[test]
fn a_catalogue_goes_out_and_comes_in_the_same() {
    let factly = with_catalogue();
    let file = factly.path().join("catalogue.csv");
    let file = file.to_str().unwrap();
    factly.json(&["catalogue", "export", "-o", file]);
    let again = factly.json(&["catalogue", "import", file]);
    assert_eq!((again["added"].as_u64(), again["same"].as_u64()), (Some(0), Some(2)));
    factly.json(&["catalogue", "edit", "Truss", "--name", "Box truss", "--unit", "m"]);
    factly.json(&["catalogue", "archive", "Box truss"]);
    let listed = factly.json(&["catalogue", "list"]);
    assert_eq!((listed["total"].as_u64(), listed["items"][0]["name"].as_str()), (Some(1), Some("Molton black")));
    assert_eq!(factly.json(&["undo"])["done"], "Archive “Box truss”", "on the library's own stack");
    for (args, what) in [
        (&["catalogue", "add", "--name", "Beam", "--synonym", "Balken"][..], "names no language"),
        (&["catalogue", "edit", "Velvet", "--name", "x"][..], "There is no canonical item “Velvet”"),
        (&["canonical", "confirm", "Wall", "x9", "Box truss"][..], "names no line"),
    ] {
        let output = factly.run(args);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
    }
}
