//! Passages: pieces of an Input's text of 60 to 200 words, at the borders of its sentences.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::language::sentence::{sentences, trim};

/// A passage is not ended before it has so many words, where the text goes on.
pub const FEWEST_WORDS: usize = 60;
/// A passage has no more words; a longer sentence is cut.
pub const MOST_WORDS: usize = 200;
/// A passage that has so many words ends with its paragraph.
const GOOD_WORDS: usize = 90;

/// A passage's name: the number of its Input's label and its own, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PassageId {
    pub input_label: i64,
    pub number: u32,
}

impl PassageId {
    /// Returns the name as a citation writes it: `I-3-12`.
    pub fn citation(self) -> String {
        format!("I-{}-{}", self.input_label, self.number)
    }

    /// Reads a name in either form; none where it is none.
    pub fn parse(name: &str) -> Option<Self> {
        let rest = name.trim().strip_prefix("I-").or_else(|| name.trim().strip_prefix("i-"))?;
        let (label, number) = rest.split_once(['.', '-'])?;
        Some(Self { input_label: digits(label)?, number: digits(number)? })
    }
}

/// Returns a number that is written as numbers are: digits, no sign, no zero before them.
fn digits<N: FromStr>(text: &str) -> Option<N> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain)
}

impl fmt::Display for PassageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "I-{}.{}", self.input_label, self.number)
    }
}

impl FromStr for PassageId {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::parse(name).ok_or(())
    }
}

/// The context of a stretch of an Input's text: the heading that it is under, or who says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageContext {
    /// In code points of the Input's text.
    pub chars: Range<u32>,
    pub kind: ContextKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextKind {
    Heading,
    Speaker,
}

impl ContextKind {
    pub const ALL: [Self; 2] = [Self::Heading, Self::Speaker];
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub id: PassageId,
    pub title: String,
    /// Headings that it is under where it begins, the innermost first; then those that begin in it.
    pub headings: Vec<String>,
    /// Speakers in it, in the order in which they first speak.
    pub speakers: Vec<String>,
    /// In code points of the Input's text.
    pub chars: Range<u32>,
    pub text: String,
}

/// A passage's place: in bytes and in code points of the Input's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageExtent {
    pub bytes: Range<u32>,
    pub chars: Range<u32>,
}

/// Returns the passages of an Input's text, in its order.
pub fn passages(text: &str, label: i64, title: &str, context: &[PassageContext]) -> Vec<Passage> {
    let named = |kind, at: &PassageExtent| context_in(context, kind, &at.chars).map(ToOwned::to_owned).collect();
    let passage = |(number, at): (u32, PassageExtent)| Passage {
        id: PassageId { input_label: label, number },
        title: title.to_owned(),
        headings: named(ContextKind::Heading, &at),
        speakers: named(ContextKind::Speaker, &at),
        text: text[at.bytes.start as usize..at.bytes.end as usize].to_owned(),
        chars: at.chars,
    };
    (1..).zip(extents(text, context)).map(passage).collect()
}

/// Returns what is known of some code points: of where they begin, the innermost first, then what begins among them.
/// `context` is in the order in which it begins.
pub fn context_in<'c>(
    context: &'c [PassageContext],
    kind: ContextKind,
    chars: &Range<u32>,
) -> impl Iterator<Item = &'c str> {
    let (before, among) = context.split_at(context.partition_point(|known| known.chars.start <= chars.start));
    let (start, end) = (chars.start, chars.end);
    let over = before.iter().rev().filter(move |known| known.chars.contains(&start));
    let begun = among.iter().take_while(move |known| known.chars.start < end);
    over.chain(begun).filter(move |known| known.kind == kind).map(|known| known.text.as_str())
}

/// Returns where the passages of a text are.
pub fn extents(text: &str, context: &[PassageContext]) -> Vec<PassageExtent> {
    let mut places = CharCounter { text, byte: 0, char: 0 };
    let mut headings: Vec<u32> =
        context.iter().filter(|known| known.kind == ContextKind::Heading).map(|known| known.chars.start).collect();
    headings.sort_unstable();
    let (mut found, mut open) = (Vec::<OpenPassage>::new(), None::<OpenPassage>);
    for sentence in sentences(text).into_iter().flat_map(|sentence| cut(text, sentence)) {
        let piece = OpenPassage {
            words: words(&text[sentence.clone()]),
            char: places.char_of(sentence.start),
            bytes: sentence,
        };
        open = Some(match open {
            None => piece,
            Some(before) if before.ends_before(&piece, text, &headings) => {
                found.push(before);
                piece
            }
            Some(before) => before.with(piece),
        });
    }
    if let Some(last) = open {
        match found.pop() {
            Some(before) if last.words < FEWEST_WORDS && before.words + last.words <= MOST_WORDS => {
                found.push(before.with(last));
            }
            before => found.extend(before.into_iter().chain([last])),
        }
    }
    let mut ends = CharCounter { text, byte: 0, char: 0 };
    found.into_iter().map(|open| open.extent(&mut ends)).collect()
}

