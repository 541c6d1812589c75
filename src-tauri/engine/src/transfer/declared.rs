//! Rows that go out of the library and into it as their table is declared, each kind of column in one place.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use factly_core::discovery::EntityLabel;
use factly_core::transfer::FindingCode;
use factly_core::transfer::raw::compact;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use uuid::Uuid;

use crate::error::Result;
use crate::store::discoveries::DiscoveryRow;
use crate::store::transfer::{Carried, Cells, DeclaredRow, Exported, Fields, Named, exported_tables};
use crate::transfer::at::At;
use crate::transfer::export::{Done, Export};
use crate::transfer::index::Listed;
use crate::transfer::rows::Rows;
use crate::transfer::scan::Halt;
use crate::transfer::walk::{Seen, Walk};

/// The columns of the entries of a list that is declared.
pub(super) fn columns_of(list: &str) -> Vec<&'static str> {
    let exported = exported_tables().find(|(_, exported)| exported.list == list);
    exported.map_or_else(Vec::new, |(_, exported)| exported.columns.iter().map(|(name, _)| *name).collect())
}

/// An entry of a list, its columns being of the kinds that are declared.
pub(super) struct Record {
    pub(super) table: &'static str,
    pub(super) exported: &'static Exported,
    pub(super) uuid: Uuid,
    fields: Fields,
}

impl Export<'_> {
    /// Rows that name what is not there are left out with it.
    pub(super) fn declared(&mut self, row: &DiscoveryRow) -> Done {
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

    fn is_whole(&self, exported: &Exported, record: &DeclaredRow) -> bool {
        let text = |name: &str| {
            let found = record.columns.iter().find(|(column, _)| *column == name);
            found.and_then(|(_, value)| serde_json::from_str::<String>(value.get()).ok())
        };
        exported.columns.iter().all(|(name, carried)| match carried {
            Carried::Label | Carried::Maybe(Carried::Label) => text(name)
                .is_none_or(|label| EntityLabel::parse(&label).is_none_or(|label| self.there.contains(&label))),
            Carried::Item => text(name).is_none_or(|item| self.items.contains(&item)),
            _ => true,
        })
    }
}

impl Walk<'_> {
    pub(super) fn declared(&mut self, seen: &Seen) -> std::result::Result<(), Halt> {
        let mut uuids: HashSet<(Named, Uuid)> = HashSet::new();
        for (table, exported) in exported_tables() {
            self.own(exported.list, &mut |walk, entry| {
                let Some(fields) = walk.record::<Fields>(entry) else { return Ok(()) };
                let Some(record) = walk.declared_record(entry, (table, exported), fields, (seen, &uuids)) else {
                    return Ok(());
                };
                if !uuids.insert((Named::Declared(table), record.uuid)) {
                    walk.found(entry, FindingCode::DuplicateRecord, "This record is there twice.");
                    return Ok(());
                }
                Ok(walk.sink.declared(&record)?)
            })?;
        }
        Ok(())
    }

    fn declared_record(
        &mut self,
        entry: &Listed<'_>,
        (table, exported): (&'static str, &'static Exported),
        mut fields: Fields,
        known: (&Seen, &HashSet<(Named, Uuid)>),
    ) -> Option<Record> {
        let raw: HashMap<Cow<'_, str>, &RawValue> = self.record(entry)?;
        for (name, _) in exported.columns.iter().filter(|(_, carried)| carried.is_json()) {
            if let Some(raw) = raw.get(*name) {
                fields.insert((*name).to_owned(), compact(raw.get()).into());
            }
        }
        let uuid = fields.get("uuid").and_then(Value::as_str).and_then(|uuid| Uuid::try_parse(uuid).ok());
        for (name, carried) in exported.columns {
            if matches!(carried, Carried::Time) && fields.get(*name).is_some_and(Value::is_i64) {
                let mut at = fields[*name].as_i64().unwrap_or_default();
                self.time(entry, &mut at);
                fields.insert((*name).to_owned(), at.into());
            }
        }
        let is_sound = exported.columns.iter().all(|(name, carried)| has_kind(fields.get(*name), *carried))
            && exported.is_sound.is_none_or(|is_sound| is_sound(&fields));
        let Some(uuid) = uuid.filter(|_| is_sound) else {
            self.found(entry, FindingCode::WrongType, format!("“{}” has no such entry.", exported.list));
            return None;
        };
        let dead = exported.columns.iter().find(|(name, carried)| {
            fields.get(*name).is_some_and(|value| !self.names_something(value, *carried, known))
        });
        if let Some((name, _)) = dead {
            self.found(entry, FindingCode::DeadLink, format!("“{name}” names what is not there."));
            return None;
        }
        Some(Record { table, exported, uuid, fields })
    }

    fn names_something(
        &self,
        value: &Value,
        carried: Carried,
        (seen, uuids): (&Seen, &HashSet<(Named, Uuid)>),
    ) -> bool {
        let text = value.as_str().unwrap_or_default();
        let uuid = Uuid::try_parse(text).unwrap_or_default();
        match carried {
            Carried::Maybe(_) if value.is_null() => true,
            Carried::Maybe(carried) => self.names_something(value, *carried, (seen, uuids)),
            Carried::Label => EntityLabel::parse(text).is_some_and(|label| self.has_entity(label)),
            Carried::Item => seen.has_item(text),
            Carried::Row(Named::Input) => self.index.inputs.contains_key(&uuid),
            Carried::Row(Named::Bundle) => self.index.bundles.contains_key(&uuid),
            Carried::Row(Named::Run) => self.index.runs.contains(&uuid),
            Carried::Row(Named::Fact) => self.index.facts.contains_key(&uuid),
            Carried::Row(Named::Declared(table)) => uuids.contains(&(Named::Declared(table), uuid)),
            // Whether it came in is known when it is written.
            Carried::Row(_) | Carried::Text | Carried::Number | Carried::Time | Carried::Json => true,
        }
    }
}

