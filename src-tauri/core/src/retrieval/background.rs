//! The rarity of words in a language at large: what tells much of a question though a small library has it everywhere.
//!
//! `lexicons/background` has the commonest stems of each language, the commonest first, as
//! `tests/bench/retrieval/background.rs` makes it. A stem's place tells how often it stands in texts (Zipf's law).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::language::Language;
use crate::language::stem::Stems;
use crate::language::stem::stem;

const TABLES: [&str; 4] = [
    include_str!("../../lexicons/background/en.txt"),
    include_str!("../../lexicons/background/de.txt"),
    include_str!("../../lexicons/background/fr.txt"),
    include_str!("../../lexicons/background/es.txt"),
];

/// Number of words that a passage is taken to have.
const WORDS: f32 = 100.0;
/// The share of all words that the commonest is, and how the first places depart from the law.
const ZIPF: (f32, f32) = (0.1, 2.7);
/// Factor by which a word that is not in a table comes later than its end.
const BEYOND: usize = 4;
/// Weight of a word in a language without a table.
const UNKNOWN: f32 = 6.0;

/// Returns how much a folded word tells: the logarithm of one in how many passages has it, in that of the languages
/// where it is the commonest.
pub fn background_idf(kinds: &[Stems], word: &str) -> f32 {
    let known = kinds.iter().filter_map(|kind| Some((kind.language()?, stem(kind.stemmer().as_ref(), word))));
    let idf = known.map(|(language, stem)| idf(stem_rank(language, &stem)));
    idf.fold(None, |least: Option<f32>, idf| Some(least.map_or(idf, |least| least.min(idf)))).unwrap_or(UNKNOWN)
}

fn idf(rank: usize) -> f32 {
    let (first, shift) = ZIPF;
    let share = first / (rank as f32 + shift);
    -(1.0 - (-WORDS * share).exp()).ln()
}

fn stem_rank(language: Language, stem: &str) -> usize {
    static PLACES: LazyLock<[FxHashMap<&str, u16>; 4]> = LazyLock::new(|| TABLES.map(places));
    let places = &PLACES[language as usize];
    places.get(stem).map_or(places.len() * BEYOND, |rank| usize::from(*rank))
}

fn places(table: &'static str) -> FxHashMap<&'static str, u16> {
    let stems = table.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    stems.zip(0..).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rarer_word_tells_more() {
        let of = |language: Language, word: &str| background_idf(&[language.into()], word);
        assert!(of(Language::English, "year") < of(Language::English, "culvert"));
        assert!(of(Language::German, "jahr") < of(Language::German, "durchlass"));
        assert_eq!(background_idf(&[Stems::NONE], "承認"), UNKNOWN);
        let both = [Language::English.into(), Language::German.into()];
        assert_eq!(background_idf(&both, "jahr"), of(Language::German, "jahr"));
    }

    #[test]
    fn the_tables_have_each_stem_once() {
        for (language, table) in Language::ALL.into_iter().zip(TABLES) {
            let stems = table.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).count();
            assert!(stems > 1_000 && places(table).len() == stems, "{language:?}");
        }
    }
}
