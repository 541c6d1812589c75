//! Reading a discovery of a file, list by list, checking everything, and handing it over.
//!
//! A file is walked twice: once to look, and once more to write if nothing stands against it. Both see the same, so what
//! was shown is what is imported.

mod entities;
mod facts;
mod inputs;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use factly_core::discovery::{EntityKind, EntityLabel, OutputType};
use factly_core::items::{checked_name, reference};
use factly_core::keys::{KeyDef, NOTE_KEY, Registry};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::text::{CharIndex, Span};
use factly_core::transfer::check::{BundleFault, VerifiedBundle};
use factly_core::transfer::element::JsonElement;
use factly_core::transfer::record::{
    BundleRecord, ForeignRecord, ItemRecord, LinkRecord, OverrideRecord, RunRecord, SuggestionRecord,
};
use factly_core::transfer::status::read;
use factly_core::transfer::unknown::{UnknownFields, extract_unknown};
use factly_core::transfer::{COLUMNS, Column, FileFinding, FileLocation, FindingCode, OWN, column};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::error::Error;
use crate::store::transfer::columns_of;
use crate::task::{ProgressThrottle, TaskStep};
use crate::transfer::findings::Findings;
use crate::transfer::head::{TIMES, heading};
use crate::transfer::index::{FileIndex, InputText, ListEntry};
use crate::transfer::outline::FilePart;
use crate::transfer::sink::{LinkSource, Sink};
use crate::transfer::source::{Halt, JsonMark, Source};
use crate::world::World;

/// Maximum size in bytes of an Input's text, as everywhere.
const MAX_INPUT_BYTES: usize = 256 << 20;
/// So much of fields that we do not know is kept of a discovery: it is held in memory, and read with each export.
const MAX_KEPT: usize = 16 << 20;
const TOO_MUCH: &str = "The fields that Factly does not know are more than 16 MB.";

pub(super) struct ImportReader<'a> {
    pub(super) source: &'a mut Source,
    /// For what stands elsewhere: the text of a record, a bundle that is quoted.
    pub(super) aside: &'a mut Source,
    pub(super) part: &'a FilePart,
    pub(super) index: &'a Rc<FileIndex>,
    pub(super) findings: &'a mut Findings,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) world: &'a World,
    pub(super) throttle: &'a ProgressThrottle<'a>,
    pub(super) title: &'a str,
    pub(super) total_kb: usize,
    pub(super) kept_bytes: usize,
}

/// The state remembered of one list while the next are read.
#[derive(Default)]
pub(super) struct ImportReadState {
    items: HashSet<String>,
    bundles: BundleCache,
    input: Option<(Uuid, CharIndex<String>)>,
    succeeded: HashSet<Uuid>,
    /// The accepted values, by key, item and condition.
    accepted: HashSet<(String, String, String)>,
    shown: HashSet<i64>,
}

impl ImportReadState {
    /// Returns whether an item of the file has this name; nothing is the project.
    pub(super) fn has_item(&self, item: &str) -> bool {
        item.is_empty() || self.items.contains(item)
    }
}

