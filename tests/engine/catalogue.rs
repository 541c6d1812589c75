//! Canonical items, what lines mean them, and what they have cost.

use crate::{answers, library};
use std::collections::BTreeMap;

use answers::{BundleFixture, about, bundle_of};
use factly_core::values::Currency;
use factly_engine::Library;
use factly_engine::catalogue::{
    CanonicalView, CatalogueChange, LineName, LineView, NewCanonical, PriceInput, PricePanel, RateInput,
};
use factly_engine::error::Code;
use factly_engine::extraction::Force;
use serde_json::json;
use uuid::Uuid;

fn new(name: &str, unit: &str, german: &[&str]) -> NewCanonical {
    let german = german.iter().map(|name| (*name).to_owned()).collect();
    NewCanonical {
        name: name.to_owned(),
        unit: unit.to_owned(),
        synonyms: BTreeMap::from([("de".to_owned(), german)]),
        note: String::new(),
    }
}

fn add(library: &Library, name: &str, unit: &str, german: &[&str]) -> CanonicalView {
    library.catalogue().canonical_add(new(name, unit, german)).unwrap()
}

/// Each as "Molton black (m²) de:Bühnenmolton".
fn catalogue(library: &Library) -> Vec<String> {
    let page = library.catalogue().page("", false, 0, 100).unwrap();
    let synonyms = |item: &CanonicalView| {
        item.synonyms.iter().map(|(language, names)| format!(" {language}:{}", names.join("|"))).collect::<String>()
    };
    page.items.iter().map(|one| format!("{} ({}){}", one.item.name, one.item.unit, synonyms(&one.item))).collect()
}

fn undo_library(library: &Library) -> String {
    library.undo().undo(None).unwrap().done.unwrap().to_string()
}

/// A fact that a text tells of an item, accepted.
fn accept_text(fixture: &BundleFixture, item: &str, key: &str, value: &str, text: &str) {
    let bundle = bundle_of(&fixture.at, fixture.discovery, text);
    let scope = if item.is_empty() { json!({"type": "project"}) } else { json!({"type": "item", "itemId": item}) };
    let op = json!({
        "op": "ADD", "scope": scope, "key": key, "value": value, "confidence": 0.95,
        "evidence": {"quote": text.trim_end_matches('.')}, "needsReview": false, "reason": "it says so",
    });
    fixture.submit_to(bundle, &json!({ "ops": [op] }).to_string(), Force::No);
    let proposed: Vec<Uuid> =
        fixture.facts().into_iter().filter(|fact| fact.status.as_str() == "proposed").map(|fact| fact.id).collect();
    if !proposed.is_empty() {
        fixture.at.library.facts().accept(&proposed).unwrap();
    }
}

fn lines(fixture: &BundleFixture) -> Vec<LineView> {
    fixture.at.library.catalogue().canonical_lines(fixture.discovery).unwrap().lines
}

/// Each as "i1 “Backdrop” → Molton black" if it is decided, else with what is suggested and the score.
fn shown(fixture: &BundleFixture) -> Vec<String> {
    let of = |line: &LineView| match &line.confirmed {
        Some(link) => format!("{} “{}” → {}", line.name, line.text, link.name),
        None => {
            let suggested = line.suggestions.iter().map(|one| {
                let tied = if one.tied { " tied" } else { "" };
                format!(" {} {}{tied}", one.name, one.score)
            });
            format!("{} “{}”?{}", line.name, line.text, suggested.collect::<Vec<_>>().join(","))
        }
    };
    lines(fixture).iter().map(of).collect()
}

/// Each point as "1250 EUR / m² Gerriets 2026-01-01", with what of it is not plain.
fn points(panel: &PricePanel) -> Vec<String> {
    let of = |point: &factly_engine::catalogue::PricePoint| {
        let fact = point.fact.as_ref().map_or(String::new(), |fact| format!(" by {}", fact.label));
        let recorded = if point.recorded { " recorded" } else { "" };
        let price = format!("{} {} / {}", point.price.minor, point.price.currency, point.unit);
        format!("{price} {} {}{recorded}{fact}", point.vendor, point.date)
    };
    panel.points.iter().map(of).collect()
}

