//! Wrong use: exit code 2 for words that mean nothing, 1 for what cannot be done, and nothing is changed by either.

use super::factly::{Factly, text};

#[test]
fn words_that_mean_nothing_are_usage() {
    let factly = Factly::with_discovery();
    for args in [
        &["nonsense"][..],
        &[],
        &["discovery", "create"],
        &["discovery", "show"],
        &["input", "add", "Wall"],
        &["facts", "Wall", "--status", "believed"],
        &["run", "submit", "B"],
        &["fact", "resolve", "F-1"],
        &["fact", "resolve", "F-1", "--keep-old", "--take-new"],
        &["fact", "edit", "F-1"],
        &["fact", "add", "Wall"],
        &["fact", "add", "Wall", "--key", "note"],
        &["verify", "--fix"],
    ] {
        let output = factly.run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?} is told on standard error");
    }
    assert_eq!(factly.run(&["--help"]).status.code(), Some(0));
    assert_eq!(factly.run(&["--version"]).status.code(), Some(0));
}

#[test]
fn what_is_not_there_is_said() {
    let factly = Factly::with_discovery();
    let absent = factly.path().join("absent.txt");
    let absent = absent.to_str().unwrap();
    for (args, code) in [
        (&["discovery", "show", "Nothing"][..], "not_found"),
        (&["discovery", "create", "--title", " "], "empty"),
        (&["input", "add", "Wall", absent], "not_found"),
        (&["input", "add", "Nothing", absent], "not_found"),
        (&["input", "add", "Wall", absent, absent, "--title", "T"], "invalid"),
        (&["facts", "Nothing"], "not_found"),
        (&["bundle", "show", "I-1"], "not_found"),
        (&["run", "show", "01900000-0000-7000-8000-000000000000"], "not_found"),
        (&["run", "prompt", "I-1"], "not_found"),
        (&["fact", "accept", "F-1"], "not_found"),
        (&["fact", "show", "Wall:F-0"], "not_found"),
        (&["undo", "Nothing"], "not_found"),
        (&["verify", "Nothing"], "not_found"),
    ] {
        assert_eq!(factly.fails(args), code, "{args:?}");
    }
    assert_eq!(factly.json(&["input", "list", "Wall"]), serde_json::json!([]), "nothing came of any of it");
}

#[test]
fn a_label_of_two_discoveries_is_not_guessed() {
    let factly = Factly::with_discovery();
    factly.json(&["discovery", "create", "--title", "Other"]);
    for discovery in ["Wall", "Other"] {
        factly.json(&["fact", "add", discovery, "--text", "It is so."]);
    }
    let output = factly.run(&["fact", "show", "F-1"]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(told.contains("Wall") && told.contains("Other"), "the candidates are listed: {told}");
    let by_prefix = factly.json(&["fact", "show", "Other:F-1"]);
    let by_option = factly.json(&["fact", "show", "F-1", "--discovery", "Other"]);
    assert_eq!(by_prefix["id"], by_option["id"]);
}

#[test]
fn a_file_that_is_no_library_is_left_as_it_is() {
    let factly = Factly::new();
    let path =
        factly.file("library.factly", b"this is a letter to my aunt, not a library, and it is long enough to look at");
    let before = std::fs::read(&path).unwrap();
    let output = factly.run(&["discovery", "list"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: "), "{}", text(&output.stderr));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}
