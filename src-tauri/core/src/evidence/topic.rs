//! Whether words speak of what a key is about, in any of the languages that it has names in.
//!
//! One content word in common with its label or a name of it is enough, inflected or compounded, or two with its question,
//! whose words are more general. What has no such word may still speak of it, and then the analyst is to look.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::words::whole_words;
use crate::keys::KeyDef;

/// Words are known by this many letters at least.
const STEM: usize = 4;

pub(super) fn speaks_of(key: &KeyDef, said: &str) -> bool {
    let said: Vec<String> = content(said, &[]);
    let in_common = |name: &str, besides: &[&str]| -> usize {
        content(name, besides).iter().filter(|word| said.iter().any(|said| is_like(word, said))).count()
    };
    let names = || std::iter::once(key.label.as_str()).chain(key.all_aliases().map(|(_, alias)| alias));
    // Of a name that is nothing but "approved", that is the content.
    let tells = |name: &str| in_common(name, if content(name, STATES).is_empty() { &[] } else { STATES }) > 0;
    names().any(tells) || in_common(&key.question, STATES) > 1
}

/// The names of keys by their words, letter by letter: what a quote is said to be about in place of another key must be
/// certain.
#[derive(Clone, Debug, Default)]
pub(crate) struct Called {
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

impl Called {
    pub(crate) fn of<'k>(keys: impl Iterator<Item = &'k KeyDef> + Clone) -> Self {
        let counted: Vec<_> = keys.clone().filter(|key| key.is_counted()).map(|key| (key, all_words(key))).collect();
        let siblings = |(key, own): &(&KeyDef, Vec<String>)| {
            let is_like = |(other, words): &&(&KeyDef, Vec<String>)| {
                other.path != key.path && other.takes_the_like_of(key) && words.iter().any(|word| own.contains(word))
            };
            let others: Vec<_> = counted.iter().filter(is_like).map(|(_, words)| words.clone()).collect();
            (!others.is_empty()).then(|| (key.path.clone(), Siblings { own: own.clone(), others }))
        };
        let mut called = Self { siblings: counted.iter().filter_map(siblings).collect(), ..Self::default() };
        for key in keys {
            for name in std::iter::once(key.label.as_str()).chain(key.all_aliases().map(|(_, alias)| alias)) {
                let mut words = content(name, &[]).into_iter();
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

    /// Whether a word by itself is the name of a key whose values are amounts or days.
    pub(super) fn counts(&self, word: &str) -> bool {
        self.counted.contains(word)
    }

    /// The paths of the keys that a quote calls by a name.
    pub(super) fn named_in(&self, quote: &str) -> impl Iterator<Item = &str> {
        let said = content(quote, &[]);
        let names: Vec<&(String, Vec<String>)> =
            said.iter().filter_map(|word| self.names.get(word)).flatten().collect();
        names.into_iter().filter(move |(_, rest)| rest.iter().all(|word| said.contains(word))).map(|(path, _)| &**path)
    }
}

impl Called {
    /// Whether a quote says all that it says of a key of another one too, and more: "the door is 2 m high" speaks of a
    /// door's width by the door alone.
    pub(super) fn is_closer_to_another(&self, key: &KeyDef, said: &str) -> bool {
        let Some(siblings) = self.siblings.get(&key.path) else { return false };
        let said = content(said, STATES);
        let speaks = |words: &[String], of: &String| words.iter().any(|word| is_like(word, of));
        let (own, rest): (Vec<_>, Vec<_>) = said.iter().partition(|of| speaks(&siblings.own, of));
        // Shorter ones tell little by themselves: "per", "net".
        let tells = |of: &&&String| of.chars().count() >= STEM;
        !own.is_empty()
            && siblings.others.iter().any(|other| {
                rest.iter().filter(tells).any(|of| speaks(other, of)) && own.iter().all(|of| speaks(other, of))
            })
    }
}

/// The words of a key's names and of its question, each once.
pub(super) fn all_words(key: &KeyDef) -> Vec<String> {
    let names = std::iter::once(key.label.as_str()).chain(key.all_aliases().map(|(_, alias)| alias));
    let asked = content(&key.question, STATES).into_iter().filter(|word| !ASKING.contains(&word.as_str()));
    let words = BTreeSet::from_iter(names.flat_map(|name| content(name, STATES)).chain(asked));
    words.into_iter().collect()
}

/// What questions are made of, whatever they ask about.
const ASKING: &[&str] = &[
    "how", "what", "when", "where", "who", "which", "within", "by", "with", "many", "much", "one", "anything",
    "people", "take", "them",
];

/// The words of `text` that say what it is about, so that they compare.
fn content(text: &str, besides: &[&str]) -> Vec<String> {
    let words = whole_words(text).filter(|word| word.is_word()).map(|word| plain(&word.folded()));
    words.filter(|word| !FREE.contains(&word.as_str()) && !besides.contains(&word.as_str())).collect()
}

/// Whether a word says that something is so, whatever it is.
pub(super) fn is_state(plain: &str) -> bool {
    STATES.contains(&plain) && !matches!(plain, "project" | "no" | "libre")
}

/// Whether a word says nothing of what a text is about.
pub(super) fn has_no_matter(plain: &str) -> bool {
    FREE.contains(&plain)
}

/// Without the marks of Latin letters: "Aufzüge" are more than one "Aufzug".
pub(super) fn plain(folded: &str) -> String {
    let letter = |c: char| match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        c => c,
    };
    let bare = folded.strip_suffix("'s").unwrap_or(folded);
    bare.split_once('\'').map_or(bare, |(_, rest)| rest).chars().map(letter).collect()
}

/// Whether one is the other with an ending, or part of a compound: `drilled` of `drilling`, `Lastenaufzug` of `Aufzug`.
pub(super) fn is_like(a: &str, b: &str) -> bool {
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

/// What many a yes or no is about whatever it is asked of.
const STATES: &[&str] = &[
    "allowed",
    "permitted",
    "possible",
    "available",
    "required",
    "included",
    "needed",
    "use",
    "used",
    "including",
    "incl",
    "inkl",
    "inklusive",
    "erlaubt",
    "gestattet",
    "moglich",
    "vorhanden",
    "erforderlich",
    "notig",
    "inbegriffen",
    "autorise",
    "autorisee",
    "permis",
    "permise",
    "disponible",
    "requis",
    "requise",
    "comprise",
    "inclus",
    "permitida",
    "permitido",
    "necesario",
    "necesaria",
    "incluido",
    "incluida",
    "yes",
    "no",
    "project",
    "schwer",
    "libre",
];
const FREE: &[&str] = &[
    "a", "an", "the", "is", "are", "was", "were", "be", "been", "do", "does", "did", "may", "can", "must", "will",
    "it", "there", "that", "this", "at", "of", "for", "in", "on", "to", "and", "or", "not", "no", "der", "die", "das",
    "den", "dem", "ein", "eine", "ist", "sind", "im", "am", "es", "nicht", "kein", "keine", "und", "le", "la", "les",
    "un", "une", "en", "est", "sont", "de", "du", "des", "pas", "el", "los", "las", "al", "una", "son", "hay", "y",
    "et",
];
