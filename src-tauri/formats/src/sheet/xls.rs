//! XLS, by a foreign reader behind a wall; numbers come without their format, dates as what they are.

use std::io::Cursor;

use calamine::{Data, DataType, Reader, Sheet, SheetVisible, Xls, XlsError};

use crate::budget::Budget;
use crate::draft::ExtractDraft;
use crate::extract::{Extract, ExtractNote};
use crate::format::Format;
use crate::guard::guarded;
use crate::inline::{self, Look};
use crate::refusal::Refusal;
use crate::sheet::compound;
use crate::sheet::numbers::{NumberLocale, ShownNumber};
use crate::table::{CellBudget, SourceRow, TableDraft};

/// Larger files than people make by hand are refused.
const BYTES: usize = 64 << 20;
/// The reader lays sheets out in full, from their first cell to their last.
const AREA: u64 = 2_000_000;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    if bytes.len() > BYTES {
        return Err(Refusal::TooLarge { what: "bytes", limit: BYTES as u64 });
    }
    let missing = || Refusal::Damaged { detail: "its workbook is missing".to_owned() };
    let workbook = compound::workbook(bytes).ok_or_else(missing)?;
    if compound::area(&workbook) > AREA {
        return Err(Refusal::TooLarge { what: "cells", limit: AREA });
    }
    let bytes = compound::without_dimensions(workbook);
    let mut book = match guarded(|| Xls::new(Cursor::new(bytes))) {
        Some(Ok(book)) => book,
        Some(Err(XlsError::Password)) => return Err(Refusal::Encrypted),
        Some(Err(error)) => return Err(Refusal::Damaged { detail: error.to_string() }),
        None => return Err(Refusal::Damaged { detail: "its records cannot be followed".to_owned() }),
    };
    let mut draft = ExtractDraft::new(budget);
    let names = book.sheet_names();
    let is_shown = |sheet: &&Sheet| sheet.visible == SheetVisible::Visible;
    let shown: Vec<String> = book.sheets_metadata().iter().filter(is_shown).map(|sheet| sheet.name.clone()).collect();
    draft.pages = u32::try_from(names.len()).ok();
    let mut cells = CellBudget::new(budget.limits.entries);
    for (number, name) in (1..).zip(names) {
        budget.go_on()?;
        if cells.are_spent() {
            break;
        }
        if number > budget.limits.pages {
            draft.note(ExtractNote::CutShort { what: "sheets".to_owned(), limit: u64::from(budget.limits.pages) });
            break;
        }
        let Some(Ok(range)) = guarded(|| book.worksheet_range(&name)) else {
            draft.damaged(&name);
            continue;
        };
        draft.heading(1, &name);
        draft.part();
        let mut table = TableDraft::new(&name);
        let merged = book.merge_cells_by_sheet_name(&name).unwrap_or_default();
        let texts = range.used_cells().filter_map(|(_, _, value)| value.get_string());
        let locale = NumberLocale::default().of_texts(texts);
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (number, row) in (first_row + 1..).zip(range.rows()) {
            budget.step()?;
            let cell = |value: &Data| {
                let text = write(value, locale);
                if shown.contains(&name) { text } else { inline::marked(Look::Hidden, &text) }
            };
            let row = (first_column..).zip(row).map(|(column, value)| (column, cell(value))).collect();
            let reach = merged.iter().filter(|cell| cell.start.0 + 1 < number && number <= cell.end.0 + 1);
            let continued = reach.map(|cell| cell.start.1).collect();
            table.row(&mut draft, &mut cells, SourceRow { number, cells: row, continued, ..SourceRow::default() });
            if draft.is_full() || cells.are_spent() {
                break;
            }
        }
    }
    draft.finish(Format::Spreadsheet)
}

fn write(value: &Data, locale: NumberLocale) -> String {
    match value {
        Data::Empty => String::new(),
        Data::Float(number) => locale.general(*number),
        Data::Bool(value) => if *value { "TRUE" } else { "FALSE" }.to_owned(),
        Data::DateTime(moment) if moment.is_duration() => ShownNumber::Duration.write(moment.as_f64(), locale),
        Data::DateTime(moment) => {
            let value = moment.as_f64();
            let (has_date, has_time) = (value >= 1.0, value.fract() != 0.0);
            ShownNumber::Moment { has_date, has_time: has_time || !has_date, has_seconds: false }.write(value, locale)
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::Limits;
    use crate::budget::Budget;
    use crate::sheet::container::of_workbook;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &(data.len() as u16).to_le_bytes(), data].concat()
    }

    /// A workbook of one sheet with one number, whose sheet says that it has `rows` and `columns`.
    fn workbook(rows: u32, columns: u16) -> Vec<u8> {
        let begin =
            |kind: u16| record(0x0809, &[&0x0600_u16.to_le_bytes()[..], &kind.to_le_bytes(), &[0; 12]].concat());
        let end = record(0x000a, &[]);
        let named = |start: u32| record(0x0085, &[&start.to_le_bytes()[..], &[0, 0, 1, 0, b'S']].concat());
        let start = (begin(5).len() + named(0).len() + end.len()) as u32;
        let size = [&0_u32.to_le_bytes()[..], &rows.to_le_bytes(), &[0, 0], &columns.to_le_bytes(), &[0, 0]].concat();
        let number = [&[0; 6][..], &42.5_f64.to_le_bytes()].concat();
        [begin(5), named(start), end.clone(), begin(16), record(0x0200, &size), record(0x0203, &number), end].concat()
    }

    /// A length that a file claims makes no room: it would be more than there is.
    #[test]
    fn a_sheet_is_as_large_as_its_cells_whatever_it_says() {
        for (rows, columns) in [(1, 1), (65_536, 16_384), (u32::MAX, u16::MAX), (0, 0), (1, u16::MAX)] {
            let file = of_workbook(&workbook(rows, columns));
            let limits = Limits::default();
            let extract = read(&file, &Budget::new(&limits, &|| false)).expect("it is read");
            assert!(extract.text.contains("42.5"), "{rows} by {columns}: {}", extract.text);
        }
    }
}
