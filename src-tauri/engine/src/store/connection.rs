//! Setup of a connection to the library: what SQLite may do, waits for, and refuses.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use super::error::OpenError;
use super::functions::{self, CurrentOperation};

/// Older ones could lose what was in the log when two connections wrote and checkpointed at once.
const OLDEST_SQLITE: i32 = 3_051_003;

/// The longest row: a text or an original of 256 MB, and what stands beside it.
const LONGEST_VALUE: i32 = 257 << 20;

/// Prepared statements kept by each connection.
const STATEMENTS: usize = 128;

/// Opens the connection that writes. Never makes a file.
pub(super) fn writing(path: &Path, wait: Duration, current: &CurrentOperation) -> Result<Connection, OpenError> {
    check_version()?;
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | PRIVATE)?;
    // SQLite quietly opens a write-protected file for reading.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(OpenError::ReadOnly { path: path.into() });
    }
    set_up(&connection, wait)?;
    functions::install(&connection, current)?;
    // FULL: the log is synced at each commit. The other two do the same on macOS, where a plain sync does not reach the
    // platter.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    // The commit that fills the log carries it into the file: seldom enough that pages written again are carried once.
    connection.pragma_update(None, "wal_autocheckpoint", 4_000)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    Ok(connection)
}

/// Opens a connection that cannot write.
pub(super) fn reading(path: &Path, wait: Duration) -> Result<Connection, OpenError> {
    equip_reading(open(path, OpenFlags::SQLITE_OPEN_READ_ONLY | PRIVATE)?, wait)
}

/// As [`reading`], of a file that nobody can change: no log of it is looked for, and none is made.
pub(super) fn reading_unchanging(path: &Path, wait: Duration) -> Result<Connection, OpenError> {
    equip_reading(immutable(path)?, wait)
}

fn equip_reading(connection: Connection, wait: Duration) -> Result<Connection, OpenError> {
    set_up(&connection, wait)?;
    functions::install(&connection, &CurrentOperation::default())?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens a file of SQLite's. Every connection is opened by it, so that all locks of the process are of one kind.
pub(super) fn open(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    #[cfg(target_os = "linux")]
    super::locks::install();
    Connection::open_with_flags(path, flags)
}

/// Opens what stands in the file alone, without its log and without a lock.
pub(super) fn immutable(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | PRIVATE;
    open(format!("file:{}?immutable=1", escaped(path)).as_ref(), flags)
}

/// A path as part of an address: what could mean something else there is written as its number.
fn escaped(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let slash = if cfg!(windows) && bytes.get(1) == Some(&b':') { "///" } else { "" };
    let escape = |&byte: &u8| match byte {
        b'\\' if cfg!(windows) => "/".to_owned(),
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b':' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    slash.to_owned() + &bytes.iter().map(escape).collect::<String>()
}

/// The writer's cache of the file in memory, in KiB.
const CACHE_KIB: i64 = 32_768;
/// As [`CACHE_KIB`], where a write is larger than that.
const LARGE_CACHE_KIB: i64 = 131_072;

/// While it lives, pages that one large transaction comes back to need not be read from the log again and again.
#[must_use = "dropped, it ends"]
#[derive(Debug)]
pub struct LargeCache<'c>(&'c Connection);

impl<'c> LargeCache<'c> {
    pub(super) fn enable(connection: &'c Connection) -> rusqlite::Result<Self> {
        connection.pragma_update(None, "cache_size", -LARGE_CACHE_KIB)?;
        Ok(Self(connection))
    }
}

impl Drop for LargeCache<'_> {
    fn drop(&mut self) {
        // If it fails, more memory is used and nothing else.
        let _ = self.0.pragma_update(None, "cache_size", -CACHE_KIB);
    }
}

/// The connection is used by one thread at a time, so SQLite need not lock it too.
const PRIVATE: OpenFlags = OpenFlags::SQLITE_OPEN_NO_MUTEX;

fn check_version() -> Result<(), OpenError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        return Err(OpenError::OldSqlite { found: rusqlite::version().into() });
    }
    Ok(())
}

fn set_up(connection: &Connection, wait: Duration) -> rusqlite::Result<()> {
    connection.busy_timeout(wait)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    // Else a statement is planned anew for each value that a partial index might be chosen by, which costs more than it does.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_VALUE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // So that INSERT OR REPLACE cannot delete a row behind the triggers that keep it.
    connection.pragma_update(None, "recursive_triggers", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    Ok(())
}
