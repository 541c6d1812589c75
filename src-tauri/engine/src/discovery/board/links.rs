//! The links between two neighbouring columns, found from either end.
//!
//! Only links whose ends both stand in their columns are kept, so that a count is the length of a range.

use std::collections::BTreeSet;

/// A link by the numbers of its ends' labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoardLink {
    pub(super) up: i64,
    pub(super) down: i64,
    /// The fact's evidence makes it.
    pub(super) evidence: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardLinks {
    /// By the upper end.
    down: Vec<BoardLink>,
    /// By the lower end.
    up: Vec<BoardLink>,
}

impl BoardLinks {
    /// Of several links between the same two, one stays: the one that evidence makes, if there is one.
    pub(super) fn new(mut links: Vec<BoardLink>) -> Self {
        links.sort_by_key(from_above);
        links.dedup_by_key(|link| (link.up, link.down));
        let mut up = links.clone();
        up.sort_by_key(from_below);
        Self { down: links, up }
    }

    /// By the upper end.
    pub(super) fn all(&self) -> &[BoardLink] {
        &self.down
    }

    /// Returns the links of `no` to the column below.
    pub(super) fn below(&self, no: i64) -> &[BoardLink] {
        range(&self.down, no, |link| link.up)
    }

    /// Returns the links of `no` to the column above.
    pub(super) fn above(&self, no: i64) -> &[BoardLink] {
        range(&self.up, no, |link| link.down)
    }

    /// Removes and adds; whether that made a difference.
    pub(super) fn change(&mut self, removed: &BTreeSet<BoardLink>, added: &BTreeSet<BoardLink>) -> bool {
        if removed.is_empty() && added.is_empty() {
            return false;
        }
        for links in [&mut self.down, &mut self.up] {
            if !removed.is_empty() {
                links.retain(|link| !removed.contains(link));
            }
            links.extend(added);
        }
        // Each is a long run and a short one that are in order already: a stable sort merges them.
        self.down.sort_by_key(from_above);
        self.up.sort_by_key(from_below);
        true
    }
}

fn range(links: &[BoardLink], no: i64, end: impl Fn(&BoardLink) -> i64) -> &[BoardLink] {
    let from = links.partition_point(|link| end(link) < no);
    let length = links[from..].partition_point(|link| end(link) == no);
    &links[from..from + length]
}

// Functions, not closures: a sort is made anew for each key that it is given.

const fn from_above(link: &BoardLink) -> (i64, i64, bool) {
    (link.up, link.down, !link.evidence)
}

const fn from_below(link: &BoardLink) -> (i64, i64) {
    (link.down, link.up)
}
