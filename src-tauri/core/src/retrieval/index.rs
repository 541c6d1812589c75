//! The index: which passages have which terms, how often.
//!
//! Passages stand in windows of at most 4,096, each with its own postings: ids of 16 bits and counts of 8. What belongs
//! to one document comes in and goes out by itself, at the cost of one window. Weights are not kept, since they rest on
//! how many passages there are: so a patched index answers as a new one.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::terms::{Analyzer, each_word};
use crate::language::stem::Stems;

/// Number of passages in a window: their scores fit into the nearest memory.
pub(super) const WINDOW: usize = 4_096;

/// Number of times that a title counts.
const TITLE_TIMES: u8 = 2;

/// A passage as the index names it: a document that its owner numbers, and the passage's own number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PassageRef {
    pub document: i64,
    pub number: u32,
}

/// The searched parts of a passage.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassageFields<'t> {
    pub title: &'t str,
    pub heading: &'t str,
    pub speaker: &'t str,
    pub text: &'t str,
}

#[derive(Clone, Default, Debug, PartialEq)]
pub struct Index {
    pub(super) numbers: FxHashMap<Box<str>, u32>,
    /// Number of passages that have each term.
    pub(super) frequencies: Vec<u32>,
    pub(super) windows: Vec<PostingsSegment>,
    /// Number of terms of all passages, repeated ones counted.
    pub(super) length: u64,
    /// Number of passages that are stemmed in each way.
    pub(super) stems: [u32; Stems::KINDS],
}

/// Passages and their postings, by term.
#[derive(Clone, Default, Debug, PartialEq)]
pub(super) struct PostingsSegment {
    pub(super) entries: Vec<IndexEntry>,
    /// In order; a term's postings begin at the same place of `starts`.
    pub(super) terms: Vec<u32>,
    pub(super) starts: Vec<u32>,
    pub(super) ids: Vec<u16>,
    pub(super) counts: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct IndexEntry {
    pub(super) passage: PassageRef,
    pub(super) length: u16,
    pub(super) stems: u8,
}

/// Adds documents to an index, many at a time.
pub struct Adder<'i> {
    index: &'i mut Index,
    /// The terms of words already read, in each way of stemming.
    words: Vec<FxHashMap<Box<str>, Option<u32>>>,
    analyzers: Vec<Option<Analyzer>>,
    entries: Vec<IndexEntry>,
    /// Term, place among `entries` and count, packed so that they are sorted as numbers.
    postings: Vec<u64>,
    of_passage: Vec<u32>,
}

impl Index {
    /// Returns how many passages there are.
    pub fn len(&self) -> usize {
        self.windows.iter().map(|window| window.entries.len()).sum()
    }

    /// Returns in which ways the passages of several indexes are stemmed.
    pub fn stems(indexes: &[&Self]) -> Vec<Stems> {
        let has = |kind: &usize| indexes.iter().any(|index| index.stems[*kind] > 0);
        (0..Stems::KINDS).filter(has).map(Stems::from_index).collect()
    }

    /// Returns up to so many terms that begin with `prefix`, those first that most passages have.
    pub(super) fn beginning_with(&self, prefix: &str, most: usize) -> Vec<&str> {
        let mut found: Vec<(u32, &str)> = self
            .numbers
            .iter()
            .filter(|(term, number)| term.starts_with(prefix) && self.frequencies[**number as usize] > 0)
            .map(|(term, number)| (self.frequencies[*number as usize], &**term))
            .collect();
        found.sort_unstable_by(|one, other| other.cmp(one));
        found.truncate(most);
        found.into_iter().map(|(_, term)| term).collect()
    }

    /// Returns how many terms have been seen.
    pub fn terms(&self) -> usize {
        self.frequencies.len()
    }

    pub fn is_empty(&self) -> bool {
        self.windows.is_empty()
    }

    pub fn adder(&mut self) -> Adder<'_> {
        Adder {
            index: self,
            words: vec![FxHashMap::default(); Stems::KINDS],
            analyzers: (0..Stems::KINDS).map(|_| None).collect(),
            entries: Vec::new(),
            postings: Vec::new(),
            of_passage: Vec::new(),
        }
    }

    /// Takes documents out.
    pub fn remove(&mut self, documents: &FxHashSet<i64>) {
        let goes = |entry: &IndexEntry| documents.contains(&entry.passage.document);
        for at in 0..self.windows.len() {
            if self.windows[at].entries.iter().any(goes) {
                self.count(at, -1);
                self.windows[at] = self.windows[at].without(goes);
                self.count(at, 1);
            }
        }
        self.tidy();
    }

    /// Joins neighbours that fit into half a window, and drops empty ones.
    fn tidy(&mut self) {
        let mut merged: Vec<PostingsSegment> = Vec::with_capacity(self.windows.len());
        for window in std::mem::take(&mut self.windows) {
            match merged.last_mut() {
                _ if window.entries.is_empty() => {}
                Some(last) if last.entries.len() + window.entries.len() <= WINDOW / 2 => *last = last.join(&window),
                _ => merged.push(window),
            }
        }
        self.windows = merged;
    }

    /// Adds what a window has to the counts of the whole, or takes it away, by the sign.
    fn count(&mut self, window: usize, sign: i32) {
        let window = &self.windows[window];
        for (at, term) in window.terms.iter().enumerate() {
            let of_term = i32::try_from(window.range(at).len()).unwrap_or(i32::MAX);
            let frequency = &mut self.frequencies[*term as usize];
            *frequency = frequency.saturating_add_signed(sign * of_term);
        }
        for entry in &window.entries {
            self.length = self.length.saturating_add_signed(i64::from(sign) * i64::from(entry.length));
            let stems = &mut self.stems[usize::from(entry.stems)];
            *stems = stems.saturating_add_signed(sign);
        }
    }

    fn push(&mut self, window: PostingsSegment) {
        let fits = |last: &&mut PostingsSegment| last.entries.len() + window.entries.len() <= WINDOW;
        let added = match self.windows.last_mut().filter(fits) {
            Some(last) => {
                let joined = last.join(&window);
                let at = self.windows.len() - 1;
                self.count(at, -1);
                self.windows[at] = joined;
                at
            }
            None => {
                self.windows.push(window);
                self.windows.len() - 1
            }
        };
        self.count(added, 1);
    }
}

