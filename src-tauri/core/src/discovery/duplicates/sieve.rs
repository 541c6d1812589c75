//! A cheap first look at what may say the same as a text, among very many.
//!
//! A [`super::DuplicateIndex`] keeps every text ready to be compared, and to make a text ready costs more than to find,
//! check and store it. A sieve reads letters only: of each text it keeps how its words begin and which digits its
//! numbers have, and says which few are worth the reading. It is for whoever asks about thousands of texts, one after
//! the other, and cannot wait. What it passes over has few words in common, or other digits. So it loses what says the
//! same in words that all begin otherwise, and a number that is said roughly.

use rustc_hash::FxHashMap;

use super::index::{SharedWeights, gather};

/// Number of list entries that are read for one text.
const READ: usize = 600;
/// Number of texts that are looked at more closely, and of those worth reading.
const LOOKED_AT: usize = 16;
const MOST: usize = 3;
/// Least part of a text, by rarity, that another must share not to be skipped.
const SHARED: f32 = 0.25;
/// A text that shares less than this part of the shorter one is passed over, in percent.
const LIKELY: usize = 45;

/// Letters of a word that count: what comes behind is mostly inflection.
const STEM: usize = 5;
/// As many words as a number counts.
const TELLING: usize = 2;

/// Texts, each under a key of the caller's.
#[derive(Clone, Debug)]
pub struct Sieve<K> {
    texts: Vec<(K, WordHashes)>,
    lists: FxHashMap<u32, Vec<u32>>,
    shared: SharedWeights,
}

impl<K> Default for Sieve<K> {
    fn default() -> Self {
        Self { texts: Vec::new(), lists: FxHashMap::default(), shared: SharedWeights::default() }
    }
}

impl<K: Copy> Sieve<K> {
    pub fn add(&mut self, key: K, text: &str) {
        let at = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let letters = WordHashes::from_text(text);
        for one in letters.all() {
            self.lists.entry(one).or_default().push(at);
        }
        self.texts.push((key, letters));
    }

    /// The texts that are worth comparing with `text`, likeliest first.
    pub fn sift(&mut self, text: &str) -> Vec<K> {
        if self.texts.is_empty() {
            return Vec::new();
        }
        let letters = WordHashes::from_text(text);
        self.shared.clear(self.texts.len());
        let lists = letters.all().map(|one| self.lists.get(&one).map_or(&[][..], Vec::as_slice));
        let rarity = gather(lists, self.texts.len(), u32::MAX, READ, &mut self.shared);
        let nearest = self.shared.most(rarity * SHARED, LOOKED_AT).into_iter();
        let worth = nearest.filter_map(|at| self.texts.get(at as usize).filter(|(_, own)| own.may_say(&letters)));
        worth.take(MOST).map(|(key, _)| *key).collect()
    }
}

/// The hashes that a text is told by, each once, in order.
#[derive(Clone, Debug, Default)]
struct WordHashes {
    words: Box<[u32]>,
    numbers: Box<[u32]>,
}

impl WordHashes {
    fn from_text(text: &str) -> Self {
        let (mut words, mut numbers) = (Vec::with_capacity(16), Vec::new());
        let mut chars = text.chars().peekable();
        let mut before = None;
        while let Some(first) = chars.next() {
            if first.is_ascii_digit() {
                numbers.push(digits(first, &mut chars));
            } else if first >= SPACELESS {
                // Scripts without spaces: each two that stand side by side.
                words.extend(before.map(|before| hash(hash(SEED, before), first)));
                before = Some(first);
                continue;
            } else if first.is_alphabetic() {
                words.extend(word(first, &mut chars));
            }
            before = None;
        }
        Self { words: in_order(words), numbers: in_order(numbers) }
    }

    fn all(&self) -> impl Iterator<Item = u32> {
        self.words.iter().chain(&self.numbers).copied()
    }

    fn weight(&self) -> usize {
        self.words.len() + TELLING * self.numbers.len()
    }

