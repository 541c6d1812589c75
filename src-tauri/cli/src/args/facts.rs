//! `factly facts` and `factly fact`.

use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use factly_core::facts::{AcceptedBy, Status};

#[derive(Args)]
pub(crate) struct FactsArgs {
    /// An id or a title
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// Only these; may be given more than once
    #[arg(long, value_name = "S", value_delimiter = ',')]
    pub(crate) status: Vec<StatusName>,
    /// Only those found in an Input, in its order
    #[arg(long, value_name = "I")]
    pub(crate) input: Option<String>,
    /// Only those that wait for a look
    #[arg(long)]
    pub(crate) needs_review: bool,
    /// Only accepted ones, by who accepted them
    #[arg(long, value_name = "WHO")]
    pub(crate) accepted_by: Option<AcceptedByName>,
    /// Words of the statement, the quote or the key
    #[arg(long, value_name = "WORDS")]
    pub(crate) search: Option<String>,
    /// As they stood just after a step, or at a time: 12, 2026-03-01, 2026-03-01T14:30:00Z
    #[arg(long, value_name = "STEP|TIME")]
    pub(crate) as_of: Option<String>,
    /// With --as-of: only those that stand elsewhere now
    #[arg(long, requires = "as_of")]
    pub(crate) changed: bool,
    /// As CSV, which a spreadsheet reads
    #[arg(long, conflicts_with = "as_of")]
    pub(crate) csv: bool,
    /// With --csv: only these columns, in this order
    #[arg(long, value_name = "C", value_delimiter = ',', requires = "csv")]
    pub(crate) columns: Vec<String>,
}

#[derive(Subcommand)]
pub(crate) enum FactCommand {
    /// A fact with its evidence, its rival and its versions
    Show {
        #[command(flatten)]
        fact: FactName,
    },
    /// Accept facts, but for those whose column says the same already
    Accept {
        #[command(flatten)]
        facts: FactNames,
        /// Even if the column says the same already
        #[arg(long)]
        anyway: bool,
    },
    /// Reject facts
    Reject {
        #[command(flatten)]
        facts: FactNames,
    },
    /// End a conflict
    #[command(group = ArgGroup::new("choice").required(true)
        .args(["keep_old", "take_new", "keep_as_note", "both_as_notes", "ask_again", "holds", "none_holds"]))]
    Resolve {
        #[command(flatten)]
        fact: FactName,
        /// Reject the new value
        #[arg(long)]
        keep_old: bool,
        /// The new value takes the place of the old one
        #[arg(long)]
        take_new: bool,
        /// Keep the new words as a note beside the old value
        #[arg(long)]
        keep_as_note: bool,
        /// Keep the words of both as notes: neither value stands
        #[arg(long)]
        both_as_notes: bool,
        /// Keep what was said as notes, and ask for the value again: `factly questions D` lists it first
        #[arg(long)]
        ask_again: bool,
        /// Values of the key that hold, each under its condition: F-3, or F-3="with two crews"; several may hold. The
        /// others are rejected
        #[arg(long, value_name = "F[=CONDITION]")]
        holds: Vec<String>,
        /// Reject all values of the key
        #[arg(long)]
        none_holds: bool,
    },
    /// Make a new version of a fact, with the same evidence
    #[command(group = ArgGroup::new("change").required(true).multiple(true).args(["value", "text", "key"]))]
    Edit {
        #[command(flatten)]
        fact: FactName,
        /// Another value, as a person writes it
        #[arg(long)]
        value: Option<String>,
        /// Other words of a statement
        #[arg(long, conflicts_with = "value")]
        text: Option<String>,
        /// Another key; `note` makes it a statement
        #[arg(long)]
        key: Option<String>,
    },
    /// Say what a fact says of what: it becomes a value of the key for that, with the same evidence
    Correct {
        #[command(flatten)]
        fact: FactName,
        /// Subject of the statement, as "flood wall"
        #[arg(long)]
        subject: String,
        /// Property of the subject, as "cost" or "length"
        #[arg(long)]
        property: String,
        /// The value, as a person writes it
        #[arg(long)]
        value: String,
    },
    /// Add a fact by hand, with no evidence, unless its column says the same already
    Add {
        #[arg(value_name = "D")]
        discovery: String,
        /// The text of the fact
        #[arg(long, required_unless_present = "key")]
        text: Option<String>,
        #[arg(long, requires = "value")]
        key: Option<String>,
        #[arg(long, requires = "key")]
        value: Option<String>,
        /// Even if the column says the same already
        #[arg(long)]
        anyway: bool,
    },
}

#[derive(Args)]
pub(crate) struct FactName {
    /// An id, or a label as F-12 or "Title:F-12"
    #[arg(value_name = "F")]
    pub(crate) fact: String,
    /// The discovery that the label is of
    #[arg(long, value_name = "D")]
    pub(crate) discovery: Option<String>,
}

#[derive(Args)]
pub(crate) struct FactNames {
    /// Ids, or labels as F-12 or "Title:F-12"
    #[arg(value_name = "F", required = true)]
    pub(crate) facts: Vec<String>,
    /// The discovery that the labels are of
    #[arg(long, value_name = "D")]
    pub(crate) discovery: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum StatusName {
    Proposed,
    Accepted,
    Rejected,
    Conflict,
    Superseded,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum AcceptedByName {
    Rules,
    Analyst,
}

impl From<AcceptedByName> for AcceptedBy {
    fn from(name: AcceptedByName) -> Self {
        match name {
            AcceptedByName::Rules => Self::Rules,
            AcceptedByName::Analyst => Self::Analyst,
        }
    }
}

impl From<StatusName> for Status {
    fn from(name: StatusName) -> Self {
        match name {
            StatusName::Proposed => Self::Proposed,
            StatusName::Accepted => Self::Accepted,
            StatusName::Rejected => Self::Rejected,
            StatusName::Conflict => Self::Conflict,
            StatusName::Superseded => Self::Superseded,
        }
    }
}
