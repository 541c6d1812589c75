//! Rows that go out of the library and into it as their table is declared, each kind of column in one place.

use factly_core::message;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use factly_core::discovery::EntityLabel;
use factly_core::reports::citation::CitedIds;
use factly_core::transfer::FindingCode;
use factly_core::transfer::raw::compact;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use uuid::Uuid;

use crate::error::Result;
use crate::lookup::checked_title;
use crate::store::discoveries::DiscoveryRow;
use crate::store::transfer::{
    ColumnFormat, DeclaredRow, ExportedTable, Fields, NamedTable, RowValues, exported_tables,
};
use crate::transfer::existing::ImportMode;
use crate::transfer::export::{ExportResult, ExportWriter};
use crate::transfer::index::ListEntry;
use crate::transfer::reader::{ImportReadState, ImportReader};
use crate::transfer::record_sets::DeclaredRecord;
use crate::transfer::source::Halt;
use crate::transfer::target::ImportTarget;
use crate::transfer::writer::ImportWriter;

impl ExportWriter<'_> {
    /// Rows that name what is not there are left out with it.
    pub(super) fn declared(&mut self, row: &DiscoveryRow) -> ExportResult {
        for (table, exported) in exported_tables() {
            let mut records = Vec::new();
            self.r.each_declared_row(table, exported, row.seq, &mut |record| {
                if self.is_whole(exported, record) {
                    records.push(to_raw_value(record)?);
                }
                Ok(())
            })?;
            self.some(exported.list, &records)?;
        }
        Ok(())
    }

    fn is_whole(&self, exported: &ExportedTable, record: &DeclaredRow) -> bool {
        let text = |name: &str| {
            let found = record.columns.iter().find(|(column, _)| *column == name);
            found.and_then(|(_, value)| serde_json::from_str::<String>(value.get()).ok())
        };
        exported.columns.iter().all(|(name, carried)| match carried {
            ColumnFormat::Label | ColumnFormat::Maybe(ColumnFormat::Label) => text(name)
                .is_none_or(|label| EntityLabel::parse(&label).is_none_or(|label| self.there.contains(&label))),
            ColumnFormat::Item => text(name).is_none_or(|item| self.items.contains(&item)),
            _ => true,
        })
    }
}

impl ImportReader<'_> {
    pub(super) fn declared(&mut self, seen: &ImportReadState) -> std::result::Result<(), Halt> {
        let mut uuids: HashSet<(NamedTable, Uuid)> = HashSet::new();
        for (table, exported) in exported_tables() {
            self.own(exported.list, &mut |walk, entry| {
                let Some(fields) = walk.record::<Fields>(entry) else { return Ok(()) };
                let Some(record) = walk.declared_record(entry, (table, exported), fields, (seen, &uuids)) else {
                    return Ok(());
                };
                if !uuids.insert((NamedTable::Declared(table), record.uuid)) {
                    walk.found(entry, FindingCode::DuplicateRecord, message!("This record is there twice."));
                    return Ok(());
                }
                Ok(walk.sink.declared(&record)?)
            })?;
        }
        Ok(())
    }

    fn declared_record(
        &mut self,
        entry: &ListEntry<'_>,
        (table, exported): (&'static str, &'static ExportedTable),
        mut fields: Fields,
        known: (&ImportReadState, &HashSet<(NamedTable, Uuid)>),
    ) -> Option<DeclaredRecord> {
        let raw: HashMap<Cow<'_, str>, &RawValue> = self.record(entry)?;
        for (name, _) in exported.columns.iter().filter(|(_, carried)| carried.is_json()) {
            if let Some(raw) = raw.get(*name) {
                fields.insert((*name).to_owned(), compact(raw.get()).into());
            }
        }
        let uuid = fields.get("uuid").and_then(Value::as_str).and_then(|uuid| Uuid::try_parse(uuid).ok());
        for (name, carried) in exported.columns {
            if matches!(carried, ColumnFormat::Time) && fields.get(*name).is_some_and(Value::is_i64) {
                let mut at = fields[*name].as_i64().unwrap_or_default();
                self.time(entry, &mut at);
                fields.insert((*name).to_owned(), at.into());
            }
        }
        if let Some((name, _)) = exported.columns.iter().find(|(name, of)| !has_kind(fields.get(*name), *of)) {
            self.wrong_field(entry, name);
            return None;
        }
        let is_sound = exported.is_sound.is_none_or(|is_sound| is_sound(&fields));
        let Some(uuid) = uuid.filter(|_| is_sound) else {
            self.found(entry, FindingCode::WrongType, message!("“{}” has no such entry.", exported.list));
            return None;
        };
        let dead = exported.columns.iter().find(|(name, carried)| {
            fields.get(*name).is_some_and(|value| !self.names_something(value, *carried, known))
        });
        if let Some((name, _)) = dead {
            self.found(entry, FindingCode::DeadLink, message!("“{}” names what is not there.", name));
            return None;
        }
        Some(DeclaredRecord { table, exported, uuid, fields })
    }

    fn names_something(
        &self,
        value: &Value,
        carried: ColumnFormat,
        (seen, uuids): (&ImportReadState, &HashSet<(NamedTable, Uuid)>),
    ) -> bool {
        let text = value.as_str().unwrap_or_default();
        let uuid = Uuid::try_parse(text).unwrap_or_default();
        match carried {
            ColumnFormat::Maybe(_) if value.is_null() => true,
            ColumnFormat::Maybe(carried) => self.names_something(value, *carried, (seen, uuids)),
            ColumnFormat::Label => EntityLabel::parse(text).is_some_and(|label| self.has_entity(label)),
            ColumnFormat::Item => seen.has_item(text),
            ColumnFormat::Row(NamedTable::Input) => self.index.inputs.contains_key(&uuid),
            ColumnFormat::Row(NamedTable::Bundle) => self.index.bundles.contains_key(&uuid),
            ColumnFormat::Row(NamedTable::Run) => self.index.runs.contains(&uuid),
            ColumnFormat::Row(NamedTable::Fact) => self.index.facts.contains_key(&uuid),
            ColumnFormat::Row(NamedTable::Declared(table)) => uuids.contains(&(NamedTable::Declared(table), uuid)),
            // Whether it came in is known when it is written.
            ColumnFormat::Row(_)
            | ColumnFormat::Id(_)
            | ColumnFormat::Text
            | ColumnFormat::Title
            | ColumnFormat::Number(..) => true,
            ColumnFormat::Time | ColumnFormat::Json(_) | ColumnFormat::Cited | ColumnFormat::Naming(..) => true,
        }
    }
}

