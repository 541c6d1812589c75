//! A library to test on, and ways to look at its file as another tool would.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use super::world;
use crate::store::{CheckReport, CheckScope, Opening, Store};
use crate::task::CancelToken;

/// A library in a folder of its own.
pub(super) struct Library {
    pub(super) folder: TempDir,
    pub(super) store: Store,
}

impl Library {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(&folder.path().join("library.factly"));
        Self { folder, store }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("library.factly")
    }

    /// Closes the library, which leaves one file without a log.
    pub(super) fn close(self) -> TempDir {
        let Self { folder, store } = self;
        drop(store);
        folder
    }
}

/// A folder in memory where the system has one, for tests that make thousands of files and none survives.
pub(super) fn fleeting_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

pub(super) fn open(path: &Path) -> Store {
    Store::open(path, world::fixed()).unwrap()
}

/// Waits for other processes only briefly.
pub(super) fn impatient() -> Opening {
    Opening { wait: Duration::from_millis(50), ..Opening::default() }
}

pub(super) fn check(store: &Store) -> CheckReport {
    store.check(CheckScope::Whole, &CancelToken::default(), |_| {}).unwrap()
}

/// The names in a folder, sorted.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let mut names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect::<Vec<_>>();
    names.sort();
    names
}

pub(super) fn peek<T: rusqlite::types::FromSql>(path: &Path, sql: &str) -> T {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Every row of every table.
pub(super) fn dump(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let tables =
        connection.prepare(tables)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let mut dump = Vec::new();
    for table in tables {
        dump.extend(
            rows(connection, &format!("SELECT * FROM {table}"))?.into_iter().map(|row| format!("{table} {row}")),
        );
    }
    Ok(dump)
}

pub(super) fn rows(connection: &Connection, sql: &str) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare(sql)?;
    let columns = select.column_count();
    let cells = |row: &rusqlite::Row<'_>| (0..columns).map(|at| row.get(at)).collect::<rusqlite::Result<Vec<Value>>>();
    let mut rows =
        select.query_map([], |row| Ok(format!("{:?}", cells(row)?)))?.collect::<rusqlite::Result<Vec<_>>>()?;
    rows.sort();
    Ok(rows)
}
