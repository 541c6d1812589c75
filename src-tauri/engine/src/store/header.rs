//! The first hundred bytes of the library's file, read before SQLite may touch it.
//!
//! A file that is not ours, or comes from a newer Factly, is refused here: no connection is opened, no `-wal` or `-shm`
//! appears beside it, no byte of it changes.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::error::OpenError;
use super::migration;

/// "FCTL": what `file` and other tools can tell a library by.
pub(super) const APPLICATION_ID: u32 = 0x4643_544C;

const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Reads the header of an existing file and refuses what is not a library of a known version. Returns the version.
pub(super) fn admit(path: &Path, known: u32) -> Result<u32, OpenError> {
    let bytes = read(path)?;
    let (is_sqlite, is_ours) = (&bytes[..16] == MAGIC, word(&bytes, 68) == APPLICATION_ID);
    if !(is_sqlite && is_ours) && (is_ours || has_our_schema(path)?) {
        return Err(OpenError::Damaged { detail: "the first bytes of the file are not those of a library".into() });
    }
    if !is_sqlite {
        return Err(OpenError::NotALibrary { path: path.into() });
    }
    if !is_ours {
        return Err(OpenError::Foreign { path: path.into() });
    }
    match word(&bytes, 60) {
        newer if newer > known && migration::highest_of_file(path).is_some_and(|written| written <= known) => {
            Err(OpenError::Damaged { detail: format!("its header says format {newer}, which it is not") })
        }
        newer if newer > known => Err(OpenError::Newer { found: newer, known }),
        version => Ok(version),
    }
}

/// Returns whether a file is a library of Factly, of whatever version.
pub fn is_library(path: &Path) -> bool {
    read(path).is_ok_and(|bytes| &bytes[..16] == MAGIC && word(&bytes, 68) == APPLICATION_ID)
}

/// Returns whether the file begins as only a library does behind its header, though the header itself says something
/// else.
fn has_our_schema(path: &Path) -> io::Result<bool> {
    let mut beginning = Vec::new();
    File::open(path)?.take(SCHEMA_BYTES).read_to_end(&mut beginning)?;
    Ok(OWN_TABLES.iter().all(|table| memchr::memmem::find(&beginning, table).is_some()))
}

/// The schema of a library stands within the first of these.
const SCHEMA_BYTES: u64 = 1 << 20;
/// Tables that every library has had from the first on, and no other application has together.
const OWN_TABLES: [&[u8]; 3] =
    [b"CREATE TABLE turn_bundle_section", b"CREATE TABLE reaffirmation", b"CREATE TABLE label_counter"];

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
