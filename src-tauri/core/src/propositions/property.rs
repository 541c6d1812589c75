//! Properties: what a value may be a value of, and the words that say so, from `lexicons/properties.txt`.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::amount::Kinds;
use super::stems::{noun_stem, verb_stem};
use crate::language::Language;
use crate::values::Bound;

/// A property, as its place in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NamedProperty(u8);

/// The class of a word that says a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum WordClass {
    Noun,
    Verb,
    Adjective,
}

struct PropertyRow {
    name: &'static str,
    kinds: Kinds,
    is_offered: bool,
}

/// All properties, with their words.
struct Properties {
    rows: Vec<PropertyRow>,
    words: [FxHashMap<(WordClass, String), Vec<NamedProperty>>; 4],
    /// The stems of nouns that name a property and are things of their own: a rent, a fee.
    kinds: [FxHashSet<String>; 4],
    /// The nouns that may end a compound, longest first.
    endings: [Vec<(String, NamedProperty)>; 4],
}

/// The class of nouns that name a property and are things of their own.
const KIND: &str = "kind";

/// A shorter noun ends many a word that is no compound.
const ENDING: usize = 4;

static PROPERTIES: LazyLock<Properties> = LazyLock::new(Properties::read);

impl NamedProperty {
    pub fn name(self) -> &'static str {
        PROPERTIES.rows.get(usize::from(self.0)).map_or("", |row| row.name)
    }

    pub fn named(name: &str) -> Option<Self> {
        let at = PROPERTIES.rows.iter().position(|row| row.name == name)?;
        u8::try_from(at).ok().map(Self)
    }

    /// All properties, in the order of the file.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PROPERTIES.rows.len()).filter_map(|at| u8::try_from(at).ok().map(Self))
    }

    pub(super) fn admits(self, kinds: Kinds) -> bool {
        PROPERTIES.rows.get(usize::from(self.0)).is_some_and(|row| row.kinds & kinds != 0)
    }

    /// Returns whether a document says it of what it offers.
    pub fn is_offered(self) -> bool {
        PROPERTIES.rows.get(usize::from(self.0)).is_some_and(|row| row.is_offered)
    }

    /// Returns the property that words name, by its own name or by a noun of any language: "cost", "Einzelpreis".
    pub fn by_any_name(words: &str) -> Option<Self> {
        let norm = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let joined = norm.replace(' ', "_");
        let by_noun = |language: &Language| properties_of_word(*language, WordClass::Noun, &joined).first().copied();
        Self::named(&norm).or_else(|| Language::ALL.iter().find_map(by_noun))
    }

    /// Returns what the property is of a value with such a bound: what is valid from a day on does not end on it.
    pub(super) fn bounded(self, bound: Bound) -> Self {
        let is_from = matches!(bound, Bound::AtLeast | Bound::MoreThan) && self.name() == "valid until";
        Self::named("valid from").filter(|_| is_from).unwrap_or(self)
    }

    /// Returns the property that is the only one with values of such a kind: volts are a voltage.
    pub(super) fn only_of(kinds: Kinds) -> Option<Self> {
        let mut admitting = Self::all().filter(|property| property.admits(kinds));
        admitting.next().filter(|_| admitting.next().is_none())
    }
}

/// Returns the properties that a word says.
pub(super) fn properties_of_word(language: Language, class: WordClass, word: &str) -> &'static [NamedProperty] {
    let stem = stem(language, class, word);
    PROPERTIES.words[language as usize].get(&(class, stem)).map_or(&[], Vec::as_slice)
}

/// Returns whether a noun that says a property is a thing of its own: "the rent" is what it is the price of.
pub(super) fn is_kind(language: Language, noun: &str) -> bool {
    PROPERTIES.kinds[language as usize].contains(&noun_stem(language, noun))
}

/// Returns the property that ends a compound noun, and where in the word that begins: "Decken|höhe".
pub(super) fn ending_of(language: Language, noun: &str) -> Option<(usize, NamedProperty)> {
    let found = PROPERTIES.endings[language as usize]
        .iter()
        .find(|(ending, _)| noun.len() >= ending.len() + 3 && noun.ends_with(ending.as_str()));
    found.map(|(ending, property)| (noun.len() - ending.len(), *property))
}

fn stem(language: Language, class: WordClass, word: &str) -> String {
    match class {
        WordClass::Noun => noun_stem(language, word),
        WordClass::Verb => verb_stem(language, word),
        WordClass::Adjective => word.to_owned(),
    }
}

impl Properties {
    fn read() -> Self {
        let mut read = Self {
            rows: Vec::new(),
            words: Default::default(),
            kinds: Default::default(),
            endings: Default::default(),
        };
        for line in include_str!("../../lexicons/properties.txt").lines().filter(|line| !line.starts_with('#')) {
            if line.starts_with(' ') {
                read.add_words(line.trim_start());
            } else if let Some((name, rest)) = line.split_once(':') {
                let (kinds, flags) = rest.split_once('|').unwrap_or((rest, ""));
                let kinds =
                    kinds.split_whitespace().filter_map(super::amount::kind_named).fold(0, |all, kind| all | kind);
                read.rows.push(PropertyRow { name, kinds, is_offered: flags.trim() == "offer" });
            }
        }
        read.endings.iter_mut().for_each(|endings| endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.len())));
        read
    }

    fn add_words(&mut self, line: &'static str) {
        let Some(property) = self.rows.len().checked_sub(1).and_then(|at| u8::try_from(at).ok()) else { return };
        let property = NamedProperty(property);
        let mut parts = line.split_whitespace();
        let language = parts.next().and_then(Language::from_code);
        let name = parts.next().unwrap_or_default();
        let (Some(language), Some(class)) = (language, word_class(name)) else { return };
        for word in parts {
            let of = self.words[language as usize].entry((class, stem(language, class, word))).or_default();
            if !of.contains(&property) {
                of.push(property);
            }
            if name == KIND {
                self.kinds[language as usize].insert(stem(language, class, word));
            }
            if class == WordClass::Noun && language == Language::German && word.chars().count() >= ENDING {
                self.endings[language as usize].push((word.to_owned(), property));
            }
        }
    }
}

fn word_class(name: &str) -> Option<WordClass> {
    match name {
        "noun" | KIND => Some(WordClass::Noun),
        "verb" => Some(WordClass::Verb),
        "adjective" => Some(WordClass::Adjective),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_property_has_a_kind_and_words() {
        for property in NamedProperty::all() {
            assert_ne!(PROPERTIES.rows[usize::from(property.0)].kinds, 0, "{} has kinds of values", property.name());
            let words =
                |language: Language| PROPERTIES.words[language as usize].values().flatten().any(|of| *of == property);
            assert!(words(Language::English) && words(Language::German), "{} is said in both", property.name());
        }
    }

    #[test]
    fn a_word_says_its_property_in_any_form() {
        let check = |language: Language, class: WordClass, word: &str, name: &str| {
            let names: Vec<&str> =
                properties_of_word(language, class, word).iter().map(|property| property.name()).collect();
            assert!(names.contains(&name), "{word}: {names:?}");
        };
        check(Language::English, WordClass::Noun, "prices", "cost");
        check(Language::German, WordClass::Verb, "kostet", "cost");
        check(Language::German, WordClass::Noun, "längen", "length");
        check(Language::French, WordClass::Adjective, "haut", "height");
        assert_eq!(ending_of(Language::German, "deckenhöhe").map(|(at, of)| (at, of.name())), Some((6, "height")));
    }
}
