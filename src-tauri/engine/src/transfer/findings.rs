//! The faults found in a file so far, and the analyst's choices about them.

use factly_core::transfer::{FileFinding, FindingCode};
use std::collections::BTreeSet;

/// As many of one kind as anybody reads: those of one kind must not hide another.
const MOST: usize = 200;

/// The kinds of faults that are to be mended, each as [`FindingCode::choice`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    mended: BTreeSet<FindingCode>,
    /// Those of them that are mended as [`FindingCode::other_choice`] says.
    otherwise: BTreeSet<FindingCode>,
}

impl Repairs {
    /// Everything that can be mended.
    pub fn all() -> Self {
        FindingCode::ALL.into_iter().collect()
    }

    /// Takes the other choice for faults of this kind.
    pub fn add_other(&mut self, code: FindingCode) {
        if code.other_choice().is_some() {
            self.mended.insert(code);
            self.otherwise.insert(code);
        }
    }
}

impl FromIterator<FindingCode> for Repairs {
    fn from_iter<I: IntoIterator<Item = FindingCode>>(codes: I) -> Self {
        Self { mended: BTreeSet::from_iter(codes), otherwise: BTreeSet::new() }
    }
}

#[derive(Debug)]
pub(super) struct Findings {
    repairs: Repairs,
    pub(super) first: Vec<FileFinding>,
    pub(super) total: usize,
    /// Some of it cannot be mended, or is not to be.
    pub(super) is_blocked: bool,
}

impl Findings {
    pub(super) const fn new(repairs: Repairs) -> Self {
        Self { repairs, first: Vec::new(), total: 0, is_blocked: false }
    }

    /// Returns whether faults of this kind are repaired the first way.
    pub(super) fn takes_first(&self, code: FindingCode) -> bool {
        !self.repairs.otherwise.contains(&code)
    }

    /// Writes a finding down. Whoever found it goes on as if it was to be mended.
    pub(super) fn add(&mut self, finding: FileFinding) {
        self.total += 1;
        self.is_blocked |= finding.code.choice().is_none() || !self.repairs.mended.contains(&finding.code);
        let of_its_kind = self.first.iter().filter(|known| known.code == finding.code).count();
        if of_its_kind < MOST {
            self.first.push(finding);
        }
    }
}
