//! The window's contract: its commands, that it may call them and no others, and their types.

use std::{fs, path::Path};

use factly_shell::{
    bindings,
    window::{LABEL, Walls},
};
use tauri::ipc::Origin;

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

#[test]
fn the_window_may_call_the_commands_of_the_bindings_and_no_others() {
    let bindings = project("ui/src/ipc/bindings.ts");
    let commands: Vec<_> =
        bindings.split("__TAURI_INVOKE(\"").skip(1).filter_map(|call| call.split('"').next()).collect();
    assert!(commands.len() > 100, "the commands are found");
    let mut context = factly_shell::context(Walls::ALL);
    let authority = context.runtime_authority_mut();
    let may_call = |command: &str, window: &str, origin: &Origin| {
        authority.resolve_access(command, window, window, origin).is_some()
    };
    let elsewhere = Origin::Remote { url: "https://factly.app".parse().unwrap() };
    for command in commands.into_iter().chain(["plugin:event|listen", "plugin:event|unlisten"]) {
        assert!(may_call(command, LABEL, &Origin::Local), "{command} is promised");
        assert!(!may_call(command, "other", &Origin::Local), "{command} is for the one window");
        assert!(!may_call(command, LABEL, &elsewhere), "{command} is for our own page");
    }
    for command in [
        "no_command",
        "run",
        "plugin:event|emit",
        "plugin:event|emit_to",
        "plugin:webview|create_webview_window",
        "plugin:window|close",
        "plugin:path|resolve_directory",
        "plugin:dialog|open",
        "plugin:opener|open_path",
        "plugin:opener|open_url",
        "plugin:window-state|save_window_state",
    ] {
        assert!(!may_call(command, LABEL, &Origin::Local), "{command} is beyond the window's reach");
    }
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
    assert!(policy.contains("img-src 'self' page: http://page.localhost;"), "pictures are ours, or pages of documents");
    for loose in ["unsafe-inline", "unsafe-eval", "http:", "https:", "*", "data:", "blob:"] {
        let words =
            policy.split([' ', ';']).filter(|word| !["http://ipc.localhost", "http://page.localhost"].contains(word));
        assert!(words.into_iter().all(|word| !word.contains(loose)), "{loose} has no place in the policy");
    }
}

#[test]
fn the_bindings_are_those_of_the_types() {
    assert!(
        bindings_now() == project("ui/src/ipc/bindings.ts"),
        "a command or a type of the window has changed: if that is meant, run cargo xtask bindings"
    );
}
