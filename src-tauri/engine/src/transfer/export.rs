//! Writing discoveries: the columns for every reader, then what only Factly knows.
//!
//! The output depends on what the discovery holds and on nothing else: not on the library it is in, nor on what was
//! undone there. So an export that is imported and exported again is the same, byte for byte.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use factly_core::discovery::{EntityLabel, INPUT_TYPE};
use factly_core::transfer::element::{JsonElement, LocatedJson};
use factly_core::transfer::record::{
    EntityRecord, FactRecord, ForeignRecord, InputRecord, ItemRecord, LinkRecord, OverrideRecord, ReaffirmationRecord,
    RunRecord,
};
use factly_core::transfer::unknown::{UnknownFieldStore, restore_unknown};
use factly_core::transfer::{CHAT, COLUMNS, Column, FORMAT, OWN, SEVERAL};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::file::write_whole;
use crate::lookup::discovery_row;
use crate::originals::{CarriedOriginals, document_json};
use crate::store::discoveries::DiscoveryRow;
use crate::store::items::ItemRow;
use crate::store::knowledge::OverrideRow;
use crate::store::transfer::{ColumnRow, EntityHead, columns_of};
use crate::store::{BundleSeq, FactSeq, Reader, StoreError};
use crate::task::{Cancelled, Progress, ProgressThrottle, TaskStep};
use crate::transfer::Transfer;
use crate::transfer::head::date_of;

/// Counts of a written export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportReport {
    pub bytes: u64,
    pub discoveries: usize,
}

/// The choice to include the documents that Inputs were read from in an export, or their texts alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OriginalsChoice {
    #[default]
    LeftOut,
    Taken,
}

impl Transfer<'_> {
    /// Writes discoveries to a file, which is there whole or not at all. Several stand in one list.
    pub fn export_to_file(&self, discoveries: &[Uuid], path: &Path, progress: &dyn Progress) -> Result<ExportReport> {
        self.export_with_to_file(discoveries, OriginalsChoice::LeftOut, path, progress)
    }

    /// As [`Self::export_to_file`], with the originals where they are wanted.
    pub fn export_with_to_file(
        &self,
        discoveries: &[Uuid],
        originals: OriginalsChoice,
        path: &Path,
        progress: &dyn Progress,
    ) -> Result<ExportReport> {
        let mut exported = ExportReport { bytes: 0, discoveries: discoveries.len() };
        write_whole(path, self.ctx.world().ids.next(), |out| {
            exported = self.export_with(discoveries, originals, out, progress)?;
            Ok(())
        })?;
        Ok(exported)
    }

    /// Writes discoveries as they are at this moment.
    pub fn export(&self, discoveries: &[Uuid], out: &mut dyn Write, progress: &dyn Progress) -> Result<ExportReport> {
        self.export_with(discoveries, OriginalsChoice::LeftOut, out, progress)
    }

    /// As [`Self::export`], with the originals where they are wanted.
    pub fn export_with(
        &self,
        discoveries: &[Uuid],
        originals: OriginalsChoice,
        out: &mut dyn Write,
        progress: &dyn Progress,
    ) -> Result<ExportReport> {
        if discoveries.is_empty() {
            return Err(Error::invalid("There is nothing to export."));
        }
        let throttle = ProgressThrottle::new(progress);
        self.ctx.read(|r| {
            let rows = discoveries.iter().map(|id| discovery_row(r, *id)).collect::<Result<Vec<_>>>()?;
            let mut export = ExportWriter::new(r, CountedWriter::new(out, &throttle));
            if originals == OriginalsChoice::Taken {
                export.originals = CarriedOriginals::Taken(HashSet::new());
            }
            let written = export.write(&rows);
            let bytes = export.out.bytes;
            match written {
                Err(StoreError::Stopped) if progress.is_cancelled() => Err(Cancelled.into()),
                written => Ok(written.map(|()| ExportReport { bytes, discoveries: rows.len() })?),
            }
        })
    }
}

