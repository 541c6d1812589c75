//! A check whether one Input says nearly what another does: by how many of its sentences the other has, word for word.
//!
//! Inputs are sources, not statements. Both may be wanted, and what differs between them is what the analyst looks for,
//! so nothing contradicts here: one other number in a report makes one other sentence of it. A sentence is had where its
//! words stand in one piece, wherever that is, so that moved paragraphs, other line breaks and other quotes change
//! nothing. Questions, headings and lines of less than four words do not count, nor what a text says again: two
//! interviews share their questions, two letters their frame.
//!
//! The [`TextFingerprint`] of a text is small and tells what it may be like; the [`Sentences`] of two texts tell how
//! much, and what differs. All is linear in the texts.

use rustc_hash::FxHashMap;
use unicode_normalization::char::decompose_canonical;

use super::compare::round;
use super::sieve::{in_order, lower, shared};
use crate::extraction::offline::sentences;
use crate::message;
use crate::message::UserMessage;

/// So many words in a row are told from other words; in scripts without spaces, characters.
const RUN: usize = 4;

/// Of a text at most so many runs are kept.
const MOST: usize = 2_048;
/// A longer text is like none, since to compare two takes some times their size in memory.
const MOST_BYTES: usize = 32 << 20;
/// So many are looked at before all are.
const FEW: usize = 128;
/// Of fewer no part is known well enough to say that the rest is another text.
const ENOUGH: usize = 32;
/// Texts whose shorter one shares less of its runs are not compared, in percent: each sentence that differs takes runs
/// from its neighbours with it.
const LIKELY: usize = 35;

/// This part of one text stands in the other, by words, in percent.
const HELD: usize = 70;
/// Least sentences and words that are alike: two short notes are no copies.
const SENTENCES: usize = 3;
const WORDS: usize = 30;

/// A longer one is a table or a list whose lines were joined.
const LONGEST: usize = 400;
/// So many of the sentences that differ are shown, and so much of each.
const SHOWN: usize = 3;
const SHOWN_CHARS: usize = 160;

/// The part of a text stored to find what it may be like: hashes of its runs of words, in order, all of them or the
/// lowest, so that of any two texts the same ones are kept.
#[derive(Clone, Debug)]
pub struct TextFingerprint {
    lowest: Box<[u32]>,
    /// All runs below this are kept.
    below: u32,
}

impl TextFingerprint {
    pub fn from_text(text: &str) -> Self {
        let (mut smallest, mut below) = (Vec::new(), u32::MAX);
        if text.len() <= MOST_BYTES {
            each_run(text, &mut |run| {
                if run < below {
                    smallest.push(run);
                }
                if smallest.len() == 2 * MOST {
                    keep_lowest(&mut smallest, &mut below);
                }
            });
        }
        keep_lowest(&mut smallest, &mut below);
        Self { lowest: smallest.into(), below }
    }

    /// Returns the share of the shorter text that may be in the other, in percent; none where it is too little.
    pub fn shared_with(&self, other: &Self) -> Option<usize> {
        let below = self.below.min(other.below);
        let few = [self, other].map(|one| one.lowest.get(FEW).copied().unwrap_or(below));
        let (all, share) = self.share(other, few[0].min(few[1]).min(below));
        if all >= ENOUGH && share < LIKELY {
            return None;
        }
        Some(self.share(other, below).1).filter(|share| *share >= LIKELY)
    }

    /// Of how many runs below a limit how many are shared, in percent.
    fn share(&self, other: &Self, below: u32) -> (usize, usize) {
        let [one, other] = [self, other].map(|runs| &runs.lowest[..runs.lowest.partition_point(|run| *run < below)]);
        let all = one.len().min(other.len());
        (all, shared(one, other) * 100 / all.max(1))
    }
}

fn keep_lowest(smallest: &mut Vec<u32>, below: &mut u32) {
    *smallest = in_order(std::mem::take(smallest)).into_vec();
    if let Some(first) = smallest.get(MOST).copied() {
        smallest.truncate(MOST);
        *below = first;
    }
}

/// The sentences of a text, ready to be looked for in another.
#[derive(Clone, Debug)]
pub struct Sentences<'t> {
    /// Each with where its runs end.
    all: Vec<(&'t str, usize)>,
    /// The runs of all sentences, one after the other.
    runs: Vec<u32>,
    /// The runs of the whole text, in order.
    has: Box<[u32]>,
}

impl<'t> Sentences<'t> {
    pub fn from_text(text: &'t str) -> Self {
        let mut has = Vec::new();
        each_run(text, &mut |run| has.push(run));
        let mut all = Self { all: Vec::new(), runs: Vec::new(), has: in_order(has) };
        let mut seen = FxHashMap::default();
        for range in sentences(text) {
            let sentence = &text[range];
            if sentence.len() > LONGEST {
                sentence.split('\n').for_each(|line| all.add(line, &mut seen));
            } else {
                all.add(sentence, &mut seen);
            }
        }
        all
    }

    fn add(&mut self, sentence: &'t str, seen: &mut FxHashMap<u32, Vec<u32>>) {
        let from = self.runs.len();
        each_run(sentence, &mut |run| self.runs.push(run));
        let runs = &self.runs[from..];
        let asks =
            sentence.trim_end_matches(['"', '”', '’', '»', ')', '*', '_', ' ', '\n']).ends_with(['?', '？', '؟']);
        let known = seen.entry(runs.iter().fold(1, |all, run| mixed(all, *run))).or_default();
        if runs.is_empty() || asks || !known.is_empty() {
            self.runs.truncate(from);
            return;
        }
        known.push(0);
        self.all.push((sentence, self.runs.len()));
    }

