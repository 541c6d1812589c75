//! Long documents and the wallet. Amounts are decimal numbers of the wallet's unit, as text, since no float is exact.

use std::collections::HashMap;

use factly_core::long_documents::{
    job,
    preview::PreviewParagraph,
    recipe::Recipe,
    wallet::{CallRefusal, amount},
};
use factly_engine::{
    error as engine,
    long_documents::{self as domain, ChunkView, RunRequest},
    store::wallet::WalletEntryRow,
    wallet::{WalletView, read_amount},
};
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::count;
use crate::{document_worker::JobWords, error::AppError};

/// The stages of a document.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRecipe {
    pub name: String,
    pub title: String,
    pub description: String,
    pub stages: Vec<DocumentStage>,
    pub needs_model: bool,
    pub reads_inputs: bool,
    pub origin: DocumentRecipeOrigin,
    /// All of it, to be copied and changed.
    pub json: String,
}

wire_enum! {
    /// The origin of a recipe: `own` is the discovery's, `elsewhere` another discovery's.
    DocumentRecipeOrigin = domain::RecipeOrigin { Shipped, Own, Elsewhere }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentStage {
    pub slug: String,
    pub title: String,
}

impl From<domain::KnownRecipe> for DocumentRecipe {
    fn from(known: domain::KnownRecipe) -> Self {
        let domain::KnownRecipe { recipe, origin } = known;
        let (needs_model, reads_inputs) = (recipe.needs_model(), recipe.reads_inputs());
        let json = recipe.to_json();
        let stage = |stage: factly_core::long_documents::recipe::RecipeStage| DocumentStage {
            slug: stage.slug,
            title: stage.title,
        };
        let Recipe { name, title, description, stages, .. } = recipe;
        let stages = stages.into_iter().map(stage).collect();
        Self { name, title, description, stages, needs_model, reads_inputs, origin: origin.into(), json }
    }
}

wire_struct! {
    /// A paragraph, or a heading without its signs.
    TextBlock = PreviewParagraph {
        text: String,
        is_heading: bool,
    }
}

wire_struct! {
    /// Some paragraphs of a document, and how many it has.
    DocumentTextPage = domain::TextPage {
        blocks: Vec<TextBlock>,
        total: u32,
        /// True if the next one goes on with the last of them all.
        is_open: bool,
    }
}

/// The request for a document.
#[derive(Clone, Debug, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentAsk {
    /// The name of a recipe that is shipped, or a recipe as JSON.
    pub recipe: String,
    /// None is the chat's own.
    pub models: Vec<String>,
    pub prompt: String,
    pub title: Option<String>,
    /// None is all of them.
    pub inputs: Vec<Uuid>,
    /// The most that it may cost, as it was typed; none is the wallet's cap for new runs.
    pub cap: Option<String>,
    /// Maximum number of tokens of a call, and of its answer.
    pub context: Option<u32>,
    pub most_output: Option<u32>,
    /// True if it pauses after each stage for the analyst's word.
    pub asks_after_stages: bool,
}

impl TryFrom<DocumentAsk> for RunRequest {
    type Error = engine::Error;

    fn try_from(ask: DocumentAsk) -> engine::Result<Self> {
        let DocumentAsk { recipe, models, prompt, title, inputs, cap, context, most_output, asks_after_stages } = ask;
        let (context, most_output) = (context.map(u64::from), most_output.map(u64::from));
        let cap = cap.as_deref().map(read_amount).transpose()?;
        let most_continuations = None;
        Ok(Self {
            recipe,
            models,
            prompt,
            title,
            inputs,
            cap,
            context,
            most_output,
            most_continuations,
            asks_after_stages,
        })
    }
}

wire_struct! {
    DocumentModel = domain::RunModel {
        /// As it was named; none is the chat's own.
        named: Option<String>,
        model: String,
        origin: String,
        is_local: bool,
        /// The source of its price: `local`, `tokens`, the day of a price that was given, or `table DAY`.
        priced: String,
        context: u32,
    }
}

/// The estimated use of a run, with the input as counted, and the output at its worst without continuations.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentEstimate {
    pub models: Vec<DocumentModel>,
    pub steps: Vec<DocumentStepEstimate>,
    pub calls: u32,
    pub input_tokens: u32,
    pub output_tokens: u32,
    pub cost: String,
    pub unit: String,
    pub available: String,
    pub affordable: bool,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentStepEstimate {
    pub stage: String,
    pub step: String,
    pub jobs: u32,
    pub calls: u32,
    pub cost: String,
}

