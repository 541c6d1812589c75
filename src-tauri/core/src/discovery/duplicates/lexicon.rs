//! The meanings of words, as far as telling duplicates needs it: the lexicons of three languages, by spelling and stem.
//!
//! A class of words of one meaning has one identity. What is in no lexicon is known by its stem.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use super::words::{ComparedWord, WordScript, stem};
use crate::language::Language;
use crate::language::class::{
    ABLE, ABOUT, Classes, DENYING, DOWN, EXPECTED, GENERIC, LEAST, MEASURE, MOST, NAME, OVER, POSSIBLE, STOP, UNDER, UP,
};
use crate::language::fold::spelled;

/// The identity of a term.
pub(super) type Id = u64;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LexiconEntry {
    pub(super) uses: Classes,
    /// Of the class of words of its meaning.
    pub(super) class: Option<Id>,
}

/// Told by the small words, which no text is without; none for another script than Latin.
pub(super) fn language_of(words: &[ComparedWord]) -> Option<Language> {
    let latin: Vec<&str> =
        words.iter().filter(|word| word.script == WordScript::Latin).map(|word| word.key.as_str()).collect();
    if latin.is_empty() || latin.len() * 2 < words.iter().filter(|word| word.script != WordScript::Digits).count() {
        return None;
    }
    let count = |language: Language| {
        latin.iter().filter(|word| DuplicateLexicon::for_language(Some(language)).is_stop(word)).count()
    };
    let (english, german, french) = (count(Language::English), count(Language::German), count(Language::French));
    Some(match () {
        () if german > english && german >= french => Language::German,
        () if french > english => Language::French,
        () => Language::English,
    })
}

#[derive(Default)]
pub(super) struct DuplicateLexicon {
    entries: HashMap<String, LexiconEntry>,
    /// The first words of phrases.
    openings: HashSet<String>,
    rivals: HashMap<Id, Vec<usize>>,
    opposites: HashMap<Id, Vec<Id>>,
}

static ENGLISH: LazyLock<DuplicateLexicon> = LazyLock::new(|| DuplicateLexicon::read(Language::English));
static GERMAN: LazyLock<DuplicateLexicon> = LazyLock::new(|| DuplicateLexicon::read(Language::German));
static FRENCH: LazyLock<DuplicateLexicon> = LazyLock::new(|| DuplicateLexicon::read(Language::French));

/// The longest phrase, in words.
const LONGEST: usize = 5;

impl DuplicateLexicon {
    pub(super) fn for_language(language: Option<Language>) -> &'static Self {
        match language {
            Some(Language::German) => &GERMAN,
            Some(Language::French) => &FRENCH,
            _ => &ENGLISH,
        }
    }

    /// The words of one meaning that `word` belongs to, and what it does.
    pub(super) fn get(&self, word: &str) -> LexiconEntry {
        if let Some(entry) = self.entries.get(word) {
            return *entry;
        }
        let entry = self.entries.get(stem(word)).copied().unwrap_or_default();
        // "Marking" is no mark: only an inflection of a word that says little says little.
        let inflected = ["s", "es", "ed", "d", "e", "n", "en"].iter().any(|ending| word.ends_with(ending));
        if inflected { entry } else { LexiconEntry { uses: entry.uses & !(GENERIC | STOP), ..entry } }
    }

    fn is_stop(&self, word: &str) -> bool {
        self.entries.get(word).is_some_and(|entry| entry.uses & STOP != 0)
    }

    /// The longest phrase that `words` begin with, and how many of them it is.
    pub(super) fn phrase(&self, words: &[ComparedWord]) -> Option<(LexiconEntry, usize)> {
        if !self.openings.contains(words.first()?.key.as_str()) {
            return None;
        }
        (2..=LONGEST.min(words.len())).rev().find_map(|count| {
            let joined: Vec<&str> = words[..count].iter().map(|word| word.key.as_str()).collect();
            self.entries.get(&joined.join("_")).map(|entry| (*entry, count))
        })
    }

    /// Returns whether the two cannot both be meant: revenue and cost, north and south.
    pub(super) fn are_rivals(&self, a: Id, b: Id) -> bool {
        let (Some(of_a), Some(of_b)) = (self.rivals.get(&a), self.rivals.get(&b)) else { return false };
        of_a.iter().any(|group| of_b.contains(group))
    }

    /// Returns whether one denied is the other: approved and rejected.
    pub(super) fn are_opposites(&self, a: Id, b: Id) -> bool {
        self.opposites.get(&a).is_some_and(|all| all.contains(&b))
    }

    fn read(language: Language) -> Self {
        const USES: Classes =
            STOP | GENERIC | UP | DOWN | EXPECTED | POSSIBLE | ABLE | ABOUT | OVER | UNDER | LEAST | MOST | DENYING;
        let lexicon = language.lexicon();
        let mut own = Self::default();
        lexicon.words_of(USES).for_each(|(word, uses)| own.add(word, uses, None));
        lexicon.lines("same").for_each(|line| own.class(line));
        lexicon.words_of(MEASURE).for_each(|(word, _)| own.measure(word));
        for line in lexicon.lines("opposite") {
            if let [one, other] = own.classes_of(line)[..] {
                own.opposites.entry(one).or_default().push(other);
                own.opposites.entry(other).or_default().push(one);
            }
        }
        for (group, line) in lexicon.lines("rival").enumerate() {
            own.classes_of(line).into_iter().for_each(|id| own.rivals.entry(id).or_default().push(group));
        }
        lexicon.words_of(NAME).for_each(|(word, uses)| own.add(word, uses, None));
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
        self.entries.insert(key, LexiconEntry { uses: entry.uses | MEASURE, ..entry });
    }

    fn classes_of(&self, line: &str) -> Vec<Id> {
        let class =
            |word: &str| self.entries.get(&key(word)).and_then(|entry| entry.class).unwrap_or_else(|| id_of(word));
        line.split('|').map(|word| class(word.trim())).collect()
    }

    /// The first class that claims a word keeps it.
    fn add(&mut self, word: &str, uses: Classes, class: Option<Id>) {
        let key = key(word);
        if let Some((first, _)) = key.split_once('_') {
            self.openings.insert(first.to_owned());
        } else if class.is_some() {
            // Inflections that the file leaves out are found by the stem.
            let stem = stem(&key);
            if stem != key && !self.entries.contains_key(stem) {
                self.entries.insert(stem.to_owned(), LexiconEntry { uses: 0, class });
            }
        }
        let entry = self.entries.entry(key).or_default();
        entry.uses |= uses;
        entry.class = entry.class.or(class);
    }
}

fn key(word: &str) -> String {
    word.split('_').map(spelled).collect::<Vec<_>>().join("_")
}

/// Returns the identity of a word in no class.
pub(super) fn id_of(word: &str) -> Id {
    id_of_key(stem(&key(word)))
}

pub(super) fn id_of_key(key: &str) -> Id {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
