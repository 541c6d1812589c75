//! A sum of each row, by which a check finds the row of which a single bit has turned.
//!
//! The sums are renewed within the write that touched the rows, of those rows only: a write beside a damaged row does not
//! make it right. Texts and originals that have a hash of their own are left to that, and what is derived to its rebuild.

use std::sync::{Arc, Mutex, PoisonError};

use flate2::Crc;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, params};
use rustc_hash::FxHashMap;

use super::error::StoreError;

/// Rows whose sums stand in one row of `row_check`.
const BLOCK: i64 = 64;

/// Derived tables, and the two that a commit writes by itself.
const UNCHECKED: [&str; 6] =
    ["commit_mark", "knowledge_block", "knowledge_field", "knowledge_item", "knowledge_state", "row_check"];

/// Columns that have a hash beside them.
const HASHED: [(&str, &str); 3] = [("attachment", "bytes"), ("input", "text"), ("turn_bundle", "text")];

/// The rows that a transaction touched, by table and number.
#[derive(Clone, Debug, Default)]
pub(super) struct TouchedNumbers(Arc<Mutex<FxHashMap<Box<str>, Vec<i64>>>>);

impl TouchedNumbers {
    pub(super) fn add(&self, table: &str, row: i64) {
        let mut touched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match touched.get_mut(table) {
            Some(rows) if rows.last() == Some(&row) => {}
            Some(rows) => rows.push(row),
            None => drop(touched.insert(table.into(), vec![row])),
        }
    }

    pub(super) fn take(&self) -> FxHashMap<Box<str>, Vec<i64>> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A table whose rows have sums, and the query that reads what is summed.
#[derive(Debug)]
struct CheckedTable {
    name: String,
    select: String,
}

/// The tables whose rows have sums.
#[derive(Debug)]
pub(super) struct RowChecks(Vec<CheckedTable>);

impl RowChecks {
    /// Reads which tables there are. A library of before the sums has none of them.
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Self> {
        if !connection.table_exists(None, "row_check")? {
            return Ok(Self(Vec::new()));
        }
        let names = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<String>>>()?;
        let checked = names.into_iter().filter(|name| !UNCHECKED.contains(&name.as_str()));
        checked.map(|name| checked_table(connection, name)).collect::<rusqlite::Result<_>>().map(Self)
    }

    /// Returns whether the library has sums: one of an older format has not.
    pub(super) const fn are_stored(&self) -> bool {
        !self.0.is_empty()
    }

    /// Renews the sums of the rows that were touched. Returns whether any row is another than before: what is derived has
    /// no sums, and counts as changed.
    pub(super) fn renew(
        &self,
        connection: &Connection,
        touched: FxHashMap<Box<str>, Vec<i64>>,
    ) -> rusqlite::Result<bool> {
        let mut has_changed = false;
        for (name, mut rows) in touched {
            let Some(table) = self.0.iter().find(|table| table.name == *name) else {
                has_changed = true;
                continue;
            };
            rows.sort_unstable();
            rows.dedup();
            for block in rows.chunk_by(|one, other| one.div_euclid(BLOCK) == other.div_euclid(BLOCK)) {
                has_changed |= renew_block(connection, table, block)?;
            }
        }
        Ok(has_changed)
    }

    /// Sums every row anew: after a migration, which may have changed any.
    pub(super) fn renew_all(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute("DELETE FROM row_check", [])?;
        for table in &self.0 {
            let sql = format!("SELECT rowid FROM \"{}\" ORDER BY rowid", table.name);
            let rows = connection.prepare(&sql)?.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
            self.renew(connection, FxHashMap::from_iter([(table.name.as_str().into(), rows)]))?;
        }
        Ok(())
    }

