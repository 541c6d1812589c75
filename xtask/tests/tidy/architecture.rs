//! ARCHITECTURE.md stays true: its map names what is there, and what it names is there.

use std::collections::BTreeSet;

use crate::tree::{files, read, root};

/// Folders whose every child the map must name.
const MAPPED: [&str; 5] = ["src-tauri/core/src/", "src-tauri/engine/src/", "src-tauri/shell/", "ui/src/", "tests/"];

#[test]
fn the_map_names_every_folder() {
    let text = read("ARCHITECTURE.md");
    let folders: BTreeSet<String> = files()
        .iter()
        .flat_map(|path| {
            MAPPED.iter().filter_map(move |base| path.strip_prefix(base).map(|rest| (*base, rest.to_owned())))
        })
        .filter_map(|(base, rest)| rest.split_once('/').map(|(folder, _)| format!("{base}{folder}/")))
        .collect();
    let missing: Vec<&String> = folders.iter().filter(|folder| !text.contains(folder.as_str())).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md's map does not name {missing:?}");
}

#[test]
fn what_the_map_names_exists() {
    let text = read("ARCHITECTURE.md");
    let missing: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/') && !word.contains([' ', '*', '<', ':', '@', '(']) && !word.starts_with('/'))
        .filter(|word| {
            ["src-tauri", "ui/", "tests/", "xtask", "migrations", "docs/", "fuzz"]
                .iter()
                .any(|top| word.starts_with(top))
        })
        .filter(|word| !root().join(word).exists())
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
}

/// Each invariant is a table row `| n | rule | enforcer |`; an enforcer written as `name()` is a test that must exist.
#[test]
fn every_invariant_has_an_enforcer_that_exists() {
    let text = read("ARCHITECTURE.md");
    let sources: String = files()
        .iter()
        .filter(|path| path.ends_with(".rs") || path.ends_with(".ts") || path.ends_with(".mjs"))
        .map(|path| read(path))
        .collect();
    let mut seen = 0;
    for line in
        text.lines().filter(|line| line.starts_with("| ") && line.as_bytes().get(2).is_some_and(u8::is_ascii_digit))
    {
        seen += 1;
        let enforcer = line.trim_end_matches('|').rsplit('|').next().unwrap_or_default().trim();
        assert!(!enforcer.is_empty(), "an invariant without an enforcer: {line}");
        for name in enforcer.split('`').skip(1).step_by(2).filter_map(|word| word.strip_suffix("()")) {
            let name = name.rsplit("::").next().unwrap_or(name);
            assert!(
                sources.contains(&format!("fn {name}")) || sources.contains(name),
                "`{name}()` is named and not there: {line}"
            );
        }
    }
    assert!(seen >= 15, "ARCHITECTURE.md lists {seen} invariants, and the design has 15");
}

#[test]
fn the_pages_are_short_enough_to_be_read() {
    let lines = read("ARCHITECTURE.md").lines().count();
    assert!(lines <= 200, "ARCHITECTURE.md has {lines} lines: decisions stand in docs/decisions");
    let changelog = read("CHANGELOG.md");
    let first = changelog.split("\n## ").find(|part| part.starts_with("[0.1.0]")).expect("0.1.0 has its part");
    let lines = first.lines().count();
    assert!(lines <= 60, "the changelog of 0.1.0 has {lines} lines: it says what a user gets");
}

/// A decision is found by the index or not at all.
#[test]
fn the_index_leads_to_every_decision() {
    let index = read("docs/decisions/README.md");
    let pages: Vec<String> = crate::tree::under("docs/decisions/", ".md");
    let missing: Vec<&String> = pages
        .iter()
        .filter(|page| !page.ends_with("README.md"))
        .filter(|page| !index.contains(&format!("]({})", page.trim_start_matches("docs/decisions/"))))
        .collect();
    assert!(missing.is_empty(), "docs/decisions/README.md does not lead to {missing:?}");
}
