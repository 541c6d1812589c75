//! A text as it reads, whatever its typesetting: what two texts have in common that differ only in that.
//!
//! Runs of white space become one space; typographic quotes, dashes and ellipses their ASCII forms; ligatures their
//! letters; what is invisible (soft hyphens, zero-width spaces, marks of direction) nothing; and composition is NFC.
//! Not NFKC, under which 10² is 102; not case; and no space appears or disappears.
//!
//! Each byte remembers where in the source it came from, so that a match becomes a span of whole source characters.

use std::ops::Range;

use unicode_normalization::char::{canonical_combining_class, compose};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A longer run of combining marks is no writing, and sorting it would not be linear (Unicode allows 30).
const MAX_CLUSTER: usize = 48;

/// A text as it reads, and the way back.
#[derive(Debug, Default)]
pub(super) struct Typeset {
    pub(super) text: String,
    pieces: Vec<TypesetPiece>,
    len: usize,
    source_len: usize,
}

/// Text from one place to that of the next piece, here and in the source.
#[derive(Clone, Copy, Debug)]
struct TypesetPiece {
    at: u32,
    source: u32,
    /// Byte for byte as in the source; else it is a whole, and nothing inside it has a place there.
    verbatim: bool,
}

impl Typeset {
    pub(super) fn new(text: &str) -> Self {
        Self::with_escapes(text, &[])
    }

    /// As [`Self::new`], where parts of `text` were written with JSON's escapes: they read as what they stand for.
    pub(super) fn with_escapes(text: &str, escaped: &[Range<usize>]) -> Self {
        Typesetter::new(text, escaped).set()
    }

    /// Gives the text away; the way back stays.
    pub(super) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The source bytes that `start..end` of this text came from; `None` if it begins or ends inside a whole.
    pub(super) fn source(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        (start < end).then_some(())?;
        Some((self.source_start(start)?, self.source_end(end)?))
    }

    /// The last source place that reads as `at`: behind what is invisible.
    fn source_start(&self, at: usize) -> Option<usize> {
        let next = self.pieces.partition_point(|piece| piece.at as usize <= at);
        let piece = self.pieces.get(next.checked_sub(1)?)?;
        let into = at - piece.at as usize;
        (piece.verbatim || into == 0).then_some(piece.source as usize + into)
    }

    /// The first source place that reads as `end`: before what is invisible.
    fn source_end(&self, end: usize) -> Option<usize> {
        let next = self.pieces.partition_point(|piece| (piece.at as usize) < end);
        let piece = self.pieces.get(next.checked_sub(1)?)?;
        if piece.verbatim {
            return Some(piece.source as usize + (end - piece.at as usize));
        }
        let (after, source) = match self.pieces.get(next) {
            Some(after) => (after.at as usize, after.source as usize),
            None => (self.len, self.source_len),
        };
        (after == end).then_some(source)
    }
}

struct Typesetter<'a> {
    source: &'a str,
    escaped: &'a [Range<usize>],
    /// Up to here the source is dealt with, and from `verbatim_start` on it goes over as it is.
    at: usize,
    verbatim_start: usize,
    /// True if what goes over next continues a verbatim piece.
    open: bool,
    out: Typeset,
}

impl<'a> Typesetter<'a> {
    fn new(source: &'a str, escaped: &'a [Range<usize>]) -> Self {
        let out = Typeset { text: String::with_capacity(source.len()), ..Typeset::default() };
        Self { source, escaped, at: 0, verbatim_start: 0, open: false, out }
    }

