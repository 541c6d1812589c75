//! What is shown of a run: its jobs, the chunks of its calls, and the documents.

use std::collections::{BTreeMap, HashMap};

use factly_core::generation::assembly::Cut;
use factly_core::generation::job::{JobKind, JobState};
use factly_core::generation::wallet::{Micro, Spending};
use uuid::Uuid;

use super::planning::document_ids;
use super::texts::assembled;
use super::{Generation, Payload, Reason, Run, RunModel, parsed, run_row};
use crate::error::{Error, Result};
use crate::lookup::discovery_row;
use crate::store::Reader;
use crate::store::document_chunks::ChunkRow;
use crate::store::document_jobs::DocumentJobRow;
use crate::store::document_runs::DocumentRunRow;

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    pub id: Uuid,
    pub title: String,
    pub recipe: String,
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
    pub state: String,
    pub reason: Option<Reason>,
    pub models: Vec<RunModel>,
    pub unit: String,
    pub spending: Spending,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    pub jobs: Vec<JobView>,
    pub chunks: Vec<ChunkView>,
    pub documents: Vec<DocumentView>,
    /// What was made of the discovery: document, label of the Output, report.
    pub outputs: Vec<(Uuid, String, Uuid)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobView {
    pub id: Uuid,
    pub parent: Option<Uuid>,
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
    /// Which texts the call saw in full, and which as a summary, as JSON.
    pub seen: String,
    pub text: String,
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
    /// Whether it is what the run was made for.
    pub is_result: bool,
    pub chunks: usize,
    pub words: usize,
    pub text: String,
    /// What a model said again at a seam, and was left out.
    pub cuts: Vec<Cut>,
}

impl Generation<'_> {
    /// Returns the runs of a discovery, the oldest first.
    pub fn list(&self, discovery: Uuid) -> Result<Vec<RunSummary>> {
        self.ctx.read(|r| {
            let rows = r.document_runs(Some(discovery_row(r, discovery)?.seq))?;
            rows.into_iter().map(|row| summary(r, row)).collect()
        })
    }

    pub fn show(&self, run: Uuid) -> Result<RunView> {
        self.ctx.read(|r| view(r, Run::of(run_row(r, run)?)?))
    }
}

fn summary(r: &Reader, row: DocumentRunRow) -> Result<RunSummary> {
    let run = Run::of(row)?;
    let chunks = r.chunks_of_run(run.row.seq)?;
    Ok(RunSummary {
        words: chunks.iter().map(|chunk| words(&chunk.text)).sum(),
        cost: r.document_spending(run.row.seq)?.spent,
        reason: reason(&run.row)?,
        models: run.models.into_iter().map(|model| model.model).collect(),
        recipe: run.recipe.name,
        id: run.row.id,
        title: run.row.title,
        state: run.row.state,
        created_at: run.row.created_at,
        ended_at: run.row.ended_at,
    })
}

pub(super) fn view(r: &Reader, run: Run) -> Result<RunView> {
    let jobs = r.document_jobs(run.row.seq)?;
    let ids = document_ids(&jobs);
    let costs: HashMap<i64, Micro> =
        r.document_job_costs(run.row.seq)?.into_iter().map(|(job, cost)| (job.0, cost)).collect();
    let chunks = r.chunks_of_run(run.row.seq)?;
    let documents = documents(r, &run, &jobs)?;
    let outputs: Vec<BTreeMap<String, String>> = parsed(&run.row.outputs)?;
    let id =
        |json: &BTreeMap<String, String>, name: &str| json.get(name).and_then(|id| id.parse().ok()).unwrap_or_default();
    Ok(RunView {
        unit: r.wallet()?.1.unwrap_or_else(|| crate::wallet::USUAL_UNIT.to_owned()),
        spending: r.document_spending(run.row.seq)?,
        reason: reason(&run.row)?,
        jobs: jobs.iter().map(|job| job_view(&run, job, &ids, &costs)).collect::<Result<_>>()?,
        chunks: chunks.into_iter().map(|chunk| chunk_view(chunk, &ids)).collect(),
        documents,
        outputs: outputs
            .iter()
            .map(|made| (id(made, "document"), made.get("output").cloned().unwrap_or_default(), id(made, "report")))
            .collect(),
        id: run.row.id,
        recipe: run.recipe.name,
        models: run.models,
        title: run.row.title,
        prompt: run.row.prompt,
        state: run.row.state,
        created_at: run.row.created_at,
        ended_at: run.row.ended_at,
    })
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

pub(super) fn stage_of<'r>(run: &'r Run, job: &DocumentJobRow) -> Option<&'r factly_core::generation::recipe::Stage> {
    run.recipe.stages.get(usize::try_from(job.stage?).ok()?)
}

fn chunk_view(chunk: ChunkRow, ids: &BTreeMap<i64, Uuid>) -> ChunkView {
    let id = |seq: i64| ids.get(&seq).copied().unwrap_or_default();
    ChunkView {
        job: id(chunk.job.0),
        document: id(chunk.root.0),
        words: words(&chunk.text),
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
            let payload: Payload = parsed(&job.payload)?;
            let whole = assembled(r, job.seq)?;
            let of_it = jobs.iter().filter(|other| other.document() == job.seq);
            let last = of_it.max_by_key(|other| other.turn_index).unwrap_or(job);
            Ok(DocumentView {
                id: job.id,
                title: payload.title,
                stage: stage_of(run, job).map(|stage| stage.slug.clone()).unwrap_or_default(),
                step: job.step.clone(),
                model: run.model(job.model).map(|model| model.model.clone()),
                ended: ended(last),
                is_result: Some(job.step.as_str()) == result,
                chunks: r.document_chunks(job.seq)?.len(),
                words: words(&whole.text),
                text: whole.text,
                cuts: whole.cuts,
            })
        })
        .collect()
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
