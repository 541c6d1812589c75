//! The sink of the contents of a file, one by one: counted for a preview, or written.

use std::rc::Rc;

use factly_core::discovery::{DiscoveryKind, EntityLabel};
use factly_core::inputs::Stage;
use factly_core::keys::KeyDef;
use factly_core::transfer::record::{
    BundleRecord, EntityRecord, FactRecord, InputRecord, ItemRecord, OverrideRecord, ReaffirmationRecord, RunRecord,
    SuggestionRecord, VariantRecord, ViewRecord,
};
use factly_core::transfer::unknown::UnknownFields;
use uuid::Uuid;

use crate::error::Result;
use crate::transfer::index::{FileIndex, RecordedFact};
use crate::transfer::record_sets::{CatalogueSet, ChatSet, DeclaredRecord, QuestionSet};

/// A discovery as a file has it.
#[derive(Clone, Debug)]
pub(super) struct DiscoveryHead {
    /// As another application calls it.
    pub(super) name: Option<String>,
    pub(super) uuid: Option<Uuid>,
    pub(super) title: String,
    pub(super) goal: String,
    pub(super) stage: Stage,
    pub(super) packs: Vec<String>,
    pub(super) kind: Option<DiscoveryKind>,
    pub(super) archived: bool,
    pub(super) created_at: i64,
    pub(super) date: Option<String>,
    /// The fields that we do not know, as a JSON object.
    pub(super) fields: String,
    /// The same of what stands under `factly`.
    pub(super) own_fields: Option<String>,
    pub(super) chat: u32,
}

/// The reason that an entity is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Provenance<'a> {
    /// It has a record, and with it a UUID that says who it is.
    ByRecord,
    /// Another application made it: it is what it is called.
    ByName(&'a str),
}

/// The place where a link was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LinkSource {
    /// In a column: it may be no more than what a fact's evidence says already.
    Shown,
    Stored,
}

/// Everything comes after what it refers to, save that outcomes of runs name facts.
pub(super) trait Sink {
    fn discovery(&mut self, heading: &DiscoveryHead, index: &Rc<FileIndex>) -> Result<()>;
    /// Fields that we do not know of what is told next.
    fn unknown(&mut self, unknown: UnknownFields) -> Result<()>;
    fn key(&mut self, key: &KeyDef) -> Result<()>;
    /// All of them: one may have been merged into any other.
    fn items(&mut self, items: &[ItemRecord]) -> Result<()>;
    /// Its fact was told before it.
    fn set_by_hand(&mut self, set: &OverrideRecord) -> Result<()>;
    /// Their bundles were told before them.
    fn question_set(&mut self, set: &QuestionSet) -> Result<()>;
    /// The facts and items whose lines they are were told before them.
    fn catalogue_set(&mut self, set: &CatalogueSet) -> Result<()>;
    fn view(&mut self, view: &ViewRecord) -> Result<()>;
    /// With its title and its text.
    fn input(&mut self, input: &InputRecord<'_>, known: Provenance<'_>) -> Result<()>;
    fn bundle(&mut self, bundle: &BundleRecord<'_>) -> Result<()>;
    fn run(&mut self, run: &RunRecord<'_>) -> Result<()>;
    fn fact(&mut self, fact: &FactRecord<'_>, known: Provenance<'_>) -> Result<()>;
    /// Another application gave a fact of the ledger other words, which are to be taken over.
    fn edited(&mut self, label: EntityLabel, recorded: &RecordedFact, words: &str) -> Result<()>;
    fn reaffirmation(&mut self, again: &ReaffirmationRecord<'_>) -> Result<()>;
    /// With its text.
    fn entity(&mut self, entity: &EntityRecord<'_>, known: Provenance<'_>) -> Result<()>;
    fn link(&mut self, up: EntityLabel, down: EntityLabel, link: LinkSource) -> Result<()>;
    /// Its entities were told before it.
    fn variant(&mut self, variant: &VariantRecord) -> Result<()>;
    fn suggestion(&mut self, suggestion: &SuggestionRecord<'_>) -> Result<()>;
    fn foreign(&mut self, label: EntityLabel, name: Option<&str>, fields: Option<&str>) -> Result<()>;
    /// The chat, whose cards may name any entity.
    fn chat_set(&mut self, talk: &ChatSet) -> Result<()>;
    /// A row of a table that is declared; what it names was told before it.
    fn declared(&mut self, record: &DeclaredRecord) -> Result<()>;
    /// The bytes of an image that a report names.
    fn image(&mut self, bytes: &[u8]) -> Result<()>;
    fn end(&mut self) -> Result<()>;
}
