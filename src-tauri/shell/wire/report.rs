//! Reports: a list, and one with its sections in reading order.

use factly_core::report::{OutlineLine, citations};
use factly_engine::report;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

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
    /// Suggestions that wait.
    pub suggestions: u32,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub id: String,
    pub label: String,
    pub title: String,
    /// In reading order.
    pub sections: Vec<ReportSection>,
    /// What a model changes is applied without asking.
    pub apply_at_once: bool,
    /// Suggestions that wait.
    pub suggestions: u32,
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

/// What a model, or an edited file, suggests of a report.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportSuggestion {
    pub id: String,
    pub kind: SuggestionKind,
    /// Of one that is added, the id that the section will have.
    pub section: String,
    /// The section's number, of one that is added the number that it would have.
    pub number: String,
    pub title: String,
    pub author: String,
    /// The answer, or the import, that it came with.
    pub turn: Option<String>,
    pub made_at: i64,
    pub state: SuggestionStanding,
    /// A body, a title, or of a move a number.
    pub before: String,
    pub after: String,
    /// Of an edit, those that wait and apply.
    pub hunks: Vec<SuggestionHunk>,
    /// Where a section is to stand.
    pub place: Option<SuggestedPlace>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SuggestionKind {
    Add,
    Delete,
    Move,
    Rename,
    Edit,
    Appendix,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SuggestionStanding {
    Pending,
    /// The text was edited meanwhile.
    Stale,
    Accepted,
    Rejected,
}

/// A change of some words: `before` stands at `at` of the body as it is now, in UTF-16 units.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionHunk {
    /// By which it is accepted or rejected; it stays when others are.
    pub number: u32,
    pub at: u32,
    pub before: String,
    pub after: String,
}

/// A place among sections: right behind a sibling, or first.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedPlace {
    pub parent: Option<String>,
    pub after: Option<String>,
}

/// Which suggestions are decided.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SuggestionChoice {
    All,
    Ids {
        ids: Vec<Uuid>,
    },
    /// Some hunks of an edit.
    Hunks {
        id: Uuid,
        hunks: Vec<u32>,
    },
    Section {
        section: Uuid,
    },
    /// All of one answer or import.
    Turn {
        turn: Uuid,
    },
}

impl SuggestionKind {
    pub fn of(kind: &str) -> Self {
        match kind {
            "add" => Self::Add,
            "delete" => Self::Delete,
            "move" => Self::Move,
            "rename" => Self::Rename,
            "appendix" => Self::Appendix,
            _ => Self::Edit,
        }
    }
}

impl From<SuggestionChoice> for report::Choice {
    fn from(choice: SuggestionChoice) -> Self {
        match choice {
            SuggestionChoice::All => Self::All,
            SuggestionChoice::Ids { ids } => Self::Ids(ids),
            SuggestionChoice::Hunks { id, hunks } => {
                Self::Hunks(id, hunks.into_iter().filter_map(|hunk| usize::try_from(hunk).ok()).collect())
            }
            SuggestionChoice::Section { section } => Self::Section(section),
            SuggestionChoice::Turn { turn } => Self::Turn(turn),
        }
    }
}

impl From<report::Standing> for SuggestionStanding {
    fn from(standing: report::Standing) -> Self {
        match standing {
            report::Standing::Pending => Self::Pending,
            report::Standing::Stale => Self::Stale,
            report::Standing::Accepted => Self::Accepted,
            report::Standing::Rejected => Self::Rejected,
        }
    }
}

impl From<report::Suggestion> for ReportSuggestion {
    fn from(of: report::Suggestion) -> Self {
        let hunk = |numbered: &report::NumberedHunk| {
            let until = of.before.get(..numbered.hunk.at).unwrap_or_default();
            SuggestionHunk {
                number: count(numbered.number),
                at: count(until.encode_utf16().count()),
                before: numbered.hunk.before.clone(),
                after: numbered.hunk.after.clone(),
            }
        };
        let hunks = of.hunks.iter().map(hunk).collect();
        let place = of.place.map(|place| SuggestedPlace {
            parent: place.parent.map(|id| id.to_string()),
            after: place.after.map(|id| id.to_string()),
        });
        Self {
            id: of.id.to_string(),
            kind: SuggestionKind::of(of.kind),
            section: of.section.to_string(),
            number: of.number,
            title: of.title,
            author: of.author,
            turn: of.turn.map(|turn| turn.to_string()),
            made_at: of.made_at,
            state: of.standing.into(),
            before: of.before,
            after: of.after,
            hunks,
            place,
        }
    }
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
            suggestions: of.waiting,
        }
    }
}

impl From<report::ReportView> for Report {
    fn from(view: report::ReportView) -> Self {
        let sections = view.report.outline().iter().map(|line| section(line, &view.stale)).collect();
        Self {
            id: view.id.to_string(),
            label: view.label.to_string(),
            title: view.title,
            sections,
            apply_at_once: view.apply_at_once,
            suggestions: view.waiting,
        }
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
