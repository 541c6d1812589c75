//! The vendor of a document: a company that is named by its legal form in a line of its own.

use super::grammar::{COMPANY, Grammar};
use super::stems::noun_stem;
use crate::language::{Language, Token, tokens};

/// A name has at most so many words before its legal form.
const WORDS: usize = 6;

/// Returns the name of the company that a document opens or closes with: "Messebau Krüger GmbH".
pub fn vendor_of(text: &str) -> Option<&str> {
    text.lines().map(str::trim).filter(|line| !line.starts_with('>')).find_map(company)
}

/// Returns the stems of a vendor's name without its legal form, sorted.
pub(super) fn vendor_stems(name: &str, language: Language) -> Vec<String> {
    let words = tokens(name).filter(|word| word.is_word() && !is_legal_form(word));
    let mut stems: Vec<String> = words.map(|word| noun_stem(language, &word.norm())).collect();
    stems.sort();
    stems.dedup();
    stems
}

/// A name from the start of a line to its legal form, behind which at most an address stands.
fn company(line: &str) -> Option<&str> {
    let form = tokens(line).filter(Token::is_word).take(WORDS + 1).skip(1).find(is_legal_form)?;
    let (name, rest) = line.split_at(form.end());
    let is_named = tokens(name).filter(Token::is_word).all(|word| word.is_capital() || word.norm() == "und");
    let ends = rest.trim_start_matches('.').trim_start();
    let is_apart = ends.is_empty() || ends.starts_with(['·', '|', '–', '—', ',', '(', '\t']);
    (is_named && is_apart && !name.contains([':', '.', ';'])).then_some(name)
}

fn is_legal_form(word: &Token<'_>) -> bool {
    let is_form = |language: &Language| Grammar::for_language(*language).roles(&word.norm()) & COMPANY != 0;
    // "kg" weighs and "KG" trades.
    let is_short = word.text.len() <= 2;
    Language::ALL.iter().any(is_form)
        && if is_short { word.text.chars().all(char::is_uppercase) } else { word.is_capital() || word.text == "mbH" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_is_known_by_its_legal_form_in_a_line_of_its_own() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(vendor_of(text), expected, "{text}");
        check("Messebau Krüger GmbH\nHafenstraße 12", Some("Messebau Krüger GmbH"));
        check("Lumina Licht & Ton OHG\n", Some("Lumina Licht & Ton OHG"));
        check("Expo-Bedarf Weber KG – Preisliste 2027", Some("Expo-Bedarf Weber KG"));
        check("Holm Brothers Ltd, 4 Quay Street", Some("Holm Brothers Ltd"));
        check("Dear Ms Ray,\nthe Holm Brothers Ltd asks for 40 kg.\n> Weber KG", None);
        check("Load: 40 kg", None);
    }
}
