//! Arguments of `questions` and `answer`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::StageName;

#[derive(Args)]
pub(crate) struct QuestionsArgs {
    /// An id or a title
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// Of another stage than the discovery's
    #[arg(long)]
    pub(crate) stage: Option<StageName>,
    /// About an item, as i1; may be given more than once
    #[arg(long = "item", value_name = "ITEM", value_delimiter = ',')]
    pub(crate) items: Vec<String>,
    /// Let the model that is set propose more of them first
    #[arg(long)]
    pub(crate) propose: bool,
}

#[derive(Args)]
#[command(group = ArgGroup::new("given").required(true).multiple(true).args(["round", "question", "free"]))]
#[command(group = ArgGroup::new("quick").args(["yes", "no", "idk", "irrelevant"]))]
pub(crate) struct AnswerArgs {
    /// An id or a title
    #[arg(value_name = "D")]
    pub(crate) discovery: String,
    /// A round as JSON: {"items":["i1"],"answers":[{"question":"item.dimensions.width@i1","text":"600 cm"}]}; `-` reads
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["question", "free", "stage", "items"])]
    pub(crate) round: Option<PathBuf>,
    /// One question, as `factly questions` names it
    #[arg(long, value_name = "NAME")]
    pub(crate) question: Option<String>,
    #[arg(long, requires = "question")]
    pub(crate) yes: bool,
    #[arg(long, requires = "question")]
    pub(crate) no: bool,
    /// Nobody knows: the question stays open
    #[arg(long, requires = "question")]
    pub(crate) idk: bool,
    /// Close the question; the text is the reason
    #[arg(long, requires = "question")]
    pub(crate) irrelevant: bool,
    /// An answer in words
    #[arg(long, requires = "question")]
    pub(crate) text: Option<String>,
    /// Free text beside the questions
    #[arg(long, value_name = "TEXT")]
    pub(crate) free: Option<String>,
    #[arg(long)]
    pub(crate) stage: Option<StageName>,
    /// An item that the round is about, as i1; may be given more than once
    #[arg(long = "item", value_name = "ITEM", value_delimiter = ',')]
    pub(crate) items: Vec<String>,
}