    fn set(mut self) -> Typeset {
        let bytes = self.source.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\t'..=b'\r' | b' ' => self.space(),
                b'-' => self.hyphen(),
                b'\\' => self.escape(),
                0..=0x7f => self.at = after_plain(bytes, self.at + 1),
                // Whole blocks of letters that stand alone, by their first byte: most of what is not ASCII.
                0xc3..=0xc9 | 0xd0..=0xd1 => self.at += 2,
                0xcc..=0xcd if self.mark() => {}
                0xe4..=0xe9 | 0xeb..=0xec => self.at += 3,
                _ => self.character(),
            }
        }
        self.flush();
        (self.out.len, self.out.source_len) = (self.out.text.len(), self.source.len());
        self.out
    }

    fn character(&mut self) {
        let mut rest = self.source[self.at..].chars();
        let Some(other) = rest.find(|&c| !stands_alone(c)) else {
            self.at = self.source.len();
            return;
        };
        self.at = self.source.len() - rest.as_str().len() - other.len_utf8();
        if other.is_ascii() {
            return;
        }
        if let Some(reads) = reads_as(other) {
            self.replace(self.at, self.at + other.len_utf8(), reads);
        } else if other.is_whitespace() {
            self.space();
        } else {
            self.compose(other);
        }
    }

    /// A run of white space, with the invisible between.
    fn space(&mut self) {
        let bytes = self.source.as_bytes();
        let ends_here = bytes.get(self.at + 1).is_none_or(|&next| next.is_ascii_graphic() && next != b'\\');
        if ends_here && bytes[self.at].is_ascii_whitespace() {
            return if bytes[self.at] == b' ' { self.at += 1 } else { self.patch_space() };
        }
        let (mut at, mut end) = (self.at, self.at);
        while let Some(c) = self.source[at..].chars().next() {
            if c.is_whitespace() {
                at += c.len_utf8();
                end = at;
            } else if self.escaped_char(at).is_some_and(char::is_whitespace) {
                at += 2;
                end = at;
            } else if is_invisible(c) {
                at += c.len_utf8();
            } else {
                break;
            }
        }
        self.replace(self.at, end, " ");
    }

    fn escape(&mut self) {
        match self.escaped_char(self.at) {
            Some(c) if c.is_whitespace() => self.space(),
            Some(c) => self.replace(self.at, self.at + 2, c.encode_utf8(&mut [0; 4])),
            None => self.at += 1,
        }
    }

    /// Reads the escape at `at`, if there is one.
    fn escaped_char(&self, at: usize) -> Option<char> {
        let bytes = self.source.as_bytes();
        if bytes[at] != b'\\' || !self.escaped.iter().any(|range| range.contains(&at)) {
            return None;
        }
        match bytes.get(at + 1)? {
            b'n' | b'r' | b't' => Some(' '),
            b'"' => Some('"'),
            b'\\' => Some('\\'),
            _ => None,
        }
    }

    /// `--` and `---` are how a keyboard writes a dash, between two words or two spaces; elsewhere they are themselves.
    fn hyphen(&mut self) {
        let rest = &self.source.as_bytes()[self.at..];
        let hyphens = rest.iter().take(4).take_while(|&&byte| byte == b'-').count();
        let before = self.source[..self.at].chars().next_back();
        let after = self.source[self.at + hyphens..].chars().next();
        let both = |is: fn(char) -> bool, end: bool| before.map_or(end, is) && after.map_or(end, is);
        let is_dash =
            (2..=3).contains(&hyphens) && (both(char::is_alphabetic, false) || both(char::is_whitespace, true));
        if is_dash {
            self.replace(self.at, self.at + hyphens, "-");
        } else {
            self.at += rest.iter().take_while(|&&byte| byte == b'-').count();
        }
    }

    /// Takes a letter and one mark, with nothing but ASCII on both sides: most of what is decomposed.
    fn mark(&mut self) -> bool {
        let bytes = self.source.as_bytes();
        let (Some(&[first, second]), true) = (bytes.get(self.at..self.at + 2), self.verbatim_start < self.at) else {
            return false;
        };
        let mark = char::from_u32(u32::from(first & 0x1f) << 6 | u32::from(second & 0x3f));
        let letter = bytes[self.at - 1];
        if !letter.is_ascii() || !bytes.get(self.at + 2).is_none_or(u8::is_ascii) {
            return false;
        }
        let Some(whole) = mark.and_then(|mark| compose(char::from(letter), mark)) else { return false };
        self.replace(self.at - 1, self.at + 2, whole.encode_utf8(&mut [0; 4]));
        true
    }

    /// Adds a character that may combine with those before it.
    fn compose(&mut self, c: char) {
        let class = canonical_combining_class(c);
        let stays = is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes;
        if stays && (class == 0 || class >= self.class_before()) {
            self.at += c.len_utf8();
            return;
        }
        let (start, end) = (self.cluster_start(), self.cluster_end());
        let cluster = &self.source[start..end];
        self.at = end;
        if let Some(whole) = composed_pair(cluster) {
            self.replace(start, end, whole.encode_utf8(&mut [0; 4]));
        } else if !is_dotted_letter(cluster)
            && let Some(composed) = composed(cluster)
        {
            self.replace(start, end, &composed);
        }
    }

    fn class_before(&self) -> u8 {
        self.source[self.verbatim_start..self.at].chars().next_back().map_or(0, canonical_combining_class)
    }

    /// Returns the position of the letter that the marks up to here are over.
    fn cluster_start(&self) -> usize {
        let before = self.source[self.verbatim_start..self.at].char_indices().rev().take(MAX_CLUSTER);
        let mut start = self.at;
        for (at, c) in before {
            start = self.verbatim_start + at;
            if !may_combine(c) {
                break;
            }
        }
        start
    }

    fn cluster_end(&self) -> usize {
        let rest = &self.source[self.at..];
        let mut marks = rest.char_indices().skip(1).take(MAX_CLUSTER);
        self.at + marks.find(|&(_, c)| !may_combine(c)).map_or_else(|| cut(rest, MAX_CLUSTER + 1), |(at, _)| at)
    }

    /// One byte of white space: a space in its place keeps the piece verbatim in length, which is all that counts.
    fn patch_space(&mut self) {
        self.flush();
        self.begin_verbatim(self.at);
        self.out.text.push(' ');
        self.at += 1;
        self.verbatim_start = self.at;
    }

    /// The source from `start` to `end` becomes `reads`, as a whole.
    fn replace(&mut self, start: usize, end: usize, reads: &str) {
        self.at = start;
        self.flush();
        self.push_piece(self.at, false);
        self.out.text.push_str(reads);
        self.open = false;
        self.at = end;
        self.verbatim_start = end;
    }

    fn flush(&mut self) {
        if self.verbatim_start < self.at {
            self.begin_verbatim(self.verbatim_start);
            self.out.text.push_str(&self.source[self.verbatim_start..self.at]);
            self.verbatim_start = self.at;
        }
    }

    fn begin_verbatim(&mut self, source: usize) {
        if !self.open {
            self.push_piece(source, true);
            self.open = true;
        }
    }

    fn push_piece(&mut self, source: usize, verbatim: bool) {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.out.pieces.push(TypesetPiece { at: offset(self.out.text.len()), source: offset(source), verbatim });
    }
}

