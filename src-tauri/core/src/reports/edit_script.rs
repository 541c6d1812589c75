//! The operations that turn one state of a report into another, and apply in their order.
//!
//! Changes of sections come first, then additions and moves, and deletions come last, so that nothing goes with
//! what stood above it. Of siblings that kept their parent as few move as possible.

use std::collections::{HashMap, HashSet};

use similar::{Algorithm, DiffOp, capture_diff_slices};
use uuid::Uuid;

use super::front_matter::opening;
use super::operation::Operation;
use super::section::{OutlineLine, Report, Section};

/// Returns the operations that make `after` of `before`; sections are the same by their ids.
#[must_use]
pub fn edit_script(before: &Report, after: &Report) -> Vec<Operation> {
    let (old, new) = (before.outline(), after.outline());
    let was: HashMap<Uuid, &OutlineLine<'_>> = old.iter().map(|line| (line.section.id, line)).collect();
    let is: HashSet<Uuid> = new.iter().map(|line| line.section.id).collect();
    let edit = |line: &OutlineLine<'_>| edited(was.get(&line.section.id)?.section, line.section);
    let mut found: Vec<Operation> = head_edited(before, after).into_iter().collect();
    found.extend(new.iter().filter_map(edit));
    let mut building = EditScriptBuilder { draft: before.clone(), was: &was, found: Vec::new() };
    building.arrange(None, &before.sections, &after.sections);
    for line in &new {
        let id = line.section.id;
        let had = was.get(&id).map_or(&[][..], |old| old.section.children.as_slice());
        building.arrange(Some(id), had, &line.section.children);
    }
    found.append(&mut building.found);
    let goes = |line: &&OutlineLine<'_>| {
        !is.contains(&line.section.id) && line.parent.is_none_or(|parent| is.contains(&parent))
    };
    found.extend(old.iter().filter(goes).map(|line| Operation::Delete { id: line.section.id }));
    found
}

fn head_edited(was: &Report, is: &Report) -> Option<Operation> {
    let title = (was.title != is.title).then(|| is.title.clone());
    let body_md = (was.front_md != is.front_md).then(|| opening(&is.front_md).to_owned());
    let is_edited = title.is_some() || body_md.is_some();
    is_edited.then_some(Operation::Update { id: Report::ITSELF, title, body_md, appendix: None })
}

fn edited(was: &Section, is: &Section) -> Option<Operation> {
    let title = (was.title != is.title).then(|| is.title.clone());
    let body_md = (was.body_md != is.body_md).then(|| is.body_md.clone());
    let appendix = (was.appendix != is.appendix).then_some(is.appendix);
    let is_edited = title.is_some() || body_md.is_some() || appendix.is_some();
    is_edited.then_some(Operation::Update { id: is.id, title, body_md, appendix })
}

struct EditScriptBuilder<'b> {
    /// The report as what was found so far leaves it.
    draft: Report,
    was: &'b HashMap<Uuid, &'b OutlineLine<'b>>,
    found: Vec<Operation>,
}

impl EditScriptBuilder<'_> {
    /// Brings those that are to stand under a section there, in their order; what is to go stands on between them.
    fn arrange(&mut self, parent: Option<Uuid>, had: &[Section], wanted: &[Section]) {
        if had.iter().map(|section| section.id).eq(wanted.iter().map(|section| section.id)) {
            return;
        }
        let order: Vec<Uuid> = wanted.iter().map(|section| section.id).collect();
        let stay = common(&self.under(parent), &order);
        let mut before = None;
        for section in wanted {
            let id = section.id;
            if !stay.contains(&id) {
                let there = self.under(parent).into_iter().filter(|child| *child != id);
                let index = before.and_then(|before| there.clone().position(|child| child == before));
                let index = index.map_or(0, |at| at + 1);
                let operation = if self.was.contains_key(&id) {
                    Operation::Move { id, parent, index }
                } else {
                    Operation::Add { parent, index, section: Box::new(self.only_new(section)) }
                };
                if self.draft.apply(&operation).is_ok() {
                    self.found.push(operation);
                }
            }
            before = Some(id);
        }
    }

    fn under(&self, parent: Option<Uuid>) -> Vec<Uuid> {
        self.draft.children(parent).unwrap_or_default().iter().map(|child| child.id).collect()
    }

    /// A section with what is new under it: what was there before moves there.
    fn only_new(&self, section: &Section) -> Section {
        let new = section.children.iter().filter(|child| !self.was.contains_key(&child.id));
        let children = new.map(|child| self.only_new(child)).collect();
        let Section { id, ref title, ref body_md, ref cited, appendix, ref heading, .. } = *section;
        let (title, body_md, cited, heading) = (title.clone(), body_md.clone(), cited.clone(), heading.clone());
        Section { id, title, body_md, cited, appendix, heading, children }
    }
}

/// Those that stand in both in the same order.
fn common(one: &[Uuid], two: &[Uuid]) -> HashSet<Uuid> {
    let mut both = HashSet::new();
    for operation in capture_diff_slices(Algorithm::Myers, one, two) {
        if matches!(operation, DiffOp::Equal { .. }) {
            both.extend(&one[operation.old_range()]);
        }
    }
    both
}