/// Writes one discovery into something larger, and tells of each fact the record that it wrote.
pub(crate) fn write_discovery(
    r: &Reader,
    row: &DiscoveryRow,
    out: &mut dyn Write,
    throttle: &ProgressThrottle<'_>,
    tell: &mut dyn FnMut(&FactRecord<'_>),
) -> Result<(), StoreError> {
    let mut export = ExportWriter::new(r, CountedWriter::new(out, throttle));
    export.tell = Some(tell);
    export.write(std::slice::from_ref(row))
}

/// Counts what goes by, and ends when the task is called off.
pub(super) struct CountedWriter<'a> {
    out: &'a mut dyn Write,
    bytes: u64,
    throttle: &'a ProgressThrottle<'a>,
    title: String,
    /// Fields that we do not know of what stands under `factly`.
    unknown_fields: Option<UnknownFieldStore>,
}

impl<'a> CountedWriter<'a> {
    fn new(out: &'a mut dyn Write, throttle: &'a ProgressThrottle<'a>) -> Self {
        Self { out, bytes: 0, throttle, title: String::new(), unknown_fields: None }
    }
}

impl CountedWriter<'_> {
    fn tick(&self) -> io::Result<()> {
        let kilobytes = usize::try_from(self.bytes >> 10).unwrap_or(usize::MAX);
        let step = || TaskStep { title: self.title.clone(), done: kilobytes, ..TaskStep::default() };
        self.throttle.at(step).map_err(|Cancelled| io::ErrorKind::Interrupted.into())
    }
}

impl<'o> CountedWriter<'o> {
    /// One entry a line, so that what is wrong in a file has a line of its own.
    fn next(&mut self, is_first: &mut bool) -> io::Result<()> {
        self.tick()?;
        self.write_all(if std::mem::take(is_first) { b"\n" } else { b",\n" })
    }

    pub(super) fn list(
        &mut self,
        name: &'static str,
        entries: impl FnOnce(&mut ListWriter<'_, 'o>) -> ExportResult,
    ) -> ExportResult {
        write!(self, ",\n\"{name}\":[").map_err(failed)?;
        let mut list = ListWriter { name, out: self, is_first: true };
        entries(&mut list)?;
        let end: &[u8] = if list.is_first { b"]" } else { b"\n]" };
        self.write_all(end).map_err(failed)
    }
}

impl Write for CountedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

pub(super) struct ExportWriter<'a> {
    pub(super) r: &'a Reader,
    pub(super) out: CountedWriter<'a>,
    /// The entities that the columns show, and all that exist: a link to anything else is not written.
    shown: HashSet<EntityLabel>,
    pub(super) there: HashSet<EntityLabel>,
    /// The references of the items.
    pub(super) items: HashSet<String>,
    pub(super) bundles: HashSet<BundleSeq>,
    runs: HashSet<Uuid>,
    originals: CarriedOriginals,
    tell: Option<&'a mut dyn FnMut(&FactRecord<'_>)>,
}

pub(super) type ExportResult = Result<(), StoreError>;

impl<'a> ExportWriter<'a> {
    fn new(r: &'a Reader, out: CountedWriter<'a>) -> Self {
        Self {
            r,
            out,
            shown: HashSet::new(),
            there: HashSet::new(),
            items: HashSet::new(),
            bundles: HashSet::new(),
            runs: HashSet::new(),
            originals: CarriedOriginals::LeftOut,
            tell: None,
        }
    }

    fn write(&mut self, rows: &[DiscoveryRow]) -> ExportResult {
        match rows {
            [one] => self.discovery(one)?,
            several => {
                self.text(&format!("{{\"{OWN}\":{{\"format\":{FORMAT}}},\n\"{SEVERAL}\":["))?;
                for (at, row) in several.iter().enumerate() {
                    self.text(if at == 0 { "\n" } else { ",\n" })?;
                    self.discovery(row)?;
                }
                self.text("\n]}")?;
            }
        }
        self.text("\n")?;
        self.out.flush().map_err(failed)
    }

    fn discovery(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.title.clone_from(&row.title);
        self.shown.clear();
        self.there.clear();
        self.items.clear();
        self.bundles.clear();
        self.runs.clear();
        let (name, fields) = self.r.foreign_discovery(row.seq)?.unwrap_or((None, "{}".to_owned()));
        let mut foreign = foreign_fields(&fields)?;
        let date = foreign.text("date").map_err(unreadable)?.unwrap_or_else(|| date_of(row.created_at).into());
        let chat = foreign.value(CHAT);
        self.out.unknown_fields = foreign.value(OWN).map(|raw| UnknownFieldStore::read(raw.get()));

        self.text("{\"discovery_id\":")?;
        self.json(&name.unwrap_or_else(|| row.id.to_string()))?;
        self.field("title", &row.title)?;
        self.field("goal", &row.goal)?;
        self.field("date", &date)?;
        for column in &COLUMNS {
            self.column(row, column)?;
        }
        self.chat_history(row, chat.map(RawValue::get))?;
        self.unknown(&foreign)?;
        self.own(row)?;
        self.text("}")
    }

