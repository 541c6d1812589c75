//! Words that differ in one letter, found without comparing a word with all others.
//!
//! Every word is filed under itself and under itself less each of its letters; two words that are one edit apart share
//! a file. That is looked at again letter by letter, since words two edits apart may share one too.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A shorter word has too many neighbours that are other words.
const SHORTEST: usize = 6;

#[derive(Clone, Debug, Default)]
pub(super) struct TypoIndex {
    filed: HashMap<u64, Vec<u32>>,
}

impl TypoIndex {
    pub(super) fn file(&mut self, key: u32, word: &str) {
        for file in files(word) {
            self.filed.entry(file).or_default().push(key);
        }
    }

    /// The keys filed by a word one letter from `word`, in order; `spelled` says how a key is written.
    pub(super) fn keys_near<'a>(&'a self, word: &str, spelled: impl Fn(u32) -> &'a str) -> Vec<u32> {
        let mut found: Vec<u32> =
            files(word).into_iter().flat_map(|file| self.filed.get(&file).into_iter().flatten().copied()).collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|key| one_apart(word, spelled(*key)));
        found
    }
}

fn files(word: &str) -> Vec<u64> {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < SHORTEST || letters.iter().any(|c| c.is_numeric()) {
        return Vec::new();
    }
    let without = |skip: usize| {
        let mut hasher = DefaultHasher::new();
        letters.iter().enumerate().filter(|(at, _)| *at != skip).for_each(|(_, c)| c.hash(&mut hasher));
        hasher.finish()
    };
    (0..=letters.len()).map(without).collect()
}

/// One letter more, less or other, or two neighbours exchanged.
fn one_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    match b.len() - a.len() {
        0 => match (a, b) {
            ([], []) => false,
            ([_, rest_a @ ..], [_, rest_b @ ..]) if rest_a == rest_b => true,
            ([a1, a2, rest_a @ ..], [b1, b2, rest_b @ ..]) => a1 == b2 && a2 == b1 && rest_a == rest_b,
            _ => false,
        },
        1 => a == &b[1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::one_apart;

    #[test]
    fn one_edit_is_one_and_two_are_not() {
        for (a, b, expected) in [
            ("plywood", "plywod", true),
            ("plywod", "plywood", true),
            ("plywood", "plywoood", true),
            ("plywood", "plyvood", true),
            ("plywood", "plywodo", true),
            ("plywood", "plywood", false),
            ("plywood", "playwod", false),
            ("plywood", "pliwodd", false),
        ] {
            assert_eq!(one_apart(a, b), expected, "{a} and {b}");
        }
    }
}
