//! A board out of one read of the discovery, and the same board out of what changed since.
//!
//! Both give the same: a test compares them after every step of a long history.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use factly_core::discovery::{EntityKind, EntityLabel};

use crate::discovery::board::Board;
use crate::discovery::board::column::{BoardColumn, Entry};
use crate::discovery::board::links::{BoardLink, BoardLinks};
use crate::error::Result;
use crate::store::board::{BoardChanges, BoardScope};
use crate::store::{BundleSeq, DiscoverySeq, Reader};

/// Returns a column's links below it.
pub(super) const fn links_below(kind: EntityKind) -> Option<usize> {
    match kind {
        EntityKind::Output => None,
        other => Some(other as usize),
    }
}

pub(super) const fn links_above(kind: EntityKind) -> Option<usize> {
    match kind {
        EntityKind::Input => None,
        other => Some(other as usize - 1),
    }
}

impl Board {
    pub(super) fn read(r: &Reader, discovery: DiscoverySeq) -> Result<Self> {
        let mut columns = EntityKind::ALL.map(BoardColumn::new);
        let mut quoting = Vec::new();
        r.each_card(discovery, BoardScope::All, |row| {
            columns[row.label.kind as usize].push(Entry::from_row(row));
            if row.label.kind == EntityKind::Fact {
                quoting.extend(row.bundle.map(|bundle| (row.label.no, bundle)));
            }
        })?;
        let mut links: [Vec<BoardLink>; 4] = Default::default();
        links[0] = evidence(r, discovery, quoting)?;
        for (kind, up, down) in r.links_made(discovery)? {
            if let Some(below) = links_below(kind) {
                links[below].push(BoardLink { up, down, evidence: false });
            }
        }
        for (at, links) in links.iter_mut().enumerate() {
            links.retain(|link| columns[at].has(link.up) && columns[at + 1].has(link.down));
        }
        Ok(Self::new(columns, links.map(BoardLinks::new)))
    }

    /// Brings the board up to date. False if that takes reading everything.
    pub(super) fn patch(&mut self, r: &Reader, discovery: DiscoverySeq, touched: &BoardChanges) -> Result<bool> {
        let was_here =
            BTreeSet::from_iter(touched.entities.iter().copied().filter(|label| self.entry(*label).is_some()));
        let now = read_again(r, discovery, touched)?;
        let is_here = |label: &EntityLabel| now[label.kind as usize].get(&label.no).is_some_and(Option::is_some);
        let came_back = |label: &EntityLabel| {
            label.kind == EntityKind::Input && !was_here.contains(label) && !touched.new_inputs.contains(label)
        };
        // The facts of an Input that comes back need not have changed themselves.
        if touched.entities.iter().any(|label| came_back(label) && is_here(label)) {
            return Ok(false);
        }
        for (kind, changes) in EntityKind::ALL.into_iter().zip(now) {
            if !changes.is_empty() {
                self.columns[kind as usize].apply(changes);
                self.reorder(kind);
            }
        }
        self.relink(r, discovery, touched, &was_here)?;
        Ok(true)
    }

    fn relink(
        &mut self,
        r: &Reader,
        discovery: DiscoverySeq,
        touched: &BoardChanges,
        was_here: &BTreeSet<EntityLabel>,
    ) -> Result<()> {
        let mut before: [BTreeSet<BoardLink>; 4] = Default::default();
        let mut now: [BTreeSet<BoardLink>; 4] = Default::default();
        for label in touched.entities.union(&touched.linked) {
            if let Some(at) = links_above(label.kind) {
                before[at].extend(self.links[at].above(label.no));
                now[at].extend(self.above_in_store(r, discovery, *label)?);
            }
            let moved = was_here.contains(label) != self.entry(*label).is_some();
            if let Some(at) = links_below(label.kind).filter(|_| moved && touched.entities.contains(label)) {
                before[at].extend(self.links[at].below(label.no));
                now[at].extend(self.below_in_store(r, discovery, *label)?);
            }
        }
        for at in 0..self.links.len() {
            let removed = before[at].difference(&now[at]).copied().collect();
            let added = now[at].difference(&before[at]).copied().filter(|link| !self.has_link(at, *link)).collect();
            if self.links[at].change(&removed, &added) {
                self.reorder(EntityKind::ALL[at]);
                self.reorder(EntityKind::ALL[at + 1]);
            }
        }
        Ok(())
    }

    fn has_link(&self, at: usize, wanted: BoardLink) -> bool {
        self.links[at].above(wanted.down).contains(&wanted)
    }

    fn above_in_store(&self, r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<Vec<BoardLink>> {
        if self.entry(label).is_none() {
            return Ok(Vec::new());
        }
        let links = r.links_up(discovery, label)?.into_iter();
        let links = links.filter(|link| self.entry(link.up).is_some());
        Ok(links.map(|link| BoardLink { up: link.up.no, down: label.no, evidence: link.evidence }).collect())
    }

    /// A new Input's links are read with its facts.
    fn below_in_store(&self, r: &Reader, discovery: DiscoverySeq, label: EntityLabel) -> Result<Vec<BoardLink>> {
        if label.kind == EntityKind::Input || self.entry(label).is_none() {
            return Ok(Vec::new());
        }
        let links = r.links_down(discovery, label)?.into_iter();
        let links = links.filter(|link| self.entry(link.down).is_some());
        Ok(links.map(|link| BoardLink { up: label.no, down: link.down.no, evidence: link.evidence }).collect())
    }
}

/// Reads the card of each label that was touched, by column.
fn read_again(
    r: &Reader,
    discovery: DiscoverySeq,
    touched: &BoardChanges,
) -> Result<[BTreeMap<i64, Option<Entry>>; 5]> {
    let mut now: [BTreeMap<i64, Option<Entry>>; 5] = Default::default();
    for label in &touched.entities {
        let mut found = None;
        r.each_card(discovery, BoardScope::One(*label), |row| found = Some(Entry::from_row(row)))?;
        now[label.kind as usize].insert(label.no, found);
    }
    Ok(now)
}

/// The links that evidence makes: of the facts `quoting`, and of what is said again.
fn evidence(r: &Reader, discovery: DiscoverySeq, quoting: Vec<(i64, BundleSeq)>) -> Result<Vec<BoardLink>> {
    let inputs: HashMap<BundleSeq, i64> = r.inputs_of_bundles(discovery)?.into_iter().collect();
    let cited = quoting.into_iter().chain(r.reaffirmed_in(discovery)?);
    Ok(cited.filter_map(|(down, bundle)| Some(BoardLink { up: *inputs.get(&bundle)?, down, evidence: true })).collect())
}