    fn column(&mut self, row: &DiscoveryRow, column: &'static Column) -> ExportResult {
        self.open(column.list)?;
        let (r, mut is_first, mut failure) = (self.r, true, Ok(()));
        let read = r.each_of_column(row.seq, column.kind, &mut |entity| {
            self.shown.insert(entity.label);
            self.out.next(&mut is_first)?;
            self.entity(row, column, entity).map_err(|error| {
                failure = Err(error);
                io::ErrorKind::Other.into()
            })
        });
        // What went wrong inside a row is told in its own words.
        failure.and(read)?;
        self.text(if is_first { "]" } else { "\n]" })
    }

    fn entity(&mut self, row: &DiscoveryRow, column: &Column, entity: &ColumnRow<'_>) -> ExportResult {
        let fields = entity.fields.unwrap_or("{}");
        let mut foreign = foreign_fields(fields)?;
        self.text("{")?;
        self.key(column.id)?;
        self.json(&entity.name.map_or_else(|| Cow::Owned(entity.label.to_string()), Cow::Borrowed))?;
        if let Some(related) = column.related {
            let ups = self.drawn_from(row, entity)?;
            self.field(related, &ups)?;
        }
        if let Some(title) = entity.title {
            match foreign.value("type") {
                Some(kind) => self.field("type", kind)?,
                None => self.field("type", INPUT_TYPE)?,
            }
            self.field("title", title)?;
        }
        self.field("text", entity.text)?;
        if let Some(output_type) = entity.output_type {
            self.field("type", output_type)?;
        }
        self.field("status", entity.status)?;
        self.unknown(&foreign)?;
        self.text("}")
    }

    /// By the names that the columns give, those that they show.
    fn drawn_from(&self, row: &DiscoveryRow, entity: &ColumnRow<'_>) -> Result<Vec<String>, StoreError> {
        let Some(above) = entity.label.kind.above() else { return Ok(Vec::new()) };
        let numbers = self.r.drawn_from(row.seq, entity.label, entity.fact)?;
        let labels = numbers.into_iter().map(|no| EntityLabel::new(above, no));
        let shown = labels.filter(|label| self.shown.contains(label));
        shown.map(|label| Ok(self.r.foreign_name(row.seq, label)?.unwrap_or_else(|| label.to_string()))).collect()
    }

    fn own(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.text(&format!(",\n\"{OWN}\":{{\"format\":{FORMAT}"))?;
        self.field("uuid", &row.id)?;
        self.field("stage", row.stage.as_str())?;
        self.field("packs", raw(&row.packs)?)?;
        if let Some(kind) = row.kind {
            self.field("kind", kind.as_str())?;
        }
        self.field("created_at", &row.created_at)?;
        if row.archived {
            self.field("archived", &true)?;
        }
        self.keys(row)?;
        self.items(row)?;
        self.inputs(row)?;
        self.bundles(row)?;
        self.runs(row)?;
        self.facts(row)?;
        self.reaffirmations(row)?;
        self.overrides(row)?;
        self.question_set(row)?;
        self.catalogue_set(row)?;
        self.views(row)?;
        self.entities(row)?;
        self.links(row)?;
        self.variants(row)?;
        self.suggestions(row)?;
        self.foreign(row)?;
        self.conversations(row)?;
        self.declared(row)?;
        self.images(row)?;
        if let Some(fields) = self.out.unknown_fields.as_ref().and_then(|stored| stored.get("", "")).map(str::to_owned)
        {
            self.unknown(&foreign_fields(&fields)?)?;
        }
        self.text("}")
    }

    fn keys(&mut self, row: &DiscoveryRow) -> ExportResult {
        let keys = self.r.discovery_keys(row.seq)?;
        self.out.list("keys", |list| keys.iter().try_for_each(|key| list.add(raw(key)?).map_err(failed)))
    }

