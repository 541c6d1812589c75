//! An index as bytes with their hash, and back: whatever is damaged or of another version is nothing.

use sha2::{Digest, Sha256};

use super::index::{Index, IndexEntry, PassageRef, PostingsSegment};
use crate::language::stem::Stems;

/// Grows with whatever changes what an index of the same texts has: the analysis, the passages, the layout.
const VERSION: u32 = 2;
const HASH: usize = 32;

/// Writes a snapshot.
pub struct SnapshotWriter(Vec<u8>);

/// Reads one; each value is none where there is not enough left.
pub struct SnapshotReader<'b>(&'b [u8]);

impl Default for SnapshotWriter {
    fn default() -> Self {
        let mut snapshot = Self(Vec::new());
        snapshot.int(VERSION);
        snapshot
    }
}

impl SnapshotWriter {
    /// Returns the bytes, their hash first.
    pub fn finish(self) -> Vec<u8> {
        [Sha256::digest(&self.0).as_slice(), &self.0].concat()
    }

    pub fn int(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub fn long(&mut self, value: i64) {
        self.0.extend(value.to_le_bytes());
    }

    pub fn bytes(&mut self, value: &[u8]) {
        self.int(u32::try_from(value.len()).unwrap_or(u32::MAX));
        self.0.extend(value);
    }

    pub fn text(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }

    pub fn count(&mut self, value: usize) {
        self.int(u32::try_from(value).unwrap_or(u32::MAX));
    }

    pub fn index(&mut self, index: &Index) {
        let mut terms: Vec<(&u32, &str)> = index.numbers.iter().map(|(term, number)| (number, &**term)).collect();
        terms.sort_unstable();
        self.count(terms.len());
        terms.into_iter().for_each(|(_, term)| self.text(term));
        index.frequencies.iter().chain(&index.stems).for_each(|value| self.int(*value));
        self.long(index.length.cast_signed());
        self.count(index.windows.len());
        index.windows.iter().for_each(|window| self.window(window));
    }

    fn window(&mut self, window: &PostingsSegment) {
        self.count(window.entries.len());
        for IndexEntry { passage, length, stems } in &window.entries {
            self.long(passage.document);
            self.int(passage.number);
            self.int(u32::from(*length) << 8 | u32::from(*stems));
        }
        self.count(window.terms.len());
        window.terms.iter().chain(&window.starts).for_each(|value| self.int(*value));
        self.bytes(&window.ids.iter().flat_map(|id| id.to_le_bytes()).collect::<Vec<u8>>());
        self.bytes(&window.counts);
    }
}

impl<'b> SnapshotReader<'b> {
    /// Begins to read what [`SnapshotWriter::finish`] gave.
    pub fn open(bytes: &'b [u8]) -> Option<Self> {
        let (hash, rest) = bytes.split_at_checked(HASH)?;
        let mut restored = Self(rest);
        (Sha256::digest(rest).as_slice() == hash && restored.int()? == VERSION).then_some(restored)
    }

    pub fn int(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }

    pub fn long(&mut self) -> Option<i64> {
        Some(i64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    pub fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.int()? as usize;
        self.take(length)
    }

    pub fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// Reads a list: how many there are, then each.
    pub fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.int()?;
        (0..count).map(|_| each(self)).collect()
    }

    pub fn index(&mut self) -> Option<Index> {
        let terms = self.list(|it| it.text().map(Box::from))?;
        let frequencies = self.ints(terms.len())?;
        let stems: [u32; Stems::KINDS] = self.ints(Stems::KINDS)?.try_into().ok()?;
        let length = self.long()?.cast_unsigned();
        let windows = self.list(Self::window)?;
        Some(Index { numbers: terms.into_iter().zip(0..).collect(), frequencies, windows, length, stems })
    }

    fn window(&mut self) -> Option<PostingsSegment> {
        let entries = self.list(|it| {
            let passage = PassageRef { document: it.long()?, number: it.int()? };
            let packed = it.int()?;
            Some(IndexEntry { passage, length: u16::try_from(packed >> 8).ok()?, stems: (packed & 0xff) as u8 })
        })?;
        let count = self.int()? as usize;
        let (terms, starts) = (self.ints(count)?, self.ints(count)?);
        let ids = self.bytes()?.chunks_exact(2).map(|id| u16::from_le_bytes([id[0], id[1]])).collect();
        Some(PostingsSegment { entries, terms, starts, ids, counts: self.bytes()?.to_vec() })
    }

    fn ints(&mut self, count: usize) -> Option<Vec<u32>> {
        let bytes = self.take(count.checked_mul(4)?)?;
        Some(bytes.chunks_exact(4).map(|int| u32::from_le_bytes([int[0], int[1], int[2], int[3]])).collect())
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}
