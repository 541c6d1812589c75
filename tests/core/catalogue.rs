//! Canonical items and prices: what a line may mean, what prices tell, and what a file says.

#[path = "catalogue/files.rs"]
mod files;
#[path = "catalogue/prices.rs"]
mod prices;

use std::collections::BTreeMap;

use factly_core::catalogue::{CanonicalItem, CatalogueIndex, ItemSuggestion, MatchReason, tidy_synonyms, unit_name};
use proptest::prelude::*;

fn item(name: &str, unit: &str, synonyms: &[(&str, &[&str])]) -> CanonicalItem {
    let names = |list: &&[&str]| list.iter().map(|name| (*name).to_owned()).collect();
    CanonicalItem {
        name: name.to_owned(),
        unit: unit.to_owned(),
        synonyms: synonyms.iter().map(|(language, list)| ((*language).to_owned(), names(list))).collect(),
    }
}

fn workshop() -> Vec<CanonicalItem> {
    vec![
        item(
            "Birch plywood 18 mm",
            "m²",
            &[("de", &["Birkensperrholz 18 mm"]), ("fr", &["contreplaqué bouleau 18 mm"])],
        ),
        item("Birch plywood 12 mm", "m²", &[("de", &["Birkensperrholz 12 mm"])]),
        item("Molton black", "m²", &[("de", &["Bühnenmolton schwarz"]), ("es", &["muletón negro"])]),
        item("Particle board", "m²", &[("de", &["Spanplatte"]), ("fr", &["panneau de particules"])]),
        item(
            "Wood screw",
            "pieces",
            &[("de", &["Holzschraube"]), ("fr", &["vis à bois"]), ("es", &["tornillo de madera"])],
        ),
        item("Assembly", "h", &[("de", &["Montage"]), ("fr", &["montage"]), ("es", &["montaje"])]),
        item("Fibre cable", "m", &[]),
        item("Truss", "m", &[("de", &["Traverse", "Träger"])]),
        item("Truss", "pieces", &[]),
    ]
}

/// The best suggestion as `name score`, with `=` before it if it is tied; empty if there is none.
fn best(line: &str) -> String {
    let items = workshop();
    let found = CatalogueIndex::from_items(&items).suggest(line, 5);
    found.first().map_or(String::new(), |first| {
        let tied = if first.tied { "= " } else { "" };
        format!("{tied}{} {}", items[first.item].name, first.score)
    })
}

#[test]
fn the_normalisation_map() {
    for (line, expected, why) in [
        ("Wood screw", "Wood screw 970", "the name itself"),
        ("WOOD SCREW", "Wood screw 970", "case is spelling"),
        ("wood screws", "Wood screw 960", "a plural is a form"),
        ("screws, wood", "Wood screw 950", "words may stand in another order"),
        ("240 wood screws", "Wood screw 960", "how many is no part of a name"),
        ("240 pcs wood screws", "Wood screw 990", "and pieces are its unit"),
        ("Holzschrauben", "Wood screw 955", "German, plural"),
        ("vis à bois", "Wood screw 965", "French"),
        ("tornillos de madera", "Wood screw 955", "Spanish, plural"),
        ("Spanplatten", "Particle board 955", "a German plural"),
        ("Span-Platte", "Particle board 950", "a compound written in two"),
        ("panneaux de particules", "Particle board 955", "a French plural"),
        ("fiber cables", "Fibre cable 940", "American spelling, and a plural"),
        ("Buehnenmolton, schwarz", "Molton black 945", "ue for ü"),
        ("mulétones negros", "Molton black 935", "an accent elsewhere, and plurals"),
        ("Birch plywood, 18mm", "Birch plywood 18 mm 970", "a unit against its number"),
        ("Birch plywood 1.8 cm", "Birch plywood 18 mm 970", "the same length in another unit"),
        ("24 m² birch plywood 18 mm", "Birch plywood 18 mm 1000", "its own unit says how much, not what"),
        ("birch plywod 18 mm", "Birch plywood 18 mm 880", "one letter"),
        ("", "", "nothing says nothing"),
        ("the of and 12", "", "nor do words without meaning"),
        ("Helicopter", "", "what is not in the catalogue is not suggested"),
    ] {
        assert_eq!(best(line), expected, "{line}: {why}");
    }
}

