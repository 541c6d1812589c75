//! Lines that a spreadsheet reads: comma-separated, in UTF-8 with its mark, and never a formula.

use std::path::Path;

use uuid::Uuid;

use crate::error::Result;
use crate::file::{unwritten, write_whole};

/// Writes CSV to a file, whole or not at all, with the mark by which a spreadsheet knows UTF-8.
pub(crate) fn save(path: &Path, id: Uuid, csv: &str) -> Result<()> {
    write_whole(path, id, |out| {
        let written = out.write_all("\u{feff}".as_bytes()).and_then(|()| out.write_all(csv.as_bytes()));
        written.map_err(|error| unwritten(path, &error))
    })
}

pub(crate) fn line(out: &mut String, cells: impl Iterator<Item = String>) {
    out.push_str(&cells.collect::<Vec<_>>().join(","));
    out.push_str("\r\n");
}

/// Text is never taken for a formula: a quote that a spreadsheet does not show stands before what would be one.
pub(crate) fn text(said: &str) -> String {
    let formula = said.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let said = if formula { format!("'{said}") } else { said.to_owned() };
    if said.contains([',', '"', '\n', '\r']) { format!("\"{}\"", said.replace('"', "\"\"")) } else { said }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn a_cell_is_one_cell_and_no_formula() {
        let check = |said: &str, expected: &str| assert_eq!(text(said), expected, "{said:?}");
        check("Backdrop", "Backdrop");
        check("a, \"b\"\nc", "\"a, \"\"b\"\"\nc\"");
        check("=1+1", "'=1+1");
        check("@cmd", "'@cmd");
        check("-5 °C", "'-5 °C");
    }
}
