//! Check that the library's file is still the one that was opened.
//!
//! SQLite goes on writing to a file that was deleted or replaced under it, and all of that is lost when it closes. On
//! Windows a file that is open cannot be taken away; there only its presence is looked at.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::error::StoreError;

#[derive(Clone, Debug)]
pub(super) struct LibraryFile {
    path: PathBuf,
    file: Identity,
    /// None where the file is only read and has no log.
    log: Option<Identity>,
}

impl LibraryFile {
    /// To be called while a connection holds the file and its log open.
    pub(super) fn identify(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.into(), file: identity(path)?, log: Some(identity(&beside(path, "-wal"))?) })
    }

    /// As [`LibraryFile::identify`], of a library that nobody can write where it lies.
    pub(super) fn identify_read_only(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.into(), file: identity(path)?, log: identity(&beside(path, "-wal")).ok() })
    }

    /// Returns whether the log has content.
    pub(super) fn has_log(&self) -> bool {
        has_log(&self.path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn check(&self) -> Result<(), StoreError> {
        let is_same = identity(&self.path).is_ok_and(|now| now == self.file)
            && self.log.is_none_or(|log| identity(&beside(&self.path, "-wal")).is_ok_and(|now| now == log));
        if is_same { Ok(()) } else { Err(StoreError::Missing { path: self.path.clone() }) }
    }
}

/// Returns whether the log of the library at `path` has content.
pub(super) fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|metadata| metadata.len() > 0)
}

/// The path with something appended to the file's name, as SQLite does.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| ())
}

/// Makes a new name survive a power cut. Windows does so by itself and cannot open a folder.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}
