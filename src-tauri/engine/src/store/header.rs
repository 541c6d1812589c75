//! The first hundred bytes of the library's file, read before SQLite may touch it.
//!
//! A file that is not ours, or comes from a newer Factly, is refused here: no connection is opened, no `-wal` or `-shm`
//! appears beside it, no byte of it changes.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::error::OpenError;

/// "FCTL": what `file` and other tools can tell a library by.
pub(super) const APPLICATION_ID: u32 = 0x4643_544C;

const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Reads the header of an existing file and refuses what is not a library of a known version. Returns the version.
pub(super) fn admit(path: &Path, known: u32) -> Result<u32, OpenError> {
    let bytes = read(path)?;
    if &bytes[..16] != MAGIC {
        return Err(OpenError::NotALibrary { path: path.into() });
    }
    if word(&bytes, 68) != APPLICATION_ID {
        return Err(OpenError::Foreign { path: path.into() });
    }
    match word(&bytes, 60) {
        newer if newer > known => Err(OpenError::Newer { found: newer, known }),
        version => Ok(version),
    }
}

fn read(path: &Path) -> Result<[u8; 100], OpenError> {
    let mut bytes = [0; 100];
    let mut file = File::open(path)?;
    match file.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err(OpenError::Damaged { detail: "the file ends before its header does".into() })
        }
        Err(error) => Err(error.into()),
    }
}

fn word(bytes: &[u8; 100], at: usize) -> u32 {
    u32::from_be_bytes(std::array::from_fn(|byte| bytes[at + byte]))
}
