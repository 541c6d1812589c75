//! Arguments of the pipeline: `factly entity` and `factly derive`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};

#[derive(Subcommand)]
pub(crate) enum EntityCommand {
    /// Add an entity, unless its column says the same already
    Add {
        #[arg(value_name = "D")]
        discovery: String,
        #[arg(long = "type", value_name = "T")]
        kind: KindName,
        #[arg(long)]
        text: String,
        /// The entities it is drawn from: labels of the column above
        #[arg(long, value_name = "LABEL", value_delimiter = ',', num_args = 1..)]
        from: Vec<EntityLabel>,
        /// The type of an Output
        #[arg(long, value_name = "T")]
        output_type: Option<OutputTypeName>,
        /// Even if the column says the same already
        #[arg(long)]
        anyway: bool,
    },
    /// The entities of a discovery, by their labels
    List {
        #[arg(value_name = "D")]
        discovery: String,
        /// Only this column
        #[arg(long = "type", value_name = "T")]
        kind: Option<KindName>,
    },
    /// An entity with its links and its versions
    Show {
        #[command(flatten)]
        entity: EntityName,
    },
    /// Give an entity another text: a new version
    Edit {
        #[command(flatten)]
        entity: EntityName,
        #[arg(long)]
        text: String,
        /// The type of an Output
        #[arg(long, value_name = "T")]
        output_type: Option<OutputTypeName>,
    },
    /// Bring back an earlier text, as a new version
    Restore {
        #[command(flatten)]
        entity: EntityName,
        #[arg(long, value_name = "N")]
        version: u32,
    },
    /// Link an entity to others of a neighbouring column
    Link {
        #[command(flatten)]
        ends: LinkEnds,
    },
    /// Remove links
    Unlink {
        #[command(flatten)]
        ends: LinkEnds,
    },
    /// Put entities aside, which marks all that is downstream of them; or bring them back
    Archive {
        #[command(flatten)]
        entities: EntityNames,
        #[arg(long)]
        back: bool,
    },
    /// Delete entities; `factly undo D` brings them back
    Delete {
        #[command(flatten)]
        entities: EntityNames,
    },
    /// Say that marked entities were looked at, which marks what rests directly on them
    Review {
        #[command(flatten)]
        entities: EntityNames,
    },
    /// Confirm entities, or make them drafts
    Status {
        #[command(flatten)]
        entities: EntityNames,
        #[arg(long)]
        state: StateName,
        /// Accept facts even if their column says the same already
        #[arg(long)]
        anyway: bool,
    },
    /// Move entities within their column
    Move {
        #[command(flatten)]
        entities: EntityNames,
        /// The one to stand before; without it, the end
        #[arg(long, value_name = "LABEL")]
        before: Option<EntityLabel>,
    },
    /// Make several that say the same one, which has the links of all
    Merge {
        #[arg(value_name = "D")]
        discovery: String,
        /// The one that stays
        #[arg(value_name = "KEEP")]
        keep: EntityLabel,
        /// Those that go
        #[arg(value_name = "DROP", required = true)]
        dropped: Vec<EntityLabel>,
        /// Accept the fact that stays
        #[arg(long)]
        accept: bool,
    },
    /// Say that entities are no duplicates of each other, which is not asked again while they keep their words
    Variants {
        #[command(flatten)]
        entities: EntityNames,
    },
}

#[derive(Subcommand)]
pub(crate) enum DeriveCommand {
    /// Print the exact prompt, for any model
    Prompt {
        #[command(flatten)]
        derivation: DerivationArgs,
    },
    /// Ask the model that is set for derivation; what can be used of its answer waits as suggestions
    Run {
        #[command(flatten)]
        derivation: DerivationArgs,
    },
    /// Take a model's answer; what can be used of it waits as suggestions
    Submit {
        #[command(flatten)]
        derivation: DerivationArgs,
        /// A file with the answer; `-` reads standard input
        #[arg(long, value_name = "FILE")]
        answer: PathBuf,
    },
    /// The suggestions that wait, oldest first
    List {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// Make a suggestion an entity, unless its column says the same already
    Accept {
        #[command(flatten)]
        suggestion: SuggestionName,
        /// Other words
        #[arg(long)]
        text: Option<String>,
        /// Even if the column says the same already
        #[arg(long)]
        anyway: bool,
    },
    /// Reject a suggestion
    Reject {
        #[command(flatten)]
        suggestion: SuggestionName,
    },
}

#[derive(Args)]
pub(crate) struct DerivationArgs {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// The kind to derive: insight, recommendation or output
    #[arg(long, value_name = "T")]
    pub(crate) to: KindName,
    /// The entities it is derived from: labels of the column above
    #[arg(long, value_name = "LABEL", value_delimiter = ',', num_args = 1.., required = true)]
    pub(crate) from: Vec<EntityLabel>,
    /// The type of an Output
    #[arg(long, value_name = "T")]
    pub(crate) output_type: Option<OutputTypeName>,
}

#[derive(Args)]
pub(crate) struct SuggestionName {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// An id, or as much of its beginning or end as no other has
    #[arg(value_name = "S")]
    pub(crate) id: String,
}

#[derive(Args)]
pub(crate) struct EntityName {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// As F-12
    #[arg(value_name = "LABEL")]
    pub(crate) label: EntityLabel,
}

#[derive(Args)]
pub(crate) struct EntityNames {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// As F-12
    #[arg(value_name = "LABEL", required = true)]
    pub(crate) labels: Vec<EntityLabel>,
}

#[derive(Args)]
pub(crate) struct LinkEnds {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// As N-1
    #[arg(value_name = "LABEL")]
    pub(crate) label: EntityLabel,
    /// The other ends, above or below it
    #[arg(value_name = "OTHER", required_unless_present = "from")]
    pub(crate) others: Vec<EntityLabel>,
    /// The other ends, as `entity add` names them
    #[arg(long, value_name = "LABEL", value_delimiter = ',', num_args = 1..)]
    pub(crate) from: Vec<EntityLabel>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum KindName {
    Input,
    Fact,
    Insight,
    Recommendation,
    Output,
}

impl From<KindName> for EntityKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Input => Self::Input,
            KindName::Fact => Self::Fact,
            KindName::Insight => Self::Insight,
            KindName::Recommendation => Self::Recommendation,
            KindName::Output => Self::Output,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum OutputTypeName {
    Report,
    Presentation,
    #[value(name = "action_plan", alias = "action-plan")]
    ActionPlan,
    Brief,
}

impl From<OutputTypeName> for OutputType {
    fn from(name: OutputTypeName) -> Self {
        match name {
            OutputTypeName::Report => Self::Report,
            OutputTypeName::Presentation => Self::Presentation,
            OutputTypeName::ActionPlan => Self::ActionPlan,
            OutputTypeName::Brief => Self::Brief,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum StateName {
    Draft,
    Validated,
}

impl From<StateName> for EntityStatus {
    fn from(name: StateName) -> Self {
        match name {
            StateName::Draft => Self::Draft,
            StateName::Validated => Self::Validated,
        }
    }
}
