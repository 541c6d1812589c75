//! Every place where some bytes stand in others, overlapping places included, in time linear in the text.
//!
//! The first few searches scan. After that an index of four-byte grams is made, which turns a quote into a handful
//! of places to compare. Where the grams say too little (a text that repeats itself) the scan is used again, and where
//! the scan would stop at every byte it becomes Knuth, Morris and Pratt's, which looks at each byte once.
//! Nothing but the time tells which of these ran.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use memchr::memmem;

/// Making the index costs about as much as this many scans.
const SCANS_BEFORE_INDEX: u32 = 4;
/// A text below this is scanned faster than it is looked up.
const WORTH_AN_INDEX: usize = 2048;
/// After so many matches a scan stops restarting behind each of them.
const RESTARTS: usize = 64;

pub(super) struct Haystack<B> {
    bytes: B,
    searches: AtomicU32,
    grams: OnceLock<NeedleGrams>,
}

impl<B: AsRef<[u8]>> Haystack<B> {
    pub(super) const fn new(bytes: B) -> Self {
        Self { bytes, searches: AtomicU32::new(0), grams: OnceLock::new() }
    }

    /// Calls `visit` with every place where `needle` stands, in no promised order, and returns the work done: bytes
    /// and places looked at one by one.
    pub(super) fn each(&self, needle: &[u8], mut visit: impl FnMut(usize)) -> usize {
        let bytes = self.bytes.as_ref();
        if needle.is_empty() || needle.len() > bytes.len() {
            return 0;
        }
        if let Some(places) = self.grams().and_then(|grams| grams.places(needle, bytes.len())) {
            return places.visit(bytes, needle, visit);
        }
        scan(bytes, needle, &mut visit)
    }

    fn grams(&self) -> Option<&NeedleGrams> {
        let bytes = self.bytes.as_ref();
        if bytes.len() < WORTH_AN_INDEX || self.searches.fetch_add(1, Ordering::Relaxed) < SCANS_BEFORE_INDEX {
            return self.grams.get();
        }
        Some(self.grams.get_or_init(|| NeedleGrams::new(bytes)))
    }
}

fn scan(bytes: &[u8], needle: &[u8], visit: &mut impl FnMut(usize)) -> usize {
    let finder = memmem::Finder::new(needle);
    let mut from = 0;
    for restart in 0..RESTARTS {
        match finder.find(&bytes[from..]) {
            Some(at) => {
                visit(from + at);
                from += at + 1;
            }
            None => return restart,
        }
    }
    RESTARTS + scan_each_byte_once(&bytes[from..], needle, |at| visit(from + at))
}

/// Knuth, Morris and Pratt.
fn scan_each_byte_once(bytes: &[u8], needle: &[u8], mut visit: impl FnMut(usize)) -> usize {
    let borders = borders(needle);
    let mut matched = 0;
    let mut work = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        work += 1;
        while matched > 0 && needle[matched] != byte {
            matched = borders[matched - 1];
            work += 1;
        }
        matched += usize::from(needle[matched] == byte);
        if matched == needle.len() {
            visit(at + 1 - matched);
            matched = borders[matched - 1];
        }
    }
    work
}

/// For each prefix of `needle`, the length of the longest shorter prefix that also ends it.
fn borders(needle: &[u8]) -> Vec<usize> {
    let mut borders = vec![0; needle.len()];
    let mut length = 0;
    for at in 1..needle.len() {
        while length > 0 && needle[length] != needle[at] {
            length = borders[length - 1];
        }
        length += usize::from(needle[length] == needle[at]);
        borders[at] = length;
    }
    borders
}

const GRAM: usize = 4;
/// Every fourth byte is indexed; a needle is looked up at four alignments, one of which must fall on those.
const STRIDE: usize = 4;

/// The positions of each four-byte gram, by its hash, for every fourth byte.
struct NeedleGrams {
    shift: u32,
    /// By hash: where its places start in `places`; those of the next hash follow.
    starts: Vec<u32>,
    places: Vec<u32>,
}

/// The places to compare: for each alignment, those of the needle's rarest gram.
struct GramIndex<'a>([(usize, &'a [u32]); STRIDE]);

