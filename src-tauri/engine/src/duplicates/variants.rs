//! The variants that the analyst kept beside what says the same: of two entities, that neither is a duplicate of the
//! other.
//!
//! The answer is about the words that both have when it is given. While both have them it is not asked again: not when
//! a fact is accepted, not beside a suggestion, not by a scan. With other words it is another question.

use std::collections::{BTreeSet, HashMap, HashSet};

use factly_core::discovery::duplicates::DuplicateIndex;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::inputs::sha256_hex;
use factly_core::message;
use uuid::Uuid;

use crate::duplicates::DuplicateGroup;
use crate::duplicates::Duplicates;
use crate::error::{Error, Result};
use crate::lookup::discovery_row;
use crate::lookup::members;
use crate::marks::touch_columns;
use crate::store::entities::MemberRow;
use crate::store::variants::HashedEntity;
use crate::store::{DiscoverySeq, InputSeq, Op, Reader, Stack, Writer};

/// Each is kept beside each: of so many that is 20,000 pairs, which take a moment to write.
const MOST: usize = 200;

impl Duplicates<'_> {
    /// Says of entities of one column that none is a duplicate of another, as one step.
    pub fn keep_variants(&self, discovery: Uuid, labels: &[EntityLabel]) -> Result<()> {
        let labels = BTreeSet::from_iter(labels.iter().copied());
        let (Some(first), true) = (labels.first().copied(), labels.len() > 1) else {
            return Err(Error::invalid("Variants are at least two entities."));
        };
        if labels.iter().any(|label| label.kind != first.kind) {
            return Err(Error::refused("Variants are entities of one column."));
        }
        if labels.len() > MOST {
            return Err(Error::refused(message!("At most {} are kept as variants of each other at once.", MOST))
                .hint("Merge those that you do not need first."));
        }
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let several: Vec<EntityLabel> = labels.into_iter().collect();
        let name = match several.as_slice() {
            [one, other] => message!("Keep {} and {} as variants", one, other),
            several => message!("Keep {} as variants", several.len()),
        };
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            members(w, row.seq, &several)?;
            for (at, label) in several.iter().enumerate() {
                record_variants(w, row.seq, *label, &several[..at])?;
            }
            touch_columns(w, row.seq, &[first.kind])
        })?;
        Ok(())
    }
}

/// The variants that each of several entities was kept beside.
pub(crate) type VariantsByEntity = HashMap<EntityLabel, Vec<EntityLabel>>;

/// Notes within a step that an entity was kept beside others of its column. Those that are gone by now are passed over.
pub(crate) fn record_variants(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    label: EntityLabel,
    beside: &[EntityLabel],
) -> Result<()> {
    let Some(own) = w.member(discovery, label)?.filter(|_| !beside.is_empty()) else { return Ok(()) };
    let own = worded(w, &own)?;
    for other in beside.iter().filter(|other| **other != label) {
        if let Some(other) = w.member(discovery, *other)? {
            let other = worded(w, &other)?;
            w.insert_variant(discovery, (&own, &other))?;
        }
    }
    Ok(())
}

/// A text that is held against a column: whose it is, if it is anybody's yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct ComparedText<'t> {
    pub(super) discovery: DiscoverySeq,
    pub(super) of: Option<EntityLabel>,
    pub(super) text: &'t str,
}

