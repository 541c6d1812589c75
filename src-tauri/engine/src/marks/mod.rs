//! Carrying out what the rules of propagation say, in the transaction of what caused it.

pub(crate) mod judging;

use std::collections::{HashMap, HashSet};

use factly_core::discovery::impact::impact;
use factly_core::discovery::judgement::Judgement;
use factly_core::discovery::propagation::{LinkGraph, Marking, changed, mark_losses};
use factly_core::discovery::status::{MarkEvent, MarkReason};
use factly_core::discovery::{EntityKind, EntityLabel, ReviewMark};
use factly_core::message::UserMessage;

use crate::context::area;
use crate::error::Result;
use crate::marks::judging::ModelJudgement;
use crate::store::{DiscoverySeq, Reader, StoreError, Topic, Writer};

area! {
    /// The model that judges texts: what a change touches, and what says the same.
    Judge
}

/// An event of an entity, and its words before and after.
pub(crate) struct EntityEvent<'t> {
    pub(crate) of: EntityLabel,
    pub(crate) what: MarkEvent,
    pub(crate) was: Option<&'t str>,
    pub(crate) is: Option<&'t str>,
}

impl EntityEvent<'_> {
    /// Returns whether the statement no longer holds, so that no words of it can be compared with.
    const fn is_loss(&self) -> bool {
        matches!(self.what, MarkEvent::Rejected | MarkEvent::Superseded)
    }
}

/// The direct dependants that are marked.
#[derive(Clone, Copy)]
pub(crate) enum Reach<'j> {
    /// Those that use what changed in the words; of a loss all.
    ByWords,
    /// Those that a model judged to be touched; what it left open, as [`Self::ByWords`].
    Judged(&'j [ModelJudgement]),
    /// Those that a model judged to be touched; what it left open, as [`Self::All`].
    JudgedOrAll(&'j [ModelJudgement]),
    All,
}

impl Reach<'_> {
    fn judgement(&self, event: &EntityEvent<'_>, of: EntityLabel) -> Option<&Judgement> {
        let (Self::Judged(judged) | Self::JudgedOrAll(judged)) = self else { return None };
        let is_about = |judged: &&ModelJudgement| {
            judged.about.as_ref().is_some_and(|(label, was)| *label == event.of && was.as_deref() == event.was)
        };
        judged.iter().find(is_about)?.of.get(&of)
    }
}

/// The links of a discovery, as the rules look at them.
struct StoredLinks<'r> {
    reader: &'r Reader,
    discovery: DiscoverySeq,
    /// Facts that lose nothing: what they rest on besides proves them.
    spared: &'r HashSet<EntityLabel>,
}

impl LinkGraph for StoredLinks<'_> {
    type Error = StoreError;

    fn dependants(&self, of: EntityLabel) -> Result<Vec<(EntityLabel, Option<ReviewMark>)>, StoreError> {
        let mut dependants = self.reader.dependants(self.discovery, of)?;
        dependants.retain(|(label, _)| !self.spared.contains(label));
        Ok(dependants)
    }
}

/// Marks the direct dependants of an entity that something happened to, but for those `passed_over`.
pub(crate) fn mark_dependants(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    event: &EntityEvent<'_>,
    reach: Reach<'_>,
    passed_over: &[EntityLabel],
) -> Result<Vec<EntityLabel>> {
    let links = StoredLinks { reader: w, discovery, spared: &HashSet::new() };
    let mut markings = changed(&links, event.of, |dependant| match (reach, reach.judgement(event, dependant)) {
        (_, Some(judgement)) => Ok(judgement.yes),
        (Reach::All | Reach::JudgedOrAll(_), None) => Ok(true),
        _ if event.is_loss() => Ok(true),
        _ => touches(w, discovery, event, dependant),
    })?;
    markings.retain(|marking| !passed_over.contains(&marking.label));
    let because = MarkReason::new(event.of, event.what, event.was, event.is);
    set(w, discovery, &markings, |marking| {
        let why = reach.judgement(event, marking.label).map(|judgement| judgement.reason.clone());
        serde_json::to_string(&MarkReason { why: why.filter(|why| !why.is_empty()), ..because.clone() }).ok()
    })?;
    Ok(markings.into_iter().map(|marking| marking.label).collect())
}

