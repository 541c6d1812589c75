//! A value of a merged file that is said here already: its row is kept as superseded, so that what its file tells of it
//! still has a name, and what proves it or rests on it goes to the fact that stands.

use factly_core::discovery::status::{MarkEvent, MarkReason};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;
use factly_core::transfer::record::FactRecord;

use crate::error::Result;
use crate::marks::fact_label;
use crate::store::facts::{FactRow, is_stored_as};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, RunSeq};

/// The accepted fact here of the key and the item (as it is called here) of an accepted one of the file.
pub(super) fn rival_of(
    r: &Reader,
    discovery: DiscoverySeq,
    fact: &FactRecord<'_>,
    item: &str,
) -> Result<Option<FactRow>> {
    let key = fact.key.as_deref().filter(|key| *key != NOTE_KEY && fact.status == Status::Accepted);
    let Some(key) = key else { return Ok(None) };
    let rival = r.accepted_fact(discovery, key, item)?;
    let rival = rival.map(|rival| r.fact_at(rival)).transpose()?.flatten();
    // Both hold, each under its own condition.
    let both_hold = |rival: &FactRow| {
        !fact.condition.is_empty() && !rival.condition.is_empty() && fact.condition != rival.condition
    };
    Ok(rival.filter(|rival| !both_hold(rival)))
}

pub(super) fn is_same(rival: &FactRow, norm: &str) -> bool {
    is_stored_as(&rival.norm, norm)
}

/// The fact that stands for one that an earlier merge found to be said here, if `label` is one; and its row with the value.
pub(super) fn equivalent_of(
    r: &Reader,
    discovery: DiscoverySeq,
    label: EntityLabel,
) -> Result<Option<(EntityLabel, FactSeq)>> {
    /// So often may what stands have been found to be said by another later.
    const CHAIN: usize = 8;
    let (mut at, mut found) = (label, None);
    for _ in 0..CHAIN {
        let next = if at.kind == EntityKind::Fact { r.equivalent_fact(discovery, at.no)? } else { None };
        let Some((no, seq)) = next else { break };
        at = fact_label(no);
        found = Some((at, seq));
    }
    Ok(found)
}

/// The additions of a fact of a file to the one that says the same here.
pub(super) struct EquivalentFact {
    pub(super) rival: FactRow,
    pub(super) run: Option<RunSeq>,
    /// The bundle of its quote, if that has all that the value says.
    pub(super) bundle: Option<BundleSeq>,
}

impl EquivalentFact {
    pub(super) fn because(&self, fact: &FactRecord<'_>) -> String {
        let into = fact_label(self.rival.label_no);
        let because = MarkReason::new(into, MarkEvent::Merged, Some(&fact.text), Some(&self.rival.text));
        serde_json::to_string(&because).unwrap_or_default()
    }
}
