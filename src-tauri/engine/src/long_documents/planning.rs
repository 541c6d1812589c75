//! A run's stages, a stage's steps, and what ends them. A job that plans asks nobody.

use std::collections::{BTreeMap, BTreeSet};

use factly_core::long_documents::job::{JobChange, JobKind, JobState, Wake, wake};
use factly_core::long_documents::plan::{MadeDocument, PlannedJob, plan};
use factly_core::long_documents::prompt::fill;
use factly_core::long_documents::recipe::{RecipeStep, RecipeWriter as By, StepTarget};
use factly_core::message;
use factly_core::reports::draft::mark_sources;
use factly_core::reports::markdown;
use serde_json::{Value, json};
use uuid::Uuid;

use super::call_texts::assembled;
use super::{LongDocuments, Payload, Reason, Run, RunView, parsed, run_row, to_json};
use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row_at;
use crate::reports::Reports;
use crate::store::discoveries::DiscoveryRow;
use crate::store::document_jobs::{DocumentJobRow, NewDocumentJob};
use crate::store::{Op, Reader, Stack, Topic, Writer};

impl LongDocuments<'_> {
    /// Carries out a job that plans, in one transaction.
    pub(super) fn carry_out_plan(&self, run: &Run, job: &DocumentJobRow) -> Result<()> {
        if job.kind == JobKind::Run && self.is_at_its_end(run, job)? {
            return self.finish_run(run, job);
        }
        self.ctx.write(Op::silent(), |w| {
            w.about(run.row.discovery);
            w.topic(Topic::Documents);
            let children = w.document_children(job.seq)?;
            match wake(children.iter().map(|child| child.state)) {
                Wake::Wait => turn(w, job, JobChange::Plan),
                Wake::Fail(count) => fail(w, run, job, &children_failed(count)),
                Wake::Wake => plan_next(w, run, job, &children),
            }
        })?;
        Ok(())
    }

    fn is_at_its_end(&self, run: &Run, job: &DocumentJobRow) -> Result<bool> {
        self.ctx.read(|r| {
            let children = r.document_children(job.seq)?;
            let are_done = children.iter().all(|child| child.state == JobState::Completed);
            Ok(are_done && children.len() == run.recipe.stages.len())
        })
    }

    /// Makes an Output with a report of each finished document, and ends the run, as one step.
    fn finish_run(&self, run: &Run, job: &DocumentJobRow) -> Result<()> {
        let stack = Stack::Discovery(run.row.discovery);
        self.ctx.write(Op::named(stack, message!("Finish a long document")), |w| {
            w.topic(Topic::Documents);
            if w.document_job(job.seq)?.state != JobState::Processing {
                return Ok(());
            }
            let row = discovery_row_at(w, run.row.discovery)?;
            let mut outputs: Vec<Value> = parsed(&run_row(w, run.row.id)?.outputs)?;
            for made in results(w, run)? {
                outputs.push(self.output_of(w, &row, run, &made)?);
            }
            w.set_document_outputs(run.row.seq, &to_json(&outputs)?)?;
            w.change_document_run(run.row.seq, &["pending", "processing"], "completed", None)?;
            turn(w, job, JobChange::Finish)
        })?;
        Ok(())
    }
}

impl LongDocuments<'_> {
    /// Makes an Output with a report of one document as it is now, whatever becomes of the run.
    pub fn make_output(&self, run: Uuid, document: Uuid) -> Result<RunView> {
        let run = self.ctx.read(|r| Run::find(r, run))?;
        let op = Op::named(Stack::Discovery(run.row.discovery), message!("Make a report of a document"));
        self.ctx.write(op, |w| {
            w.topic(Topic::Documents);
            let made = w
                .document_job_of(run.row.seq, document)?
                .filter(|job| job.kind == JobKind::Write)
                .ok_or_else(|| Error::not_found("There is no such document."))?;
            if w.document_chunks(made.seq)?.is_empty() {
                return Err(Error::new(Code::Empty, "The document has no text yet."));
            }
            let row = discovery_row_at(w, run.row.discovery)?;
            let mut outputs: Vec<Value> = parsed(&run_row(w, run.row.id)?.outputs)?;
            outputs.push(self.output_of(w, &row, &run, &made)?);
            Ok(w.set_document_outputs(run.row.seq, &to_json(&outputs)?)?)
        })?;
        self.show(run.row.id)
    }

    /// Adds the Output, and says what of which document it is.
    fn output_of(
        &self,
        w: &mut Writer<'_>,
        discovery: &DiscoveryRow,
        run: &Run,
        made: &DocumentJobRow,
    ) -> Result<Value> {
        let text = assembled(w, made.seq)?.text;
        let (_, mut report) = markdown::parse(&text, &mut || self.ctx.world().ids.next());
        mark_sources(&mut report);
        let (label, report) =
            Reports::new(self.ctx).create_of_text_in(w, discovery, &result_title(run, made), &report)?;
        Ok(json!({ "document": made.id, "output": label.to_string(), "report": report }))
    }
}

