//! Sorting what is few, to the order that the standard library's stable sort gives, by one piece of code for all types;
//! and sets and maps put together without a sort.
//!
//! The standard library's sort is made anew for each type that is sorted, some four kilobytes each time, which for the
//! sixty lists that are sorted here once a click was more than all of SQLite's parser. What is sorted by the thousand, or
//! a thousand times, is sorted there.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

pub trait Ordered<T> {
    /// As [`slice::sort_by`], with the order of equals kept.
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering);

    /// As [`slice::sort_by_key`], with the order of equals kept.
    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K);
}

impl<T> Ordered<T> for [T] {
    fn order_by(&mut self, compare: impl Fn(&T, &T) -> Ordering) {
        let to = places(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        put(to, &mut |a, b| self.swap(a, b));
    }

    fn order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        let to = places(self.len(), &mut |a, b| key(&self[a]).cmp(&key(&self[b])));
        put(to, &mut |a, b| self.swap(a, b));
    }
}

/// As `collect`, which sorts first, by code of its own for each type; of what is few, one after the other is as quick.
pub fn set<T: Ord>(all: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(all);
    set
}

/// As [`set`], of the last value that each key has.
pub fn map<K: Ord, V>(all: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(all);
    map
}

/// Where each of `len` belongs.
fn places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    if len < 2 {
        return Vec::new();
    }
    let mut from: Vec<usize> = (0..len).collect();
    from.sort_by(|a, b| compare(*a, *b));
    let mut to = vec![0; len];
    from.into_iter().enumerate().for_each(|(place, at)| to[at] = place);
    to
}

/// Brings each where it belongs: every swap puts one in its place.
fn put(mut to: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for at in 0..to.len() {
        while to[at] != at {
            let place = to[at];
            swap(at, place);
            to.swap(at, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_few_is_sorted_as_the_standard_library_does() {
        for len in [0_u32, 1, 2, 3, 7, 50, 400] {
            for spread in [1, 2, 5, 1000] {
                // Of equals the order is kept, so each has a number of its own beside its key.
                let items: Vec<(u32, u32)> = (0..len).map(|at| (at.wrapping_mul(2_654_435_761) % spread, at)).collect();
                let (mut expected, mut by_key, mut by) = (items.clone(), items.clone(), items);
                expected.sort_by_key(|(key, _)| *key);
                by_key.order_by_key(|(key, _)| *key);
                assert_eq!(by_key, expected);
                expected.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
                by.order_by(|a, b| b.0.cmp(&a.0));
                expected.iter().zip(&by).for_each(|(a, b)| assert_eq!(a.0, b.0));
                assert!(by.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 < pair[1].1), "{by:?}");
            }
        }
    }
}
