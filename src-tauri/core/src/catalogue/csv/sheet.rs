//! The one writer of CSV: lines that a spreadsheet reads as cells, and never as a formula.
//!
//! A spreadsheet takes a cell for a formula by its first sign, and finds cells where its own language parts them: at a
//! semicolon or a tab as well as at our comma. So an apostrophe, which spreadsheets do not show, stands before whatever
//! would be a formula at the beginning of a cell or behind one of these. Reading takes it off again.

/// Adds a line of cells that are written already.
pub fn push_line(out: &mut String, cells: impl IntoIterator<Item = String>) {
    out.push_str(&cells.into_iter().collect::<Vec<_>>().join(","));
    out.push_str("\r\n");
}

/// Writes a text as a cell that is one cell and no formula.
#[must_use]
pub fn text_cell(text: &str) -> String {
    let guarded = guard(text);
    let is_quoted = guarded.contains([',', ';', '\t', '"', '\n', '\r']);
    if is_quoted { format!("\"{}\"", guarded.replace('"', "\"\"")) } else { guarded }
}

/// Characters that may begin another cell in a spreadsheet.
const BORDERS: [char; 4] = [';', '\t', '\n', '\r'];

/// By which a spreadsheet knows a formula, in both widths.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

const APOSTROPHE: char = '\'';

fn guard(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    for part in text.split_inclusive(BORDERS) {
        if is_guarded_or_formula(part) {
            out.push(APOSTROPHE);
        }
        out.push_str(part);
    }
    out
}

/// Takes off what [`text_cell`] put before a formula.
pub(super) fn unguarded(cell: &str) -> String {
    let take_off = |part: &'_ str| match part.strip_prefix(APOSTROPHE) {
        Some(rest) if is_guarded_or_formula(rest) => rest.to_owned(),
        _ => part.to_owned(),
    };
    cell.split_inclusive(BORDERS).map(take_off).collect()
}

/// With apostrophes that were there before: they come back as they were.
fn is_guarded_or_formula(part: &str) -> bool {
    part.trim_start_matches(APOSTROPHE).trim_start_matches(is_skipped).starts_with(FORMULA)
}

/// Skipped by some spreadsheets before they look for a formula.
fn is_skipped(c: char) -> bool {
    !BORDERS.contains(&c) && (c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\0'))
}

#[cfg(test)]
mod tests {
    use super::{push_line, text_cell};
    use crate::catalogue::csv::table::CsvTable;

    #[test]
    fn a_cell_is_one_cell_and_no_formula() {
        let check = |text: &str, expected: &str| assert_eq!(text_cell(text), expected, "{text:?}");
        check("Backdrop", "Backdrop");
        check("a, \"b\"\nc", "\"a, \"\"b\"\"\nc\"");
        check("=1+1", "'=1+1");
        check("@cmd", "'@cmd");
        check("-5 °C", "'-5 °C");
        check(" =1+1", "' =1+1");
        // East Asian spreadsheets read wide signs as well.
        check("＝1+1", "'＝1+1");
        // Where a semicolon parts cells, a formula would begin in the middle, and quotes do not keep it together.
        check("a;=1+1", "\"a;'=1+1\"");
        check("a\t=1+1", "\"a\t'=1+1\"");
        check("a\n+1", "\"a\n'+1\"");
        check("3-5 and a=b", "3-5 and a=b");
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in ["=1", "'=1", "''=1", "'quoted'", "a;=b", "a;'=b", "it's", "-", "'", "x;;=y", "＝1", "a\n=b;@c"] {
            let mut csv = String::new();
            push_line(&mut csv, ["name".to_owned()]);
            push_line(&mut csv, [text_cell(text)]);
            let table = CsvTable::parse(&csv).expect("it is CSV");
            assert_eq!(table.rows[0].cells, [text], "{csv:?}");
        }
    }
}
