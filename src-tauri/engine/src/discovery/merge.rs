//! Two entities that say the same made one: one is kept with the links of both, and nothing that rested on the other is
//! marked, since it rests on the same now.

use factly_core::discovery::status::{MarkEvent, MarkReason};
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;
use factly_core::message;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::duplicates::field::fill_others;
use crate::error::{Error, Result};
use crate::facts::accept_row;
use crate::lookup::discovery_row;
use crate::lookup::member;
use crate::marks::Reach;
use crate::marks::touch_columns;
use crate::store::entities::MemberRow;
use crate::store::facts::FactRow;
use crate::store::{DiscoverySeq, EntitySeq, FactSeq, Op, Stack, Writer};

/// The fate of a fact that is kept and waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeptFact {
    /// It is accepted only if one that was dropped had been.
    #[default]
    AsDropped,
    /// It is what the analyst was about to accept.
    Accepted,
}

impl Pipeline<'_> {
    /// Keeps one entity and drops another of its column. The links move over; a fact is rejected as saying the same,
    /// its evidence becomes further evidence of the one that is kept, and where it was accepted, that one is from now on.
    pub fn merge_entities(&self, discovery: Uuid, keep: EntityLabel, dropped: EntityLabel) -> Result<()> {
        self.merge_into(discovery, keep, &[dropped])
    }

    /// As [`Self::merge_entities`], several into one as one step.
    pub fn merge_into(&self, discovery: Uuid, keep: EntityLabel, dropped: &[EntityLabel]) -> Result<()> {
        self.merge_keeping(discovery, keep, dropped, KeptFact::AsDropped)
    }

    /// As [`Self::merge_into`], and says what becomes of the fact that is kept.
    pub fn merge_keeping(
        &self,
        discovery: Uuid,
        keep: EntityLabel,
        dropped: &[EntityLabel],
        becomes: KeptFact,
    ) -> Result<()> {
        if dropped.iter().any(|dropped| keep.kind != dropped.kind || keep == *dropped) {
            return Err(Error::refused("Two entities of one column are merged."));
        }
        if keep.kind == EntityKind::Input {
            return Err(Error::refused("Inputs are not merged: each is a text of its own.")
                .hint("Delete the one that is not needed."));
        }
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let name = match dropped {
            [] => return Ok(()),
            [dropped] => message!("Merge {} into {}", dropped, keep),
            several => message!("Merge {} into {}", several.len(), keep),
        };
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| {
            let keep = member(w, row.seq, keep)?;
            for dropped in dropped {
                let dropped = member(w, row.seq, *dropped)?;
                move_links(w, row.seq, keep.label, dropped.label)?;
                match keep.label.kind {
                    EntityKind::Fact => drop_fact(w, &keep, &dropped, becomes)?,
                    _ => w.hide_entity(EntitySeq(dropped.seq))?,
                }
            }
            touch_columns(w, row.seq, &[keep.label.kind])
        })?;
        Ok(())
    }
}

fn move_links(w: &mut Writer<'_>, discovery: DiscoverySeq, to: EntityLabel, from: EntityLabel) -> Result<()> {
    for link in w.links_up(discovery, from)?.into_iter().filter(|link| !link.evidence) {
        w.hide_link(discovery, link.up, from)?;
        w.insert_link(discovery, link.up, to)?;
    }
    for link in w.links_down(discovery, from)? {
        w.hide_link(discovery, from, link.down)?;
        w.insert_link(discovery, to, link.down)?;
    }
    Ok(())
}

fn drop_fact(w: &mut Writer<'_>, keep: &MemberRow, dropped: &MemberRow, becomes: KeptFact) -> Result<()> {
    let (kept_seq, dropped_seq) = (FactSeq(keep.seq), FactSeq(dropped.seq));
    let (kept_row, dropped_row) = (fact_of(w, kept_seq)?, fact_of(w, dropped_seq)?);
    if fill_others(&kept_row, &dropped_row) {
        let (keep, dropped) = (keep.label, dropped.label);
        return Err(Error::refused(message!(
            "{} and {} fill different fields, or those of different items.",
            dropped,
            keep
        ))
        .hint("Keep both: the quote of one proves nothing of the other."));
    }
    if kept_row.key == NOTE_KEY && dropped_row.key != NOTE_KEY {
        let (keep, dropped) = (keep.label, dropped.label);
        return Err(Error::refused(message!(
            "{} fills a field, which {} does not: that would be lost.",
            dropped,
            keep
        ))
        .hint(message!("Keep {} instead, or keep both.", dropped)));
    }
    w.move_evidence(dropped_seq, kept_seq)?;
    w.set_fact_status(dropped_seq, Status::Rejected, false)?;
    let because = MarkReason::new(keep.label, MarkEvent::Merged, Some(&dropped.text), Some(&keep.text));
    w.set_fact_because(dropped_seq, &serde_json::to_string(&because).unwrap_or_default())?;
    let is_wanted = becomes == KeptFact::Accepted || dropped_row.status == Status::Accepted;
    if is_wanted && matches!(kept_row.status, Status::Proposed | Status::Conflict) {
        accept_row(w, &kept_row, Reach::ByWords)?;
    }
    Ok(())
}

fn fact_of(w: &Writer<'_>, fact: FactSeq) -> Result<FactRow> {
    w.fact_at(fact)?.ok_or_else(|| Error::not_found("There is no such fact."))
}
