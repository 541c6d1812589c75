//! Writing what a file holds, within one transaction.
//!
//! A new discovery is made hidden and shown at the end, so that undo turns one row. Into one that is here, only what is
//! new is written, under labels that nothing had; nothing that is here is changed, but that what a new fact supersedes is
//! superseded, and that another accepted value of a key, or another version of a fact that was edited here too, becomes a
//! conflict; the same value proves the one that is here. One that was deleted or taken back is shown at the end too, and
//! is until then as one that is here: so nothing in it is called anew, and one step takes it back.
//! Within either, what was deleted or taken back and is in the file is shown again as the file has it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::keys::{KeyDef, NOTE_KEY, ValueType};
use factly_core::message;
use factly_core::transfer::raw::compact;
use factly_core::transfer::record::{
    BundleRecord, EntityRecord, FactRecord, InputRecord, ItemRecord, OverrideRecord, ReaffirmationRecord, RunRecord,
    SuggestionRecord, VariantRecord, ViewRecord,
};
use factly_core::transfer::unknown::{UnknownFieldStore, UnknownFields};
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::marks::fact_label;
use crate::originals::keep_carried;
use crate::store::knowledge::NewOverride;
use crate::store::transfer::{ImportedFact, NamedTable};
use crate::store::{BundleSeq, DiscoverySeq, InputSeq, ItemSeq, RunSeq, Stack, Topic, Writer};
use crate::transfer::equivalent_facts::{EquivalentFact, equivalent_of};
use crate::transfer::existing::{ImportMode, same_entity};
use crate::transfer::fact_inputs::FactInputs;
use crate::transfer::foreign_edits::ForeignEdit;
use crate::transfer::id_map::{compacted, translated_names, value_of};
use crate::transfer::index::{FileIndex, RecordedFact};
use crate::transfer::numbers::{ExistingVersions, numbered, settle};
use crate::transfer::record_sets::{CatalogueSet, ChatSet, DeclaredRecord, QuestionSet};
use crate::transfer::sink::{DiscoveryHead, LinkSource, Provenance, Sink};
use crate::transfer::tally::{Tallies, is_shown};
use crate::transfer::target::ImportTarget;

/// The outcome of a discovery of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    pub id: Uuid,
    pub title: String,
    /// It went into one that was here.
    pub merged: bool,
    /// It was here, deleted or taken back.
    pub came_back: bool,
    pub added: Tallies,
}

pub(super) struct ImportWriter<'x, 'w> {
    pub(super) w: &'x mut Writer<'w>,
    pub(super) how: ImportMode,
    at: Option<ImportTarget>,
    pub(super) done: Vec<Imported>,
    /// Discoveries made hidden or coming back, to be shown when everything is there.
    pub(super) hidden: Vec<DiscoverySeq>,
    /// To be done when everything is there, since what rests on them is marked.
    pub(super) edits: Vec<ForeignEdit>,
}

impl<'x, 'w> ImportWriter<'x, 'w> {
    pub(super) const fn new(w: &'x mut Writer<'w>, how: ImportMode) -> Self {
        Self { w, how, at: None, done: Vec::new(), hidden: Vec::new(), edits: Vec::new() }
    }

    pub(super) fn at(&mut self) -> Result<(&mut Writer<'w>, &mut ImportTarget)> {
        let nowhere = || Error::new(Code::Internal, "A file's rows came before its discovery.");
        self.at.as_mut().map(|at| (&mut *self.w, at)).ok_or_else(nowhere)
    }

    /// The id of a new row: the file's, unless it is to be a copy or another row has it.
    pub(super) fn id(&mut self, named: NamedTable, uuid: Uuid) -> Result<Uuid> {
        let mut id = if self.how == ImportMode::Copy { self.w.next_id() } else { uuid };
        while self.w.is_taken(named, id)? {
            id = self.w.next_id();
        }
        if let Some(at) = &mut self.at {
            at.keep(uuid, id);
            let is_kept_as_row =
                matches!(named, NamedTable::Input | NamedTable::Bundle | NamedTable::Run | NamedTable::Fact);
            if id != uuid && !is_kept_as_row {
                at.ids.insert((named, uuid), id);
            }
        }
        Ok(id)
    }