    fn items(&mut self, row: &DiscoveryRow) -> ExportResult {
        let items = self.r.items_and_merged(row.seq)?;
        self.items.extend(items.iter().map(ItemRow::reference));
        let items: Vec<ItemRecord> = items.into_iter().map(item_record).collect();
        self.some("items", &items)
    }

    fn overrides(&mut self, row: &DiscoveryRow) -> ExportResult {
        let record = |set: OverrideRow| OverrideRecord {
            item: set.item,
            key: set.key,
            value: RawValue::from_string(set.value).unwrap_or_default(),
            reason: set.reason,
            fact: set.fact_id,
            set_at: set.set_at,
        };
        let overrides: Vec<OverrideRecord> = self.r.overrides(row.seq)?.into_iter().map(record).collect();
        self.some("overrides", &overrides)
    }

    fn inputs(&mut self, row: &DiscoveryRow) -> ExportResult {
        let (r, originals) = (self.r, &mut self.originals);
        self.out.list("inputs", |list| {
            let mut failure = Ok(());
            let read = r.each_input_record(row.seq, &mut |seq, record| {
                self.there.insert(record.label);
                match document_json(r, seq, originals) {
                    Ok(document) => list.add(&InputRecord { document: document.as_deref(), ..record.clone() }),
                    Err(error) => {
                        failure = Err(error);
                        Err(io::ErrorKind::Other.into())
                    }
                }
            });
            failure.and(read)
        })
    }

    fn bundles(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("bundles", |list| {
            self.r.each_bundle_record(row.seq, &mut |seq, record| {
                self.bundles.insert(seq);
                list.add(record)
            })
        })
    }

    fn runs(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("runs", |list| {
            self.r.each_run_record(row.seq, &mut |bundle, record| {
                if !self.bundles.contains(&bundle) {
                    return Ok(());
                }
                self.runs.insert(record.uuid);
                let outcomes = record.outcomes.map(|stored| named_outcomes(self.r, stored)).transpose()?;
                list.add(&RunRecord { outcomes: outcomes.as_deref(), ..record.clone() })
            })
        })
    }

    fn facts(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("facts", |list| {
            self.r.each_fact_record(row.seq, &mut |record| {
                self.there.insert(record.label);
                let run = record.run.filter(|run| self.runs.contains(run));
                let record = FactRecord { run, ..record.clone() };
                if let Some(tell) = &mut self.tell {
                    tell(&record);
                }
                list.add(&record)
            })
        })
    }

    fn reaffirmations(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("reaffirmations", |list| {
            self.r.each_reaffirmation_record(row.seq, &mut |bundle, record| {
                if !self.bundles.contains(&bundle) {
                    return Ok(());
                }
                let run = record.run.filter(|run| self.runs.contains(run));
                list.add(&ReaffirmationRecord { run, ..record.clone() })
            })
        })
    }

    fn entities(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("entities", |list| {
            self.r.each_entity_head(row.seq, &mut |head| {
                self.there.insert(head.label);
                list.add(&entity_record(self.r, head, self.shown.contains(&head.label))?).map_err(failed)
            })
        })
    }

    /// Those that no column shows.
    fn links(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("links", |list| {
            self.r.each_link(row.seq, &mut |up, down| {
                let is_shown = self.shown.contains(&up) && self.shown.contains(&down);
                let is_there = self.there.contains(&up) && self.there.contains(&down);
                if is_there && !is_shown { list.add(&LinkRecord { up, down }) } else { Ok(()) }
            })
        })
    }

    fn suggestions(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("suggestions", |list| self.r.each_suggestion_record(row.seq, &mut |record| list.add(record)))
    }

    /// Names, and the fields of what no column shows.
    fn foreign(&mut self, row: &DiscoveryRow) -> ExportResult {
        self.out.list("foreign", |list| {
            self.r.each_foreign(row.seq, |label, name, fields| {
                let fields = (fields != "{}" && !self.shown.contains(&label)).then_some(fields);
                if !self.there.contains(&label) || (name.is_none() && fields.is_none()) {
                    return Ok(());
                }
                let fields = fields.map(serde_json::from_str).transpose()?;
                list.add(&ForeignRecord { label, name: name.map(Cow::Borrowed), fields })
            })
        })
    }

