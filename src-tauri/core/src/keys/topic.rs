//! A check whether words speak of what a key is about, in any of the languages that it has names in.
//!
//! One content word in common with its label or a name of it is enough, inflected or compounded, or two with its question,
//! whose words are more general. What has no such word may still speak of it, and then the analyst is to look.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::KeyDef;
use crate::language::class::{ASKING, Classes, EMPTY, STATE};
use crate::language::token::plain;
use crate::language::{Token, classes, tokens};

/// Words are known by this many letters at least.
const STEM: usize = 4;

pub(crate) fn speaks_of(key: &KeyDef, text: &str) -> bool {
    let stated: Vec<String> = content(text, 0);
    let in_common = |name: &str, besides: Classes| -> usize {
        content(name, besides).iter().filter(|word| stated.iter().any(|other| is_like(word, other))).count()
    };
    // Of a name that is nothing but "approved", that is the content.
    let tells = |name: &str| in_common(name, if content(name, STATE).is_empty() { 0 } else { STATE }) > 0;
    names(key).any(tells) || in_common(&key.question, STATE) > 1
}

fn names(key: &KeyDef) -> impl Iterator<Item = &str> {
    std::iter::once(key.label.as_str()).chain(key.all_aliases().map(|(_, alias)| alias))
}

/// The names of keys by their words, letter by letter: what a quote is said to be about in place of another key must be
/// certain.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyNames {
    /// By the first word of a name: the path of its key, and the words behind.
    names: HashMap<String, Vec<(String, Vec<String>)>>,
    /// The names, of one word, of keys that are counted.
    counted: HashSet<String>,
    /// By the path of a key that is counted: what it and those like it are told apart by.
    siblings: HashMap<String, Siblings>,
}

/// The words of a key, and of those keys that have one of them and may have its value: of a door's width and its height.
#[derive(Clone, Debug)]
struct Siblings {
    own: Vec<String>,
    others: Vec<Vec<String>>,
}

impl KeyNames {
    pub(crate) fn from_keys<'k>(keys: impl Iterator<Item = &'k KeyDef> + Clone) -> Self {
        let counted: Vec<_> = keys.clone().filter(|key| key.is_counted()).map(|key| (key, all_words(key))).collect();
        let siblings = |(key, own): &(&KeyDef, Vec<String>)| {
            let is_like = |(other, words): &&(&KeyDef, Vec<String>)| {
                other.path != key.path && other.has_same_domain(key) && words.iter().any(|word| own.contains(word))
            };
            let others: Vec<_> = counted.iter().filter(is_like).map(|(_, words)| words.clone()).collect();
            (!others.is_empty()).then(|| (key.path.clone(), Siblings { own: own.clone(), others }))
        };
        let mut called = Self { siblings: counted.iter().filter_map(siblings).collect(), ..Self::default() };
        for key in keys {
            for name in names(key) {
                let mut words = content(name, 0).into_iter();
                if let Some(first) = words.next() {
                    if key.is_counted() && words.len() == 0 {
                        called.counted.insert(first.clone());
                    }
                    called.names.entry(first).or_default().push((key.path.clone(), words.collect()));
                }
            }
        }
        called
    }

    /// Returns whether a word by itself is the name of a key whose values are amounts or days.
    pub(crate) fn counts(&self, word: &str) -> bool {
        self.counted.contains(word)
    }

    /// The paths of the keys that a quote calls by a name.
    pub(crate) fn named_in(&self, quote: &str) -> impl Iterator<Item = &str> {
        let words = content(quote, 0);
        let names: Vec<&(String, Vec<String>)> =
            words.iter().filter_map(|word| self.names.get(word)).flatten().collect();
        names.into_iter().filter(move |(_, rest)| rest.iter().all(|word| words.contains(word))).map(|(path, _)| &**path)
    }

    /// Returns whether a quote says all that it says of a key of another one too, and more: "the door is 2 m high"
    /// speaks of a door's width by the door alone.
    pub(crate) fn is_closer_to_another(&self, key: &KeyDef, quote: &str) -> bool {
        let Some(siblings) = self.siblings.get(&key.path) else { return false };
        let stated = content(quote, STATE);
        let speaks = |words: &[String], of: &String| words.iter().any(|word| is_like(word, of));
        let (own, rest): (Vec<_>, Vec<_>) = stated.iter().partition(|of| speaks(&siblings.own, of));
        // Shorter ones tell little by themselves: "per", "net".
        let tells = |of: &&&String| of.chars().count() >= STEM;
        !own.is_empty()
            && siblings.others.iter().any(|other| {
                rest.iter().filter(tells).any(|of| speaks(other, of)) && own.iter().all(|of| speaks(other, of))
            })
    }
}

/// The words of a key's names and of its question, each once.
pub(crate) fn all_words(key: &KeyDef) -> Vec<String> {
    let question_words = content(&key.question, STATE | ASKING);
    BTreeSet::from_iter(names(key).flat_map(|name| content(name, STATE)).chain(question_words)).into_iter().collect()
}

/// The words of `text` that say what it is about, so that they compare.
fn content(text: &str, besides: Classes) -> Vec<String> {
    let words = tokens(text).filter(Token::is_word).map(|word| plain(&word.norm()));
    words.filter(|word| classes(word) & (EMPTY | besides) == 0).collect()
}

/// Returns whether a word says that something is so, whatever it is.
pub(crate) fn is_state(plain: &str) -> bool {
    classes(plain) & STATE != 0 && !matches!(plain, "project" | "no" | "libre")
}

/// Returns whether one is the other with an ending, or part of a compound: `drilled` of `drilling`, `Lastenaufzug` of
/// `Aufzug`.
pub(crate) fn is_like(a: &str, b: &str) -> bool {
    a == b || has_stem(a, b) || has_stem(b, a)
}

fn has_stem(word: &str, of: &str) -> bool {
    let stem = stem(of);
    // Within a word only as its last part: what goes live is no de-live-ry.
    let ends_with_it = |(at, _): (usize, &str)| at == 0 || is_ending(&word[at + stem.len()..]);
    stem.chars().count() >= STEM && word.match_indices(stem).any(ends_with_it)
}

fn is_ending(rest: &str) -> bool {
    // German "gebohrt", "gebohrte".
    rest.is_empty() || ENDINGS.contains(&rest) || matches!(rest, "t" | "te" | "ten" | "ter" | "tes")
}

fn stem(word: &str) -> &str {
    let stems = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    stems.filter(|stem| stem.chars().count() >= STEM).min_by_key(|stem| stem.len()).unwrap_or(word)
}

const ENDINGS: &[&str] = &[
    "ungen", "ings", "ing", "ung", "ions", "ion", "able", "ado", "ada", "ar", "age", "ed", "en", "er", "ee", "es",
    "em", "ir", "re", "al", "e", "s", "n", "a", "o", "d",
];
