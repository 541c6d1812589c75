//! What was found wrong in a file so far, and what the analyst wants done about it.

use std::collections::BTreeSet;

use factly_core::transfer::{Finding, FindingCode};

/// As many of one kind as anybody reads: those of one kind must not hide another.
const MOST: usize = 200;

/// The kinds of faults that are to be mended, each as [`FindingCode::choice`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs(BTreeSet<FindingCode>);

impl Repairs {
    /// Everything that can be mended.
    pub fn all() -> Self {
        Self(FindingCode::ALL.into_iter().collect())
    }
}

impl FromIterator<FindingCode> for Repairs {
    fn from_iter<I: IntoIterator<Item = FindingCode>>(codes: I) -> Self {
        Self(codes.into_iter().collect())
    }
}

#[derive(Debug)]
pub(super) struct Findings {
    repairs: Repairs,
    pub(super) first: Vec<Finding>,
    pub(super) total: usize,
    /// Some of it cannot be mended, or is not to be.
    pub(super) is_blocked: bool,
}

impl Findings {
    pub(super) const fn new(repairs: Repairs) -> Self {
        Self { repairs, first: Vec::new(), total: 0, is_blocked: false }
    }

    /// Writes a finding down. Whoever found it goes on as if it was to be mended.
    pub(super) fn add(&mut self, finding: Finding) {
        self.total += 1;
        self.is_blocked |= finding.code.choice().is_none() || !self.repairs.0.contains(&finding.code);
        let of_its_kind = self.first.iter().filter(|known| known.code == finding.code).count();
        if of_its_kind < MOST {
            self.first.push(finding);
        }
    }
}