/// A passage that sentences are still added to.
struct OpenPassage {
    bytes: Range<usize>,
    char: u32,
    words: usize,
}

impl OpenPassage {
    /// Returns whether the passage is whole where `next` begins.
    fn ends_before(&self, next: &Self, text: &str, headings: &[u32]) -> bool {
        if self.words + next.words > MOST_WORDS {
            return true;
        }
        let heading = |at: u32| headings.partition_point(|heading| *heading <= at);
        let gap = &text[self.bytes.end..next.bytes.start];
        self.words >= FEWEST_WORDS && heading(self.char) != heading(next.char)
            || self.words >= GOOD_WORDS && is_paragraph_border(gap)
            || self.words >= MOST_WORDS - FEWEST_WORDS
    }

    fn with(self, next: Self) -> Self {
        Self { bytes: self.bytes.start..next.bytes.end, char: self.char, words: self.words + next.words }
    }

    fn extent(self, places: &mut CharCounter<'_>) -> PassageExtent {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let end = places.char_of(self.bytes.end);
        PassageExtent { bytes: narrow(self.bytes.start)..narrow(self.bytes.end), chars: self.char..end }
    }
}

fn is_paragraph_border(gap: &str) -> bool {
    gap.bytes().filter(|byte| *byte == b'\n').count() > 1
}

/// Returns a sentence in parts that are short enough for a passage.
fn cut(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    if sentence.len() <= MOST_WORDS || words(&text[sentence.clone()]) <= MOST_WORDS {
        return vec![sentence];
    }
    let (mut parts, mut start, mut counted) = (Vec::new(), sentence.start, WordCount::default());
    for (at, c) in text[sentence.clone()].char_indices() {
        if counted.words() >= MOST_WORDS - FEWEST_WORDS && (c == ' ' || is_dense(c)) {
            parts.push(trim(text, start..sentence.start + at));
            (start, counted) = (sentence.start + at, WordCount::default());
        }
        counted.add(c);
    }
    parts.push(trim(text, start..sentence.end));
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns how many words a text has; two characters count for one where a script has no spaces.
pub fn words(text: &str) -> usize {
    let mut count = WordCount::default();
    text.chars().for_each(|c| count.add(c));
    count.words()
}

#[derive(Default)]
struct WordCount {
    words: usize,
    dense: usize,
    within: bool,
}

impl WordCount {
    fn add(&mut self, c: char) {
        let dense = is_dense(c);
        let within = !dense && (c.is_ascii_alphanumeric() || !c.is_ascii() && c.is_alphanumeric());
        self.dense += usize::from(dense);
        self.words += usize::from(within && !self.within);
        self.within = within || self.within && matches!(c, '\'' | '\u{2019}' | '.' | ',');
    }

    const fn words(&self) -> usize {
        self.words + self.dense.div_ceil(2)
    }
}

/// Returns whether a character is of a script that puts no spaces between words.
pub const fn is_dense(c: char) -> bool {
    matches!(c as u32,
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x3040..=0x30ff | 0x31f0..=0x31ff | 0x3400..=0x4dbf
        | 0x4e00..=0x9fff | 0xac00..=0xd7af | 0xf900..=0xfaff | 0xff66..=0xff9d | 0x20000..=0x3ffff)
}

/// Counts code points up to bytes that are asked for in order.
struct CharCounter<'t> {
    text: &'t str,
    byte: usize,
    char: u32,
}

impl CharCounter<'_> {
    fn char_of(&mut self, byte: usize) -> u32 {
        let between = self.text.as_bytes().get(self.byte..byte).unwrap_or_default();
        let starts = between.iter().filter(|byte| (**byte as i8) >= -0x40).count();
        self.char += u32::try_from(starts).unwrap_or(u32::MAX);
        self.byte = self.byte.max(byte);
        self.char
    }
}
