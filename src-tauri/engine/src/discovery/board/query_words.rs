//! The search in a column: words that are all in a card, or a label.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::values::fold;
use memchr::memchr2_iter;

use crate::discovery::board::column::Entry;

pub(super) struct QueryWords {
    folded: String,
    label: Option<i64>,
}

impl QueryWords {
    pub(super) fn parse(kind: EntityKind, search: &str) -> Self {
        let label = EntityLabel::parse(search).filter(|label| label.kind == kind);
        Self { folded: fold(search.trim()), label: label.map(|label| label.no) }
    }

    pub(super) fn are_none(&self) -> bool {
        self.folded.is_empty()
    }

    pub(super) fn stand_in(&self, entry: &Entry) -> bool {
        self.label == Some(entry.no) || self.each().all(|word| entry.folded().contains(word))
    }

    /// As [`Self::stand_in`], where a word may stand in the text behind the card instead.
    pub(super) fn stand_in_either(&self, entry: &Entry, text: &str) -> bool {
        self.each().all(|word| entry.folded().contains(word) || has(text, word))
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        self.folded.split(' ')
    }
}

/// Returns whether a folded word is in a text, without folding the text, which would cost more than reading it: a word
/// holds no space, so that it can only be within what lies between two; and folding changes no ASCII but its case.
fn has(text: &str, word: &str) -> bool {
    let plain = word.is_ascii();
    (plain && has_plain(text, word))
        || foreign_words(text)
            .any(|stretch| (!plain || stretch.contains(folds_to_ascii)) && fold(stretch).contains(word))
}

fn has_plain(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let Some(first) = word.first() else { return true };
    memchr2_iter(*first, first.to_ascii_uppercase(), text)
        .any(|at| text.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)))
}

/// The stretches between ASCII spaces that are not ASCII throughout.
fn foreign_words(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let mut rest = text;
    std::iter::from_fn(move || {
        let at = rest.as_bytes().iter().position(|byte| !byte.is_ascii())?;
        let (before, after) = rest.split_at(at);
        let start = before.rfind(is_space).map_or(0, |space| space + 1);
        let end = after.find(is_space).map_or(rest.len(), |space| at + space);
        let word = &rest[start..end];
        rest = &rest[end..];
        Some(word)
    })
}

/// The few letters beyond ASCII that folding turns into ASCII.
const fn folds_to_ascii(c: char) -> bool {
    matches!(c, 'ß' | 'ẞ' | 'İ' | 'ı' | 'ŉ' | 'ſ' | '\u{37e}' | 'ẚ' | '\u{1fef}' | '\u{212a}' | 'ﬀ'..='ﬆ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_as_if_the_text_were_folded() {
        for (text, word, expected) in [
            ("The QUAY wall", "quay", true),
            ("the qu", "quay", false),
            ("größe quay", "quay", true),
            ("", "quay", false),
            ("12.5 M", "12.5", true),
            ("in der Hauptstraße 4", "STRASSE", true),
            ("in der HAUPTSTRASSE 4", "straße", true),
            ("in der HAUPTSTRAẞE 4", "Hauptstrasse", true),
            ("in der Hauptstraße 4", "HAUPTSTRAẞE", true),
            ("die Maße,\nMASSE und Größen", "GRÖSSE", true),
            ("die Grosse", "größe", false),
            ("the ﬁnal oﬃce", "final", true),
            ("the ﬁnal oﬃce", "Office", true),
            ("290 \u{212a}", "290 k", true),
            ("ΣΊΣΥΦΟΣ", "σίσυφος", true),
            ("naïve", "NAÏVE", true),
            ("o\u{308}l", "öl", true),
            ("建設費用", "設費", true),
            ("建設費用", "用設", false),
            ("a\u{a0}b\u{2003}ç", "b", true),
        ] {
            for word in fold(word).split(' ') {
                assert_eq!(has(text, word), expected, "{word} in {text}");
                assert_eq!(fold(text).contains(word), expected, "{word} in the folded {text}");
            }
        }
    }

    #[test]
    fn no_other_letter_folds_to_ascii() {
        for c in ('\u{80}'..=char::MAX).filter(|c| !c.is_whitespace()) {
            let folded = fold(&c.to_string());
            assert!(folds_to_ascii(c) || !folded.contains(|c: char| c.is_ascii()), "{c} folds to {folded}");
        }
    }
}