impl NeedleGrams {
    fn new(bytes: &[u8]) -> Self {
        let samples = bytes.len() / STRIDE;
        let bits = samples.max(2).ilog2().clamp(8, 20);
        let shift = 32 - bits;
        let mut starts = vec![0_u32; (1 << bits) + 1];
        let hashes = || bytes.windows(GRAM).step_by(STRIDE).map(|gram| hash(gram, shift));
        for hash in hashes() {
            starts[hash + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut places = vec![0_u32; starts.last().map_or(0, |&end| end as usize)];
        for (hash, position) in hashes().zip((0_u32..).step_by(STRIDE)) {
            places[next[hash] as usize] = position;
            next[hash] += 1;
        }
        Self { shift, starts, places }
    }

    /// `None` if the needle is too short, or its grams so common that a scan is faster.
    fn places(&self, needle: &[u8], text: usize) -> Option<GramIndex<'_>> {
        let mut rarest: [Option<(usize, &[u32])>; STRIDE] = [None; STRIDE];
        for (at, gram) in needle.windows(GRAM).enumerate() {
            let places = self.positions(hash(gram, self.shift));
            let found = &mut rarest[at % STRIDE];
            if found.is_none_or(|(_, least)| places.len() < least.len()) {
                *found = Some((at, places));
            }
        }
        let [Some(a), Some(b), Some(c), Some(d)] = rarest else { return None };
        let places = GramIndex([a, b, c, d]);
        (places.count() <= 16 + text / 1024).then_some(places)
    }

    fn positions(&self, hash: usize) -> &[u32] {
        &self.places[self.starts[hash] as usize..self.starts[hash + 1] as usize]
    }
}

impl GramIndex<'_> {
    fn count(&self) -> usize {
        self.0.iter().map(|(_, places)| places.len()).sum()
    }

    fn visit(&self, bytes: &[u8], needle: &[u8], mut visit: impl FnMut(usize)) -> usize {
        for &(offset, places) in &self.0 {
            for &position in places {
                let Some(start) = (position as usize).checked_sub(offset) else { continue };
                if bytes[start..].starts_with(needle) {
                    visit(start);
                }
            }
        }
        self.count()
    }
}

fn hash(gram: &[u8], shift: u32) -> usize {
    let gram: [u8; GRAM] = gram.try_into().unwrap_or_default();
    (u32::from_le_bytes(gram).wrapping_mul(0x9e37_79b1) >> shift) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn naive(bytes: &[u8], needle: &[u8]) -> Vec<usize> {
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(needle)).collect()
    }

    fn found(search: impl FnOnce(&mut dyn FnMut(usize))) -> Vec<usize> {
        let mut places = Vec::new();
        search(&mut |at| places.push(at));
        places.sort_unstable();
        places
    }

    #[test]
    fn every_way_of_searching_finds_the_same_places() {
        let words = b"the wall is 600 cm, the door is 60 cm; the wall the wall aaaaaaaaaaaaaaaaaaaaaa ".repeat(40);
        let needles: [&[u8]; 8] =
            [b"the wall", b"600 cm", b"aaaaaaaa", b"a", b"wall the wall", b"absent!", b"cm; the wall the wa", b"e"];
        for needle in needles {
            let expected = naive(&words, needle);
            let message = String::from_utf8_lossy(needle);
            assert_eq!(found(|visit| _ = scan(&words, needle, &mut |at| visit(at))), expected, "scan: {message}");
            assert_eq!(found(|visit| _ = scan_each_byte_once(&words, needle, visit)), expected, "once: {message}");
            if let Some(places) = NeedleGrams::new(&words).places(needle, usize::MAX) {
                assert_eq!(found(|visit| _ = places.visit(&words, needle, visit)), expected, "grams: {message}");
            }
        }
    }

    #[test]
    fn a_search_that_is_made_again_finds_the_same() {
        let text = (0..3000).fold(String::new(), |text, number| text + &format!("row {number}; "));
        let haystack = Haystack::new(text.as_bytes());
        for round in 0..2 * SCANS_BEFORE_INDEX {
            assert_eq!(found(|visit| _ = haystack.each(b"row 1234;", visit)), naive(text.as_bytes(), b"row 1234;"));
            assert_eq!(haystack.grams.get().is_some(), round >= SCANS_BEFORE_INDEX, "the index is made when it pays");
        }
    }

    #[test]
    fn the_work_is_linear_in_the_text_whatever_it_repeats() {
        let check = |name: &str, unit: &[u8], needle: &[u8]| {
            let work = |size: usize| {
                let text: Vec<u8> = unit.iter().copied().cycle().take(size).collect();
                let haystack = Haystack::new(text);
                (0..2 * SCANS_BEFORE_INDEX).map(|_| haystack.each(needle, |_| ())).max().unwrap()
            };
            for size in [1 << 12, 1 << 14, 1 << 16] {
                let limit = 3 * size + 2 * RESTARTS;
                assert!(work(size) <= limit, "{name}: {} steps in {size} bytes", work(size));
            }
        };
        check("one letter", b"a", &b"a".repeat(200));
        check("nearly, and never", b"a", &[b"a".repeat(200), b"b".to_vec()].concat());
        check("a period", b"ab", &b"ab".repeat(100));
        check("the first word only", b"the ", b"the wall is 600 cm");
        check("a long almost-match", &[b"a".repeat(99), b"b".to_vec()].concat(), &b"a".repeat(100));
    }
}
