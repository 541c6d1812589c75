//! What comes of a CSV file of canonical items or of prices.

use factly_core::memory::csv as rules;
use factly_engine::catalogue as domain;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::count;

/// More faults of one file than these nobody reads at once.
const FAULTS_SHOWN: usize = 500;

/// What a file of the memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CsvKind {
    Catalogue,
    Prices,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CsvReport {
    pub added: u32,
    pub changed: u32,
    /// What the library has already.
    pub same: u32,
    /// The first of the rows.
    pub lines: Vec<CsvLine>,
    /// The first of the faults; with any, nothing is imported.
    pub faults: Vec<CsvFault>,
    pub faults_total: u32,
    /// Columns that Factly has no use for.
    pub ignored: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CsvLine {
    pub line: u32,
    pub what: CsvWhat,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CsvWhat {
    Add,
    Change,
    Same,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CsvFault {
    pub line: u32,
    pub column: Option<String>,
    pub message: String,
}

impl From<CsvKind> for domain::CsvKind {
    fn from(kind: CsvKind) -> Self {
        match kind {
            CsvKind::Catalogue => Self::Catalogue,
            CsvKind::Prices => Self::Prices,
        }
    }
}

impl From<domain::CsvReport> for CsvReport {
    fn from(report: domain::CsvReport) -> Self {
        let line = |line: domain::CsvLine| CsvLine {
            line: count(line.line),
            what: match line.what {
                domain::CsvWhat::Add => CsvWhat::Add,
                domain::CsvWhat::Change => CsvWhat::Change,
                domain::CsvWhat::Same => CsvWhat::Same,
            },
            text: line.text,
        };
        let fault =
            |fault: rules::Fault| CsvFault { line: count(fault.line), column: fault.column, message: fault.message };
        Self {
            added: count(report.added),
            changed: count(report.changed),
            same: count(report.same),
            lines: report.lines.into_iter().map(line).collect(),
            faults_total: count(report.faults.len()),
            faults: report.faults.into_iter().take(FAULTS_SHOWN).map(fault).collect(),
            ignored: report.ignored,
        }
    }
}
