//! The line of areas: an area uses those before it and no other.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{code, under};

/// The engine from the ground up. What stands in one row does not know its neighbours, but for those before it in the
/// row above.
const ENGINE: &[&str] = &[
    "task",
    "world",
    "library_path",
    "store",
    "error",
    "turn_lock",
    "context",
    "locale",
    "file",
    "spreadsheet",
    "lookup",
    "meaning",
    "names",
    "prepared",
    "input_summary",
    "secrets",
    "wallet",
    "providers",
    "keys",
    "marks",
    "duplicates",
    "undo",
    "originals",
    "facts",
    "items",
    "catalogue",
    "knowledge",
    "evidence",
    "extraction",
    "inputs",
    "questions",
    "discovery",
    "retrieval",
    "reports",
    "long_documents",
    "audit",
    "chat",
    "transfer",
    "evidence_pack",
    "sample",
    "library",
];

/// Returns the neighbours that each folder or file right under `root` names, with a file that does.
fn uses(root: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let area_of = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned();
    let mut uses: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for path in under(root, ".rs") {
        let area = area_of(&path[root.len()..]);
        let text = code(&path);
        let named = text.split("crate::").skip(1).flat_map(heads);
        let found = uses.entry(area.clone()).or_default();
        found.extend(named.filter(|name| *name != area).map(|name| (name, path.clone())));
    }
    let areas: BTreeSet<String> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|found| found.retain(|name, _| areas.contains(name)));
    uses
}

/// The first names behind `crate::`, one or several in braces.
fn heads(rest: &str) -> Vec<String> {
    let word = |text: &str| {
        text.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default().to_owned()
    };
    let Some(list) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let (mut depth, mut names) = (0, vec![word(list)]);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(word(&list[at + 1..])),
            _ => {}
        }
    }
    names
}

#[test]
fn the_engine_s_areas_form_a_line() {
    let order: BTreeMap<&str, usize> = ENGINE.iter().enumerate().map(|(at, area)| (*area, at)).collect();
    let mut found = Vec::new();
    for (area, named) in uses("src-tauri/engine/src/").iter().filter(|(area, _)| *area != "lib") {
        let Some(at) = order.get(area.as_str()) else {
            found.push(format!("`{area}` has no place in the line of xtask/tests/tidy/layers.rs"));
            continue;
        };
        let uphill = named.iter().filter(|(name, _)| order.get(name.as_str()).is_none_or(|other| other >= at));
        found.extend(uphill.map(|(name, path)| format!("{path}: `{area}` stands below `{name}` and uses it")));
    }
    assert!(found.is_empty(), "an area uses those before it: move down what both need\n{}", found.join("\n"));
}

#[test]
fn no_two_areas_of_the_core_use_each_other() {
    let uses = uses("src-tauri/core/src/");
    let mut found = Vec::new();
    for (area, named) in uses.iter().filter(|(area, _)| *area != "lib") {
        for (other, path) in named.iter().filter(|(other, _)| area < other) {
            if let Some(back) = uses.get(other).and_then(|named| named.get(area)) {
                found.push(format!("`{area}` and `{other}`: {path} and {back}"));
            }
        }
    }
    assert!(found.is_empty(), "these use each other: move down what both need\n{}", found.join("\n"));
}
