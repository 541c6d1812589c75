//! Tables as CSV: the delimiter is told by the first lines, and quoted fields may hold line ends.

use csv::{ByteRecord, Reader, ReaderBuilder};

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::encoding;
use crate::extract::Extract;
use crate::format::Format;
use crate::inline::{self, Look};
use crate::refusal::Refusal;
use crate::table::{CellBudget, SourceRow, TableDraft};

/// As much as the delimiter shows in.
const LOOKED_AT: usize = 64 << 10;
const LINES: usize = 100;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let decoded = encoding::decode(bytes, None)?;
    let text = decoded.text.trim_start_matches('\u{feff}');
    let mut draft = ExtractDraft::new(budget);
    decoded.notes.into_iter().for_each(|note| draft.note(note));
    let (delimiter, text) = named_delimiter(text).unwrap_or_else(|| (delimiter(text), text));
    // A quote that nothing closes would swallow all that follows: from its line on, quotes are characters.
    let (sound, rest) = text.split_at(unclosed(text, delimiter).unwrap_or(text.len()));
    let mut rows = CsvRows { table: TableDraft::new(""), cells: CellBudget::new(budget.limits.entries), number: 0 };
    rows.write(reader(sound, delimiter, true), false, &mut draft, budget)?;
    rows.write(reader(rest, delimiter, false), true, &mut draft, budget)?;
    draft.finish(Format::Csv)
}

fn reader(text: &str, delimiter: u8, quotes: bool) -> Reader<&[u8]> {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true).quoting(quotes).from_reader(text.as_bytes())
}

struct CsvRows {
    table: TableDraft,
    cells: CellBudget,
    number: u32,
}

impl CsvRows {
    fn write(
        &mut self,
        mut reader: Reader<&[u8]>,
        is_unsound: bool,
        draft: &mut ExtractDraft,
        budget: &Budget<'_>,
    ) -> Result<(), Refusal> {
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).is_ok_and(|more| more) && !draft.is_full() && !self.cells.are_spent()
        {
            budget.step()?;
            self.number += 1;
            let field = |field: &[u8]| {
                let text = String::from_utf8_lossy(field).into_owned();
                if is_unsound { inline::marked(Look::Uncertain, &text) } else { text }
            };
            let cells = (0..).zip(record.iter().map(field)).collect();
            self.table.row(draft, &mut self.cells, SourceRow { number: self.number, cells, ..SourceRow::default() });
        }
        Ok(())
    }
}

/// Returns the start of the line that opens a quote which nothing closes.
fn unclosed(text: &str, delimiter: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut line, mut opened) = (0, None);
    let mut begins_field = true;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (*byte, opened) {
            (b'"', None) if begins_field => opened = Some(line),
            (b'"', Some(_)) if bytes.get(at + 1) == Some(&b'"') => at += 1,
            (b'"', Some(_)) => opened = None,
            (b'\n' | b'\r', None) => line = at + 1,
            _ => {}
        }
        begins_field = opened.is_none() && (*byte == delimiter || matches!(byte, b'\n' | b'\r'));
        at += 1;
    }
    opened
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
