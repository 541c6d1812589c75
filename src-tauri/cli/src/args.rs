//! The commands and their arguments, as `clap` reads them.

mod card;
mod catalogue;
mod chat;
mod facts;
mod items;
mod knowledge;
mod long_documents;
mod pipeline;
mod providers;
mod questions;
mod reports;
mod retrieval;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use factly_core::discovery::DiscoveryKind;
use factly_core::inputs::Stage;

pub(crate) use card::CardCommand;
pub(crate) use catalogue::{
    CanonicalArgs, CanonicalCommand, CatalogueCommand, CsvFile, LineAndItem, PriceAdd, PriceCommand, RateCommand,
};
pub(crate) use chat::{AskArgs, ChatArgs};
pub(crate) use facts::{FactCommand, FactName, FactNames, FactsArgs};
pub(crate) use items::ItemCommand;
pub(crate) use knowledge::{BlockCommand, BlockScope};
pub(crate) use long_documents::{
    DiscoveryName, DocumentArgs, DocumentCommand, PathCommand, Pays, RecipeCommand, RunName, WalletCommand,
};
pub(crate) use pipeline::{
    DerivationArgs, DeriveCommand, EntityCommand, EntityName, EntityNames, KindName, LinkEnds, SuggestionName,
};
pub(crate) use providers::{ModelPriceArgs, ProviderCommand, ProviderSet, TaskName};
pub(crate) use questions::{AnswerArgs, QuestionsArgs};
pub(crate) use reports::{DecisionArgs, OnOff, ReportCommand, SectionCommand, SuggestionCommand, format_by_ending};
pub(crate) use retrieval::{IndexCommand, SearchArgs};

