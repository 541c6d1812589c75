//! Wrong use: exit code 2 for words that mean nothing, 1 for what cannot be done, and nothing is changed by either.

use std::fs;
use std::process::Command;

use super::factly::{Factly, one_value, text};

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
        for (before, after) in [(&["--json"][..], &[][..]), (&[], &["--json"])] {
            let output = factly.run(&[before, args, after].concat());
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
            let value = one_value(&output);
            let keys: Vec<&String> = value["error"].as_object().unwrap().keys().collect();
            assert_eq!(keys, ["code", "message", "kept", "hint"], "as every error has them");
            assert_eq!(value["error"]["code"], "usage", "{args:?}: {value}");
            assert!(!value["error"]["message"].as_str().unwrap().is_empty() && !output.stderr.is_empty(), "{args:?}");
        }
    }
    let titled = factly.run(&["nonsense", "--", "--json"]);
    assert!(titled.stdout.is_empty(), "behind -- it is no option");
    assert!(text(&factly.run(&["--json", "--help"]).stdout).contains("Usage"), "help is for readers");
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
    let message = text(&output.stderr);
    assert!(message.contains("Wall") && message.contains("Other"), "the candidates are listed: {message}");
    let by_prefix = factly.json(&["fact", "show", "Other:F-1"]);
    let by_option = factly.json(&["fact", "show", "F-1", "--discovery", "Other"]);
    assert_eq!(by_prefix["id"], by_option["id"]);
}

#[test]
fn a_file_that_is_no_library_is_left_as_it_is() {
    let factly = Factly::new();
    let path =
        factly.file("library.factly", b"this is a letter to my aunt, not a library, and it is long enough to look at");
    let before = fs::read(&path).unwrap();
    let output = factly.run(&["discovery", "list"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: "), "{}", text(&output.stderr));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn only_what_fills_a_library_makes_one() {
    let factly = Factly::new();
    for args in [
        &["facts", "Wall"][..],
        &["discovery", "list"],
        &["discovery", "show", "Wall"],
        &["bundle", "show", "I-1"],
        &["run", "show", "I-1"],
        &["run", "prompt", "I-1"],
        &["verify"],
        &["provider", "list"],
        &["catalogue", "list"],
        &["price", "rate", "list"],
        &["backup", "list"],
        &["backup", "make"],
        &["undo"],
        &["input", "add", "Wall", "absent.txt"],
    ] {
        assert_eq!(factly.fails(args), "library_missing", "{args:?}");
        assert_eq!(fs::read_dir(factly.path()).unwrap().count(), 0, "{args:?} makes nothing");
    }
    let message = text(&factly.run(&["facts", "Wall"]).stderr);
    assert!(message.contains("library.factly") && message.contains("discovery create"), "{message}");
    for args in [
        &["discovery", "create", "--title", "Wall"][..],
        &["catalogue", "add", "--name", "Plywood"],
        &["price", "rate", "add", "EUR", "USD", "1.1"],
        &["provider", "set", "offline"],
    ] {
        let factly = Factly::new();
        factly.json(args);
        assert!(factly.path().join("library.factly").exists(), "{args:?}");
    }
}

#[test]
fn the_environment_names_a_library_as_the_option_does() {
    let factly = Factly::new();
    let path = factly.path().join("named.factly");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_factly"));
        command.args(args).env("FACTLY_LIBRARY", &path).env("HOME", factly.path()).output().unwrap()
    };
    let output = run(&["discovery", "list"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("named.factly"), "{}", text(&output.stderr));
    assert_eq!(fs::read_dir(factly.path()).unwrap().count(), 0, "nothing is made");
    assert!(run(&["discovery", "create", "--title", "Wall"]).status.success());
    assert!(text(&run(&["discovery", "list"]).stdout).contains("Wall"));
}

#[test]
fn a_library_that_was_lost_is_still_told_from_one_that_never_was() {
    let factly = Factly::with_discovery();
    factly.json(&["backup", "make"]);
    fs::remove_file(factly.path().join("library.factly")).unwrap();
    let message = text(&factly.run(&["discovery", "list"]).stderr);
    assert!(message.contains("though one was there") && message.contains("restore a copy"), "{message}");
    assert_eq!(factly.json(&["backup", "list"]).as_array().unwrap().len(), 1);
    assert_eq!(factly.fails(&["discovery", "create", "--title", "Wall"]), "library_missing");
}

#[test]
fn an_empty_file_is_said_to_be_empty_and_left() {
    let factly = Factly::new();
    let path = factly.file("library.factly", "");
    for args in [&["discovery", "list"][..], &["discovery", "create", "--title", "Wall"], &["backup", "make"]] {
        let output = factly.run(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {message}");
        assert!(
            message.contains("is empty") && message.contains("remove the file") && !message.contains("damaged"),
            "{message}"
        );
        assert_eq!(fs::metadata(&path).unwrap().len(), 0, "{args:?}");
    }
}

#[test]
fn a_few_nuls_are_dropped_and_told_and_a_binary_is_refused() {
    let factly = Factly::with_discovery();
    let output = factly.run_with_input(&["--json", "input", "add", "Wall", "-"], b"The wall\0 is 840 m\0 long.");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("2 NUL characters were dropped"), "{}", text(&output.stderr));
    assert!(factly.lines(&["bundle", "show", "I-1", "--text"]).contains("\nThe wall is 840 m long.\n"));
    let binary = factly.run_with_input(&["--json", "input", "add", "Wall", "-"], b"GIF89a\x01\0\x01\0\0\0\0;");
    assert_eq!((binary.status.code(), one_value(&binary)["error"]["code"].as_str()), (Some(1), Some("not_utf8")));
    assert_eq!(factly.json(&["input", "list", "Wall"]).as_array().unwrap().len(), 1);
}

#[test]
fn reading_makes_no_home() {
    let factly = Factly::new();
    let home = factly.path().join("nobody");
    let mut command = Command::new(env!("CARGO_BIN_EXE_factly"));
    command.env_remove("FACTLY_LIBRARY").env_remove("XDG_DATA_HOME").env("HOME", &home);
    let output = command.args(["discovery", "list"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("Nothing was made"), "{}", text(&output.stderr));
    assert!(!home.exists(), "no folder and no library");
}
