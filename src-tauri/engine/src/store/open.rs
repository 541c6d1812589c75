//! Opening a library: which files are let in, and when a new one may be made.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use factly_core::message;
use factly_core::message::UserMessage;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

use super::backup::{self, BackupError, Backups};
use super::error::OpenError;
use super::functions::CurrentOperation;
use super::library_file::{LibraryFile, beside, has_log, sync_folder};
use super::migration::{self, MIGRATIONS, Migration};
use super::reader::{PrivateCopy, ReadSource, Readers};
use super::writer::{WriteAccess, WriteConnection};
use super::{Inner, Store, commit_mark, connection, header};
use crate::world::World;

/// Options for opening a library. The default is for an application.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Time to wait for another process before saying that the library is busy.
    pub wait: Duration,
    /// The migrations of the schema; other than the default in tests only.
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
        let stray = put_stray_log_aside(path, &world)?;
        let current = CurrentOperation::default();
        let opened = self.open_writing(path, &current, &world, stray.clone());
        let reading = match opened {
            Err(OpenError::ReadOnly { .. }) => WriteAccess::WithoutRights,
            Err(OpenError::Full) => WriteAccess::WithoutSpace,
            // SQLite calls it a failure of the disk where there is no room for the index of its log.
            Err(OpenError::Sqlite(_)) if has_no_room(path, &world) => WriteAccess::WithoutSpace,
            opened => return opened,
        };
        self.open_reading(path, reading, current, world, stray)
    }

    fn open_writing(
        self,
        path: &Path,
        current: &CurrentOperation,
        world: &World,
        stray: Option<StrayLog>,
    ) -> Result<Store, OpenError> {
        let pen = connection::writing(path, self.wait, current).map_err(|error| without_rights(path, error))?;
        self.bring_up(path, &pen, world).inspect_err(|_| leave_untouched(&pen))?;
        self.assemble(path, pen, current.clone(), world.clone(), stray)
    }

    /// Opens a library that cannot be written where it lies.
    fn open_reading(
        self,
        path: &Path,
        access: WriteAccess,
        current: CurrentOperation,
        world: World,
        stray: Option<StrayLog>,
    ) -> Result<Store, OpenError> {
        let (pen, source) = self.readable(path, access, stray.as_ref(), &world)?;
        // An older one would have to be migrated first.
        if migration::version(&pen)? < self.migrations.len() as u32 {
            return Err(unwritable(path, access));
        }
        migration::check_applied(&pen, self.migrations)?;
        let file = LibraryFile::identify_read_only(path)?;
        self.put_together((pen, access), source, current, file, world, stray)
    }

    /// Reads with the log where SQLite can; else the file alone, where no log holds more than it does; else a copy.
    fn readable(
        self,
        path: &Path,
        access: WriteAccess,
        stray: Option<&StrayLog>,
        world: &World,
    ) -> Result<(Connection, ReadSource), OpenError> {
        let is_ignored = stray.is_some_and(|stray| !stray.is_aside);
        let opened = |source: ReadSource| {
            let connection = source.open(path, self.wait).ok()?;
            connection.query_row("SELECT count(*) FROM library", [], |_| Ok(())).ok()?;
            Some((connection, source))
        };
        let refused = || unwritable(path, access);
        if has_log(path) && !is_ignored {
            let with_log = opened(ReadSource::WithLog);
            let copied = || Some(ReadSource::Copied(PrivateCopy::create(path, world.ids.next()).ok()?.into()));
            return with_log.or_else(|| opened(copied()?)).ok_or_else(refused);
        }
        let with_log = if is_ignored { None } else { opened(ReadSource::WithLog) };
        with_log.or_else(|| opened(ReadSource::Unchanging)).ok_or_else(refused)
    }

    fn bring_up(self, path: &Path, pen: &Connection, world: &World) -> Result<(), OpenError> {
        let found = migration::version(pen)?;
        // Migrated again, a library would be refused by rules that say nothing of what is wrong.
        if (1..self.migrations.len() as u32).contains(&found) && migration::highest(pen)? != found {
            let detail = format!("its header says format {found}, which it is not");
            return Err(OpenError::Damaged { detail });
        }
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
        stray: Option<StrayLog>,
    ) -> Result<Store, OpenError> {
        let file = LibraryFile::identify(path)?;
        self.put_together((pen, WriteAccess::Full), ReadSource::WithLog, current, file, world, stray)
    }

    fn put_together(
        self,
        (pen, access): (Connection, WriteAccess),
        source: ReadSource,
        current: CurrentOperation,
        file: LibraryFile,
        world: World,
        stray_log: Option<StrayLog>,
    ) -> Result<Store, OpenError> {
        let version = pen.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let inner = Inner {
            readers: Readers::new(file.clone(), self.wait, source)?,
            pen: WriteConnection::new(pen, access, current, file.clone(), world.clone())?,
            file,
            stray_log,
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

fn unwritable(path: &Path, access: WriteAccess) -> OpenError {
    match access {
        WriteAccess::WithoutSpace => OpenError::Full,
        WriteAccess::Full | WriteAccess::WithoutRights => OpenError::ReadOnly { path: path.into() },
    }
}

/// Returns whether nothing more fits beside the library.
fn has_no_room(path: &Path, world: &World) -> bool {
    let trial = beside(path, &format!(".new-{}", world.ids.next().simple()));
    let written = fs::write(&trial, [1; ROOM]);
    let _ = fs::remove_file(&trial);
    written.is_err_and(|error| error.kind() == ErrorKind::StorageFull)
}

/// Room in bytes that SQLite needs beside a library at least: the index of its log, and a page or two.
const ROOM: usize = 64 << 10;

/// A log that lay beside the library and is not its own. Nothing of it was folded in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayLog {
    /// Its path now.
    pub path: PathBuf,
    /// True if it was renamed: where the folder cannot be written it only is not read.
    pub is_aside: bool,
}

impl StrayLog {
    /// Returns the finding and the action taken, for the analyst.
    pub fn note(&self) -> UserMessage {
        let log = self.path.display();
        if self.is_aside {
            message!(
                "The log beside the library was of another file or of another time; it is kept as {}, and nothing of it is in the library.",
                log
            )
        } else {
            message!("The log {} is of another file or of another time; it is not read.", log)
        }
    }
}

/// Gives a log of another file, or of another time of this one, a name of its own before SQLite sees it.
fn put_stray_log_aside(path: &Path, world: &World) -> Result<Option<StrayLog>, OpenError> {
    if !has_log(path) || is_in_use(path) || !commit_mark::has_stray_log(path)? {
        return Ok(None);
    }
    let log = beside(path, "-wal");
    let aside = beside(&Backups::for_library(path).free_name("kept", world.clock.now_ms())?, "-wal");
    match fs::rename(&log, &aside) {
        Ok(()) => sync_folder(path)?,
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => {
            return Ok(Some(StrayLog { path: log, is_aside: false }));
        }
        Err(error) => return Err(error.into()),
    }
    Ok(Some(StrayLog { path: aside, is_aside: true }))
}

/// Whoever has the library open has taken the log for its own already.
#[cfg(target_os = "linux")]
fn is_in_use(path: &Path) -> bool {
    super::locks::is_in_use(path).unwrap_or(false)
}

#[cfg(not(target_os = "linux"))]
const fn is_in_use(_: &Path) -> bool {
    false
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

/// Refuses to open beside a log or copies of an earlier library, whose file was lost: a new empty one would hide that.
fn refuse_traces(path: &Path) -> Result<(), OpenError> {
    if beside(path, "-wal").try_exists()? || !Backups::for_library(path).is_empty()? {
        return Err(OpenError::Missing { path: path.into() });
    }
    Ok(())
}

/// Gives `draft` its name, unless something has that name by now.
fn put_in_place(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Ok(()) => sync_folder(path),
        // A file system without hard links: the empty file claims the name.
        Err(_) => match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            claimed => claimed.and_then(|_| fs::rename(draft, path)).and_then(|()| sync_folder(path)),
        },
    }
}
