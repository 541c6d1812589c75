//! A reader: one consistent snapshot of the library, which cannot be written through.
//!
//! The SQL of each table stands in that table's file as methods of [`Reader`] and [`super::Writer`].

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{env, io};

use rusqlite::{Connection, OptionalExtension, Params, Row, TransactionBehavior};

use super::connection;
use super::error::{OpenError, StoreError};
use super::library_file::{LibraryFile, beside};
use uuid::Uuid;

use crate::task::CancelToken;

/// Kept open for the next read.
const IDLE: usize = 4;

#[derive(Debug)]
pub struct Reader {
    connection: Connection,
}

impl Reader {
    pub(super) fn new(connection: Connection) -> Self {
        Self { connection }
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Reads every row of a query.
    pub(super) fn select<T, Rows: FromIterator<T>>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Rows, StoreError> {
        Ok(self.connection.prepare_cached(sql)?.query_map(params, read)?.collect::<Result<_, _>>()?)
    }

    /// Reads the first row of a query, where there is one.
    pub(super) fn select_one<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.connection.prepare_cached(sql)?.query_row(params, read).optional()?)
    }
}

/// The way a file is read.
#[derive(Clone, Debug)]
pub(super) enum ReadSource {
    /// With its log, beside others who may write.
    WithLog,
    /// Alone: no log can be made where it lies, so nobody writes it.
    Unchanging,
    /// With a log that SQLite cannot read where it lies.
    Copied(Arc<PrivateCopy>),
}

impl ReadSource {
    pub(super) fn open(&self, path: &Path, wait: Duration) -> Result<Connection, OpenError> {
        match self {
            Self::WithLog => connection::reading(path, wait),
            Self::Unchanging => connection::reading_unchanging(path, wait),
            Self::Copied(copy) => connection::reading(&copy.file(), wait),
        }
    }
}

/// The library and its log in a folder of this process, for as long as it lives: beside a log, SQLite must be able to
/// make an index of it.
#[derive(Debug)]
pub(super) struct PrivateCopy(PathBuf);

impl PrivateCopy {
    pub(super) fn create(path: &Path, id: Uuid) -> io::Result<Self> {
        let folder = env::temp_dir().join(format!("factly-read-{}", id.simple()));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder)?;
        let copy = Self(folder);
        for suffix in ["", "-wal"] {
            // Not its rights, which may forbid to write it here too.
            io::copy(&mut File::open(beside(path, suffix))?, &mut File::create_new(beside(&copy.file(), suffix))?)?;
        }
        Ok(copy)
    }

    fn file(&self) -> PathBuf {
        self.0.join("library.factly")
    }
}

impl Drop for PrivateCopy {
    fn drop(&mut self) {
        // What the system's own folder keeps, the system sweeps.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The read-only connections: opened when first needed, and kept.
#[derive(Debug)]
pub(super) struct Readers {
    file: LibraryFile,
    wait: Duration,
    source: ReadSource,
    idle: Mutex<Vec<Reader>>,
}

impl Readers {
    /// Opens the first one now: it can still be read should the file be taken away.
    pub(super) fn new(file: LibraryFile, wait: Duration, source: ReadSource) -> Result<Self, OpenError> {
        let first = Reader::new(source.open(file.path(), wait)?);
        first.connection.execute_batch("BEGIN; SELECT count(*) FROM library; COMMIT")?;
        Ok(Self { file, wait, source, idle: Mutex::new(vec![first]) })
    }

    /// Runs `work` in one deferred transaction, so that all it reads is of one moment.
    pub(super) fn read<T>(&self, work: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let reader = self.take()?;
        let result = snapshot(&reader, work);
        // After a panic it is dropped instead, with whatever it was in the middle of.
        self.put_back(reader);
        result
    }

    /// As [`Readers::read`], and asks `cancel` every few thousand steps of SQLite's machine.
    pub(super) fn read_until<T>(
        &self,
        cancel: &CancelToken,
        work: impl FnOnce(&Reader) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut reader = self.take()?;
        let cancel = cancel.clone();
        reader.connection.progress_handler(10_000, Some(move || cancel.is_cancelled()))?;
        let result = snapshot(&reader, work);
        reader.connection.progress_handler(0, None::<fn() -> bool>)?;
        self.put_back(reader);
        result
    }

    /// As [`Readers::read`], on a connection of its own that may keep tables in memory; it is closed afterwards.
    pub(super) fn read_apart<T>(&self, work: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let reader = self.open_another()?;
        // The file itself was opened for reading.
        reader.connection.pragma_update(None, "query_only", false)?;
        snapshot(&reader, work)
    }

    /// More than are idle may be asked for at once: a read inside a read must not wait for itself.
    pub(super) fn take(&self) -> Result<Reader, StoreError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.map_or_else(|| self.open_another(), Ok)
    }

    fn open_another(&self) -> Result<Reader, StoreError> {
        self.file.check()?;
        match self.source.open(self.file.path(), self.wait) {
            Ok(connection) => Ok(Reader::new(connection)),
            Err(OpenError::Busy) => Err(StoreError::Busy),
            Err(OpenError::Sqlite(error)) => Err(error.into()),
            Err(other) => Err(StoreError::Damaged(other.to_string())),
        }
    }

    pub(super) fn put_back(&self, reader: Reader) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(reader);
        }
    }
}

fn snapshot<T>(reader: &Reader, work: impl FnOnce(&Reader) -> Result<T, StoreError>) -> Result<T, StoreError> {
    let transaction = rusqlite::Transaction::new_unchecked(&reader.connection, TransactionBehavior::Deferred)?;
    let value = work(reader)?;
    transaction.commit()?;
    Ok(value)
}
