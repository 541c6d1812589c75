//! Arguments of canonical items and prices: `factly catalogue`, `factly canonical`, `factly price`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub(crate) enum CatalogueCommand {
    /// Canonical items by name
    List {
        /// Only those whose names have all of these words
        #[arg(long, default_value = "", value_name = "WORDS")]
        search: String,
        /// Those put aside
        #[arg(long)]
        archived: bool,
        /// At most this many
        #[arg(long, default_value_t = 100, value_name = "N")]
        limit: usize,
    },
    /// Add a canonical item
    Add {
        #[arg(long)]
        name: String,
        #[command(flatten)]
        canonical: CanonicalArgs,
    },
    /// Change a canonical item; what is not given stays
    Edit {
        /// A name, a synonym, an id, or its first 8 digits
        #[arg(value_name = "ITEM")]
        item: String,
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        canonical: CanonicalArgs,
    },
    /// Put a canonical item aside, or take it back
    Archive {
        #[arg(value_name = "ITEM")]
        item: String,
        #[arg(long)]
        undo: bool,
    },
    /// List items of imported discoveries that the catalogue does not have
    Waiting,
    /// Take into the catalogue what imported discoveries mean
    Adopt {
        /// Ids, or their first 8 digits; all that wait if left out
        #[arg(value_name = "ID")]
        ids: Vec<String>,
    },
    /// Read a catalogue from CSV: all of it or nothing
    Import(CsvFile),
    /// Write the catalogue as CSV
    Export {
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct CanonicalArgs {
    /// The unit that its prices are for
    #[arg(long)]
    pub(crate) unit: Option<String>,
    /// Another name, as `de:Spanplatte`; all that are given take the place of those there were
    #[arg(long = "synonym", value_name = "LANG:NAME")]
    pub(crate) synonyms: Vec<String>,
    #[arg(long)]
    pub(crate) note: Option<String>,
}

#[derive(Args)]
pub(crate) struct CsvFile {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Say what would come, and do nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Subcommand)]
pub(crate) enum CanonicalCommand {
    /// The lines of a discovery that may mean canonical items, with scores and reasons
    Suggest {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// Say that a line means a canonical item
    Confirm(LineAndItem),
    /// Say that a line does not mean a canonical item
    Reject(LineAndItem),
    /// Take back what was decided of a line
    Unlink {
        #[arg(value_name = "D")]
        discovery: String,
        #[arg(value_name = "LINE")]
        line: String,
    },
}

#[derive(Args)]
pub(crate) struct LineAndItem {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// An item as i1, or a fact as F-12
    #[arg(value_name = "LINE")]
    pub(crate) line: String,
    /// A name, a synonym, an id, or its first 8 digits
    #[arg(value_name = "ITEM")]
    pub(crate) item: String,
}

#[derive(Subcommand)]
pub(crate) enum PriceCommand {
    /// List the observed prices of a canonical item, oldest first
    List {
        #[arg(value_name = "ITEM")]
        item: String,
    },
    /// Add a price for one unit, typed or told by a fact
    Add(PriceAdd),
    /// Take a price out that was typed or imported
    Remove {
        #[arg(value_name = "PRICE")]
        price: uuid::Uuid,
    },
    /// Last, median, range and age, by currency and unit
    Stats {
        #[arg(value_name = "ITEM")]
        item: String,
        /// Told in this currency, by the rates that were given
        #[arg(long = "in", value_name = "CURRENCY")]
        currency: Option<String>,
    },
    /// Read prices from CSV: all of it or nothing
    Import(CsvFile),
    /// Write every price that counts as CSV
    Export {
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Rates between currencies: what one of the first was in the second
    #[command(subcommand)]
    Rate(RateCommand),
}

#[derive(Args)]
pub(crate) struct PriceAdd {
    #[arg(value_name = "ITEM")]
    pub(crate) item: String,
    /// With its currency, as "12.50 EUR"; left out where a fact tells it
    #[arg(value_name = "PRICE", required_unless_present = "fact")]
    pub(crate) price: Option<String>,
    /// The fact that tells the price, as F-12
    #[arg(long, value_name = "F", conflicts_with = "price")]
    pub(crate) fact: Option<String>,
    /// The item's own unless given
    #[arg(long, default_value = "")]
    pub(crate) unit: String,
    #[arg(long, default_value = "", value_name = "N")]
    pub(crate) quantity: String,
    #[arg(long, default_value = "")]
    pub(crate) vendor: String,
    /// As 2026-03-01, 2026-03 or 2026; today unless given
    #[arg(long, default_value = "")]
    pub(crate) date: String,
    #[arg(long, default_value = "")]
    pub(crate) note: String,
}

#[derive(Subcommand)]
pub(crate) enum RateCommand {
    List,
    /// Say that one unit of FROM was RATE of TO
    Add {
        #[arg(value_name = "FROM")]
        from: String,
        #[arg(value_name = "TO")]
        to: String,
        #[arg(value_name = "RATE")]
        rate: String,
        /// Today unless given
        #[arg(long, default_value = "")]
        date: String,
    },
    Remove {
        #[arg(value_name = "RATE")]
        rate: uuid::Uuid,
    },
}
