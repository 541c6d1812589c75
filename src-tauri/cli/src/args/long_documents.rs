//! Long documents and the wallet, as they are asked for.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

#[derive(Subcommand)]
pub(crate) enum DocumentCommand {
    /// The recipes that documents are made by: those that are shipped, and your own
    Recipes {
        /// The discovery whose own ones come first
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
    /// A recipe of your own: kept, shown, renamed, deleted
    #[command(subcommand)]
    Recipe(RecipeCommand),
    /// The stages, the calls and what they would cost; sends nothing
    Estimate(DocumentArgs),
    /// Make a run of a recipe and print its id; it waits for a worker without --wait
    Start {
        #[command(flatten)]
        ask: DocumentArgs,
        /// The most that the run may cost, in the wallet's unit; at that it pauses
        #[arg(long, value_name = "X")]
        budget: Option<String>,
        /// Work on it here until it is over or waits for you
        #[arg(long)]
        wait: bool,
    },
    /// The runs of a discovery, the oldest first
    List {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// Show the state of a run
    Status(RunName),
    /// Let the call under way end, and begin no other
    Pause(RunName),
    /// Go on with a run that is paused or waits for a worker
    Resume {
        #[command(flatten)]
        name: RunName,
        /// Between two stages: what the next is to do otherwise, in a file; `-` reads standard input
        #[arg(long, value_name = "F")]
        feedback: Option<PathBuf>,
    },
    /// End a run; what was written stays
    Cancel(RunName),
    /// Try the jobs again that failed
    Retry(RunName),
    /// A run with its jobs, chunks and documents
    Show(RunName),
    /// Write a run as a folder, or as a zip where the name ends so
    Export {
        #[arg(value_name = "RUN")]
        run: String,
        #[arg(short, long, value_name = "DIR|ZIP")]
        output: PathBuf,
    },
    /// Show the path of a file of a run, and what a path says
    #[command(subcommand)]
    Path(PathCommand),
}

#[derive(Args)]
pub(crate) struct DocumentArgs {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// The name of a recipe, or a file of one's own that ends in .json
    #[arg(long, value_name = "R")]
    pub(crate) recipe: String,
    /// A model of the server that the chat is set to, or PROVIDER:MODEL; may be given more than once
    #[arg(long = "model", value_name = "M")]
    pub(crate) models: Vec<String>,
    /// A description of the document: a file; `-` reads standard input
    #[arg(long, value_name = "F")]
    pub(crate) prompt: Option<PathBuf>,
    #[arg(long, value_name = "T")]
    pub(crate) title: Option<String>,
    /// An Input that is read; may be given more than once, and without it all are
    #[arg(long = "input", value_name = "I")]
    pub(crate) inputs: Vec<String>,
    /// Most tokens of a call, its answer included
    #[arg(long, value_name = "TOKENS")]
    pub(crate) context: Option<u64>,
    /// Most tokens of an answer
    #[arg(long, value_name = "TOKENS")]
    pub(crate) max_tokens: Option<u64>,
    /// Most continuations of a document
    #[arg(long, value_name = "N")]
    pub(crate) max_continuations: Option<u32>,
    /// Pause after each stage, so that you can say what the next is to do otherwise
    #[arg(long)]
    pub(crate) ask_after_stages: bool,
}

#[derive(Args)]
pub(crate) struct RunName {
    /// An id, its beginning or its end
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    /// Work on it here until it is over or waits for you
    #[arg(long)]
    pub(crate) wait: bool,
}

#[derive(Subcommand)]
pub(crate) enum RecipeCommand {
    /// Keep a recipe in a discovery, in the place of its own one of the same name
    Keep {
        #[command(flatten)]
        discovery: DiscoveryName,
        /// The recipe as JSON; `-` reads standard input
        #[arg(value_name = "F")]
        file: PathBuf,
        /// Its own one that is replaced, where that has another name
        #[arg(long, value_name = "NAME")]
        of: Option<String>,
    },
    /// Print a recipe as JSON, to be copied and changed
    Show {
        #[command(flatten)]
        discovery: DiscoveryName,
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Call one of a discovery's own otherwise; its name follows its title
    Rename {
        #[command(flatten)]
        discovery: DiscoveryName,
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(value_name = "TITLE")]
        title: String,
    },
    /// Take one of a discovery's own away; documents that were made by it stay
    Delete {
        #[command(flatten)]
        discovery: DiscoveryName,
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Args)]
pub(crate) struct DiscoveryName {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
}

#[derive(Subcommand)]
pub(crate) enum PathCommand {
    /// The path of the parts, given as JSON
    Construct {
        #[arg(value_name = "JSON")]
        parts: String,
    },
    /// The parts of a path, as JSON
    Deconstruct {
        #[arg(value_name = "PATH")]
        path: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Pays {
    /// Calls of long documents alone
    Documents,
    /// Every call of a model: the chat, reading and judging too
    All,
}

#[derive(Subcommand)]
pub(crate) enum WalletCommand {
    /// Show what there is
    Show,
    /// Add to it
    Add {
        #[arg(value_name = "AMOUNT")]
        amount: String,
        /// A currency of three letters, or `tokens`; of an empty wallet
        #[arg(long, value_name = "UNIT")]
        unit: Option<String>,
    },
    /// The most that a new run may cost, or that one run may; `none` takes it away
    Cap {
        #[arg(value_name = "AMOUNT")]
        amount: String,
        #[arg(long, value_name = "RUN")]
        run: Option<String>,
    },
    /// Set what it pays for
    Pays {
        #[arg(value_name = "WHAT")]
        what: Pays,
    },
    /// Every booking, the oldest first
    Ledger {
        #[arg(long, value_name = "RUN")]
        run: Option<String>,
        /// At most this many, the newest
        #[arg(long, default_value_t = 1_000, value_name = "N")]
        limit: u32,
    },
}
