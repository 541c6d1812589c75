//! The place where a file stopped being as it was sealed, when what the entries say does not tell.
//!
//! The seal alone names nothing, and much of a zip is read by no check of an entry: half of its directory, the ends of
//! streams, the seal itself. A pack is laid out in one way only, so whatever is laid out otherwise is the place; and the
//! same bytes are always packed alike, so an entry that would be packed otherwise is one that was changed.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use zip::ZipWriter;

use crate::evidence_pack::container::{Archive, CENTRAL_HEADER, ContainerFault, LOCAL_HEADER, ZipEntry};
use crate::evidence_pack::make::{BlockWriter, options};
use crate::evidence_pack::seal;

const END: u64 = 22;
const END_MARK: [u8; 4] = *b"PK\x05\x06";
const CENTRAL_MARK: [u8; 4] = *b"PK\x01\x02";
const LOCAL_MARK: [u8; 4] = *b"PK\x03\x04";

/// The headers, and ends of them, that are not a pack's. Of a file whose seal can be read.
pub(super) fn changed_headers(file: &mut File) -> io::Result<Vec<ContainerFault>> {
    let length = file.seek(SeekFrom::End(0))?;
    let Some(end_at) = length.checked_sub(seal::LENGTH as u64 + END) else { return Ok(Vec::new()) };
    let end = bytes_at::<{ END as usize }>(file, end_at)?;
    let (count, size, start) = (u16_at(&end, 10), u64::from(u32_at(&end, 12)), u64::from(u32_at(&end, 16)));
    let is_plain = end[..4] == END_MARK && end[4..8] == [0; 4] && end[8..10] == end[10..12];
    if !is_plain || start + size != end_at || usize::from(u16_at(&end, 20)) != seal::LENGTH {
        return Ok(vec![(None, "The end of its directory was changed.")]);
    }
    let mut directory = vec![0; usize::try_from(size).unwrap_or_default()];
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut directory)?;
    let Some(headers) = headers(&directory, count) else { return Ok(vec![(None, "Its directory was changed.")]) };
    let usual = usual(&headers);
    let (mut faults, mut expected) = (Vec::new(), 0);
    for header in &headers {
        let name = || Some(String::from_utf8_lossy(header.name).into_owned());
        let is_within = expected + LOCAL_HEADER + header.name.len() as u64 <= start;
        let (mut mark, mut called) = ([0; LOCAL_MARK.len()], vec![0; header.name.len()]);
        if is_within {
            file.seek(SeekFrom::Start(expected))?;
            file.read_exact(&mut mark)?;
            file.seek(SeekFrom::Start(expected + LOCAL_HEADER))?;
            file.read_exact(&mut called)?;
        }
        let is_plain = Some(header.constant()) == usual && u64::from(u32_at(header.fixed, 42)) == expected;
        if !is_plain || called != header.name {
            faults.push((name(), "What the directory says of it was changed."));
        }
        if mark != LOCAL_MARK {
            faults.push((name(), "The header before it was changed."));
        }
        expected += LOCAL_HEADER + header.name.len() as u64 + u64::from(u32_at(header.fixed, 20));
    }
    Ok(faults)
}

/// The one entry that is packed otherwise than its bytes are, if there is one; else what is left, the seal.
pub(super) fn changed_unseen(
    archive: &mut Archive,
    entries: &[ZipEntry],
    mut tick: impl FnMut() -> io::Result<()>,
) -> io::Result<ContainerFault> {
    let mut otherwise = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        tick()?;
        let mut packed = Vec::new();
        archive.by_index_raw(at)?.read_to_end(&mut packed)?;
        if again(archive, at, &entry.name)? != packed {
            otherwise.push(&entry.name);
        }
    }
    Ok(match otherwise.as_slice() {
        [] => (None, "The seal at its end was changed: all that it seals is as it was made."),
        [entry] => (Some((*entry).clone()), "Bits of it were changed that unpack to the same."),
        _ => (None, "A byte was changed that no entry needs: in how one is packed, or in the seal."),
    })
}

/// An entry, packed as [`super::make`] packs it.
fn again(archive: &mut Archive, at: usize, name: &str) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(name, options())?;
    let mut even = BlockWriter::new(&mut zip);
    io::copy(&mut archive.by_index(at)?, &mut even)?;
    even.end()?;
    let start = LOCAL_HEADER as usize + name.len();
    let mut bytes = zip.finish()?.into_inner();
    let end = bytes.windows(4).rposition(|mark| mark == CENTRAL_MARK).unwrap_or(bytes.len());
    bytes.truncate(end);
    Ok(bytes.split_off(start.min(end)))
}

/// An entry of the directory.
struct Header<'d> {
    fixed: &'d [u8],
    name: &'d [u8],
}

impl Header<'_> {
    /// Returns what is the same in each of a pack: who made it, and what kind of file it is.
    fn constant(&self) -> [&[u8]; 2] {
        [&self.fixed[4..6], &self.fixed[34..42]]
    }
}

/// `None`: they do not fill the directory one behind the other.
fn headers(mut directory: &[u8], count: u16) -> Option<Vec<Header<'_>>> {
    let mut headers = Vec::new();
    for _ in 0..count {
        let (fixed, rest) = directory.split_at_checked(CENTRAL_HEADER)?;
        let (name, rest) = rest.split_at_checked(usize::from(u16_at(fixed, 28)))?;
        if fixed[..4] != CENTRAL_MARK || fixed[30..34] != [0; 4] {
            return None;
        }
        headers.push(Header { fixed, name });
        directory = rest;
    }
    directory.is_empty().then_some(headers)
}

/// Returns what most of them say: one that was changed is not most of them.
fn usual<'d>(headers: &'d [Header<'d>]) -> Option<[&'d [u8]; 2]> {
    let mut counts: HashMap<_, usize> = HashMap::new();
    for header in headers {
        *counts.entry(header.constant()).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(constant, _)| constant)
}

fn bytes_at<const N: usize>(file: &mut File, at: u64) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