impl From<domain::EstimateView> for DocumentEstimate {
    fn from(view: domain::EstimateView) -> Self {
        let stages = &view.recipe.stages;
        let step = |step: &factly_core::long_documents::plan::StepEstimate| DocumentStepEstimate {
            stage: stages.get(step.stage).map(|stage| stage.title.clone()).unwrap_or_default(),
            step: step.step.clone(),
            jobs: count(step.jobs),
            calls: count(step.calls),
            cost: amount(step.cost),
        };
        Self {
            steps: view.estimate.steps.iter().map(step).collect(),
            models: view.models.into_iter().map(DocumentModel::from).collect(),
            calls: count(view.estimate.calls),
            input_tokens: count(view.estimate.input_tokens),
            output_tokens: count(view.estimate.output_tokens),
            cost: amount(view.estimate.cost),
            available: amount(view.wallet.wallet.available()),
            unit: view.wallet.unit,
            affordable: view.affordable,
        }
    }
}

/// The reason that a run waits or failed: a code, and the values that the window needs to say it in its language.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WaitReason {
    /// `analyst`, `stage`, `cap`, `wallet`, `too_dear`, `key`, `consent`, `provider`, `failed`, `server`.
    pub why: String,
    pub message: super::message::UserMessage,
    /// The worst-case cost of the next call, and the amount there is for it.
    pub needed: Option<String>,
    pub left: Option<String>,
}

impl From<domain::Reason> for WaitReason {
    fn from(reason: domain::Reason) -> Self {
        let money = reason.refusal.map(CallRefusal::figures);
        let (needed, left) = (money.map(|money| amount(money.0)), money.map(|money| amount(money.1)));
        Self { why: reason.why, message: reason.message.into(), needed, left }
    }
}
wire_from!(WaitReason = domain::Reason);

/// A run in a list.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRunSummary {
    pub id: String,
    pub title: String,
    /// The name of its recipe.
    pub recipe: String,
    pub recipe_title: String,
    pub models: Vec<String>,
    pub state: String,
    pub reason: Option<WaitReason>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    pub words: u32,
    pub cost: String,
}

impl From<domain::RunSummary> for DocumentRunSummary {
    fn from(run: domain::RunSummary) -> Self {
        Self {
            id: run.id.to_string(),
            title: run.title,
            recipe: run.recipe,
            recipe_title: run.recipe_title,
            models: run.models,
            state: run.state,
            reason: run.reason.map(WaitReason::from),
            created_at: run.created_at,
            ended_at: run.ended_at,
            words: count(run.words),
            cost: amount(run.cost),
        }
    }
}

/// A run that waits for the analyst.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WaitingRun {
    pub discovery: String,
    pub run: DocumentRunSummary,
}

/// A run with all but its texts, which may be long.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentRun {
    pub id: String,
    pub title: String,
    pub prompt: String,
    pub recipe: String,
    pub recipe_title: String,
    /// Begun or not.
    pub stages: Vec<DocumentStage>,
    pub state: String,
    pub reason: Option<WaitReason>,
    /// When it goes on by itself, where it waits for a server that asked to be left alone.
    pub goes_on_at: Option<i64>,
    pub models: Vec<DocumentModel>,
    pub unit: String,
    pub spent: String,
    pub reserved: String,
    pub cap: Option<String>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    pub jobs: Vec<DocumentJob>,
    pub documents: Vec<RunDocument>,
    pub outputs: Vec<DocumentOutput>,
}

wire_enum! {
    DocumentJobKind = job::JobKind { Run, Stage, Write, Continue, Summarize }
}

wire_enum! {
    DocumentJobState = job::JobState {
        Pending,
        Processing,
        Retrying,
        WaitingForChildren,
        PendingContinuation,
        PendingNextStep,
        Paused,
        Completed,
        Failed,
        Cancelled,
    }
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentJob {
    pub id: String,
    pub parent: Option<String>,
    /// The document that it writes.
    pub document: Option<String>,
    pub kind: DocumentJobKind,
    pub stage: Option<String>,
    pub step: String,
    pub title: String,
    pub model: Option<String>,
    pub state: DocumentJobState,
    pub turn_index: u32,
    pub attempts: u32,
    pub cost: String,
    pub error: Option<AppError>,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// The answer of its call; none where none came yet.
    pub answer: Option<DocumentAnswer>,
}

#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentAnswer {
    pub finish: String,
    pub words: u32,
    pub input_tokens: u32,
    pub output_tokens: u32,
    /// The counter of the tokens: `provider`, `estimate` or `nobody`.
    pub counted: String,
    pub seen: Vec<SeenText>,
}

wire_struct! {
    /// A text that a call saw.
    SeenText = domain::SeenText {
        /// None is what was written before of the same document.
        document: Option<String>,
        /// `full` or `summary`.
        seen_as: String,
    }
}

