//! The effects of an import, counted and not done.

use std::collections::HashMap;
use std::rc::Rc;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::items::reference;
use factly_core::keys::KeyDef;
use factly_core::transfer::record::{
    BundleRecord, EntityRecord, FactRecord, InputRecord, ItemRecord, OverrideRecord, ReaffirmationRecord, RunRecord,
    SuggestionRecord, VariantRecord, ViewRecord,
};
use factly_core::transfer::status::{fact_shown, shown};
use factly_core::transfer::unknown::UnknownFields;
use uuid::Uuid;

use crate::error::Result;
use crate::marks::fact_label;
use crate::store::transfer::NamedTable;
use crate::store::{DiscoverySeq, ItemSeq, Reader};
use crate::transfer::catalogue::CanonicalIndex;
use crate::transfer::differences::{ColumnContent, Differences, EntityDifference};
use crate::transfer::equivalent_facts::{equivalent_of, is_same, rival_of};
use crate::transfer::existing::{ImportMode, hidden_discovery, same_discovery, same_entity};
use crate::transfer::id_map::value_of;
use crate::transfer::index::{FileIndex, RecordedFact};
use crate::transfer::record_sets::{CatalogueSet, ChatSet, DeclaredRecord, QuestionSet};
use crate::transfer::sink::{DiscoveryHead, LinkSource, Provenance, Sink};

/// Counts of the file's records that are new, and of those here already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub added: u32,
    pub known: u32,
    /// Here, and another in the file: kept as it is here.
    pub differs: u32,
}

/// By column, in their order; versions that no column shows are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    pub of: [Tally; 5],
    pub chat: u32,
    /// Messages that a merge leaves out: the chat that is here stays as it is.
    pub chat_left_out: u32,
    /// Canonical items that lines mean and the catalogue does not have: those decisions wait.
    pub waiting: u32,
}

impl Tallies {
    pub(super) fn count(&mut self, kind: EntityKind, is_known: bool) {
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
    /// It was here, deleted or taken back: unless it is copied, it comes back.
    pub was_here: bool,
    pub tallies: Tallies,
    /// The first of those that are here and another in the file, by label.
    pub differences: Vec<EntityDifference>,
}

pub(super) struct ImportCounter<'r> {
    pub(super) r: &'r Reader,
    pub(super) how: ImportMode,
    pub(super) found: Vec<DiscoveryPreview>,
    into: Option<DiscoverySeq>,
    /// The names here of the file's items that are here; nothing is the project.
    items: HashMap<String, String>,
    differs: Differences,
}

impl<'r> ImportCounter<'r> {
    pub(super) fn new(r: &'r Reader, how: ImportMode) -> Self {
        Self { r, how, found: Vec::new(), into: None, items: HashMap::new(), differs: Differences::default() }
    }

    /// `theirs` is none where the file's column does not show it: then it is compared and not counted.
    fn count(
        &mut self,
        label: EntityLabel,
        uuid: Uuid,
        known: Provenance<'_>,
        theirs: Option<&ColumnContent<'_>>,
    ) -> Result<()> {
        let here = self.existing_label(label.kind, uuid, known)?;
        if let Some(found) = self.found.last_mut().filter(|_| theirs.is_some()) {
            found.tallies.count(label.kind, here.is_some());
        }
        match self.into.zip(here) {
            Some((discovery, here)) => self.differs.known(self.r, discovery, label, here, theirs),
            None => Ok(()),
        }
    }

    fn existing_label(&self, kind: EntityKind, uuid: Uuid, known: Provenance<'_>) -> Result<Option<EntityLabel>> {
        match self.into {
            Some(discovery) => same_entity(self.r, discovery, kind, uuid, known),
            None => Ok(None),
        }
    }

    /// The fact here that has the value of a new one of the file, which comes to no more than its quote.
    fn equivalent_label(&self, fact: &FactRecord<'_>, known: Provenance<'_>) -> Result<Option<EntityLabel>> {
        let Some(discovery) = self.into else { return Ok(None) };
        let here = same_entity(self.r, discovery, EntityKind::Fact, fact.uuid, known)?;
        if let Some(here) = here {
            return Ok(equivalent_of(self.r, discovery, here)?.map(|(standing, _)| standing));
        }
        let Some(item) = self.items.get(fact.item.as_ref()) else { return Ok(None) };
        let rival = rival_of(self.r, discovery, fact, item)?;
        Ok(rival.filter(|rival| is_same(rival, &value_of(fact).1)).map(|rival| fact_label(rival.label_no)))
    }

    /// An older version: only how it is called.
    fn older(&mut self, label: EntityLabel, uuid: Uuid, known: Provenance<'_>) -> Result<()> {
        if let Some(here) = self.existing_label(label.kind, uuid, known)? {
            self.differs.is_called(label, here);
        }
        Ok(())
    }
}

/// Returns whether the column shows the fact.
pub(super) fn is_shown(fact: &FactRecord<'_>) -> bool {
    !fact.archived && !matches!(fact.status, Status::Rejected | Status::Superseded)
}