    pub(super) fn id_of(&mut self, named: NamedTable, uuid: Option<Uuid>) -> Result<Uuid> {
        self.id(named, uuid.unwrap_or_else(|| self.w.next_id()))
    }

    /// The label here of what the file calls `label`: the same where that was never given.
    fn label(&mut self, label: EntityLabel) -> Result<EntityLabel> {
        let (w, at) = self.at()?;
        if !at.is_merge {
            at.highest[label.kind as usize] = at.highest[label.kind as usize].max(label.no);
            return Ok(label);
        }
        if let Some(here) = at.labels.get(&label) {
            return Ok(*here);
        }
        let next = w.next_label(at.discovery, label.kind)?;
        let here = EntityLabel::new(label.kind, label.no.max(next));
        w.raise_labels(at.discovery, label.kind, here.no + 1)?;
        at.labels.insert(label, here);
        Ok(here)
    }

    /// Returns whether an entity is here already; then it is left as it is.
    fn is_known(&mut self, label: EntityLabel, uuid: Uuid, known: Provenance<'_>) -> Result<bool> {
        let (w, at) = self.at()?;
        if !at.is_merge {
            return Ok(false);
        }
        let here = same_entity(w, at.discovery, label.kind, uuid, known)?;
        if let Some(here) = here {
            at.labels.insert(label, here);
            at.known.insert(label);
            if let Some((standing, row)) = equivalent_of(w, at.discovery, here)? {
                at.says(label, uuid, standing, row);
            }
        }
        Ok(here.is_some())
    }

    /// The hidden row that a file's entity was here, and the label that it goes by.
    fn hidden_row(&mut self, label: EntityLabel, uuid: Uuid) -> Result<Option<(i64, EntityLabel)>> {
        let (w, at) = self.at()?;
        if !at.is_merge {
            return Ok(None);
        }
        let found = w.hidden_row(at.discovery, label.kind, uuid)?;
        Ok(found.filter(|(_, here)| at.labels.get(&label).is_none_or(|called| called == here)))
    }

    /// With the id and the number that it had here, if it was.
    fn new_item(&mut self, item: &ItemRecord, into: Option<ItemSeq>) -> Result<ItemSeq> {
        let (w, at) = self.at()?;
        if at.is_merge
            && let Some(seq) = w.bring_back_item(at.discovery, item, into)?
        {
            at.has_brought_back = true;
            return Ok(seq);
        }
        let id = self.id(NamedTable::Item, item.uuid)?;
        let (w, at) = self.at()?;
        Ok(w.insert_imported_item(at.discovery, id, item, into)?)
    }

    /// Records that the file's statements on a fact belong to another one here.
    pub(super) fn add_to_equivalent(&mut self, fact: &FactRecord<'_>, same: &EquivalentFact) -> Result<()> {
        let (w, at) = self.at()?;
        if let Some((quote, bundle)) = fact.evidence.as_ref().zip(same.bundle) {
            w.insert_imported_reaffirmation(same.rival.seq, same.run, bundle, quote)?;
        }
        at.says(fact.label, fact.uuid, fact_label(same.rival.label_no), same.rival.seq);
        Ok(())
    }
}

impl Sink for ImportWriter<'_, '_> {
    fn discovery(&mut self, heading: &DiscoveryHead, index: &Rc<FileIndex>) -> Result<()> {
        let (discovery, is_merge) = self.begin(heading)?;
        let first = self.w.next_fact()?;
        let (facts, next_fact) = numbered(self.w, discovery, is_merge, index, first)?;
        self.at = Some(ImportTarget {
            discovery,
            is_merge,
            index: Rc::clone(index),
            inputs: HashMap::new(),
            renamed: HashMap::new(),
            bundles: HashMap::new(),
            runs: HashMap::new(),
            evident: FactInputs::default(),
            items: HashMap::new(),
            facts,
            first,
            next_fact,
            ids: HashMap::new(),
            labels: HashMap::new(),
            equivalents: HashMap::new(),
            known: HashSet::new(),
            highest: [0; 5],
            waiting: HashMap::new(),
            unknown_fields: UnknownFieldStore::default(),
            has_brought_back: false,
            added: Tallies { chat: if is_merge { 0 } else { heading.chat }, ..Tallies::default() },
        });
        match heading.own_fields.clone() {
            Some(fields) => self.unknown(UnknownFields { of: String::new(), pointer: String::new(), fields }),
            None => Ok(()),
        }
    }

