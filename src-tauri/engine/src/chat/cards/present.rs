//! The effect of a card at present: the texts that it names, and what is downstream of what it would delete.

use std::collections::HashSet;

use factly_core::chat::card::{
    AddShown, CardContent, CurrentCard, DeleteShown, EditShown, EntityDeletion, NamedEntity,
};
use factly_core::chat::proposal::{CardChange, EntityAddition};
use factly_core::discovery::{EntityKind, EntityLabel};

use crate::error::Result;
use crate::lookup::input_row;
use crate::store::entities::MemberRow;
use crate::store::{DiscoverySeq, Reader};

/// `made` is what the card showed at first: what an edit shows of an entity that is gone.
pub(super) fn present(
    r: &Reader,
    discovery: DiscoverySeq,
    change: &CardChange,
    made: Option<&CardContent>,
) -> Result<CurrentCard> {
    match change {
        CardChange::Add(addition) => of_addition(r, discovery, addition),
        CardChange::Delete(labels) => of_deletion(r, discovery, labels),
        CardChange::Edit { label, text } => of_edit(r, discovery, *label, text, made),
    }
}

fn of_addition(r: &Reader, discovery: DiscoverySeq, addition: &EntityAddition) -> Result<CurrentCard> {
    let (standing, missing) = standing(r, discovery, &addition.from)?;
    let links = standing.into_iter().map(|member| NamedEntity { label: member.label, text: member.text }).collect();
    let EntityAddition { kind, text, output_type, .. } = addition.clone();
    Ok(CurrentCard { shown: CardContent::Add(AddShown { kind, text, links, output_type }), missing })
}

fn of_deletion(r: &Reader, discovery: DiscoverySeq, labels: &[EntityLabel]) -> Result<CurrentCard> {
    let (standing, missing) = standing(r, discovery, labels)?;
    let of: Vec<EntityLabel> = standing.iter().map(|member| member.label).collect();
    let doomed = |member: MemberRow| {
        let (label, status, version) = (member.label, member.status(), member.version);
        EntityDeletion { label, status, version, text: member.text }
    };
    let entities = standing.into_iter().map(doomed).collect();
    let downstream = downstream(r, discovery, &of)?;
    // Read ahead, since only what is shown needs its text.
    let text = |label| r.member(discovery, label).ok().flatten().map(|member| member.text).unwrap_or_default();
    Ok(CurrentCard { shown: CardContent::Delete(DeleteShown::new(entities, &downstream, text)), missing })
}

fn of_edit(
    r: &Reader,
    discovery: DiscoverySeq,
    label: EntityLabel,
    text: &str,
    made: Option<&CardContent>,
) -> Result<CurrentCard> {
    let Some(member) = r.member(discovery, label)? else {
        let nothing = EditShown { label, before: String::new(), after: text.to_owned(), version: 0 };
        let shown = made.cloned().unwrap_or(CardContent::Edit(nothing));
        return Ok(CurrentCard { shown, missing: vec![label] });
    };
    let before = match label.kind {
        EntityKind::Input => r.input_text(input_row(r, member.id)?.seq)?,
        _ => member.text,
    };
    let shown = EditShown { label, before, after: text.to_owned(), version: member.version };
    Ok(CurrentCard { shown: CardContent::Edit(shown), missing: Vec::new() })
}

/// Returns the named entities that exist, and those that do not.
fn standing(r: &Reader, discovery: DiscoverySeq, labels: &[EntityLabel]) -> Result<(Vec<MemberRow>, Vec<EntityLabel>)> {
    let (mut standing, mut missing) = (Vec::with_capacity(labels.len()), Vec::new());
    for label in labels {
        match r.member(discovery, *label)? {
            Some(member) => standing.push(member),
            None => missing.push(*label),
        }
    }
    Ok((standing, missing))
}

/// Everything that rests on these, nearest first, whatever mark it carries.
fn downstream(r: &Reader, discovery: DiscoverySeq, of: &[EntityLabel]) -> Result<Vec<EntityLabel>> {
    let mut seen: HashSet<EntityLabel> = of.iter().copied().collect();
    let mut level = of.to_vec();
    let mut all = Vec::new();
    while !level.is_empty() {
        let mut next = Vec::new();
        for label in &level {
            let dependants = r.dependants(discovery, *label)?.into_iter().map(|(dependant, _)| dependant);
            next.extend(dependants.filter(|dependant| seen.insert(*dependant)));
        }
        all.extend(&next);
        level = next;
    }
    Ok(all)
}
