//! What an import would do, counted and not done.

use std::rc::Rc;

use factly_core::discovery::{EntityLabel, Kind};
use factly_core::keys::KeyDef;
use factly_core::ledger::Status;
use factly_core::transfer::record::{
    AdditionRecord, BundleRecord, EntityRecord, FactRecord, InputRecord, ItemRecord, OverrideRecord,
    ReaffirmationRecord, RunRecord, SuggestionRecord, ViewRecord,
};
use uuid::Uuid;

use super::asked::Asked;
use super::here::{How, same_discovery, same_entity};
use super::index::Index;
use super::meant::{Catalogue, Meant};
use super::sink::{Heading, Known, Link, Sink};
use super::talk::Talk;
use crate::error::Result;
use crate::store::{DiscoverySeq, Reader};

/// How many of a file are new, and how many are here already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub added: u32,
    pub known: u32,
}

/// By column, in their order; versions that no column shows are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    pub of: [Tally; 5],
    pub chat: u32,
    /// Canonical items that lines mean and the catalogue does not have: those decisions wait.
    pub waiting: u32,
}

impl Tallies {
    pub(super) fn count(&mut self, kind: Kind, is_known: bool) {
        let tally = &mut self.of[kind as usize];
        if is_known { tally.known += 1 } else { tally.added += 1 }
    }
}

/// A discovery of a file, and what of it is here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveryPreview {
    pub title: String,
    pub goal: String,
    pub created_at: i64,
    /// The same one, where it is here already: its id and its title.
    pub here: Option<(Uuid, String)>,
    pub tallies: Tallies,
}

pub(super) struct Counting<'r> {
    pub(super) r: &'r Reader,
    pub(super) how: How,
    pub(super) found: Vec<DiscoveryPreview>,
    into: Option<DiscoverySeq>,
}

impl<'r> Counting<'r> {
    pub(super) const fn new(r: &'r Reader, how: How) -> Self {
        Self { r, how, found: Vec::new(), into: None }
    }

    fn count(&mut self, kind: Kind, uuid: Uuid, known: Known<'_>) -> Result<()> {
        let is_known = match self.into {
            Some(discovery) => same_entity(self.r, discovery, kind, uuid, known)?.is_some(),
            None => false,
        };
        if let Some(found) = self.found.last_mut() {
            found.tallies.count(kind, is_known);
        }
        Ok(())
    }
}

/// Whether the column shows the fact.
pub(super) fn is_shown(fact: &FactRecord<'_>) -> bool {
    !fact.archived && !matches!(fact.status, Status::Rejected | Status::Superseded)
}

impl Sink for Counting<'_> {
    fn discovery(&mut self, heading: &Heading, _: &Rc<Index>) -> Result<()> {
        let here = same_discovery(self.r, heading)?;
        self.into = here.as_ref().filter(|_| self.how == How::Merge).map(|row| row.seq);
        self.found.push(DiscoveryPreview {
            title: heading.title.clone(),
            goal: heading.goal.clone(),
            created_at: heading.created_at,
            here: here.map(|row| (row.id, row.title)),
            tallies: Tallies { chat: heading.chat, ..Tallies::default() },
        });
        Ok(())
    }

    fn key(&mut self, _: &KeyDef) -> Result<()> {
        Ok(())
    }

    fn items(&mut self, _: &[ItemRecord]) -> Result<()> {
        Ok(())
    }

    fn set_by_hand(&mut self, _: &OverrideRecord) -> Result<()> {
        Ok(())
    }

    fn addition(&mut self, _: &AdditionRecord) -> Result<()> {
        Ok(())
    }

    fn asked(&mut self, _: &Asked) -> Result<()> {
        Ok(())
    }

    fn meant(&mut self, meant: &Meant) -> Result<()> {
        let catalogue = Catalogue::of(self.r)?;
        for record in &meant.catalogue {
            let is_there = catalogue.find(self.r, record)?.is_some_and(|found| !found.is_hidden);
            if let Some(found) = self.found.last_mut().filter(|_| !is_there) {
                found.tallies.waiting += 1;
            }
        }
        Ok(())
    }

    fn view(&mut self, _: &ViewRecord) -> Result<()> {
        Ok(())
    }

    fn input(&mut self, input: &InputRecord<'_>, known: Known<'_>) -> Result<()> {
        if input.superseded || input.archived { Ok(()) } else { self.count(Kind::Input, input.uuid, known) }
    }

    fn bundle(&mut self, _: &BundleRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &RunRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn fact(&mut self, fact: &FactRecord<'_>, known: Known<'_>) -> Result<()> {
        if is_shown(fact) { self.count(Kind::Fact, fact.uuid, known) } else { Ok(()) }
    }

    fn reaffirmation(&mut self, _: &ReaffirmationRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn entity(&mut self, entity: &EntityRecord<'_>, known: Known<'_>) -> Result<()> {
        if entity.archived { Ok(()) } else { self.count(entity.label.kind, entity.uuid, known) }
    }

    fn link(&mut self, _: EntityLabel, _: EntityLabel, _: Link) -> Result<()> {
        Ok(())
    }

    fn suggestion(&mut self, _: &SuggestionRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn foreign(&mut self, _: EntityLabel, _: Option<&str>, _: Option<&str>) -> Result<()> {
        Ok(())
    }

    fn talk(&mut self, _: &Talk) -> Result<()> {
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        Ok(())
    }
}
