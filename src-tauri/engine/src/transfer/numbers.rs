//! The numbers that a file's facts get in the ledger, and what a new one does to those that are here.

use factly_core::discovery::status::MarkEvent;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::transfer::record::FactRecord;

use crate::error::{Error, Result};
use crate::facts::superseded_by;
use crate::marks::{EntityEvent, Reach, fact_label, mark_dependants};
use crate::store::facts::FactRow;
use crate::store::transfer::{ImportedFact, NamedTable};
use crate::store::{DiscoverySeq, FactSeq, Writer};
use crate::transfer::equivalent_facts::{is_same, rival_of};
use crate::transfer::index::FileIndex;
use crate::transfer::target::ImportTarget;

/// The number of each fact of the file's ledger: its own if it is or was here, else the next; and the first that is free
/// then.
pub(super) fn numbered(
    w: &Writer<'_>,
    discovery: DiscoverySeq,
    is_merge: bool,
    index: &FileIndex,
    first: FactSeq,
) -> Result<(Vec<FactSeq>, i64)> {
    let count = index.facts.len();
    if !is_merge {
        let end = first.0 + i64::try_from(count).unwrap_or(i64::MAX);
        return Ok(((first.0..end).map(FactSeq).collect(), end));
    }
    let mut facts = vec![FactSeq(0); count];
    for (uuid, ordinal) in &index.facts {
        let hidden = || Ok(w.hidden_row(discovery, EntityKind::Fact, *uuid)?.map(|(seq, _)| seq));
        let here =
            w.live_row(NamedTable::Fact, discovery, *uuid)?.map_or_else(hidden, |seq| Ok::<_, Error>(Some(seq)))?;
        if let Some(seq) = here {
            facts[*ordinal as usize] = FactSeq(seq);
        }
    }
    let mut next = first.0;
    for fact in facts.iter_mut().filter(|fact| fact.0 == 0) {
        *fact = FactSeq(next);
        next += 1;
    }
    Ok((facts, next))
}

/// A new fact beside what is here: what it supersedes stands no longer, and what contradicts it is for the analyst.
pub(super) fn settle(
    w: &mut Writer<'_>,
    at: &ImportTarget,
    new: &mut ImportedFact<'_>,
    fact: &FactRecord<'_>,
) -> Result<ExistingVersions> {
    let mut settled = ExistingVersions::default();
    if matches!(fact.status, Status::Rejected | Status::Superseded) {
        return Ok(settled);
    }
    settled.superseded = older_here(w, at, new.supersedes)?.filter(is_live);
    if let Some(older) = &settled.superseded {
        w.set_fact_status(older.seq, Status::Superseded, false)?;
    }
    if let Some(edited) = edited_here(w, at, fact)? {
        if edited.key == new.key && is_same(&edited, new.norm) {
            settled.edited_alike = Some(edited);
        } else {
            (new.status, new.conflicts_with) = (Status::Conflict.as_str(), Some(edited.seq));
        }
        return Ok(settled);
    }
    let Some(rival) = rival_of(w, at.discovery, fact, &fact.item)? else { return Ok(settled) };
    if is_same(&rival, new.norm) {
        (new.status, new.needs_review) = (Status::Superseded.as_str(), false);
        settled.same = Some(rival);
    } else {
        (new.status, new.conflicts_with) = (Status::Conflict.as_str(), Some(rival.seq));
    }
    Ok(settled)
}

/// Returns the fact here that a new fact replaced in its file, however often it was edited there since.
fn older_here(w: &Writer<'_>, at: &ImportTarget, mut supersedes: Option<FactSeq>) -> Result<Option<FactRow>> {
    while let Some(seq) = supersedes {
        let older = w.fact_at(seq)?;
        if seq < at.first {
            return Ok(older);
        }
        // What came in before it has a lower number.
        supersedes = older.and_then(|older| older.supersedes).filter(|older| *older < seq);
    }
    Ok(None)
}

/// The version that stands here of a fact that was edited here and in the file.
fn edited_here(w: &Writer<'_>, at: &ImportTarget, fact: &FactRecord<'_>) -> Result<Option<FactRow>> {
    let Some(here) = at.labels.get(&fact.label) else { return Ok(None) };
    let versions = w.fact_versions(at.discovery, here.no)?;
    Ok(versions.into_iter().find(|version| version.seq < at.first && is_live(version)))
}

fn is_live(fact: &FactRow) -> bool {
    !matches!(fact.status, Status::Rejected | Status::Superseded)
}

/// The facts here that a new fact meets.
#[derive(Default)]
pub(super) struct ExistingVersions {
    /// It was edited here to say what it says in the file.
    pub(super) edited_alike: Option<FactRow>,
    /// It stood until now, and the new one takes its place.
    pub(super) superseded: Option<FactRow>,
    /// It has the same value, and goes on standing.
    pub(super) same: Option<FactRow>,
}

impl ExistingVersions {
    /// Moves the entities that rested on the superseded fact to `label`, to be looked at as after an edit. Those that
    /// come in with the file are not there yet: they were drawn from the new one.
    pub(super) fn move_dependants(&self, w: &mut Writer<'_>, label: EntityLabel, text: &str) -> Result<()> {
        let Some(old) = &self.superseded else { return Ok(()) };
        let of = fact_label(old.label_no);
        if of != label {
            return superseded_by(w, old, label, text).map(drop);
        }
        let event = EntityEvent { of, what: MarkEvent::Edited, was: Some(&old.text), is: Some(text) };
        mark_dependants(w, old.discovery, &event, Reach::ByWords, &[]).map(drop)
    }
}
