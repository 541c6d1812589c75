//! Discoveries as files, and copies of the library.

use serde_json::Value;

use crate::factly::{Factly, text};

#[test]
fn what_is_exported_comes_in_elsewhere_and_goes_out_the_same() {
    let (here, there) = (Factly::with_discovery(), Factly::new());
    let notes = here.file("notes.txt", "The wall is 149 m long. It cost €1,200 in 2026.");
    here.json(&["input", "add", "Wall", notes.to_str().unwrap()]);
    let file = here.path().join("wall.json");
    let file = file.to_str().unwrap();
    let exported = here.json(&["export", "Wall", "-o", file]);
    assert_eq!(exported["bytes"], std::fs::metadata(file).unwrap().len());

    let preview = there.json(&["import", file, "--dry-run"]);
    assert_eq!(preview["can_apply"], true);
    assert_eq!(preview["discoveries"][0]["counts"]["inputs"]["new"], 1);
    assert_eq!(there.json(&["discovery", "list"]), Value::Array(Vec::new()), "a dry run changes nothing");
    assert_eq!(there.json(&["import", file])["discoveries"][0]["title"], "Wall");
    assert_eq!(there.lines(&["export", "Wall"]), std::fs::read_to_string(file).unwrap());
    assert_eq!(there.fails(&["import", file]), "refused");
    assert_eq!(there.json(&["import", file, "--merge"])["discoveries"][0]["merged"], true);
    there.json(&["import", file, "--copy"]);
    assert_eq!(there.json(&["discovery", "list"]).as_array().unwrap().len(), 2);
}

#[test]
fn a_dry_run_says_what_a_merge_keeps_as_it_is_here_and_what_comes_back() {
    let factly = Factly::with_discovery();
    factly.json(&["entity", "add", "Wall", "--type", "fact", "--text", "The wall is dry."]);
    let file = factly.path().join("wall.json");
    let file = file.to_str().unwrap();
    factly.json(&["export", "Wall", "-o", file]);
    factly.json(&["entity", "edit", "Wall", "F-1", "--text", "The wall is wet."]);
    let preview = factly.json(&["import", file, "--dry-run", "--merge"]);
    let found = &preview["discoveries"][0];
    assert_eq!(found["differs"], serde_json::json!([{ "label": "F-1", "what": ["text"] }]));
    assert_eq!((&found["counts"]["facts"]["differs"], &found["was_here"]), (&1.into(), &false.into()));
    let printed = factly.lines(&["import", file, "--dry-run", "--merge"]);
    assert!(printed.contains("kept as here") && printed.contains("F-1 (text)"), "{printed}");
    factly.json(&["discovery", "delete", "Wall"]);
    let printed = factly.lines(&["import", file, "--dry-run"]);
    assert!(printed.contains("comes back"), "{printed}");
    assert_eq!(factly.json(&["import", file])["discoveries"][0]["came_back"], true);
    assert!(factly.lines(&["export", "Wall"]).contains("The wall is wet."), "as it was here");
}

#[test]
fn a_file_that_is_wrong_is_refused_with_the_place_and_can_be_mended() {
    let factly = Factly::new();
    let file = factly.file("web.json", "{\"discovery_id\":\"d\",\"title\":\"Dam\",\n\"facts\":[{\"fact_id\":\"a\",\"text\":\"x\",\n\"related_inputs\":[\"none\"]}]}");
    let file = file.to_str().unwrap();
    let dry = factly.run(&["--json", "import", file, "--dry-run"]);
    assert_eq!(dry.status.code(), Some(1), "the dry run ends as the import would");
    let preview: Value = serde_json::from_slice(&dry.stdout).unwrap();
    let finding = &preview["findings"][0];
    assert_eq!((&finding["code"], &finding["line"]), (&"dead_link".into(), &3.into()));
    assert!(text(&factly.run(&["import", file]).stderr).contains("line 3, column 19 (/facts/0/related_inputs/0)"));
    assert_eq!(factly.fails(&["import", file, "--repair", "nonsense"]), "invalid");
    factly.json(&["import", file, "--repair", "dead_link"]);
    assert_eq!(factly.json(&["discovery", "list"])[0]["fact_count"], 1);
}

#[test]
fn words_that_another_application_changed_are_taken_or_left_as_is_asked() {
    let factly = Factly::with_discovery();
    factly.json(&["entity", "add", "Wall", "--type", "fact", "--text", "The wall is dry."]);
    let path = factly.path().join("wall.json");
    let file = path.to_str().unwrap();
    factly.json(&["export", "Wall", "-o", file]);
    // The column stands before the ledger.
    let edited = std::fs::read_to_string(&path).unwrap().replacen("The wall is dry.", "The wall is wet.", 1);
    std::fs::write(&path, edited).unwrap();
    let dry = factly.run(&["import", file, "--dry-run", "--merge"]);
    let printed = text(&dry.stdout);
    assert!(
        printed.contains("F-1 has other words") && printed.contains("--repair edited_text: The new words"),
        "{printed}"
    );
    assert!(printed.contains("--repair edited_text=ledger: The new words are left out"), "{printed}");
    assert_eq!(factly.fails(&["import", file, "--merge"]), "invalid");
    assert_eq!(factly.fails(&["import", file, "--merge", "--repair", "edited_text=other"]), "invalid");
    let says = || factly.json(&["entity", "list", "Wall", "--type", "fact"])[0].to_string();
    factly.json(&["import", file, "--merge", "--repair", "edited_text=ledger"]);
    assert!(says().contains("The wall is dry."), "{}", says());
    factly.json(&["import", file, "--merge", "--repair", "edited_text"]);
    assert!(says().contains("The wall is wet.") && says().contains("needs_review"), "{}", says());
    factly.json(&["undo", "Wall"]);
    assert!(says().contains("The wall is dry."), "{}", says());
}

#[test]
fn a_copy_is_looked_into_and_restored_and_what_was_there_is_kept() {
    let factly = Factly::with_discovery();
    let copy = factly.json(&["backup", "make"])["id"].as_str().unwrap().to_owned();
    factly.json(&["discovery", "create", "--title", "Later"]);
    assert_eq!(factly.json(&["backup", "list"])[0]["id"], copy.as_str());
    let preview = factly.json(&["backup", "preview", &copy]);
    assert_eq!(preview["contents"][0]["title"], "Wall");
    assert_eq!(preview["only_now"][0], "Later");
    let previous = factly.json(&["backup", "restore", &copy])["kept"].as_str().unwrap().to_owned();
    assert!(std::path::Path::new(&previous).exists(), "what was there is kept");
    assert_eq!(factly.json(&["discovery", "list"]).as_array().unwrap().len(), 1);
    assert_eq!(factly.fails(&["backup", "restore", "nonsense"]), "not_found");
    std::fs::write(factly.path().join("library.factly"), "no library").unwrap();
    factly.json(&["backup", "restore", &copy]);
    assert_eq!(factly.json(&["discovery", "list"])[0]["title"], "Wall", "also where the library does not open");
}
