//! The view of a run: its jobs, the chunks of its calls, and the documents.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use factly_core::long_documents::assembly::Cut;
use factly_core::long_documents::job::{JobKind, JobState};
use factly_core::long_documents::wallet::{Micro, Spending};
use factly_core::message;
use serde::Deserialize;
use uuid::Uuid;

use super::call_texts::assembled;
use super::planning::document_ids;
use super::worker::goes_on_at;
use super::{LongDocuments, Payload, Reason, Run, RunModel, parsed, run_row};
use crate::context::Cache;
use crate::error::{Error, Result};
use crate::inputs::rfc3339;
use crate::lookup::{discovery_row, discovery_row_at};
use crate::store::Reader;
use crate::store::document_chunks::ChunkRow;
use crate::store::document_jobs::DocumentJobRow;
use crate::store::document_runs::DocumentRunRow;

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    pub id: Uuid,
    pub title: String,
    /// The name of its recipe.
    pub recipe: String,
    pub recipe_title: String,
    pub models: Vec<String>,
    pub state: String,
    pub reason: Option<Reason>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    pub words: usize,
    pub cost: Micro,
}

/// A run as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct RunView {
    pub id: Uuid,
    pub title: String,
    pub prompt: String,
    pub recipe: String,
    pub recipe_title: String,
    /// Slug and title of each, begun or not.
    pub stages: Vec<(String, String)>,
    pub state: String,
    pub reason: Option<Reason>,
    /// When it goes on by itself, where it waits for a server that asked to be left alone.
    pub goes_on_at: Option<i64>,
    pub models: Vec<RunModel>,
    pub unit: String,
    pub spending: Spending,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    pub jobs: Vec<JobView>,
    pub chunks: Vec<ChunkView>,
    pub documents: Vec<DocumentView>,
    /// Outputs made of the discovery: document, label of the Output, report.
    pub outputs: Vec<(Uuid, String, Uuid)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobView {
    pub id: Uuid,
    pub parent: Option<Uuid>,
    /// The document that it writes.
    pub document: Option<Uuid>,
    pub kind: JobKind,
    pub stage: Option<String>,
    pub step: String,
    pub title: String,
    pub model: Option<String>,
    pub state: JobState,
    pub turn_index: u32,
    pub attempts: i64,
    pub cost: Micro,
    pub error: Option<Error>,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkView {
    pub id: Uuid,
    pub job: Uuid,
    pub document: Uuid,
    pub turn_index: u32,
    pub finish: String,
    pub words: usize,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub counted: String,
    /// Texts that the call saw in full, and those as a summary, as JSON.
    pub seen: String,
    pub text: String,
}

/// A text that a call saw.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SeenText {
    /// None is what was written before of the same document.
    #[serde(default)]
    pub document: Option<String>,
    /// `full` or `summary`.
    #[serde(rename = "as")]
    pub seen_as: String,
}

impl ChunkView {
    /// Returns which texts the call saw, and how.
    pub fn seen_texts(&self) -> Vec<SeenText> {
        serde_json::from_str(&self.seen).unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentView {
    /// That of its first job.
    pub id: Uuid,
    pub title: String,
    pub stage: String,
    pub step: String,
    pub model: Option<String>,
    /// `writing`, `stop`, `continuation_limit`, or how its last answer ended otherwise.
    pub ended: String,
    /// True if it is what the run was made for.
    pub is_result: bool,
    pub chunks: usize,
    pub words: usize,
    pub text: String,
    /// Texts that a model said again at a seam, and were left out.
    pub cuts: Vec<Cut>,
}

impl LongDocuments<'_> {
    /// Returns the runs of a discovery, the oldest first.
    pub fn list(&self, discovery: Uuid) -> Result<Vec<RunSummary>> {
        let figures = self.ctx.cache::<Figures>();
        self.ctx.read(|r| {
            let rows = r.document_runs(discovery_row(r, discovery)?.seq)?;
            rows.into_iter().map(|row| summary(r, row, &figures)).collect()
        })
    }

    /// Returns the runs of the library that wait for the analyst, each with its discovery: paused for a reason that was
    /// not the analyst's own, or failed.
    pub fn needing_attention(&self) -> Result<Vec<(Uuid, RunSummary)>> {
        let figures = self.ctx.cache::<Figures>();
        self.ctx.read(|r| {
            let mut waiting = Vec::new();
            for row in r.document_runs_in(&["paused", "failed"])? {
                if reason(&row)?.is_some_and(|reason| reason.why != "analyst") {
                    waiting.push((discovery_row_at(r, row.discovery)?.id, summary(r, row, &figures)?));
                }
            }
            Ok(waiting)
        })
    }

    pub fn show(&self, run: Uuid) -> Result<RunView> {
        let now = self.ctx.world().clock.now_ms();
        self.ctx.read(|r| view(r, Run::from_row(run_row(r, run)?)?, None, now))
    }

    /// Returns a run as [`Self::show`] does, without its texts: what it takes does not grow with them.
    pub fn tree(&self, run: Uuid) -> Result<RunView> {
        let (figures, now) = (self.ctx.cache::<Figures>(), self.ctx.world().clock.now_ms());
        self.ctx.read(|r| view(r, Run::from_row(run_row(r, run)?)?, Some(&figures), now))
    }
}

/// The numbers of words and cuts in what never changes, so that a text is read for it once.
#[derive(Default)]
struct Figures {
    /// Of a chunk.
    words: Mutex<HashMap<Uuid, usize>>,
    /// Of a document, by its first job.
    documents: Mutex<HashMap<Uuid, DocumentFigures>>,
}

/// The figures of a document as it was with so many chunks.
struct DocumentFigures {
    chunks: usize,
    words: usize,
    cuts: Vec<Cut>,
}

impl Cache for Figures {}

impl Figures {
    fn words_of(&self, r: &Reader, chunk: Uuid) -> Result<usize> {
        let mut known = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(words) = known.get(&chunk) {
            return Ok(*words);
        }
        let counted = words(&r.chunk_text(chunk)?);
        known.insert(chunk, counted);
        Ok(counted)
    }

