//! Makes the tables of how common words are, `src-tauri/core/lexicons/background`, of lists of words by their rank.
//!
//! `cargo run -p factly-core --example background FOLDER`: the folder has `en.json`, `de.json`, `fr.json` and `es.json`,
//! each an array of words of Wikipedia in that language, the commonest first: the file `wikipedia.json` of the packages
//! `@zxcvbn-ts/language-en`, `-de`, `-fr` and `-es-es` (MIT). No text is taken over, only the order of words.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a script that cannot go on has failed")]

use std::collections::HashMap;
use std::path::PathBuf;

use factly_core::language::Language;
use factly_core::language::stem::Stems;
use factly_core::retrieval::terms::{Analyzer, each_word};

/// Words that are in the lists because of how Wikipedia's texts were taken, and not because it is said.
const MARKUP: [&str; 9] = ["doc", "id", "title", "url", "curid", "https", "http", "org", "wiki"];
const STEMS: usize = 10_000;
const WIDTH: usize = 116;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap());
    for language in Language::ALL {
        let text = std::fs::read_to_string(folder.join(format!("{}.json", language.code()))).unwrap();
        let words: Vec<String> = serde_json::from_str(&text).unwrap();
        let table = table(language, &words);
        let path = format!("{}/lexicons/background/{}.txt", env!("CARGO_MANIFEST_DIR"), language.code());
        println!("{path}: {} bytes", table.len());
        std::fs::write(path, table).unwrap();
    }
}

fn table(language: Language, words: &[String]) -> String {
    let analyzer = Analyzer::new(Stems::from(language));
    let mut shares: HashMap<String, f64> = HashMap::new();
    for (rank, word) in words.iter().enumerate().filter(|(_, word)| !MARKUP.contains(&word.as_str())) {
        let share = 1.0 / (rank as f64 + 2.7);
        each_word(word, |word| {
            let plain = word.len() > 1 && !word.bytes().all(|byte| byte.is_ascii_digit());
            if let Some(stem) = analyzer.term(word).filter(|_| plain) {
                *shares.entry(stem).or_default() += share;
            }
        });
    }
    let mut stems: Vec<(String, f64)> = shares.into_iter().collect();
    stems.sort_by(|(one, of_one), (other, of_other)| of_other.total_cmp(of_one).then_with(|| one.cmp(other)));
    stems.truncate(STEMS);
    lines(&stems)
}

fn lines(stems: &[(String, f64)]) -> String {
    let mut text = "# Stems, the commonest first. Made by tests/bench/retrieval/background.rs.\n".to_owned();
    let mut width = 0;
    for (stem, _) in stems {
        if width + stem.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
        }
        text.push_str(stem);
        width += stem.len() + 1;
    }
    text + "\n"
}
