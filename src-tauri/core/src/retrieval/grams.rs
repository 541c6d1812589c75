//! Likeness by four characters at a time, which forgives endings, compounds and slips of the pen.

use rustc_hash::FxHashMap;

use super::passage::is_dense;
use super::terms::fold_into;

/// The grams of a query, and how often each of them is looked for.
pub(super) struct Grams {
    places: FxHashMap<u64, u16>,
    /// Most characters of a text end no gram of the query: told by a bit of the gram's hash.
    bits: Box<[u64; BITS / 64]>,
}

const BITS: usize = 4_096;
const SHIFT: u32 = 64 - BITS.ilog2();

impl Grams {
    pub(super) fn from_query(query: &str) -> Self {
        let mut grams = Self { places: FxHashMap::default(), bits: Box::new([0; BITS / 64]) };
        each_gram(query, |gram| {
            let next = u16::try_from(grams.places.len()).unwrap_or(u16::MAX);
            grams.places.entry(gram).or_insert(next);
            grams.bits[bit(gram) / 64] |= 1 << (bit(gram) % 64);
        });
        grams
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds to `found` the places of the grams that a text has, each once.
    pub(super) fn add_found(&self, text: &str, found: &mut Vec<u16>) {
        each_gram(text, |gram| {
            if self.bits[bit(gram) / 64] >> (bit(gram) % 64) & 1 == 1 {
                found.extend(self.places.get(&gram));
            }
        });
        found.sort_unstable();
        found.dedup();
    }
}

const fn bit(gram: u64) -> usize {
    (gram.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> SHIFT) as usize
}

/// Gives the grams of a text: four folded characters, of which the first or the last may be the border of a word.
fn each_gram(text: &str, mut each: impl FnMut(u64)) {
    let (mut window, mut filled) = (u64::from(b' '), 1);
    let mut folded = String::new();
    let mut push = |c: char, each: &mut dyn FnMut(u64)| {
        let space = c == ' ';
        if space && window & 0xffff == u64::from(b' ') {
            return;
        }
        window = window << 16 | u64::from(c) & 0xffff;
        filled += 1;
        if filled >= 4 {
            each(window);
        }
    };
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => push(c.to_ascii_lowercase(), &mut each),
            c if c.is_ascii() => push(' ', &mut each),
            c if c.is_alphanumeric() || is_dense(c) => {
                folded.clear();
                fold_into(c, &mut folded);
                folded.chars().for_each(|c| push(c, &mut each));
            }
            _ => push(' ', &mut each),
        }
    }
    push(' ', &mut each);
}