/// Returns the end of the plain ASCII from `at`: eight bytes at a time, by what is in all of them at once.
fn after_plain(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&[a, b, c, d, e, f, g, h, next]) = bytes.get(at..at + 9) {
        let stop = stops(u64::from_le_bytes([a, b, c, d, e, f, g, h]), next);
        if stop != 0 {
            return at + stop.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(&[byte, next]) = bytes.get(at..at + 2)
        && stops(u64::from(byte) | u64::from(next) << 8, b' ') & 0x80 == 0
    {
        at += 1;
    }
    at
}

/// The high bit of each of eight bytes, the first lowest, at which what is plain ends: all but letters, digits, signs, and
/// single spaces with one of those behind. `next` follows the last.
const fn stops(eight: u64, next: u8) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    const fn is(eight: u64, byte: u8) -> u64 {
        let other = eight ^ (byte as u64 * EACH);
        !(((other & !HIGH) + !HIGH) | other) & HIGH
    }
    let low = eight & !HIGH;
    // From 0x21 on a sum with 0x5f reaches the high bit, and with one only 0x7f does.
    let blank = !(low + 0x5f * EACH);
    let graphic = !(eight | blank | (low + EACH)) & HIGH;
    let escape = is(eight, b'\\');
    let follows = graphic & !escape;
    let next = (next.is_ascii_graphic() && next != b'\\') as u64;
    let spaces = is(eight, b' ') & (follows >> 8 | next << 63);
    HIGH & !((follows & !is(eight, b'-')) | spaces)
}

/// A letter and one mark as one character: most of what is decomposed.
fn composed_pair(cluster: &str) -> Option<char> {
    let mut chars = cluster.chars();
    let (letter, mark) = (chars.next()?, chars.next()?);
    if chars.next().is_some() { None } else { compose(letter, mark) }
}

/// A letter and its dot below, as Hindi is composed: on every line of it, and nothing to take apart and join anew.
fn is_dotted_letter(cluster: &str) -> bool {
    let mut chars = cluster.chars();
    chars.next().is_some_and(is_letter_of_its_own) && chars.as_str() == "\u{93c}"
}

/// Of Devanagari, and not made of others.
const fn is_letter_of_its_own(c: char) -> bool {
    matches!(c, '\u{904}'..='\u{928}' | '\u{92a}'..='\u{930}' | '\u{932}' | '\u{933}' | '\u{935}'..='\u{939}')
}

/// A letter with its marks in NFC; `None` if it is that already, or no writing.
fn composed(cluster: &str) -> Option<String> {
    if cluster.chars().nth(2 * MAX_CLUSTER).is_some() {
        return None;
    }
    let composed: String = cluster.nfc().collect();
    (composed != cluster).then_some(composed)
}