impl ImportReader<'_> {
    pub(super) fn run(&mut self) -> Result<(), Halt> {
        let heading = heading(self.part, self.world.clock.now_ms(), self.findings);
        self.kept_bytes = heading.own_fields.as_ref().map_or(0, String::len);
        if self.kept_bytes > MAX_KEPT {
            let location = self.part.mark.location(format!("{}/{OWN}", self.part.pointer));
            self.findings.add(FileFinding::new(FindingCode::TooLarge, TOO_MUCH, location));
        }
        self.sink.discovery(&heading, self.index)?;
        let mut seen = ImportReadState::default();
        self.keys(&heading.packs)?;
        self.items(&mut seen)?;
        self.inputs()?;
        self.input_column()?;
        self.bundles(&mut seen)?;
        self.runs(&mut seen)?;
        self.facts(&mut seen)?;
        self.reaffirmations(&mut seen)?;
        self.overrides()?;
        self.question_set(&seen)?;
        self.fact_column(&mut seen)?;
        self.catalogue_set(&seen)?;
        self.views()?;
        self.entities()?;
        for kind in [EntityKind::Insight, EntityKind::Recommendation, EntityKind::Output] {
            self.entity_column(column(kind))?;
        }
        self.links()?;
        self.variants()?;
        self.suggestions()?;
        self.foreign()?;
        self.chat_set(heading.created_at)?;
        self.declared(&seen)?;
        self.images()?;
        Ok(self.sink.end()?)
    }

    /// Each entry of a list under `factly`, as the record that it should be.
    pub(super) fn own(
        &mut self,
        list: &'static str,
        each: &mut dyn FnMut(&mut Self, &ListEntry<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let part = self.part;
        let Some(own) = &part.own else { return Ok(()) };
        let pointer = format!("{}/{OWN}/{list}", part.pointer);
        // Should the file change meanwhile, what is not known is refused with its record.
        if self.index.plain.borrow().contains(list) {
            return self.list(own.lists.get(list), &pointer, each);
        }
        let columns = columns_of(list);
        let mut is_plain = true;
        self.list(own.lists.get(list), &pointer, &mut |walk, entry| {
            let (json, unknown) = extract_unknown(list, &columns, entry.json);
            is_plain &= unknown.is_empty();
            walk.keep(entry, unknown)?;
            each(walk, &ListEntry { json: &json, mark: entry.mark, pointer: entry.pointer.clone(), at: entry.at })
        })?;
        if is_plain {
            self.index.plain.borrow_mut().insert(list);
        }
        Ok(())
    }

    /// Fields that we do not know go along; there is an end to how many.
    fn keep(&mut self, entry: &ListEntry<'_>, unknown: Vec<UnknownFields>) -> Result<(), Halt> {
        for one in unknown {
            let before = self.kept_bytes;
            self.kept_bytes += one.of.len() + one.pointer.len() + one.fields.len();
            if before <= MAX_KEPT && self.kept_bytes > MAX_KEPT {
                self.found(entry, FindingCode::TooLarge, TOO_MUCH);
            }
            self.sink.unknown(one)?;
        }
        Ok(())
    }

    fn column(
        &mut self,
        column: &'static Column,
        each: &mut dyn FnMut(&mut Self, &ListEntry<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let part = self.part;
        let pointer = format!("{}/{}", part.pointer, column.list);
        self.list(part.lists.get(column.list), &pointer, each)
    }

    fn list(
        &mut self,
        list: Option<&Vec<JsonMark>>,
        pointer: &str,
        each: &mut dyn FnMut(&mut Self, &ListEntry<'_>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let mut buffer = Vec::new();
        for (at, mark) in list.into_iter().flatten().copied().enumerate() {
            if self.index.skipped.is_empty() || !self.index.skipped.contains(&mark.offset()) {
                self.tick(mark)?;
                let json = self.source.read(mark, &mut buffer)?;
                each(self, &ListEntry { json, mark, pointer: format!("{pointer}/{at}"), at })?;
            }
        }
        Ok(())
    }

    fn tick(&self, mark: JsonMark) -> Result<(), Halt> {
        let done = usize::try_from(mark.offset() >> 10).unwrap_or(usize::MAX);
        let step = || TaskStep { title: self.title.to_owned(), done, total: self.total_kb, facts: 0 };
        self.throttle.at(step).map_err(|cancelled| Error::from(cancelled).into())
    }

    /// A record that can be read; one that cannot is a finding, and passed over.
    pub(super) fn record<'e, T: serde::Deserialize<'e>>(&mut self, entry: &ListEntry<'e>) -> Option<T> {
        entry.record().map_err(|finding| self.findings.add(finding)).ok()
    }

    pub(super) fn found(&mut self, entry: &ListEntry<'_>, code: FindingCode, message: impl Into<UserMessage>) {
        self.findings.add(entry.finding(code, message));
    }

    /// A field that is of another type than it should be, or says what it cannot.
    pub(super) fn wrong_field(&mut self, entry: &ListEntry<'_>, name: &str) {
        let mut finding = entry.finding(FindingCode::WrongType, message!("“{}” is not what it should be.", name));
        finding.location.pointer = format!("{}/{name}", entry.pointer);
        self.findings.add(finding);
    }

    pub(super) fn time(&mut self, entry: &ListEntry<'_>, at: &mut i64) {
        if !TIMES.contains(at) {
            self.found(entry, FindingCode::BadDate, message!("No clock shows this time."));
            *at = self.world.clock.now_ms();
        }
    }

    fn keys(&mut self, packs: &[String]) -> Result<(), Halt> {
        let packs: Vec<&str> = packs.iter().map(String::as_str).collect();
        let mut registry = Registry::from_packs(&packs, Vec::new()).unwrap_or_default();
        let mut own = HashSet::new();
        self.own("keys", &mut |walk, entry| {
            let Some(key) = walk.record::<KeyDef>(entry) else { return Ok(()) };
            if !own.insert(key.path.clone()) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("The key “{}” is there twice.", key.path));
                return Ok(());
            }
            if let Err(error) = registry.put(key.clone()) {
                walk.found(entry, FindingCode::WrongType, error.message().sentence());
                return Ok(());
            }
            Ok(walk.sink.key(&key)?)
        })
    }

    fn items(&mut self, seen: &mut ImportReadState) -> Result<(), Halt> {
        let mut items: Vec<ItemRecord> = Vec::new();
        self.own("items", &mut |walk, entry| {
            let Some(mut item) = walk.record::<ItemRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut item.created_at);
            let is_there = items.iter().any(|other| other.number == item.number || other.uuid == item.uuid);
            let is_named = checked_name(&item.name).is_ok_and(|name| name == item.name);
            if is_there {
                walk.found(entry, FindingCode::DuplicateRecord, message!("The item i{} is there twice.", item.number));
            } else if item.number < 1 || !is_named {
                walk.found(entry, FindingCode::WrongType, message!("No item has this number or this name."));
            } else {
                items.push(item);
            }
            Ok(())
        })?;
        let standing: HashSet<i64> =
            items.iter().filter(|item| item.merged_into.is_none()).map(|item| item.number).collect();
        // One that was merged into nothing that stands, stands again.
        for item in &mut items {
            item.merged_into = item.merged_into.filter(|into| standing.contains(into));
        }
        seen.items = items.iter().map(|item| reference(item.number)).collect();
        Ok(self.sink.items(&items)?)
    }

    fn overrides(&mut self) -> Result<(), Halt> {
        let mut set = HashSet::new();
        self.own("overrides", &mut |walk, entry| {
            let Some(mut record) = walk.record::<OverrideRecord>(entry) else { return Ok(()) };
            walk.time(entry, &mut record.set_at);
            if record.key == NOTE_KEY || !walk.index.facts.contains_key(&record.fact) {
                walk.found(entry, FindingCode::DeadLink, message!("What tells of this value is not in the file."));
                return Ok(());
            }
            if !set.insert((record.item.clone(), record.key.clone())) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("“{}” is set twice.", record.key));
                return Ok(());
            }
            Ok(walk.sink.set_by_hand(&record)?)
        })
    }

    fn bundles(&mut self, seen: &mut ImportReadState) -> Result<(), Halt> {
        self.own("bundles", &mut |walk, entry| {
            let Some(mut bundle) = walk.record::<BundleRecord<'_>>(entry) else { return Ok(()) };
            walk.time(entry, &mut bundle.created_at);
            let checked = match VerifiedBundle::from_record(&bundle) {
                Ok(checked) => checked,
                Err(fault) => {
                    let code =
                        if fault == BundleFault::Sections { FindingCode::BadSection } else { FindingCode::BadHash };
                    walk.found(entry, code, fault.message());
                    return Ok(());
                }
            };
            if !["structuredQuestions", "chat", "generation", "mixed"].contains(&bundle.source_type.as_ref())
                || !["project", "item", "multiItem"].contains(&bundle.scope.as_ref())
                || bundle.input.is_some() != bundle.input_start.is_some()
            {
                walk.found(entry, FindingCode::WrongType, message!("No bundle has this source, scope or place."));
                return Ok(());
            }
            walk.check_piece(entry, &mut bundle, &checked, seen)?;
            seen.bundles.keep(checked);
            Ok(walk.sink.bundle(&bundle)?)
        })
    }

    /// A piece says what its Input says at its place.
    fn check_piece(
        &mut self,
        entry: &ListEntry<'_>,
        bundle: &mut BundleRecord<'_>,
        checked: &VerifiedBundle,
        seen: &mut ImportReadState,
    ) -> Result<(), Halt> {
        let Some((uuid, start)) = bundle.input.zip(bundle.input_start) else { return Ok(()) };
        if seen.input.as_ref().is_none_or(|(cached, _)| *cached != uuid) {
            seen.input = self.input_text(uuid)?.map(|text| (uuid, CharIndex::new(text)));
        }
        let Some((_, text)) = seen.input.as_ref().filter(|(cached, _)| *cached == uuid) else {
            self.found(entry, FindingCode::DeadLink, message!("The bundle is of an Input that is not there."));
            (bundle.input, bundle.input_start) = (None, None);
            return Ok(());
        };
        let words = checked.free_chat();
        let span = Span::new(start, start.saturating_add(length(words)));
        if span.end > text.len() || text.slice(span) != words {
            self.found(
                entry,
                FindingCode::BadSection,
                message!("The bundle does not say what its Input says at its place."),
            );
        }
        Ok(())
    }

    fn input_text(&mut self, uuid: Uuid) -> Result<Option<String>, Halt> {
        let location = match self.index.inputs.get(&uuid) {
            Some(InputText::Record(mark)) => Some(*mark),
            Some(InputText::Column(label)) => self.index.input_entries.get(label).copied(),
            None => None,
        };
        let Some(mark) = location else { return Ok(None) };
        let json = self.elsewhere(mark)?;
        let element = JsonElement::read(mark.piece(&json), String::new());
        let text = element.and_then(|mut element| element.text("text").map(|text| text.map(Cow::into_owned)));
        Ok(text.ok().flatten())
    }

    fn elsewhere(&mut self, mark: JsonMark) -> Result<String, Halt> {
        Ok(self.aside.read(mark, &mut Vec::new())?.to_owned())
    }

    fn runs(&mut self, seen: &mut ImportReadState) -> Result<(), Halt> {
        self.own("runs", &mut |walk, entry| {
            let Some(mut run) = walk.record::<RunRecord<'_>>(entry) else { return Ok(()) };
            walk.time(entry, &mut run.created_at);
            if !["queued", "succeeded", "failed"].contains(&run.status.as_ref()) {
                walk.found(entry, FindingCode::WrongType, message!("No run is “{}”.", run.status));
                return Ok(());
            }
            if !walk.index.bundles.contains_key(&run.bundle) {
                walk.found(entry, FindingCode::DeadLink, message!("The run is of a bundle that is not there."));
                return Ok(());
            }
            if run.status == "succeeded" && !run.forced && !seen.succeeded.insert(run.bundle) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("The bundle has another run that succeeded."));
                return Ok(());
            }
            walk.check_outcomes(entry, &run);
            Ok(walk.sink.run(&run)?)
        })
    }

    fn check_outcomes(&mut self, entry: &ListEntry<'_>, run: &RunRecord<'_>) {
        #[derive(serde::Deserialize)]
        struct Outcome {
            fact: Option<Uuid>,
        }
        let Some(outcomes) = run.outcomes else { return };
        match serde_json::from_str::<Vec<Outcome>>(outcomes.get()) {
            Err(_) => {
                self.found(entry, FindingCode::WrongType, message!("The outcomes of the run are no list of outcomes."))
            }
            Ok(outcomes) => {
                let is_dead =
                    |outcome: &Outcome| outcome.fact.is_some_and(|fact| !self.index.facts.contains_key(&fact));
                if outcomes.iter().any(is_dead) {
                    self.found(entry, FindingCode::DeadLink, message!("An outcome names a fact that is not there."));
                }
            }
        }
    }

    /// The state and the mark that a column's word means.
    fn standing(
        &mut self,
        kind: EntityKind,
        element: &JsonElement<'_>,
        status: Option<&str>,
    ) -> (&'static str, &'static str) {
        let status = status.unwrap_or("draft");
        read(kind, status).unwrap_or_else(|| {
            let what = message!("No {} is “{}”.", UserMessage::from(kind.as_str()), status);
            self.findings.add(FileFinding::new(FindingCode::UnknownStatus, what, element.location_of("status")));
            ("draft", "")
        })
    }

    /// The place in its column of what another application made: by its label where that is the file's order too.
    fn rank(&self, entry: &ListEntry<'_>, kind: EntityKind) -> Option<i64> {
        let is_in_order = self.part.own.is_some() || self.index.labels[kind as usize].is_sorted();
        (!is_in_order).then(|| (i64::try_from(entry.at).unwrap_or_default() + 1) << 20)
    }

    fn element<'e>(&mut self, entry: &ListEntry<'e>) -> Option<JsonElement<'e>> {
        self.ok_or_report(JsonElement::read(entry.mark.piece(entry.json), entry.pointer.clone()))
    }

    fn ok_or_report<T>(&mut self, read: Result<T, FileFinding>) -> Option<T> {
        read.map_err(|finding| self.findings.add(finding)).ok()
    }

    fn label(&self, entry: &ListEntry<'_>, column: &Column) -> EntityLabel {
        let no = self.index.labels[column.kind as usize].get(entry.at).copied().unwrap_or_default();
        EntityLabel::new(column.kind, no)
    }

    /// Keeps what another application calls an entity, and its fields there.
    fn named(&mut self, label: EntityLabel, id: &str, fields: Option<&str>) -> Result<(), Halt> {
        // An id that is there twice is the first one's name.
        let names_it = self.index.names[label.kind as usize].find(id) == Some(label);
        let name = Some(id).filter(|id| names_it && *id != label.to_string());
        if name.is_some() || fields.is_some() {
            self.sink.foreign(label, name, fields)?;
        }
        Ok(())
    }

    fn drawn(
        &mut self,
        label: EntityLabel,
        column: &Column,
        related: Vec<(Cow<'_, str>, FileLocation)>,
    ) -> Result<(), Halt> {
        let Some(above) = column.kind.above() else { return Ok(()) };
        for (id, location) in related {
            match self.index.names[above as usize].find(&id) {
                Some(up) => self.sink.link(up, label, LinkSource::Shown)?,
                None => {
                    let what = message!("{} is drawn from “{}”, which is not there.", label, id);
                    self.findings.add(FileFinding::new(FindingCode::DeadLink, what, location));
                }
            }
        }
        Ok(())
    }

    pub(super) fn has_entity(&self, label: EntityLabel) -> bool {
        self.index.names[label.kind as usize].has(label)
    }

    fn links(&mut self) -> Result<(), Halt> {
        self.own("links", &mut |walk, entry| {
            let Some(LinkRecord { up, down }) = walk.record(entry) else { return Ok(()) };
            let is_there = |label: EntityLabel| walk.has_entity(label);
            if down.kind.above() != Some(up.kind) {
                walk.found(entry, FindingCode::DeadLink, message!("{} cannot be drawn from {}.", down, up));
            } else if !is_there(up) || !is_there(down) {
                walk.found(entry, FindingCode::DeadLink, message!("{} or {} is not there.", up, down));
            } else {
                walk.sink.link(up, down, LinkSource::Stored)?;
            }
            Ok(())
        })
    }

    fn suggestions(&mut self) -> Result<(), Halt> {
        let mut uuids = HashSet::new();
        self.own("suggestions", &mut |walk, entry| {
            let Some(mut suggestion) = walk.record::<SuggestionRecord<'_>>(entry) else { return Ok(()) };
            walk.time(entry, &mut suggestion.made_at);
            let is_sound = ["N", "R", "O"].contains(&suggestion.kind.as_ref())
                && ["pending", "accepted", "rejected"].contains(&suggestion.status.as_ref())
                && suggestion.output_type.as_deref().is_none_or(|name| OutputType::parse(name).is_some())
                && serde_json::from_str::<Vec<String>>(suggestion.links.get()).is_ok();
            if !is_sound {
                walk.found(
                    entry,
                    FindingCode::WrongType,
                    message!("No suggestion has this kind, status, type or these links."),
                );
                return Ok(());
            }
            if !uuids.insert(suggestion.uuid) {
                walk.found(entry, FindingCode::DuplicateRecord, message!("This record is there twice."));
                return Ok(());
            }
            Ok(walk.sink.suggestion(&suggestion)?)
        })
    }

    /// Of what no column shows.
    fn foreign(&mut self) -> Result<(), Halt> {
        let mut shown: HashMap<EntityKind, HashSet<i64>> = HashMap::new();
        for column in &COLUMNS {
            shown.insert(column.kind, self.index.labels[column.kind as usize].iter().copied().collect());
        }
        self.own("foreign", &mut |walk, entry| {
            let Some(foreign) = walk.record::<ForeignRecord<'_>>(entry) else { return Ok(()) };
            if shown.get(&foreign.label.kind).is_some_and(|labels| labels.contains(&foreign.label.no)) {
                return Ok(());
            }
            if foreign.fields.is_some_and(|fields| !fields.get().starts_with('{')) {
                walk.found(entry, FindingCode::WrongType, message!("The fields are an object."));
                return Ok(());
            }
            let fields = foreign.fields.map(RawValue::get);
            Ok(walk.sink.foreign(foreign.label, foreign.name.as_deref(), fields)?)
        })
    }
}

