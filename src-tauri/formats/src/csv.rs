//! Tables as CSV: the delimiter is told by the first lines, and quoted fields may hold line ends.

use csv::{ByteRecord, ReaderBuilder};

use crate::budget::Budget;
use crate::draft::Draft;
use crate::encoding;
use crate::extract::Extract;
use crate::format::Format;
use crate::refusal::Refusal;
use crate::table::{Cells, SourceRow, TableDraft};

/// As much as the delimiter shows in.
const LOOKED_AT: usize = 64 << 10;
const LINES: usize = 100;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let decoded = encoding::decode(bytes, None)?;
    let text = decoded.text.trim_start_matches('\u{feff}');
    let mut draft = Draft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    let (delimiter, text) = named_delimiter(text).unwrap_or_else(|| (delimiter(text), text));
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut table = TableDraft::new("");
    let mut cells = Cells::new(budget.limits.entries);
    let mut record = ByteRecord::new();
    let mut number = 0;
    while reader.read_byte_record(&mut record).is_ok_and(|more| more) && !draft.is_full() && !cells.are_spent() {
        budget.step()?;
        number += 1;
        let field = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        let fields = (0..).zip(record.iter().map(field)).collect();
        table.row(&mut draft, &mut cells, SourceRow { number, cells: fields, ..SourceRow::default() });
    }
    draft.finish(Format::Csv)
}

/// A first line `sep=;`, as Excel writes and reads it.
fn named_delimiter(text: &str) -> Option<(u8, &str)> {
    let (first, rest) = text.split_once('\n')?;
    match first.trim_end().strip_prefix("sep=")?.as_bytes() {
        [delimiter] => Some((*delimiter, rest)),
        _ => None,
    }
}

/// The delimiter that cuts the most lines into the same number of fields, of more than one.
fn delimiter(text: &str) -> u8 {
    let head = &text.as_bytes()[..text.len().min(LOOKED_AT)];
    let score = |delimiter: u8| {
        let reader = ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(head);
        let widths: Vec<usize> = reader.into_byte_records().take(LINES).flatten().map(|record| record.len()).collect();
        let usual = *widths.first().unwrap_or(&0);
        let alike = widths.iter().filter(|width| **width == usual).count();
        let share = alike * 100 / widths.len().max(1);
        (usual > 1, share, usual)
    };
    let best = [b',', b';', b'\t', b'|'].into_iter().rev().max_by_key(|delimiter| score(*delimiter));
    best.unwrap_or(b',')
}
