//! Two items that are one: the facts of both are read as those of the one that is kept.

use factly_core::message;
use std::collections::BTreeMap;

use factly_core::discovery::status::MarkEvent;
use factly_core::facts::Status;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::superseded_by;
use crate::items::Items;
use crate::items::{Item, finish, item_from, standing_row};
use crate::marks::{EntityEvent, Reach, fact_label, mark_dependants};
use crate::store::items::{AcceptedItemFact, ItemRow};
use crate::store::{DiscoverySeq, Op, Stack, Topic, Writer};

impl Items<'_> {
    /// Merges an item into another, which then also goes by its names. Where both have a value for one key, the later
    /// stands, and the earlier is a conflict for the analyst; the same value is further evidence.
    pub fn item_merge(&self, merged: Uuid, into: Uuid) -> Result<Item> {
        if merged == into {
            return Err(Error::refused("An item is merged into another one."));
        }
        let (row, target) = self.ctx.read(|r| Ok((standing_row(r, merged)?, standing_row(r, into)?)))?;
        if row.discovery != target.discovery {
            return Err(Error::invalid("These items are not of one discovery."));
        }
        let name = message!("Merge {} into {}", row.reference(), target.reference());
        let written = self.ctx.write(Op::named(Stack::Discovery(row.discovery), name), |w| {
            let (row, mut target) = (standing_row(w, merged)?, standing_row(w, into)?);
            w.merge_item(row.seq, target.seq)?;
            target.aliases = names_of_both(&target, &row)?;
            w.update_item(&target)?;
            settle(w, target.discovery, target.number)?;
            finish(w, target.discovery)?;
            w.topic(Topic::Facts);
            Ok(target)
        })?;
        Ok(item_from(written.value))
    }
}

fn names_of_both(target: &ItemRow, merged: &ItemRow) -> Result<Vec<String>> {
    let all: Vec<String> = target.aliases.iter().chain([&merged.name]).chain(&merged.aliases).cloned().collect();
    super::also_named(&target.name, &all)
}

/// Leaves one accepted fact to each key of an item: the latest.
fn settle(w: &mut Writer<'_>, discovery: DiscoverySeq, number: i64) -> Result<()> {
    let mut by_key: BTreeMap<String, Vec<AcceptedItemFact>> = BTreeMap::new();
    for standing in w.standing_of_item(discovery, number)? {
        by_key.entry(standing.key.clone()).or_default().push(standing);
    }
    for mut standing in by_key.into_values() {
        let Some(latest) = standing.pop() else { continue };
        for earlier in standing {
            give_way(w, &earlier, &latest)?;
        }
    }
    Ok(())
}

/// An earlier value of a key beside the one that stands. What rests on it is to be looked at.
fn give_way(w: &mut Writer<'_>, earlier: &AcceptedItemFact, latest: &AcceptedItemFact) -> Result<()> {
    let same = earlier.norm == latest.norm;
    if same {
        w.move_evidence(earlier.fact, latest.fact)?;
    }
    let status = if same { Status::Superseded } else { Status::Conflict };
    w.set_fact_status(earlier.fact, status, !same)?;
    let (Some(old), Some(new)) = (w.fact_at(earlier.fact)?, w.fact_at(latest.fact)?) else { return Ok(()) };
    if same {
        superseded_by(w, &old, fact_label(new.label_no), &new.text)?;
    } else {
        let of = fact_label(old.label_no);
        let event = EntityEvent { of, what: MarkEvent::Superseded, was: Some(&old.text), is: Some(&new.text) };
        mark_dependants(w, old.discovery, &event, Reach::All, &[])?;
    }
    Ok(())
}
