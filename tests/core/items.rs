//! The item that a text names, and the one that a statement means.

use factly_core::items::{ItemNames, ItemResolution, Items, NamedItem, Selection, sentence_around};
use proptest::prelude::*;

/// Names of items; the n-th is `n`. Those after a `|` are its aliases.
fn found(items: &[&str], text: &str) -> Vec<String> {
    let references: Vec<String> = (1..=items.len()).map(|number| format!("i{number}")).collect();
    let names = items
        .iter()
        .zip(&references)
        .flat_map(|(names, reference)| names.split('|').map(move |name| (reference.as_str(), name)));
    let mentions = ItemNames::new(names).find(text);
    mentions.iter().map(|mention| format!("{}={}", &text[mention.bytes.clone()], mention.items.join("/"))).collect()
}

fn check(items: &[&str], text: &str, expected: &[&str]) {
    assert_eq!(found(items, text), expected, "{items:?} in {text:?}");
}

#[test]
fn a_name_is_found_in_any_case_and_spelling() {
    check(&["Backdrop"], "the BACKDROP and the backdrop.", &["BACKDROP=i1", "backdrop=i1"]);
    check(&["Rear wall"], "The rear  wall\nis", &["rear  wall=i1"]);
    check(&["Rear wall"], "a rear-wall", &["rear-wall=i1"]);
    check(&["Back-drop"], "the backdrop, the Back-Drop", &["backdrop=i1", "Back-Drop=i1"]);
    check(&["The Wall"], "a wall", &["wall=i1"]);
    check(&["Backdrop|rear wall|cyc"], "cyc; Rear Wall", &["cyc=i1", "Rear Wall=i1"]);
    check(&["Rückwand"], "die Ru\u{308}ckwand", &["Ru\u{308}ckwand=i1"]);
    check(&["STRASSE"], "die Straße", &["Straße=i1"]);
    check(&["背景幕"], "背景幕は6mです", &["背景幕=i1"]);
    check(&["ライト"], "ライトアップとライト", &["ライト=i1"]);
    check(&["Задник"], "ЗАДНИК 6 м", &["ЗАДНИК=i1"]);
    check(&["خلفية"], "خلفية 6", &["خلفية=i1"]);
    check(&[], "anything", &[]);
    check(&["Backdrop"], "", &[]);
}

#[test]
fn a_name_is_found_with_the_endings_of_its_language() {
    check(&["Panel"], "the panels", &["panels=i1"]);
    check(&["Panels"], "each panel", &["panel=i1"]);
    check(&["Body"], "two bodies", &["bodies=i1"]);
    check(&["Box"], "boxes", &["boxes=i1"]);
    check(&["Backdrop"], "the backdrop’s width, the backdrop's height", &["backdrop=i1", "backdrop=i1"]);
    for (name, form) in [
        ("Rückwand", "Rückwände"),
        ("Rückwand", "Rückwänden"),
        ("Podest", "Podeste"),
        ("Podest", "Podests"),
        ("Podest", "Podesten"),
        ("Tisch", "Tische"),
        ("Bild", "Bilder"),
        ("Bild", "Bildern"),
        ("Haus", "Häuser"),
        ("Leuchte", "Leuchten"),
        ("Boden", "Böden"),
        ("Vorhang", "Vorhänge"),
        ("Wände", "Wand"),
    ] {
        check(&[name], &format!("mit der {form} 3 m"), &[&format!("{form}=i1")]);
    }
    check(&["Rote Wand"], "der roten Wand", &["roten Wand=i1"]);
    check(&["Roter Teppich"], "den roten Teppich, die roten Teppiche", &["roten Teppich=i1", "roten Teppiche=i1"]);
    check(&["Panneau latéral"], "les panneaux latéraux", &["panneaux latéraux=i1"]);
    check(&["Rideau"], "deux rideaux", &["rideaux=i1"]);
    check(&["Telón"], "los telones", &["telones=i1"]);
    check(&["Luz lateral"], "las luces laterales", &["luces laterales=i1"]);
    check(&["Mesa"], "tres mesas", &["mesas=i1"]);
}

#[test]
fn a_name_within_another_word_is_none() {
    check(&["Wall"], "wallpaper, drywall, walled", &[]);
    check(&["Wand"], "die Rückwand und die Wandfarbe", &[]);
    check(&["Rückwand"], "die Rückwandhöhe", &[]);
    check(&["Print"], "the printer printed", &[]);
    check(&["Light"], "it is lighter", &[]);
    check(&["A1"], "A10, A1s, a1", &["a1=i1"]);
    check(&["Bar"], "der Bär", &[]);
    check(&["Bar"], "a bear, a bare wall", &[]);
    check(&["4"], "4.5 m, 4 m, 44", &["4=i1"]);
}

