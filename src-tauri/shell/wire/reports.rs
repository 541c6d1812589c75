//! Reports: a list, and one with its sections in reading order.

use factly_core::discovery::EntityLabel;
use factly_core::reports::Hunk;
use factly_core::reports::compare::{SectionDifference, SectionEdit};
use factly_core::reports::support::BodySentence;
use factly_engine::reports;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::count;
use super::facts::Missing;

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
    /// The first of them.
    pub first_stale: Option<ReportCitation>,
    /// Suggestions that wait.
    pub suggestions: u32,
}

/// A report without its bodies.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    #[serde(flatten)]
    pub summary: ReportSummary,
    /// Stale citations before the first section.
    pub preface_stale: u32,
    /// In reading order.
    pub outline: Vec<ReportSection>,
    /// Changes by a model are applied without asking.
    pub apply_at_once: bool,
}

wire_struct! {
    ReportSection = reports::ReportLine {
        id: String,
        /// Computed: "2.1", or "A.1" in an appendix.
        number: String,
        /// 1 for the first level.
        depth: u32,
        title: String,
        /// Counted by letters; only a section of the first level can be.
        appendix: bool,
        /// Citations of what does not stand any more as it was cited.
        stale: u32,
    }
}

/// A section as it is read and written.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportBody {
    pub body_md: String,
    pub citations: Vec<ReportCitation>,
}

wire_struct! {
    /// Words of a body, in UTF-16 units.
    BodyPlace = reports::BodyPlace as of {
        section: String,
        from: u32,
        to: u32,
        words: String,
    }
}

/// Each label once, in the order of the body.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportCitation {
    pub label: String,
    pub stale: Option<StaleCause>,
}

wire_enum! {
    /// The reason that a citation does not hold as it was made.
    StaleCause = reports::Stale { Gone, Superseded, Conflict, Waiting, Archived, Recheck }
}

/// A suggestion of a model, or of an edited file, for a report.
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
    /// The place that a section is to have.
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

/// The choice of the suggestions that are decided.
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
    pub fn parse(kind: &str) -> Self {
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

impl From<SuggestionChoice> for reports::Choice {
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

impl From<reports::Standing> for SuggestionStanding {
    fn from(standing: reports::Standing) -> Self {
        match standing {
            reports::Standing::Pending => Self::Pending,
            reports::Standing::Stale => Self::Stale,
            reports::Standing::Accepted => Self::Accepted,
            reports::Standing::Rejected => Self::Rejected,
        }
    }
}

impl From<reports::ReviewSuggestion> for ReportSuggestion {
    fn from(of: reports::ReviewSuggestion) -> Self {
        let hunk = |numbered: &reports::NumberedHunk| {
            let until = of.before.get(..numbered.hunk.at).unwrap_or_default();
            SuggestionHunk {
                number: count(numbered.number),
                at: count(until.encode_utf16().count()),
                before: numbered.hunk.before.clone(),
                after: numbered.hunk.after.clone(),
            }
        };
        let hunks = of.hunks.iter().map(hunk).collect();
        let place = of.position.map(|position| SuggestedPlace {
            parent: position.parent.map(|id| id.to_string()),
            after: position.after.map(|id| id.to_string()),
        });
        Self {
            id: of.id.to_string(),
            kind: SuggestionKind::parse(of.kind),
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

/// The source of an image that the text is to hold.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ImageSource {
    /// Dropped on the window.
    File {
        path: String,
    },
    Pasted {
        name: String,
        base64: String,
    },
}

/// The file format of a report.
#[derive(Clone, Copy, Debug, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ReportFormat {
    Markdown,
    Docx,
    Html,
    /// Printed pages.
    Pdf,
}

/// Counts of a written file.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportExport {
    pub stale: u32,
    /// Images that stand in the report and are not in the library.
    pub missing_images: Vec<String>,
}

impl ReportFormat {
    /// Returns the engine's own format; none for one that has to be printed.
    pub const fn of_engine(self) -> Option<reports::ReportFormat> {
        match self {
            Self::Markdown => Some(reports::ReportFormat::Markdown),
            Self::Docx => Some(reports::ReportFormat::Docx),
            Self::Html => Some(reports::ReportFormat::Html),
            Self::Pdf => None,
        }
    }

    /// The kind of its files, and their ending.
    pub const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Markdown => ("Markdown", "md"),
            Self::Docx => ("Word", "docx"),
            Self::Html => ("HTML", "html"),
            Self::Pdf => ("PDF", "pdf"),
        }
    }
}

impl From<reports::ReportExport> for ReportExport {
    fn from(of: reports::ReportExport) -> Self {
        Self { stale: count(of.stale), missing_images: of.missing_images }
    }
}

