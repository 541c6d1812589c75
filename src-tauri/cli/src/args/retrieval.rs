//! Searching the Inputs of a discovery, and the index that this rests on.

use clap::{Args, Subcommand};

#[derive(Args)]
pub(crate) struct SearchArgs {
    /// The discovery; without it the whole library is searched, its facts, conclusions, chats and reports as well
    #[arg(value_name = "D", allow_hyphen_values = true)]
    discovery: String,
    /// Words, "phrases in quotes", -excluded ones, and title:, heading:, speaker: or in: before a value
    #[arg(value_name = "QUERY", allow_hyphen_values = true)]
    query: Option<String>,
    /// At most this many passages, or this many of each kind
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub(crate) limit: usize,
    /// Only these Inputs
    #[arg(long, value_name = "INPUT", num_args = 1..)]
    pub(crate) scope: Vec<String>,
}

impl SearchArgs {
    /// The discovery, if one is named, and what is looked for: one word alone is that.
    pub(crate) fn discovery_and_query(&self) -> (Option<&str>, &str) {
        match &self.query {
            Some(query) => (Some(&self.discovery), query),
            None => (None, &self.discovery),
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum IndexCommand {
    /// Show what is searched: how many Inputs, passages and terms, and how many passages have vectors
    Status {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
    /// Make the index anew
    Rebuild {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
    /// Have vectors made of the passages that have none, by the model that is set for the search
    Embed {
        #[arg(value_name = "D")]
        discovery: Option<String>,
    },
}