fn has_kind(value: Option<&Value>, carried: ColumnFormat) -> bool {
    match (carried, value) {
        (ColumnFormat::Maybe(_) | ColumnFormat::Item, None) => true,
        (ColumnFormat::Maybe(carried), value) => has_kind(value, *carried),
        // An empty text is left out.
        (ColumnFormat::Text, value) => value.is_none_or(Value::is_string),
        (_, None) => false,
        (ColumnFormat::Item | ColumnFormat::Label, Some(value)) => value.is_string(),
        (ColumnFormat::Title, Some(value)) => value.as_str().is_some_and(|title| checked_title(title).is_ok()),
        (ColumnFormat::Number(least, most), Some(value)) => {
            let number = value.as_i64().or_else(|| value.as_bool().map(i64::from));
            number.is_some_and(|number| (least..=most).contains(&number))
        }
        (ColumnFormat::Time, Some(value)) => value.is_i64(),
        (ColumnFormat::Json(can_read) | ColumnFormat::Naming(_, can_read), Some(value)) => {
            value.as_str().is_some_and(can_read)
        }
        (ColumnFormat::Cited, Some(value)) => value.as_str().is_some_and(is_cited),
        (ColumnFormat::Row(_) | ColumnFormat::Id(_), Some(value)) => {
            value.as_str().is_some_and(|uuid| Uuid::try_parse(uuid).is_ok())
        }
    }
}

fn is_cited(json: &str) -> bool {
    serde_json::from_str::<CitedIds>(json).is_ok()
}

impl ImportWriter<'_, '_> {
    /// Of a merge only what is new. A row that names one that did not come in does not either.
    pub(super) fn put_declared(&mut self, record: &DeclaredRecord) -> Result<()> {
        let (w, at) = self.at()?;
        let named = NamedTable::Declared(record.table);
        if at.is_merge && w.live_row(named, at.discovery, record.uuid)?.is_some() {
            return Ok(());
        }
        let Some(cells) = self.cells(record)? else { return Ok(()) };
        let (w, at) = self.at()?;
        if at.is_merge && w.bring_back_declared(record.table, at.discovery, record.uuid, &cells)? {
            at.has_brought_back = true;
            return Ok(());
        }
        let id = self.id(named, record.uuid)?;
        let (w, at) = self.at()?;
        Ok(w.insert_declared(record.table, at.discovery, id, &cells)?)
    }

    fn cells(&mut self, record: &DeclaredRecord) -> Result<Option<RowValues>> {
        let mut cells = RowValues::new();
        for (name, carried) in record.exported.columns {
            let Some(value) = record.fields.get(*name).filter(|value| !value.is_null()) else {
                // Left out because it is empty.
                if matches!(carried, ColumnFormat::Text) {
                    cells.insert(name, Value::from(""));
                }
                continue;
            };
            let carried = if let ColumnFormat::Maybe(carried) = carried { **carried } else { *carried };
            let Some(value) = self.cell(value, carried)? else { return Ok(None) };
            cells.insert(name, value);
        }
        Ok(Some(cells))
    }

