//! A word and the forms of it that mean the same: plural and spelling, in English, German, French and Spanish.
//!
//! No dictionary: endings that a plural may have are taken off both sides, so that "Schrauben" and "Schraube" meet in
//! "schraub", which is no word and need not be one. Two words that meet by chance are told apart by their score, since
//! a word as it is written comes before one that only shares the key.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::language::fold::spelled;

/// Least letters that are left of a word: "tube" and "tub" stay two.
const SHORTEST_STEM: usize = 4;

/// A word of a line or of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CatalogueWord {
    /// In lower case.
    pub(super) written: String,
    /// Without the endings of a plural.
    pub(super) lemma: String,
    /// And without what is only spelling: what words are compared by.
    pub(super) key: String,
}

impl CatalogueWord {
    pub(super) fn from_folded(folded: &str) -> Self {
        let plain = respelled(&plain(folded));
        Self { written: folded.to_owned(), lemma: singular(folded), key: singular(&plain) }
    }
}

/// Without accents: "Träger" and "trager" are one, and by [`respelled`] "Traeger" too.
fn plain(folded: &str) -> String {
    if folded.is_ascii() {
        return folded.to_owned();
    }
    folded.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// Returns one spelling of what two traditions of spelling write differently.
fn respelled(plain: &str) -> String {
    const PAIRS: [(&str, &str); 7] =
        [("œ", "o"), ("æ", "a"), ("ø", "o"), ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ph", "f")];
    let mut word = spelled(plain).into_owned();
    for (from, to) in PAIRS {
        if word.contains(from) {
            word = word.replace(from, to);
        }
    }
    word
}

/// Takes endings off until none is left.
fn singular(word: &str) -> String {
    let mut stem = word.to_owned();
    while let Some(shorter) = without_ending(&stem) {
        stem = shorter;
    }
    stem
}

/// Endings, what stands for them, and how much must be left; the first that fits is taken.
const ENDINGS: [(&str, &str, usize); 13] = [
    ("eaux", "eau", SHORTEST_STEM),
    ("aux", "al", SHORTEST_STEM),
    ("xes", "x", 3),
    ("ies", "i", SHORTEST_STEM),
    ("ien", "i", SHORTEST_STEM),
    ("ie", "i", SHORTEST_STEM),
    ("y", "i", SHORTEST_STEM),
    ("ern", "er", SHORTEST_STEM),
    ("eln", "el", SHORTEST_STEM),
    ("es", "", SHORTEST_STEM),
    ("en", "", SHORTEST_STEM),
    ("s", "", 3),
    ("e", "", SHORTEST_STEM),
];

/// German words whose plural ends in -er: elsewhere that ending makes another word, as "roller" of "roll".
const GERMAN: [&str; 16] = [
    "brett", "band", "bänd", "holz", "hölz", "glas", "gläs", "rad", "räd", "feld", "blatt", "blätt", "schild", "bild",
    "tuch", "tüch",
];

fn without_ending(word: &str) -> Option<String> {
    if let Some(stem) = word.strip_suffix("er")
        && GERMAN.iter().any(|noun| stem.ends_with(noun))
    {
        return Some(stem.to_owned());
    }
    ENDINGS.iter().find_map(|(ending, instead, shortest)| {
        let shorter = format!("{}{instead}", word.strip_suffix(ending)?);
        (shorter.chars().count() >= *shortest && shorter != word).then_some(shorter)
    })
}

#[cfg(test)]
mod tests {
    use super::CatalogueWord;
    use crate::values::fold;

    /// Returns whether two words meet, and by what: `=` as written, `~` as forms of one word, `≈` as spellings.
    fn meet(a: &str, b: &str) -> char {
        let (a, b) = (CatalogueWord::from_folded(&fold(a)), CatalogueWord::from_folded(&fold(b)));
        match () {
            () if a.written == b.written => '=',
            () if a.lemma == b.lemma => '~',
            () if a.key == b.key => '≈',
            () => ' ',
        }
    }

    #[test]
    fn forms_of_one_word_meet() {
        for (a, b, how) in [
            ("screw", "screws", '~'),
            ("box", "boxes", '~'),
            ("battery", "batteries", '~'),
            ("screen", "screens", '~'),
            ("glass", "glasses", '~'),
            ("schraube", "schrauben", '~'),
            ("platte", "platten", '~'),
            ("rohr", "rohre", '~'),
            ("folie", "folien", '~'),
            ("klammer", "klammern", '~'),
            ("brett", "bretter", '~'),
            ("spanbrett", "spanbretter", '~'),
            ("panneau", "panneaux", '~'),
            ("rideau", "rideaux", '~'),
            ("métal", "métaux", '~'),
            ("tornillo", "tornillos", '~'),
            ("panel", "paneles", '~'),
            ("vorhang", "vorhänge", '≈'),
            ("träger", "traeger", '≈'),
            ("maß", "mass", '='),
            ("colour", "color", '≈'),
            ("fibre", "fiber", '≈'),
            ("fibres", "fiber", '≈'),
            ("aluminium", "aluminum", '≈'),
            ("grey", "gray", '≈'),
            ("métal", "metal", '≈'),
            ("galvanised", "galvanized", '≈'),
        ] {
            assert_eq!(meet(a, b), how, "{a} and {b}");
        }
    }

    #[test]
    fn other_words_do_not_meet() {
        for (a, b) in [("tube", "tub"), ("roll", "roller"), ("wall", "water"), ("nail", "snail"), ("panel", "pan")] {
            assert_eq!(meet(a, b), ' ', "{a} and {b} are two things");
        }
    }
}
