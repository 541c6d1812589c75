//! A library to test on, filled through SQL as the table files fill it, and looked at through a connection of its own.

use std::path::{Path, PathBuf};

use factly_engine::store::Store;
use rusqlite::{Connection, OpenFlags};
use tempfile::TempDir;

use crate::world;

/// A library in a folder of its own.
pub(crate) struct Library {
    pub(crate) folder: TempDir,
    pub(crate) store: Store,
}

impl Library {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("library.factly"), world::fixed()).unwrap();
        Self { folder, store }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("library.factly")
    }
}

/// Reads the file as another tool would.
pub(crate) fn peek<T: rusqlite::types::FromSql>(path: &Path, sql: &str) -> T {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}
