//! A text as words: what a hint is found by and a difference is named in.
//!
//! Words are those of Unicode (so each Han or Kana character is one), but digits part from letters, since in `600cm`
//! the number may differ or the unit. Punctuation is kept: a sign may be a currency.

use std::borrow::Cow;

use unicode_segmentation::{UWordBoundIndices, UnicodeSegmentation};

use super::typeset::{self, Typeset};

/// A word, a number or a sign, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    /// Whether a sentence begins with it.
    pub(super) opens: bool,
}

impl<'a> Word<'a> {
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
    pub(super) fn folded(&self) -> Cow<'a, str> {
        if self.text.is_ascii() {
            let lower = !self.text.bytes().any(|byte| byte.is_ascii_uppercase());
            return if lower { self.text.into() } else { self.text.to_ascii_lowercase().into() };
        }
        if typeset::is_plain(self.text) {
            return self.text.to_lowercase().into();
        }
        Typeset::new(self.text).text.to_lowercase().into()
    }
}

/// The words of `text`, white space left out.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    whole_words(text).flat_map(|word| Parts { rest: word.text, start: word.start, opens: word.opens })
}

/// As [`words`], with digits and letters together: `B2B`, `600cm`.
pub(super) fn whole_words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut opens = true;
    Pieces::of(text).filter_map(move |(start, text)| {
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

/// A text in the pieces that lie between Unicode's word borders: by a quick way where all is ASCII, as most is.
struct Pieces<'a> {
    rest: &'a str,
    start: usize,
    stretch: Stretch<'a>,
}

/// Up to where one way is taken. It ends before a space, where there always is a border.
enum Stretch<'a> {
    Ascii(usize),
    Other(UWordBoundIndices<'a>),
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text, start: 0, stretch: Stretch::Ascii(0) }
    }

    fn next_stretch(&self) -> Stretch<'a> {
        let bytes = self.rest.as_bytes();
        let Some(other) = bytes.iter().position(|byte| !byte.is_ascii()) else { return Stretch::Ascii(bytes.len()) };
        // The spaces before it go with it: a mark may stand over the last of them.
        let before = bytes[..other]
            .iter()
            .rposition(|&byte| byte == b' ')
            .map_or(0, |space| bytes[..space].iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1));
        if before > 0 {
            return Stretch::Ascii(before);
        }
        let end = bytes[other..].iter().position(|&byte| byte == b' ').map_or(bytes.len(), |space| other + space);
        Stretch::Other(self.rest[..end].split_word_bound_indices())
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let len = match &mut self.stretch {
                Stretch::Ascii(0) => 0,
                Stretch::Ascii(left) => {
                    let len = ascii_piece(&self.rest.as_bytes()[..*left]);
                    *left -= len;
                    len
                }
                Stretch::Other(pieces) => pieces.next().map_or(0, |(_, piece)| piece.len()),
            };
            if len > 0 {
                let (piece, rest) = self.rest.split_at(len);
                let start = self.start;
                (self.rest, self.start) = (rest, start + len);
                return Some((start, piece));
            }
            if self.rest.is_empty() {
                return None;
            }
            self.stretch = self.next_stretch();
        }
    }
}

/// How long the first piece is: Unicode's rules (UAX 29), of which ASCII needs few.
fn ascii_piece(bytes: &[u8]) -> usize {
    let core = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match bytes {
        [b' ', rest @ ..] => 1 + rest.iter().take_while(|&&byte| byte == b' ').count(),
        [b'\r', b'\n', ..] => 2,
        [first, ..] if core(first) => {
            let mut len = 1;
            while let Some(byte) = bytes.get(len)
                && (core(byte) || bytes.get(len + 1).is_some_and(|next| joins(bytes[len - 1], *byte, *next)))
            {
                len += 1;
            }
            len
        }
        _ => 1,
    }
}

/// Whether a sign between two characters of a word belongs to it: `can't`, `e.g`, `1,200`.
const fn joins(before: u8, sign: u8, after: u8) -> bool {
    let digits = before.is_ascii_digit() && after.is_ascii_digit();
    let letters = before.is_ascii_alphabetic() && after.is_ascii_alphabetic();
    match sign {
        b'.' | b'\'' => digits || letters,
        b',' | b';' => digits,
        b':' => letters,
        _ => false,
    }
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
        if self.rest.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'\'') {
            let word = Word { text: self.rest, start: self.start, opens: self.opens };
            self.rest = "";
            return Some(word);
        }
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
    use unicode_segmentation::UnicodeSegmentation;

    use super::{Pieces, words};

    #[test]
    fn the_pieces_are_those_of_the_standard() {
        let alphabet: Vec<char> =
            " aZ1_.,;:'\"\r\n\t-\u{301}\u{200d}é漢ア1א\u{1f1e9}👩\u{ad}\u{a0}\u{2019}".chars().collect();
        let mut dice = 7_u64;
        let mut roll = |sides: usize| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as usize % sides
        };
        for round in 0..60_000 {
            // Every other text is nearly all ASCII, as texts are.
            let kinds = if round % 2 == 0 { alphabet.len() } else { 13 };
            let mut text: String = (0..1 + roll(12)).map(|_| alphabet[roll(kinds)]).collect();
            text.push(alphabet[roll(alphabet.len())]);
            let expected: Vec<(usize, &str)> = text.split_word_bound_indices().collect();
            assert_eq!(Pieces::of(&text).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

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