    /// Names up to `most` rows that are not what was written.
    pub(super) fn differing(&self, connection: &Connection, most: usize) -> Result<Vec<String>, StoreError> {
        let mut found = Vec::new();
        for table in &self.0 {
            match differing_rows(connection, table, most) {
                Ok(rows) => found.extend(rows),
                Err(error) => found.push(format!("{}: not all rows can be read: {error}", table.name)),
            }
        }
        found.extend(unknown_tables(connection, &self.0)?);
        found.truncate(most);
        Ok(found)
    }
}

fn checked_table(connection: &Connection, name: String) -> rusqlite::Result<CheckedTable> {
    let columns = connection
        .prepare("SELECT name FROM pragma_table_xinfo(?1) ORDER BY cid")?
        .query_map([&name], |row| row.get(0))?
        .collect::<rusqlite::Result<Vec<String>>>()?;
    let summed = columns.iter().filter(|column| !HASHED.contains(&(name.as_str(), column.as_str())));
    let summed = summed.map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
    let select = format!("SELECT rowid, {summed} FROM \"{name}\" WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid");
    Ok(CheckedTable { name, select })
}

/// `rows` are of one block, in order. Returns whether any of them is another than before.
fn renew_block(connection: &Connection, table: &CheckedTable, rows: &[i64]) -> rusqlite::Result<bool> {
    let (Some(&first), Some(&last)) = (rows.first(), rows.last()) else { return Ok(false) };
    let block = first.div_euclid(BLOCK);
    let before = sums_of(connection, &table.name, block)?;
    let mut sums = before.clone();
    rows.iter().for_each(|&row| set(&mut sums, row, 0));
    let mut sum = RowSum::default();
    let mut select = connection.prepare_cached(&table.select)?;
    let mut found = select.query(params![first, last])?;
    while let Some(row) = found.next()? {
        let number = row.get(0)?;
        if rows.binary_search(&number).is_ok() {
            set(&mut sums, number, sum.compute(row)?);
        }
    }
    if sums == before {
        return Ok(false);
    }
    let upsert = "INSERT INTO row_check (tbl, block, sums) VALUES (?1, ?2, ?3)
                  ON CONFLICT (tbl, block) DO UPDATE SET sums = excluded.sums";
    connection.prepare_cached(upsert)?.execute(params![table.name, block, sums])?;
    Ok(true)
}

fn sums_of(connection: &Connection, table: &str, block: i64) -> rusqlite::Result<Vec<u8>> {
    let mut select = connection.prepare_cached("SELECT sums FROM row_check WHERE tbl = ?1 AND block = ?2")?;
    let mut sums: Vec<u8> = select.query_row(params![table, block], |row| row.get(0)).optional()?.unwrap_or_default();
    sums.resize(BLOCK as usize * 4, 0);
    Ok(sums)
}

fn slot(row: i64) -> std::ops::Range<usize> {
    let at = row.rem_euclid(BLOCK) as usize * 4;
    at..at + 4
}

fn set(sums: &mut [u8], row: i64, sum: u32) {
    if let Some(slot) = sums.get_mut(slot(row)) {
        slot.copy_from_slice(&sum.to_be_bytes());
    }
}

/// Sums rows, each as one run of bytes: a sum of many small pieces costs far more than one of all.
#[derive(Default)]
struct RowSum(Vec<u8>);

impl RowSum {
    /// Never zero, which is for a row that is not there.
    fn compute(&mut self, row: &Row<'_>) -> rusqlite::Result<u32> {
        self.0.clear();
        for column in 1..row.as_ref().column_count() {
            self.add(row.get_ref(column)?);
        }
        let mut crc = Crc::new();
        crc.update(&self.0);
        Ok(crc.sum().max(1))
    }

    /// Adds a value with its type and, where it has one, its length, so that no two rows are written alike.
    fn add(&mut self, value: ValueRef<'_>) {
        let (kind, bytes) = match value {
            ValueRef::Null => return self.0.push(0),
            ValueRef::Integer(number) => return self.tagged(1, &number.to_be_bytes()),
            ValueRef::Real(number) => return self.tagged(2, &number.to_bits().to_be_bytes()),
            ValueRef::Text(bytes) => (3, bytes),
            ValueRef::Blob(bytes) => (4, bytes),
        };
        self.tagged(kind, &(bytes.len() as u64).to_be_bytes());
        self.0.extend_from_slice(bytes);
    }

    fn tagged(&mut self, kind: u8, bytes: &[u8]) {
        self.0.push(kind);
        self.0.extend_from_slice(bytes);
    }
}

fn differing_rows(connection: &Connection, table: &CheckedTable, most: usize) -> rusqlite::Result<Vec<String>> {
    let mut wanted = stored_sums(connection, &table.name)?;
    let mut found = Vec::new();
    let mut sum = RowSum::default();
    let mut select = connection.prepare(&table.select)?;
    let mut rows = select.query(params![i64::MIN, i64::MAX])?;
    while let Some(row) = rows.next()?
        && found.len() < most
    {
        let number: i64 = row.get(0)?;
        if wanted.remove(&number) != Some(sum.compute(row)?) {
            found.push(format!("{} {number}: the row is not the one that was written", table.name));
        }
    }
    if found.len() < most {
        let mut lost = wanted.into_keys().collect::<Vec<_>>();
        lost.sort_unstable();
        found.extend(lost.into_iter().map(|number| format!("{} {number}: the row is lost", table.name)));
    }
    found.truncate(most);
    Ok(found)
}

/// The sums by row number, of the rows that there were.
fn stored_sums(connection: &Connection, table: &str) -> rusqlite::Result<FxHashMap<i64, u32>> {
    let mut sums_by_row = FxHashMap::default();
    let mut select = connection.prepare("SELECT block, sums FROM row_check WHERE tbl = ?1")?;
    let mut blocks = select.query([table])?;
    while let Some(row) = blocks.next()? {
        let (block, sums): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        for (at, bytes) in sums.chunks_exact(4).enumerate() {
            let sum = bytes.iter().fold(0, |sum: u32, &byte| sum << 8 | u32::from(byte));
            if sum != 0 {
                sums_by_row.insert(block.wrapping_mul(BLOCK).wrapping_add(at as i64), sum);
            }
        }
    }
    Ok(sums_by_row)
}

/// Sums of a table that is not there: the name that they are kept under has changed.
fn unknown_tables(connection: &Connection, known: &[CheckedTable]) -> Result<Vec<String>, StoreError> {
    if known.is_empty() {
        return Ok(Vec::new());
    }
    let mut select = connection.prepare("SELECT DISTINCT tbl FROM row_check")?;
    let names = select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let unknown = names.into_iter().filter(|name| known.iter().all(|table| table.name != *name));
    Ok(unknown.map(|name| format!("row_check: there is no table {name}")).collect())
}