    fn may_say(&self, other: &Self) -> bool {
        let numbers = shared(&self.numbers, &other.numbers);
        let contradict = numbers < self.numbers.len() && numbers < other.numbers.len();
        let shared = shared(&self.words, &other.words) + TELLING * numbers;
        !contradict && shared * 100 >= self.weight().min(other.weight()) * LIKELY
    }
}

/// From here on the scripts of East Asia.
const SPACELESS: char = '\u{2e80}';

type Chars<'t> = std::iter::Peekable<std::str::Chars<'t>>;

/// The digits of a number without the zeros at its ends, so that 6 m, 600 cm and 6.00 m are told by the same.
fn digits(first: char, chars: &mut Chars<'_>) -> u32 {
    let mut number = u64::from(first.to_digit(10).unwrap_or_default());
    loop {
        match chars.peek().copied() {
            Some(next) if next.is_ascii_digit() => {
                number = number.wrapping_mul(10).wrapping_add(u64::from(next.to_digit(10).unwrap_or_default()));
            }
            Some(',' | '.' | '\'' | '’' | '\u{a0}' | '\u{202f}')
                if chars.clone().nth(1).is_some_and(|c| c.is_ascii_digit()) => {}
            _ => break,
        }
        chars.next();
    }
    while number != 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    // Apart from what words hash to, which is odd.
    (u32::try_from(number & 0x7fff_ffff).unwrap_or_default()) << 1
}

/// Hashes the beginning of a word; none if it is one of those that occur everywhere. One that goes on in digits is a
/// name, and told by all of it: B12 has nothing of W12, and neither is a number.
fn word(first: char, chars: &mut Chars<'_>) -> Option<u32> {
    let mut hashed = hash(SEED, lower(first));
    let (mut length, mut is_name) = (1, false);
    while let Some(next) = chars.next_if(|next| next.is_ascii_digit() || next.is_alphabetic() && *next < SPACELESS) {
        length += 1;
        is_name |= next.is_ascii_digit();
        if length <= STEM || is_name {
            hashed = hash(hashed, lower(next));
        }
    }
    (is_name || length > 2 && !EVERYWHERE.contains(&hashed)).then_some(hashed)
}

pub(super) fn lower(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

const SEED: u32 = 0x811c_9dc5;

/// FNV over characters; odd, so that no word is a number.
const fn hash(before: u32, c: char) -> u32 {
    (before ^ c as u32).wrapping_mul(0x0100_0193) | 1
}

const fn hash_of(word: [char; 3]) -> u32 {
    hash(hash(hash(SEED, word[0]), word[1]), word[2])
}

/// Longer ones are left to their lists, which are long and read last.
const EVERYWHERE: [u32; 18] = [
    hash_of(['t', 'h', 'e']),
    hash_of(['a', 'n', 'd']),
    hash_of(['f', 'o', 'r']),
    hash_of(['a', 'r', 'e']),
    hash_of(['w', 'a', 's']),
    hash_of(['h', 'a', 's']),
    hash_of(['h', 'a', 'd']),
    hash_of(['n', 'o', 't']),
    hash_of(['i', 't', 's']),
    hash_of(['d', 'e', 'r']),
    hash_of(['d', 'i', 'e']),
    hash_of(['d', 'a', 's']),
    hash_of(['u', 'n', 'd']),
    hash_of(['i', 's', 't']),
    hash_of(['e', 'i', 'n']),
    hash_of(['l', 'e', 's']),
    hash_of(['d', 'e', 's']),
    hash_of(['e', 's', 't']),
];

pub(super) fn in_order(mut hashes: Vec<u32>) -> Box<[u32]> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into()
}

/// Counts what two lists share that are in order.
pub(super) fn shared(a: &[u32], b: &[u32]) -> usize {
    let (mut at, mut of, mut count) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(at), b.get(of)) {
        count += usize::from(x == y);
        at += usize::from(x <= y);
        of += usize::from(y <= x);
    }
    count
}
