//! The tokenizer: the words, numbers and signs of a text.
//!
//! Words are those of Unicode (so each Han or Kana character is one). Punctuation is kept: a sign may be a currency. A
//! token knows where it stands in code points, as evidence does, and in bytes, as Rust does.

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::{UWordBoundIndices, UnicodeSegmentation};

use super::Language;
use super::class::Classes;
use super::fold::normal;
use super::lexicon::classes;
use super::sentence::ends_sentence;
use crate::text::Span;

/// A word, a number or a sign, and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    /// The byte that it begins at.
    pub start: usize,
    /// Its place in code points.
    pub span: Span,
    pub kind: TokenKind,
    /// True if a sentence begins with it.
    pub opens: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// It has a letter.
    Word,
    /// It has digits, and no letter.
    Number,
    Sign,
}

impl<'t> Token<'t> {
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub const fn bytes(&self) -> Range<usize> {
        self.start..self.end()
    }

    pub fn is_word(&self) -> bool {
        self.kind != TokenKind::Sign
    }

    /// Returns whether it has a digit.
    pub fn is_number(&self) -> bool {
        self.kind == TokenKind::Number || self.kind == TokenKind::Word && self.text.chars().any(char::is_numeric)
    }

    pub fn is_capital(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// Returns how it compares: without regard to case and typesetting.
    pub fn norm(&self) -> Cow<'t, str> {
        normal(self.text)
    }

    /// Returns what it may do in a sentence of any language.
    pub fn classes(&self) -> Classes {
        if self.kind == TokenKind::Number { 0 } else { classes(&self.norm()) }
    }

    pub fn is(&self, of: Classes) -> bool {
        self.classes() & of != 0
    }

    /// Returns whether the word is one of `of` in a language: "um" hums in English and is a preposition in German.
    pub fn is_in(&self, language: Language, of: Classes) -> bool {
        self.is_word() && language.lexicon().is(&self.norm(), of)
    }

    fn new(text: &'t str, start: usize, char_start: usize, opens: bool) -> Self {
        let kind = match () {
            () if text.chars().any(char::is_alphabetic) => TokenKind::Word,
            () if text.chars().any(char::is_numeric) => TokenKind::Number,
            () => TokenKind::Sign,
        };
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span::new(narrow(char_start), narrow(char_start + length(text)));
        Self { text, start, span, kind, opens }
    }
}

/// Returns the tokens of `text`, white space left out; digits and letters stay together: `B2B`, `600cm`.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let (mut opens, mut chars) = (true, 0);
    Pieces::new(text).filter_map(move |(start, text)| {
        let char_start = chars;
        chars += length(text);
        if text.chars().all(char::is_whitespace) {
            opens |= text.contains('\n');
            return None;
        }
        let token = Token::new(text, start, char_start, opens);
        opens = if token.is_word() { false } else { opens || text.starts_with(ends_sentence) };
        Some(token)
    })
}

/// As [`tokens`], but digits part from letters, since in `600cm` the number may differ or the unit.
pub fn parts(text: &str) -> impl Iterator<Item = Token<'_>> {
    tokens(text).flat_map(|token| TokenParts { rest: Some(token) })
}

/// Returns how many code points a text has.
fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// A text in the pieces that lie between Unicode's word borders: by a quick way where all is ASCII, as most is.
struct Pieces<'a> {
    rest: &'a str,
    start: usize,
    stretch: TokenStretch<'a>,
}

/// Up to where one way is taken. It ends before a space, where there always is a border.
enum TokenStretch<'a> {
    Ascii(usize),
    Other(UWordBoundIndices<'a>),
}

impl<'a> Pieces<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text, start: 0, stretch: TokenStretch::Ascii(0) }
    }

    fn next_stretch(&self) -> TokenStretch<'a> {
        let bytes = self.rest.as_bytes();
        let Some(other) = bytes.iter().position(|byte| !byte.is_ascii()) else {
            return TokenStretch::Ascii(bytes.len());
        };
        // The spaces before it go with it: a mark may stand over the last of them.
        let before = bytes[..other]
            .iter()
            .rposition(|&byte| byte == b' ')
            .map_or(0, |space| bytes[..space].iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1));
        if before > 0 {
            return TokenStretch::Ascii(before);
        }
        let end = bytes[other..].iter().position(|&byte| byte == b' ').map_or(bytes.len(), |space| other + space);
        TokenStretch::Other(self.rest[..end].split_word_bound_indices())
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let len = match &mut self.stretch {
                TokenStretch::Ascii(0) => 0,
                TokenStretch::Ascii(left) => {
                    let len = ascii_piece(&self.rest.as_bytes()[..*left]);
                    *left -= len;
                    len
                }
                TokenStretch::Other(pieces) => pieces.next().map_or(0, |(_, piece)| piece.len()),
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

/// Returns the length of the first piece: Unicode's rules (UAX 29), of which ASCII needs few.
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

/// Returns whether a sign between two characters of a word belongs to it: `can't`, `e.g`, `1,200`.
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

/// A token cut where digits and letters meet.
struct TokenParts<'t> {
    rest: Option<Token<'t>>,
}

impl<'t> Iterator for TokenParts<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let all = self.rest.take()?;
        if all.kind != TokenKind::Word || all.text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'\'') {
            return Some(all);
        }
        let number = all.text.starts_with(char::is_numeric);
        let other_kind = |&(_, c): &(usize, char)| if number { c.is_alphabetic() } else { c.is_numeric() };
        let Some((end, _)) = all.text.char_indices().skip(1).find(other_kind) else { return Some(all) };
        let (text, rest) = all.text.split_at(end);
        let first = Token::new(text, all.start, all.span.start as usize, all.opens);
        self.rest = Some(Token::new(rest, all.start + end, first.span.end as usize, false));
        Some(first)
    }
}

/// Without the marks of Latin letters, an elided article and the ending of a genitive.
pub(crate) fn plain(norm: &str) -> String {
    let bare = norm.strip_suffix("'s").unwrap_or(norm);
    super::fold::without_marks(bare.split_once('\'').map_or(bare, |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::{Pieces, parts, tokens};

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
            assert_eq!(Pieces::new(&text).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_text_falls_into_words_numbers_and_signs() {
        let check = |text: &str, expected: &[&str]| {
            let got: Vec<&str> = parts(text).map(|word| word.text).collect();
            assert_eq!(got, expected, "{text}");
            assert!(parts(text).all(|word| &text[word.bytes()] == word.text), "places are those of the text");
        };
        check("We didn't pay 1,200.50 EUR.", &["We", "didn't", "pay", "1,200.50", "EUR", "."]);
        check("600cm 15% €5 B2B", &["600", "cm", "15", "%", "€", "5", "B", "2", "B"]);
        check("承認しない", &["承", "認", "し", "な", "い"]);
        check("l\u{2019}été\u{a0}fini", &["l\u{2019}été", "fini"]);
        check(" \n ", &[]);
    }

    #[test]
    fn a_token_knows_its_place_in_code_points() {
        let text = "Für 600cm, 承認";
        for token in tokens(text).chain(parts(text)) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            assert_eq!(text.chars().skip(start).take(end - start).collect::<String>(), token.text);
        }
    }

    #[test]
    fn a_sentence_opens_after_a_stop_or_on_a_line() {
        let opening: Vec<&str> = tokens("The wall. \"A door\" of Anna\nNew? yes")
            .filter(|word| word.opens && word.is_word())
            .map(|word| word.text)
            .collect();
        assert_eq!(opening, ["The", "A", "New", "yes"]);
    }
}
