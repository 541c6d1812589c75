//! Two states of a report side by side: which section of one is which of the other.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use uuid::Uuid;

use super::section::{OutlineLine, Report};

/// A section in the reading order of both: one that moved stands twice, where it was and where it is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlignedSection<'r> {
    pub before: Option<OutlineLine<'r>>,
    pub after: Option<OutlineLine<'r>>,
}

/// Aligns two states by the ids of their sections.
#[must_use]
pub fn aligned<'r>(before: &'r Report, after: &'r Report) -> Vec<AlignedSection<'r>> {
    let (old, new) = (before.outline(), after.outline());
    let key = |line: &OutlineLine<'_>| (line.section.id, line.depth, line.section.appendix);
    let places = |lines: &[OutlineLine<'_>]| lines.iter().map(key).collect::<Vec<(Uuid, usize, bool)>>();
    let operations = capture_diff_slices(Algorithm::Myers, &places(&old), &places(&new));
    let deleted = |line: &OutlineLine<'r>| AlignedSection { before: Some(line.clone()), after: None };
    let come = |line: &OutlineLine<'r>| AlignedSection { before: None, after: Some(line.clone()) };
    let mut out = Vec::with_capacity(old.len().max(new.len()));
    for operation in operations {
        let (from, to) = (&old[operation.old_range()], &new[operation.new_range()]);
        if matches!(operation, DiffOp::Equal { .. }) {
            let both = |(old, new): (&OutlineLine<'r>, &OutlineLine<'r>)| AlignedSection {
                before: Some(old.clone()),
                after: Some(new.clone()),
            };
            out.extend(from.iter().zip(to).map(both));
        } else {
            out.extend(from.iter().map(deleted).chain(to.iter().map(come)));
        }
    }
    out
}
