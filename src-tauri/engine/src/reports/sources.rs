//! The list of sources at the end of a report, which follows what the report cites until somebody edits it by hand.

use std::collections::{BTreeMap, BTreeSet};

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::reports::citation::citations;
use factly_core::reports::draft::{SourceList, is_source_list};
use factly_core::reports::{Operation, Report, Section};
use uuid::Uuid;

use super::stale::texts;
use super::{row, tree};
use crate::discovery::Entity;
use crate::discovery::entity::entities_in;
use crate::error::Result;
use crate::store::{DiscoverySeq, Reader, Writer};

/// Changes a report, and with it the list of its sources.
pub(super) fn with_sources<T>(
    w: &mut Writer<'_>,
    report: Uuid,
    change: impl FnOnce(&mut Writer<'_>) -> Result<T>,
) -> Result<T> {
    let before = listing(w, report)?;
    let changed = change(w)?;
    let after = before.as_ref().map(|_| listing(w, report)).transpose()?.flatten();
    let (Some(before), Some(after)) = (before, after) else { return Ok(changed) };
    if before.section.id != after.section.id
        || before.section.body_md != after.section.body_md
        || before.cited == after.cited
    {
        return Ok(changed);
    }
    let row = row(w, report)?;
    let inputs = DiscoveryInputs::read(w, row.discovery)?;
    if inputs.list(&before.cited).is_unedited(&before.section.body_md, &inputs.titles()) {
        let body = inputs.list(&after.cited).body_under(&after.section.title);
        tree::apply(w, &row, &Operation::set_body(after.section.id, body))?;
    }
    Ok(changed)
}

/// Renews the list of a report that goes out: since it was written, the analyst may have worked on other Inputs.
pub(super) fn renew(r: &Reader, discovery: DiscoverySeq, report: &mut Report) -> Result<()> {
    let cited = cited(report);
    let Some(section) = report.sections.last_mut().filter(|last| is_source_list(&last.title, last.appendix)) else {
        return Ok(());
    };
    let inputs = DiscoveryInputs::read(r, discovery)?;
    let list = inputs.list(&cited);
    if list.is_unedited(&section.body_md, &inputs.titles()) {
        section.body_md = list.body_under(&section.title);
    }
    Ok(())
}

/// The Inputs of a discovery, and what rests on them.
pub(super) struct DiscoveryInputs {
    standing: BTreeMap<EntityLabel, Entity>,
    /// The numbers of those that the analyst worked on.
    worked_on: BTreeSet<i64>,
}

impl DiscoveryInputs {
    pub(super) fn read(r: &Reader, discovery: DiscoverySeq) -> Result<Self> {
        let entities = entities_in(r, discovery)?.into_iter().filter(|entity| !entity.archived);
        let standing = entities.map(|entity| (entity.label, entity)).collect();
        Ok(Self { standing, worked_on: r.inputs_decided_on(discovery)?.into_iter().collect() })
    }

    /// Lists the Inputs that the cited entities rest on, then the others that the analyst worked on.
    pub(super) fn list(&self, cited: &BTreeSet<EntityLabel>) -> SourceList {
        let under = self.inputs_under(cited);
        let also = |label: &&EntityLabel| !under.contains(*label) && self.worked_on.contains(&label.no);
        SourceList {
            cited: under.iter().filter_map(|label| self.title(*label)).collect(),
            also_read: self.inputs().filter(also).filter_map(|label| self.title(*label)).collect(),
        }
    }

    /// Returns the Inputs that these rest on, in their order.
    pub(super) fn inputs_under(&self, cited: &BTreeSet<EntityLabel>) -> BTreeSet<EntityLabel> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<EntityLabel> = cited.iter().copied().collect();
        while let Some(label) = open.pop() {
            let Some(entity) = self.standing.get(&label).filter(|_| seen.insert(label)) else { continue };
            if label.kind == EntityKind::Input {
                found.insert(label);
            }
            open.extend(&entity.up);
        }
        found
    }

    fn titles(&self) -> Vec<String> {
        self.inputs().filter_map(|label| self.title(*label)).collect()
    }

    fn inputs(&self) -> impl Iterator<Item = &EntityLabel> {
        self.standing.keys().filter(|label| label.kind == EntityKind::Input)
    }

    fn title(&self, label: EntityLabel) -> Option<String> {
        self.standing.get(&label).map(|input| format!("{label} {}", input.text))
    }
}

/// A report's list of sources, and the entities that the report cites.
struct SourceListing {
    section: Section,
    cited: BTreeSet<EntityLabel>,
}

/// Returns the list of a report that has one; without it, no body is read.
fn listing(r: &Reader, report: Uuid) -> Result<Option<SourceListing>> {
    let row = row(r, report)?;
    let lines = r.report_lines(row.seq)?;
    if !lines.iter().any(|line| line.depth == 1 && is_source_list(&line.title, line.appendix)) {
        return Ok(None);
    }
    let report = tree::read(r, &row)?;
    let last = report.sections.last().filter(|last| is_source_list(&last.title, last.appendix));
    Ok(last.map(|last| SourceListing { section: last.clone(), cited: cited(&report) }))
}

fn cited(report: &Report) -> BTreeSet<EntityLabel> {
    texts(report).into_iter().flat_map(|(_, text, _)| citations(text)).map(|citation| citation.label).collect()
}
