//! `factly item`.

use std::path::PathBuf;

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum ItemCommand {
    /// The items of a discovery
    List {
        #[arg(value_name = "D")]
        discovery: String,
        /// As they stood just after a step, or at a time: 12, 2026-03-01, 2026-03-01T14:30:00Z
        #[arg(long, value_name = "STEP|TIME")]
        as_of: Option<String>,
    },
    /// Add an item
    Add {
        #[arg(value_name = "D")]
        discovery: String,
        name: String,
        /// Another name that texts use; may be given several times
        #[arg(long = "alias", value_name = "NAME")]
        aliases: Vec<String>,
    },
    /// Priced entries of offers and price lists that no item has yet
    Proposals {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// Make items of proposals: the facts of their rows are accepted, and `factly price` tells their prices
    Confirm {
        #[arg(value_name = "D")]
        discovery: String,
        /// Proposals by the facts that name them, as F-12
        #[arg(value_name = "F", required_unless_present = "all")]
        proposals: Vec<String>,
        /// All that are proposed
        #[arg(long, conflicts_with = "proposals")]
        all: bool,
        /// Name to be given to the item, of one proposal
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// The item that it is, of one proposal
        #[arg(long, value_name = "ITEM", conflicts_with = "name")]
        into: Option<String>,
    },
    /// One item with its fields: `i1` or its name
    Show {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        /// As it stood just after a step, or at a time: 12, 2026-03-01, 2026-03-01T14:30:00Z
        #[arg(long, value_name = "STEP|TIME")]
        as_of: Option<String>,
    },
    Rename {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        name: String,
    },
    /// Say what texts call it besides, in place of what was said before
    Alias {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        aliases: Vec<String>,
    },
    /// Say what it is, in place of what was said before
    Describe {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        text: String,
    },
    /// Put it aside: no text is searched for it any more
    Archive {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        /// Take it back
        #[arg(long)]
        back: bool,
    },
    /// Delete one that no fact speaks of
    Delete {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
    },
    /// Merge an item into another: its facts count as the other's
    Merge {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        into: String,
    },
    /// Make a new item of the facts that have these keys
    Split {
        #[arg(value_name = "D")]
        discovery: String,
        item: String,
        name: String,
        #[arg(long = "key", value_name = "KEY", required = true)]
        keys: Vec<String>,
    },
    /// Say which item a fact is about; without one, the project
    Of {
        #[arg(value_name = "D")]
        discovery: String,
        fact: String,
        item: Option<String>,
        /// Make an item of this name for it
        #[arg(long = "new", value_name = "NAME", conflicts_with = "item")]
        made: Option<String>,
    },
    /// The items by their fields
    Table {
        #[arg(value_name = "D")]
        discovery: String,
        /// As a spreadsheet reads it
        #[arg(long)]
        csv: bool,
        /// Only these fields
        #[arg(long = "key", value_name = "KEY")]
        keys: Vec<String>,
        /// Write the CSV to a file
        #[arg(short, long, value_name = "FILE", requires = "csv")]
        output: Option<PathBuf>,
    },
}
