//! The language of a text.
//!
//! The commonest words tell it of a sentence, and trigrams of letters where those are silent or say two languages alike.

use whatlang::{Detector, Lang};

use super::class::STOP;
use super::{Language, Token, tokens};

/// Trigrams of fewer letters tell nothing.
const ENOUGH: usize = 40;
/// The start of a text tells enough of it.
const SAMPLE: usize = 400;

/// Returns the language of a text; none where that cannot be told.
pub fn detect(text: &str) -> Option<Language> {
    detect_by_words(text).or_else(|| by_letters(text))
}

/// Returns the language of a text by its stop words; none where they tell none.
pub(super) fn detect_by_words(text: &str) -> Option<Language> {
    let words = tokens(text).filter(Token::is_word).take(SAMPLE);
    let words: Vec<String> = words.map(|word| word.norm().into_owned()).collect();
    by_words(words.iter().map(String::as_str))
}

/// Returns the language that most of the words are stop words of; none where two have as many.
pub(super) fn by_words<'w>(words: impl Iterator<Item = &'w str>) -> Option<Language> {
    let mut votes = [0; 4];
    // A letter by itself may be a unit.
    for word in words.filter(|word| word.len() > 1) {
        for language in Language::ALL {
            votes[language as usize] += i32::from(language.lexicon().is(word, STOP));
        }
    }
    let most = votes.iter().max().copied().filter(|most| *most > 0)?;
    let mut best = Language::ALL.into_iter().filter(|language| votes[*language as usize] == most);
    best.next().filter(|_| best.next().is_none())
}

fn by_letters(text: &str) -> Option<Language> {
    if text.chars().filter(|c| c.is_alphabetic()).take(ENOUGH).count() < ENOUGH {
        return None;
    }
    let known = Detector::with_allowlist(vec![Lang::Eng, Lang::Deu, Lang::Fra, Lang::Spa]);
    match known.detect(text).filter(whatlang::Info::is_reliable)?.lang() {
        Lang::Eng => Some(Language::English),
        Lang::Deu => Some(Language::German),
        Lang::Fra => Some(Language::French),
        Lang::Spa => Some(Language::Spanish),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_tells_its_language() {
        let check = |text: &str, expected: Option<Language>| assert_eq!(detect(text), expected, "{text}");
        check("The wall is 6 m high.", Some(Language::English));
        check("Die Mauer ist 6 m hoch.", Some(Language::German));
        check("Le mur est haut de 6 m.", Some(Language::French));
        check("El muro tiene 6 m de alto.", Some(Language::Spanish));
        check("Hochwasserschutzmauern verhindern Überschwemmungen zuverlässig", Some(Language::German));
        check("6 m", None);
        check("委員会は承認した。", None);
    }
}