    fn cell(&mut self, value: &Value, carried: ColumnFormat) -> Result<Option<Value>> {
        let text = value.as_str().unwrap_or_default();
        match carried {
            ColumnFormat::Id(named) => return Ok(Some(self.id_here(named, text)?.into())),
            ColumnFormat::Naming(named, _) => {
                let named = self.naming_here(named, text)?;
                return Ok(Some(self.citing_here(&named)?.into()));
            }
            ColumnFormat::Text => return Ok(Some(self.citing_here(text)?.into())),
            ColumnFormat::Cited => return Ok(Some(self.cited_here(text)?.into())),
            _ => {}
        }
        let (w, at) = self.at()?;
        Ok(match carried {
            ColumnFormat::Item => Some(at.item(text).into()),
            ColumnFormat::Label => EntityLabel::parse(text).map(|label| at.local_label(label).to_string().into()),
            ColumnFormat::Row(named) => {
                let uuid = Uuid::try_parse(text).unwrap_or_default();
                let seq = match row_here(at, named, uuid) {
                    Some(seq) => Some(seq),
                    None => w.live_row(named, at.discovery, at.ids.get(&(named, uuid)).copied().unwrap_or(uuid))?,
                };
                seq.map(Value::from)
            }
            _ => Some(value.clone()),
        })
    }

    /// Returns the id here of a row of the file. A copy also has ids of its own for what is not there any more, or not
    /// yet: it may come back in both.
    fn id_here(&mut self, named: NamedTable, text: &str) -> Result<String> {
        let Ok(uuid) = Uuid::try_parse(text) else { return Ok(text.to_owned()) };
        let is_copy = self.how == ImportMode::Copy;
        let (w, at) = self.at()?;
        let here = at.ids.get(&(named, uuid)).copied();
        let here = here.unwrap_or_else(|| if is_copy { w.next_id() } else { uuid });
        at.ids.insert((named, uuid), here);
        Ok(here.to_string())
    }

    /// JSON with what it names called as it is here.
    fn naming_here(&mut self, named: NamedTable, json: &str) -> Result<String> {
        let Ok(mut value) = serde_json::from_str::<Value>(json) else { return Ok(json.to_owned()) };
        self.name_here(named, &mut value)?;
        Ok(value.to_string())
    }

    fn name_here(&mut self, named: NamedTable, value: &mut Value) -> Result<()> {
        match value {
            Value::String(text) if Uuid::try_parse(text).is_ok() => *text = self.id_here(named, text)?,
            Value::Array(values) => values.iter_mut().try_for_each(|value| self.name_here(named, value))?,
            Value::Object(fields) => fields.values_mut().try_for_each(|value| self.name_here(named, value))?,
            _ => {}
        }
        Ok(())
    }

    /// A text whose citations lead to what is here.
    fn citing_here(&mut self, text: &str) -> Result<String> {
        const SCHEME: &str = "factly://";
        const UUID: usize = 36;
        let (mut here, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(at) = rest.find(SCHEME).map(|at| at + SCHEME.len()) {
            let id_at = rest[at..].find('/').map_or(at, |slash| at + slash + 1);
            let id = rest.get(id_at..id_at + UUID).and_then(|id| Uuid::try_parse(id).ok());
            here.push_str(&rest[..id_at]);
            rest = &rest[id_at..];
            if let Some(id) = id {
                here.push_str(&self.cited_id(id)?.to_string());
                rest = &rest[UUID..];
            }
        }
        Ok(here + rest)
    }

    fn cited_here(&mut self, json: &str) -> Result<String> {
        let Ok(mut cited) = serde_json::from_str::<BTreeMap<String, Uuid>>(json) else { return Ok(json.to_owned()) };
        for id in cited.values_mut() {
            *id = self.cited_id(*id)?;
        }
        Ok(serde_json::to_string(&cited).unwrap_or_else(|_| json.to_owned()))
    }

    /// Returns the id here for one that the file cites.
    fn cited_id(&mut self, id: Uuid) -> Result<Uuid> {
        let (w, at) = self.at()?;
        let renamed = at.ids.get(&(NamedTable::Entity, id)).or_else(|| at.renamed.get(&id)).copied();
        Ok(match (renamed, at.fact(id)) {
            (Some(renamed), _) => renamed,
            (None, Some(fact)) => w.fact_name(fact)?.map_or(id, |(here, _)| here),
            (None, None) => id,
        })
    }
}

/// The row that the file's came to be, of those that are kept by their UUID.
fn row_here(at: &ImportTarget, named: NamedTable, uuid: Uuid) -> Option<i64> {
    match named {
        NamedTable::Input => at.inputs.get(&uuid).map(|seq| seq.0),
        NamedTable::Bundle => at.bundles.get(&uuid).map(|seq| seq.0),
        NamedTable::Run => at.runs.get(&uuid).map(|seq| seq.0),
        NamedTable::Fact => at.fact(uuid).map(|seq| seq.0),
        _ => None,
    }
}
