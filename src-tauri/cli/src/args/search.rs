//! Searching the Inputs of a discovery, and the index that this rests on.

use clap::{Args, Subcommand};

#[derive(Args)]
pub(crate) struct SearchArgs {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// Words, "phrases in quotes", -excluded ones, and title:, heading:, speaker: or in: before a value
    #[arg(value_name = "QUERY", allow_hyphen_values = true)]
    pub(crate) query: String,
    /// At most this many passages
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub(crate) limit: usize,
    /// Only these Inputs
    #[arg(long, value_name = "INPUT", num_args = 1..)]
    pub(crate) scope: Vec<String>,
}

#[derive(Subcommand)]
pub(crate) enum IndexCommand {
    /// What is searched: how many Inputs, passages and terms
    Status {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
    /// Make the index anew
    Rebuild {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
}
