//! Copies of the library: made whole or not at all, checked before they count, kept in a thinning series, restored
//! without ever overwriting the file that is there.
//!
//! They stand in `backups/` beside the library, named after it, the time and the version of its format. All of this
//! works while the library itself cannot be opened. A copy is a plain file, without a log beside it.

mod drafts;
pub(super) mod restore;
mod series;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use factly_core::message;
use factly_core::message::UserMessage;
use jiff::Timestamp;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};
use uuid::Uuid;

use super::check;
use super::connection;
use super::error::{OpenError, StoreError};
use super::functions::{self, CurrentOperation};
use super::header;
use super::library_file::beside;
use super::library_file::sync_folder;
use super::migration::{self, MIGRATIONS, Migration};
use crate::task::CancelToken;
use crate::world::World;

/// Most milliseconds without a copy.
const DAY_MS: u64 = 86_400_000;

/// A copy, and what the library held when it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupInfo {
    /// Its file's name.
    pub id: String,
    /// Milliseconds since 1970.
    pub taken_at: i64,
    /// The version of the library's format.
    pub version: u32,
    pub bytes: u64,
    pub discoveries: i64,
    pub facts: i64,
}

/// A discovery in a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedDiscovery {
    pub id: Uuid,
    pub title: String,
    pub inputs: u32,
    /// Neither superseded nor rejected.
    pub facts: u32,
    pub updated_at: i64,
}

/// The fault of a copy. The library itself is as it was.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
#[non_exhaustive]
pub enum BackupError {
    NotFound(String),
    Damaged(String),
    Open(#[from] OpenError),
    Store(#[from] StoreError),
    Io(#[from] io::Error),
}

impl BackupError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound(_) => "backup_not_found",
            Self::Damaged(_) => "backup_damaged",
            Self::Open(error) => error.code(),
            Self::Store(error) => error.code(),
            Self::Io(_) => "backup_failed",
        }
    }

    /// Returns what happened, as a clause.
    pub fn message(&self) -> UserMessage {
        match self {
            Self::NotFound(name) => message!("there is no copy {}", name),
            Self::Damaged(why) => message!("the copy is damaged: {}", why),
            Self::Open(error) => error.message(),
            Self::Store(error) => error.message(),
            Self::Io(error) => message!("the copy could not be written: {}", error),
        }
    }

    pub fn hint(&self) -> Option<UserMessage> {
        match self {
            Self::NotFound(_) => Some(message!("It may have been thinned out; look again.")),
            Self::Damaged(_) => Some(message!("Choose another copy.")),
            Self::Open(error) => error.hint(),
            Self::Store(error) => error.hint(),
            Self::Io(_) => Some(message!("Check the space and the rights of the folder, then try again.")),
        }
    }
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The copies of one library.
#[derive(Clone, Debug)]
pub struct Backups {
    library: PathBuf,
    migrations: &'static [Migration],
}

impl Backups {
    /// Of the library at `path`, which need not be there.
    pub fn for_library(path: &Path) -> Self {
        Self::made_with(path, MIGRATIONS)
    }

    pub(super) fn made_with(path: &Path, migrations: &'static [Migration]) -> Self {
        Self { library: path.into(), migrations }
    }

    /// The good copies, newest first. What cannot be read is passed over.
    pub fn list(&self) -> io::Result<Vec<BackupInfo>> {
        let names = self.names()?;
        Ok(names.iter().rev().filter_map(|name| self.info(name).ok()).collect())
    }

    /// The newest copy that a full check finds sound.
    pub fn newest_good(&self) -> io::Result<Option<BackupInfo>> {
        Ok(self.list()?.into_iter().find(|backup| verify(&self.folder().join(&backup.id), self.migrations).is_ok()))
    }

