//! The marks of a change: level by level for an edit, all the way down for a loss.
//!
//! Nothing here knows where links are kept: a [`LinkGraph`] is asked for what rests on an entity. What is returned is what
//! to write; what it leaves out is whether an edit touches a dependant, which the caller's check decides.

use std::collections::{HashSet, VecDeque};

use super::label::EntityLabel;
use super::status::ReviewMark;

/// The links of a discovery, read downstream.
pub trait LinkGraph {
    type Error;

    /// Returns what rests directly on an entity, each with the mark that it carries.
    ///
    /// # Errors
    /// When the links cannot be read.
    fn dependants(&self, of: EntityLabel) -> Result<Vec<(EntityLabel, Option<ReviewMark>)>, Self::Error>;
}

/// A mark to set, for what happened to `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Marking {
    pub label: EntityLabel,
    pub mark: ReviewMark,
    pub from: EntityLabel,
}

/// The direct dependants of an entity that changed, as far as `touched` says that the change reaches them.
///
/// # Errors
/// When the links cannot be read, or what `touched` reads.
pub fn changed<G: LinkGraph>(
    graph: &G,
    from: EntityLabel,
    mut touched: impl FnMut(EntityLabel) -> Result<bool, G::Error>,
) -> Result<Vec<Marking>, G::Error> {
    let mut markings = Vec::new();
    for (label, carried) in graph.dependants(from)? {
        let marking = Marking { label, mark: ReviewMark::of_change(label.kind), from };
        if takes(carried, marking.mark) && touched(label)? {
            markings.push(marking);
        }
    }
    Ok(markings)
}

/// Everything downstream of the entities that are `removed`, nearest first; not those themselves.
///
/// # Errors
/// When the links cannot be read.
pub fn mark_losses<G: LinkGraph>(graph: &G, removed: &[EntityLabel]) -> Result<Vec<Marking>, G::Error> {
    let mut seen: HashSet<EntityLabel> = removed.iter().copied().collect();
    let mut open: VecDeque<(EntityLabel, EntityLabel)> = removed.iter().map(|label| (*label, *label)).collect();
    let mut markings = Vec::new();
    while let Some((at, from)) = open.pop_front() {
        for (label, carried) in graph.dependants(at)? {
            if seen.insert(label) {
                open.push_back((label, from));
                let marking = Marking { label, mark: ReviewMark::of_loss(label.kind), from };
                markings.extend(Some(marking).filter(|marking| takes(carried, marking.mark)));
            }
        }
    }
    Ok(markings)
}

fn takes(carried: Option<ReviewMark>, mark: ReviewMark) -> bool {
    carried.is_none_or(|carried| carried.yields_to(mark))
}
