//! The workbook inside a compound file, looked at before it is read: how much space its sheets take when they are laid out.

use std::collections::HashSet;

use super::container;

/// Sectors that end a chain or belong to none begin here.
const LAST: u32 = 0xffff_fffa;
const ENTRY: usize = 128;

/// The workbook of a compound file; `None` where there is none.
pub(crate) fn workbook(bytes: &[u8]) -> Option<Vec<u8>> {
    Compound::open(bytes)?.stream(&["Workbook", "Book"])
}

/// Returns the number of cells that the sheets take laid out from their first to their last.
pub(crate) fn area(workbook: &[u8]) -> u64 {
    starts(workbook).iter().filter_map(|start| workbook.get(*start..)).map(area_of_sheet).sum()
}

fn starts(workbook: &[u8]) -> HashSet<usize> {
    let sheets = records(workbook).take_while(|record| record.kind != EOF).filter(|record| record.kind == BOUND_SHEET);
    sheets.filter_map(|record| Some(u32_at(record.data, 0)? as usize)).collect()
}

/// A compound file of nothing but the workbook, in which no sheet says how large it is: the reader would make room for
/// that much, whatever there is.
pub(crate) fn without_dimensions(mut workbook: Vec<u8>) -> Vec<u8> {
    for start in starts(&workbook) {
        let mut at = start;
        while let (Some(kind), Some(length)) = (u16_at(&workbook, at), u16_at(&workbook, at + 2)) {
            let end = (at + 4 + usize::from(length)).min(workbook.len());
            if kind == DIMENSIONS {
                workbook[at + 4..end].fill(0);
            }
            at = end;
        }
    }
    container::of_workbook(&workbook)
}

const EOF: u16 = 0x000a;
const BOUND_SHEET: u16 = 0x0085;
const DIMENSIONS: u16 = 0x0200;
/// Records of one cell or several begin with its row and column.
const CELLS: [u16; 10] = [0x0006, 0x0201, 0x0203, 0x0204, 0x0205, 0x0207, 0x00fd, 0x027e, 0x00d6, 0x00be];
const SEVERAL: u16 = 0x00bd;

struct Record<'a> {
    kind: u16,
    data: &'a [u8],
}

fn records(bytes: &[u8]) -> impl Iterator<Item = Record<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let kind = u16_at(rest, 0)?;
        let end = 4 + usize::from(u16_at(rest, 2)?);
        let data = rest.get(4..end)?;
        rest = &rest[end..];
        Some(Record { kind, data })
    })
}

fn area_of_sheet(bytes: &[u8]) -> u64 {
    let (mut rows, mut columns) = (None, None);
    for record in records(bytes).take_while(|record| record.kind != EOF) {
        let several = record.kind == SEVERAL;
        if !several && !CELLS.contains(&record.kind) {
            continue;
        }
        let (Some(row), Some(first)) = (u16_at(record.data, 0), u16_at(record.data, 2)) else { continue };
        let last =
            if several { u16_at(record.data, record.data.len().saturating_sub(2)).unwrap_or(first) } else { first };
        rows = Some(widened(rows, row));
        columns = Some(widened(Some(widened(columns, first)), last));
    }
    let length = |range: Option<(u16, u16)>| range.map_or(0, |(first, last)| u64::from(last - first) + 1);
    length(rows) * length(columns)
}

fn widened(range: Option<(u16, u16)>, by: u16) -> (u16, u16) {
    range.map_or((by, by), |(first, last)| (first.min(by), last.max(by)))
}

/// A file system in a file: chains of sectors, with small streams in sectors of their own.
struct Compound<'a> {
    bytes: &'a [u8],
    sector: usize,
    next: Vec<u32>,
    directory: Vec<u8>,
}

impl<'a> Compound<'a> {
    fn open(bytes: &'a [u8]) -> Option<Self> {
        let shift = u16_at(bytes, 30).filter(|shift| matches!(shift, 9 | 12))?;
        let mut file = Self { bytes, sector: 1 << shift, next: Vec::new(), directory: Vec::new() };
        file.next = file.table(u32_at(bytes, 68)?);
        file.directory = file.chain(u32_at(bytes, 48)?);
        Some(file)
    }

    fn sector(&self, at: u32) -> Option<&'a [u8]> {
        let start = (at as usize).checked_add(1)?.checked_mul(self.sector)?;
        self.bytes.get(start..).map(|rest| &rest[..rest.len().min(self.sector)])
    }

    /// The table of which sector follows which: its first sectors are named in the head, further ones in a chain.
    fn table(&self, first_of_further: u32) -> Vec<u32> {
        let mut parts: Vec<u32> = words(self.bytes.get(76..512).unwrap_or_default()).collect();
        let mut seen = HashSet::new();
        let mut at = first_of_further;
        while at < LAST && seen.insert(at) {
            let Some(sector) = self.sector(at) else { break };
            let mut further: Vec<u32> = words(sector).collect();
            at = further.pop().unwrap_or(LAST);
            parts.extend(further);
        }
        // No table is longer than the file that it is of.
        let limit = self.bytes.len() / self.sector + 1;
        let sectors = parts.into_iter().filter(|part| *part < LAST).take(limit).filter_map(|part| self.sector(part));
        sectors.flat_map(words).take(limit + self.sector).collect()
    }

    fn chain(&self, first: u32) -> Vec<u8> {
        self.links(&self.next, first).filter_map(|at| self.sector(at)).flatten().copied().collect()
    }

    fn links<'n>(&self, next: &'n [u32], first: u32) -> impl Iterator<Item = u32> + use<'n> {
        let follow = |at: &u32| next.get(*at as usize).copied().filter(|at| *at < LAST);
        std::iter::successors(Some(first).filter(|at| *at < LAST), follow).take(next.len())
    }

    fn stream(&self, names: &[&str]) -> Option<Vec<u8>> {
        let entries = || self.directory.chunks_exact(ENTRY);
        let found = entries().find(|entry| names.iter().any(|name| name_of(entry).eq_ignore_ascii_case(name)))?;
        let (first, size) = (u32_at(found, 116)?, u32_at(found, 120)? as usize);
        let mut stream = if size < u32_at(self.bytes, 56)? as usize {
            let small = self.chain(u32_at(entries().next()?, 116)?);
            let table: Vec<u32> = words(&self.chain(u32_at(self.bytes, 60)?)).collect();
            self.links(&table, first)
                .filter_map(|at| small.get(at as usize * 64..)?.get(..64))
                .flatten()
                .copied()
                .collect()
        } else {
            self.chain(first)
        };
        stream.truncate(size);
        Some(stream)
    }
}

fn name_of(entry: &[u8]) -> String {
    let length = usize::from(u16_at(entry, 64).unwrap_or(0)).clamp(2, 64) - 2;
    let units: Vec<u16> = entry[..length].chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2).map(|two| u16::from_le_bytes([two[0], two[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    words(bytes.get(at..at + 4)?).next()
}