fn typed(price: &str, vendor: &str, date: &str) -> PriceInput {
    PriceInput { price: price.to_owned(), vendor: vendor.to_owned(), date: date.to_owned(), ..PriceInput::default() }
}

#[test]
fn the_catalogue_is_the_librarys_and_so_is_its_undo() {
    let at = library::empty();
    let library = &at.library;
    let molton = add(library, " Molton  black", "m2", &["Bühnenmolton", "molton black"]);
    assert_eq!(catalogue(library), ["Molton black (m²) de:Bühnenmolton"]);
    let twice = library.catalogue().canonical_add(new("MOLTON black", "qm", &[])).unwrap_err();
    assert_eq!(twice.code, Code::Refused, "two of one name and unit could not be told apart");
    add(library, "Molton black", "roll", &[]);
    library
        .catalogue()
        .canonical_edit(molton.id, CatalogueChange { name: Some("Molton".into()), ..CatalogueChange::default() })
        .unwrap();
    library.catalogue().canonical_archive(molton.id, true).unwrap();
    assert_eq!(catalogue(library), ["Molton black (roll)"]);
    assert_eq!(library.catalogue().page("", true, 0, 9).unwrap().total, 1, "put aside, it is still to be found");
    for step in [
        "Archive “Molton”",
        "Change “Molton black” in the catalogue",
        "Add “Molton black” to the catalogue",
        "Add “Molton black” to the catalogue",
    ] {
        assert_eq!(undo_library(library), step);
    }
    assert_eq!(catalogue(library), Vec::<String>::new());
    library.undo().redo(None).unwrap();
    assert_eq!(catalogue(library), ["Molton black (m²) de:Bühnenmolton"]);
}

#[test]
fn an_item_of_the_catalogue_is_found_by_what_it_is_called() {
    let at = library::empty();
    let library = &at.library;
    let molton = add(library, "Molton black", "m²", &["Bühnenmolton"]);
    add(library, "Truss", "m", &[]);
    add(library, "Truss", "pieces", &[]);
    for name in ["molton BLACK", "bühnenmolton", &molton.id.to_string()] {
        assert_eq!(library.catalogue().find_canonical(name).unwrap(), molton.id, "{name}");
    }
    assert_eq!(library.catalogue().find_canonical("truss").unwrap_err().code, Code::Invalid, "two are called so");
    assert_eq!(library.catalogue().find_canonical("velvet").unwrap_err().code, Code::NotFound);
    let found = |words: &str| library.catalogue().page(words, false, 0, 9).unwrap().total;
    assert_eq!((found("bühnen"), found("black mol"), found("truss"), found("x")), (1, 1, 2, 0));
}

#[test]
fn a_catalogue_from_a_file_comes_whole_or_not_at_all() {
    let at = library::empty();
    let library = &at.library;
    add(library, "Truss", "m", &[]);
    let file = "name;unit;synonyms_de;synonyms_fr\nMolton black;m2;Bühnenmolton;muleton noir\ntruss;m;Traverse;\n";
    let report = library.catalogue().catalogue_import_preview(file).unwrap();
    assert_eq!((report.added, report.changed, report.same), (1, 1, 0), "one is new, one is known and learns a name");
    assert_eq!(catalogue(library), ["Truss (m)"], "to look changes nothing");
    library.catalogue().catalogue_import(file).unwrap();
    assert_eq!(catalogue(library), ["Molton black (m²) de:Bühnenmolton fr:muleton noir", "Truss (m) de:Traverse"]);
    let again = library.catalogue().catalogue_import(file).unwrap();
    assert_eq!((again.added, again.changed, again.same), (0, 0, 2), "twice is once");
    let bad = format!("{file};m;;\nTruss;m;;\n");
    let refused = library.catalogue().catalogue_import(&bad).unwrap_err();
    assert_eq!(refused.code, Code::Invalid);
    assert_eq!(
        refused.message,
        "The file cannot be read: line 4, name: there is no name; line 5: “Truss” stands in line 3 already."
    );
    let written = library.catalogue().catalogue_csv().unwrap();
    let back = library.catalogue().catalogue_import(&written).unwrap();
    assert_eq!((back.added, back.changed, back.same), (0, 0, 2), "what was exported says nothing new");
    assert_eq!(undo_library(library), "Import 2 canonical items");
    assert_eq!(catalogue(library), ["Truss (m)"], "one import is one step");
}

