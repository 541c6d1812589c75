//! The correspondence of offsets in code points, UTF-8 bytes and UTF-16 units in one text.
//!
//! One pass counts the characters of every block of 256 bytes; a lookup searches the blocks and counts within one.
//! Every lookup answers: an offset past the end is the end, and one inside a character is that character's start.
//! Texts of over 4 GiB are indexed up to there, since a [`Span`] reaches no further.

use super::Span;

const BLOCK: usize = 256;
/// Small enough that what is counted in it fits a byte.
const LANE: usize = 64;

/// A half-open range of UTF-16 units: what a webview counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Utf16Span {
    pub start: u32,
    pub end: u32,
}

/// A text with the marks that make its offsets convertible. Owns or borrows the text, as `T` does.
#[derive(Clone, Debug)]
pub struct CharIndex<T> {
    text: T,
    marks: Vec<Checkpoint>,
    total: Checkpoint,
}

/// The counts before some byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checkpoint {
    chars: u32,
    /// Characters of four bytes, each of which is two units in UTF-16.
    wide: u32,
}

impl<T: AsRef<str>> CharIndex<T> {
    pub fn new(text: T) -> Self {
        let bytes = addressable(text.as_ref());
        let mut marks = Vec::with_capacity(bytes.len().div_ceil(BLOCK));
        let mut total = Checkpoint::default();
        for block in bytes.chunks(BLOCK) {
            marks.push(total);
            total = total.plus(count(block));
        }
        Self { text, marks, total }
    }

    pub fn text(&self) -> &str {
        self.text.as_ref()
    }

    /// Length in code points.
    pub fn len(&self) -> u32 {
        self.total.chars
    }

    pub fn is_empty(&self) -> bool {
        self.total.chars == 0
    }

    /// Length in UTF-16 units.
    pub fn utf16_len(&self) -> u32 {
        self.total.utf16()
    }

    /// The byte that code point `at` starts at.
    pub fn byte_of(&self, at: u32) -> usize {
        let bytes = self.bytes();
        if at >= self.total.chars {
            return bytes.len();
        }
        if self.total.chars as usize == bytes.len() {
            return at as usize;
        }
        let block = self.marks.partition_point(|mark| mark.chars <= at).saturating_sub(1);
        let before = self.marks.get(block).map_or(0, |mark| mark.chars);
        let from = block * BLOCK;
        from + nth_start(&bytes[from..], at - before)
    }

    /// Returns how many code points start before `byte`.
    pub fn char_of(&self, byte: usize) -> u32 {
        self.mark_at(self.start_of_char(byte)).chars
    }

    /// The UTF-16 offset of code point `at`.
    pub fn utf16_of(&self, at: u32) -> u32 {
        if self.total.wide == 0 {
            return at.min(self.total.chars);
        }
        self.mark_at(self.byte_of(at)).utf16()
    }

    /// The code point at UTF-16 offset `unit`.
    pub fn char_of_utf16(&self, unit: u32) -> u32 {
        if unit >= self.total.utf16() {
            return self.total.chars;
        }
        if self.total.wide == 0 {
            return unit;
        }
        let block = self.marks.partition_point(|mark| mark.utf16() <= unit).saturating_sub(1);
        let mut seen = self.marks.get(block).copied().unwrap_or_default();
        for &byte in self.bytes()[block * BLOCK..].iter().filter(|&&byte| is_start(byte)) {
            let next = seen.plus(Checkpoint { chars: 1, wide: u32::from(is_wide(byte)) });
            if next.utf16() > unit {
                break;
            }
            seen = next;
        }
        seen.chars
    }

    /// The byte range of a span.
    pub fn bytes_of(&self, span: Span) -> std::ops::Range<usize> {
        let start = self.byte_of(span.start);
        start..self.byte_of(span.end).max(start)
    }

