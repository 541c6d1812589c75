//! The differences of two states of a report: sections by their ids, texts by words.

use std::collections::{HashMap, HashSet};

use similar::{Algorithm, DiffTag, capture_diff_slices};
use uuid::Uuid;

use super::front_matter::opening;
use super::hunk::{Hunk, hunks};
use super::section::{OutlineLine, Report};

/// A section that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionDifference {
    pub section: Uuid,
    /// As it is now; of what was taken out, as it was.
    pub number: String,
    pub title: String,
    /// The old title, where it has another now.
    pub old_title: Option<String>,
    pub change: SectionEdit,
    /// It stands under another section, or in another place among those beside it.
    pub moved: bool,
    /// Its text as it was, and what became of it.
    pub before_md: String,
    pub hunks: Vec<Hunk>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionEdit {
    Added,
    Deleted,
    Changed,
}

/// Returns what `new` has otherwise than `old`: the report itself, sections in the order of `new`, and then what was taken
/// out.
#[must_use]
pub fn compare(old: &Report, new: &Report) -> Vec<SectionDifference> {
    let (before, after) = (old.outline(), new.outline());
    let was: HashMap<Uuid, &OutlineLine<'_>> = before.iter().map(|line| (line.section.id, line)).collect();
    let is: HashSet<Uuid> = after.iter().map(|line| line.section.id).collect();
    let moved = moved(&before, &after);
    let of = |line: &OutlineLine<'_>| match was.get(&line.section.id) {
        None => Some(difference(line, "", &line.section.body_md, SectionEdit::Added)),
        Some(was) => changed(was, line, moved.contains(&line.section.id)),
    };
    let mut found: Vec<SectionDifference> = itself(old, new).into_iter().chain(after.iter().filter_map(of)).collect();
    let deleted = before.iter().filter(|line| !is.contains(&line.section.id));
    found.extend(deleted.map(|line| difference(line, &line.section.body_md, "", SectionEdit::Deleted)));
    found
}

/// Another title or another text before the first section; a version that knows no title has no other.
fn itself(old: &Report, new: &Report) -> Option<SectionDifference> {
    let (before, after) = (opening(&old.front_md), opening(&new.front_md));
    let is_renamed = !old.title.is_empty() && !new.title.is_empty() && old.title != new.title;
    (is_renamed || before != after).then(|| SectionDifference {
        section: Report::ITSELF,
        number: String::new(),
        title: new.title.clone(),
        old_title: is_renamed.then(|| old.title.clone()),
        change: SectionEdit::Changed,
        moved: false,
        before_md: before.to_owned(),
        hunks: hunks(before, after),
    })
}

fn changed(was: &OutlineLine<'_>, line: &OutlineLine<'_>, moved: bool) -> Option<SectionDifference> {
    let old_title = (was.section.title != line.section.title).then(|| was.section.title.clone());
    if !moved && old_title.is_none() && was.section.body_md == line.section.body_md {
        return None;
    }
    let found = difference(line, &was.section.body_md, &line.section.body_md, SectionEdit::Changed);
    Some(SectionDifference { old_title, moved, ..found })
}

fn difference(line: &OutlineLine<'_>, before: &str, after: &str, change: SectionEdit) -> SectionDifference {
    SectionDifference {
        section: line.section.id,
        number: line.number.clone(),
        title: line.section.title.clone(),
        old_title: None,
        change,
        moved: false,
        before_md: before.to_owned(),
        hunks: hunks(before, after),
    }
}

/// The sections of both that have another parent, or another order among those of both that kept it.
fn moved(before: &[OutlineLine<'_>], after: &[OutlineLine<'_>]) -> HashSet<Uuid> {
    let parents = |lines: &[OutlineLine<'_>]| -> HashMap<Uuid, Option<Uuid>> {
        lines.iter().map(|line| (line.section.id, line.parent)).collect()
    };
    let (old, new) = (parents(before), parents(after));
    let stayed = |line: &&OutlineLine<'_>| {
        let id = line.section.id;
        old.get(&id).is_some_and(|parent| new.get(&id) == Some(parent))
    };
    let order = |lines: &[OutlineLine<'_>]| -> Vec<(Option<Uuid>, Uuid)> {
        let mut order: Vec<_> = lines.iter().filter(stayed).map(|line| (line.parent, line.section.id)).collect();
        order.sort_by_key(|(parent, _)| *parent);
        order
    };
    let mut moved: HashSet<Uuid> =
        new.iter().filter(|(id, of)| old.get(id).is_some_and(|was| was != *of)).map(|(id, _)| *id).collect();
    let (first, second) = (order(before), order(after));
    for operation in capture_diff_slices(Algorithm::Myers, &first, &second) {
        if operation.tag() != DiffTag::Equal {
            moved.extend(second[operation.new_range()].iter().map(|(_, id)| *id));
        }
    }
    moved
}
