//! The texts of a column, kept so that one text's duplicates are found without looking at all of them.
//!
//! Each text is filed under its terms and its telling values. A search reads the rarest of its own first and stops
//! after a fixed amount of reading, so that its time does not grow with the column; only what shares most is compared.
//! A text that shares nothing rare is not found: a duplicate has more in common than that.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::compare::{Comparison, DuplicateReason, compare};
use super::prepare::ComparableText;

/// Number of list entries that are read for one text.
const READ: usize = 4_000;
/// Number of texts that one is compared with.
const COMPARED: usize = 32;
/// Least part of a text, by rarity, that another must share to be compared with it.
const SHARED: f32 = 0.25;

/// A column's texts, each under a key of the caller's. What is found hangs on the texts that are in it alone, not on
/// what was added and taken out before: an undone step leaves nothing behind.
#[derive(Clone, Debug)]
pub struct DuplicateIndex<K> {
    entries: Vec<Option<(K, ComparableText)>>,
    /// Also of what was taken out: who comes back, comes back to its place.
    places: HashMap<K, u32>,
    /// Number of places that are taken.
    len: usize,
    lists: HashMap<u64, Vec<u32>>,
    /// Texts that are letter by letter the same, by their folded text.
    copies: HashMap<Box<str>, Vec<u32>>,
}

/// Two places whose texts say the same.
#[derive(Clone, Debug)]
pub struct DuplicatePair(u32, u32, Comparison);

/// Texts of a column that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct TextGroup<K> {
    /// In the order in which they were added; at least two.
    pub members: Vec<K>,
    /// The weakest of the verdicts that hold the group together.
    pub verdict: Comparison,
}

impl<K> Default for DuplicateIndex<K> {
    fn default() -> Self {
        Self { entries: Vec::new(), places: HashMap::new(), len: 0, lists: HashMap::new(), copies: HashMap::new() }
    }
}

