//! What the window was promised: its commands, their permissions, and their types.

use std::{collections::BTreeSet, fs, path::Path};

use factly_shell::bindings;

fn project(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Made from the very list that the invoke handler is made from.
fn bindings_now() -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bindings.ts");
    bindings::write(&path).unwrap();
    fs::read_to_string(path).unwrap()
}

fn frozen() -> BTreeSet<String> {
    project("tests/shell/commands.txt").lines().map(str::to_owned).collect()
}

#[test]
fn the_commands_there_are_are_the_frozen_ones() {
    let bindings = bindings_now();
    let there_are = bindings.split("__TAURI_INVOKE(\"").skip(1).filter_map(|call| call.split('"').next());
    let there_are = there_are.map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(there_are, frozen(), "a command more or less is a decision: change tests/shell/commands.txt with it");
}

#[test]
fn the_window_may_call_the_frozen_commands_and_no_others() {
    let permissions = project("src-tauri/permissions/window.toml");
    let (_, list) = permissions.split_once("commands.allow = [").unwrap();
    let allowed = list.split('"').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(allowed, frozen(), "src-tauri/permissions/window.toml and tests/shell/commands.txt say the same");
}

#[test]
fn no_capability_gives_more_than_the_commands_and_the_one_event() {
    let config: serde_json::Value = serde_json::from_str(&project("tauri.conf.json")).unwrap();
    let security = &config["app"]["security"];
    assert_eq!(security["capabilities"].as_array().map(Vec::len), Some(1), "there is one window and one capability");
    assert_eq!(
        security["capabilities"][0]["permissions"],
        serde_json::json!(["allow-window", "core:event:allow-listen", "core:event:allow-unlisten"]),
        "no plugin is within the window's reach"
    );
    assert_eq!(config["app"]["withGlobalTauri"], false);
    assert_eq!(security["freezePrototype"], true);
    let policy = security["csp"].as_str().unwrap();
    assert!(policy.starts_with("default-src 'none';"), "what is not named is forbidden");
    for loose in ["unsafe-inline", "unsafe-eval", "http:", "https:", "*", "data:", "blob:"] {
        let words = policy.split([' ', ';']).filter(|word| *word != "http://ipc.localhost");
        assert!(words.into_iter().all(|word| !word.contains(loose)), "{loose} has no place in the policy");
    }
}

#[test]
fn the_bindings_are_those_of_the_types() {
    assert!(
        bindings_now() == project("ui/src/ipc/bindings.ts"),
        "ui/src/ipc/bindings.ts is out of date: run cargo xtask bindings"
    );
}
