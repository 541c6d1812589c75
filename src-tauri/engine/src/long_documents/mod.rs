//! Long documents: runs of recipes, the worker that carries out their jobs, and what comes of them.
//!
//! | file | does |
//! |---|---|
//! | `recipes` | the recipes that there are, and keeping one's own |
//! | `start` | what a run begins with: models, prices, what of the discovery is read |
//! | `control` | pause, go on, cancel, try again, raise the cap |
//! | `worker` | takes jobs, one thread for each call; goes on where whoever worked before was killed |
//! | `planning` | a stage's children, and the end of a run |
//! | `prepare` | what a call is made of, and what of it gives way to a summary |
//! | `call` | one call: its reservation, answer, chunk, debit |
//! | `call_texts` | the texts that a call reads |
//! | `view`, `text_pages` | what is shown: a run, and the text of a document page by page |
//! | `export` | a run as a folder or a zip |

mod call;
mod call_texts;
mod control;
mod export;
mod planning;
mod prepare;
mod recipes;
mod start;
mod text_pages;
mod view;
mod worker;

use factly_core::long_documents::recipe::Recipe;
use factly_core::long_documents::wallet::{CallRefusal, Micro, TokenRate};
use factly_core::message::UserMessage;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use recipes::{KnownRecipe, RecipeOrigin};
pub use start::{EstimateView, RunRequest};
pub use text_pages::TextPage;
pub use view::{ChunkView, DocumentView, JobView, RunSummary, RunView, SeenText};
pub use worker::WorkEvent;

use crate::context::area;
use crate::error::{Code, Error, Result};
use crate::providers::NamedModel;
use crate::store::document_runs::DocumentRunRow;
use crate::store::{Reader, StoreError};

area! {
    /// Long documents: recipes and their runs.
    LongDocuments
}

/// A model of a run, as it was when the run began or was last gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunModel {
    /// As it was named: `MODEL` or `PROVIDER:MODEL`; none is the chat's own.
    pub named: Option<String>,
    pub model: String,
    pub provider: String,
    pub origin: String,
    pub is_local: bool,
    pub rate: TokenRate,
    /// Origin of the rate: `local`, `tokens`, the day of a price that was given, or `table` with that of the shipped.
    pub priced: String,
    /// Most tokens of a call, its answer included.
    pub context: u64,
}

impl RunModel {
    /// Returns whether it is this model of this server.
    fn is_of(&self, now: &NamedModel) -> bool {
        (self.provider.as_str(), &self.origin, &self.model) == (now.kind.as_str(), &now.origin, &now.model)
    }
}

/// The limits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunLimits {
    pub(crate) most_output: u64,
    pub(crate) most_continuations: u32,
    /// True if it pauses after each stage for the analyst's word.
    #[serde(default)]
    pub(crate) asks_after_stages: bool,
}

/// The part of the discovery that a run reads, as it was when the run began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Material {
    pub(crate) title: String,
    pub(crate) goal: String,
    /// Recommendations, insights and facts with their citations.
    pub(crate) graph: String,
    pub(crate) recommendations: Vec<String>,
    pub(crate) inputs: Vec<InputRef>,
    /// The sections of the graph's draft, as Markdown.
    pub(crate) sections: Vec<String>,
}

/// An Input: its text never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputRef {
    pub(crate) seq: i64,
    pub(crate) title: String,
}

/// The purpose of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Payload {
    pub(crate) title: String,
    /// The seed prompt, filled in.
    pub(crate) prompt: String,
    /// The first jobs of the documents that it reads.
    pub(crate) reads: Vec<Uuid>,
    /// The places of the Inputs that it reads.
    pub(crate) inputs: Vec<usize>,
    pub(crate) graph: bool,
    pub(crate) item: Option<usize>,
    pub(crate) number: u32,
    /// Of a summary: the text that it stands for, and its hash.
    pub(crate) text: String,
    pub(crate) sha256: String,
    /// Of a stage: what the analyst said to those before it.
    pub(crate) feedback: String,
}

/// The reason a run waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// `analyst`, `stage`, `cap`, `wallet`, `too_dear`, `key`, `consent`, `provider`, `changed`, `failed`, or `server`, which it waits for by itself.
    pub why: String,
    pub message: UserMessage,
    pub refusal: Option<CallRefusal>,
}

/// A run with what it was started with, read.
pub(crate) struct Run {
    pub(crate) row: DocumentRunRow,
    pub(crate) recipe: Recipe,
    pub(crate) models: Vec<RunModel>,
    pub(crate) limits: RunLimits,
    pub(crate) material: Material,
}

impl Run {
    fn from_row(row: DocumentRunRow) -> Result<Self> {
        let (recipe, models) = (parsed(&row.recipe)?, parsed(&row.models)?);
        let (limits, material) = (parsed(&row.limits)?, parsed(&row.material)?);
        Ok(Self { recipe, models, limits, material, row })
    }

    pub(crate) fn find(r: &Reader, id: Uuid) -> Result<Self> {
        Self::from_row(run_row(r, id)?)
    }

    fn model(&self, index: Option<u32>) -> Option<&RunModel> {
        self.models.get(usize::try_from(index?).ok()?)
    }
}

/// The most that new runs of all may cost by themselves: none where nobody set it.
pub type Cap = Option<Micro>;

fn run_row(r: &Reader, id: Uuid) -> Result<DocumentRunRow> {
    r.document_run(id)?.ok_or_else(|| {
        Error::not_found("There is no such run.").hint("`factly document list D` names the runs of a discovery.")
    })
}

fn parsed<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|error| StoreError::Unreadable(error.to_string()).into())
}

fn to_json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::new(Code::Internal, UserMessage::verbatim(error)))
}