#[test]
fn a_line_that_says_more_scores_less_and_says_what() {
    let items = workshop();
    let catalogue = CatalogueIndex::from_items(&items);
    let found = catalogue.suggest("Molton black for the back wall of the stage", 5);
    let first = found.first().expect("the name stands in the line");
    assert_eq!(items[first.item].name, "Molton black");
    assert!((700..970).contains(&first.score), "{}", first.score);
    assert_eq!(first.reasons, [MatchReason::Name, MatchReason::LineSaysMore { words: "back wall stage".to_owned() }]);
}

#[test]
fn another_amount_speaks_against_everything_else() {
    let items = workshop();
    let found = CatalogueIndex::from_items(&items).suggest("birch plywood 12 mm", 5);
    let names: Vec<(&str, u16)> = found.iter().map(|one| (items[one.item].name.as_str(), one.score)).collect();
    assert_eq!(names, [("Birch plywood 12 mm", 970), ("Birch plywood 18 mm", 420)], "12 mm is not 18 mm");
    let against = MatchReason::Amount { line: "12 mm".to_owned(), name: "18 mm".to_owned() };
    assert_eq!(found[1].reasons.first(), Some(&against), "and it is said first");
}

#[test]
fn what_comes_equally_near_is_shown_as_such_and_none_is_chosen() {
    let items = workshop();
    let tied = |line: &str| -> Vec<(String, bool)> {
        let found = CatalogueIndex::from_items(&items).suggest(line, 5);
        found.iter().map(|one| (format!("{} {}", items[one.item].name, items[one.item].unit), one.tied)).collect()
    };
    assert_eq!(tied("Truss"), [("Truss m".to_owned(), true), ("Truss pieces".to_owned(), true)]);
    assert_eq!(
        tied("12 m truss"),
        [("Truss m".to_owned(), false), ("Truss pieces".to_owned(), false)],
        "the unit decides"
    );
    let plywood = tied("birch plywood");
    assert!(plywood.iter().take(2).all(|(_, tied)| *tied), "no thickness is said: {plywood:?}");
}

#[test]
fn reasons_are_sentences() {
    let items = workshop();
    let found = CatalogueIndex::from_items(&items).suggest("240 pcs Holzschrauben", 1);
    assert_eq!(
        MatchReason::joined(&found[0].reasons),
        "“Holzschraube” is a synonym (de); “holzschrauben” is a form of “holzschraube”; it counts in pieces"
    );
}

#[test]
fn units_and_synonyms_are_kept_in_one_form() {
    for (written, expected) in
        [("m2", "m²"), ("Quadratmeter", "m²"), ("heures", "h"), ("roll", "roll"), (" big  roll ", "big roll")]
    {
        assert_eq!(unit_name(written), expected, "{written}");
    }
    let to_strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let tidy = tidy_synonyms(
        "Truss",
        BTreeMap::from([("DE".to_owned(), to_strings(&["Traverse", " ", "traverse", "TRUSS"]))]),
    );
    assert_eq!(
        tidy,
        BTreeMap::from([("de".to_owned(), to_strings(&["Traverse"]))]),
        "none empty, none twice, not the name"
    );
}

fn words() -> impl Strategy<Value = String> {
    const WORDS: [&str; 14] = [
        "birch", "plywood", "18 mm", "12 mm", "Molton", "schwarz", "black", "screws", "span", "platte", "truss",
        "12 m", "plywod", "boards",
    ];
    proptest::collection::vec(proptest::sample::select(WORDS.as_slice()), 0..7).prop_map(|words| words.join(" "))
}

proptest! {
    /// The index finds what comparing with every name finds, and says the same of it.
    #[test]
    fn the_index_hides_nothing(line in words()) {
        let items = workshop();
        let catalogue = CatalogueIndex::from_items(&items);
        let quick: Vec<ItemSuggestion> = catalogue.suggest(&line, 9);
        prop_assert_eq!(&quick, &catalogue.suggest_by_looking_at_all(&line, 9));
        prop_assert!(quick.iter().all(|one| one.score <= 1000));
        let sorted = quick.windows(2).all(|pair| pair[0].score >= pair[1].score);
        prop_assert!(sorted, "best first");
    }

    #[test]
    fn any_line_gets_an_answer(line in ".*") {
        let items = workshop();
        CatalogueIndex::from_items(&items).suggest(&line, 5);
    }

    /// A name means its own item, whatever stands beside it in the catalogue.
    #[test]
    fn a_name_is_its_own_best(at in 0..7_usize) {
        let items = workshop();
        let found = CatalogueIndex::from_items(&items).suggest(&items[at].name, 1);
        prop_assert_eq!(found.first().map(|one| (one.item, one.score)), Some((at, 970)));
    }
}
