//! Writing what a file holds, within one transaction.
//!
//! A new discovery is made hidden and shown at the end, so that undo turns one row. Into one that is here, only what is
//! new is written, under labels that nothing had; nothing that is here is changed, but that what a new fact supersedes is
//! superseded, and that a second accepted value of a key becomes a conflict.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use factly_core::discovery::{EntityLabel, Kind};
use factly_core::keys::{KeyDef, NOTE_KEY, ValueType};
use factly_core::ledger::Status;
use factly_core::transfer::raw::compact;
use factly_core::transfer::record::{
    AdditionRecord, BundleRecord, EntityRecord, FactRecord, InputRecord, ItemRecord, OverrideRecord,
    ReaffirmationRecord, RunRecord, SuggestionRecord, ViewRecord,
};
use uuid::Uuid;

use super::asked::Asked;
use super::called::{called_here, compacted, numbered_outcomes, relabelled, source_ids, value_of};
use super::here::{How, same_discovery, same_entity};
use super::index::Index;
use super::meant::Meant;
use super::sink::{Heading, Known, Link, Sink};
use super::talk::Talk;
use super::tally::{Tallies, is_shown};
use crate::error::{Code, Error, Result};
use crate::store::knowledge::{NewAddition, NewOverride};
use crate::store::transfer::{Named, NewDiscovery, NewFact};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, ItemSeq, RunSeq, Topic, Writer};

/// What became of a discovery of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    pub id: Uuid,
    pub title: String,
    /// It went into one that was here.
    pub merged: bool,
    pub added: Tallies,
}

pub(super) struct Rows<'x, 'w> {
    w: &'x mut Writer<'w>,
    how: How,
    at: Option<At>,
    pub(super) done: Vec<Imported>,
    /// What was made hidden, to be shown when everything is there.
    pub(super) hidden: Vec<DiscoverySeq>,
}

/// The discovery that is written to, and what the names of the file are here.
pub(super) struct At {
    pub(super) discovery: DiscoverySeq,
    pub(super) is_merge: bool,
    index: Rc<Index>,
    inputs: HashMap<Uuid, InputSeq>,
    /// The ids of Inputs that changed, for the bundles that name them.
    pub(super) renamed: HashMap<Uuid, Uuid>,
    pub(super) bundles: HashMap<Uuid, BundleSeq>,
    runs: HashMap<Uuid, RunSeq>,
    /// What the file's items are called here, where that differs.
    items: HashMap<String, String>,
    /// By the place in the file's ledger; those before `first` were here.
    facts: Vec<FactSeq>,
    first: FactSeq,
    next_fact: i64,
    labels: HashMap<EntityLabel, EntityLabel>,
    /// Labels whose entity was here, or came in by a record of its own.
    known: HashSet<EntityLabel>,
    highest: [i64; 5],
    pub(super) added: Tallies,
}

impl At {
    pub(super) fn fact(&self, uuid: Uuid) -> Option<FactSeq> {
        let ordinal = usize::try_from(*self.index.facts.get(&uuid)?).ok()?;
        self.facts.get(ordinal).copied()
    }

    /// What an item of the file is called here.
    pub(super) fn item<'i>(&'i self, item: &'i str) -> &'i str {
        self.items.get(item).map_or(item, String::as_str)
    }

    /// The label here of what the file calls `label`, once it is there.
    pub(super) fn called(&self, label: EntityLabel) -> EntityLabel {
        self.labels.get(&label).copied().unwrap_or(label)
    }
}

impl<'x, 'w> Rows<'x, 'w> {
    pub(super) const fn new(w: &'x mut Writer<'w>, how: How) -> Self {
        Self { w, how, at: None, done: Vec::new(), hidden: Vec::new() }
    }

    pub(super) fn at(&mut self) -> Result<(&mut Writer<'w>, &mut At)> {
        let nowhere = || Error::new(Code::Internal, "A file's rows came before its discovery.");
        self.at.as_mut().map(|at| (&mut *self.w, at)).ok_or_else(nowhere)
    }