    fn open(&mut self, name: &str) -> ExportResult {
        self.text(&format!(",\n\"{name}\":["))
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> ExportResult {
        self.text(",")?;
        self.key(name)?;
        self.json(value)
    }

    fn unknown(&mut self, fields: &JsonElement<'_>) -> ExportResult {
        match fields.unknown() {
            Some(unknown) => self.text(&format!(",{}", &unknown[1..unknown.len() - 1])),
            None => Ok(()),
        }
    }

    fn key(&mut self, name: &str) -> ExportResult {
        self.text(&format!("\"{name}\":"))
    }

    fn json<T: Serialize + ?Sized>(&mut self, value: &T) -> ExportResult {
        serde_json::to_writer(&mut self.out, value).map_err(|error| failed(error.into()))
    }

    pub(super) fn text(&mut self, text: &str) -> ExportResult {
        self.out.write_all(text.as_bytes()).map_err(failed)
    }
}

/// The entries of a list.
pub(super) struct ListWriter<'c, 'o> {
    name: &'static str,
    out: &'c mut CountedWriter<'o>,
    is_first: bool,
}

impl ListWriter<'_, '_> {
    pub(super) fn add<T: Serialize + ?Sized>(&mut self, entry: &T) -> io::Result<()> {
        self.out.next(&mut self.is_first)?;
        if self.out.unknown_fields.is_none() {
            return serde_json::to_writer(&mut *self.out, entry).map_err(io::Error::from);
        }
        let json = serde_json::to_string(entry)?;
        let json = self.out.unknown_fields.as_ref().map_or(Cow::Borrowed(json.as_str()), |stored| {
            restore_unknown(self.name, &columns_of(self.name), &json, stored)
        });
        self.out.write_all(json.as_bytes())
    }
}

fn item_record(row: ItemRow) -> ItemRecord {
    ItemRecord {
        number: row.number,
        uuid: row.id,
        name: row.name,
        aliases: row.aliases,
        description: row.description,
        archived: row.archived,
        merged_into: row.merged_into,
        created_at: row.created_at,
    }
}

fn entity_record<'r>(r: &Reader, head: &EntityHead<'r>, is_shown: bool) -> Result<EntityRecord<'r>, StoreError> {
    let mut versions = r.version_records(head.seq)?;
    for version in &mut versions {
        version.text = version.text.take().filter(|text| version.version != head.version || text != head.text);
    }
    Ok(EntityRecord {
        label: head.label,
        uuid: head.uuid,
        version: head.version,
        state: head.state.into(),
        mark: head.mark.into(),
        because: head.because.map(raw).transpose()?,
        origin: head.origin.into(),
        rank: head.rank,
        created_at: head.created_at,
        archived: head.archived,
        output_type: head.output_type.filter(|_| !is_shown).map(Cow::Borrowed),
        text: (!is_shown).then_some(head.text.into()),
        versions,
    })
}

/// Outcomes name facts by row, which means nothing in a file.
fn named_outcomes(r: &Reader, stored: &RawValue) -> io::Result<Box<RawValue>> {
    let mut outcomes: Vec<Value> = serde_json::from_str(stored.get())?;
    for outcome in outcomes.iter_mut().filter_map(Value::as_object_mut) {
        let Some(seq) = outcome.get("fact").and_then(Value::as_i64) else { continue };
        match r.live_fact_id(FactSeq(seq)).map_err(io::Error::other)? {
            Some(id) => outcome.insert("fact".to_owned(), Value::from(id.to_string())),
            None => outcome.shift_remove("fact"),
        };
    }
    Ok(serde_json::value::to_raw_value(&outcomes)?)
}

fn foreign_fields(json: &str) -> Result<JsonElement<'_>, StoreError> {
    JsonElement::read(LocatedJson { json, line: 1, column: 1 }, String::new()).map_err(unreadable)
}

fn unreadable(finding: factly_core::transfer::FileFinding) -> StoreError {
    StoreError::Unreadable(finding.message.to_string())
}

pub(super) fn raw(json: &str) -> Result<&RawValue, StoreError> {
    serde_json::from_str(json).map_err(|error| StoreError::Unreadable(error.to_string()))
}

pub(super) fn failed(error: io::Error) -> StoreError {
    match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full,
        io::ErrorKind::Interrupted => StoreError::Stopped,
        _ => StoreError::Io(error.to_string()),
    }
}