fn has_kind(value: Option<&Value>, carried: Carried) -> bool {
    match (carried, value) {
        (Carried::Maybe(_) | Carried::Item, None) => true,
        (Carried::Maybe(carried), value) => has_kind(value, *carried),
        // An empty text is left out.
        (Carried::Text, value) => value.is_none_or(Value::is_string),
        (_, None) => false,
        (Carried::Item | Carried::Label, Some(value)) => value.is_string(),
        (Carried::Number, Some(value)) => value.is_number(),
        (Carried::Time, Some(value)) => value.is_i64(),
        (Carried::Json, Some(_)) => true,
        (Carried::Row(_), Some(value)) => value.as_str().is_some_and(|uuid| Uuid::try_parse(uuid).is_ok()),
    }
}

impl Rows<'_, '_> {
    /// Of a merge only what is new. A row that names one that did not come in does not either.
    pub(super) fn put_declared(&mut self, record: &Record) -> Result<()> {
        let (w, at) = self.at()?;
        let named = Named::Declared(record.table);
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

    fn cells(&mut self, record: &Record) -> Result<Option<Cells>> {
        let mut cells = Cells::new();
        for (name, carried) in record.exported.columns {
            let Some(value) = record.fields.get(*name).filter(|value| !value.is_null()) else {
                // Left out because it is empty.
                if matches!(carried, Carried::Text) {
                    cells.insert(name, Value::from(""));
                }
                continue;
            };
            let carried = if let Carried::Maybe(carried) = carried { **carried } else { *carried };
            let Some(value) = self.cell(value, carried)? else { return Ok(None) };
            cells.insert(name, value);
        }
        Ok(Some(cells))
    }

    fn cell(&mut self, value: &Value, carried: Carried) -> Result<Option<Value>> {
        let (w, at) = self.at()?;
        let text = value.as_str().unwrap_or_default();
        Ok(match carried {
            Carried::Item => Some(at.item(text).into()),
            Carried::Label => EntityLabel::parse(text).map(|label| at.called(label).to_string().into()),
            Carried::Row(named) => {
                let uuid = Uuid::try_parse(text).unwrap_or_default();
                let seq = match row_here(at, named, uuid) {
                    Some(seq) => Some(seq),
                    None => w.live_row(named, at.discovery, at.ids.get(&(named, uuid)).copied().unwrap_or(uuid))?,
                };
                seq.map(Value::from)
            }
            Carried::Text | Carried::Number | Carried::Time | Carried::Json | Carried::Maybe(_) => Some(value.clone()),
        })
    }
}

/// The row that the file's came to be, of those that are kept by their UUID.
fn row_here(at: &At, named: Named, uuid: Uuid) -> Option<i64> {
    match named {
        Named::Input => at.inputs.get(&uuid).map(|seq| seq.0),
        Named::Bundle => at.bundles.get(&uuid).map(|seq| seq.0),
        Named::Run => at.runs.get(&uuid).map(|seq| seq.0),
        Named::Fact => at.fact(uuid).map(|seq| seq.0),
        _ => None,
    }
}