    /// The id of a new row: the file's, unless it is to be a copy or another row has it.
    pub(super) fn id(&self, named: Named, uuid: Uuid) -> Result<Uuid> {
        let mut id = if self.how == How::Copy { self.w.next_id() } else { uuid };
        while self.w.is_taken(named, id)? {
            id = self.w.next_id();
        }
        Ok(id)
    }

    pub(super) fn id_of(&self, named: Named, uuid: Option<Uuid>) -> Result<Uuid> {
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

    /// Whether an entity is here already; then it is left as it is.
    fn is_known(&mut self, label: EntityLabel, uuid: Uuid, known: Known<'_>) -> Result<bool> {
        let (w, at) = self.at()?;
        if !at.is_merge {
            return Ok(false);
        }
        let here = same_entity(w, at.discovery, label.kind, uuid, known)?;
        if let Some(here) = here {
            at.labels.insert(label, here);
            at.known.insert(label);
        }
        Ok(here.is_some())
    }

    fn begin(&mut self, heading: &Heading) -> Result<(DiscoverySeq, bool)> {
        let here = same_discovery(self.w, heading)?;
        match (self.how, here) {
            (How::Merge, Some(row)) => {
                let (id, title) = (row.id, row.title);
                self.done.push(Imported { id, title, merged: true, added: Tallies::default() });
                Ok((row.seq, true))
            }
            (How::Add, Some(row)) => Err(here_already(&row.title)),
            (_, _) => Ok((self.make(heading)?, false)),
        }
    }

    fn make(&mut self, heading: &Heading) -> Result<DiscoverySeq> {
        let id = self.id(Named::Discovery, heading.uuid.unwrap_or_else(|| self.w.next_id()))?;
        let packs = serde_json::to_string(&heading.packs).unwrap_or_default();
        let seq = self.w.insert_hidden_discovery(&NewDiscovery {
            id,
            title: &heading.title,
            goal: &heading.goal,
            stage: heading.stage,
            packs: &packs,
            archived: heading.archived,
            created_at: heading.created_at,
        })?;
        // A copy is another discovery: it does not answer to the name of the first.
        let name = heading.name.as_deref().filter(|_| self.how != How::Copy);
        if name.is_some() || heading.fields != "{}" {
            self.w.put_foreign(seq, None, name, &heading.fields)?;
        }
        self.hidden.push(seq);
        let (title, added) = (heading.title.clone(), Tallies::default());
        self.done.push(Imported { id, title, merged: false, added });
        Ok(seq)
    }
}

pub(super) fn here_already(title: &str) -> Error {
    Error::refused(format!("“{title}” is in the library already."))
        .kept("Nothing was imported.")
        .hint("Merge the file into it, or import it as a copy.")
}

impl Sink for Rows<'_, '_> {
    fn discovery(&mut self, heading: &Heading, index: &Rc<Index>) -> Result<()> {
        let (discovery, is_merge) = self.begin(heading)?;
        let first = self.w.next_fact()?;
        let (facts, next_fact) = numbered(self.w, discovery, is_merge, index, first)?;
        self.at = Some(At {
            discovery,
            is_merge,
            index: Rc::clone(index),
            inputs: HashMap::new(),
            renamed: HashMap::new(),
            bundles: HashMap::new(),
            runs: HashMap::new(),
            items: HashMap::new(),
            facts,
            first,
            next_fact,
            labels: HashMap::new(),
            known: HashSet::new(),
            highest: [0; 5],
            added: Tallies { chat: if is_merge { 0 } else { heading.chat }, ..Tallies::default() },
        });
        Ok(())
    }

    fn key(&mut self, key: &KeyDef) -> Result<()> {
        let (w, at) = self.at()?;
        let definition = serde_json::to_string(key).map_err(|error| Error::invalid(format!("{error}.")))?;
        if at.is_merge && w.has_discovery_key(at.discovery, &key.path)? {
            return Ok(());
        }
        Ok(w.insert_discovery_key(at.discovery, &key.path, &definition)?)
    }