#[test]
fn the_longest_name_counts() {
    check(&["Panel 1", "Panel 10"], "panel 10 and panel 1", &["panel 10=i2", "panel 1=i1"]);
    check(&["Panel 4", "Panel 4.5"], "panel 4.5 beside panel 4.", &["panel 4.5=i2", "panel 4=i1"]);
    check(&["Wall", "Rear wall"], "the rear wall and a wall", &["rear wall=i2", "wall=i1"]);
    check(&["Stage", "Stage left"], "stage left", &["stage left=i2"]);
    check(&["Panel", "Panels"], "panel, panels", &["panel=i1", "panels=i2"]);
}

#[test]
fn a_name_of_two_items_names_both() {
    check(&["Backdrop|wall", "Side wall|wall"], "the wall", &["wall=i1/i2"]);
    check(&["Backdrop|wall", "Side wall|wall"], "the side wall", &["side wall=i2"]);
}

fn item(number: i64, name: &str, aliases: &[&str]) -> NamedItem {
    let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
    NamedItem { aliases, ..NamedItem::new(&format!("i{number}"), name) }
}

/// A backdrop, a floor and a side wall; a door was merged into the floor, and the lamp is archived.
fn set() -> Vec<NamedItem> {
    let mut items = vec![
        item(1, "Backdrop", &["wall"]),
        item(2, "Floor", &["Door"]),
        item(3, "Side wall", &["wall"]),
        item(4, "Door", &[]),
        item(5, "Lamp", &[]),
    ];
    items[3].standing = "i2".to_owned();
    items[4].archived = true;
    items
}

struct Turn {
    selected: &'static [&'static str],
    selection: Selection,
}

const NOTHING: Turn = Turn { selected: &[], selection: Selection::WholeTurn };
const BACKDROP: Turn = Turn { selected: &["i1"], selection: Selection::WholeTurn };
const BOTH: Turn = Turn { selected: &["i1", "i2"], selection: Selection::WholeTurn };
const DOCUMENT: Turn = Turn { selected: &["i1"], selection: Selection::Elsewhere };

/// Returns the meaning of `quote` in `sentence`: "i1", "i1, but why", why it is not clear, or nothing.
fn resolved_item(turn: &Turn, quote: &str, sentence: &str, claimed: Option<&str>) -> String {
    let items = set();
    let selected: Vec<String> = turn.selected.iter().map(|item| (*item).to_owned()).collect();
    match Items::new(&items, &selected, turn.selection).resolve(quote, sentence, claimed) {
        ItemResolution::Item { reference, doubt: None } => reference,
        ItemResolution::Item { reference, doubt: Some(doubt) } => format!("{reference}, but {doubt}"),
        ItemResolution::Unclear(why) => why.to_string(),
        ItemResolution::Unnamed => String::new(),
    }
}

#[test]
fn a_token_decides_and_then_the_words() {
    let check = |turn: &Turn, sentence: &str, claimed: Option<&str>, expected: &str| {
        assert_eq!(resolved_item(turn, sentence, sentence, claimed), expected, "{sentence:?} claimed {claimed:?}");
    };
    let unclear = |items: &str| format!("it is not clear which item is meant: {items}");
    check(&NOTHING, "The backdrop is 6 m wide.", None, "i1");
    check(&NOTHING, "@item(i1:Backdrop) is 6 m wide.", None, "i1");
    check(&NOTHING, "@item(i1:Old name) is 6 m wide.", None, "i1");
    check(&NOTHING, "The floor below @item(i1:Backdrop) is 6 m wide.", None, "i1");
    check(&NOTHING, "The wall is 6 m wide.", None, &unclear("“Backdrop” (i1), “Side wall” (i3)"));
    check(&BACKDROP, "The wall is 6 m wide.", None, "i1");
    check(&NOTHING, "The floor and the backdrop are wide.", None, &unclear("“Backdrop” (i1), “Floor” (i2)"));
    check(&NOTHING, "@item(i2:Floor) or @item(i1:B)?", None, &unclear("“Backdrop” (i1), “Floor” (i2)"));
    check(&NOTHING, "The door is 2 m high.", None, "i2");
    check(&NOTHING, "@item(i4:Door) is 2 m high.", None, "i2");
    check(&NOTHING, "The door in the floor is 2 m high.", None, "i2");
    check(&NOTHING, "The lamp is 2 m high.", None, "");
    check(&NOTHING, "@item(i5:Lamp) is 2 m high.", None, "i5");
    check(&NOTHING, "@item(i9:Ghost) is 2 m high.", None, "");
    check(&NOTHING, "It is 6 m wide.", None, "");
    check(&BACKDROP, "It is 6 m wide.", None, "i1");
    check(&BACKDROP, "The floor is 6 m wide.", None, "i2");
    check(&BOTH, "It is 6 m wide.", None, &unclear("“Backdrop” (i1), “Floor” (i2)"));
    check(&DOCUMENT, "It is 6 m wide.", None, "i1, but only another sentence names “Backdrop”");
}

