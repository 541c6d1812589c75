//! Arguments of the chat's cards: `factly card`.

use clap::{Subcommand, ValueEnum};
use factly_core::chat::CardStatus;
use factly_core::discovery::EntityLabel;

#[derive(Subcommand)]
pub(crate) enum CardCommand {
    /// List the chat's proposals in a discovery, oldest first
    List {
        #[arg(value_name = "D")]
        discovery: String,
        /// Only these
        #[arg(long, value_name = "S")]
        status: Option<CardStatusName>,
    },
    /// Do what a card shows; several cards of one answer are one step, all of it or nothing
    Confirm {
        /// An id, or as much of its beginning or end as no other has
        #[arg(value_name = "CARD", required = true)]
        cards: Vec<String>,
        /// Other words than the proposed ones
        #[arg(long)]
        text: Option<String>,
        /// Even if the column says the same already
        #[arg(long)]
        anyway: bool,
        /// The entity that says the same: the card becomes that one
        #[arg(long, value_name = "LABEL", conflicts_with = "anyway")]
        same_as: Option<EntityLabel>,
        /// Only if the card still shows what it did: as `card list --json` gave it
        #[arg(long, value_name = "F")]
        fingerprint: Option<String>,
    },
    /// Decide against a card
    Cancel {
        #[arg(value_name = "CARD")]
        card: String,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum CardStatusName {
    Pending,
    Applied,
    Cancelled,
    Error,
}

impl From<CardStatusName> for CardStatus {
    fn from(name: CardStatusName) -> Self {
        match name {
            CardStatusName::Pending => Self::Pending,
            CardStatusName::Applied => Self::Applied,
            CardStatusName::Cancelled => Self::Cancelled,
            CardStatusName::Error => Self::Error,
        }
    }
}