/// The bundles that were looked at last: facts come in the order of their runs, so a few are enough.
#[derive(Default)]
struct BundleCache(std::collections::VecDeque<VerifiedBundle>);

impl BundleCache {
    const KEPT: usize = 16;

    fn keep(&mut self, bundle: VerifiedBundle) {
        self.0.truncate(Self::KEPT - 1);
        self.0.push_front(bundle);
    }

    /// The bundle, if it is in the file and is what it claims to be.
    fn get(&mut self, walk: &mut ImportReader<'_>, uuid: Uuid) -> Result<Option<&VerifiedBundle>, Halt> {
        if !self.0.iter().any(|cached| cached.uuid == uuid) {
            let Some(mark) = walk.index.bundles.get(&uuid).copied() else { return Ok(None) };
            let json = walk.elsewhere(mark)?;
            let (json, _) = extract_unknown("bundles", &[], &json);
            let checked = serde_json::from_str::<BundleRecord<'_>>(&json).ok();
            let Some(checked) = checked.and_then(|bundle| VerifiedBundle::from_record(&bundle).ok()) else {
                return Ok(None);
            };
            self.keep(checked);
        }
        Ok(self.0.iter().find(|cached| cached.uuid == uuid))
    }
}

fn raw(json: &str) -> Result<&RawValue, Error> {
    serde_json::from_str(json).map_err(|error| Error::new(crate::error::Code::Internal, message!("{}.", error)))
}

fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}
