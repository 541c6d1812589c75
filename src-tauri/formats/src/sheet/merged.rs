//! Merged cells of a worksheet: they are written behind its rows, so that they are looked for before those are read.

use std::ops::RangeInclusive;

use crate::package::Package;
use crate::refusal::Refusal;
use crate::sheet::xlsx::column;
use crate::table::SourceRow;

/// In a larger worksheet a merged cell is the head of its first row only.
const LOOKED_AT: u64 = 32 << 20;
/// More are not kept.
const MERGED: usize = 20_000;

/// The cells that span several rows: the column of each, and its rows, counted from 1.
#[derive(Default)]
pub(super) struct MergedCells(Vec<(u32, RangeInclusive<u32>)>);

impl MergedCells {
    pub(super) fn of_sheet(package: &mut Package<'_>, part: &str) -> Result<Self, Refusal> {
        let bytes = package.bytes(part, LOOKED_AT)?;
        let starts = memchr::memmem::find_iter(&bytes, b"mergeCell ").take(MERGED);
        let merged = starts.filter_map(|start| rows_of(&bytes[start..bytes.len().min(start + 200)]));
        Ok(Self(merged.filter(|(_, rows)| rows.start() < rows.end()).collect()))
    }

    /// Tells a row which cells reach down to it from rows above.
    pub(super) fn mark(&self, row: &mut SourceRow) {
        let reach = self.0.iter().filter(|(_, rows)| *rows.start() < row.number && row.number <= *rows.end());
        row.continued = reach.map(|(column, _)| *column).collect();
    }
}

/// Of `mergeCell ref="A2:A5"` the first column and the rows.
fn rows_of(element: &[u8]) -> Option<(u32, RangeInclusive<u32>)> {
    let element = str::from_utf8(&element[..memchr::memchr(b'>', element)?]).ok()?;
    let reference = element.split_once("ref=\"")?.1.split_once('"')?.0;
    let (first, last) = reference.split_once(':')?;
    let row = |cell: &str| cell.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '$').parse::<u32>().ok();
    Some((column(first.trim_start_matches('$'))?, row(first)?..=row(last)?))
}
