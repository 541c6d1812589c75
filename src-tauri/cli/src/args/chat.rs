//! Arguments of `factly chat`.

use clap::{Args, ValueEnum};
use factly_core::chat::Mode;
use factly_core::discovery::EntityLabel;

/// The subject of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeName {
    /// The five columns
    Discovery,
    /// The texts of its Inputs: answers are cited
    Sources,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Discovery => Self::Discovery,
            ModeName::Sources => Self::Sources,
        }
    }
}

#[derive(Args)]
pub(crate) struct ChatArgs {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    #[arg(value_name = "MESSAGE")]
    pub(crate) message: String,
    /// An entity that it is about: `F-12`, sent along in full
    #[arg(long = "mention", value_name = "LABEL", value_delimiter = ',', num_args = 1..)]
    pub(crate) mentions: Vec<EntityLabel>,
    /// The items that all of it is about, as `i1`
    #[arg(long = "item", value_name = "ITEM", value_delimiter = ',', num_args = 1..)]
    pub(crate) items: Vec<String>,
    /// Its mode; without it, the conversation's
    #[arg(long, conflicts_with = "conversation")]
    pub(crate) mode: Option<ModeName>,
    /// The Inputs that are looked at; without it, those of the conversation
    #[arg(long, value_name = "INPUT", value_delimiter = ',', num_args = 1..)]
    pub(crate) scope: Vec<String>,
    /// The conversation: an id or a title; without it, the default one
    #[arg(long, value_name = "C")]
    pub(crate) conversation: Option<String>,
}

/// A question to the sources: the short form of `chat --mode sources`.
#[derive(Args)]
pub(crate) struct AskArgs {
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    #[arg(value_name = "QUESTION")]
    pub(crate) question: String,
    /// The Inputs that are looked at; without it, all of them
    #[arg(long, value_name = "INPUT", value_delimiter = ',', num_args = 1..)]
    pub(crate) scope: Vec<String>,
}

impl From<AskArgs> for ChatArgs {
    fn from(ask: AskArgs) -> Self {
        Self {
            discovery: ask.discovery,
            message: ask.question,
            mentions: Vec::new(),
            items: Vec::new(),
            mode: Some(ModeName::Sources),
            scope: ask.scope,
            conversation: None,
        }
    }
}