    fn items(&mut self, items: &[ItemRecord]) -> Result<()> {
        let mut rows = HashMap::new();
        let mut new = Vec::new();
        for item in items {
            let (w, at) = self.at()?;
            let here = w.live_row(Named::Item, at.discovery, item.uuid)?.map(ItemSeq);
            let seq = match here.filter(|_| at.is_merge) {
                Some(seq) => seq,
                None => {
                    let id = self.id(Named::Item, item.uuid)?;
                    let (w, at) = self.at()?;
                    let seq = w.insert_imported_item(at.discovery, id, item)?;
                    new.push((seq, item));
                    seq
                }
            };
            let (w, at) = self.at()?;
            let called = w.item_at(seq)?.map(|row| row.reference()).unwrap_or_default();
            at.items.insert(factly_core::items::reference(item.number), called);
            rows.insert(item.number, seq);
        }
        let (w, _) = self.at()?;
        for (seq, item) in new {
            if let Some(into) = item.merged_into.and_then(|number| rows.get(&number)).filter(|into| **into != seq) {
                w.merge_item(seq, *into)?;
            }
        }
        Ok(())
    }

    fn input(&mut self, input: &InputRecord<'_>, known: Known<'_>) -> Result<()> {
        if self.is_known(input.label, input.uuid, known)? {
            let (w, at) = self.at()?;
            if let Some(seq) = w.live_row(Named::Input, at.discovery, input.uuid)? {
                at.inputs.insert(input.uuid, InputSeq(seq));
            }
            return Ok(());
        }
        let id = self.id(Named::Input, input.uuid)?;
        let label = self.label(input.label)?;
        let (w, at) = self.at()?;
        let mut row = InputRecord { label, ..input.clone() };
        if at.is_merge {
            let newest = w.newest_input_version(at.discovery, label.no)?;
            row.version = row.version.max(newest + 1);
            row.superseded |= at.known.contains(&input.label);
        }
        let seq = w.insert_imported_input(at.discovery, id, &row)?;
        at.inputs.insert(input.uuid, seq);
        at.renamed.insert(input.uuid, id);
        if !row.superseded && !row.archived {
            at.added.count(Kind::Input, false);
        }
        Ok(())
    }

    fn bundle(&mut self, bundle: &BundleRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        if at.is_merge
            && let Some(seq) = w.live_row(Named::Bundle, at.discovery, bundle.uuid)?
        {
            at.bundles.insert(bundle.uuid, BundleSeq(seq));
            return Ok(());
        }
        let input = bundle.input.and_then(|uuid| at.inputs.get(&uuid).copied());
        if bundle.input.is_some() && input.is_none() {
            return Ok(());
        }
        let source_ids = source_ids(bundle.source_ids, &at.renamed);
        let item_ids = bundle.item_ids.map_or_else(|| "[]".to_owned(), |raw| called_here(raw, &at.items));
        let id = self.id(Named::Bundle, bundle.uuid)?;
        let (w, at) = self.at()?;
        let place = input.zip(bundle.input_start);
        let seq = w.insert_imported_bundle(at.discovery, id, place, (&source_ids, &item_ids), bundle)?;
        at.bundles.insert(bundle.uuid, seq);
        Ok(())
    }

    fn run(&mut self, run: &RunRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        let Some(bundle) = at.bundles.get(&run.bundle).copied() else { return Ok(()) };
        if at.is_merge
            && let Some(seq) = w.live_row(Named::Run, at.discovery, run.uuid)?
        {
            at.runs.insert(run.uuid, RunSeq(seq));
            return Ok(());
        }
        let forced = run.forced || (at.is_merge && w.has_succeeded(bundle)?);
        let outcomes = run.outcomes.map_or_else(|| "[]".to_owned(), |outcomes| numbered_outcomes(at, outcomes));
        let stats = compacted(run.stats);
        let repairs = compacted(run.repairs).unwrap_or(Cow::Borrowed("[]"));
        let id = self.id(Named::Run, run.uuid)?;
        let (w, at) = self.at()?;
        let seq =
            w.insert_imported_run(at.discovery, id, bundle, forced, (stats.as_deref(), &repairs, &outcomes), run)?;
        at.runs.insert(run.uuid, seq);
        Ok(())
    }

