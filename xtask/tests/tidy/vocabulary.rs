//! The words of the code: those of the field, one noun an area, and counts that `docs/naming.md` tells.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};

use crate::tree::{files, read, under};

/// Identifiers that name nothing: a reader cannot tell what they hold, and a search finds all or none of them.
const BANNED: &[&str] = &[
    "Anyway",
    "Asked",
    "Beside",
    "HeldBack",
    "Keeping",
    "Outside",
    "Said",
    "Spoken",
    "Told",
    "Turned",
    "Twins",
    "asked",
    "carry",
    "concede",
    "condemn",
    "equipped",
    "gone",
    "inquire",
    "meant",
    "said",
    "stands",
    "told",
    "turned",
    "unwritten",
];

/// File names that tell nothing of what is in the file.
const BANNED_FILES: &[&str] = &[
    "asked", "at", "back", "called", "door", "dress", "evident", "here", "judged", "keeping", "lax", "meant",
    "outside", "said", "shelves", "stands", "talk", "tells", "told", "turned",
];

/// Words that open a question, where a doc comment is a sentence about the thing.
const QUESTION_WORDS: &[&str] = &["What", "Who", "Which", "Whether", "Whose", "How", "Where", "Why"];

#[test]
fn no_identifier_is_of_a_private_dialect() {
    let mut found = Vec::new();
    for path in rust_files() {
        let names = identifiers(&path);
        found.extend(BANNED.iter().filter(|word| names.contains_key(**word)).map(|word| format!("{path}: {word}")));
    }
    assert_eq!(found, [""; 0], "name it after what it holds or does (docs/naming.md)");
}

#[test]
fn a_file_is_named_after_what_it_defines() {
    let stem =
        |path: &str| path.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default().to_owned();
    let found: Vec<String> = files()
        .into_iter()
        .filter(|path| [".rs", ".ts", ".tsx"].iter().any(|ending| path.ends_with(ending)))
        .filter(|path| BANNED_FILES.contains(&stem(path).as_str()))
        .collect();
    assert_eq!(found, [""; 0], "name the file after the noun that it defines, or the verb that it does");
}

#[test]
fn a_doc_comment_is_a_sentence() {
    let opens_with_a_question = |text: &str| QUESTION_WORDS.contains(&text.split(' ').next().unwrap_or_default());
    let mut found = Vec::new();
    for path in rust_files() {
        let mut is_inside = false;
        for (number, line) in read(&path).lines().enumerate() {
            let text = ["///", "//!"].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
            if text.is_some_and(|text| !is_inside && opens_with_a_question(text.trim_start())) {
                found.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
            is_inside = text.is_some();
        }
    }
    assert_eq!(found, [""; 0], "a doc comment has a subject and a verb: “Returns…”, “A span of…”");
}

/// The table of `docs/naming.md` says how often a word is an identifier; it is held to what the code says.
#[test]
fn the_table_of_names_is_true() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in rust_files() {
        for (name, count) in identifiers(&path) {
            *counts.entry(name).or_default() += count;
        }
    }
    let page = read("docs/naming.md");
    let rows: Vec<[&str; 3]> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"))
        .filter_map(|row| row.replace_at_bars())
        .collect();
    assert!(rows.len() > 10, "the table of docs/naming.md cannot be read");
    for [name, before, now] in rows {
        assert!(before.parse::<usize>().is_ok(), "{name}: {before} is no count");
        let counted = counts.get(name).copied().unwrap_or_default();
        assert_eq!(now, counted.to_string(), "docs/naming.md says that `{name}` stands {now} times");
    }
}

/// Reads a row of three cells, the first behind its opening code mark.
trait Row {
    fn replace_at_bars(&self) -> Option<[&str; 3]>;
}

impl Row for str {
    fn replace_at_bars(&self) -> Option<[&str; 3]> {
        let mut cells = self.split(" | ");
        let row = [cells.next()?.strip_suffix('`')?, cells.next()?, cells.next()?];
        cells.next().is_none().then_some(row)
    }
}

fn rust_files() -> Vec<String> {
    ["src-tauri/", "tests/", "xtask/src/"].iter().flat_map(|folder| under(folder, ".rs")).collect()
}

/// Returns each identifier of a file with how often it occurs; words in comments and texts are none.
fn identifiers(path: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let mut open: Vec<TokenStream> = vec![read(path).parse().unwrap_or_else(|error| panic!("{path}: {error}"))];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => *found.entry(name.to_string()).or_default() += 1,
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    found
}