impl From<reports::ReportSummary> for ReportSummary {
    fn from(of: reports::ReportSummary) -> Self {
        Self {
            id: of.id.to_string(),
            label: of.label.to_string(),
            title: of.title,
            sections: count(of.sections),
            words: count(of.words),
            stale: count(of.stale),
            first_stale: of.first_stale.map(|(label, why)| cited(label, Some(why))),
            suggestions: of.waiting,
        }
    }
}

impl From<reports::ReportOutline> for Report {
    fn from(of: reports::ReportOutline) -> Self {
        let outline = of.lines.into_iter().map(ReportSection::from).collect();
        Self {
            summary: of.summary.into(),
            preface_stale: count(of.preface_stale),
            outline,
            apply_at_once: of.apply_at_once,
        }
    }
}

fn cited(label: EntityLabel, why: Option<reports::Stale>) -> ReportCitation {
    ReportCitation { label: label.to_string(), stale: why.map(Into::into) }
}

impl From<reports::SectionBody> for ReportBody {
    fn from(of: reports::SectionBody) -> Self {
        let citations = of.citations.into_iter().map(|(label, why)| cited(label, why)).collect();
        Self { body_md: of.body_md, citations }
    }
}

/// The support of the sentences of a section, as its text was at the time of the request.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportSupport {
    pub body_md: String,
    pub sentences: Vec<ReportSentence>,
    pub cited: Vec<CitedCard>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportSentence {
    /// UTF-16 units of the body.
    pub start: u32,
    pub end: u32,
    pub text: String,
    /// Labels; none where it cites nothing.
    pub cites: Vec<String>,
    /// Figures and dates that nothing it cites says.
    pub missing: Vec<Missing>,
}

wire_struct! {
    /// The target of a citation.
    CitedCard = reports::CitedCard {
        label: String,
        /// None of what is not there any more.
        text: Option<String>,
        stale: Option<StaleCause>,
        quotes: Vec<CitedQuote>,
    }
}

wire_struct! {
    CitedQuote = reports::CitedQuote as quote {
        text: String,
        input: Option<String> = quote.input.as_ref().map(|(label, _)| label.to_string()),
        input_title: Option<String> = quote.input.map(|(_, title)| title),
    }
}

wire_struct! {
    ReportVersion = reports::ReportVersion {
        id: String,
        name: String,
        made_at: i64,
    }
}

/// A section that is not as it was.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReportDifference {
    pub section: String,
    pub number: String,
    pub title: String,
    pub old_title: Option<String>,
    pub change: SectionChange,
    pub moved: bool,
    pub runs: Vec<DiffRun>,
}

wire_enum! {
    SectionChange = SectionEdit { Added, Deleted, Changed }
}

/// Words that stayed, came or went.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiffRun {
    pub kind: RunKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Serialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    Same,
    Added,
    Removed,
}

impl From<reports::Support> for ReportSupport {
    fn from(of: reports::Support) -> Self {
        let sentences = of.sentences.into_iter().map(|stated| sentence(stated, &of.body_md)).collect();
        let cited = of.cited.into_iter().map(CitedCard::from).collect();
        Self { sentences, cited, body_md: of.body_md }
    }
}

fn sentence(of: BodySentence, body_md: &str) -> ReportSentence {
    let units = |at: usize| count(body_md[..at].encode_utf16().count());
    ReportSentence {
        start: units(of.bytes.start),
        end: units(of.bytes.end),
        text: of.text,
        cites: of.cites.iter().map(ToString::to_string).collect(),
        missing: of.missing.into_iter().map(Missing::from).collect(),
    }
}

impl From<SectionDifference> for ReportDifference {
    fn from(of: SectionDifference) -> Self {
        Self {
            section: of.section.to_string(),
            number: of.number,
            title: of.title,
            old_title: of.old_title,
            change: of.change.into(),
            moved: of.moved,
            runs: runs(&of.before_md, &of.hunks),
        }
    }
}

fn runs(before: &str, hunks: &[Hunk]) -> Vec<DiffRun> {
    let mut runs = Vec::new();
    let mut put = |kind, text: &str| {
        if !text.is_empty() {
            runs.push(DiffRun { kind, text: text.to_owned() });
        }
    };
    let mut at = 0;
    for hunk in hunks {
        put(RunKind::Same, before.get(at..hunk.at).unwrap_or_default());
        put(RunKind::Removed, &hunk.before);
        put(RunKind::Added, &hunk.after);
        at = hunk.at + hunk.before.len();
    }
    put(RunKind::Same, before.get(at..).unwrap_or_default());
    runs
}