    fn fact(&mut self, fact: &FactRecord<'_>, known: Known<'_>) -> Result<()> {
        if self.is_known(fact.label, fact.uuid, known)? {
            return Ok(());
        }
        let called = self.at()?.1.items.get(fact.item.as_ref()).cloned();
        let fact = &match called {
            Some(item) => FactRecord { item: item.into(), ..fact.clone() },
            None => fact.clone(),
        };
        let id = self.id(Named::Fact, fact.uuid)?;
        let label = self.label(fact.label)?;
        let (w, at) = self.at()?;
        let seq = match known {
            Known::ByRecord => at.fact(fact.uuid),
            Known::ByName(_) => None,
        };
        let seq = seq.unwrap_or_else(|| {
            at.next_fact += 1;
            FactSeq(at.next_fact - 1)
        });
        let (value, norm) = value_of(fact);
        let (missing, hint, because) = (compacted(fact.missing), compacted(fact.hint), compacted(fact.because));
        let key = fact.key.as_deref().unwrap_or(NOTE_KEY);
        let mut new = NewFact {
            seq,
            id,
            label_no: label.no,
            version: fact.version,
            key,
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
        if at.is_merge {
            new.version = new.version.max(w.newest_version(at.discovery, label.no)? + 1);
            settle(w, at, &mut new, fact)?;
        }
        w.insert_imported_fact(at.discovery, &new, fact)?;
        if is_shown(fact) {
            at.added.count(Kind::Fact, false);
        }
        Ok(())
    }

    fn reaffirmation(&mut self, again: &ReaffirmationRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        let bundle = at.bundles.get(&again.evidence.bundle).copied();
        let Some((fact, bundle)) = at.fact(again.fact).zip(bundle) else { return Ok(()) };
        let run = again.run.and_then(|run| at.runs.get(&run).copied());
        Ok(w.insert_imported_reaffirmation(fact, run, bundle, &again.evidence)?)
    }

    /// Where a field is set by hand here already, it stays so.
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

    fn addition(&mut self, added: &AdditionRecord) -> Result<()> {
        let (w, at) = self.at()?;
        if at.is_merge && w.live_row(Named::Addition, at.discovery, added.uuid)?.is_some() {
            return Ok(());
        }
        let id = self.id(Named::Addition, added.uuid)?;
        let (w, at) = self.at()?;
        Ok(w.insert_addition(&NewAddition {
            id,
            discovery: at.discovery,
            item: at.item(&added.item),
            block: &added.block,
            kind: &added.kind,
            text: &added.text,
            model: &added.model,
            added_at: added.added_at,
        })?)
    }

    fn asked(&mut self, asked: &Asked) -> Result<()> {
        self.put_asked(asked)
    }

    fn meant(&mut self, meant: &Meant) -> Result<()> {
        self.put_meant(meant)
    }

    fn view(&mut self, view: &ViewRecord) -> Result<()> {
        self.put_view(view)
    }

    fn entity(&mut self, entity: &EntityRecord<'_>, known: Known<'_>) -> Result<()> {
        if self.is_known(entity.label, entity.uuid, known)? {
            return Ok(());
        }
        let id = self.id(Named::Entity, entity.uuid)?;
        let label = self.label(entity.label)?;
        let (w, at) = self.at()?;
        w.insert_imported_entity(at.discovery, id, label, compacted(entity.because).as_deref(), entity)?;
        if !entity.archived {
            at.added.count(label.kind, false);
        }
        Ok(())
    }

    fn link(&mut self, up: EntityLabel, down: EntityLabel, link: Link) -> Result<()> {
        let (w, at) = self.at()?;
        Ok(w.insert_imported_link(at.discovery, at.called(up), at.called(down), link == Link::Shown)?)
    }

    fn suggestion(&mut self, suggestion: &SuggestionRecord<'_>) -> Result<()> {
        let (w, at) = self.at()?;
        if at.is_merge && w.live_row(Named::Suggestion, at.discovery, suggestion.uuid)?.is_some() {
            return Ok(());
        }
        let id = self.id(Named::Suggestion, suggestion.uuid)?;
        let (w, at) = self.at()?;
        let links = relabelled(suggestion.links, &at.labels);
        Ok(w.insert_imported_suggestion(at.discovery, id, &links, suggestion)?)
    }

    fn foreign(&mut self, label: EntityLabel, name: Option<&str>, fields: Option<&str>) -> Result<()> {
        let (w, at) = self.at()?;
        if at.known.contains(&label) {
            return Ok(());
        }
        let here = at.called(label);
        let fields = fields.map_or(Cow::Borrowed("{}"), compact);
        Ok(w.put_foreign(at.discovery, Some(here), name, &fields)?)
    }

    /// Into a discovery that is here its own chat stays as it is.
    fn talk(&mut self, talk: &Talk) -> Result<()> {
        if self.at()?.1.is_merge {
            return Ok(());
        }
        talk.conversations.iter().try_for_each(|conversation| self.conversation(conversation))
    }

    fn end(&mut self) -> Result<()> {
        let (w, at) = self.at()?;
        for kind in Kind::ALL {
            if at.highest[kind as usize] > 0 {
                w.raise_labels(at.discovery, kind, at.highest[kind as usize] + 1)?;
            }
        }
        if at.is_merge {
            w.touch_discovery(at.discovery)?;
        }
        Topic::ALL.into_iter().filter(|topic| *topic != Topic::Preferences).for_each(|topic| w.topic(topic));
        let added = at.added;
        if let Some(done) = self.done.last_mut() {
            done.added = added;
        }
        self.at = None;
        Ok(())
    }
}

/// The number of each fact of the file's ledger: its own if it is here, else the next; and the first that is free then.
fn numbered(
    w: &Writer<'_>,
    discovery: DiscoverySeq,
    is_merge: bool,
    index: &Index,
    first: FactSeq,
) -> Result<(Vec<FactSeq>, i64)> {
    let count = index.facts.len();
    if !is_merge {
        let end = first.0 + i64::try_from(count).unwrap_or(i64::MAX);
        return Ok(((first.0..end).map(FactSeq).collect(), end));
    }
    let mut facts = vec![FactSeq(0); count];
    for (uuid, ordinal) in &index.facts {
        if let Some(seq) = w.live_row(Named::Fact, discovery, *uuid)? {
            facts[*ordinal as usize] = FactSeq(seq);
        }
    }
    let mut next = first.0;
    for fact in facts.iter_mut().filter(|fact| fact.0 == 0) {
        *fact = FactSeq(next);
        next += 1;
    }
    Ok((facts, next))
}

/// A new fact beside what is here: what it supersedes stands no longer, and what contradicts it is for the analyst.
fn settle(w: &mut Writer<'_>, at: &At, new: &mut NewFact<'_>, fact: &FactRecord<'_>) -> Result<()> {
    if matches!(fact.status, Status::Rejected | Status::Superseded) {
        return Ok(());
    }
    if let Some(older) = new.supersedes.filter(|older| *older < at.first)
        && w.fact_at(older)?.is_some_and(|older| older.status != Status::Rejected)
    {
        w.set_fact_status(older, Status::Superseded, false)?;
    }
    if fact.status == Status::Accepted
        && new.key != NOTE_KEY
        && let Some(rival) = w.accepted_fact(at.discovery, new.key, &fact.item)?
    {
        (new.status, new.conflicts_with) = (Status::Conflict.as_str(), Some(rival));
    }
    Ok(())
}