impl Sink for ImportCounter<'_> {
    fn discovery(&mut self, heading: &DiscoveryHead, _: &Rc<FileIndex>) -> Result<()> {
        let here = same_discovery(self.r, heading)?;
        let hidden = if here.is_none() { hidden_discovery(self.r, heading)? } else { None };
        self.into = match self.how {
            ImportMode::Copy => None,
            ImportMode::Add => hidden.as_ref(),
            ImportMode::Merge => here.as_ref().or(hidden.as_ref()),
        }
        .map(|row| row.seq);
        self.found.push(DiscoveryPreview {
            title: heading.title.clone(),
            goal: heading.goal.clone(),
            created_at: heading.created_at,
            here: here.map(|row| (row.id, row.title)),
            was_here: hidden.is_some(),
            tallies: match self.into {
                Some(_) => Tallies { chat_left_out: heading.chat, ..Tallies::default() },
                None => Tallies { chat: heading.chat, ..Tallies::default() },
            },
            differences: Vec::new(),
        });
        self.differs = Differences::default();
        Ok(())
    }

    fn unknown(&mut self, _: UnknownFields) -> Result<()> {
        Ok(())
    }

    fn key(&mut self, _: &KeyDef) -> Result<()> {
        Ok(())
    }

    fn items(&mut self, items: &[ItemRecord]) -> Result<()> {
        self.items = HashMap::from([(String::new(), String::new())]);
        let Some(into) = self.into else { return Ok(()) };
        for item in items {
            let Some(seq) = self.r.live_row(NamedTable::Item, into, item.uuid)?.map(ItemSeq) else { continue };
            let called = self.r.item_at(seq)?.map(|row| row.reference()).unwrap_or_default();
            self.items.insert(reference(item.number), called);
        }
        Ok(())
    }

    fn set_by_hand(&mut self, _: &OverrideRecord) -> Result<()> {
        Ok(())
    }

    fn question_set(&mut self, _: &QuestionSet) -> Result<()> {
        Ok(())
    }

    fn catalogue_set(&mut self, set: &CatalogueSet) -> Result<()> {
        let catalogue = CanonicalIndex::read(self.r)?;
        for record in &set.catalogue {
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

    fn input(&mut self, input: &InputRecord<'_>, known: Provenance<'_>) -> Result<()> {
        if input.superseded {
            return self.older(input.label, input.uuid, known);
        }
        let theirs = ColumnContent {
            title: input.title.as_deref(),
            text: &input.sha256,
            output_type: None,
            status: shown(&input.state, &input.mark),
        };
        self.count(input.label, input.uuid, known, Some(&theirs).filter(|_| !input.archived))
    }

    fn bundle(&mut self, _: &BundleRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &RunRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn fact(&mut self, fact: &FactRecord<'_>, known: Provenance<'_>) -> Result<()> {
        if fact.status == Status::Superseded {
            return self.older(fact.label, fact.uuid, known);
        }
        if let Some(here) = self.equivalent_label(fact, known)? {
            if let Some(found) = self.found.last_mut().filter(|_| is_shown(fact)) {
                found.tallies.count(EntityKind::Fact, true);
            }
            self.differs.is_called(fact.label, here);
            return Ok(());
        }
        let status = fact_shown(fact.status, fact.needs_review, &fact.mark).unwrap_or_default();
        let theirs = ColumnContent { title: None, text: &fact.text, output_type: None, status };
        self.count(fact.label, fact.uuid, known, Some(&theirs).filter(|_| is_shown(fact)))
    }

    fn reaffirmation(&mut self, _: &ReaffirmationRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn entity(&mut self, entity: &EntityRecord<'_>, known: Provenance<'_>) -> Result<()> {
        let theirs = ColumnContent {
            title: None,
            text: entity.text.as_deref().unwrap_or_default(),
            output_type: entity.output_type.as_deref(),
            status: shown(&entity.state, &entity.mark),
        };
        self.count(entity.label, entity.uuid, known, Some(&theirs).filter(|_| !entity.archived))
    }

    fn link(&mut self, up: EntityLabel, down: EntityLabel, link: LinkSource) -> Result<()> {
        self.differs.link(up, down, link);
        Ok(())
    }

    fn edited(&mut self, _: EntityLabel, _: &RecordedFact, _: &str) -> Result<()> {
        Ok(())
    }

    fn variant(&mut self, _: &VariantRecord) -> Result<()> {
        Ok(())
    }

    fn image(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }

    fn suggestion(&mut self, _: &SuggestionRecord<'_>) -> Result<()> {
        Ok(())
    }

    fn foreign(&mut self, _: EntityLabel, _: Option<&str>, _: Option<&str>) -> Result<()> {
        Ok(())
    }

    fn chat_set(&mut self, _: &ChatSet) -> Result<()> {
        Ok(())
    }

    fn declared(&mut self, _: &DeclaredRecord) -> Result<()> {
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if let (Some(discovery), Some(found)) = (self.into, self.found.last_mut()) {
            let counts = self.differs.end(self.r, discovery)?;
            found.tallies.of.iter_mut().zip(counts).for_each(|(tally, count)| tally.differs = count);
            found.differences = std::mem::take(&mut self.differs.first);
        }
        Ok(())
    }
}