    /// Reads the contents of a copy, newest discovery first. The copy is read only.
    pub fn holds(&self, id: &str) -> Result<(BackupInfo, Vec<CopiedDiscovery>), BackupError> {
        let (name, path) = self.copy(id)?;
        header::admit(&path, self.migrations.len() as u32)?;
        let connection = connection::open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let sql = "SELECT id, title, updated_at,
                (SELECT count(*) FROM input AS i WHERE i.discovery = d.seq AND i.deleted = 0),
                (SELECT count(*) FROM fact AS f WHERE f.discovery = d.seq AND f.deleted = 0
                    AND f.status IN ('proposed', 'accepted', 'conflict'))
            FROM discovery AS d WHERE deleted = 0 ORDER BY seq DESC";
        let mut select = connection.prepare(sql)?;
        let held = select.query_map([], |row| {
            Ok(CopiedDiscovery {
                id: row.get(0)?,
                title: row.get(1)?,
                updated_at: row.get(2)?,
                inputs: row.get(3)?,
                facts: row.get(4)?,
            })
        })?;
        Ok((self.info(&name)?, held.collect::<rusqlite::Result<_>>()?))
    }

    /// Puts the copy in the library's place, and returns where the file that was there is kept.
    ///
    /// One step: a crash in the middle of it is made good when the library is next opened. Stores that are open on the
    /// library refuse to write from then on; open it again.
    pub fn restore(&self, id: &str, world: &World) -> Result<Option<PathBuf>, BackupError> {
        let (_, copy) = self.copy(id)?;
        verify(&copy, self.migrations)?;
        let draft = beside(&self.library, &format!(".restored-{}", world.ids.next().simple()));
        let restored = copy_synced(&copy, &draft)
            .and_then(|()| self.free_name("kept", world.clock.now_ms()))
            .and_then(|previous| restore::put_in_place(&self.library, &draft, &previous));
        // What is written down will be done at the next start, and needs the draft.
        if restored.is_err() && !restore::is_begun(&self.library) {
            let _ = fs::remove_file(&draft);
        }
        Ok(restored?)
    }

    fn copy(&self, id: &str) -> Result<(BackupName, PathBuf), BackupError> {
        let name = BackupName::parse(&self.library, id).ok_or_else(|| BackupError::NotFound(id.into()))?;
        let copy = self.folder().join(name.to_string());
        if copy.try_exists()? { Ok((name, copy)) } else { Err(BackupError::NotFound(id.into())) }
    }

    /// Removes what a crash left half made, a day ago or longer: somebody may still be at work on a newer one.
    pub(super) fn sweep(&self, now: SystemTime) -> io::Result<()> {
        drafts::sweep(&self.library, now)?;
        drafts::sweep(&self.folder().join(self.file_name()), now)
    }