/// The byte where the `nth` character of `text` starts, or its length.
fn cut(text: &str, nth: usize) -> usize {
    text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
}

/// Returns what a character of typesetting reads as.
fn reads_as(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2039}' | '\u{203a}' | '\u{2bc}' => "'",
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => "-",
        '\u{2025}' => "..",
        '\u{2026}' => "...",
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        c if is_invisible(c) => "",
        _ => return None,
    })
}

/// Neither seen nor heard. Not the joiners, which change words in Persian and pictures among emoji.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | '\u{feff}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn may_combine(c: char) -> bool {
    c >= '\u{300}'
        && !stands_alone(c)
        && (canonical_combining_class(c) != 0 || is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes)
}

/// A quick yes for the letters of most texts: no white space, composed, and never joined to what stands before.
fn stands_alone(c: char) -> bool {
    let c = c as u32;
    match LETTERS.get(c as usize / 64) {
        Some(bits) => bits >> (c % 64) & 1 == 1,
        None => is_in(BEYOND, c),
    }
}

/// A bit for each character of the alphabets, which are asked about the most.
const LETTERS: [u64; ALPHABETS / 64] = {
    let mut bits = [0; ALPHABETS / 64];
    let mut c = 0;
    while c < ALPHABETS {
        bits[c / 64] |= (is_in(WITHIN, c as u32) as u64) << (c % 64);
        c += 1;
    }
    bits
};

const ALPHABETS: usize = 0x3100;

const WITHIN: &[(u32, u32)] = &[
    (0xa1, 0xaa),
    (0xae, 0xba),
    (0xbc, 0x2bb),
    (0x2bd, 0x2ff),
    (0x370, 0x373),
    (0x388, 0x482),
    (0x48a, 0x590),
    (0x5d0, 0x60f),
    (0x61b, 0x61b),
    (0x61d, 0x64a),
    (0x660, 0x66f),
    (0x671, 0x6d5),
    (0x900, 0x93b),
    (0x93d, 0x94c),
    (0x964, 0x97f),
    (0xe01, 0xe37),
    (0xe3f, 0xe47),
    (0x10a0, 0x10ff),
    (0x3001, 0x3029),
    (0x3030, 0x3098),
    (0x309b, 0x30ff),
];

const BEYOND: &[(u32, u32)] =
    &[(0x3400, 0x9fff), (0xac00, 0xd7a3), (0xff01, 0xff0c), (0xff0e, 0xff9d), (0x1f300, 0x1faff)];

