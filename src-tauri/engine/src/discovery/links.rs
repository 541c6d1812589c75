//! Links by hand: made and removed between neighbouring columns. Neither makes a version nor marks anything.

use factly_core::discovery::EntityLabel;
use uuid::Uuid;

use super::add::{finish, stands};
use super::discovery_row;
use crate::error::{Error, Result};
use crate::library::Library;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Writer};

impl Library {
    /// Links two entities of neighbouring columns, whichever is named first. Linked ones stay as they are.
    pub fn link_entities(&self, discovery: Uuid, one: EntityLabel, other: EntityLabel) -> Result<()> {
        let (up, down) = neighbours(one, other)?;
        let row = self.read(|r| discovery_row(r, discovery))?;
        self.write(Op::named(Stack::Discovery(row.seq), format!("Link {up} to {down}")), |w| {
            link_all(w, row.seq, &[up], down)?;
            finish(w, row.seq, &[])
        })?;
        Ok(())
    }

    /// Removes a link, unless a fact's evidence makes it.
    pub fn unlink_entities(&self, discovery: Uuid, one: EntityLabel, other: EntityLabel) -> Result<()> {
        let (up, down) = neighbours(one, other)?;
        let row = self.read(|r| discovery_row(r, discovery))?;
        self.write(Op::named(Stack::Discovery(row.seq), format!("Unlink {up} from {down}")), |w| {
            let was_stored = w.hide_link(row.seq, up, down)?;
            if is_evidence(w, row.seq, up, down)? {
                return Err(Error::refused("This link is the fact's evidence.")
                    .hint("Reject the fact, or delete the Input, if it is wrong."));
            }
            if !was_stored {
                return Err(Error::refused(format!("{up} and {down} are not linked.")));
            }
            finish(w, row.seq, &[])
        })?;
        Ok(())
    }
}

/// Links an entity to everything that it is drawn from; what is linked by evidence already needs no link.
pub(crate) fn link_all(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    from: &[EntityLabel],
    down: EntityLabel,
) -> Result<()> {
    for up in from {
        let (up, down) = neighbours(*up, down)?;
        stands(w, discovery, up)?;
        stands(w, discovery, down)?;
        if !is_evidence(w, discovery, up, down)? {
            w.insert_link(discovery, up, down)?;
        }
    }
    Ok(())
}

fn is_evidence(r: &Reader, discovery: DiscoverySeq, up: EntityLabel, down: EntityLabel) -> Result<bool> {
    Ok(r.links_up(discovery, down)?.iter().any(|link| link.up == up && link.evidence))
}

/// The upper one first.
fn neighbours(one: EntityLabel, other: EntityLabel) -> Result<(EntityLabel, EntityLabel)> {
    let (up, down) = if one.kind < other.kind { (one, other) } else { (other, one) };
    if up.kind.below() == Some(down.kind) {
        return Ok((up, down));
    }
    Err(Error::refused(format!("{up} and {down} are not of neighbouring columns."))
        .hint("An Input is linked to a fact, a fact to an Insight, that to a Recommendation, and that to an Output."))
}
