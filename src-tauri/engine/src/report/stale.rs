//! Which citations of a report do not hold any more as they were made.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use factly_core::discovery::{EntityLabel, EntityStatus};
use factly_core::ledger::Status;
use factly_core::report::{Citation, Report, citations};
use uuid::Uuid;

use crate::error::Result;
use crate::store::entities::{MemberRow, OfKind};
use crate::store::{DiscoverySeq, Reader};

/// Why a citation is stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stale {
    /// It was rejected, deleted or never was.
    Gone,
    /// Another version took its place.
    Superseded,
    Conflict,
    /// Nobody decided on it yet.
    Waiting,
    Archived,
    /// What it rests on was changed.
    Recheck,
}

impl Stale {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::Superseded => "superseded",
            Self::Conflict => "conflict",
            Self::Waiting => "waiting",
            Self::Archived => "archived",
            Self::Recheck => "recheck",
        }
    }
}

/// A citation that is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaleCitation {
    pub section: Uuid,
    pub label: EntityLabel,
    pub why: Stale,
}

/// Returns the stale citations in reading order.
pub(super) fn stale(r: &Reader, discovery: DiscoverySeq, report: &Report) -> Result<Vec<StaleCitation>> {
    let mut known: HashMap<EntityLabel, Option<MemberRow>> = HashMap::new();
    let mut found = Vec::new();
    for line in report.outline() {
        for citation in citations(&line.section.body_md) {
            let member = match known.entry(citation.label) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(r.member(discovery, citation.label)?),
            };
            if let Some(why) = why(&citation, member.as_ref()) {
                found.push(StaleCitation { section: line.section.id, label: citation.label, why });
            }
        }
    }
    Ok(found)
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
        OfKind::Fact { status: Status::Conflict, .. } => Some(Stale::Conflict),
        OfKind::Fact { status: Status::Proposed, .. } => Some(Stale::Waiting),
        _ => match member.status() {
            EntityStatus::Draft | EntityStatus::Validated => None,
            _ => Some(Stale::Recheck),
        },
    }
}