#[test]
fn a_parser_is_believed_only_as_far_as_the_words_go() {
    let check = |turn: &Turn, sentence: &str, claimed: &str, expected: &str| {
        assert_eq!(resolved_item(turn, sentence, sentence, Some(claimed)), expected, "{sentence:?} claimed {claimed}");
    };
    check(&NOTHING, "The backdrop is 6 m wide.", "i1", "i1");
    check(&NOTHING, "The door is 2 m wide.", "i4", "i2");
    check(
        &NOTHING,
        "The backdrop is 6 m wide.",
        "i2",
        "it is not clear which item is meant: “Backdrop” (i1), “Floor” (i2)",
    );
    check(&NOTHING, "The backdrop is 6 m wide.", "i9", "i1");
    check(&NOTHING, "It is 6 m wide.", "i9", "");
    check(&NOTHING, "It is 6 m wide.", "i2", "i2, but the words do not name “Floor”");
    check(&BOTH, "It is 6 m wide.", "i2", "i2, but the words do not name “Floor”");
    check(&BACKDROP, "It is 6 m wide.", "i2", "i2, but the words do not name “Floor”");
    check(&BACKDROP, "It is 6 m wide.", "i1", "i1");
}

#[test]
fn a_quote_is_asked_before_its_sentence() {
    let sentence = "The backdrop is 6 m wide, the floor 4 m.";
    assert_eq!(resolved_item(&NOTHING, "The backdrop is 6 m wide", sentence, None), "i1");
    assert_eq!(resolved_item(&NOTHING, "the floor 4 m", sentence, None), "i2");
    let either = "it is not clear which item is meant: “Backdrop” (i1), “Floor” (i2)";
    assert_eq!(resolved_item(&NOTHING, "6 m wide", sentence, None), either);
}

#[test]
fn a_sentence_ends_where_a_reader_would_end_it() {
    let check = |text: &str, quote: &str, expected: &str| {
        let start = text.find(quote).unwrap();
        let sentence = sentence_around(text, &(start..start + quote.len()), &(0..text.len()));
        assert_eq!(text[sentence].trim(), expected, "{quote:?} in {text:?}");
    };
    check("One. The wall is 2.5 m high. Three.", "2.5 m", "The wall is 2.5 m high.");
    check("One. Two is here. Three.", "Two is here.", "Two is here.");
    check("# Wall\n- height: 3 m\n- width", "3 m", "- height: 3 m");
    check("壁は3mです。床は", "3m", "壁は3mです。");
    check("no end at all", "end", "no end at all");
    check("Ends with the quote", "quote", "Ends with the quote");
}

proptest! {
    #[test]
    fn any_text_with_any_names_gives_places_in_order(
        names in proptest::collection::vec("\\PC{0,12}", 0..6),
        text in "\\PC{0,200}",
    ) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let references: Vec<String> = (0..names.len()).map(|number| format!("i{number}")).collect();
        let mentions = ItemNames::new(references.iter().map(String::as_str).zip(names)).find(&text);
        let mut last = 0;
        for mention in mentions {
            prop_assert!(mention.bytes.start >= last && !text[mention.bytes.clone()].is_empty());
            last = mention.bytes.end;
        }
    }

    #[test]
    fn any_quote_stands_in_its_sentence(text in "[a-z .!?\\n。é6]{1,60}", from in 0_usize..60, length in 0_usize..20) {
        let floor = |mut at: usize| { at = at.min(text.len()); while !text.is_char_boundary(at) { at -= 1; } at };
        let quote = floor(from)..floor(from + length).max(floor(from));
        let sentence = sentence_around(&text, &quote, &(0..text.len()));
        prop_assert!(sentence.start <= quote.start && quote.end <= sentence.end);
        prop_assert!(text.get(sentence).is_some());
    }
}