    /// Moves the library's file and its log out of the way under a name that says `why` and when; deletes nothing.
    pub fn set_aside(&self, why: &str, world: &World) -> io::Result<Option<PathBuf>> {
        let aside = self.free_name(why, world.clock.now_ms())?;
        // The file first: a log without its file is never taken for a library, a file without its log would be.
        for suffix in ["", "-wal", "-shm"] {
            match fs::rename(beside(&self.library, suffix), beside(&aside, suffix)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        sync_folder(&self.library)?;
        Ok(aside.try_exists()?.then_some(aside))
    }

    /// A name that nothing has yet, since renaming would replace what has it.
    pub(super) fn free_name(&self, why: &str, mut now_ms: i64) -> io::Result<PathBuf> {
        loop {
            let name = beside(&self.library, &format!(".{why}-{}", stamp(now_ms)));
            if !name.try_exists()? && !beside(&name, "-wal").try_exists()? {
                return Ok(name);
            }
            now_ms += 1;
        }
    }

    /// True if the newest copy is older than a day, or from a clock that was wrong.
    pub(super) fn is_due(&self, now_ms: i64) -> io::Result<bool> {
        let newest = self.names()?.pop();
        Ok(newest.is_none_or(|name| name.taken_at.abs_diff(now_ms) >= DAY_MS))
    }

    /// Takes a copy of what `source` reads and adds it to the series.
    pub(super) fn add(&self, source: &Connection, world: &World) -> Result<BackupInfo, BackupError> {
        fs::create_dir_all(self.folder())?;
        let version = migration::version(source)?;
        let mut name = BackupName { library: self.file_name(), taken_at: world.clock.now_ms(), version };
        while self.folder().join(name.to_string()).try_exists()? {
            name.taken_at += 1;
        }
        copy_to(source, &self.folder().join(name.to_string()), self.migrations, world)?;
        Ok(self.info(&name)?)
    }

    /// Deletes what the series no longer needs. Called only right after a copy was made and checked.
    pub(super) fn thin(&self) -> io::Result<()> {
        let names = self.names()?;
        let taken = names.iter().map(|name| (name.taken_at, name.version)).collect::<Vec<_>>();
        for spare in series::spare(&taken) {
            fs::remove_file(self.folder().join(names[spare].to_string()))?;
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> io::Result<bool> {
        Ok(self.names()?.is_empty())
    }

    fn folder(&self) -> PathBuf {
        self.library.with_file_name("backups")
    }

    fn file_name(&self) -> String {
        self.library.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Oldest first.
    fn names(&self) -> io::Result<Vec<BackupName>> {
        let entries = match fs::read_dir(self.folder()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(BackupName::parse(&self.library, &entry?.file_name().to_string_lossy()));
        }
        names.sort_by_key(|name| (name.taken_at, name.version));
        Ok(names)
    }

    fn info(&self, name: &BackupName) -> Result<BackupInfo, StoreError> {
        let path = self.folder().join(name.to_string());
        let connection = connection::open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let count = |table| {
            connection.query_row(&format!("SELECT count(*) FROM {table} WHERE deleted = 0"), [], |row| row.get(0))
        };
        Ok(BackupInfo {
            id: name.to_string(),
            taken_at: name.taken_at,
            version: name.version,
            bytes: fs::metadata(&path).map_or(0, |metadata| metadata.len()),
            discoveries: count("discovery")?,
            facts: count("fact")?,
        })
    }
}

/// Writes a copy of what `source` reads to `path`: whole, checked and on the disk, or not at all.
pub(super) fn copy_to(
    source: &Connection,
    path: &Path,
    migrations: &[Migration],
    world: &World,
) -> Result<(), BackupError> {
    let draft = beside(path, &format!(".part-{}", world.ids.next().simple()));
    let copied = copy_pages(source, &draft).and_then(|()| {
        verify(&draft, migrations)?;
        File::open(&draft)?.sync_all()?;
        fs::rename(&draft, path)?;
        Ok(sync_folder(path)?)
    });
    let _ = fs::remove_file(&draft);
    copied
}

/// Copies page by page, so that the copy is the library to the byte, damage included, and the check sees it.
fn copy_pages(source: &Connection, draft: &Path) -> Result<(), BackupError> {
    let mut copy = connection::open(draft, OpenFlags::default())?;
    {
        let backup = Backup::new(source, &mut copy)?;
        // All in one step: with several, a library that is being written to would start it over each time.
        while backup.step(-1)? != StepResult::Done {
            thread::sleep(Duration::from_millis(20));
        }
    }
    copy.pragma_update(None, "journal_mode", "delete")?;
    copy.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// A full check of a copy.
fn verify(path: &Path, migrations: &[Migration]) -> Result<(), BackupError> {
    let version = header::admit(path, migrations.len() as u32)?;
    let connection = connection::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    functions::install(&connection, &CurrentOperation::default())?;
    let report = check::check(
        &connection,
        &migrations[..version as usize],
        check::CheckScope::Whole,
        &CancelToken::default(),
        &mut |_| {},
    )?;
    match report.findings.first() {
        None => Ok(()),
        Some(finding) => Err(BackupError::Damaged(finding.detail.clone())),
    }
}

fn copy_synced(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    File::open(to)?.sync_all()
}

/// The file name of a copy: `library.factly~20260101T000000.000Z~v1`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BackupName {
    library: String,
    taken_at: i64,
    version: u32,
}

impl BackupName {
    fn parse(library: &Path, name: &str) -> Option<Self> {
        let library = library.file_name()?.to_string_lossy().into_owned();
        let (time, version) = name.strip_prefix(&library)?.strip_prefix('~')?.split_once("~v")?;
        let taken_at = time.parse::<Timestamp>().ok()?.as_millisecond();
        Some(Self { library, taken_at, version: version.parse().ok()? })
    }
}

impl std::fmt::Display for BackupName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}~{}~v{}", self.library, stamp(self.taken_at), self.version)
    }
}

/// A time as part of a file's name: sorts, and has no colon, which Windows does not allow.
fn stamp(ms: i64) -> String {
    let time = Timestamp::from_millisecond(ms).unwrap_or_default();
    time.strftime("%Y%m%dT%H%M%S.%3fZ").to_string()
}
