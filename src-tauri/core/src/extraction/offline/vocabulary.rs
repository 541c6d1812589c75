//! The names of the keys in texts.

use std::collections::BTreeMap;
use std::ops::Range;

use super::word::{ClauseWord, hash};
use crate::inputs::Stage;
use crate::keys::{KeyDef, Registry};

/// Names that a clause may use, by the hash of their first word in lower case.
struct NameTable<T> {
    by_first: BTreeMap<u32, Vec<(Vec<String>, T)>>,
    /// A bit for each hash, so that a word which starts no name costs next to nothing.
    seen: [u64; 64],
}

impl<T: Copy> NameTable<T> {
    fn new<'n>(names: impl Iterator<Item = (&'n str, T)>) -> Self {
        let mut by_first: BTreeMap<u32, Vec<(Vec<String>, T)>> = BTreeMap::new();
        let mut seen = [0; 64];
        for (name, meaning) in names {
            let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
            if let Some(first) = words.first() {
                let hash = hash(first);
                seen[(hash >> 6) as usize & 63] |= 1 << (hash & 63);
                by_first.entry(hash).or_default().push((words, meaning));
            }
        }
        Self { by_first, seen }
    }

    fn may_start(&self, word: ClauseWord) -> bool {
        self.seen[(word.hash >> 6) as usize & 63] & (1 << (word.hash & 63)) != 0
    }

    /// The names that start with the word at `at`, each with where it ends.
    fn at<'s>(&'s self, words: &'s [ClauseWord], at: usize, text: &'s str) -> impl Iterator<Item = (usize, T)> + 's {
        let names = if self.may_start(words[at]) { self.by_first.get(&words[at].hash) } else { None };
        names.into_iter().flatten().filter_map(move |(name, meaning)| {
            let end = at + name.len();
            let same = words.get(at..end)?.iter().zip(name).all(|(word, name)| word.text(text).to_lowercase() == *name);
            same.then_some((end, *meaning))
        })
    }
}

/// Stands in an alias for the value: "wall … high" is what "The wall is 2.1 m high" calls the wall's height.
const BLANK: char = '…';

/// The keys by their aliases in all languages.
pub(super) struct Keys<'r> {
    keys: Vec<&'r KeyDef>,
    names: NameTable<Alias<'r>>,
}

#[derive(Clone, Copy)]
struct Alias<'r> {
    key: usize,
    tail: &'r str,
}

/// A key that is named in a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyMention<'r> {
    pub(super) words: Range<usize>,
    pub(super) key: usize,
    /// The words that must follow the value; empty if the words alone name the key.
    pub(super) tail: &'r str,
}

impl<'r> Keys<'r> {
    pub(super) fn new(registry: &'r Registry, stage: Stage) -> Self {
        let keys: Vec<&KeyDef> = registry.iter().filter(|key| key.is_allowed_at(stage)).collect();
        let aliases = keys.iter().enumerate().flat_map(|(at, key)| {
            key.all_aliases().map(|(_, alias)| alias).chain([key.label.as_str()]).map(move |alias| (alias, at))
        });
        let names = NameTable::new(aliases.map(|(alias, key)| {
            let (name, tail) = alias.split_once(BLANK).unwrap_or((alias, ""));
            (name, Alias { key, tail: tail.trim() })
        }));
        Self { keys, names }
    }

    pub(super) fn get(&self, key: usize) -> &'r KeyDef {
        self.keys[key]
    }

    pub(super) fn may_name(&self, word: ClauseWord) -> bool {
        self.names.may_start(word)
    }

    /// The keys named at `at`, by their longest names: "door width" is no width.
    pub(super) fn named_at(&self, words: &[ClauseWord], at: usize, text: &str) -> Vec<KeyMention<'r>> {
        let found: Vec<(usize, Alias<'r>)> = self.names.at(words, at, text).collect();
        let Some(end) = found.iter().map(|(end, _)| *end).max() else { return Vec::new() };
        let longest = found.into_iter().filter(|(to, _)| *to == end);
        let mut named: Vec<KeyMention<'r>> =
            longest.map(|(_, alias)| KeyMention { words: at..end, key: alias.key, tail: alias.tail }).collect();
        named.dedup();
        named
    }
}