    fn document(&self, r: &Reader, job: &DocumentJobRow, chunks: usize) -> Result<(usize, Vec<Cut>)> {
        let mut known = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(figures) = known.get(&job.id).filter(|figures| figures.chunks == chunks) {
            return Ok((figures.words, figures.cuts.clone()));
        }
        let whole = assembled(r, job.seq)?;
        let counted = words(&whole.text);
        known.insert(job.id, DocumentFigures { chunks, words: counted, cuts: whole.cuts.clone() });
        Ok((counted, whole.cuts))
    }
}

fn summary(r: &Reader, row: DocumentRunRow, figures: &Figures) -> Result<RunSummary> {
    let run = Run::from_row(row)?;
    let chunks = r.chunk_heads_of_run(run.row.seq)?;
    let words = chunks.iter().map(|chunk| figures.words_of(r, chunk.id)).sum::<Result<usize>>()?;
    Ok(RunSummary {
        words,
        cost: r.document_spending(run.row.seq)?.spent,
        reason: reason(&run.row)?,
        models: run.models.into_iter().map(|model| model.model).collect(),
        recipe: run.recipe.name,
        recipe_title: run.recipe.title,
        id: run.row.id,
        title: run.row.title,
        state: run.row.state,
        created_at: run.row.created_at,
        ended_at: run.row.ended_at,
    })
}

fn view(r: &Reader, run: Run, figures: Option<&Figures>, now: i64) -> Result<RunView> {
    let jobs = r.document_jobs(run.row.seq)?;
    let goes_on_at = goes_on_at(&run, &jobs, now);
    let ids = document_ids(&jobs);
    let costs: HashMap<i64, Micro> =
        r.document_job_costs(run.row.seq)?.into_iter().map(|(job, cost)| (job.0, cost)).collect();
    let (chunks, documents) = match figures {
        None => (r.chunks_of_run(run.row.seq)?, documents(r, &run, &jobs)?),
        Some(figures) => {
            let heads = r.chunk_heads_of_run(run.row.seq)?;
            let documents = document_heads(r, &run, &jobs, (&heads, figures))?;
            (heads, documents)
        }
    };
    let chunks: Vec<ChunkView> = chunks
        .into_iter()
        .map(|chunk| {
            let words = figures.map_or_else(|| Ok(words(&chunk.text)), |figures| figures.words_of(r, chunk.id))?;
            Ok(chunk_view(chunk, words, &ids))
        })
        .collect::<Result<_>>()?;
    let outputs: Vec<BTreeMap<String, String>> = parsed(&run.row.outputs)?;
    let id =
        |json: &BTreeMap<String, String>, name: &str| json.get(name).and_then(|id| id.parse().ok()).unwrap_or_default();
    let mut standing = Vec::new();
    for made in &outputs {
        let report = id(made, "report");
        // What was undone or deleted is no Output of it any more.
        if r.report(report)?.is_some() {
            standing.push((id(made, "document"), made.get("output").cloned().unwrap_or_default(), report));
        }
    }
    Ok(RunView {
        unit: r.wallet()?.1.unwrap_or_else(|| crate::wallet::USUAL_UNIT.to_owned()),
        spending: r.document_spending(run.row.seq)?,
        reason: match goes_on_at {
            Some(at) => Some(waits_for_server(&jobs, at)),
            None => reason(&run.row)?,
        },
        goes_on_at,
        jobs: jobs.iter().map(|job| job_view(&run, job, &ids, &costs)).collect::<Result<_>>()?,
        chunks,
        documents,
        outputs: standing,
        id: run.row.id,
        stages: run.recipe.stages.into_iter().map(|stage| (stage.slug, stage.title)).collect(),
        recipe: run.recipe.name,
        recipe_title: run.recipe.title,
        models: run.models,
        title: run.row.title,
        prompt: run.row.prompt,
        state: run.row.state,
        created_at: run.row.created_at,
        ended_at: run.row.ended_at,
    })
}

/// Says what a server answered that is left alone for a while, and until when.
fn waits_for_server(jobs: &[DocumentJobRow], at: i64) -> Reason {
    let put_off = jobs.iter().filter(|job| job.state == JobState::Retrying);
    let error = put_off.filter_map(|job| job.error.as_deref()).map(Error::from_stored).next();
    let what = error.map_or_else(|| message!("A server asked to be left alone."), |error| error.message);
    let message = message!("{} The run goes on by itself at {}.", what, rfc3339(at));
    Reason { why: "server".to_owned(), message, refusal: None }
}

fn reason(row: &DocumentRunRow) -> Result<Option<Reason>> {
    row.reason.as_deref().map(parsed).transpose()
}

fn job_view(
    run: &Run,
    job: &DocumentJobRow,
    ids: &BTreeMap<i64, Uuid>,
    costs: &HashMap<i64, Micro>,
) -> Result<JobView> {
    let payload: Payload = parsed(&job.payload)?;
    Ok(JobView {
        id: job.id,
        parent: job.parent.and_then(|parent| ids.get(&parent.0).copied()),
        document: ids.get(&job.document().0).copied().filter(|_| job.kind.writes()),
        kind: job.kind,
        stage: stage_of(run, job).map(|stage| stage.slug.clone()),
        step: job.step.clone(),
        title: payload.title,
        model: run.model(job.model).map(|model| model.model.clone()),
        state: job.state,
        turn_index: job.turn_index,
        attempts: job.attempts,
        cost: costs.get(&job.seq.0).copied().unwrap_or_default(),
        error: job.error.as_deref().map(Error::from_stored),
        started_at: job.started_at,
        ended_at: job.ended_at,
    })
}

pub(super) fn stage_of<'r>(
    run: &'r Run,
    job: &DocumentJobRow,
) -> Option<&'r factly_core::long_documents::recipe::RecipeStage> {
    run.recipe.stages.get(usize::try_from(job.stage?).ok()?)
}

