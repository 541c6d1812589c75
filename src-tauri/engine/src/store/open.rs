//! Opening a library: which files are let in, and when a new one may be made.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

use super::backup::{self, BackupError, Backups};
use super::error::OpenError;
use super::functions::CurrentOperation;
use super::migration::{self, MIGRATIONS, Migration};
use super::place::{FilePlace, beside, sync_folder};
use super::reader::Readers;
use super::writer::Pen;
use super::{Inner, Store, connection, header};
use crate::world::World;

/// How to open a library. The default is what an application wants.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// How long to wait for another process before saying that the library is busy.
    pub wait: Duration,
    /// What the schema is made of; other than the default in tests only.
    pub migrations: &'static [Migration],
}

impl Default for Opening {
    fn default() -> Self {
        Self { wait: Duration::from_secs(5), migrations: MIGRATIONS }
    }
}

impl Opening {
    /// As [`Store::open`].
    pub fn open(self, path: &Path, world: World) -> Result<Store, OpenError> {
        backup::restore::finish(path)?;
        if !path.try_exists()? {
            self.make(path, &world)?;
        }
        self.open_existing(path, world)
    }

    /// As [`Store::open`], but never makes a library.
    pub fn open_existing(self, path: &Path, world: World) -> Result<Store, OpenError> {
        if !path.try_exists()? {
            return Err(OpenError::Missing { path: path.into() });
        }
        header::admit(path, self.migrations.len() as u32)?;
        let current = CurrentOperation::default();
        let pen = connection::writing(path, self.wait, &current).map_err(|error| without_rights(path, error))?;
        self.bring_up(path, &pen, &world).inspect_err(|_| leave_untouched(&pen))?;
        self.assemble(path, pen, current, world)
    }

    fn bring_up(self, path: &Path, pen: &Connection, world: &World) -> Result<(), OpenError> {
        let found = migration::version(pen)?;
        if (1..self.migrations.len() as u32).contains(&found) {
            let backups = Backups::made_with(path, self.migrations);
            backups.add(pen, world).map_err(|error| no_copy(found, error))?;
        }
        migration::migrate(pen, self.migrations, world)
    }

    fn assemble(
        self,
        path: &Path,
        pen: Connection,
        current: CurrentOperation,
        world: World,
    ) -> Result<Store, OpenError> {
        let version = pen.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let place = FilePlace::of(path)?;
        let inner = Inner {
            readers: Readers::new(place.clone(), self.wait)?,
            pen: Pen::new(pen, current, place.clone(), world.clone())?,
            place,
            world,
            migrations: self.migrations,
            subscribers: super::Subscribers::default(),
            others_writes: AtomicI64::new(version),
        };
        Ok(Store { inner: inner.into() })
    }

    /// Makes the whole library under another name first: a crash or a second process never finds half of one.
    fn make(self, path: &Path, world: &World) -> Result<(), OpenError> {
        refuse_traces(path)?;
        let draft = beside(path, &format!(".new-{}", world.ids.next().simple()));
        let made = self.draft(&draft, world).and_then(|()| Ok(put_in_place(&draft, path)?));
        let _ = fs::remove_file(&draft);
        made
    }

    fn draft(self, draft: &Path, world: &World) -> Result<(), OpenError> {
        File::create_new(draft)?;
        let pen = connection::writing(draft, self.wait, &CurrentOperation::default())?;
        migration::migrate(&pen, self.migrations, world)?;
        pen.close().map_err(|(_, error)| error)?;
        File::open(draft)?.sync_all()?;
        Ok(())
    }
}

/// SQLite must make a log in the folder, and says no more than that it cannot.
fn without_rights(path: &Path, error: OpenError) -> OpenError {
    match error {
        OpenError::Sqlite(error)
            if matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly)) =>
        {
            OpenError::ReadOnly { path: path.into() }
        }
        other => other,
    }
}

/// Without a copy there is no way back, so the library is not migrated.
fn no_copy(found: u32, error: BackupError) -> OpenError {
    match error {
        BackupError::Damaged(detail) => OpenError::Damaged { detail },
        other => OpenError::Migration { version: found + 1, reason: other.to_string() },
    }
}

/// A newer library that shows itself only in its log is not to be touched either, not even by a checkpoint.
fn leave_untouched(pen: &Connection) {
    let _ = pen.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
}

/// Where a log or copies of an earlier library lie, its file was lost: a new empty one would hide that.
fn refuse_traces(path: &Path) -> Result<(), OpenError> {
    if beside(path, "-wal").try_exists()? || !Backups::of(path).is_empty()? {
        return Err(OpenError::Missing { path: path.into() });
    }
    Ok(())
}

/// Gives `draft` its name, unless something has that name by now.
fn put_in_place(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Ok(()) => sync_folder(path),
        // A file system without hard links: the empty file claims the name.
        Err(_) => match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            claimed => claimed.and_then(|_| fs::rename(draft, path)).and_then(|()| sync_folder(path)),
        },
    }
}
