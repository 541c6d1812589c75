//! Lines that a spreadsheet reads: comma-separated, in UTF-8 with its mark, and never a formula.

use std::path::Path;

use uuid::Uuid;

use crate::error::Result;
use crate::file::{write_failed, write_whole};

/// Writes CSV to a file, whole or not at all, with the mark by which a spreadsheet knows UTF-8.
pub(crate) fn save(path: &Path, id: Uuid, csv: &str) -> Result<()> {
    write_whole(path, id, |out| {
        let written = out.write_all("\u{feff}".as_bytes()).and_then(|()| out.write_all(csv.as_bytes()));
        written.map_err(|error| write_failed(path, &error))
    })
}