const fn is_in(ranges: &[(u32, u32)], c: u32) -> bool {
    let mut at = 0;
    while at < ranges.len() {
        if ranges[at].0 <= c && c <= ranges[at].1 {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_in_typesetting_read_the_same() {
        let check = |text: &str, reads: &str| assert_eq!(Typeset::new(text).text, reads, "{text:?}");
        check("", "");
        check("plain text, as it is.", "plain text, as it is.");
        check("a  b\n\n c\td\u{a0}e\u{3000}f\u{2028}g", "a b c d e f g");
        check("a \u{200b} b", "a b");
        check("“a” ‘b’ «c» „d“ ‹e› it’s", "\"a\" 'b' \"c\" \"d\" 'e' it's");
        check("a—b – c ‑ d −5", "a-b - c - d -5");
        check("a--b c -- d --- e", "a-b c - d - e");
        check("--flag a--5 ---- x--", "--flag a--5 ---- x--");
        check("wait… a‥b", "wait... a..b");
        check("ﬁne ﬂow oﬀer oﬃce baﬄe ﬅ ﬆ", "fine flow offer office baffle st st");
        check("ex\u{ad}am\u{200b}ple\u{feff} \u{202b}x\u{202c}", "example x");
        check("cafe\u{301} Å a\u{323}\u{302} a\u{302}\u{323}", "café Å ậ ậ");
        check("\u{1112}\u{1161}\u{11ab}", "한");
        check("10² ½ ① ｆ Ⅳ", "10² ½ ① ｆ Ⅳ");
        check("か\u{3099}", "が");
        check("\u{301}\u{302}", "\u{301}\u{302}");
        check("👨\u{200d}👩 می\u{200c}خواهم", "👨\u{200d}👩 می\u{200c}خواهم");
    }

    #[test]
    fn an_escape_reads_as_what_it_stands_for_where_escapes_were_written() {
        let check = |text: &str, plain: &str, escaped: &str| {
            assert_eq!(Typeset::new(text).text, plain);
            let whole = 0..text.len();
            assert_eq!(Typeset::with_escapes(text, std::slice::from_ref(&whole)).text, escaped);
        };
        check(r#"he said \"yes\"\nand  left"#, r#"he said \"yes\"\nand left"#, r#"he said "yes" and left"#);
        check(r"a \n\n b\tc", r"a \n\n b\tc", "a b c");
        check(r"C:\\new \u001b \", r"C:\\new \u001b \", r"C:\new \u001b \");
        let both = r"a\nb a\nb";
        let first = 0..4;
        assert_eq!(
            Typeset::with_escapes(both, std::slice::from_ref(&first)).text,
            r"a b a\nb",
            "elsewhere it is what the analyst wrote"
        );
    }

    #[test]
    fn eight_bytes_are_told_as_each_of_them() {
        let plain = |byte: u8, next: u8| {
            let graphic = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
            graphic(byte) && byte != b'-' || byte == b' ' && graphic(next)
        };
        for byte in 0..=u8::MAX {
            for next in 0..=u8::MAX {
                for around in [b'a', b' ', b'-', b'\\', 0, 0x7f, 0x80, 0xff] {
                    let text = [around, byte, next, around, next, byte, around, around, next, byte];
                    let expected = (0..8).find(|&at| !plain(text[at], text[at + 1])).unwrap_or(8);
                    let bare = expected.max(if plain(text[8], text[9]) && expected == 8 { 9 } else { 0 });
                    assert_eq!(after_plain(&text, 0), bare, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn what_stands_alone_is_left_as_it_is_by_composition() {
        let wrong: Vec<char> = ('\0'..=char::MAX)
            .filter(|&c| stands_alone(c))
            .filter(|&c| {
                canonical_combining_class(c) != 0
                    || is_nfc_quick(std::iter::once(c)) != IsNormalized::Yes
                    || c.is_whitespace()
                    || reads_as(c).is_some()
            })
            .collect();
        assert_eq!(wrong, Vec::<char>::new(), "the quick answer must be the right one");
    }

    #[test]
    fn every_character_reads_as_itself_composed() {
        for c in ('\0'..='\u{ffff}').chain('\u{1d100}'..='\u{1d200}') {
            let composed: String = ['a', c].iter().collect::<String>().nfc().collect();
            let expected = match reads_as(c) {
                Some(reads) => format!("a{reads}"),
                None if c.is_whitespace() => "a ".to_owned(),
                None => composed,
            };
            assert_eq!(Typeset::new(&format!("a{c}")).text, expected, "{c:?}");
        }
    }

    #[test]
    fn composition_is_that_of_the_standard() {
        let alphabet = [
            'a', 'e', '\u{301}', '\u{323}', '\u{302}', '\u{1112}', '\u{1161}', '\u{11ab}', 'し', '\u{3099}', 'é',
            '\u{93c}', '\u{958}', '\u{340}', 'ज', 'न',
        ];
        for number in 0..alphabet.len().pow(4) {
            let letters = (0..4).map(|digit| alphabet[number / alphabet.len().pow(digit) % alphabet.len()]);
            let text: String = letters.collect();
            assert_eq!(Typeset::new(&text).text, text.nfc().collect::<String>(), "{:?}", text.escape_unicode());
        }
    }

    #[test]
    fn every_place_leads_back_to_whole_characters() {
        let source = "x\u{ad}“ﬁne”\n\n cafe\u{301}\u{ad} — ok…";
        let typeset = Typeset::new(source);
        let check = |reads: &str, expected: Option<&str>| {
            let start = typeset.text.find(reads).unwrap();
            let found = typeset.source(start, start + reads.len()).map(|(from, to)| &source[from..to]);
            assert_eq!(found, expected, "{reads}");
        };
        check("x", Some("x"));
        check("\"fine\"", Some("“ﬁne”"));
        check("fine", Some("ﬁne"));
        check("ine", None);
        check("f", None);
        check("ne\" caf", Some("ne”\n\n caf"));
        check("café", Some("cafe\u{301}"));
        check("café -", Some("cafe\u{301}\u{ad} —"));
        check("ok...", Some("ok…"));
        check("ok..", None);
    }

    #[test]
    fn a_megabyte_of_marks_or_spaces_is_only_long() {
        for (unit, message) in
            [("\u{301}", "marks"), (" ", "spaces"), ("\u{323}\u{301}", "unsorted"), ("\u{ad}", "nothing")]
        {
            let text = unit.repeat(1 << 18);
            assert!(Typeset::new(&text).text.len() <= text.len(), "{message}");
        }
    }
}