#[test]
fn an_exported_file_can_rename_and_put_aside() {
    let at = library::empty();
    let library = &at.library;
    add(library, "Truss", "m", &["Traverse"]);
    add(library, "Beam", "m", &[]);
    let file = library.catalogue().catalogue_csv().unwrap();
    let renamed = file.replace("Truss,m", "Box truss,m").replace("Beam,m,,", "Beam,m,,yes");
    library.catalogue().catalogue_import(&renamed).unwrap();
    assert_eq!(catalogue(library), ["Box truss (m) de:Traverse"]);
    let clash = library.catalogue().catalogue_import(&file.replace("Truss,m", "beam,m")).unwrap_err();
    assert!(
        clash.message.to_string().contains("called “beam” already") || clash.message.to_string().contains("already"),
        "{clash}"
    );
}

#[test]
fn lines_are_items_and_what_facts_say_of_material_work_and_prices() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    library.items().item_add(fixture.discovery, "Backdrop", &["rear cloth".to_owned()]).unwrap();
    accept_text(&fixture, "i1", "item.materials.main", "molton, black", "The backdrop is of molton, black.");
    accept_text(&fixture, "i1", "item.materials.colour", "black", "The backdrop is black.");
    accept_text(&fixture, "i1", "item.dimensions.width", "600 cm", "The backdrop is 600 cm wide.");
    accept_text(&fixture, "i1", "item.materials.finish", "screwed to a truss", "It is screwed to a truss.");
    assert!(library.catalogue().canonical_lines(fixture.discovery).unwrap().catalogue_empty);
    add(library, "Molton black", "m²", &[]);
    add(library, "Rear cloth", "m²", &[]);
    add(library, "Truss", "m", &[]);
    add(library, "Truss", "pieces", &[]);
    assert_eq!(
        shown(&fixture),
        [
            "i1 “Backdrop”? Rear cloth 970",
            "F-1 “molton, black”? Molton black 970",
            "F-4 “screwed to a truss”? Truss 810 tied, Truss 810 tied",
        ],
        "a colour and a width name nothing to buy; an item's alias counts; what is ambiguous is shown as such"
    );
}

#[test]
fn a_decision_is_the_discoverys_and_is_undone_there() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    accept_text(&fixture, "i1", "item.materials.main", "Bühnenmolton", "Der Hintergrund ist aus Bühnenmolton.");
    let molton = add(library, "Molton black", "m²", &["Bühnenmolton"]);
    let cloth = add(library, "Molton", "m²", &["Bühnenmolton schwer"]);
    let line = LineName::parse("F-1").unwrap();
    assert_eq!(shown(&fixture)[1], "F-1 “Bühnenmolton”? Molton black 965, Molton 565");

    library.catalogue().canonical_reject(fixture.discovery, &line, molton.id).unwrap();
    assert_eq!(shown(&fixture)[1], "F-1 “Bühnenmolton”? Molton 565", "what was refused is suggested no longer");
    library.catalogue().canonical_confirm(fixture.discovery, &line, cloth.id).unwrap();
    assert_eq!(shown(&fixture)[1], "F-1 “Bühnenmolton” → Molton");
    library.catalogue().canonical_confirm(fixture.discovery, &line, molton.id).unwrap();
    assert_eq!(shown(&fixture)[1], "F-1 “Bühnenmolton” → Molton black", "a line means one thing, the last confirmed");
    let link = lines(&fixture)[1].confirmed.clone().unwrap();
    assert_eq!(link.score, Some(965), "with what the suggestion showed");
    assert!(lines(&fixture)[1].rejected.is_empty(), "and a refusal that was thought better of is gone");

    let undo = || library.undo().undo(Some(fixture.discovery)).unwrap().done.unwrap();
    assert_eq!(undo(), "“Bühnenmolton” means “Molton black”");
    assert_eq!(shown(&fixture)[1], "F-1 “Bühnenmolton” → Molton");
    assert_eq!(undo(), "“Bühnenmolton” means “Molton”");
    assert_eq!(undo(), "“Bühnenmolton” does not mean “Molton black”");
    library.catalogue().canonical_confirm(fixture.discovery, &line, molton.id).unwrap();
    let link = lines(&fixture)[1].confirmed.clone().unwrap();
    library.catalogue().canonical_unlink(link.id).unwrap();
    assert!(lines(&fixture)[1].confirmed.is_none());
    assert_eq!(
        library
            .catalogue()
            .canonical_confirm(fixture.discovery, &LineName::parse("F-9").unwrap(), molton.id)
            .unwrap_err()
            .code,
        Code::NotFound
    );
    assert_eq!(LineName::parse("x7").unwrap_err().code, Code::Invalid);
}

