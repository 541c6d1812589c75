//! The words that hold a sentence together, from `lexicons/grammar.txt`, as bits by language.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::language::Language;

/// A set of grammatical roles.
pub(super) type Roles = u64;

macro_rules! roles {
    ($($name:ident = $text:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the roles")]
        enum RoleBit { $($name,)* }
        $(pub(super) const $name: Roles = 1 << RoleBit::$name as u32;)*
        const NAMES: &[(&str, Roles)] = &[$(($text, $name),)*];
    };
}

roles! {
    ARTICLE = "article",
    DEFINITE = "definite",
    DETERMINER = "determiner",
    POSSESSIVE = "possessive",
    PRONOUN_THING = "pronoun.thing",
    PRONOUN_PERSON = "pronoun.person",
    PRONOUN_OTHER = "pronoun.other",
    PREPOSITION = "preposition",
    OF = "of",
    CONJUNCTION = "conjunction",
    AUXILIARY = "auxiliary",
    COPULA = "copula",
    HAVE = "have",
    CARRIER = "carrier",
    DEMAND = "demand",
    PLAN = "plan",
    WISH = "wish",
    PAST = "past",
    NET = "net",
    GROSS = "gross",
    PER = "per",
    ABOUT = "about",
    LEAST = "least",
    MOST = "most",
    UNTIL = "until",
    SAYING = "saying",
    CONDITION = "condition",
    FILLER = "filler",
    PARTICLE = "particle",
    ADJECTIVE = "adjective",
    NEVER = "never",
    SOURCE = "source",
    COMPANY = "company",
    SPAN_OF_TIME = "time",
    POINTING = "pointing",
}

pub(super) const PRONOUN: Roles = PRONOUN_THING | PRONOUN_PERSON | PRONOUN_OTHER;
/// Roles that open a noun phrase.
pub(super) const OPENS_PHRASE: Roles = ARTICLE | DETERMINER | POSSESSIVE;
/// Roles that are neither a noun nor a verb of its own meaning.
pub(super) const CLOSED: Roles = OPENS_PHRASE | PRONOUN | PREPOSITION | CONJUNCTION | AUXILIARY | FILLER;

/// The roles of the words of one language.
pub(super) struct Grammar {
    roles: FxHashMap<&'static str, Roles>,
}

static GRAMMARS: LazyLock<[Grammar; 4]> = LazyLock::new(|| Language::ALL.map(Grammar::read));

impl Grammar {
    pub(super) fn for_language(language: Language) -> &'static Self {
        &GRAMMARS[language as usize]
    }

    /// Returns what a word in lower case may do. A phrase has `_` between its words.
    pub(super) fn roles(&self, word: &str) -> Roles {
        self.roles.get(word).copied().unwrap_or_default()
    }

    fn read(language: Language) -> Self {
        let mut roles: FxHashMap<&'static str, Roles> = FxHashMap::default();
        let mut class = 0;
        for line in include_str!("../../lexicons/grammar.txt").lines().filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_suffix(':') {
                class = NAMES.iter().find(|(known, _)| *known == name).map_or(0, |(_, role)| *role);
            } else if let Some((code, words)) = line.trim_start().split_once(' ').filter(|_| line.starts_with(' ')) {
                let of_language = words.split_whitespace().filter(|_| code == language.code());
                of_language.for_each(|word| *roles.entry(word).or_default() |= class);
            }
        }
        Self { roles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_of_the_file_is_known_and_has_words() {
        let names = include_str!("../../lexicons/grammar.txt").lines().filter_map(|line| line.strip_suffix(':'));
        for name in names.filter(|name| !name.starts_with('#')) {
            assert!(NAMES.iter().any(|(known, _)| *known == name), "{name} is no role");
        }
        for (name, role) in NAMES.iter().filter(|(name, _)| *name != "particle") {
            let known =
                |language: &Language| Grammar::for_language(*language).roles.values().any(|roles| roles & role != 0);
            assert!(Language::ALL.iter().all(known), "{name} has words in each language");
        }
        assert_ne!(Grammar::for_language(Language::German).roles("beim") & PREPOSITION, 0);
        assert_eq!(Grammar::for_language(Language::English).roles("wall"), 0);
    }
}