/// Facts out of texts, each with the exact words that prove it.
#[derive(Parser)]
#[command(name = "factly", version, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// The library file; without it, the application's own
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) library: Option<PathBuf>,
    /// Print one JSON value; `chat`, `ask` and `report chat` print an event a line, as it comes
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Discoveries: what texts and facts are gathered in
    #[command(subcommand)]
    Discovery(DiscoveryCommand),
    /// Inputs: the texts of a discovery
    #[command(subcommand)]
    Input(InputCommand),
    /// The passages of a discovery's Inputs that answer a question
    Search(SearchArgs),
    /// The index that searching rests on
    #[command(subcommand)]
    Index(IndexCommand),
    /// The facts of a discovery, in the order of the ledger
    Facts(FactsArgs),
    /// One fact, and what is decided about it
    #[command(subcommand)]
    Fact(FactCommand),
    /// The immutable texts that facts are found in
    #[command(subcommand)]
    Bundle(BundleCommand),
    /// Parse runs; bring your own model with `prompt` and `submit`
    #[command(subcommand)]
    Run(RunCommand),
    /// Entities: what stands in the five columns of a discovery
    #[command(subcommand)]
    Entity(EntityCommand),
    /// Entities of a column that say the same, in groups
    Duplicates {
        #[arg(value_name = "D")]
        discovery: String,
        /// Only this column
        #[arg(long = "type", value_name = "T")]
        kind: Option<KindName>,
    },
    /// List the steps done, newest first, and go back to a point of them
    History {
        #[arg(value_name = "D")]
        discovery: Option<String>,
        /// Go to what was just after this step; 0 is the beginning
        #[arg(long, value_name = "SEQ")]
        to: Option<i64>,
        /// At most this many steps
        #[arg(long, default_value_t = 100, value_name = "N")]
        limit: u32,
    },
    /// Everything that an entity rests on, down to the words in the Inputs
    Trace {
        #[command(flatten)]
        entity: EntityName,
        /// Print Markdown
        #[arg(long)]
        markdown: bool,
    },
    /// Reports: the bodies of Outputs, as sections
    #[command(subcommand)]
    Report(ReportCommand),
    /// Long documents: recipes of stages, runs that go on and resume, and what they cost
    #[command(subcommand)]
    Document(DocumentCommand),
    /// The wallet that pays for calls of long documents
    #[command(subcommand)]
    Wallet(WalletCommand),
    /// Let a model propose the next column: `prompt` goes out, `submit` takes the answer, you decide
    #[command(subcommand)]
    Derive(DeriveCommand),
    /// Say something about a discovery; what the answer proposes waits as cards
    Chat(ChatArgs),
    /// Ask the sources, and get cited words
    Ask(AskArgs),
    /// The models that may be asked: which, where, and what was sent to them
    #[command(subcommand)]
    Provider(ProviderCommand),
    /// List the chat's proposals, and decide on them
    #[command(subcommand)]
    Card(CardCommand),
    /// Knowledge blocks: what the accepted facts come to
    #[command(subcommand)]
    Block(BlockCommand),
    /// Make the blocks and fields of a discovery, or of all, anew from the ledger
    Rebuild {
        #[arg(value_name = "D")]
        discovery: Option<String>,
        /// Only say what differs, and fail if anything does
        #[arg(long)]
        check: bool,
    },
    /// Canonical items: what is bought and done under one name in every discovery
    #[command(subcommand)]
    Catalogue(CatalogueCommand),
    /// Link lines of a discovery to canonical items
    #[command(subcommand)]
    Canonical(CanonicalCommand),
    /// Observed prices of canonical items
    #[command(subcommand)]
    Price(PriceCommand),
    /// Items: the things that a discovery is about, with their fields
    #[command(subcommand)]
    Item(ItemCommand),
    /// The keys that facts of a discovery may have
    Keys {
        /// An id or a title
        #[arg(value_name = "D")]
        discovery: String,
        /// Statements of several Inputs about one thing that no key takes yet
        #[arg(long, conflicts_with = "keep")]
        proposals: bool,
        /// Make a key of what this fact says, as F-12, and read the texts again for it
        #[arg(long, value_name = "F")]
        keep: Option<String>,
        /// Name to be given to the key
        #[arg(long, value_name = "LABEL", requires = "keep")]
        label: Option<String>,
    },
    /// List open questions, the most valuable first, and what became of the others
    Questions(QuestionsArgs),
    /// List questions that several interviews ask alike, with what each answers
    Guide {
        /// An id or a title
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// Answer a question, or a round of them: one turn, one step of undo
    Answer(AnswerArgs),
    /// Take back the last step of a discovery, or of the list of discoveries
    Undo {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
    /// Do again what was taken back last
    Redo {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
    /// Recompute every hash and every quote, and name what is wrong
    Verify {
        #[arg(value_name = "D")]
        discovery: Option<String>,
        /// Check an evidence pack, with nothing but the pack
        #[arg(long, value_name = "FILE", conflicts_with = "discovery")]
        pack: Option<PathBuf>,
    },
    /// The blocks of the project or of an item as they stood, and what changed since
    Past {
        #[arg(value_name = "D")]
        discovery: String,
        /// A step, a day or a time: 12, 2026-03-01, 2026-03-01T14:30:00Z
        #[arg(long, value_name = "STEP|TIME")]
        as_of: String,
        /// An item's reference, as i1
        #[arg(long, value_name = "ITEM")]
        item: Option<String>,
    },
    /// Show for every part of every Input: gave facts, gave nothing, was refused, was not read
    Coverage {
        #[arg(value_name = "D")]
        discovery: String,
        /// One Input, stretch by stretch
        #[arg(long, value_name = "I")]
        input: Option<String>,
    },
    /// Write a discovery's evidence pack: its facts, their texts and the hashes of both, as a zip
    Pack {
        #[arg(value_name = "D")]
        discovery: String,
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Write discoveries as JSON: to a file, or to standard output
    Export {
        #[arg(value_name = "D", required = true)]
        discoveries: Vec<String>,
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// With the documents that Inputs were read from
        #[arg(long)]
        originals: bool,
    },
    /// Read discoveries from a file: all of it or nothing
    Import {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Say what would be done, and do nothing
        #[arg(long)]
        dry_run: bool,
        /// With new ids, beside what is here
        #[arg(long, conflicts_with = "merge")]
        copy: bool,
        /// Into the discovery that is here: only what is new
        #[arg(long)]
        merge: bool,
        /// Mend faults of these kinds as the dry run says; `all` for every kind
        #[arg(long, value_name = "KIND", value_delimiter = ',')]
        repair: Vec<String>,
    },
    /// Copies of the library
    #[command(subcommand)]
    Backup(BackupCommand),
    /// Make the sample discovery and print what was found
    Demo,
}

#[derive(Subcommand)]
pub(crate) enum BackupCommand {
    /// The copies there are, newest first
    List,
    /// Take a copy now
    Make,
    /// Compare a copy with what is there now
    Preview {
        /// As `backup list` names it
        #[arg(value_name = "COPY")]
        copy: String,
    },
    /// Put a copy in the library's place; what was there is kept beside it
    Restore {
        #[arg(value_name = "COPY")]
        copy: String,
    },
}

#[derive(Subcommand)]
pub(crate) enum DiscoveryCommand {
    /// Make a discovery
    Create {
        #[arg(long)]
        title: String,
        #[arg(long, default_value = "")]
        goal: String,
        /// A pack of keys, or `none`; may be given again. Without it, the packs that fit the goal
        #[arg(long = "pack", value_name = "PACK")]
        packs: Vec<String>,
    },
    /// The packs of keys, and which fit a goal
    Packs {
        #[arg(long, default_value = "")]
        goal: String,
    },
    /// All discoveries, newest first
    List {
        /// Those put aside
        #[arg(long)]
        archived: bool,
        /// Words of the title or the goal
        #[arg(long, value_name = "WORDS")]
        search: Option<String>,
    },
    /// A discovery and its Inputs
    Show {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// Change title, goal, stage, packs of keys or kind
    Update {
        #[arg(value_name = "D")]
        discovery: String,
        #[arg(long)]
        title: Option<String>,
        #[arg(long)]
        goal: Option<String>,
        #[arg(long)]
        stage: Option<StageName>,
        /// A pack of keys, or `none`; may be given again. They take the place of those it has
        #[arg(long = "pack", value_name = "PACK")]
        packs: Vec<String>,
        /// Purpose, which says what the window shows of it at first
        #[arg(long)]
        kind: Option<DiscoveryKindName>,
    },
    /// Put a discovery aside, or bring it back
    Archive {
        #[arg(value_name = "D")]
        discovery: String,
        #[arg(long)]
        back: bool,
    },
    /// Delete a discovery; `factly undo` brings it back
    Delete {
        #[arg(value_name = "D")]
        discovery: String,
    },
}

#[derive(Subcommand)]
pub(crate) enum InputCommand {
    /// Add documents and find the facts in them; of a text that an Input has already, or nearly, it tells which and what differs
    Add {
        #[arg(value_name = "D")]
        discovery: String,
        /// Files of any kind that is read, or folders; `-` reads standard input
        #[arg(value_name = "PATH", required = true)]
        paths: Vec<PathBuf>,
        #[arg(long)]
        title: Option<String>,
        /// Add, and parse later
        #[arg(long)]
        no_parse: bool,
        /// Say that what is like an Input is a variant of it, so that no scan for duplicates asks about the two
        #[arg(long)]
        anyway: bool,
    },
    /// The Inputs of a discovery
    List {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// An Input with its document: format, pages, places, notes, and how it is cited
    Show {
        #[command(flatten)]
        input: InputArg,
    },
    /// Say of what kind an Input is, by whom, of when, and how it is cited
    Describe {
        #[command(flatten)]
        input: InputArg,
        #[arg(long)]
        title: Option<String>,
        /// interview, report, minutes, mail, data, web_page or other
        #[arg(long)]
        kind: Option<String>,
        /// Once for each author; an empty one takes all away
        #[arg(long = "author", value_name = "NAME")]
        authors: Option<Vec<String>>,
        #[arg(long)]
        date: Option<String>,
        /// The line that citations name it by; empty for the one made of title, authors and date
        #[arg(long, value_name = "LINE")]
        reference: Option<String>,
    },
    /// Write the document as it was added to a file, or to standard output
    Original {
        #[command(flatten)]
        input: InputArg,
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Say whether scanned pages are read, or turn that on or off, for what is added from now on
    Scans {
        #[arg(value_parser = ["on", "off"])]
        turn: Option<String>,
    },
    /// Parse what was not parsed yet
    Read {
        #[command(flatten)]
        input: InputArg,
    },
    /// Give an Input another title
    Rename {
        #[command(flatten)]
        input: InputArg,
        #[arg(long)]
        title: String,
    },
    /// Delete an Input with its facts; `factly undo D` brings it back
    Delete {
        #[command(flatten)]
        input: InputArg,
    },
}

#[derive(Args)]
pub(crate) struct InputArg {
    /// An id, or a label as I-1 or "Title:I-1"
    #[arg(value_name = "I")]
    pub(crate) input: String,
    /// The discovery that the label is of
    #[arg(long, value_name = "D")]
    pub(crate) discovery: Option<String>,
}

#[derive(Args)]
pub(crate) struct BundleName {
    /// An id, or I-1 for an Input's only bundle, I-1/2 for its second
    #[arg(value_name = "B")]
    pub(crate) bundle: String,
    /// The discovery that the label is of
    #[arg(long, value_name = "D")]
    pub(crate) discovery: Option<String>,
}

#[derive(Subcommand)]
pub(crate) enum BundleCommand {
    /// The bundles of a discovery, newest first
    List {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// A bundle, its borders and its run
    Show {
        #[command(flatten)]
        bundle: BundleName,
        /// Print the exact text and nothing else
        #[arg(long)]
        text: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum RunCommand {
    /// Print the exact prompt of a bundle, for any model
    Prompt {
        #[command(flatten)]
        bundle: BundleName,
    },
    /// Take a model's answer
    Submit {
        #[command(flatten)]
        bundle: BundleName,
        /// A file with FactOps; `-` reads standard input
        #[arg(long, value_name = "FILE")]
        ops: PathBuf,
        /// Even if the bundle is parsed already
        #[arg(long)]
        force: bool,
    },
    /// A run and what became of each op
    Show {
        /// An id, or the label of a bundle, as I-1 or "Title:I-1/2": its newest run
        #[arg(value_name = "R")]
        run: String,
        /// The discovery that the label is of
        #[arg(long, value_name = "D")]
        discovery: Option<String>,
    },
    /// Parse every bundle of a discovery that was not parsed yet
    Retry {
        #[arg(value_name = "D")]
        discovery: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum DiscoveryKindName {
    Study,
    Plan,
    Documents,
    Everything,
    /// As its packs and Inputs suggest
    Suggested,
}

impl From<DiscoveryKindName> for Option<DiscoveryKind> {
    fn from(name: DiscoveryKindName) -> Self {
        match name {
            DiscoveryKindName::Study => Some(DiscoveryKind::Study),
            DiscoveryKindName::Plan => Some(DiscoveryKind::Plan),
            DiscoveryKindName::Documents => Some(DiscoveryKind::Documents),
            DiscoveryKindName::Everything => Some(DiscoveryKind::Everything),
            DiscoveryKindName::Suggested => None,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum StageName {
    Ideation,
    Planning,
    Solutioning,
}

impl From<StageName> for Stage {
    fn from(name: StageName) -> Self {
        match name {
            StageName::Ideation => Self::Ideation,
            StageName::Planning => Self::Planning,
            StageName::Solutioning => Self::Solutioning,
        }
    }
}
