//! Lookup of the Inputs that state the facts of a new discovery: a file draws a line from each fact to its Input, and
//! the store need not be asked for every one of a million whether the fact's evidence draws it already.

use std::collections::{HashMap, HashSet};

use factly_core::discovery::EntityLabel;

use crate::store::transfer::ImportedFact;
use crate::store::{BundleSeq, FactSeq, InputSeq};

#[derive(Default)]
pub(super) struct FactInputs {
    /// The numbers of their labels.
    inputs: HashMap<InputSeq, i64>,
    bundles: HashMap<BundleSeq, i64>,
    /// The row that the column shows of a label: that of its highest version.
    shown: HashMap<i64, (u32, FactSeq)>,
    /// The facts that an Input says.
    stated: HashSet<(FactSeq, i64)>,
}

impl FactInputs {
    pub(super) fn input(&mut self, seq: InputSeq, label: EntityLabel) {
        self.inputs.insert(seq, label.no);
    }

    pub(super) fn bundle(&mut self, seq: BundleSeq, input: Option<InputSeq>) {
        if let Some(no) = input.and_then(|input| self.inputs.get(&input)) {
            self.bundles.insert(seq, *no);
        }
    }

    /// One that the column shows.
    pub(super) fn fact(&mut self, fact: &ImportedFact<'_>) {
        let shown = self.shown.entry(fact.label_no).or_insert((fact.version, fact.seq));
        if shown.0 <= fact.version {
            *shown = (fact.version, fact.seq);
        }
        if let Some(bundle) = fact.bundle {
            self.again(fact.seq, bundle);
        }
    }

    pub(super) fn again(&mut self, fact: FactSeq, bundle: BundleSeq) {
        if let Some(input) = self.bundles.get(&bundle) {
            self.stated.insert((fact, *input));
        }
    }

    pub(super) fn says(&self, input: EntityLabel, fact: EntityLabel) -> bool {
        self.shown.get(&fact.no).is_some_and(|(_, seq)| self.stated.contains(&(*seq, input.no)))
    }
}