    /// Returns how like another this text is, if it is: that one, or this one, is in the other for the most part.
    pub fn like(&self, other: &Sentences<'_>) -> Option<Overlap> {
        let (own, theirs) = (self.within(other), other.within(self));
        let is_held = |part: &SentenceShare| {
            part.held >= SENTENCES && part.held_words >= WORDS && part.held_words * 100 >= part.words * HELD
        };
        if !is_held(&own) && !is_held(&theirs) {
            return None;
        }
        let of = |held: usize, words: usize| held as f64 / words.max(1) as f64;
        let both = of(own.held_words + theirs.held_words, own.words + theirs.words);
        let most = of(own.held_words, own.words).max(of(theirs.held_words, theirs.words));
        Some(Overlap { score: round(f64::midpoint(both, most).min(0.99)), own, theirs })
    }

    fn within(&self, other: &Sentences<'_>) -> SentenceShare {
        let mut part = SentenceShare { of: self.all.len(), ..SentenceShare::default() };
        let mut from = 0;
        for (sentence, to) in &self.all {
            let runs = &self.runs[from..*to];
            let words = runs.len() + RUN - 1;
            part.words += words;
            if runs.iter().all(|run| other.has.binary_search(run).is_ok()) {
                part.held += 1;
                part.held_words += words;
            } else if part.only.len() < SHOWN {
                part.only.push(shortened(sentence));
            }
            from = *to;
        }
        part
    }
}

/// The part of one text that is in the other, and the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlap {
    /// From 0 to 1, where 1 is left to the very same text.
    pub score: f64,
    own: SentenceShare,
    theirs: SentenceShare,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SentenceShare {
    /// Of how many sentences how many stand in the other text.
    of: usize,
    held: usize,
    words: usize,
    held_words: usize,
    /// The first that do not.
    only: Vec<String>,
}

impl Overlap {
    /// The first sentences that only the one text has, and those that only the other has.
    pub fn differing(&self) -> (&[String], &[String]) {
        (&self.own.only, &self.theirs.only)
    }

    /// Returns what they have in common, and what each has beside it. The names are those of the two texts; one that is
    /// no Input yet has none.
    pub fn reason(&self, own: Option<&str>, other: &str) -> UserMessage {
        let (of, held, theirs) = (self.own.of, self.own.held, self.theirs.of);
        let (new, missing) = (of - held, theirs - self.theirs.held);
        let has_all = |one: &str, all: usize, other: &str, more: usize| {
            message!("{} has all {} sentences of {}, and {} more", one, all, other, more)
        };
        match (own, new, missing) {
            (_, 0, 0) => message!("the same sentences, in another order or another form"),
            (None, 0, _) => message!("{} has all {} sentences of this text, and {} more", other, of, missing),
            (None, _, 0) => message!("this text has all {} sentences of {}, and {} more", theirs, other, new),
            (None, ..) => message!(
                "{} has {} of the {} sentences of this text; only in this text: {}, only in {}: {}",
                other,
                held,
                of,
                new,
                other,
                missing
            ),
            (Some(own), 0, _) => has_all(other, of, own, missing),
            (Some(own), _, 0) => has_all(own, theirs, other, new),
            (Some(own), ..) => message!(
                "{} has {} of the {} sentences of {}; only in {}: {}, only in {}: {}",
                other,
                held,
                of,
                own,
                own,
                new,
                other,
                missing
            ),
        }
    }
}

fn shortened(sentence: &str) -> String {
    let mut words = String::new();
    for word in sentence.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    if let Some((end, _)) = words.char_indices().nth(SHOWN_CHARS) {
        words.truncate(end);
        words.push('…');
    }
    words
}

/// Tells the hash of each run of words of a text. What stands between words, case and accents are spelling.
fn each_run(text: &str, each: &mut dyn FnMut(u32)) {
    let mut last = [0_u32; RUN];
    let mut words = 0;
    let mut put = |word: &mut u32| {
        if *word != 0 {
            last.rotate_left(1);
            last[RUN - 1] = std::mem::take(word);
            words += 1;
            if words >= RUN {
                each(last.iter().fold(0, |run, word| mixed(run, *word)));
            }
        }
    };
    let mut word = 0;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            word = spelled(word, c.to_ascii_lowercase());
        } else if is_spaceless(c) {
            put(&mut word);
            word = spelled(0, c);
            put(&mut word);
        } else if !c.is_ascii() && c.is_alphanumeric() {
            word = accented(word, c);
        } else if !is_within_words(c) {
            put(&mut word);
        }
    }
    put(&mut word);
}

/// A letter and its accent may be one character or two.
fn accented(word: u32, c: char) -> u32 {
    let mut word = word;
    if c < '\u{1100}' || ('\u{1e00}'..='\u{1eff}').contains(&c) {
        decompose_canonical(c, |part| {
            if !is_within_words(part) {
                word = spelled(word, lower(part));
            }
        });
        return word;
    }
    spelled(word, lower(c))
}

const fn spelled(word: u32, c: char) -> u32 {
    (word ^ c as u32).wrapping_mul(0x0100_0193) | 1
}

/// All bits of a run's hash count, since the lowest are kept.
const fn mixed(run: u32, word: u32) -> u32 {
    let mut mixed = (run.rotate_left(5) ^ word).wrapping_mul(0x85eb_ca6b);
    mixed ^= mixed >> 15;
    mixed.wrapping_mul(0xc2b2_ae35) ^ (mixed >> 13)
}

/// The scripts of East and South-East Asia that put no spaces between words.
const fn is_spaceless(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{2fff}'
        | '\u{3005}'..='\u{3007}' | '\u{3031}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Accents of their own, and what stands in a word unseen.
const fn is_within_words(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}
