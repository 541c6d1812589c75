//! What words mean, as far as telling duplicates needs it: data files of three languages, read once.
//!
//! A class of words of one meaning has one identity. What is in no file is known by its stem.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use super::words::{Script, Word, spelled, stem};

/// What a word does in a sentence; one word may do several things.
pub(super) type Uses = u16;

pub(super) const STOP: Uses = 1;
pub(super) const GENERIC: Uses = 1 << 1;
pub(super) const UP: Uses = 1 << 2;
pub(super) const DOWN: Uses = 1 << 3;
pub(super) const PLANNED: Uses = 1 << 4;
pub(super) const ABOUT: Uses = 1 << 5;
pub(super) const OVER: Uses = 1 << 6;
pub(super) const UNDER: Uses = 1 << 7;
pub(super) const DENY: Uses = 1 << 8;
pub(super) const NAME: Uses = 1 << 9;
pub(super) const LEAST: Uses = 1 << 10;
pub(super) const MOST: Uses = 1 << 11;
pub(super) const POSSIBLE: Uses = 1 << 12;
pub(super) const ABLE: Uses = 1 << 13;
/// What a value is a value of, and not whose it is: long, price.
pub(super) const MEASURE: Uses = 1 << 14;

/// What a term is known by.
pub(super) type Id = u64;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) uses: Uses,
    /// Of the class of words of its meaning.
    pub(super) class: Option<Id>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    German,
    French,
    /// In another script than Latin.
    Other,
}

impl Language {
    /// Told by the small words, which no text is without.
    pub(super) fn of(words: &[Word]) -> Self {
        let latin: Vec<&str> =
            words.iter().filter(|word| word.script == Script::Latin).map(|word| word.key.as_str()).collect();
        if latin.is_empty() || latin.len() * 2 < words.iter().filter(|word| word.script != Script::Digits).count() {
            return Self::Other;
        }
        let count = |language: Self| latin.iter().filter(|word| language.lexicon().is_stop(word)).count();
        let (english, german, french) = (count(Self::English), count(Self::German), count(Self::French));
        if german > english && german >= french {
            Self::German
        } else if french > english {
            Self::French
        } else {
            Self::English
        }
    }

    pub(super) fn lexicon(self) -> &'static Lexicon {
        match self {
            Self::German => &GERMAN,
            Self::French => &FRENCH,
            Self::English | Self::Other => &ENGLISH,
        }
    }
}

pub(super) struct Lexicon {
    entries: HashMap<String, Entry>,
    /// The first words of phrases.
    openings: HashSet<String>,
    rivals: HashMap<Id, Vec<usize>>,
    opposites: HashMap<Id, Vec<Id>>,
}

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("lexicon/en.txt")));
static GERMAN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("lexicon/de.txt")));
static FRENCH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("lexicon/fr.txt")));

/// The longest phrase, in words.
const LONGEST: usize = 5;

impl Lexicon {
    /// The words of one meaning that `word` belongs to, and what it does.
    pub(super) fn get(&self, word: &str) -> Entry {
        if let Some(entry) = self.entries.get(word) {
            return *entry;
        }
        let entry = self.entries.get(stem(word)).copied().unwrap_or_default();
        // "Marking" is no mark: only an inflection of a word that says little says little.
        let inflected = ["s", "es", "ed", "d", "e", "n", "en"].iter().any(|ending| word.ends_with(ending));
        if inflected { entry } else { Entry { uses: entry.uses & !(GENERIC | STOP), ..entry } }
    }

    fn is_stop(&self, word: &str) -> bool {
        self.entries.get(word).is_some_and(|entry| entry.uses & STOP != 0)
    }

    /// The longest phrase that `words` begin with, and how many of them it is.
    pub(super) fn phrase(&self, words: &[Word]) -> Option<(Entry, usize)> {
        if !self.openings.contains(words.first()?.key.as_str()) {
            return None;
        }
        (2..=LONGEST.min(words.len())).rev().find_map(|count| {
            let joined: Vec<&str> = words[..count].iter().map(|word| word.key.as_str()).collect();
            self.entries.get(&joined.join("_")).map(|entry| (*entry, count))
        })
    }