    /// Of what has no id here only a new discovery's: a merge could not be taken back from what is kept.
    fn unknown(&mut self, unknown: UnknownFields) -> Result<()> {
        let (_, at) = self.at()?;
        if Uuid::try_parse(&unknown.of).is_ok() {
            at.waiting.entry(unknown.of.clone()).or_default().push(unknown);
        } else if !at.is_merge {
            at.unknown_fields.add(unknown);
        }
        Ok(())
    }

    fn key(&mut self, key: &KeyDef) -> Result<()> {
        let (w, at) = self.at()?;
        let definition = serde_json::to_string(key).map_err(|error| Error::invalid(message!("{}.", error)))?;
        if at.is_merge && w.has_discovery_key(at.discovery, &key.path)? {
            return Ok(());
        }
        Ok(w.insert_discovery_key(at.discovery, &key.path, &definition)?)
    }

    fn items(&mut self, items: &[ItemRecord]) -> Result<()> {
        let mut rows = HashMap::new();
        // Those that stand come first: so what was merged into one is made so, and undo has nothing of its own to turn.
        let (standing, merged): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.merged_into.is_none());
        for item in standing.into_iter().chain(merged) {
            let (w, at) = self.at()?;
            let here = w.live_row(NamedTable::Item, at.discovery, item.uuid)?.map(ItemSeq);
            let into = item.merged_into.and_then(|number| rows.get(&number).copied());
            let seq = match here.filter(|_| at.is_merge) {
                Some(seq) => seq,
                None => self.new_item(item, into)?,
            };
            let (w, at) = self.at()?;
            let called = w.item_at(seq)?.map(|row| row.reference()).unwrap_or_default();
            at.items.insert(factly_core::items::reference(item.number), called);
            rows.insert(item.number, seq);
        }
        Ok(())
    }

    fn input(&mut self, input: &InputRecord<'_>, known: Provenance<'_>) -> Result<()> {
        if self.is_known(input.label, input.uuid, known)? {
            let (w, at) = self.at()?;
            if let Some(seq) = w.live_row(NamedTable::Input, at.discovery, input.uuid)? {
                at.inputs.insert(input.uuid, InputSeq(seq));
            }
            return Ok(());
        }
        if let Some((_, here)) = self.hidden_row(input.label, input.uuid)? {
            let (w, at) = self.at()?;
            let superseded = input.superseded || at.known.contains(&input.label);
            let row = InputRecord { superseded, ..input.clone() };
            if let Some(seq) = w.bring_back_input(at.discovery, &row)? {
                at.has_brought_back = true;
                at.labels.insert(input.label, here);
                at.inputs.insert(input.uuid, seq);
                if !superseded && !input.archived {
                    at.added.count(EntityKind::Input, false);
                }
                return Ok(());
            }
        }
        let id = self.id(NamedTable::Input, input.uuid)?;
        let label = self.label(input.label)?;
        let (w, at) = self.at()?;
        let mut row = InputRecord { label, ..input.clone() };
        if at.is_merge {
            let newest = w.newest_input_version(at.discovery, label.no)?;
            row.version = row.version.max(newest + 1);
            row.superseded |= at.known.contains(&input.label);
        }
        let seq = w.insert_imported_input(at.discovery, id, &row)?;
        if let Some(document) = row.document {
            let chars = row.text.as_deref().unwrap_or_default().chars().count();
            keep_carried(w, seq, u32::try_from(chars).unwrap_or(u32::MAX), document)?;
        }
        at.evident.input(seq, label);
        at.inputs.insert(input.uuid, seq);
        at.renamed.insert(input.uuid, id);
        if !row.superseded && !row.archived {
            at.added.count(EntityKind::Input, false);
        }
        Ok(())
    }

    fn bundle(&mut self, bundle: &BundleRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        if at.is_merge
            && let Some(seq) = w.live_row(NamedTable::Bundle, at.discovery, bundle.uuid)?
        {
            at.bundles.insert(bundle.uuid, BundleSeq(seq));
            return Ok(());
        }
        let input = bundle.input.and_then(|uuid| at.inputs.get(&uuid).copied());
        if bundle.input.is_some() && input.is_none() {
            return Ok(());
        }
        let source = |id: &str| Some(at.renamed.get(&Uuid::try_parse(id).ok()?)?.to_string());
        let source_ids = translated_names(bundle.source_ids, source);
        let item_ids = bundle
            .item_ids
            .map_or_else(|| "[]".to_owned(), |raw| translated_names(raw, |id| at.items.get(id).cloned()));
        let id = self.id(NamedTable::Bundle, bundle.uuid)?;
        let (w, at) = self.at()?;
        let location = input.zip(bundle.input_start);
        let seq = w.insert_imported_bundle(at.discovery, id, location, (&source_ids, &item_ids), bundle)?;
        at.evident.bundle(seq, input);
        at.bundles.insert(bundle.uuid, seq);
        Ok(())
    }

    fn run(&mut self, run: &RunRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        let Some(bundle) = at.bundles.get(&run.bundle).copied() else { return Ok(()) };
        if at.is_merge
            && let Some(seq) = w.live_row(NamedTable::Run, at.discovery, run.uuid)?
        {
            at.runs.insert(run.uuid, RunSeq(seq));
            return Ok(());
        }
        let forced = run.forced || (at.is_merge && w.has_succeeded(bundle)?);
        if at.is_merge
            && let Some(seq) = w.bring_back_run(at.discovery, bundle, forced, run)?
        {
            at.has_brought_back = true;
            at.runs.insert(run.uuid, seq);
            return Ok(());
        }
        let outcomes = run.outcomes.map_or_else(|| "[]".to_owned(), |outcomes| at.numbered_outcomes(outcomes));
        let stats = compacted(run.stats);
        let repairs = compacted(run.repairs).unwrap_or(Cow::Borrowed("[]"));
        let id = self.id(NamedTable::Run, run.uuid)?;
        let (w, at) = self.at()?;
        let seq =
            w.insert_imported_run(at.discovery, id, bundle, forced, (stats.as_deref(), &repairs, &outcomes), run)?;
        at.runs.insert(run.uuid, seq);
        Ok(())
    }

    fn fact(&mut self, fact: &FactRecord<'_>, known: Provenance<'_>) -> Result<()> {
        if self.is_known(fact.label, fact.uuid, known)? {
            return Ok(());
        }
        let called = self.at()?.1.items.get(fact.item.as_ref()).cloned();
        let fact = &match called {
            Some(item) => FactRecord { item: item.into(), ..fact.clone() },
            None => fact.clone(),
        };
        let hidden = self.hidden_row(fact.label, fact.uuid)?;
        let (w, at) = self.at()?;
        let (value, norm) = value_of(fact);
        let (missing, hint, because) = (compacted(fact.missing), compacted(fact.hint), compacted(fact.because));
        let mut new = ImportedFact {
            seq: at.first,
            id: fact.uuid,
            label_no: fact.label.no,
            version: fact.version,
            key: fact.key.as_deref().unwrap_or(NOTE_KEY),
            value_type: fact.value_type.unwrap_or(ValueType::Note).as_str(),
            value: &value,
            norm: &norm,
            confidence: fact.confidence.get().parse().unwrap_or_default(),
            bundle: fact.evidence.as_ref().and_then(|quote| at.bundles.get(&quote.bundle).copied()),
            run: fact.run.and_then(|run| at.runs.get(&run).copied()),
            supersedes: fact.supersedes.and_then(|uuid| at.fact(uuid)),
            conflicts_with: fact.conflicts_with.and_then(|uuid| at.fact(uuid)),
            status: fact.status.as_str(),
            needs_review: fact.needs_review,
            missing: missing.as_deref().unwrap_or("[]"),
            hint: hint.as_deref(),
            because: because.as_deref(),
        };
        let mut settled = if at.is_merge { settle(w, at, &mut new, fact)? } else { ExistingVersions::default() };
        if let Some(edited) = &settled.edited_alike {
            at.says(fact.label, fact.uuid, EntityLabel::new(EntityKind::Fact, edited.label_no), edited.seq);
            at.added.count(EntityKind::Fact, true);
            return Ok(());
        }
        let carried = new.bundle.filter(|_| new.missing == "[]");
        let same = settled.same.take().map(|rival| EquivalentFact { rival, run: new.run, bundle: carried });
        let because = same.as_ref().map(|same| same.because(fact));
        new.because = because.as_deref().or(new.because);
        if is_shown(fact) {
            at.added.count(EntityKind::Fact, same.is_some());
        }
        if let Some((_, here)) = hidden
            && w.bring_back_fact(at.discovery, &new, fact)?
        {
            at.has_brought_back = true;
            at.labels.insert(fact.label, here);
            settled.move_dependants(w, here, &fact.text)?;
            return same.map_or(Ok(()), |same| self.add_to_equivalent(fact, &same));
        }
        new.id = self.id(NamedTable::Fact, fact.uuid)?;
        new.label_no = self.label(fact.label)?.no;
        let (w, at) = self.at()?;
        new.seq = at.number_of_new(fact.uuid);
        if at.is_merge {
            new.version = new.version.max(w.newest_version(at.discovery, new.label_no)? + 1);
        }
        if is_shown(fact) {
            at.evident.fact(&new);
        }
        w.insert_imported_fact(at.discovery, &new, fact)?;
        settled.move_dependants(w, EntityLabel::new(EntityKind::Fact, new.label_no), &fact.text)?;
        same.map_or(Ok(()), |same| self.add_to_equivalent(fact, &same))
    }

    fn edited(&mut self, label: EntityLabel, recorded: &RecordedFact, words: &str) -> Result<()> {
        let (_, at) = self.at()?;
        let edit = ForeignEdit {
            discovery: at.discovery,
            fact: at.local_label(label),
            recorded: *recorded,
            words: words.to_owned(),
        };
        self.edits.push(edit);
        Ok(())
    }

    fn reaffirmation(&mut self, again: &ReaffirmationRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        let bundle = at.bundles.get(&again.evidence.bundle).copied();
        let Some((fact, bundle)) = at.fact(again.fact).zip(bundle) else { return Ok(()) };
        let run = again.run.and_then(|run| at.runs.get(&run).copied());
        at.evident.again(fact, bundle);
        Ok(w.insert_imported_reaffirmation(fact, run, bundle, &again.evidence)?)
    }

    /// Sets a field by hand; one that is set by hand here already stays so.
    fn set_by_hand(&mut self, set: &OverrideRecord) -> Result<()> {
        let (w, at) = self.at()?;
        let item = at.item(&set.item);
        let Some(fact) = at.fact(set.fact) else { return Ok(()) };
        if w.override_of(at.discovery, &set.key, item)?.is_some() {
            return Ok(());
        }
        Ok(w.insert_override(&NewOverride {
            discovery: at.discovery,
            item,
            key: &set.key,
            value: &compact(set.value.get()),
            reason: &set.reason,
            fact,
            set_at: set.set_at,
        })?)
    }

    fn question_set(&mut self, set: &QuestionSet) -> Result<()> {
        self.put_question_set(set)
    }

    fn catalogue_set(&mut self, set: &CatalogueSet) -> Result<()> {
        self.put_catalogue_set(set)
    }

    fn view(&mut self, view: &ViewRecord) -> Result<()> {
        self.put_view(view)
    }

    fn entity(&mut self, entity: &EntityRecord<'_>, known: Provenance<'_>) -> Result<()> {
        if self.is_known(entity.label, entity.uuid, known)? {
            return Ok(());
        }
        let because = compacted(entity.because);
        let hidden = self.hidden_row(entity.label, entity.uuid)?;
        let (w, at) = self.at()?;
        if !entity.archived {
            at.added.count(entity.label.kind, false);
        }
        if let Some((_, here)) = hidden
            && w.bring_back_entity(at.discovery, because.as_deref(), entity)?
        {
            at.has_brought_back = true;
            at.labels.insert(entity.label, here);
            return Ok(());
        }
        let id = self.id(NamedTable::Entity, entity.uuid)?;
        let label = self.label(entity.label)?;
        let (w, at) = self.at()?;
        Ok(w.insert_imported_entity(at.discovery, id, label, because.as_deref(), entity)?)
    }

    fn link(&mut self, up: EntityLabel, down: EntityLabel, link: LinkSource) -> Result<()> {
        let (w, at) = self.at()?;
        let is_said_by_another = at.equivalents.contains_key(&down);
        let (up, down) = (at.local_label(up), at.local_label(down));
        if link == LinkSource::Shown && up.kind == EntityKind::Input {
            // Where a quote does not carry the value, it proves nothing of the fact that stands either.
            if is_said_by_another {
                return Ok(());
            }
            let is_evident =
                if at.is_merge { w.is_evidence(at.discovery, up, down)? } else { at.evident.says(up, down) };
            debug_assert_eq!(is_evident, w.is_evidence(at.discovery, up, down)?, "{down} of {up}");
            if is_evident {
                return Ok(());
            }
        }
        Ok(w.insert_imported_link(at.discovery, up, down)?)
    }

    fn variant(&mut self, variant: &VariantRecord) -> Result<()> {
        self.put_variant(variant)
    }

    fn suggestion(&mut self, suggestion: &SuggestionRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        if at.is_merge && w.live_row(NamedTable::Suggestion, at.discovery, suggestion.uuid)?.is_some() {
            return Ok(());
        }
        let links =
            translated_names(suggestion.links, |link| Some(at.local_label(EntityLabel::parse(link)?).to_string()));
        if at.is_merge && w.bring_back_suggestion(at.discovery, &links, suggestion)? {
            at.has_brought_back = true;
            return Ok(());
        }
        let id = self.id(NamedTable::Suggestion, suggestion.uuid)?;
        let (w, at) = self.at()?;
        Ok(w.insert_imported_suggestion(at.discovery, id, &links, suggestion)?)
    }

    fn foreign(&mut self, label: EntityLabel, name: Option<&str>, fields: Option<&str>) -> Result<()> {
        let (w, at) = self.at()?;
        if at.known.contains(&label) {
            return Ok(());
        }
        let here = at.local_label(label);
        let fields = fields.map_or(Cow::Borrowed("{}"), compact);
        Ok(w.put_foreign(at.discovery, Some(here), name, &fields)?)
    }

    /// Into a discovery that is here its own chat stays as it is.
    fn chat_set(&mut self, talk: &ChatSet) -> Result<()> {
        if self.at()?.1.is_merge {
            return Ok(());
        }
        talk.conversations.iter().try_for_each(|conversation| self.conversation(conversation))
    }

    fn declared(&mut self, record: &DeclaredRecord) -> Result<()> {
        self.put_declared(record)
    }

    fn image(&mut self, bytes: &[u8]) -> Result<()> {
        self.put_image(bytes)
    }

    fn end(&mut self) -> Result<()> {
        let (w, at) = self.at()?;
        for kind in EntityKind::ALL {
            if at.highest[kind as usize] > 0 {
                w.raise_labels(at.discovery, kind, at.highest[kind as usize] + 1)?;
            }
        }
        if at.is_merge {
            w.touch_discovery(at.discovery)?;
        }
        w.keep_unknown(at.discovery, &at.unknown_fields)?;
        if at.has_brought_back {
            w.drop_redo_of(Stack::Discovery(at.discovery))?;
        }
        Topic::ALL.iter().filter(|topic| **topic != Topic::Preferences).for_each(|topic| w.topic(*topic));
        let added = at.added;
        if let Some(done) = self.done.last_mut() {
            done.added = added;
        }
        self.at = None;
        Ok(())
    }
}