#[test]
fn a_price_that_a_fact_tells_goes_with_the_fact_and_the_link() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    let cloth = add(library, "Backdrop cloth", "m²", &[]);
    accept_text(
        &fixture,
        "i1",
        "item.production.unitPrice",
        "12.50 EUR",
        "The backdrop costs 12.50 EUR per metre, 3 March 2026.",
    );
    accept_text(&fixture, "i1", "item.logistics.vendor", "Gerriets", "The backdrop comes from Gerriets.");
    let panel = || library.catalogue().price_panel(cloth.id, None).unwrap();
    assert!(panel().points.is_empty(), "nothing is decided");

    library.catalogue().canonical_confirm(fixture.discovery, &LineName::Item(1), cloth.id).unwrap();
    assert_eq!(points(&panel()), ["1250 EUR / m Gerriets 2026-03-03 by F-1"], "unit and date by its words");
    let fact = panel().points[0].fact.clone().unwrap();
    assert_eq!(fact.quote.as_deref(), Some("The backdrop costs 12.50 EUR per metre, 3 March 2026"));
    assert_eq!(library.facts().fact_detail(fact.id).unwrap().fact.label, "F-1", "and its quote can be opened");

    library.facts().reject(&[fact.id]).unwrap();
    assert!(panel().points.is_empty(), "a fact that was rejected tells nothing");
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert_eq!(panel().points.len(), 1);
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert!(panel().points.is_empty(), "nor does one whose link was undone");
    library.undo().redo(Some(fixture.discovery)).unwrap();

    let input =
        PriceInput { fact: Some(fact.id), vendor: "Showtex".into(), date: "2026-02".into(), ..PriceInput::default() };
    library.catalogue().price_add(cloth.id, &input).unwrap();
    assert_eq!(points(&panel()), ["1250 EUR / m² Showtex 2026-02 by F-1"], "what the analyst says of it goes before");
    library.discoveries().delete(fixture.discovery).unwrap();
    assert!(panel().points.is_empty(), "without its discovery nothing proves it");
}

#[test]
fn a_price_of_the_line_itself_goes_before_that_of_its_item() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    let (cloth, print) = (add(library, "Backdrop cloth", "m²", &[]), add(library, "Digital print", "m²", &[]));
    accept_text(&fixture, "i1", "item.production.unitPrice", "40 EUR", "Printing the backdrop costs 40 EUR.");
    library.catalogue().canonical_confirm(fixture.discovery, &LineName::Item(1), cloth.id).unwrap();
    assert_eq!(
        points(&library.catalogue().price_panel(cloth.id, None).unwrap()),
        ["4000 EUR / m²  2026-01-01 recorded by F-1"]
    );
    library.catalogue().canonical_confirm(fixture.discovery, &LineName::Fact(1), print.id).unwrap();
    assert!(library.catalogue().price_panel(cloth.id, None).unwrap().points.is_empty());
    assert_eq!(library.catalogue().price_panel(print.id, None).unwrap().points.len(), 1);
}