/// Marks one direct dependant, unless it carries a stronger mark.
pub(crate) fn mark_one(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    label: EntityLabel,
    event: &EntityEvent<'_>,
) -> Result<Option<EntityLabel>> {
    let mark = ReviewMark::of_change(label.kind);
    let standing = w.member(discovery, label)?;
    if !standing.is_some_and(|member| member.mark.is_none_or(|carried| carried.yields_to(mark))) {
        return Ok(None);
    }
    let because = MarkReason::new(event.of, event.what, event.was, event.is);
    let marking = Marking { label, mark, from: event.of };
    set(w, discovery, &[marking], |_| serde_json::to_string(&because).ok())?;
    Ok(Some(label))
}

fn touches(
    r: &Reader,
    discovery: DiscoverySeq,
    event: &EntityEvent<'_>,
    dependant: EntityLabel,
) -> Result<bool, StoreError> {
    let Some(dependant) = r.member(discovery, dependant)? else { return Ok(false) };
    let (was, is) = (event.was.unwrap_or_default(), event.is.unwrap_or_default());
    Ok(impact(was, is, &dependant.text).is_touched())
}

/// Everything downstream of entities that are about to go, with the marks that this gives.
pub(crate) fn downstream_of(r: &Reader, discovery: DiscoverySeq, deleted: &[EntityLabel]) -> Result<Vec<Marking>> {
    Ok(mark_losses(&StoredLinks { reader: r, discovery, spared: &HashSet::new() }, deleted)?)
}

/// As [`downstream_of`], of what is deleted: a fact that an Input proves which stays is not downstream of one that goes.
pub(crate) fn downstream_of_deleted(
    r: &Reader,
    discovery: DiscoverySeq,
    deleted: &[EntityLabel],
) -> Result<Vec<Marking>> {
    let mut spared = HashSet::new();
    for input in deleted.iter().filter(|label| label.kind == EntityKind::Input) {
        for link in r.links_down(discovery, *input)?.into_iter().filter(|link| link.evidence) {
            let others = r.links_up(discovery, link.down)?;
            if others.iter().any(|other| other.evidence && !deleted.contains(&other.up)) {
                spared.insert(link.down);
            }
        }
    }
    Ok(mark_losses(&StoredLinks { reader: r, discovery, spared: &spared }, deleted)?)
}

/// Marks what was downstream of entities that went, as far as it still stands. `texts` are the words of those.
pub(crate) fn mark_lost(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    markings: Vec<Marking>,
    what: MarkEvent,
    texts: &HashMap<EntityLabel, String>,
) -> Result<Vec<EntityLabel>> {
    let mut because: HashMap<EntityLabel, Option<String>> = HashMap::new();
    set(w, discovery, &markings, |Marking { from, .. }| {
        let from = *from;
        let made =
            || serde_json::to_string(&MarkReason::new(from, what, texts.get(&from).map(String::as_str), None)).ok();
        because.entry(from).or_insert_with(made).clone()
    })?;
    Ok(markings.into_iter().map(|marking| marking.label).collect())
}

fn set(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    markings: &[Marking],
    mut because: impl FnMut(&Marking) -> Option<String>,
) -> Result<()> {
    for marking in markings {
        w.set_mark(discovery, marking.label, Some(marking.mark), because(marking).as_deref())?;
    }
    if !markings.is_empty() {
        w.topic(Topic::Pipeline);
    }
    Ok(())
}

/// The labels of several lots, each once, in the order of the pipeline.
pub(crate) fn each_once(labels: impl IntoIterator<Item = EntityLabel>) -> Vec<EntityLabel> {
    let mut once: Vec<EntityLabel> = labels.into_iter().collect::<HashSet<_>>().into_iter().collect();
    once.sort_unstable();
    once
}

/// A fact of the ledger, as propagation names it.
pub(crate) const fn fact_label(label_no: i64) -> EntityLabel {
    EntityLabel::new(EntityKind::Fact, label_no)
}

/// The result of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditOutcome {
    pub label: EntityLabel,
    pub version: u32,
    /// The dependants that it marked.
    pub marked: Vec<EntityLabel>,
    /// A sentence, where a model was to judge whom it touches and what is built in did.
    pub note: Option<UserMessage>,
}

/// Ends every change of the columns: the discovery was changed now, and whoever shows these columns looks again.
pub(crate) fn touch_columns(w: &mut Writer<'_>, discovery: DiscoverySeq, kinds: &[EntityKind]) -> Result<()> {
    w.touch_discovery(discovery)?;
    w.topic(Topic::Pipeline);
    if kinds.contains(&EntityKind::Fact) {
        w.topic(Topic::Facts);
    }
    if kinds.contains(&EntityKind::Input) {
        w.topic(Topic::Inputs);
    }
    Ok(())
}