/// The first jobs of the documents that are the result of a run.
fn results(r: &Reader, run: &Run) -> Result<Vec<DocumentJobRow>> {
    let step = run.recipe.result_step().map(|step| step.name.as_str());
    let jobs = r.document_jobs(run.row.seq)?;
    Ok(jobs.into_iter().filter(|job| job.kind == JobKind::Write && Some(job.step.as_str()) == step).collect())
}

fn result_title(run: &Run, made: &DocumentJobRow) -> String {
    match run.model(made.model).filter(|_| run.models.len() > 1) {
        Some(model) => format!("{} ({})", run.row.title, model.model),
        None => run.row.title.clone(),
    }
}

fn plan_next(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, children: &[DocumentJobRow]) -> Result<()> {
    let has_next = (1..run.recipe.stages.len()).contains(&children.len());
    if job.kind == JobKind::Run && run.limits.asks_after_stages && has_next {
        return ask_after_stage(w, run, job, children.len());
    }
    let planned = match job.kind {
        JobKind::Run => plan_stage(w, run, job, (children.len(), ""))?,
        _ => plan_step(w, run, job, children)?,
    };
    match planned {
        Planning::Made => turn(w, job, JobChange::Plan),
        Planning::Nothing(error) => fail(w, run, job, &error),
        Planning::Over => {
            turn(w, job, JobChange::Finish)?;
            wake_parent(w, run, job)
        }
    }
}

/// Pauses a run between two stages for the analyst's word; to go on plans the next.
fn ask_after_stage(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, done: usize) -> Result<()> {
    let title = run.recipe.stages.get(done - 1).map(|stage| stage.title.as_str()).unwrap_or_default();
    let message = message!("The stage “{}” is done. Say what the next is to do otherwise, or go on.", title);
    let reason = Reason { why: "stage".to_owned(), message, refusal: None };
    turn(w, job, JobChange::Pause)?;
    w.change_document_run(run.row.seq, &["pending", "processing"], "paused", Some(&to_json(&reason)?))?;
    Ok(())
}

pub(super) enum Planning {
    Made,
    /// A step that has nothing to make a document for.
    Nothing(Error),
    /// There is no further step.
    Over,
}

pub(super) fn plan_stage(
    w: &mut Writer<'_>,
    run: &Run,
    job: &DocumentJobRow,
    (stage, feedback): (usize, &str),
) -> Result<Planning> {
    if stage >= run.recipe.stages.len() {
        return Ok(Planning::Over);
    }
    w.insert_document_job(&NewDocumentJob {
        discovery: run.row.discovery,
        run: run.row.seq,
        parent: Some(job.seq),
        kind: JobKind::Stage,
        stage: Some(stage),
        step: "",
        model: None,
        root: None,
        turn_index: 0,
        payload: &to_json(&Payload { feedback: feedback.to_owned(), ..Payload::default() })?,
    })?;
    Ok(Planning::Made)
}

fn plan_step(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, children: &[DocumentJobRow]) -> Result<Planning> {
    let stage_index = usize::try_from(job.stage.unwrap_or_default()).unwrap_or_default();
    let Some(stage) = run.recipe.stages.get(stage_index) else { return Ok(Planning::Over) };
    let done: BTreeSet<&str> = children.iter().map(|child| child.step.as_str()).collect();
    let Some(step) = stage.steps.get(done.len()) else { return Ok(Planning::Over) };
    let made = made(w, run)?;
    let items = match step.each {
        StepTarget::Recommendation => run.material.recommendations.len(),
        StepTarget::Input => run.material.inputs.len(),
        StepTarget::GraphSection => run.material.sections.len(),
        _ => 0,
    };
    let planned = plan(step, run.models.len(), &made, items);
    if planned.is_empty() {
        let what = message!("The step “{}” has nothing to make a document for.", step.name);
        return Ok(Planning::Nothing(Error::refused(what).kept("What was written so far.")));
    }
    let feedback = parsed::<Payload>(&job.payload)?.feedback;
    for planned in &planned {
        let mut payload = payload(run, stage_index, step, planned, &made);
        if step.writer == By::Model && !feedback.is_empty() {
            payload.prompt.push_str(&format!("\n\nWhat the analyst said to the stages before:\n\n{feedback}"));
        }
        let payload = to_json(&payload)?;
        let asks = step.writer == By::Model;
        w.insert_document_job(&NewDocumentJob {
            discovery: run.row.discovery,
            run: run.row.seq,
            parent: Some(job.seq),
            kind: JobKind::Write,
            stage: Some(stage_index),
            step: &step.name,
            model: asks.then(|| u32::try_from(planned.model).unwrap_or_default()),
            root: None,
            turn_index: 0,
            payload: &payload,
        })?;
    }
    Ok(Planning::Made)
}

