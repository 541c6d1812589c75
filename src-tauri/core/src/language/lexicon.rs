//! The classes of words: the files of `lexicons/`, read once.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::Language;
use super::class::{self, Classes};
use super::fold::without_marks;

const SOURCES: [&str; 5] = [
    include_str!("../../lexicons/en.txt"),
    include_str!("../../lexicons/de.txt"),
    include_str!("../../lexicons/fr.txt"),
    include_str!("../../lexicons/es.txt"),
    include_str!("../../lexicons/any.txt"),
];

/// A shorter word is another one without its marks: "où" and "ou".
const MARKED: usize = 4;

/// The words of one language, or of all.
pub struct Lexicon {
    words: FxHashMap<Cow<'static, str>, Classes>,
    /// The contents of the files, entry by entry: a class and a line of it.
    entries: Vec<(&'static str, &'static str)>,
}

static LEXICONS: LazyLock<[Lexicon; 4]> = LazyLock::new(|| [0, 1, 2, 3].map(|at| Lexicon::read(&SOURCES[at..=at])));
static ALL: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(&SOURCES));

/// Returns what a word may do in any language. A phrase has `_` between its words.
pub fn classes(word: &str) -> Classes {
    ALL.classes(word)
}

/// Returns the words of a language that say nothing of what a text is about.
pub fn stop_words(language: Language) -> impl Iterator<Item = &'static str> {
    language.lexicon().words_of(class::STOP).map(|(word, _)| word)
}

impl Lexicon {
    pub(super) fn for_language(language: Language) -> &'static Self {
        &LEXICONS[language as usize]
    }

    /// Returns the words of all languages together.
    pub fn all() -> &'static Self {
        &ALL
    }

    pub fn classes(&self, word: &str) -> Classes {
        self.words.get(word).copied().unwrap_or_default()
    }

    pub fn is(&self, word: &str, classes: Classes) -> bool {
        self.classes(word) & classes != 0
    }

    /// Returns the words of some classes as they stand in the files, each with its class.
    pub fn words_of(&self, classes: Classes) -> impl Iterator<Item = (&'static str, Classes)> {
        let of = move |name: &str| class::named(name).filter(|class| class & classes != 0);
        let lines = self.entries.iter().filter_map(move |(name, line)| Some((*line, of(name)?)));
        lines.flat_map(|(line, class)| line.split_whitespace().map(move |word| (word, class)))
    }

    /// Returns the lines of a class as they stand in the files.
    pub fn lines(&self, class: &str) -> impl Iterator<Item = &'static str> {
        self.entries.iter().filter(move |(name, _)| *name == class).map(|(_, line)| *line)
    }

    /// Returns the pairs `one/other` of a class.
    pub fn pairs(&self, class: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.lines(class).flat_map(str::split_whitespace).filter_map(|pair| pair.split_once('/'))
    }

    /// Returns the lines of the classes `family.NAME`, each with its name.
    pub fn family(&self, family: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.entries.iter().filter_map(move |(name, line)| {
            let name = name.strip_prefix(family)?.strip_prefix('.')?;
            Some((name, *line))
        })
    }

    fn read(sources: &[&'static str]) -> Self {
        let entries: Vec<_> = sources.iter().flat_map(|source| entries(source)).collect();
        let mut lexicon = Self { words: FxHashMap::default(), entries };
        for at in 0..lexicon.entries.len() {
            let (name, line) = lexicon.entries[at];
            if let Some(class) = class::named(name) {
                line.split_whitespace().for_each(|word| lexicon.add(Cow::Borrowed(word), class));
            } else if let Some((_, class)) = REGULAR.iter().find(|(known, _)| *known == name) {
                let words = line.split_whitespace().flat_map(|base| forms(base, *class));
                words.for_each(|(word, class)| lexicon.add(Cow::Owned(word), class));
            }
        }
        lexicon
    }

    fn add(&mut self, word: Cow<'static, str>, class: Classes) {
        // "Uber" is a name, and "über" none.
        let is_spelled = class & (class::OPENER | class::CAPITAL) != 0;
        if !is_spelled && !word.is_ascii() && word.chars().count() >= MARKED {
            *self.words.entry(Cow::Owned(without_marks(&word).replace('ß', "ss"))).or_default() |= class;
        }
        *self.words.entry(word).or_default() |= class;
    }
}

/// Returns the lines of a file, each with the class that it is of.
fn entries(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut name = "";
    source.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let words = match line.split_once(':').filter(|_| !line.starts_with(' ')) {
            Some((class, words)) => {
                name = class;
                words
            }
            None => line,
        };
        let words = words.trim();
        (!words.is_empty()).then_some((name, words))
    })
}

/// English verbs of which the files have the base alone.
const REGULAR: [(&str, Classes); 4] = [
    ("verb.regular", class::VERB),
    ("verb.event", class::VERB | class::EVENT),
    ("verb.situation", class::VERB | class::SITUATION),
    ("verb.noun", class::VERB | class::NOUN_TOO),
];

/// Returns the forms of a regular English verb.
fn forms(base: &str, classes: Classes) -> [(String, Classes); 4] {
    let finite = classes & !class::NOUN_TOO;
    let stem = base.strip_suffix('e').unwrap_or(base);
    let (third, past) = match base.as_bytes() {
        [.., before, b'y'] if !b"aeou".contains(before) => {
            let stem = &base[..base.len() - 1];
            (format!("{stem}ies"), format!("{stem}ied"))
        }
        [.., b's' | b'x' | b'z'] | [.., b'c' | b's', b'h'] => (format!("{base}es"), format!("{base}ed")),
        _ => (format!("{base}s"), format!("{stem}ed")),
    };
    let participle = classes & (class::SITUATION | class::EVENT) | class::PARTICIPLE;
    [(base.to_owned(), classes), (third, classes), (past, finite), (format!("{stem}ing"), participle)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_of_the_files_is_known() {
        let read = [
            "same",
            "related",
            "rival",
            "opposite",
            "salute",
            "courtesy",
            "abbreviation",
            "closing_abbreviation",
            "counted_abbreviation",
            "confused",
            "spelling",
            "technical",
            "pace",
            "lasting",
            "verb.regular",
            "verb.event",
            "verb.situation",
            "verb.noun",
        ];
        let families = [
            "number",
            "month",
            "period",
            "magnitude",
            "ordinal",
            "currency",
            "unit",
            "asks",
            "tells",
            "measure",
            "aspect",
            "amount",
        ];
        for (name, line) in SOURCES.iter().flat_map(|source| entries(source)) {
            let known = class::named(name).is_some()
                || read.contains(&name)
                || name.split_once('.').is_some_and(|(family, _)| families.contains(&family));
            assert!(known, "{name}: {line}");
        }
    }

    #[test]
    fn a_word_is_found_with_its_marks_and_without() {
        assert_ne!(classes("früher") & class::PAST, 0);
        assert_ne!(classes("fruher") & class::PAST, 0);
        assert_ne!(classes("up_to") & class::BOUND, 0);
        assert_eq!(classes("wall"), 0);
        assert!(Language::English.lexicon().is("carries", class::VERB));
        assert!(!Language::German.lexicon().is("may", class::HEDGE), "a word of one language is none of another");
    }
}
