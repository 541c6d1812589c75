//! What is looked for in a column: words that all stand in a card, or a label.

use factly_core::discovery::EntityLabel;
use factly_core::values::fold;
use memchr::memchr2_iter;

use super::column::Entry;
use super::order::ColumnQuery;

pub(super) struct Words {
    folded: String,
    label: Option<i64>,
}

impl Words {
    pub(super) fn of(query: &ColumnQuery) -> Self {
        let label = EntityLabel::parse(&query.search).filter(|label| label.kind == query.kind);
        Self { folded: fold(query.search.trim()), label: label.map(|label| label.no) }
    }

    pub(super) fn are_none(&self) -> bool {
        self.folded.is_empty()
    }

    pub(super) fn stand_in(&self, entry: &Entry) -> bool {
        self.label == Some(entry.no) || self.each().all(|word| entry.folded().contains(word))
    }

    /// As [`Self::stand_in`], where a word may stand in the text behind the card instead.
    pub(super) fn stand_in_either(&self, entry: &Entry, text: &str) -> bool {
        let mut folded = None;
        self.each().all(|word| {
            entry.folded().contains(word)
                || match is_plain(word) {
                    true => has_plain(text, word),
                    false => folded.get_or_insert_with(|| fold(text)).contains(word),
                }
        })
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        self.folded.split(' ')
    }
}

/// A word that is found as it is typed, but for case: folding makes no other letters into it, save ß into ss.
fn is_plain(word: &str) -> bool {
    word.is_ascii() && !word.contains("ss")
}

/// Without folding the text, which would cost more than reading it.
fn has_plain(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let Some(first) = word.first() else { return true };
    memchr2_iter(*first, first.to_ascii_uppercase(), text)
        .any(|at| text.get(at..at + word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_word_is_found_whatever_its_case() {
        for (text, word, expected) in [
            ("The QUAY wall", "quay", true),
            ("the qu", "quay", false),
            ("größe quay", "quay", true),
            ("", "quay", false),
            ("12.5 M", "12.5", true),
        ] {
            assert_eq!(has_plain(text, word), expected, "{word} in {text}");
        }
        assert!(!is_plain("strasse") && !is_plain("größe"), "what folding changes is looked for in what is folded");
    }
}