#[test]
fn prices_are_typed_and_taken_out_again() {
    let at = library::empty();
    let library = &at.library;
    let molton = add(library, "Molton", "m²", &[]).id;
    library.catalogue().price_add(molton, &typed("12,50 €", "Gerriets", "1. März 2026")).unwrap();
    let other = PriceInput {
        unit: "Rolle".into(),
        quantity: "1.200,5".into(),
        currency: "CHF".into(),
        ..typed("1'450.00", "", "")
    };
    let id = library.catalogue().price_add(molton, &other).unwrap();
    let panel = library.catalogue().price_panel(molton, None).unwrap();
    assert_eq!(points(&panel), ["145000 CHF / Rolle  2026-01-01", "1250 EUR / m² Gerriets 2026-03-01"]);
    for (input, message) in [
        (typed("", "", ""), "There is no price."),
        (typed("12.50", "", ""), "There is no currency."),
        (
            typed("5 EUR", "", "03/04/2026"),
            "“03/04/2026” can be read with the day or the month first: write the year first, as 2026-03-01.",
        ),
    ] {
        assert_eq!(library.catalogue().price_add(molton, &input).unwrap_err().message, message);
    }
    library.catalogue().price_remove(id).unwrap();
    assert_eq!(library.catalogue().price_panel(molton, None).unwrap().points.len(), 1);
    assert_eq!(undo_library(library), "Remove a price of “Molton”");
    assert_eq!(library.catalogue().price_panel(molton, None).unwrap().points.len(), 2);
    let last = library.catalogue().page("", false, 0, 9).unwrap().items[0].last.clone().unwrap();
    assert_eq!((last.price.minor, last.date.to_string().as_str()), (1250, "2026-03-01"));
}

#[test]
fn prices_from_a_file_name_known_items_or_nothing_comes() {
    let at = library::empty();
    let library = &at.library;
    let molton = add(library, "Molton", "m²", &["Bühnenmolton"]).id;
    let file = "Artikel;Preis;Währung;Lieferant;Datum\nBühnenmolton;12,50;EUR;Gerriets;01.03.2026\nMolton;13,00;EUR;Showtex;02.03.2026\n";
    let report = library.catalogue().prices_import(file).unwrap();
    assert_eq!((report.added, report.same), (2, 0));
    assert_eq!(report.lines[0].text, "Molton: €12.50 / m², Gerriets, 1 March 2026");
    let again = library.catalogue().prices_import(file).unwrap();
    assert_eq!((again.added, again.same), (0, 2), "the same price is seen once");
    let bad = format!("{file}Velours;5,00;EUR;;01.03.2026\nMolton;abc;EUR;;01.03.2026\n");
    assert_eq!(
        library.catalogue().prices_import(&bad).unwrap_err().message,
        "The file cannot be read: line 5, Preis: “abc” is not a price."
    );
    let unknown = bad.replace("abc", "9,00");
    assert_eq!(
        library.catalogue().prices_import(&unknown).unwrap_err().message,
        "The file cannot be read: line 4: there is no canonical item “Velours”."
    );
    assert_eq!(library.catalogue().price_panel(molton, None).unwrap().points.len(), 2, "nothing of either came in");
    assert_eq!(undo_library(library), "Import 2 prices");
}

#[test]
fn prices_are_converted_only_where_asked_and_by_rates_that_were_given() {
    let at = library::empty();
    let library = &at.library;
    let molton = add(library, "Molton", "m²", &[]).id;
    library.catalogue().price_add(molton, &typed("10.00 EUR", "A", "2025-12-01")).unwrap();
    library.catalogue().price_add(molton, &typed("19.00 CHF", "B", "2025-12-15")).unwrap();
    library.catalogue().price_add(molton, &typed("5.00 GBP", "C", "2025-12-20")).unwrap();
    assert_eq!(library.catalogue().price_panel(molton, None).unwrap().series.len(), 3, "side by side and never mixed");
    let rate = RateInput {
        from: "EUR".into(),
        to: "CHF".into(),
        rate: "0,95".into(),
        date: "2025-12-10".into(),
        note: String::new(),
    };
    library.catalogue().rate_add(&rate).unwrap();
    let in_euros = library.catalogue().price_panel(molton, Some(Currency::EUR)).unwrap();
    assert_eq!(
        (in_euros.series.len(), in_euros.left_out.as_slice()),
        (1, &[2][..]),
        "what has no rate is left out and said"
    );
    let by = in_euros.converted[1].clone().unwrap();
    assert_eq!((by.price.minor, by.inverse, by.rate.date.to_string().as_str()), (2000, true, "2025-12-10"));
    assert_eq!(in_euros.series[0].all.age_days, 17, "by the clock of the library");
    for (from, to, rate, message) in [
        ("EUR", "EUR", "1", "A rate is between two currencies."),
        ("EUR", "CHF", "0", "A rate is above zero."),
        ("EUR", "XYZ", "1", "“XYZ” is not a currency Factly knows."),
    ] {
        let input = RateInput { from: from.into(), to: to.into(), rate: rate.into(), ..RateInput::default() };
        assert_eq!(library.catalogue().rate_add(&input).unwrap_err().message, message);
    }
    let given = library.catalogue().rates().unwrap();
    library.catalogue().rate_remove(given[0].id).unwrap();
    assert_eq!(library.catalogue().price_panel(molton, Some(Currency::EUR)).unwrap().left_out, [1, 2]);
}

