//! Rows and cells, and what is wrong with a file that has none.

use std::fmt;

use super::sheet::unguarded;
use crate::message;
use crate::message::UserMessage;
use crate::values::fold;

/// The fault that keeps a file from being read, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFault {
    /// As an editor counts them, the header being 1.
    pub line: u64,
    /// As the file calls it.
    pub column: Option<String>,
    pub message: UserMessage,
}

impl CsvFault {
    pub(super) fn at(line: u64, message: impl Into<UserMessage>) -> Self {
        Self { line, column: None, message: message.into() }
    }
}

impl CsvFault {
    pub fn full_message(&self) -> UserMessage {
        match &self.column {
            Some(column) => message!("line {}, {}: {}", self.line, column, self.message),
            None => message!("line {}: {}", self.line, self.message),
        }
    }
}

impl fmt::Display for CsvFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.full_message().fmt(out)
    }
}

/// The content of a file, and the columns that Factly has no use for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvSheet<T> {
    pub rows: Vec<T>,
    pub ignored: Vec<String>,
}

/// A file as its cells.
pub(super) struct CsvTable {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<CsvRow>,
}

pub(super) struct CsvRow {
    pub(super) line: u64,
    pub(super) cells: Vec<String>,
}

impl CsvRow {
    /// Without white space around it; empty where the row has no such cell.
    pub(super) fn cell(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.cells.get(at)).map_or("", |cell| cell.trim())
    }
}

impl CsvTable {
    pub(super) fn parse(text: &str) -> Result<Self, Vec<CsvFault>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter(text))
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut rows = Vec::new();
        let mut faults = Vec::new();
        for record in reader.records() {
            match record {
                Ok(record) => rows.push(CsvRow {
                    line: record.position().map_or(0, csv::Position::line),
                    cells: record.iter().map(unguarded).collect(),
                }),
                Err(error) => faults
                    .push(CsvFault::at(error.position().map_or(0, csv::Position::line), UserMessage::verbatim(error))),
            }
        }
        if rows.is_empty() {
            faults.push(CsvFault::at(1, message!("the file is empty")));
            return Err(faults);
        }
        let header = rows.remove(0).cells.iter().map(|name| name.trim().to_owned()).collect();
        let table = Self { header, rows };
        faults.extend(table.ragged(text));
        if faults.is_empty() { Ok(table) } else { Err(faults) }
    }

    /// A row with other than the header's cells, and a quote that nothing closes: it swallows what follows.
    fn ragged(&self, text: &str) -> Vec<CsvFault> {
        let mut faults: Vec<CsvFault> = Vec::new();
        if text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1 {
            let line = self.rows.last().map_or(1, |row| row.line);
            faults.push(CsvFault::at(line, message!("a quotation mark is opened here or above and never closed")));
        }
        for row in &self.rows {
            if row.cells.len() != self.header.len() {
                let message = message!("{} cells, where the header has {}", row.cells.len(), self.header.len());
                faults.push(CsvFault::at(row.line, message));
            }
        }
        faults
    }

    /// The column that is called by one of `names`.
    pub(super) fn column(&self, names: &[&str]) -> Option<usize> {
        self.header.iter().position(|header| names.contains(&header_key(header).as_str()))
    }

    pub(super) fn name(&self, at: Option<usize>) -> Option<String> {
        at.and_then(|at| self.header.get(at)).cloned()
    }

    pub(super) fn ignored(&self, used: &[Option<usize>]) -> Vec<String> {
        let unused = self.header.iter().enumerate().filter(|(at, _)| !used.contains(&Some(*at)));
        unused.map(|(_, name)| name.clone()).filter(|name| !name.is_empty()).collect()
    }
}

/// A header as it is compared: `Unit_Price` and "unit price" are one.
pub(super) fn header_key(header: &str) -> String {
    fold(&header.replace(['_', '-', '(', ')', '.'], " "))
}

/// Returns what parts the cells of the first line most often.
fn delimiter(text: &str) -> u8 {
    let mut quoted = false;
    let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0)];
    for byte in text.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' if !quoted => break,
            _ if !quoted => counts.iter_mut().filter(|(mark, _)| *mark == byte).for_each(|(_, count)| *count += 1),
            _ => {}
        }
    }
    // Of equals the first, which is the comma.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(mark, _)| *mark)
}