    /// Whether the two cannot both be meant: revenue and cost, north and south.
    pub(super) fn are_rivals(&self, a: Id, b: Id) -> bool {
        let (Some(of_a), Some(of_b)) = (self.rivals.get(&a), self.rivals.get(&b)) else { return false };
        of_a.iter().any(|group| of_b.contains(group))
    }

    /// Whether one denied is the other: approved and rejected.
    pub(super) fn are_opposites(&self, a: Id, b: Id) -> bool {
        self.opposites.get(&a).is_some_and(|all| all.contains(&b))
    }

    fn read(source: &str) -> Self {
        let mut own = Self {
            entries: HashMap::new(),
            openings: HashSet::new(),
            rivals: HashMap::new(),
            opposites: HashMap::new(),
        };
        let mut section = "";
        let mut rivals = 0;
        for line in source.lines().filter(|line| !line.starts_with("# ") && !line.trim().is_empty()) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name;
                continue;
            }
            match section {
                "same" => own.class(line),
                "rival" => {
                    let group: Vec<Id> = own.classes_of(line);
                    group.into_iter().for_each(|id| own.rivals.entry(id).or_default().push(rivals));
                    rivals += 1;
                }
                "opposite" => {
                    let pair: Vec<Id> = own.classes_of(line);
                    for (of, other) in [(0, 1), (1, 0)] {
                        if let (Some(of), Some(other)) = (pair.get(of), pair.get(other)) {
                            own.opposites.entry(*of).or_default().push(*other);
                        }
                    }
                }
                "measure" => line.split_whitespace().for_each(|word| own.measure(word)),
                section => line.split_whitespace().for_each(|word| own.add(word, uses(section), None)),
            }
        }
        own
    }

    fn class(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let Some(head) = words.next() else { return };
        let id = id_of(head);
        for word in std::iter::once(head).chain(words) {
            self.add(word, 0, Some(id));
        }
    }

    /// It stays what it is known as, by its stem too.
    fn measure(&mut self, word: &str) {
        let key = key(word);
        let entry = self.get(&key);
        self.entries.insert(key, Entry { uses: entry.uses | MEASURE, ..entry });
    }

    fn classes_of(&self, line: &str) -> Vec<Id> {
        let class =
            |word: &str| self.entries.get(&key(word)).and_then(|entry| entry.class).unwrap_or_else(|| id_of(word));
        line.split('|').map(|word| class(word.trim())).collect()
    }

    /// The first class that claims a word keeps it.
    fn add(&mut self, word: &str, uses: Uses, class: Option<Id>) {
        let key = key(word);
        if let Some((first, _)) = key.split_once('_') {
            self.openings.insert(first.to_owned());
        } else if class.is_some() {
            // Inflections that the file leaves out are found by the stem.
            let stem = stem(&key);
            if stem != key && !self.entries.contains_key(stem) {
                self.entries.insert(stem.to_owned(), Entry { uses: 0, class });
            }
        }
        let entry = self.entries.entry(key).or_default();
        entry.uses |= uses;
        entry.class = entry.class.or(class);
    }
}

fn uses(section: &str) -> Uses {
    match section {
        "stop" => STOP,
        "generic" => GENERIC,
        "up" => UP,
        "down" => DOWN,
        "planned" => PLANNED,
        "about" => ABOUT,
        "over" => OVER,
        "under" => UNDER,
        "deny" => DENY,
        "name" => NAME,
        "least" => LEAST,
        "most" => MOST,
        "possible" => POSSIBLE,
        "able" => ABLE,
        _ => 0,
    }
}

fn key(word: &str) -> String {
    word.split('_').map(spelled).collect::<Vec<_>>().join("_")
}

/// What a word in no class is known by.
pub(super) fn id_of(word: &str) -> Id {
    id_of_key(stem(&key(word)))
}

pub(super) fn id_of_key(key: &str) -> Id {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
