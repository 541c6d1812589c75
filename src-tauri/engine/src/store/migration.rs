//! Brings a library to this version's format: all or nothing, in one transaction.
//!
//! The migrations are plain SQL, embedded at build time. Each one that was applied is written down with its hash, so
//! that a library never silently rests on other SQL than the code was written for. A newer library is refused. A new one
//! is made at once as all migrations together leave it.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::commit_mark;
use super::connection;
use super::error::{OpenError, StoreError};
use super::functions::{self, CurrentOperation};
use super::header::APPLICATION_ID;
use super::row_checks::RowChecks;
use super::tables;
use crate::world::World;

/// One step of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub version: u32,
    pub name: &'static str,
    /// The SHA-256 of the SQL, in hexadecimal digits.
    pub sum: &'static str,
    pub sql: &'static str,
}

/// The migrations that this Factly knows, in order.
pub const MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// The schema that they make together, but for the triggers of changes.
pub(super) const SCHEMA: &str = include_str!(concat!(env!("OUT_DIR"), "/schema.sql"));

const LIST: &str = "CREATE TABLE migration (
    version    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    sql_sum    TEXT NOT NULL,
    applied_at INTEGER NOT NULL,
    sum        INTEGER NOT NULL GENERATED ALWAYS AS (row_sum('migration', version, name, sql_sum, applied_at)) STORED
) STRICT";

/// Applies what is missing and checks what is there.
pub(super) fn migrate(connection: &Connection, known: &[Migration], world: &World) -> Result<(), OpenError> {
    let found = version(connection)?;
    let newest = known.len() as u32;
    if found > newest {
        return Err(OpenError::Newer { found, known: newest });
    }
    if found < newest {
        apply_missing(connection, known, world)?;
        // Into the file itself, so that an older Factly sees the new version in its header.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    } else if is_of_today(known.len()) && !tables::has_triggers(connection)? {
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        tables::put_triggers(&transaction)?;
        // A schema that differs in more is damaged, and what is damaged is left as it is, for the check to find.
        if differing(&transaction, known).is_ok_and(|differing| differing.is_empty()) {
            transaction.commit()?;
        }
    }
    check_applied(connection, known)
}

/// Returns whether a library of so many migrations has the triggers that are declared now. An older one has its own.
const fn is_of_today(migrations: usize) -> bool {
    migrations >= MIGRATIONS.len()
}

pub(super) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// The newest migration that the file alone says was applied, whatever its header says.
pub(super) fn highest_of_file(path: &Path) -> Option<u32> {
    connection::immutable(path).and_then(|connection| highest(&connection)).ok()
}

pub(super) fn highest(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("SELECT max(version) FROM migration", [], |row| row.get(0))
}

fn apply_missing(connection: &Connection, known: &[Migration], world: &World) -> Result<(), OpenError> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    // Read again: another process may have migrated while this one waited for the lock.
    let found = (version(&transaction)? as usize).min(known.len());
    tables::drop_triggers(&transaction)?;
    let made = if found == 0 { begin(&transaction, known)? } else { found };
    known[found..made].iter().try_for_each(|migration| write_down(&transaction, migration, world))?;
    for migration in &known[made..] {
        apply(&transaction, migration, world)
            .map_err(|error| OpenError::Migration { version: migration.version, reason: error.to_string() })?;
    }
    if is_of_today(known.len()) {
        tables::put_triggers(&transaction)?;
    }
    if found == 0 {
        name_library(&transaction, world)?;
    }
    let checks = RowChecks::read(&transaction)?;
    if checks.are_stored() {
        checks.renew_all(&transaction)?;
        commit_mark::renew(&transaction)?;
    }
    Ok(transaction.commit()?)
}

/// Makes the schema alone, to compare with.
pub(super) fn make_schema(connection: &Connection, migrations: &[Migration]) -> rusqlite::Result<()> {
    let made = begin(connection, migrations)?;
    migrations[made..].iter().try_for_each(|migration| connection.execute_batch(migration.sql))?;
    if is_of_today(migrations.len()) { tables::put_triggers(connection) } else { Ok(()) }
}

/// Begins an empty file. Returns how many of `migrations` it needs no more.
fn begin(connection: &Connection, migrations: &[Migration]) -> rusqlite::Result<usize> {
    let (sql, made) = if is_of_today(migrations.len()) { (SCHEMA, MIGRATIONS.len()) } else { (LIST, 0) };
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.execute_batch(sql)?;
    Ok(made)
}

fn name_library(transaction: &Transaction<'_>, world: &World) -> rusqlite::Result<()> {
    let row = params![world.ids.next(), world.clock.now_ms()];
    transaction.execute("INSERT INTO library (one, id, created_at) VALUES (1, ?1, ?2)", row)?;
    Ok(())
}

fn apply(transaction: &Transaction<'_>, migration: &Migration, world: &World) -> rusqlite::Result<()> {
    transaction.execute_batch(migration.sql)?;
    write_down(transaction, migration, world)
}

fn write_down(transaction: &Transaction<'_>, migration: &Migration, world: &World) -> rusqlite::Result<()> {
    let row = params![migration.version, migration.name, migration.sum, world.clock.now_ms()];
    transaction.execute("INSERT INTO migration (version, name, sql_sum, applied_at) VALUES (?1, ?2, ?3, ?4)", row)?;
    transaction.pragma_update(None, "user_version", migration.version)
}

/// That the migrations which are written down are the known ones.
pub(super) fn check_applied(connection: &Connection, known: &[Migration]) -> Result<(), OpenError> {
    let applied = connection
        .prepare("SELECT version, sql_sum FROM migration ORDER BY version")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(u32, String)>>>()?;
    if applied.len() != known.len() {
        let detail = format!("{} migrations are written down, {} were made", applied.len(), known.len());
        return Err(OpenError::Damaged { detail });
    }
    match applied.iter().zip(known).find(|((version, sum), own)| *version != own.version || sum != own.sum) {
        Some(((version, _), _)) => Err(OpenError::OtherMigration { version: *version }),
        None => Ok(()),
    }
}

/// Compares tables, indexes and triggers with those of a library made anew in memory, and the migrations that are written
/// down with the known ones.
pub(super) fn differing(connection: &Connection, migrations: &[Migration]) -> Result<Vec<String>, StoreError> {
    let model = Connection::open_in_memory()?;
    functions::install(&model, &CurrentOperation::default())?;
    make_schema(&model, migrations)?;
    let (mut wanted, mut found) = (objects(&model)?, objects(connection)?);
    if !is_of_today(migrations.len()) {
        // A copy of an earlier time has the triggers of changes that were declared then; opened, it gets ours.
        let is_kept = |(name, _): &(String, String)| !name.ends_with(tables::CHANGED);
        wanted.retain(is_kept);
        found.retain(is_kept);
    }
    let differing = BTreeSet::from_iter(wanted.symmetric_difference(&found).map(|(name, _)| name.clone()));
    let differing = differing.into_iter().map(|name| format!("{name} is not what Factly made"));
    let applied = check_applied(connection, migrations).err().map(|error| error.to_string());
    Ok(differing.chain(applied).collect())
}

/// `sqlite_stat1` and its like are SQLite's own.
fn objects(connection: &Connection) -> Result<BTreeSet<(String, String)>, StoreError> {
    let sql =
        "SELECT name, type || tbl_name || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'";
    Ok(connection
        .prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?)
}
