//! `factly report`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use factly_engine::reports::ReportFormat;
use uuid::Uuid;

#[derive(Subcommand)]
pub(crate) enum ReportCommand {
    /// Add a report: empty, from the recommendations, or from a Markdown or Word file
    #[command(group(ArgGroup::new("beginning").args(["from_graph", "file"])))]
    Create {
        #[arg(value_name = "D")]
        discovery: String,
        /// Its title; of a file, the one that stands in it
        #[arg(long, value_name = "T")]
        title: Option<String>,
        /// A section a recommendation, with what it rests on and the sources
        #[arg(long)]
        from_graph: bool,
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// The reports of a discovery
    List {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// A report with its sections: by its id, or D:O-1
    Show {
        #[arg(value_name = "R")]
        report: String,
    },
    /// Add, change, move, rename or delete a section, named by id, number or title
    #[command(subcommand)]
    Section(SectionCommand),
    /// Replace a text in the bodies of a section, or of all
    Replace {
        #[arg(value_name = "R")]
        report: String,
        #[arg(long, value_name = "A")]
        find: String,
        #[arg(long, value_name = "B")]
        with: String,
        /// Only in this section and those under it
        #[arg(long = "in", value_name = "SECTION")]
        within: Option<String>,
    },
    /// Change the structure in plain words: "move 3.1 before 2"
    Say {
        #[arg(value_name = "R")]
        report: String,
        phrase: String,
    },
    /// Say what is to be changed: a model suggests it, and without one plain words change the structure
    Chat {
        #[arg(value_name = "R")]
        report: String,
        #[arg(value_name = "MESSAGE")]
        message: String,
    },
    /// List suggestions, and decide on them
    #[command(subcommand)]
    Suggestion(SuggestionCommand),
    /// Set whether changes of a model are applied without asking
    ApplyAtOnce {
        #[arg(value_name = "R")]
        report: String,
        #[arg(value_enum)]
        setting: OnOff,
    },
    /// The named versions, newest first; with --name, name the report as it is
    Versions {
        #[arg(value_name = "R")]
        report: String,
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Compare a version, or the report as it is, with another: by words, with what moved
    Diff {
        #[arg(value_name = "R")]
        report: String,
        /// The older one: a version's name or id; left out, the newest version
        #[arg(value_name = "OLD")]
        old: Option<String>,
        /// The newer one; left out, the report as it is
        #[arg(value_name = "NEW")]
        new: Option<String>,
    },
    /// Make the report what it was at a version
    Restore {
        #[arg(value_name = "R")]
        report: String,
        #[arg(value_name = "VERSION")]
        version: String,
    },
    /// Suggest what was changed of the report in a Word or Markdown file that came from it
    Import {
        #[arg(value_name = "R")]
        report: String,
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Write the report to a file, or to standard output
    Export {
        #[arg(value_name = "R")]
        report: String,
        /// Else by the ending of the file, or Markdown
        #[arg(long, value_parser = report_format())]
        format: Option<ReportFormat>,
        /// Pending suggestions as tracked changes, of a DOCX
        #[arg(long)]
        tracked: bool,
        /// A document whose styles a DOCX takes
        #[arg(long, value_name = "STYLE.docx")]
        reference: Option<PathBuf>,
        /// A file; of Markdown also a folder, which gets the images too
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnOff {
    On,
    Off,
}

#[derive(Subcommand)]
pub(crate) enum SuggestionCommand {
    /// List what waits, in the order of its making
    List {
        #[arg(value_name = "R")]
        report: String,
    },
    /// Accept suggestions by id, or those of a section or a turn, or all
    Accept(DecisionArgs),
    /// Reject suggestions by id, or those of a section or a turn, or all
    Reject(DecisionArgs),
    /// Put another text in the place of what is suggested
    Edit {
        #[arg(value_name = "R")]
        report: String,
        #[arg(value_name = "ID")]
        suggestion: String,
        #[arg(long, value_name = "TEXT")]
        after: String,
    },
}

#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).args(["ids", "all", "section", "turn"])))]
pub(crate) struct DecisionArgs {
    #[arg(value_name = "R")]
    pub(crate) report: String,
    #[arg(value_name = "ID")]
    pub(crate) ids: Vec<String>,
    #[arg(long)]
    pub(crate) all: bool,
    /// A section's id, number or title
    #[arg(long, value_name = "SECTION")]
    pub(crate) section: Option<String>,
    /// The answer, or the import, that they came with
    #[arg(long, value_name = "ID")]
    pub(crate) turn: Option<Uuid>,
    /// Some hunks of one suggestion, by number
    #[arg(long = "hunk", value_name = "N", value_delimiter = ',', num_args = 1.., conflicts_with_all = ["all", "section", "turn"])]
    pub(crate) hunks: Vec<usize>,
}

#[derive(Subcommand)]
pub(crate) enum SectionCommand {
    Add {
        #[arg(value_name = "R")]
        report: String,
        #[arg(long, value_name = "T")]
        title: String,
        #[arg(long, default_value = "", value_name = "MARKDOWN")]
        body: String,
        /// Under this section; left out, on the first level
        #[arg(long, value_name = "SECTION")]
        parent: Option<String>,
        #[arg(long, value_name = "SECTION", conflicts_with = "parent")]
        before: Option<String>,
        #[arg(long, value_name = "SECTION", conflicts_with_all = ["parent", "before"])]
        after: Option<String>,
    },
    Update {
        #[arg(value_name = "R")]
        report: String,
        section: String,
        #[arg(long, value_name = "T")]
        title: Option<String>,
        #[arg(long, value_name = "MARKDOWN")]
        body: Option<String>,
    },
    Move {
        #[arg(value_name = "R")]
        report: String,
        section: String,
        /// Under this section; left out, on the first level
        #[arg(long, value_name = "SECTION")]
        parent: Option<String>,
        #[arg(long, value_name = "SECTION", conflicts_with = "parent")]
        before: Option<String>,
        #[arg(long, value_name = "SECTION", conflicts_with_all = ["parent", "before"])]
        after: Option<String>,
    },
    Delete {
        #[arg(value_name = "R")]
        report: String,
        section: String,
    },
    Rename {
        #[arg(value_name = "R")]
        report: String,
        section: String,
        #[arg(long, value_name = "T")]
        title: String,
    },
}

/// Reads a format by the ending of its files.
fn report_format() -> impl TypedValueParser<Value = ReportFormat> {
    PossibleValuesParser::new(["md", "docx", "html"]).map(|ending| format_by_ending(&ending))
}

pub(crate) fn format_by_ending(ending: &str) -> ReportFormat {
    match ending {
        "docx" => ReportFormat::Docx,
        "html" => ReportFormat::Html,
        _ => ReportFormat::Markdown,
    }
}