impl<K: Clone + Hash + Ord> DuplicateIndex<K> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get(&self, key: &K) -> Option<&ComparableText> {
        let at = *self.places.get(key)?;
        self.at(at).map(|(_, text)| text)
    }

    /// Adds a text, in place of what `key` had before.
    pub fn add(&mut self, key: K, text: ComparableText) {
        self.remove(&key);
        let new = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let at = *self.places.entry(key.clone()).or_insert(new);
        for one in filed_under(&text) {
            insert(self.lists.entry(one).or_default(), at);
        }
        insert(self.copies.entry(text.folded.clone()).or_default(), at);
        self.len += 1;
        match self.entries.get_mut(at as usize) {
            Some(entry) => *entry = Some((key, text)),
            None => self.entries.push(Some((key, text))),
        }
    }

    /// Takes a text out.
    pub fn remove(&mut self, key: &K) -> Option<ComparableText> {
        let at = *self.places.get(key)?;
        let (_, text) = self.entries.get_mut(at as usize)?.take()?;
        for one in filed_under(&text) {
            remove(&mut self.lists, &one, at);
        }
        remove(&mut self.copies, &text.folded, at);
        self.len -= 1;
        Some(text)
    }

    /// The duplicates of `text`, best first; what it is compared with may be in the index itself.
    pub fn find(&self, text: &ComparableText) -> Vec<(K, Comparison)> {
        self.candidates(text).into_iter().filter(|(_, verdict)| verdict.duplicate).collect()
    }

    /// The texts that have most in common with `text`, best first, duplicates or not.
    pub fn candidates(&self, text: &ComparableText) -> Vec<(K, Comparison)> {
        let compared = |at: u32| self.at(at).map(|(key, other)| (key.clone(), compare(text, other)));
        let nearest = self.nearest(text, u32::MAX, &mut SharedWeights::default());
        let mut found: Vec<(K, Comparison)> = nearest.into_iter().filter_map(compared).collect();
        found.sort_by(|(x, a), (y, b)| b.duplicate.cmp(&a.duplicate).then(b.score.total_cmp(&a.score)).then(x.cmp(y)));
        found
    }

    /// The groups of texts that say the same, largest first. A group holds together by its closest pairs, and two
    /// texts that contradict are never in one group, whatever lies between them.
    pub fn groups(&self) -> Vec<TextGroup<K>> {
        self.grouped(self.pairs(0..self.places()))
    }

    /// Counts the places to look at, some of them maybe empty: what [`Self::pairs`] can be asked for in parts.
    pub fn places(&self) -> usize {
        self.entries.len()
    }

    /// The groups that the pairs of all places make, whoever found them.
    pub fn grouped(&self, pairs: Vec<DuplicatePair>) -> Vec<TextGroup<K>> {
        self.grouped_but(pairs, &|_, _| false)
    }

    /// As [`Self::grouped`], where some are `apart` by the analyst's word: such a pair holds no group together, though both
    /// may be in one by others.
    pub fn grouped_but(&self, pairs: Vec<DuplicatePair>, apart: &dyn Fn(&K, &K) -> bool) -> Vec<TextGroup<K>> {
        let holds = |a: u32, b: u32| {
            let (one, other) = (self.copies_of(a), self.copies_of(b));
            one.iter().any(|x| {
                other.iter().any(|y| !matches!((self.at(*x), self.at(*y)), (Some((x, _)), Some((y, _))) if apart(x, y)))
            })
        };
        let mut pairs: Vec<(u32, u32, Comparison)> = pairs
            .into_iter()
            .map(|DuplicatePair(a, b, verdict)| (a, b, verdict))
            .filter(|(a, b, _)| holds(*a, *b))
            .collect();
        pairs.sort_by(|a, b| b.2.score.total_cmp(&a.2.score).then((a.0, a.1).cmp(&(b.0, b.1))));
        let mut sets = TextSets::default();
        for (a, b, verdict) in pairs {
            self.join(&mut sets, a, b, verdict);
        }
        for copies in self.copies.values().filter(|copies| copies.len() > 1) {
            copies.first().map(|at| sets.set_for(*at));
        }
        let mut groups: Vec<TextGroup<K>> = sets.members.into_values().filter_map(|set| self.group(set)).collect();
        let first = |group: &TextGroup<K>| group.members.first().and_then(|key| self.places.get(key).copied());
        groups.sort_by_key(|group| (std::cmp::Reverse(group.members.len()), first(group)));
        groups
    }

    fn at(&self, at: u32) -> Option<&(K, ComparableText)> {
        self.entries.get(at as usize)?.as_ref()
    }

    /// The places of the texts that are letter by letter that of a place, itself among them.
    fn copies_of(&self, at: u32) -> &[u32] {
        self.at(at).and_then(|(_, text)| self.copies.get(&text.folded)).map_or(&[], Vec::as_slice)
    }

    /// One of the copies of a text stands for all of them.
    fn represents(&self, at: u32, text: &ComparableText) -> bool {
        self.copies.get(&text.folded).and_then(|copies| copies.first()) == Some(&at)
    }

    /// Of different texts at some of the places, each with the duplicates that stand before it.
    pub fn pairs(&self, places: Range<usize>) -> Vec<DuplicatePair> {
        let (mut found, mut shared) = (Vec::new(), SharedWeights::default());
        for (at, entry) in self.entries.iter().enumerate().take(places.end).skip(places.start) {
            let (Some((_, text)), Ok(at)) = (entry, u32::try_from(at)) else { continue };
            if !self.represents(at, text) {
                continue;
            }
            for earlier in self.nearest(text, at, &mut shared) {
                let Some((_, other)) = self.at(earlier) else { continue };
                if !self.represents(earlier, other) {
                    continue;
                }
                let verdict = compare(other, text);
                if verdict.duplicate {
                    found.push(DuplicatePair(earlier, at, verdict));
                }
            }
        }
        found
    }

    fn join(&self, sets: &mut TextSets, a: u32, b: u32, verdict: Comparison) {
        let (of_a, of_b) = (sets.set_for(a), sets.set_for(b));
        if of_a == of_b {
            return;
        }
        let empty = Vec::new();
        let (left, right) = (
            sets.members.get(&of_a).map_or(&empty, |set| &set.texts),
            sets.members.get(&of_b).map_or(&empty, |set| &set.texts),
        );
        let apart = left.iter().any(|x| right.iter().any(|y| self.contradict(*x, *y)));
        if !apart {
            sets.unite(of_a, of_b, verdict);
        }
    }

    fn contradict(&self, x: u32, y: u32) -> bool {
        let (Some((_, x)), Some((_, y))) = (self.at(x), self.at(y)) else { return false };
        compare(x, y).reason.contradicts()
    }

    fn group(&self, set: TextSet) -> Option<TextGroup<K>> {
        let mut members: Vec<u32> = set.texts.iter().flat_map(|at| self.copies_of(*at).to_vec()).collect();
        members.sort_unstable();
        let copied = Comparison { score: 1.0, duplicate: true, reason: DuplicateReason::SameText };
        let verdict = set.verdict.unwrap_or(copied);
        let members: Vec<K> = members.into_iter().filter_map(|at| Some(self.at(at)?.0.clone())).collect();
        (members.len() > 1).then_some(TextGroup { members, verdict })
    }

    /// Returns those that share most of what is rare with `text`, among the entries before `end`.
    fn nearest(&self, text: &ComparableText, end: u32, shared: &mut SharedWeights) -> Vec<u32> {
        shared.clear(self.entries.len());
        let lists = filed_under(text).map(|one| self.lists.get(&one).map_or(&[][..], Vec::as_slice));
        let rarity = gather(lists, self.len, end, READ, shared);
        if let Some(copies) = self.copies.get(&text.folded) {
            copies.iter().take_while(|at| **at < end).for_each(|at| shared.add(*at, rarity));
        }
        shared.most(rarity * SHARED, COMPARED)
    }
}

