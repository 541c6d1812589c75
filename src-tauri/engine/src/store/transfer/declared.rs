//! SQL of the rows that an export carries as their table is declared: see `tables.rs` of the store.

use std::collections::BTreeMap;
use std::io;

use rusqlite::types::Value as SqlValue;
use rusqlite::{Row, ToSql, params_from_iter};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::read::heard;
use super::restore_deleted::ColumnValues;
use super::write::NamedTable;
use crate::store::tables::{TABLES, declared};
use crate::store::{DiscoverySeq, Reader, StoreError, Writer};

/// The exported form of a table: a list under `factly`, an entry of which has a `uuid` and these columns. The table has
/// `seq`, `id`, `discovery` and `deleted` beside them. A column that is null or an empty text is left out.
#[derive(Clone, Copy, Debug)]
pub struct ExportedTable {
    pub list: &'static str,
    pub columns: &'static [(&'static str, ColumnFormat)],
    /// Returns whether an entry, whose columns are of these kinds, is one that Factly could have written. The
    /// constraints of the table are held against it as well, but only when it is imported.
    pub is_sound: Option<fn(&Fields) -> bool>,
}

/// An entry of a list, read as JSON.
pub type Fields = serde_json::Map<String, serde_json::Value>;

/// The representation of a column in a file.
#[derive(Clone, Copy, Debug)]
pub enum ColumnFormat {
    Text,
    /// A text on one line that is no longer than a title.
    Title,
    /// A whole number within these, or a Boolean as 0 or 1.
    Number(i64, i64),
    /// Milliseconds since 1970.
    Time,
    /// JSON that the function can read, kept to the letter.
    Json(fn(&str) -> bool),
    /// JSON with the UUIDs of what is cited, each by its label.
    Cited,
    /// JSON that the function can read, whose strings may be UUIDs of rows of a table: what an import gives another id is
    /// named by that there too.
    Naming(NamedTable, fn(&str) -> bool),
    /// The UUID of a row of a table that need not be there any more, or not yet.
    Id(NamedTable),
    /// The reference of an item, or nothing for the project: what an import calls anew is called so here too.
    Item,
    /// The label of an entity, which an import may give another.
    Label,
    /// A row of another table, by its UUID. A row that names a hidden one is not exported.
    Row(NamedTable),
    /// One of these, or nothing.
    Maybe(&'static Self),
}

impl ColumnFormat {
    /// The table whose row it names.
    const fn named(self) -> Option<NamedTable> {
        match self {
            Self::Row(named) | Self::Maybe(&Self::Row(named)) => Some(named),
            _ => None,
        }
    }

    /// Returns whether the column holds JSON.
    pub const fn is_json(self) -> bool {
        matches!(self, Self::Json(_) | Self::Naming(..) | Self::Maybe(Self::Json(_) | Self::Cited))
    }
}

/// The tables whose rows an export carries as they are declared, with their names.
pub fn exported_tables() -> impl Iterator<Item = (&'static str, &'static ExportedTable)> {
    TABLES.iter().filter_map(|table| Some((table.name, table.exported.as_ref()?)))
}

/// The columns of the entries of a list that is declared.
pub fn columns_of(list: &str) -> Vec<&'static str> {
    let exported = exported_tables().find(|(_, exported)| exported.list == list);
    exported.map_or_else(Vec::new, |(_, exported)| exported.columns.iter().map(|(name, _)| *name).collect())
}

/// A row as a file has it.
#[derive(Debug)]
pub struct DeclaredRow {
    pub uuid: Uuid,
    pub columns: Vec<(&'static str, Box<RawValue>)>,
}

impl Serialize for DeclaredRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let uuid = serde_json::value::to_raw_value(&self.uuid).map_err(serde::ser::Error::custom)?;
        to.collect_map([("uuid", &uuid)].into_iter().chain(self.columns.iter().map(|(name, value)| (*name, value))))
    }
}

/// The columns of a row to be stored. One that is not among them gets its default.
pub type RowValues = BTreeMap<&'static str, serde_json::Value>;

impl Reader {
    /// Every row of a discovery that is not hidden and names none that is, in order.
    pub fn each_declared_row(
        &self,
        table: &'static str,
        exported: &ExportedTable,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(&DeclaredRow) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let mut select = self.connection().prepare_cached(&select(table, exported))?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            heard(each(&declared_row(row, exported)?))?;
        }
        Ok(())
    }
}

