//! The discovery that a file is written to, and what the names of the file are here.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use factly_core::discovery::EntityLabel;
use factly_core::transfer::unknown::{UnknownFieldStore, UnknownFields};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::store::transfer::NamedTable;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, RunSeq};
use crate::transfer::fact_inputs::FactInputs;
use crate::transfer::index::FileIndex;
use crate::transfer::tally::Tallies;

/// The discovery that is written to, and what the names of the file are here.
pub(super) struct ImportTarget {
    pub(super) discovery: DiscoverySeq,
    pub(super) is_merge: bool,
    pub(super) index: Rc<FileIndex>,
    pub(super) inputs: HashMap<Uuid, InputSeq>,
    /// The ids of Inputs that changed, for the bundles that name them.
    pub(super) renamed: HashMap<Uuid, Uuid>,
    pub(super) bundles: HashMap<Uuid, BundleSeq>,
    pub(super) runs: HashMap<Uuid, RunSeq>,
    /// Of a new discovery.
    pub(super) evident: FactInputs,
    /// The names of the file's items here, where they differ.
    pub(super) items: HashMap<String, String>,
    /// By the place in the file's ledger; those before `first` were here.
    pub(super) facts: Vec<FactSeq>,
    pub(super) first: FactSeq,
    pub(super) next_fact: i64,
    /// The ids here of rows of the file that declared ones may name, where they differ.
    pub(super) ids: HashMap<(NamedTable, Uuid), Uuid>,
    pub(super) labels: HashMap<EntityLabel, EntityLabel>,
    /// Facts whose value is said here already, and what says it.
    pub(super) equivalents: HashMap<EntityLabel, EntityLabel>,
    /// Labels whose entity was here, or came in by a record of its own.
    pub(super) known: HashSet<EntityLabel>,
    pub(super) highest: [i64; 5],
    /// Fields that we do not know of what is still to come, by the UUID that the file gives it; and of what is there.
    pub(super) waiting: HashMap<String, Vec<UnknownFields>>,
    pub(super) unknown_fields: UnknownFieldStore,
    /// Something that was deleted or taken back here is there again.
    pub(super) has_brought_back: bool,
    pub(super) added: Tallies,
}

impl ImportTarget {
    pub(super) fn fact(&self, uuid: Uuid) -> Option<FactSeq> {
        let ordinal = usize::try_from(*self.index.facts.get(&uuid)?).ok()?;
        self.facts.get(ordinal).copied()
    }

    /// The number that a new fact of the file gets: the one that was kept for it, or the next, where that turned out to be
    /// another row's or the file's ledger does not have it.
    pub(super) fn number_of_new(&mut self, uuid: Uuid) -> FactSeq {
        let slot = self.index.facts.get(&uuid).and_then(|ordinal| self.facts.get_mut(*ordinal as usize));
        match slot {
            Some(number) if *number >= self.first => *number,
            slot => {
                let next = FactSeq(self.next_fact);
                self.next_fact += 1;
                if let Some(number) = slot {
                    *number = next;
                }
                next
            }
        }
    }

    /// Records that the file's statements on one of its facts belong to another one here, which says the same.
    pub(super) fn says(&mut self, label: EntityLabel, uuid: Uuid, here: EntityLabel, row: FactSeq) {
        self.equivalents.insert(label, here);
        self.known.insert(label);
        if let Some(slot) = self.index.facts.get(&uuid).and_then(|ordinal| self.facts.get_mut(*ordinal as usize)) {
            *slot = row;
        }
    }

    /// Keeps the fields that we do not know of what the file calls `uuid` and is called `id` here.
    pub(super) fn keep(&mut self, uuid: Uuid, id: Uuid) {
        if self.waiting.is_empty() {
            return;
        }
        for unknown in self.waiting.remove(&uuid.to_string()).into_iter().flatten() {
            self.unknown_fields.add(UnknownFields { of: id.to_string(), ..unknown });
        }
    }

    /// Returns the name of an item of the file here.
    pub(super) fn item<'i>(&'i self, item: &'i str) -> &'i str {
        self.items.get(item).map_or(item, String::as_str)
    }

    /// The label here of what the file calls `label`, once it is there; of a value that is said here already, its fact's.
    pub(super) fn local_label(&self, label: EntityLabel) -> EntityLabel {
        self.equivalents.get(&label).or_else(|| self.labels.get(&label)).copied().unwrap_or(label)
    }

    /// Outcomes of a run, which name facts by row here.
    pub(super) fn numbered_outcomes(&self, outcomes: &RawValue) -> String {
        let mut outcomes: Vec<serde_json::Value> = serde_json::from_str(outcomes.get()).unwrap_or_default();
        for outcome in outcomes.iter_mut().filter_map(serde_json::Value::as_object_mut) {
            let Some(fact) = outcome.get("fact").and_then(|fact| fact.as_str()) else { continue };
            match Uuid::try_parse(fact).ok().and_then(|uuid| self.fact(uuid)) {
                Some(seq) => outcome.insert("fact".to_owned(), seq.0.into()),
                None => outcome.shift_remove("fact"),
            };
        }
        serde_json::Value::from(outcomes).to_string()
    }
}