fn chunk_view(chunk: ChunkRow, words: usize, ids: &BTreeMap<i64, Uuid>) -> ChunkView {
    let id = |seq: i64| ids.get(&seq).copied().unwrap_or_default();
    ChunkView {
        job: id(chunk.job.0),
        document: id(chunk.root.0),
        words,
        id: chunk.id,
        turn_index: chunk.turn_index,
        finish: chunk.finish,
        input_tokens: chunk.input_tokens,
        output_tokens: chunk.output_tokens,
        counted: chunk.counted,
        seen: chunk.seen,
        text: chunk.text,
    }
}

/// The documents of a run, in the order of their planning.
pub(super) fn documents(r: &Reader, run: &Run, jobs: &[DocumentJobRow]) -> Result<Vec<DocumentView>> {
    let result = run.recipe.result_step().map(|step| step.name.as_str());
    let firsts = jobs.iter().filter(|job| job.kind == JobKind::Write);
    firsts
        .map(|job| {
            let whole = assembled(r, job.seq)?;
            let head = document_head(run, jobs, (job, result), r.document_chunks(job.seq)?.len())?;
            Ok(DocumentView { words: words(&whole.text), text: whole.text, cuts: whole.cuts, ..head })
        })
        .collect()
}

/// As [`documents`], without their texts.
fn document_heads(
    r: &Reader,
    run: &Run,
    jobs: &[DocumentJobRow],
    (chunks, figures): (&[ChunkRow], &Figures),
) -> Result<Vec<DocumentView>> {
    let result = run.recipe.result_step().map(|step| step.name.as_str());
    let firsts = jobs.iter().filter(|job| job.kind == JobKind::Write);
    firsts
        .map(|job| {
            let count = chunks.iter().filter(|chunk| chunk.root == job.seq).count();
            let (words, cuts) = figures.document(r, job, count)?;
            Ok(DocumentView { words, cuts, ..document_head(run, jobs, (job, result), count)? })
        })
        .collect()
}

fn document_head(
    run: &Run,
    jobs: &[DocumentJobRow],
    (job, result): (&DocumentJobRow, Option<&str>),
    chunks: usize,
) -> Result<DocumentView> {
    let of_it = jobs.iter().filter(|other| other.document() == job.seq);
    let last = of_it.max_by_key(|other| other.turn_index).unwrap_or(job);
    Ok(DocumentView {
        id: job.id,
        title: parsed::<Payload>(&job.payload)?.title,
        stage: stage_of(run, job).map(|stage| stage.slug.clone()).unwrap_or_default(),
        step: job.step.clone(),
        model: run.model(job.model).map(|model| model.model.clone()),
        ended: ended(last),
        is_result: Some(job.step.as_str()) == result,
        chunks,
        words: 0,
        text: String::new(),
        cuts: Vec::new(),
    })
}

fn ended(last: &DocumentJobRow) -> String {
    let finish =
        |result: &String| Some(serde_json::from_str::<serde_json::Value>(result).ok()?["finish"].as_str()?.to_owned());
    last.result.as_ref().and_then(finish).unwrap_or_else(|| match last.state {
        JobState::Failed | JobState::Cancelled => last.state.as_str().to_owned(),
        _ => "writing".to_owned(),
    })
}

pub(super) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
