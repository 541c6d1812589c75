//! Words that no file may have, and lines that every module must.

use crate::tree::{files, read, under};

#[test]
fn no_file_names_a_registry_or_a_machine() {
    // Put together here, so that this file does not name them either.
    let words = [
        ["registry.", "npmjs"].concat(),
        ["index.", "crates.io"].concat(),
        ["deb.", "debian.org"].concat(),
        ["pypi.", "org"].concat(),
        ["/work", "/main"].concat(),
        ["/work", "/wt"].concat(),
        ["/work", "/shared"].concat(),
        ["/root", "/"].concat(),
    ];
    let mut found = Vec::new();
    for path in files() {
        let Ok(text) = std::fs::read_to_string(crate::tree::root().join(&path)) else { continue };
        found.extend(words.iter().filter(|word| text.contains(word.as_str())).map(|word| format!("{path}: {word}")));
    }
    assert!(found.is_empty(), "a clone must work anywhere:\n{}", found.join("\n"));
}

#[test]
fn a_module_says_what_it_is() {
    let silent: Vec<String> = under("src-tauri/", ".rs")
        .into_iter()
        .chain(under("xtask/src/", ".rs"))
        .filter(|path| {
            let text = read(path);
            text.lines().count() > 50 && !text.lines().take(3).any(|line| line.starts_with("//!"))
        })
        .collect();
    assert!(silent.is_empty(), "a module over 50 lines opens with //! what it is: {silent:?}");
}

#[test]
fn a_file_is_one_idea() {
    let long: Vec<String> = ["src-tauri/", "xtask/src/", "ui/src/"]
        .iter()
        .flat_map(|folder| files().into_iter().filter(move |path| path.starts_with(folder)))
        .filter(|path| [".rs", ".ts", ".tsx", ".css"].iter().any(|ending| path.ends_with(ending)))
        .filter(|path| !path.ends_with("bindings.ts"))
        .map(|path| (read(&path).lines().count(), path))
        .filter(|(lines, _)| *lines > 700)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "these files hold more than one idea: {long:?}");
}

#[test]
fn the_readme_opens_with_commands_that_exist() {
    let readme = read("README.md");
    let main = read("xtask/src/main.rs");
    for command in ["run", "test"] {
        assert!(readme.contains(&format!("cargo xtask {command}")), "the README names `cargo xtask {command}`");
        assert!(main.contains(&format!("[\"{command}\"")), "`cargo xtask {command}` exists");
    }
    for line in readme.lines().filter_map(|line| line.trim().strip_prefix("cargo xtask ")) {
        let word = line.split_whitespace().next().unwrap_or_default();
        assert!(main.contains(&format!("[\"{word}\"")), "the README names `cargo xtask {word}`, which does not exist");
    }
}

#[test]
fn no_release_has_the_host_of_the_tests() {
    let feature = ["test", "-host"].concat();
    let naming: Vec<String> = files()
        .into_iter()
        .filter(|path| [".toml", ".yml", ".json", ".rs"].iter().any(|ending| path.ends_with(ending)))
        .filter(|path| !path.ends_with("lock.json") && read(path).contains(&feature))
        .collect();
    let known = [
        "src-tauri/shell/clipboard.rs",
        "src-tauri/shell/lib.rs",
        "src-tauri/shell/test_host.rs",
        "xtask/src/check.rs",
    ];
    let expected: Vec<String> = ["Cargo.toml"].into_iter().chain(known).map(str::to_owned).collect();
    assert_eq!(
        naming, expected,
        "the feature is named where it is declared, used and tried, and nowhere that builds a release"
    );
    let manifest = read("Cargo.toml");
    assert!(manifest.contains(&format!("required-features = [\"{feature}\"]")), "nothing is built with it unasked");
    assert!(!manifest.contains("default = ["), "no feature is on by default");
    let shell = read("src-tauri/shell/lib.rs");
    assert!(
        shell.contains(&format!("#[cfg(not(feature = \"{feature}\"))]\npub use start::{{run, run_as_told}};")),
        "with it there is no application to start, so a release that asked for it would not compile"
    );
}