/// Notes how much of what is rare the entries before `end` share with a text that is in `lists`, from the shortest on,
/// until `most` entries were read. Returns how rare all of that is.
pub(super) fn gather<'l>(
    lists: impl Iterator<Item = &'l [u32]>,
    entries: usize,
    end: u32,
    most: usize,
    shared: &mut SharedWeights,
) -> f32 {
    let all = entries as f32 + 2.0;
    let mut lists: Vec<&[u32]> = lists.collect();
    lists.sort_by_key(|list| list.len());
    let (mut read, mut rarity) = (0, 0.0);
    for list in lists {
        let telling = (all / (list.len() as f32 + 1.0)).ln();
        rarity += telling;
        if read > 0 && read + list.len() > most {
            break;
        }
        read += list.len();
        list.iter().take_while(|at| **at < end).take(most).for_each(|at| shared.add(*at, telling));
    }
    rarity
}

/// Weight of the rare terms that each entry shares with a text. Kept between searches, since to clear it is cheap.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedWeights {
    of: Vec<f32>,
    touched: Vec<u32>,
}

impl SharedWeights {
    pub(super) fn clear(&mut self, entries: usize) {
        for at in self.touched.drain(..) {
            self.of[at as usize] = 0.0;
        }
        self.of.resize(entries, 0.0);
    }

    fn add(&mut self, at: u32, rarity: f32) {
        let Some(of) = self.of.get_mut(at as usize) else { return };
        if *of == 0.0 {
            self.touched.push(at);
        }
        *of += rarity.max(f32::MIN_POSITIVE);
    }

    /// The `count` entries that share most, at least `least`, best first.
    pub(super) fn most(&self, least: f32, count: usize) -> Vec<u32> {
        let of = |at: &u32| self.of[*at as usize];
        let by_share = |x: &u32, y: &u32| of(y).total_cmp(&of(x)).then(x.cmp(y));
        let mut most: Vec<u32> = self.touched.iter().filter(|at| of(at) >= least).copied().collect();
        if most.len() > count {
            most.select_nth_unstable_by(count - 1, by_share);
            most.truncate(count);
        }
        most.sort_by(by_share);
        most
    }
}

/// Keeps a list of places in their order, whenever they come.
fn insert(list: &mut Vec<u32>, at: u32) {
    list.insert(list.partition_point(|other| *other < at), at);
}

/// Takes a place out of one list, and the list with it when it was the last.
fn remove<L: Eq + Hash>(lists: &mut HashMap<L, Vec<u32>>, of: &L, at: u32) {
    let Some(list) = lists.get_mut(of) else { return };
    if let Ok(found) = list.binary_search(&at) {
        list.remove(found);
    }
    if list.is_empty() {
        lists.remove(of);
    }
}

/// Returns a text's keys: its terms, and values that are not anybody's.
fn filed_under(text: &ComparableText) -> impl Iterator<Item = u64> + '_ {
    let terms = text.terms.iter().filter(|term| term.weight >= 0.5).map(|term| term.id);
    let marks = text.marks.iter().map(|mark| {
        let mut hasher = DefaultHasher::new();
        (mark.kind.slot(), mark.value.normalize()).hash(&mut hasher);
        hasher.finish()
    });
    let none = text.terms.iter().all(|term| term.weight < 0.5);
    let weak = text.terms.iter().filter(move |_| none).map(|term| term.id);
    terms.chain(marks).chain(weak)
}

#[derive(Default)]
struct TextSets {
    /// The set that a text is in, if it is in one with others.
    of: HashMap<u32, u32>,
    members: HashMap<u32, TextSet>,
}

#[derive(Default)]
struct TextSet {
    texts: Vec<u32>,
    verdict: Option<Comparison>,
}

impl TextSets {
    fn set_for(&mut self, text: u32) -> u32 {
        let set = *self.of.entry(text).or_insert(text);
        self.members.entry(set).or_insert_with(|| TextSet { texts: vec![text], verdict: None });
        set
    }

    /// Pairs come best first, so that the last verdict is the weakest.
    fn unite(&mut self, a: u32, b: u32, verdict: Comparison) {
        let large = |set: &u32| self.members.get(set).map_or(0, |set| set.texts.len());
        let (into, from) = if large(&a) >= large(&b) { (a, b) } else { (b, a) };
        let Some(moved) = self.members.remove(&from) else { return };
        for text in &moved.texts {
            self.of.insert(*text, into);
        }
        let set = self.members.entry(into).or_default();
        set.texts.extend(moved.texts);
        set.verdict = Some(verdict);
    }
}
