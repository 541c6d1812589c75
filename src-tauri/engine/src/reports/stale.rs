//! The citations of a report that do not hold any more as they were made.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus};
use factly_core::facts::Status;
use factly_core::language::Language;
use factly_core::named;
use factly_core::reports::citation::citations_by;
use factly_core::reports::front_matter::opening;
use factly_core::reports::{Citation, CitedIds, Operation, Report, citation};
use uuid::Uuid;

use crate::error::Result;
use crate::store::entities::{KindFields, MemberRow};
use crate::store::{DiscoverySeq, Reader};

named! {
    /// The reason a citation is stale.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Stale {
        /// It was rejected, deleted or never was.
        Gone = "gone",
        /// Another version took its place.
        Superseded = "superseded",
        Conflict = "conflict",
        /// Nobody decided on it yet.
        Waiting = "waiting",
        Archived = "archived",
        /// Its ground was changed.
        Recheck = "recheck",
    }
}

impl Stale {
    /// Returns the remark behind the citation in a report that goes out.
    pub(super) const fn remark(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Waiting, Language::German) => "noch nicht angenommen",
            (Self::Waiting, _) => "not accepted yet",
            (_, Language::German) => "überholt",
            _ => "stale",
        }
    }
}

/// "3 citations are stale. 1 citation is not accepted yet."
pub(super) fn notice(stale: &[StaleCitation], language: Language) -> String {
    let waiting = stale.iter().filter(|one| one.why == Stale::Waiting).count();
    let counted = |count: usize, why: Stale| match (count, language) {
        (0, _) => None,
        (1, Language::German) => Some(format!("1 Beleg ist {}.", why.remark(language))),
        (count, Language::German) => Some(format!("{count} Belege sind {}.", why.remark(language))),
        (1, _) => Some(format!("1 citation is {}.", why.remark(language))),
        (count, _) => Some(format!("{count} citations are {}.", why.remark(language))),
    };
    let parts = [counted(stale.len() - waiting, Stale::Gone), counted(waiting, Stale::Waiting)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A citation that is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleCitation {
    pub section: Uuid,
    pub label: EntityLabel,
    pub why: Stale,
}

/// The cited entities, looked up once each.
pub(super) struct CitedEntities<'r> {
    r: &'r Reader,
    discovery: DiscoverySeq,
    members: HashMap<EntityLabel, Option<MemberRow>>,
}

impl<'r> CitedEntities<'r> {
    pub(super) fn new(r: &'r Reader, discovery: DiscoverySeq) -> Self {
        Self { r, discovery, members: HashMap::new() }
    }

    /// Returns why a citation is stale; none where it holds.
    pub(super) fn why(&mut self, citation: &Citation) -> Result<Option<Stale>> {
        let member = match self.members.entry(citation.label) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(self.r.member(self.discovery, citation.label)?),
        };
        Ok(why(citation, member.as_ref()))
    }
}

/// An operation whose new citations carry the ids of what they cite now; `before` gives a section's body.
pub(super) fn with_ids(
    r: &Reader,
    discovery: DiscoverySeq,
    operation: &Operation,
    before: &dyn Fn(Uuid) -> String,
) -> Operation {
    let id_of = |label| r.member(discovery, label).ok().flatten().map(|member| member.id);
    match operation.clone() {
        Operation::Update { id, title, body_md: Some(body), appendix } => {
            let body_md = Some(citation::with_ids(&before(id), &body, &id_of));
            Operation::Update { id, title, body_md, appendix }
        }
        Operation::Add { parent, index, mut section } => {
            section.body_md = citation::with_ids("", &section.body_md, &id_of);
            Operation::Add { parent, index, section }
        }
        Operation::Batch { operations } => {
            let operations = operations.iter().map(|one| with_ids(r, discovery, one, before)).collect();
            Operation::Batch { operations }
        }
        other => other,
    }
}

/// Returns the stale citations in reading order.
pub(super) fn stale(r: &Reader, discovery: DiscoverySeq, report: &Report) -> Result<Vec<StaleCitation>> {
    let mut known = CitedEntities::new(r, discovery);
    let mut found = Vec::new();
    for (section, text, ids) in texts(report) {
        for citation in citations_by(text, ids) {
            if let Some(why) = known.why(&citation)? {
                found.push(StaleCitation { section, label: citation.label, why });
            }
        }
    }
    Ok(found)
}

/// Returns the recommendations that a report cites, each once: what it rests on.
pub(super) fn concluded(r: &Reader, discovery: DiscoverySeq, report: &Report) -> Result<Vec<EntityLabel>> {
    let cited = texts(report).into_iter().flat_map(|(_, text, ids)| citations_by(text, ids));
    let mut labels: Vec<EntityLabel> =
        cited.map(|one| one.label).filter(|label| label.kind == EntityKind::Recommendation).collect();
    labels.sort_unstable();
    labels.dedup();
    let mut there = Vec::with_capacity(labels.len());
    for label in labels {
        there.extend(r.member(discovery, label)?.map(|_| label));
    }
    Ok(there)
}

/// Returns the text before the first section, and each body in reading order, with the ids that are stored beside them.
pub(super) fn texts(report: &Report) -> Vec<(Uuid, &str, &CitedIds)> {
    let preface = (Report::ITSELF, opening(&report.front_md), &report.cited);
    let lines = report.outline().into_iter();
    let bodies = lines.map(|line| (line.section.id, line.section.body_md.as_str(), &line.section.cited));
    std::iter::once(preface).chain(bodies).collect()
}

fn why(citation: &Citation, member: Option<&MemberRow>) -> Option<Stale> {
    let Some(member) = member else { return Some(Stale::Gone) };
    if member.archived {
        return Some(Stale::Archived);
    }
    if citation.id.is_some_and(|id| id != member.id) {
        return Some(Stale::Superseded);
    }
    match member.of_kind {
        KindFields::Fact { status: Status::Conflict, .. } => Some(Stale::Conflict),
        KindFields::Fact { status: Status::Proposed, .. } => Some(Stale::Waiting),
        _ => match member.status() {
            EntityStatus::Draft | EntityStatus::Validated => None,
            _ => Some(Stale::Recheck),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_waits_is_not_called_stale() {
        let cited = |why| StaleCitation { section: Uuid::nil(), label: EntityLabel::new(EntityKind::Fact, 1), why };
        let text = |all: &[Stale], language| notice(&all.iter().copied().map(cited).collect::<Vec<_>>(), language);
        assert_eq!(text(&[], Language::English), "");
        assert_eq!(text(&[Stale::Waiting], Language::English), "1 citation is not accepted yet.");
        let all = [Stale::Gone, Stale::Waiting, Stale::Recheck, Stale::Waiting];
        let german = text(&all, Language::German);
        assert_eq!(german, "2 Belege sind überholt. 2 Belege sind noch nicht angenommen.");
        let both = text(&all, Language::English);
        assert_eq!(both, "2 citations are stale. 2 citations are not accepted yet.");
    }
}