/// The documents that were made so far, in the order of their planning.
fn made(r: &Reader, run: &Run) -> Result<Vec<MadeDocument>> {
    let jobs = r.document_jobs(run.row.seq)?;
    let written = jobs.iter().filter(|job| job.kind == JobKind::Write);
    written
        .map(|job| {
            let payload: Payload = parsed(&job.payload)?;
            let model = usize::try_from(job.model.unwrap_or_default()).unwrap_or_default();
            Ok(MadeDocument { id: job.id, step: job.step.clone(), model, of: payload.reads })
        })
        .collect()
}

fn payload(run: &Run, stage: usize, step: &RecipeStep, planned: &PlannedJob, made: &[MadeDocument]) -> Payload {
    let item = planned.item.and_then(|item| match step.each {
        StepTarget::Recommendation => run.material.recommendations.get(item).cloned(),
        StepTarget::Input => run.material.inputs.get(item).map(|input| input.title.clone()),
        _ => None,
    });
    let title = run.recipe.stages.get(stage).map(|stage| stage.title.clone()).unwrap_or_default();
    let values = BTreeMap::from([
        ("prompt", run.row.prompt.clone()),
        ("title", run.material.title.clone()),
        ("goal", run.material.goal.clone()),
        ("stage", title.clone()),
        ("item", item.clone().unwrap_or_default()),
    ]);
    let inputs = match (step.sources.inputs(), step.each, planned.item) {
        (false, ..) => Vec::new(),
        (true, StepTarget::Input, Some(item)) => vec![item],
        (true, ..) => (0..run.material.inputs.len()).collect(),
    };
    Payload {
        title: document_title(run, (&title, step), planned, made),
        prompt: fill(&step.prompt, &values),
        reads: planned.reads.clone(),
        inputs,
        graph: step.sources.graph(),
        item: planned.item,
        number: planned.number,
        ..Payload::default()
    }
}

/// As other calls name the document: its stage, by whom, and of whose it is made.
fn document_title(
    run: &Run,
    (stage, step): (&str, &RecipeStep),
    planned: &PlannedJob,
    made: &[MadeDocument],
) -> String {
    let name = |index: usize| run.models.get(index).map(|model| model.model.as_str()).unwrap_or_default();
    let of: Vec<&str> = planned
        .reads
        .iter()
        .filter_map(|id| made.iter().find(|made| made.id == *id))
        .map(|made| name(made.model))
        .collect();
    // An Input is called by its title; of what has none, its place says which is meant.
    let input = planned.item.filter(|_| step.each == StepTarget::Input).and_then(|item| run.material.inputs.get(item));
    let number = match (input, planned.item) {
        (Some(input), _) => format!(": {}", input.title),
        (None, Some(item)) => format!(" {}", item + 1),
        (None, None) => String::new(),
    };
    match (step.writer, step.each) {
        (By::Model, StepTarget::Document | StepTarget::Pair) => {
            format!("{stage} by {} on {}", name(planned.model), of.join(" and "))
        }
        (By::Model, _) => format!("{stage}{number} by {}", name(planned.model)),
        _ => format!("{stage}{number}"),
    }
}

/// Turns a state that this worker holds. Where another came before, nothing is done.
pub(super) fn turn(w: &mut Writer<'_>, job: &DocumentJobRow, change: JobChange) -> Result<()> {
    w.change_document_job(job, change, None)?;
    Ok(())
}

/// Fails a job; with the last of its siblings, the parent fails as well.
pub(super) fn fail(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow, error: &Error) -> Result<()> {
    if w.change_document_job(job, JobChange::Fail, Some(&error.stored()))?.is_none() {
        return Ok(());
    }
    if job.parent.is_none() {
        let reason = Reason { why: "failed".to_owned(), message: error.full_message(), refusal: None };
        w.change_document_run(run.row.seq, &["pending", "processing", "paused"], "failed", Some(&to_json(&reason)?))?;
    }
    wake_parent(w, run, job)
}

/// Wakes the parent of a job that has ended, if it was the last of its siblings.
pub(super) fn wake_parent(w: &mut Writer<'_>, run: &Run, job: &DocumentJobRow) -> Result<()> {
    let Some(parent) = job.parent else { return Ok(()) };
    let parent = w.document_job(parent)?;
    if parent.state != JobState::WaitingForChildren {
        return Ok(());
    }
    let children = w.document_children(parent.seq)?;
    match wake(children.iter().map(|child| child.state)) {
        Wake::Wait => Ok(()),
        Wake::Wake => turn(w, &parent, JobChange::Wake),
        Wake::Fail(count) => fail(w, run, &parent, &children_failed(count)),
    }
}

pub(super) fn children_failed(count: usize) -> Error {
    let what = if count == 1 { message!("1 job failed.") } else { message!("{} jobs failed.", count) };
    Error::new(Code::ProviderFailed, what)
        .kept("What the others wrote.")
        .hint("`factly document retry RUN` tries only what failed.")
}

/// The ids of the documents, by their first jobs.
pub(super) fn document_ids(jobs: &[DocumentJobRow]) -> BTreeMap<i64, Uuid> {
    jobs.iter().map(|job| (job.seq.0, job.id)).collect()
}
