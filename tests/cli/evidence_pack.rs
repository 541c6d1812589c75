//! Evidence packs, checked where there is no library.

use crate::factly::{Factly, text};

#[test]
fn a_pack_is_checked_where_there_is_no_library_and_a_changed_one_is_told() {
    let here = Factly::with_discovery();
    let notes = here.file("notes.txt", "The wall is 149 m long. It cost €1,200 in 2026.");
    here.json(&["input", "add", "Wall", notes.to_str().unwrap()]);
    let file = here.path().join("wall.zip");
    let made = here.json(&["pack", "Wall", "-o", file.to_str().unwrap()]);
    assert!(made["quotes"].as_u64().unwrap() > 0);

    let there = Factly::new();
    let file = file.to_str().unwrap();
    let report = there.json(&["verify", "--pack", file]);
    assert_eq!((&report["seal"], &report["quotes"]), (&made["seal"], &made["quotes"]));
    assert_eq!(report["problems_total"], 0);
    assert!(!there.path().join("library.factly").exists(), "nothing but the pack is needed, and nothing is made");

    let mut bytes = std::fs::read(file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file, bytes).unwrap();
    let checked = there.run(&["verify", "--pack", file]);
    assert_eq!(checked.status.code(), Some(1), "one changed byte is a failure");
    assert!(text(&checked.stdout).contains(".json: "), "and it is named: {}", text(&checked.stdout));
    assert_eq!(there.fails(&["verify", "--pack", "/nowhere.zip"]), "not_found");
}

#[test]
fn coverage_tells_what_gave_nothing_from_what_was_not_read() {
    let factly = Factly::with_discovery();
    let notes = factly.file("notes.txt", "# Walls\n\nThe wall is 149 m long.\n\nHello there, everybody.");
    factly.json(&["input", "add", "Wall", notes.to_str().unwrap(), "--no-parse"]);
    let unread = factly.json(&["coverage", "Wall"]);
    assert_eq!((&unread[0]["chars"]["unread"], &unread[0]["pieces"][0]["reading"]), (&53.into(), &"waiting".into()));
    factly.json(&["input", "read", "I-1", "--discovery", "Wall"]);
    let read = factly.json(&["coverage", "Wall", "--input", "I-1"]);
    assert_eq!(read["chars"]["unread"], 0);
    let stretch = |at: usize| (&read["stretches"][at]["class"], &read["stretches"][at]["why"]);
    assert_eq!(stretch(0), (&"skipped".into(), &"heading".into()));
    assert_eq!(stretch(1), (&"facts".into(), &serde_json::Value::Null));
    assert_eq!(read["chars"]["skipped"], 7);
    assert!(factly.lines(&["coverage", "Wall", "--input", "I-1"]).contains("heading  # Walls"));
    assert!(factly.lines(&["coverage", "Wall"]).contains("I-1  1/1"));
}