fn select(table: &str, exported: &ExportedTable) -> String {
    let (mut columns, mut is_whole) = (String::new(), String::new());
    for (column, carried) in exported.columns {
        match carried.named() {
            Some(named) => {
                columns.push_str(&format!(", (SELECT id FROM {} WHERE seq = t.{column})", named.table()));
                let live = named.live();
                is_whole.push_str(&format!(
                    " AND (t.{column} IS NULL OR EXISTS (SELECT 1 FROM {live} AND x.seq = t.{column}))"
                ));
            }
            None => columns.push_str(&format!(", t.{column}")),
        }
    }
    format!("SELECT t.id{columns} FROM {table} AS t WHERE t.discovery = ?1 AND t.deleted = 0{is_whole} ORDER BY t.seq")
}

fn declared_row(row: &Row<'_>, exported: &ExportedTable) -> Result<DeclaredRow, StoreError> {
    let mut columns = Vec::with_capacity(exported.columns.len());
    for (at, (name, carried)) in exported.columns.iter().enumerate() {
        if let Some(value) = cell(row, at + 1, *carried)? {
            columns.push((*name, value));
        }
    }
    Ok(DeclaredRow { uuid: row.get(0)?, columns })
}

fn cell(row: &Row<'_>, at: usize, carried: ColumnFormat) -> Result<Option<Box<RawValue>>, StoreError> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    let raw = match row.get(at)? {
        SqlValue::Null => return Ok(None),
        SqlValue::Text(text) if text.is_empty() => return Ok(None),
        SqlValue::Text(json) if carried.is_json() => RawValue::from_string(json),
        SqlValue::Text(text) => serde_json::value::to_raw_value(&text),
        SqlValue::Integer(number) => serde_json::value::to_raw_value(&number),
        SqlValue::Real(number) => serde_json::value::to_raw_value(&number),
        SqlValue::Blob(_) => serde_json::value::to_raw_value(&row.get::<_, Uuid>(at)?),
    };
    raw.map(Some).map_err(unreadable)
}

impl Writer<'_> {
    pub fn insert_declared(
        &mut self,
        table: &'static str,
        discovery: DiscoverySeq,
        id: Uuid,
        cells: &RowValues,
    ) -> Result<(), StoreError> {
        let names: String = cells.keys().map(|name| format!(", {name}")).collect();
        let places = ", ?".repeat(cells.len());
        let sql = format!("INSERT INTO {table} (id, discovery{names}) VALUES (?, ?{places})");
        let values: Vec<SqlValue> = cells.values().map(stored).collect();
        let of: [&dyn ToSql; 2] = [&id, &discovery];
        let all = of.into_iter().chain(values.iter().map(|value| value as &dyn ToSql));
        self.change(&sql, params_from_iter(all))
    }

    /// Returns whether the row was hidden and is there again: undo restores it as the file has it, where all else is
    /// the same.
    pub fn bring_back_declared(
        &mut self,
        table: &'static str,
        discovery: DiscoverySeq,
        id: Uuid,
        cells: &RowValues,
    ) -> Result<bool, StoreError> {
        let restored = declared(table).map_or(&[][..], |table| table.restored);
        let cells: Vec<(&'static str, SqlValue)> = cells.iter().map(|(name, value)| (*name, stored(value))).collect();
        let cells = cells.iter().map(|(name, value)| (*name, value as &dyn ToSql));
        let (set, same): (Vec<_>, Vec<_>) = cells.partition(|(name, _)| restored.contains(name));
        let (same, set): (ColumnValues<'_>, ColumnValues<'_>) = (&same, &set);
        Ok(self.bring_back(NamedTable::Declared(table), discovery, id, same, set)?.is_some())
    }
}

fn stored(value: &serde_json::Value) -> SqlValue {
    match value {
        serde_json::Value::String(text) => SqlValue::Text(text.clone()),
        serde_json::Value::Bool(is_so) => SqlValue::Integer(i64::from(*is_so)),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(number) => SqlValue::Integer(number),
            None => number.as_f64().map_or(SqlValue::Null, SqlValue::Real),
        },
        _ => SqlValue::Null,
    }
}
