//! A text as words: what a hint is found by and a difference is named in.
//!
//! Words are those of Unicode (so each Han or Kana character is one), but digits part from letters, since in `600cm`
//! the number may differ or the unit. Punctuation is kept: a sign may be a currency.

use unicode_segmentation::UnicodeSegmentation;

use super::typeset::Typeset;

/// A word, a number or a sign, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    /// Whether a sentence begins with it.
    pub(super) opens: bool,
}

impl Word<'_> {
    pub(super) const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn is_word(&self) -> bool {
        self.text.chars().any(char::is_alphanumeric)
    }

    pub(super) fn is_number(&self) -> bool {
        self.text.chars().any(char::is_numeric)
    }

    /// How it compares: without regard to case and typesetting.
    pub(super) fn folded(&self) -> String {
        if self.text.is_ascii() {
            return self.text.to_ascii_lowercase();
        }
        Typeset::new(self.text).text.to_lowercase()
    }
}

/// The words of `text`, white space left out.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    whole_words(text).flat_map(|word| Parts { rest: word.text, start: word.start, opens: word.opens })
}

/// As [`words`], with digits and letters together: `B2B`, `600cm`.
pub(super) fn whole_words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut opens = true;
    text.split_word_bound_indices().filter_map(move |(start, text)| {
        if text.chars().all(char::is_whitespace) {
            opens |= text.contains('\n');
            return None;
        }
        let word = Word { text, start, opens };
        opens = if word.is_word() { false } else { opens || text.starts_with(ends_sentence) };
        Some(word)
    })
}

pub(super) fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '।' | '؟' | '۔')
}

/// A word cut where digits and letters meet.
struct Parts<'a> {
    rest: &'a str,
    start: usize,
    opens: bool,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let first = self.rest.chars().next()?;
        let number = first.is_numeric();
        let other_kind = |&(_, c): &(usize, char)| if number { c.is_alphabetic() } else { c.is_numeric() };
        let end = self.rest.char_indices().skip(1).find(other_kind).map_or(self.rest.len(), |(at, _)| at);
        let (text, rest) = self.rest.split_at(end);
        let word = Word { text, start: self.start, opens: self.opens };
        *self = Self { rest, start: self.start + end, opens: false };
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_text_falls_into_words_numbers_and_signs() {
        let check = |text: &str, expected: &[&str]| {
            let got: Vec<&str> = words(text).map(|word| word.text).collect();
            assert_eq!(got, expected, "{text}");
            assert!(words(text).all(|word| &text[word.start..word.end()] == word.text), "places are those of the text");
        };
        check("We didn't pay 1,200.50 EUR.", &["We", "didn't", "pay", "1,200.50", "EUR", "."]);
        check("600cm 15% €5 B2B", &["600", "cm", "15", "%", "€", "5", "B", "2", "B"]);
        check("承認しない", &["承", "認", "し", "な", "い"]);
        check("l\u{2019}été\u{a0}fini", &["l\u{2019}été", "fini"]);
        check(" \n ", &[]);
    }

    #[test]
    fn a_sentence_opens_after_a_stop_or_on_a_line() {
        let opening: Vec<&str> = words("The wall. \"A door\" of Anna\nNew? yes")
            .filter(|word| word.opens && word.is_word())
            .map(|word| word.text)
            .collect();
        assert_eq!(opening, ["The", "A", "New", "yes"]);
    }
}
