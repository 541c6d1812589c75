//! Stems: what the forms of a word have in common, in each language that Snowball knows.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};
use whatlang::{Lang, detect};

use super::Language;

/// Languages by their codes of ISO 639-1, as Snowball and the detector of letters name them.
const KNOWN: [(&str, Lang, Algorithm); 17] = [
    ("en", Lang::Eng, Algorithm::English),
    ("de", Lang::Deu, Algorithm::German),
    ("fr", Lang::Fra, Algorithm::French),
    ("es", Lang::Spa, Algorithm::Spanish),
    ("ar", Lang::Ara, Algorithm::Arabic),
    ("da", Lang::Dan, Algorithm::Danish),
    ("el", Lang::Ell, Algorithm::Greek),
    ("fi", Lang::Fin, Algorithm::Finnish),
    ("hu", Lang::Hun, Algorithm::Hungarian),
    ("it", Lang::Ita, Algorithm::Italian),
    ("nl", Lang::Nld, Algorithm::Dutch),
    ("no", Lang::Nob, Algorithm::Norwegian),
    ("pt", Lang::Por, Algorithm::Portuguese),
    ("ro", Lang::Ron, Algorithm::Romanian),
    ("ru", Lang::Rus, Algorithm::Russian),
    ("sv", Lang::Swe, Algorithm::Swedish),
    ("tr", Lang::Tur, Algorithm::Turkish),
];

/// The start of a text tells its language.
const SAMPLE: usize = 500;
/// Letters of fewer tell nothing.
const ENOUGH: usize = 60;
/// So many short texts that follow each other are looked at as one, since letters take long to tell a language.
const NEIGHBOURS: usize = 32;

/// The way the words of a text are brought to their stems: as those of one language, or not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stems(u8);

impl Stems {
    /// The words as they are.
    pub const NONE: Self = Self(0);
    /// Number of kinds.
    pub const KINDS: usize = KNOWN.len() + 1;

    /// Returns the kind that fits a text; [`Self::NONE`] where its language is not known.
    pub fn for_text(text: &str) -> Self {
        let sample = text.char_indices().nth(SAMPLE).map_or(text, |(end, _)| &text[..end]);
        let letters = sample.chars().filter(|c| c.is_alphabetic()).take(ENOUGH).count();
        let by_letters = || {
            let found = detect(sample).filter(|_| letters >= ENOUGH)?;
            found.is_reliable().then(|| Self::at(|(_, lang, _)| *lang == found.lang()))
        };
        by_letters().or_else(|| super::detect(sample).map(Self::from)).unwrap_or_default()
    }

    /// Returns the kinds of short texts in their order: each has that of its neighbours, unless its own stop words are of
    /// another language.
    pub fn for_short_texts(texts: &[&str]) -> Vec<Self> {
        let kind_of = |text: &str, common: Self| {
            let agrees = super::detect::detect_by_words(text).is_none_or(|language| Self::from(language) == common);
            if agrees { common } else { Self::for_text(text) }
        };
        let kinds_of = |chunk: &[&str]| {
            let common = Self::for_text(&chunk.join(" "));
            chunk.iter().map(|text| kind_of(text, common)).collect::<Vec<_>>()
        };
        texts.chunks(NEIGHBOURS).flat_map(kinds_of).collect()
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub fn from_index(index: usize) -> Self {
        Self(u8::try_from(index).ok().filter(|_| index < Self::KINDS).unwrap_or_default())
    }

    /// Returns the language, where it is one that there are lexicons of.
    pub fn language(self) -> Option<Language> {
        let (code, ..) = KNOWN.get(self.index().checked_sub(1)?)?;
        Language::from_code(code)
    }

    /// Returns what brings words of lower case to their stems.
    pub fn stemmer(self) -> Option<Stemmer> {
        let (.., algorithm) = KNOWN.get(self.index().checked_sub(1)?)?;
        Some(Stemmer::create(*algorithm))
    }

    fn at(is: impl Fn(&(&str, Lang, Algorithm)) -> bool) -> Self {
        let found = KNOWN.iter().position(is).and_then(|at| u8::try_from(at + 1).ok());
        Self(found.unwrap_or_default())
    }
}

impl From<Language> for Stems {
    fn from(language: Language) -> Self {
        Self::at(|(code, ..)| *code == language.code())
    }
}

/// Returns a word's stem, or the word itself.
pub fn stem<'w>(stemmer: Option<&Stemmer>, word: &'w str) -> Cow<'w, str> {
    stemmer.map_or(Cow::Borrowed(word), |stemmer| stemmer.stem(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        let check = |stems: Stems, one: &str, other: &str| {
            let stemmer = stems.stemmer();
            assert_eq!(stem(stemmer.as_ref(), one), stem(stemmer.as_ref(), other));
        };
        check(Language::English.into(), "walls", "wall");
        check(Language::German.into(), "mauern", "mauer");
        check(Language::French.into(), "murs", "mur");
        check(Language::Spanish.into(), "muros", "muro");
    }

    #[test]
    fn a_text_tells_how_its_words_are_stemmed() {
        let check =
            |text: &str, language: Option<Language>| assert_eq!(Stems::for_text(text).language(), language, "{text}");
        check("The wall of the flood barrier is six metres high and was built by the town.", Some(Language::English));
        check("Die Mauer ist sechs Meter hoch.", Some(Language::German));
        check("委員会は承認した。", None);
        let texts = [
            "The wall of the flood barrier is six metres high and was built by the town.",
            "Flood barrier",
            "Die Mauer ist sechs Meter hoch.",
            "The town built it in three years, and the gates were tested twice.",
        ];
        let kinds = Stems::for_short_texts(&texts).into_iter().map(Stems::language).collect::<Vec<_>>();
        let [english, german] = [Language::English, Language::German].map(Some);
        assert_eq!(kinds, [english, english, german, english], "a label has the language of the texts beside it");
        let german = Stems::for_text("Die Mauer ist sechs Meter hoch.");
        assert_eq!(Stems::from_index(german.index()), german);
    }
}
