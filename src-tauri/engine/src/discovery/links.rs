//! Links by hand: made and removed between neighbouring columns. Neither makes a version nor marks anything.

use factly_core::discovery::EntityLabel;
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::error::{Error, Result};
use crate::lookup::{discovery_row, member};
use crate::marks::touch_columns;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Writer};

/// Two that a link joins.
type Pair = (EntityLabel, EntityLabel);

impl Pipeline<'_> {
    /// Links two entities of neighbouring columns, whichever is named first. Linked ones stay as they are.
    pub fn link_entities(&self, discovery: Uuid, one: EntityLabel, other: EntityLabel) -> Result<()> {
        self.link_pairs(discovery, &[(one, other)])
    }

    /// Makes several links as one step, all of them or none.
    pub fn link_pairs(&self, discovery: Uuid, pairs: &[Pair]) -> Result<()> {
        let name = |pairs: &[Pair]| match pairs {
            [(up, down)] => message!("Link {} to {}", up, down),
            several => message!("Link {} pairs", several.len()),
        };
        self.change_links(discovery, pairs, name, |w, discovery, up, down| link_all(w, discovery, &[up], down))
    }

    /// Removes a link, unless a fact's evidence makes it.
    pub fn unlink_entities(&self, discovery: Uuid, one: EntityLabel, other: EntityLabel) -> Result<()> {
        self.unlink_pairs(discovery, &[(one, other)])
    }

    /// Removes several links as one step, all of them or none.
    pub fn unlink_pairs(&self, discovery: Uuid, pairs: &[Pair]) -> Result<()> {
        let name = |pairs: &[Pair]| match pairs {
            [(up, down)] => message!("Unlink {} from {}", up, down),
            several => message!("Unlink {} pairs", several.len()),
        };
        self.change_links(discovery, pairs, name, unlink)
    }

    fn change_links(
        &self,
        discovery: Uuid,
        pairs: &[Pair],
        name: impl FnOnce(&[Pair]) -> UserMessage,
        change: impl Fn(&mut Writer<'_>, DiscoverySeq, EntityLabel, EntityLabel) -> Result<()>,
    ) -> Result<()> {
        let pairs = pairs.iter().map(|(one, other)| neighbours(*one, *other)).collect::<Result<Vec<_>>>()?;
        if pairs.is_empty() {
            return Ok(());
        }
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name(&pairs)), |w| {
            for (up, down) in &pairs {
                change(w, row.seq, *up, *down)?;
            }
            touch_columns(w, row.seq, &[])
        })?;
        Ok(())
    }
}

fn unlink(w: &mut Writer<'_>, discovery: DiscoverySeq, up: EntityLabel, down: EntityLabel) -> Result<()> {
    let was_stored = w.hide_link(discovery, up, down)?;
    if is_evidence(w, discovery, up, down)? {
        return Err(Error::refused("This link is the fact's evidence.")
            .hint("Reject the fact, or delete the Input, if it is wrong."));
    }
    if !was_stored {
        return Err(Error::refused(message!("{} and {} are not linked.", up, down)));
    }
    Ok(())
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
        member(w, discovery, up)?;
        member(w, discovery, down)?;
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
    Err(Error::refused(message!("{} and {} are not of neighbouring columns.", up, down))
        .hint("An Input is linked to a fact, a fact to an Insight, that to a Recommendation, and that to an Output."))
}