    /// The words at a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(self.bytes_of(span)).unwrap_or_default()
    }

    /// Many spans for the webview at once, in the order given.
    ///
    /// Fastest when sorted by start, as a page of highlights is: what lies near the position before is counted on
    /// from there, and not looked up.
    pub fn to_utf16(&self, spans: &[Span]) -> Vec<Utf16Span> {
        let mut walk = CharWalk { index: self, byte: 0, seen: Checkpoint::default() };
        spans
            .iter()
            .map(|span| {
                let start = walk.utf16_of(span.start);
                // From a copy, so that the next start, which may lie before this end, is still ahead of the walk.
                let end = CharWalk { ..walk }.utf16_of(span.end);
                Utf16Span { start, end }
            })
            .collect()
    }

    fn bytes(&self) -> &[u8] {
        addressable(self.text.as_ref())
    }

    fn start_of_char(&self, byte: usize) -> usize {
        self.text().floor_char_boundary(byte.min(self.bytes().len()))
    }

    fn mark_at(&self, byte: usize) -> Checkpoint {
        let block = byte / BLOCK;
        match self.marks.get(block) {
            Some(mark) => mark.plus(count(&self.bytes()[block * BLOCK..byte])),
            None => self.total,
        }
    }
}

/// A place in the text that moves forward cheaply.
struct CharWalk<'a, T> {
    index: &'a CharIndex<T>,
    byte: usize,
    seen: Checkpoint,
}

impl<T: AsRef<str>> CharWalk<'_, T> {
    fn utf16_of(&mut self, at: u32) -> u32 {
        let at = at.min(self.index.total.chars);
        if at < self.seen.chars || (at - self.seen.chars) as usize > BLOCK {
            self.byte = self.index.byte_of(at);
            self.seen = self.index.mark_at(self.byte);
            return self.seen.utf16();
        }
        let rest = &self.index.bytes()[self.byte..];
        let step = nth_start(rest, at - self.seen.chars);
        self.seen = self.seen.plus(count(&rest[..step]));
        self.byte += step;
        self.seen.utf16()
    }
}

impl Checkpoint {
    const fn plus(self, other: Self) -> Self {
        Self { chars: self.chars + other.chars, wide: self.wide + other.wide }
    }

    const fn utf16(self) -> u32 {
        self.chars + self.wide
    }
}

fn addressable(text: &str) -> &[u8] {
    &text.as_bytes()[..text.floor_char_boundary(u32::MAX as usize)]
}

/// Eight bytes at a time, which is fast also where the compiler is asked for little code and not for vectors.
fn count(bytes: &[u8]) -> Checkpoint {
    let mut total = Checkpoint::default();
    for lane in bytes.chunks(LANE) {
        let (words, rest) = lane.as_chunks();
        let (mut starts, mut wide) = (0, 0);
        for word in words {
            let word = u64::from_le_bytes(*word);
            starts += starts_of(word);
            wide += (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & ONES;
        }
        let of_rest = |is: fn(u8) -> bool| rest.iter().map(|&byte| u32::from(is(byte))).sum::<u32>();
        total = total.plus(Checkpoint { chars: sum(starts) + of_rest(is_start), wide: sum(wide) + of_rest(is_wide) });
    }
    total
}

/// Returns the start of the `nth` character (from 0) of `bytes`; their length if there are no more.
fn nth_start(bytes: &[u8], mut nth: u32) -> usize {
    let mut at = 0;
    for lane in bytes.chunks_exact(LANE) {
        let starts = count(lane).chars;
        if starts > nth {
            break;
        }
        nth -= starts;
        at += lane.len();
    }
    while let Some(word) = bytes[at..].first_chunk() {
        let starts = sum(starts_of(u64::from_le_bytes(*word)));
        if starts > nth {
            break;
        }
        nth -= starts;
        at += word.len();
    }
    let mut starts = bytes[at..].iter().enumerate().filter(|(_, byte)| is_start(**byte));
    starts.nth(nth as usize).map_or(bytes.len(), |(into, _)| at + into)
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// 1 in each of eight bytes that starts a character.
const fn starts_of(word: u64) -> u64 {
    (!(word >> 7) | (word >> 6)) & ONES
}

/// The eight bytes of a word together, where that fits one.
const fn sum(word: u64) -> u32 {
    (word.wrapping_mul(ONES) >> 56) as u32
}

const fn is_start(byte: u8) -> bool {
    byte as i8 >= -0x40
}

const fn is_wide(byte: u8) -> bool {
    byte >= 0xf0
}
