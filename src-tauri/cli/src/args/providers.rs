//! Arguments of `factly provider`.

use clap::{Args, Subcommand, ValueEnum};
use factly_engine::providers::{ProviderKind, Task};
use uuid::Uuid;

#[derive(Subcommand)]
pub(crate) enum ProviderCommand {
    /// List the settings of each task, and where its key is
    List,
    /// Choose who answers, for all tasks or some
    Set(ProviderSet),
    /// Give what a model costs, by your provider's list; alone, list what was given
    Price(ModelPriceArgs),
    /// Ask for one word, and say what came of it
    Test {
        /// The task of the provider
        #[arg(long, default_value = "chat")]
        task: TaskName,
    },
    /// The models that a task's provider lists
    Models {
        #[arg(long, default_value = "chat")]
        task: TaskName,
    },
    /// Look for model servers on this machine
    Detect,
    /// Let the texts of a discovery go to the provider that is set
    Allow {
        #[arg(value_name = "D")]
        discovery: String,
        /// For this task's provider alone; may be given more than once
        #[arg(long)]
        task: Vec<TaskName>,
        /// For this model of a long document alone, `MODEL` or `PROVIDER:MODEL`; may be given more than once
        #[arg(long, value_name = "M", conflicts_with = "task")]
        model: Vec<String>,
    },
    /// Take that back
    Forbid {
        #[arg(value_name = "D")]
        discovery: String,
    },
    /// List the requests sent of a discovery, newest first; with an id, that request to the letter
    Sent {
        #[arg(value_name = "D")]
        discovery: String,
        #[arg(value_name = "ID")]
        request: Option<Uuid>,
    },
}

#[derive(Args)]
pub(crate) struct ProviderSet {
    /// Without it, what is set stays
    #[arg(value_name = "PROVIDER")]
    pub(crate) provider: Option<ProviderName>,
    /// For this task alone; may be given more than once. Without it, for all but the search, which takes a model for
    /// embeddings; offline is for all
    #[arg(long)]
    pub(crate) task: Vec<TaskName>,
    /// https, or http to this machine
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Read the key from standard input, and keep it in the system's keyring for this address
    #[arg(long)]
    pub(crate) key: bool,
    /// Take the key for this address out of the keyring
    #[arg(long, conflicts_with = "key")]
    pub(crate) forget_key: bool,
    /// Of the chat, 0 to 2
    #[arg(long, value_name = "N")]
    pub(crate) temperature: Option<f32>,
    /// Tokens of one answer of the chat
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u32>,
    /// Entities above which the chat is told a summary
    #[arg(long, value_name = "N")]
    pub(crate) context_threshold: Option<u32>,
    /// Messages that go along with a question to the sources
    #[arg(long, value_name = "N")]
    pub(crate) max_chat_history: Option<u32>,
    /// Below it nothing is answered, 0 to 1
    #[arg(long, value_name = "N")]
    pub(crate) min_similarity: Option<f32>,
    /// Passages that an answer gets
    #[arg(long, value_name = "N")]
    pub(crate) chat_top_k: Option<u32>,
}

#[derive(Args)]
pub(crate) struct ModelPriceArgs {
    /// Of a million tokens that go in
    #[arg(long, value_name = "AMOUNT", value_parser = millionths, requires = "output")]
    pub(crate) input: Option<u64>,
    /// Of a million tokens that come out
    #[arg(long, value_name = "AMOUNT", value_parser = millionths, requires = "input")]
    pub(crate) output: Option<u64>,
    #[arg(long, value_name = "CODE", default_value = "USD")]
    pub(crate) currency: String,
    /// The first day on which it holds, as 2026-11-22; without it, today
    #[arg(long, value_name = "DAY")]
    pub(crate) since: Option<String>,
    /// At the address that answers this task
    #[arg(long, default_value = "chat")]
    pub(crate) task: TaskName,
    /// Another than the task's
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// Take out what was given of the model: that day's price, or all of them
    #[arg(long, conflicts_with_all = ["input", "output", "currency"])]
    pub(crate) remove: bool,
}

/// An amount of money as it is kept: exact, and no float on the way.
fn millionths(amount: &str) -> Result<u64, String> {
    const PLACES: usize = 6;
    let (whole, part) = amount.trim().split_once('.').unwrap_or((amount.trim(), ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || part.len() > PLACES || !is_number(whole) || !is_number(part) {
        return Err(format!("an amount is a number with at most {PLACES} places, such as 0.25"));
    }
    format!("{whole}{part:0<PLACES$}").parse().map_err(|_| "an amount has fewer digits".to_owned())
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ProviderName {
    Offline,
    Anthropic,
    #[value(name = "openai")]
    OpenAi,
    #[value(name = "openai-compatible")]
    OpenAiCompatible,
}

impl From<ProviderName> for ProviderKind {
    fn from(name: ProviderName) -> Self {
        match name {
            ProviderName::Offline => Self::Offline,
            ProviderName::Anthropic => Self::Anthropic,
            ProviderName::OpenAi => Self::OpenAi,
            ProviderName::OpenAiCompatible => Self::OpenAiCompatible,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TaskName {
    Extraction,
    Chat,
    Derivation,
    Search,
}

impl From<TaskName> for Task {
    fn from(name: TaskName) -> Self {
        match name {
            TaskName::Extraction => Self::Extraction,
            TaskName::Chat => Self::Chat,
            TaskName::Derivation => Self::Derivation,
            TaskName::Search => Self::Search,
        }
    }
}
