//! Named versions of a report: kept, compared, and brought back.

use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::reports::Report;
use factly_core::reports::compare::{SectionDifference, compare};
use uuid::Uuid;

use super::{ReportView, Reports, no_version, row, tree};
use crate::error::{Code, Error, Result};
use crate::lookup::checked_title;
use crate::store::reports::ReportVersionRow;
use crate::store::{Op, Reader, Stack};

/// A report as it was when the analyst gave it a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportVersion {
    pub id: Uuid,
    pub name: String,
    pub made_at: i64,
}

impl Reports<'_> {
    /// Gives the report as it is a name.
    pub fn save_version(&self, report: Uuid, name: &str) -> Result<ReportVersion> {
        let name = checked_title(name)?;
        let found = self.ctx.read(|r| row(r, report))?;
        let op = Op::named(Stack::Discovery(found.discovery), message!("Name a version of {}", found.output));
        let id = self.ctx.write(op, |w| {
            let body = serde_json::to_string(&tree::read(w, &found)?)
                .map_err(|error| Error::new(Code::Internal, UserMessage::verbatim(error)))?;
            Ok(w.insert_report_version(&found, &name, &body)?)
        })?;
        let versions = self.versions(report)?;
        versions.into_iter().find(|version| version.id == id.value).ok_or_else(no_version)
    }

    /// Returns the named versions, the newest first.
    pub fn versions(&self, report: Uuid) -> Result<Vec<ReportVersion>> {
        self.ctx.read(|r| {
            let versions = r.report_versions(row(r, report)?.seq)?;
            let version = |row: ReportVersionRow| ReportVersion { id: row.id, name: row.name, made_at: row.made_at };
            Ok(versions.into_iter().map(version).collect())
        })
    }

    /// Makes the report what it was at a version; what it is now can be had back by undo.
    pub fn restore(&self, report: Uuid, version: Uuid) -> Result<ReportView> {
        let body = self.ctx.read(|r| at(r, report, Some(version)))?;
        self.change(
            report,
            |of| message!("Restore {}", of),
            |report| {
                // One that was kept before titles were knows none.
                let title = if body.title.is_empty() { report.title.clone() } else { body.title.clone() };
                *report = Report { title, ..body };
                Ok(())
            },
        )
    }

    /// Returns what one version has otherwise than another; none is the report as it is.
    pub fn compare(&self, report: Uuid, old: Option<Uuid>, new: Option<Uuid>) -> Result<Vec<SectionDifference>> {
        self.ctx.read(|r| Ok(compare(&at(r, report, old)?, &at(r, report, new)?)))
    }
}

fn at(r: &Reader, report: Uuid, version: Option<Uuid>) -> Result<Report> {
    let row = row(r, report)?;
    let Some(version) = version else { return tree::read(r, &row) };
    let found = r.report_versions(row.seq)?.into_iter().find(|found| found.id == version).ok_or_else(no_version)?;
    serde_json::from_str(&found.body).map_err(|error| Error::new(Code::Internal, UserMessage::verbatim(error)))
}
