//! What can be said with `factly chat`.

use clap::Args;
use factly_core::discovery::EntityLabel;

#[derive(Args)]
pub(crate) struct ChatArgs {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    #[arg(value_name = "MESSAGE")]
    pub(crate) message: String,
    /// What it is about: `F-12`, sent along in full
    #[arg(long = "mention", value_name = "LABEL", value_delimiter = ',', num_args = 1..)]
    pub(crate) mentions: Vec<EntityLabel>,
    /// The items that all of it is about, as `i1`
    #[arg(long = "item", value_name = "ITEM", value_delimiter = ',', num_args = 1..)]
    pub(crate) items: Vec<String>,
    /// Where it is said: an id or a title; without it, in the default one
    #[arg(long, value_name = "C")]
    pub(crate) conversation: Option<String>,
}