wire_struct! {
    RunDocument = domain::DocumentView as view {
        /// That of its first job.
        id: String,
        title: String,
        stage: String,
        step: String,
        model: Option<String>,
        /// `writing`, `stop`, `continuation_limit`, or how its last answer ended otherwise.
        ended: String,
        /// True if it is the result that the run was made for.
        is_result: bool,
        words: u32,
        /// Number of times that a model repeated at a seam what was there.
        cuts: u32 = count(view.cuts.len()),
    }
}

/// An Output with a report that was made of a document.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DocumentOutput {
    pub document: String,
    pub label: String,
    pub report: String,
}

impl From<domain::RunView> for DocumentRun {
    fn from(run: domain::RunView) -> Self {
        let mut answers: HashMap<Uuid, DocumentAnswer> =
            run.chunks.into_iter().map(|chunk| (chunk.job, answer(chunk))).collect();
        let jobs = run.jobs.into_iter().map(|view| document_job(answers.remove(&view.id), view)).collect();
        let output = |(document, label, report): (Uuid, String, Uuid)| DocumentOutput {
            document: document.to_string(),
            label,
            report: report.to_string(),
        };
        Self {
            id: run.id.to_string(),
            title: run.title,
            prompt: run.prompt,
            recipe: run.recipe,
            recipe_title: run.recipe_title,
            stages: run.stages.into_iter().map(|(slug, title)| DocumentStage { slug, title }).collect(),
            state: run.state,
            reason: run.reason.map(WaitReason::from),
            goes_on_at: run.goes_on_at,
            models: run.models.into_iter().map(DocumentModel::from).collect(),
            unit: run.unit,
            spent: amount(run.spending.spent),
            reserved: amount(run.spending.reserved),
            cap: run.spending.cap.map(amount),
            created_at: run.created_at,
            ended_at: run.ended_at,
            jobs,
            documents: run.documents.into_iter().map(RunDocument::from).collect(),
            outputs: run.outputs.into_iter().map(output).collect(),
        }
    }
}

fn answer(chunk: ChunkView) -> DocumentAnswer {
    DocumentAnswer {
        seen: chunk.seen_texts().into_iter().map(SeenText::from).collect(),
        finish: chunk.finish,
        words: count(chunk.words),
        input_tokens: count(chunk.input_tokens),
        output_tokens: count(chunk.output_tokens),
        counted: chunk.counted,
    }
}

fn document_job(answer: Option<DocumentAnswer>, view: domain::JobView) -> DocumentJob {
    DocumentJob {
        id: view.id.to_string(),
        parent: view.parent.map(|id| id.to_string()),
        document: view.document.map(|id| id.to_string()),
        kind: view.kind.into(),
        stage: view.stage,
        step: view.step,
        title: view.title,
        model: view.model,
        state: view.state.into(),
        turn_index: view.turn_index,
        attempts: count(view.attempts),
        cost: amount(view.cost),
        error: view.error.map(AppError::from),
        started_at: view.started_at,
        ended_at: view.ended_at,
        answer,
    }
}

/// Words of a call under way.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RunWords {
    pub job: String,
    /// True if they are the first of their call: the earlier output of the job is void.
    pub is_fresh: bool,
    pub text: String,
}

impl From<JobWords> for RunWords {
    fn from(update: JobWords) -> Self {
        Self { job: update.job.to_string(), is_fresh: update.is_fresh, text: update.text }
    }
}

/// The analyst's budget for calls.
#[derive(Clone, Debug, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Wallet {
    /// A currency, or `tokens`.
    pub unit: String,
    pub balance: String,
    pub reserved: String,
    pub available: String,
    /// The default cap on the cost of a new run.
    pub cap: Option<String>,
    /// True if it pays for the chat, reading and judging too.
    pub pays_all: bool,
}

impl From<WalletView> for Wallet {
    fn from(view: WalletView) -> Self {
        let WalletView { unit, wallet, cap, pays_all, .. } = view;
        Self {
            unit,
            balance: amount(wallet.balance),
            reserved: amount(wallet.reserved),
            available: amount(wallet.available()),
            cap: cap.map(amount),
            pays_all,
        }
    }
}

wire_struct! {
    WalletEntry = WalletEntryRow as entry {
        id: String,
        /// `deposit`, `reservation`, `debit` or `release`.
        kind: String,
        unit: String,
        amount: String = amount(entry.amount),
        balance: String = amount(entry.balance),
        run: Option<String>,
        /// The task that it pays for: `documents`, or the task of another call; nothing of a deposit.
        task: String,
        model: String,
        input_tokens: i64,
        output_tokens: i64,
        counted: String,
        shortfall: String = amount(entry.shortfall),
        note: String,
        made_at: i64,
    }
}
