//! Documents of other people, where somebody has some, held against what an independent program reads of them:
//! `FACTLY_DOCUMENTS=folder` names them. No figure is lost, and none is joined with another.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::read;

/// The program that reads a kind of document, with what stands before and behind the file.
const REFERENCES: [(&str, &str, &[&str], &[&str]); 2] =
    [("pdf", "pdftotext", &["-enc", "UTF-8"], &["-"]), ("docx", "pandoc", &["--to=plain", "--wrap=none"], &[])];

/// Of a thousand figures so many may differ: running heads and hidden words are read by one of the two alone, and maps of
/// fonts are broken in many ways.
const FIGURES: usize = 30;
const WORDS: usize = 60;

/// Count of a thing in two texts, and only in the first.
#[derive(Clone, Copy, Debug, Default)]
struct MissingShare {
    all: usize,
    missing: usize,
}

impl MissingShare {
    fn count_missing<'t>(those: impl Iterator<Item = &'t str>, others: impl Iterator<Item = &'t str>) -> Self {
        let mut left: HashMap<&str, usize> = HashMap::new();
        others.for_each(|other| *left.entry(other).or_default() += 1);
        let mut share = Self::default();
        for one in those {
            share.all += 1;
            match left.get_mut(one).filter(|left| **left > 0) {
                Some(left) => *left -= 1,
                None => share.missing += 1,
            }
        }
        share
    }

    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.missing += other.missing;
    }

    fn is_within(self, of_thousand: usize) -> bool {
        self.missing * 1_000 <= self.all * of_thousand
    }
}

fn figures(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_digit()).filter(|digits| digits.len() > 1)
}

/// Words of letters that no hyphen parts, as the two join those of a line's end in different ways.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_plain = |word: &&str| word.len() > 3 && word.chars().all(|char| char.is_ascii_alphabetic());
    text.split_whitespace().map(|word| word.trim_matches(|char: char| !char.is_alphanumeric())).filter(is_plain)
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of documents");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
    found.sort();
}

/// Reads a file with the other program; none where it is not there, or reads nothing of this file.
fn reference(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    let (_, program, before, behind) = REFERENCES.into_iter().find(|(of, ..)| *of == ending)?;
    let output = Command::new(program).args(before).arg(path).args(behind).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success() && !text.trim().is_empty()).then_some(text)
}

#[test]
fn documents_of_others_lose_no_figure() {
    let Some(folder) = std::env::var_os("FACTLY_DOCUMENTS") else {
        eprintln!("not run: FACTLY_DOCUMENTS names no folder of documents");
        return;
    };
    let mut paths = Vec::new();
    files(Path::new(&folder), &mut paths);
    let (mut lost, mut joined, mut missing_words) =
        (MissingShare::default(), MissingShare::default(), MissingShare::default());
    let (mut compared, mut worst) = (0, Vec::new());
    for path in &paths {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let (Ok(ours), Some(theirs)) = (read(name, &fs::read(path).expect("a file")), reference(path)) else {
            continue;
        };
        compared += 1;
        let of_file = MissingShare::count_missing(figures(&theirs), figures(&ours.text));
        let invented = MissingShare::count_missing(figures(&ours.text), figures(&theirs));
        worst.push((of_file.missing + invented.missing, name, of_file, invented));
        lost.add(of_file);
        joined.add(invented);
        missing_words.add(MissingShare::count_missing(words(&theirs), words(&ours.text)));
    }
    worst.sort_by_key(|(missing, ..)| std::cmp::Reverse(*missing));
    let details = worst.iter().take(15).map(|row| format!("{row:?}\n")).collect::<String>();
    eprintln!(
        "{compared} of {} compared; lost {lost:?}, not there {joined:?}, words {missing_words:?}\n{details}",
        paths.len()
    );
    assert!(lost.is_within(FIGURES), "figures are lost: {lost:?}\n{details}");
    assert!(joined.is_within(FIGURES), "figures are read that nobody wrote: {joined:?}\n{details}");
    assert!(missing_words.is_within(WORDS), "words are lost: {missing_words:?}\n{details}");
}
