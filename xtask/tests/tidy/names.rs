//! Names that a reader, a search and a completion find one thing by.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::{code, under};

const CRATES: [&str; 5] = ["core", "engine", "formats", "cli", "shell"];

/// Names that may be defined twice, and why.
const TWICE: [(&str, &str, &str); 5] = [
    ("engine", "Identity", "a file has another identity on Unix and on Windows, and one is compiled"),
    ("engine", "Prepared", "a run and a call of it are prepared alike, each in its file alone"),
    ("formats", "Paragraph", "a paragraph that is read from a Word document, and one that is written into it"),
    ("formats", "Reading", "a report is read from a Word document or from Markdown, by one or the other"),
    ("formats", "Table", "a table that is read from Markdown, and one that is read from a Word document"),
];

#[test]
fn a_type_name_is_defined_once_in_a_crate() {
    let mut twice = Vec::new();
    for name in CRATES {
        let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in under(&format!("src-tauri/{name}/"), ".rs") {
            for found in code(&path).lines().filter_map(defined) {
                types.entry(found.to_owned()).or_default().push(path.clone());
            }
        }
        types
            .retain(|found, places| places.len() > 1 && !TWICE.iter().any(|(of, may, _)| (*of, *may) == (name, found)));
        twice.extend(types.into_iter().map(|(found, places)| format!("{found}: {}", places.join(", "))));
    }
    assert_eq!(twice, [""; 0], "a type is named after what it is, so that no other has its name");
}

/// Names of the shell's wire, each the mirror of a type of the core or the engine for the window.
const MOST_MIRRORS: usize = 60;

/// A mirror has the name of what it mirrors; all other names are of one crate alone.
#[test]
fn a_type_name_is_of_one_crate_and_its_mirror() {
    let mut crates: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for name in CRATES {
        for path in under(&format!("src-tauri/{name}/"), ".rs") {
            let owner = if path.starts_with("src-tauri/shell/wire/") { "wire" } else { name };
            for found in code(&path).lines().filter_map(defined) {
                crates.entry(found.to_owned()).or_default().insert(owner);
            }
        }
    }
    let shared: Vec<(&String, &BTreeSet<&str>)> = crates.iter().filter(|(_, owners)| owners.len() > 1).collect();
    let twice: Vec<_> = shared.iter().filter(|(_, owners)| owners.len() > 2 || !owners.contains("wire")).collect();
    assert!(twice.is_empty(), "a reader who finds one of them takes it for the other: {twice:?}");
    assert!(shared.len() <= MOST_MIRRORS, "{} names of the wire are mirrors, at most {MOST_MIRRORS}", shared.len());
}

/// The type that a line defines. A type of a trait is indented, and is the trait's name for it.
fn defined(line: &str) -> Option<&str> {
    let is_inner = line.starts_with(' ');
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let (keyword, rest) = line.split_once(' ')?;
    let is_type = ["struct", "enum", "trait", "union"].contains(&keyword) || (keyword == "type" && !is_inner);
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    (is_type && rest.starts_with(char::is_uppercase)).then_some(&rest[..end])
}
