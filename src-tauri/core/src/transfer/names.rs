//! The names of a file's entities, and the labels that they get here.
//!
//! An id that looks like a label of its column is that label; any other is a foreign name, which is kept beside the label
//! that its entity gets: the lowest that nothing else in the file has.

use std::collections::{HashMap, HashSet};

use crate::discovery::{EntityKind, EntityLabel};

/// The ids of one column.
#[derive(Clone, Debug)]
pub struct ColumnIds {
    kind: EntityKind,
    taken: HashSet<i64>,
    foreign: HashMap<Box<str>, i64>,
    next: i64,
}

/// The resolution of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolvedId {
    New(EntityLabel),
    /// Something else in the column has it; this gets a label of its own.
    Again(EntityLabel),
}

impl ColumnIds {
    pub fn new(kind: EntityKind) -> Self {
        Self { kind, taken: HashSet::new(), foreign: HashMap::new(), next: 1 }
    }

    /// Says that a record of ours has this label, and maybe a foreign name.
    pub fn record(&mut self, label: EntityLabel, name: Option<&str>) {
        self.taken.insert(label.no);
        if let Some(name) = name {
            self.foreign.insert(name.into(), label.no);
        }
    }

    /// The label that an id stands for, if it stands for any.
    pub fn find(&self, id: &str) -> Option<EntityLabel> {
        let no = self.foreign.get(id).copied();
        no.or_else(|| self.own(id).filter(|no| self.taken.contains(no))).map(|no| EntityLabel::new(self.kind, no))
    }

    /// Returns whether an entity of the file has this label.
    pub fn has(&self, label: EntityLabel) -> bool {
        label.kind == self.kind && self.taken.contains(&label.no)
    }

    /// Keeps the label that an id looks like, before others are given away.
    pub fn claim(&mut self, id: &str) {
        if let Some(no) = self.own(id) {
            self.taken.insert(no);
        }
    }

    /// The label of an id that has no record, which `seen` tells from one that came before.
    pub fn give(&mut self, id: &str, seen: bool) -> ResolvedId {
        match (self.find(id), seen) {
            (Some(label), false) => ResolvedId::New(label),
            (Some(_), true) => ResolvedId::Again(self.another()),
            (None, _) => {
                let label = self.another();
                self.foreign.insert(id.into(), label.no);
                ResolvedId::New(label)
            }
        }
    }

    /// The number of an id that is written exactly as a label of this column.
    fn own(&self, id: &str) -> Option<i64> {
        let label = EntityLabel::parse(id).filter(|label| label.kind == self.kind)?;
        (label.to_string() == id && !self.foreign.contains_key(id)).then_some(label.no)
    }

    fn another(&mut self) -> EntityLabel {
        while !self.taken.insert(self.next) {
            self.next += 1;
        }
        EntityLabel::new(self.kind, self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::{ColumnIds, ResolvedId};
    use crate::discovery::{EntityKind, EntityLabel};

    fn fact(no: i64) -> EntityLabel {
        EntityLabel::new(EntityKind::Fact, no)
    }

    #[test]
    fn an_id_that_looks_like_a_label_is_one_and_others_get_what_is_free() {
        let mut names = ColumnIds::new(EntityKind::Fact);
        let ids = ["fct_1", "F-2", "N-1", "f-9", "F-01", "fct_2"];
        ids.iter().for_each(|id| names.claim(id));
        let given: Vec<ResolvedId> = ids.iter().map(|id| names.give(id, false)).collect();
        let expected = [1, 2, 3, 4, 5, 6].map(|no| ResolvedId::New(fact(no)));
        assert_eq!(given, expected, "F-2 keeps its number, whatever stands before it");
        assert_eq!(names.find("f-9"), Some(fact(4)), "only what is written as we write it is a label");
        assert_eq!(names.find("F-7"), None);
    }

    #[test]
    fn an_id_that_is_there_twice_names_the_first() {
        let mut names = ColumnIds::new(EntityKind::Fact);
        names.claim("F-1");
        assert_eq!(names.give("F-1", false), ResolvedId::New(fact(1)));
        assert_eq!(names.give("F-1", true), ResolvedId::Again(fact(2)));
        assert_eq!(names.find("F-1"), Some(fact(1)));
    }

    #[test]
    fn a_foreign_name_that_looks_like_a_label_wins_over_it() {
        let mut names = ColumnIds::new(EntityKind::Fact);
        names.record(fact(7), Some("F-1"));
        names.record(fact(1), Some("x"));
        assert_eq!(names.find("F-1"), Some(fact(7)));
        assert_eq!(names.find("x"), Some(fact(1)));
    }
}
