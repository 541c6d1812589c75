//! An index of propositions by what they are about, so that a new one meets only those that may stand against it.

use rustc_hash::FxHashMap;

use super::{Property, Proposition, Relation, relation};

/// The ends of heads are compared first: a German compound ends as its last noun does.
const END: usize = 3;

/// More propositions on one thing are looked at from the newest on, so that no fact waits for all of them.
const LOOKED_AT: usize = 2_000;

/// Propositions, each with what it is of.
#[derive(Debug)]
pub struct PropositionIndex<T> {
    buckets: FxHashMap<(String, String), Vec<(T, Proposition)>>,
}

impl<T> Default for PropositionIndex<T> {
    fn default() -> Self {
        Self { buckets: FxHashMap::default() }
    }
}

impl<T: Copy> PropositionIndex<T> {
    pub fn add(&mut self, of: T, proposition: Proposition) {
        self.buckets.entry(bucket(&proposition)).or_default().push((of, proposition));
    }

    /// Returns what contradicts a proposition or may do so, the oldest first.
    pub fn against<'i>(&'i self, proposition: &'i Proposition) -> impl Iterator<Item = (T, &'i Proposition, Relation)> {
        let bucket = self.buckets.get(&bucket(proposition)).map_or(&[][..], Vec::as_slice);
        let looked_at = &bucket[bucket.len().saturating_sub(LOOKED_AT)..];
        let found = looked_at.iter().map(move |(of, known)| (*of, known, relation(known, proposition)));
        found.filter(|(.., relation)| *relation > Relation::Apart)
    }
}

fn bucket(proposition: &Proposition) -> (String, String) {
    let head = &proposition.subject.head;
    let start = head.char_indices().rev().nth(END - 1).map_or(0, |(at, _)| at);
    (head[start..].to_owned(), key(&proposition.property))
}

fn key(property: &Property) -> String {
    match property.named {
        Some(named) => format!("{} {}", named.name(), property.own),
        None if property.own.is_empty() => format!("~{}", property.text),
        None => format!("~{}", property.own),
    }
}