impl Adder<'_> {
    /// Adds a passage; those of one document come one after the other.
    pub fn add(&mut self, passage: PassageRef, stems: Stems, fields: &PassageFields<'_>) {
        if self.entries.len() == WINDOW {
            self.flush();
        }
        self.of_passage.clear();
        for _ in 0..TITLE_TIMES {
            self.read(stems, fields.title);
        }
        [fields.heading, fields.speaker, fields.text].into_iter().for_each(|text| self.read(stems, text));
        let at = self.entries.len() as u64;
        let length = u16::try_from(self.of_passage.len()).unwrap_or(u16::MAX);
        self.of_passage.sort_unstable();
        for same in self.of_passage.chunk_by(|one, other| one == other) {
            let count = u64::from(u8::try_from(same.len()).unwrap_or(u8::MAX));
            self.postings.push(u64::from(same[0]) << 32 | at << 8 | count);
        }
        let stems = u8::try_from(stems.index()).unwrap_or_default();
        self.entries.push(IndexEntry { passage, length, stems });
    }

    fn read(&mut self, stems: Stems, text: &str) {
        let analyzer = self.analyzers[stems.index()].get_or_insert_with(|| Analyzer::new(stems));
        let words = &mut self.words[stems.index()];
        each_word(text, |word| {
            let term = match words.get(word) {
                Some(known) => *known,
                None => {
                    let term = analyzer.term(word).map(|term| self.index.number_of(term));
                    words.insert(word.into(), term);
                    term
                }
            };
            self.of_passage.extend(term);
        });
    }

    fn flush(&mut self) {
        if self.entries.is_empty() {
            return;
        }
        self.postings.sort_unstable();
        let mut window = PostingsSegment { entries: std::mem::take(&mut self.entries), ..PostingsSegment::default() };
        window.ids.reserve(self.postings.len());
        window.counts.reserve(self.postings.len());
        for packed in self.postings.drain(..) {
            let (id, count) = ((packed >> 8 & 0xffff) as u16, (packed & 0xff) as u8);
            window.add((packed >> 32) as u32, id, count);
        }
        self.index.push(window);
    }
}

impl Drop for Adder<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

impl Index {
    fn number_of(&mut self, term: String) -> u32 {
        let next = u32::try_from(self.frequencies.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(term.into_boxed_str()).or_insert(next);
        if number == next {
            self.frequencies.push(0);
        }
        number
    }
}

impl PostingsSegment {
    fn add(&mut self, term: u32, id: u16, count: u8) {
        if self.terms.last() != Some(&term) {
            self.terms.push(term);
            self.starts.push(u32::try_from(self.ids.len()).unwrap_or(u32::MAX));
        }
        self.ids.push(id);
        self.counts.push(count);
    }

    /// Returns the place of the postings of the term at a place of `terms`.
    pub(super) fn range(&self, at: usize) -> std::ops::Range<usize> {
        let end = self.starts.get(at + 1).map_or(self.ids.len(), |end| *end as usize);
        self.starts[at] as usize..end
    }

    /// Returns the postings of a term: ids in order, and their counts.
    pub(super) fn postings(&self, term: u32) -> (&[u16], &[u8]) {
        let range = self.terms.binary_search(&term).map_or(0..0, |at| self.range(at));
        (&self.ids[range.clone()], &self.counts[range])
    }

    fn without(&self, goes: impl Fn(&IndexEntry) -> bool) -> Self {
        let mut remaining = Self::default();
        let mut new_ids = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            new_ids.push((!goes(entry)).then_some(u16::try_from(remaining.entries.len()).unwrap_or(u16::MAX)));
            if !goes(entry) {
                remaining.entries.push(*entry);
            }
        }
        for (at, term) in self.terms.iter().enumerate() {
            for posting in self.range(at) {
                if let Some(id) = new_ids[usize::from(self.ids[posting])] {
                    remaining.add(*term, id, self.counts[posting]);
                }
            }
        }
        remaining
    }

    /// Returns a window with the passages of two, in this order.
    fn join(&self, behind: &Self) -> Self {
        let mut joined = Self { entries: [self.entries.as_slice(), &behind.entries].concat(), ..Self::default() };
        let shift = u16::try_from(self.entries.len()).unwrap_or(u16::MAX);
        let (mut here, mut there) = (0, 0);
        while here < self.terms.len() || there < behind.terms.len() {
            let order = match (self.terms.get(here), behind.terms.get(there)) {
                (Some(one), Some(other)) => one.cmp(other),
                (one, _) => {
                    if one.is_some() {
                        Ordering::Less
                    } else {
                        Ordering::Greater
                    }
                }
            };
            if order != Ordering::Greater {
                self.range(here).for_each(|at| joined.add(self.terms[here], self.ids[at], self.counts[at]));
                here += 1;
            }
            if order != Ordering::Less {
                let of_term = behind.range(there);
                of_term.for_each(|at| joined.add(behind.terms[there], behind.ids[at] + shift, behind.counts[at]));
                there += 1;
            }
        }
        joined
    }
}
