//! A check whether somebody still carries out a turn of a conversation or a run of a parser.
//!
//! Several processes may have one library open, and any may be killed. Whoever carries something out holds a lock on a
//! small file beside the library, which the system lets go of with the process: an answer that still streams, or a run
//! that still runs, and whose file nobody holds is one that nobody carries on.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use factly_core::message;
use uuid::Uuid;

use crate::error::{Code, Error, Result};

/// Held while a turn or a run is carried out.
pub(crate) struct TurnLock {
    path: PathBuf,
    file: Option<File>,
}

impl TurnLock {
    /// To be called before what is carried out is in the library, so that nobody finds it without its file.
    pub(crate) fn begin(library: &Path, id: Uuid) -> Result<Self> {
        Self::hold(path_of(library, id))
            .map_err(|error| Error::new(Code::Io, message!("A file beside the library could not be made: {}.", error)))
    }

    fn hold(path: PathBuf) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
        file.lock()?;
        Ok(Self { path, file: Some(file) })
    }
}

impl Drop for TurnLock {
    fn drop(&mut self) {
        // Closed first: Windows deletes no file that is open.
        drop(self.file.take());
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns whether a process carries it out. Sweeps up what one that died left.
pub(crate) fn is_carried_out(library: &Path, id: Uuid) -> bool {
    let path = path_of(library, id);
    let Ok(file) = OpenOptions::new().write(true).open(&path) else { return false };
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => true,
        // Where files cannot be locked, nothing is declared dead that may be alive.
        Err(fs::TryLockError::Error(_)) => true,
        Ok(()) => {
            drop(file);
            let _ = fs::remove_file(&path);
            false
        }
    }
}

fn path_of(library: &Path, id: Uuid) -> PathBuf {
    let mut name = library.as_os_str().to_owned();
    name.push(format!(".live-{}", id.simple()));
    name.into()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_turn_is_carried_out_as_long_as_its_file_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("library.factly");
        let answer = Uuid::from_u128(7);
        assert!(!is_carried_out(&library, answer), "nobody began");
        let live = TurnLock::begin(&library, answer).unwrap();
        assert!(is_carried_out(&library, answer));
        assert!(!is_carried_out(&library, Uuid::from_u128(8)), "another turn is another file");
        drop(live);
        assert!(!is_carried_out(&library, answer));
        File::create(path_of(&library, answer)).unwrap();
        assert!(!is_carried_out(&library, answer), "a process that died left it");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "and it is swept up");
    }
}
