//! Putting entities aside, deleting them, and saying that a marked one was looked at: each one step for however many.

use crate::error::Error;
use crate::lookup::input_row;
use factly_core::message;
use factly_core::message::UserMessage;
use std::collections::HashMap;

use factly_core::discovery::status::MarkEvent;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::add::counted;
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::lookup::members;
use crate::marks::touch_columns;
use crate::marks::{EntityEvent, Reach, downstream_of, downstream_of_deleted, each_once, mark_dependants, mark_lost};
use crate::store::entities::{KindFields, MemberRow};
use crate::store::{DiscoverySeq, EntitySeq, FactSeq, Op, Stack, Writer};

impl Pipeline<'_> {
    /// Hides the Input and the facts that only it proves, and marks what rested on them.
    pub fn delete_input(&self, id: Uuid) -> Result<()> {
        let (discovery, label) = self.ctx.read(|r| {
            let row = input_row(r, id)?;
            let discovery =
                r.discovery_at(row.discovery)?.ok_or_else(|| Error::not_found("There is no such discovery."))?;
            Ok((discovery.id, EntityLabel::new(EntityKind::Input, row.label_no)))
        })?;
        Pipeline::new(self.ctx).delete_entities(discovery, &[label])?;
        Ok(())
    }

    /// Puts entities aside, which marks everything downstream of them; or brings them back, which leaves the marks for
    /// the analyst to look at. Returns what was marked.
    pub fn archive_entities(
        &self,
        discovery: Uuid,
        labels: &[EntityLabel],
        archived: bool,
    ) -> Result<Vec<EntityLabel>> {
        let name = |of: UserMessage| if archived { message!("Archive {}", of) } else { message!("Bring back {}", of) };
        self.each_of(discovery, labels, name, |w, seq, mut members| {
            members.retain(|member| member.archived != archived);
            if !archived {
                for member in &members {
                    w.set_member_archived(member, false)?;
                }
                return Ok(Vec::new());
            }
            mark_after_removal(w, seq, &members, MarkEvent::Archived, |w| {
                members.iter().try_for_each(|member| Ok(w.set_member_archived(member, true)?))
            })
        })
    }

    /// Hides entities, and an Input's facts with it. Everything downstream is marked; returns what was.
    pub fn delete_entities(&self, discovery: Uuid, labels: &[EntityLabel]) -> Result<Vec<EntityLabel>> {
        self.each_of(discovery, labels, |of| message!("Delete {}", of), |w, seq, members| deleted(w, seq, &members))
    }

    /// Clears the marks of entities that were looked at, and marks what rests directly on each: the next level. Those
    /// without a mark stay as they are. Returns what was marked.
    pub fn review_entities(&self, discovery: Uuid, labels: &[EntityLabel]) -> Result<Vec<EntityLabel>> {
        self.each_of(
            discovery,
            labels,
            |of| message!("Review {}", of),
            |w, seq, members| {
                let mut marked = Vec::new();
                for member in &members {
                    if member.mark.is_some() {
                        w.set_mark(seq, member.label, None, None)?;
                        let event = EntityEvent {
                            of: member.label,
                            what: MarkEvent::Reviewed,
                            was: None,
                            is: Some(&member.text),
                        };
                        marked.extend(mark_dependants(w, seq, &event, Reach::All, labels)?);
                    }
                    if let KindFields::Fact { status: status @ (Status::Proposed | Status::Accepted), .. } =
                        member.of_kind
                    {
                        w.set_fact_status(FactSeq(member.seq), status, false)?;
                    }
                }
                Ok(marked)
            },
        )
    }

    fn each_of(
        &self,
        discovery: Uuid,
        labels: &[EntityLabel],
        name: impl FnOnce(UserMessage) -> UserMessage,
        change: impl FnOnce(&mut Writer<'_>, DiscoverySeq, Vec<MemberRow>) -> Result<Vec<EntityLabel>>,
    ) -> Result<Vec<EntityLabel>> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let labels = each_once(labels.iter().copied());
        let op = Op::named(Stack::Discovery(row.seq), name(counted(&labels)));
        Ok(self.ctx.write(op, |w| each_in(w, row.seq, &labels, change))?.value)
    }
}

/// Deletes entities within a step, and returns what that marked.
pub(crate) fn delete_in(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    labels: &[EntityLabel],
) -> Result<Vec<EntityLabel>> {
    each_in(w, discovery, labels, |w, discovery, members| deleted(w, discovery, &members))
}

fn each_in(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    labels: &[EntityLabel],
    change: impl FnOnce(&mut Writer<'_>, DiscoverySeq, Vec<MemberRow>) -> Result<Vec<EntityLabel>>,
) -> Result<Vec<EntityLabel>> {
    let members = members(w, discovery, labels)?;
    let marked = change(w, discovery, members)?;
    let kinds: Vec<EntityKind> = labels.iter().map(|label| label.kind).collect();
    touch_columns(w, discovery, &kinds)?;
    Ok(each_once(marked))
}

fn deleted(w: &mut Writer<'_>, discovery: DiscoverySeq, members: &[MemberRow]) -> Result<Vec<EntityLabel>> {
    mark_after_removal(w, discovery, members, MarkEvent::Deleted, |w| {
        members.iter().try_for_each(|member| hide(w, discovery, member))
    })
}

/// Carries out the loss of `members` and marks what was downstream of them: the links are read while they still stand.
pub(crate) fn mark_after_removal(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    members: &[MemberRow],
    what: MarkEvent,
    lose: impl FnOnce(&mut Writer<'_>) -> Result<()>,
) -> Result<Vec<EntityLabel>> {
    let removed: Vec<EntityLabel> = members.iter().map(|member| member.label).collect();
    let texts: HashMap<EntityLabel, String> =
        members.iter().map(|member| (member.label, member.text.clone())).collect();
    let mut markings = match what {
        MarkEvent::Deleted => downstream_of_deleted(w, discovery, &removed)?,
        _ => downstream_of(w, discovery, &removed)?,
    };
    lose(w)?;
    // The facts of an Input that was deleted went with it.
    if what == MarkEvent::Deleted && removed.iter().any(|label| label.kind == EntityKind::Input) {
        let mut standing = Vec::with_capacity(markings.len());
        for marking in markings {
            if marking.label.kind != EntityKind::Fact || w.member(discovery, marking.label)?.is_some() {
                standing.push(marking);
            }
        }
        markings = standing;
    }
    mark_lost(w, discovery, markings, what, &texts)
}

/// Hides one entity of any column.
pub(crate) fn hide(w: &mut Writer<'_>, discovery: DiscoverySeq, member: &MemberRow) -> Result<()> {
    match member.label.kind {
        EntityKind::Input => crate::inputs::hide_input(w, discovery, member.label.no),
        EntityKind::Fact => {
            // A value that is set by hand stands on the statement that tells of it.
            w.hide_overrides_told_by(discovery, member.label.no)?;
            Ok(w.hide_fact(discovery, member.label.no)?)
        }
        _ => Ok(w.hide_entity(EntitySeq(member.seq))?),
    }
}
