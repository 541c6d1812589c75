//! Deciding what a line means: confirmed, refused, taken back; each one step of the discovery's undo.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::knowledge::{CanonicalDecision, FactTrace};
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::catalogue::canonical::canonical_row;
use crate::catalogue::lines::{LineName, LineToMatch, is_accepted, line_named};
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::lookup::discovery_row;
use crate::store::canonical_items::CanonicalRow;
use crate::store::canonical_links::{LineReference, NewCanonicalLink};
use crate::store::{DiscoverySeq, Op, Reader, Stack, StoreError, Topic, Writer};

impl Catalogue<'_> {
    /// Says that a line means a canonical item, in place of what it meant before.
    pub fn canonical_confirm(&self, discovery: Uuid, line: &LineName, canonical: Uuid) -> Result<Uuid> {
        self.decide(discovery, line, canonical, true)
    }

    /// Says that a line does not mean a canonical item: it is suggested for it no longer.
    pub fn canonical_reject(&self, discovery: Uuid, line: &LineName, canonical: Uuid) -> Result<Uuid> {
        self.decide(discovery, line, canonical, false)
    }

    /// Takes a decision back.
    pub fn canonical_unlink(&self, link: Uuid) -> Result<()> {
        let no_such_decision = || Error::not_found("There is no such decision.").hint("It may have been undone.");
        let row = self.ctx.read(|r| r.canonical_link(link)?.ok_or_else(no_such_decision))?;
        let name = message!("Take back what “{}” means", short(&row.line));
        self.ctx.write(Op::named(Stack::Discovery(row.discovery), name), |w| {
            w.hide_canonical_link(row.seq)?;
            finish(w, row.discovery)
        })?;
        Ok(())
    }

    fn decide(&self, discovery: Uuid, line: &LineName, canonical: Uuid, confirmed: bool) -> Result<Uuid> {
        let held = self.held_catalogue()?;
        let (seq, line, item) = self.ctx.read(|r| {
            let seq = discovery_row(r, discovery)?.seq;
            let registry = Facts::new(self.ctx).registry_of(r, seq)?;
            Ok((seq, line_named(r, seq, &registry, line)?, canonical_row(r, canonical)?))
        })?;
        let suggested = line.suggestions(&held).into_iter().find(|(found, _)| *found == item.seq);
        let (score, reasons) = suggested.map_or((None, Vec::new()), |(_, one)| (Some(one.score), one.reasons));
        let written = self.ctx.write(Op::named(Stack::Discovery(seq), step(&line, &item, confirmed)), |w| {
            remove_conflicting_links(w, seq, &line, &item, confirmed)?;
            let id = w.insert_canonical_link(&NewCanonicalLink {
                discovery: seq,
                of: &line.of,
                line: &line.text,
                canonical: item.seq,
                confirmed,
                score,
                reasons: &reasons,
            })?;
            finish(w, seq)?;
            Ok(id)
        })?;
        Ok(written.value)
    }
}

/// Returns the decisions on the lines of a discovery, each with the scope of its line, in the order of deciding, for
/// the blocks of decisions. One about what a fact says is there while the fact counts.
pub(crate) fn decisions(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<(String, CanonicalDecision)>, StoreError> {
    let mut decided = Vec::new();
    for link in r.canonical_links(discovery)?.into_iter().filter(|link| link.confirmed) {
        let Some(item) = r.canonical_item_at(link.canonical)? else { continue };
        let trace = match &link.of {
            LineReference::Item(_) => FactTrace::default(),
            LineReference::Fact { label_no, .. } => match r.fact_by_label(discovery, *label_no)?.filter(is_accepted) {
                Some(fact) => {
                    FactTrace { fact_id: Some(fact.id), fact: Some(EntityLabel::new(EntityKind::Fact, fact.label_no)) }
                }
                None => continue,
            },
        };
        let text = format!("“{}” means the canonical item “{}”", link.line, item.item.name);
        decided
            .push((link.of.scope().to_owned(), CanonicalDecision { text, canonical_item: item.id.to_string(), trace }));
    }
    Ok(decided)
}

/// Takes back earlier decisions on the line that cannot be beside the new one.
fn remove_conflicting_links(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    line: &LineToMatch,
    item: &CanonicalRow,
    confirmed: bool,
) -> Result<()> {
    for link in w.canonical_links_and_waiting(discovery)? {
        let of_line = LineName::from_line(&link.of).as_ref() == Some(&line.name);
        if of_line && (link.canonical == item.seq || confirmed && link.confirmed) {
            w.hide_canonical_link(link.seq)?;
        }
    }
    Ok(())
}

fn step(line: &LineToMatch, item: &CanonicalRow, confirmed: bool) -> UserMessage {
    let (line, name) = (short(&line.text), &item.item.name);
    if confirmed {
        message!("“{}” means “{}”", line, name)
    } else {
        message!("“{}” does not mean “{}”", line, name)
    }
}

/// Steps are shown on one line.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn finish(w: &mut Writer<'_>, discovery: DiscoverySeq) -> Result<()> {
    w.touch_discovery(discovery)?;
    w.topic(Topic::Memory);
    Ok(())
}
