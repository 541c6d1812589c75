//! Opening a zip that may be anything.
//!
//! Unzippers differ about a strange zip, and one that means two things is no evidence. So what is not laid out
//! as a pack is (one entry behind the other, all deflated, each header twice the same, no name twice, nothing between) is
//! a problem by itself. Nothing is ever unpacked to a disk, and nothing is read further than its manifest says it is long.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use factly_core::message;
use factly_core::message::UserMessage;
use zip::ZipArchive;
use zip::read::ZipFile;

use crate::error::{Code, Error, Result};

pub(super) type Archive = ZipArchive<BufReader<File>>;

/// No pack has more entries: the directory of a zip is held whole.
const MAX_ENTRIES: usize = 1_000_000;
pub(super) const LOCAL_HEADER: u64 = 30;
pub(super) const CENTRAL_HEADER: usize = 46;

/// An entry, as the directory of the zip has it.
#[derive(Clone, Debug)]
pub(super) struct ZipEntry {
    pub(super) name: String,
    header: u64,
    central: u64,
    packed: u64,
    /// The oddity of the entry.
    pub(super) odd: Option<&'static str>,
}

pub(super) fn open(file: File) -> Result<Archive> {
    let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| no_pack(UserMessage::verbatim(error)))?;
    if archive.len() > MAX_ENTRIES {
        return Err(no_pack(message!("it has more entries than any pack")));
    }
    Ok(archive)
}

pub(super) fn no_pack(clause: impl Into<UserMessage>) -> Error {
    unread(message!("The file cannot be read as an evidence pack: {}.", clause.into()))
}

pub(super) fn unread(what: UserMessage) -> Error {
    Error::new(Code::Invalid, what)
        .kept("Nothing was unpacked.")
        .hint("It may be cut off or changed on its way: get it again.")
}

/// Every entry, in the order of the directory.
pub(super) fn listed(archive: &mut Archive) -> Result<Vec<ZipEntry>> {
    (0..archive.len())
        .map(|at| {
            archive
                .by_index_raw(at)
                .map(|entry| zip_entry(&entry))
                .map_err(|error| no_pack(UserMessage::verbatim(error)))
        })
        .collect()
}

fn zip_entry<R: Read>(entry: &ZipFile<'_, R>) -> ZipEntry {
    let odd = match () {
        () if entry.encrypted() => Some("It is encrypted."),
        () if entry.compression() != zip::CompressionMethod::Deflated => Some("It is not deflated."),
        () if entry.is_symlink() || entry.is_dir() => Some("It is no file."),
        () if !is_plain(entry.name_raw()) => Some("It has no name that an entry of a pack has."),
        () => None,
    };
    ZipEntry {
        name: String::from_utf8_lossy(entry.name_raw()).into_owned(),
        header: entry.header_start(),
        central: entry.central_header_start(),
        packed: entry.compressed_size(),
        odd,
    }
}

/// Returns whether it leads nowhere but below the folder that it would be unpacked to, on any system.
fn is_plain(name: &[u8]) -> bool {
    let letters = name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(byte));
    letters && !name.split(|byte| *byte == b'/').any(|part| part.is_empty() || part.iter().all(|byte| *byte == b'.'))
}

/// Returns the faults of the layout of the entries: the name of the entry if it is one's, and the fault.
pub(super) fn faults_of_layout(
    file: &mut File,
    archive: &Archive,
    entries: &[ZipEntry],
) -> Result<Vec<ContainerFault>> {
    let mut faults = Vec::new();
    if archive.has_duplicate_names() {
        faults.push((None, "Two entries have one name."));
    }
    let mut expected = 0;
    for entry in entries {
        let name = || Some(entry.name.clone());
        if let Some(odd) = entry.odd {
            faults.push((name(), odd));
        }
        if entry.header != expected {
            faults.push((name(), "It does not begin where the entry before it ends."));
        }
        if !headers_agree(file, entry).map_err(|error| no_pack(UserMessage::verbatim(error)))? {
            faults.push((name(), "Its two headers in the zip do not say the same."));
        }
        expected = (entry.header + LOCAL_HEADER + entry.name.len() as u64).saturating_add(entry.packed);
    }
    if expected != archive.central_directory_start() || archive.offset() != 0 {
        faults.push((None, "Something stands in the zip that is no entry."));
    }
    Ok(faults)
}

pub(super) type ContainerFault = (Option<String>, &'static str);

/// The fields that both headers of an entry have stand in one order in both.
fn headers_agree(file: &mut File, entry: &ZipEntry) -> io::Result<bool> {
    let mut local = [0; LOCAL_HEADER as usize];
    let mut central = [0; CENTRAL_HEADER];
    file.seek(SeekFrom::Start(entry.header))?;
    file.read_exact(&mut local)?;
    let mut local_name = vec![0; entry.name.len()];
    file.read_exact(&mut local_name)?;
    file.seek(SeekFrom::Start(entry.central))?;
    file.read_exact(&mut central)?;
    let no_extras = local[28..30] == [0, 0] && central[30..34] == [0, 0, 0, 0];
    Ok(local[4..30] == central[6..32] && local_name == entry.name.as_bytes() && no_extras)
}
