//! The referent of a pronoun or a shorter name: the nearest thing of its section that fits.

use super::phrase::Subject;
use crate::language::Language;

/// So many things are remembered of a section.
const REMEMBERED: usize = 12;

/// The things that a section has named, the latest last.
#[derive(Default)]
pub(super) struct Antecedents(Vec<Subject>);

impl Antecedents {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn remember(&mut self, subject: &Subject) {
        if self.0.len() == REMEMBERED {
            self.0.remove(0);
        }
        self.0.push(subject.clone());
    }

    /// Returns what a pronoun in lower case stands for.
    pub(super) fn pronoun(&self, pronoun: &str, at: std::ops::Range<usize>, language: Language) -> Option<Subject> {
        let found = self.0.iter().rev().find(|known| fits(pronoun, known, language))?;
        Some(Subject { resolved: Some(found.bytes.clone()), bytes: at, ..found.clone() })
    }

    /// Returns the latest thing, which "its" speaks of.
    pub(super) fn owner(&self) -> Option<&Subject> {
        self.0.last()
    }

    /// Returns a subject in full where it is the short form of one before: "the wall" after "the flood wall".
    pub(super) fn in_full(&self, subject: Subject) -> Subject {
        if !subject.definite || !subject.modifiers.is_empty() {
            return subject;
        }
        let is_longer = |known: &&Subject| {
            known.head == subject.head && !known.modifiers.is_empty()
                || known.head != subject.head && ends_compound(known, &subject)
        };
        match self.0.iter().rev().find(is_longer) {
            Some(full) => Subject { resolved: Some(full.bytes.clone()), bytes: subject.bytes, ..full.clone() },
            None => subject,
        }
    }
}

/// Returns whether the longer of two nouns is a compound of the shorter: "Flutmauer" and "Mauer". A short stem tells
/// too little, so that the nouns themselves are looked at: "Fußboden" ends with "Boden", "Motor" is no "Tor".
pub(super) fn ends_compound(long: &Subject, short: &Subject) -> bool {
    let ends = |long: &str, short: &str| long.len() >= short.len() + 3 && long.ends_with(short);
    let by_stem = short.head.len() >= SHORTEST && ends(&long.head, &short.head);
    let by_noun = short.noun.len() > SHORTEST && ends(&long.noun, &short.noun) && long.head.ends_with(&short.head);
    by_stem || by_noun
}

/// A noun with fewer letters ends many a word that is no compound.
const SHORTEST: usize = 4;

fn fits(pronoun: &str, known: &Subject, language: Language) -> bool {
    match (language, pronoun) {
        (Language::English, "it" | "it's") => known.plural != Some(true),
        (Language::English, "they" | "they're") => known.plural == Some(true),
        (Language::German, "er") => known.gender == Some('m'),
        (Language::German, "sie") => known.gender == Some('f'),
        (Language::German, "es") => known.gender == Some('n'),
        (Language::English | Language::German, _) => false,
        _ => true,
    }
}