#[test]
fn what_was_decided_of_a_merged_item_holds_for_the_one_that_stands() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    let [remaining, merged] =
        ["Backdrop", "Cyclorama"].map(|name| library.items().item_add(fixture.discovery, name, &[]).unwrap());
    let cloth = add(library, "Cyclorama cloth", "m²", &[]);
    library.catalogue().canonical_confirm(fixture.discovery, &LineName::Item(2), cloth.id).unwrap();
    library.items().item_merge(merged.id, remaining.id).unwrap();
    assert_eq!(shown(&fixture), ["i1 “Backdrop” → Cyclorama cloth"]);
    let was = lines(&fixture)[0].confirmed.clone().unwrap().was;
    assert_eq!(was.as_deref(), Some("Cyclorama"), "and it is said that it was decided of another name");
}

/// Returns the text of the item's block of decisions, after a rebuild was seen to give the same.
fn decisions(fixture: &BundleFixture) -> String {
    let library = &fixture.at.library;
    let differs = library.knowledge().check_knowledge(Some(fixture.discovery)).unwrap();
    assert!(differs.iter().all(|rebuilt| rebuilt.differences.is_empty()), "{differs:?}");
    let blocks = library.knowledge().blocks(fixture.discovery, Some("i1")).unwrap();
    blocks
        .into_iter()
        .find(|block| block.key.as_str() == "item.decisions")
        .map_or(String::new(), |block| block.markdown)
}

#[test]
fn a_confirmed_link_is_a_decision_of_its_block() {
    let fixture = about("Nothing yet.");
    let library = &fixture.at.library;
    library.items().item_add(fixture.discovery, "Backdrop", &[]).unwrap();
    accept_text(&fixture, "i1", "item.materials.main", "molton, black", "The backdrop is of molton, black.");
    let molton = add(library, "Molton black", "m²", &[]);
    assert!(!decisions(&fixture).contains("means"));
    library.catalogue().canonical_confirm(fixture.discovery, &LineName::Fact(1), molton.id).unwrap();
    assert!(
        decisions(&fixture).contains("“molton, black” means the canonical item “Molton black”"),
        "{}",
        decisions(&fixture)
    );

    let name = CatalogueChange { name: Some("Stage molton".into()), ..CatalogueChange::default() };
    library.catalogue().canonical_edit(molton.id, name).unwrap();
    assert!(decisions(&fixture).contains("“Stage molton”"), "a name that changes is told by its new name");
    undo_library(library);
    undo_library(library);
    assert!(!decisions(&fixture).contains("means"), "what is not in the catalogue cannot be meant");
    library.undo().redo(None).unwrap();
    assert!(decisions(&fixture).contains("means"));

    let fact = fixture.facts()[0].id;
    library.facts().reject(&[fact]).unwrap();
    assert!(!decisions(&fixture).contains("means"), "a line that is not said decides nothing");
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert!(decisions(&fixture).contains("means"));
    library.undo().undo(Some(fixture.discovery)).unwrap();
    assert!(!decisions(&fixture).contains("means"), "undone, it is no decision");
}