impl ComparedText<'_> {
    /// Returns whether the analyst kept these words beside an entity that has the words that it had then. Words of
    /// nobody yet are those of an entity that exists and has them too, which is then found by them.
    pub(super) fn is_known_variant(&self, r: &Reader, label: EntityLabel, text: &str) -> Result<bool> {
        let pairs = r.variants_of(self.discovery, label)?;
        if pairs.is_empty() {
            return Ok(false);
        }
        let (own, theirs) = (sha256_hex(self.text), sha256_hex(text));
        for (_, other) in pairs.into_iter().filter(|(one, other)| one.sha256 == theirs && other.sha256 == own) {
            let is_it = match self.of {
                Some(of) => other.label == of,
                None if own == theirs => false,
                None => match r.member(self.discovery, other.label)? {
                    Some(standing) => worded(r, &standing)?.sha256 == own,
                    None => false,
                },
            };
            if is_it {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The pairs of a column that were kept beside each other, and have the words that they had.
#[derive(Debug, Default)]
pub(crate) struct VariantPairs {
    pairs: HashSet<(EntityLabel, EntityLabel)>,
    /// Whoever is in a pair.
    touched: HashSet<EntityLabel>,
}

impl VariantPairs {
    pub(super) fn of_column(
        r: &Reader,
        discovery: DiscoverySeq,
        kind: EntityKind,
        column: &DuplicateIndex<EntityLabel>,
    ) -> Result<Self> {
        let hash = |label: &EntityLabel| column.get(label).map(|text| sha256_hex(text.text()));
        Ok(Self::from_pairs(r.variants(discovery, kind)?, hash))
    }

    /// As [`Self::of_column`], of Inputs.
    pub(crate) fn of_inputs(r: &Reader, discovery: DiscoverySeq) -> Result<Self> {
        let inputs = r.input_names(discovery)?.into_iter();
        let now: HashMap<EntityLabel, String> = inputs.map(|name| (name.label(), name.sha256)).collect();
        Ok(Self::from_pairs(r.variants(discovery, EntityKind::Input)?, |label| now.get(label).cloned()))
    }

    fn from_pairs(pairs: Vec<(HashedEntity, HashedEntity)>, now: impl Fn(&EntityLabel) -> Option<String>) -> Self {
        let has_its_words = |end: &HashedEntity| now(&end.label).as_ref() == Some(&end.sha256);
        let holding = pairs.into_iter().filter(|(one, other)| has_its_words(one) && has_its_words(other));
        let pairs: HashSet<_> = holding.map(|(one, other)| (one.label, other.label)).collect();
        let touched = pairs.iter().flat_map(|(one, other)| [*one, *other]).collect();
        Self { pairs, touched }
    }

    pub(crate) fn has(&self, one: EntityLabel, other: EntityLabel) -> bool {
        self.pairs.contains(&if one < other { (one, other) } else { (other, one) })
    }

    /// A group without those that were kept beside all the others of it: in parts, where that is what is left.
    pub(crate) fn parts(&self, group: DuplicateGroup) -> Vec<DuplicateGroup> {
        if !group.labels.iter().any(|label| self.touched.contains(label)) {
            return vec![group];
        }
        let mut left: Vec<usize> = (0..group.labels.len()).collect();
        let mut parts = Vec::new();
        while let Some(first) = (!left.is_empty()).then(|| left.remove(0)) {
            let (mut part, mut seen) = (vec![first], 0);
            // Who is not apart from one of a part belongs to it.
            while let Some(at) = part.get(seen).copied() {
                let (joins, others): (Vec<usize>, Vec<usize>) =
                    left.into_iter().partition(|other| !self.has(group.labels[at], group.labels[*other]));
                part.extend(joins);
                left = others;
                seen += 1;
            }
            part.sort_unstable();
            if part.len() > 1 {
                parts.push(DuplicateGroup {
                    labels: part.iter().map(|at| group.labels[*at]).collect(),
                    texts: part.iter().map(|at| group.texts[*at].clone()).collect(),
                    ..group.clone()
                });
            }
        }
        parts
    }
}

fn worded(r: &Reader, member: &MemberRow) -> Result<HashedEntity> {
    let sha256 = match member.label.kind {
        // What a column shows of an Input is its title.
        EntityKind::Input => {
            let row = r.input_at(InputSeq(member.seq))?;
            row.map(|row| row.sha256).ok_or_else(|| Error::not_found("There is no such Input."))?
        }
        _ => sha256_hex(&member.text),
    };
    Ok(HashedEntity { label: member.label, sha256 })
}
