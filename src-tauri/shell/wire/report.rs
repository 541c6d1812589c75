//! Reports: a list, and one with its sections in reading order.

use factly_core::report::{OutlineLine, citations};
use factly_engine::report;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::count;

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportSummary {
    pub id: String,
    /// Of its Output: "O-1".
    pub label: String,
    pub title: String,
    pub sections: u32,
    pub words: u32,
    /// Citations of what does not stand any more as it was cited.
    pub stale: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub id: String,
    pub label: String,
    pub title: String,
    /// In reading order.
    pub sections: Vec<ReportSection>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportSection {
    pub id: String,
    /// Computed: "2.1", or "A.1" in an appendix.
    pub number: String,
    /// 1 for the first level.
    pub depth: u32,
    pub title: String,
    pub body_md: String,
    pub citations: Vec<ReportCitation>,
}

/// Each label once, in the order of the body.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportCitation {
    pub label: String,
    pub stale: Option<StaleCause>,
}

/// Why a citation does not hold as it was made.
#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StaleCause {
    Gone,
    Superseded,
    Conflict,
    Waiting,
    Archived,
    Recheck,
}

/// How a report is written as a file.
#[derive(Clone, Copy, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ReportFormat {
    Markdown,
    Docx,
    Html,
}

/// What was written.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportExport {
    pub stale: u32,
    /// Images that stand in the report and are not in the library.
    pub missing_images: Vec<String>,
}

impl ReportFormat {
    /// The kind of its files, and their ending.
    pub const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Markdown => ("Markdown", "md"),
            Self::Docx => ("Word", "docx"),
            Self::Html => ("HTML", "html"),
        }
    }
}

impl From<ReportFormat> for report::ReportFormat {
    fn from(format: ReportFormat) -> Self {
        match format {
            ReportFormat::Markdown => Self::Markdown,
            ReportFormat::Docx => Self::Docx,
            ReportFormat::Html => Self::Html,
        }
    }
}

impl From<report::ReportExport> for ReportExport {
    fn from(of: report::ReportExport) -> Self {
        Self { stale: count(of.stale), missing_images: of.missing_images }
    }
}

impl From<report::Stale> for StaleCause {
    fn from(stale: report::Stale) -> Self {
        match stale {
            report::Stale::Gone => Self::Gone,
            report::Stale::Superseded => Self::Superseded,
            report::Stale::Conflict => Self::Conflict,
            report::Stale::Waiting => Self::Waiting,
            report::Stale::Archived => Self::Archived,
            report::Stale::Recheck => Self::Recheck,
        }
    }
}

impl From<report::ReportSummary> for ReportSummary {
    fn from(of: report::ReportSummary) -> Self {
        Self {
            id: of.id.to_string(),
            label: of.label.to_string(),
            title: of.title,
            sections: count(of.sections),
            words: count(of.words),
            stale: count(of.stale),
        }
    }
}

impl From<report::ReportView> for Report {
    fn from(view: report::ReportView) -> Self {
        let sections = view.report.outline().iter().map(|line| section(line, &view.stale)).collect();
        Self { id: view.id.to_string(), label: view.label.to_string(), title: view.title, sections }
    }
}

fn section(line: &OutlineLine<'_>, stale: &[report::StaleCitation]) -> ReportSection {
    let mut cited: Vec<ReportCitation> = Vec::new();
    for citation in citations(&line.section.body_md) {
        let label = citation.label.to_string();
        if !cited.iter().any(|known| known.label == label) {
            let here = |of: &&report::StaleCitation| of.section == line.section.id && of.label == citation.label;
            cited.push(ReportCitation { label, stale: stale.iter().find(here).map(|of| of.why.into()) });
        }
    }
    ReportSection {
        id: line.section.id.to_string(),
        number: line.number.clone(),
        depth: count(line.depth),
        title: line.section.title.clone(),
        body_md: line.section.body_md.clone(),
        citations: cited,
    }
}
