//! The result of a CSV file of canonical items or of prices.

use factly_core::catalogue::csv as rules;
use factly_engine::catalogue as domain;
use serde::Serialize;
use specta::Type;

use super::count;
use super::message::UserMessage;

/// More faults of one file than these nobody reads at once.
const FAULTS_SHOWN: usize = 500;

wire_enum! {
    /// The content of a file of the memory.
    CsvKind = domain::CsvKind { Catalogue, Prices }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CsvReport {
    pub added: u32,
    pub changed: u32,
    /// Count of the rows that the library has already.
    pub same: u32,
    /// The first of the rows.
    pub lines: Vec<CsvLine>,
    /// The first of the faults; with any, nothing is imported.
    pub faults: Vec<CsvFault>,
    pub faults_total: u32,
    /// Columns that Factly has no use for.
    pub ignored: Vec<String>,
}

wire_struct! {
    CsvLine = domain::CsvLine {
        line: u32,
        what: CsvWhat,
        text: String,
    }
}

wire_enum! {
    CsvWhat = domain::CsvWhat { Add, Change, Same }
}

wire_struct! {
    CsvFault = rules::CsvFault {
        line: u32,
        column: Option<String>,
        message: UserMessage,
    }
}

impl From<domain::CsvReport> for CsvReport {
    fn from(report: domain::CsvReport) -> Self {
        Self {
            added: count(report.added),
            changed: count(report.changed),
            same: count(report.same),
            lines: report.lines.into_iter().map(Into::into).collect(),
            faults_total: count(report.faults.len()),
            faults: report.faults.into_iter().take(FAULTS_SHOWN).map(Into::into).collect(),
            ignored: report.ignored,
        }
    }
}
