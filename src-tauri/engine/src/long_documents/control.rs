//! The analyst's control of a run: pause, go on, cancel, try again, raise the cap. Each is one transaction.

use factly_core::long_documents::job::{JobChange, JobKind, JobState};
use factly_core::long_documents::wallet::Micro;
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::text::normalize::normalize;
use uuid::Uuid;

use super::planning::plan_stage;
use super::{LongDocuments, Reason, Run, RunModel, RunView, run_row, to_json};
use crate::error::{Error, Result};
use crate::providers::Providers;
use crate::store::document_runs::DocumentRunRow;
use crate::store::{Op, Topic, Writer};

const GOING: [&str; 2] = ["pending", "processing"];

impl LongDocuments<'_> {
    /// Pauses a run: a call under way ends and is kept, and no other begins.
    pub fn pause(&self, run: Uuid) -> Result<RunView> {
        self.steer(run, |w, row| {
            let reason = Reason { why: "analyst".to_owned(), message: message!("You paused it."), refusal: None };
            if w.change_document_run(row.seq, &GOING, "paused", Some(&to_json(&reason)?))? {
                return turn_all(w, row, |state| state.is_ready(), JobChange::Pause);
            }
            refuse(row, message!("The run is not going on"))
        })
    }

    /// Goes on with a run that was paused. Whoever goes on after a question about the cost has answered it.
    pub fn resume(&self, run: Uuid) -> Result<RunView> {
        self.resume_with(run, "")
    }

    /// Goes on as [`Self::resume`] does; what the analyst says between two stages goes into every prompt of the next.
    pub fn resume_with(&self, run: Uuid, feedback: &str) -> Result<RunView> {
        let feedback = normalize(feedback).text.trim().to_owned();
        let models = self.models_today(run)?;
        self.steer(run, |w, row| {
            let was = reason_of(row);
            let waits_for = |why: &str| was.as_ref().is_some_and(|reason| reason.why == why);
            let allowed = waits_for("too_dear");
            if !feedback.is_empty() && !waits_for("stage") {
                return refuse(row, message!("The run does not wait between two stages"));
            }
            if !w.change_document_run(row.seq, &["paused"], "pending", None)? {
                return refuse(row, message!("The run is not paused"));
            }
            w.set_document_models(row.seq, &models)?;
            if waits_for("stage") {
                plan_after_feedback(w, row, &feedback)?;
            }
            for job in w.document_jobs(row.seq)?.iter().filter(|job| job.state == JobState::Paused) {
                w.renew_document_job(job.seq, allowed)?;
                w.change_document_job(job, JobChange::Ready, None)?;
            }
            Ok(())
        })
    }

    /// Ends a run. What was written so far stays.
    pub fn cancel(&self, run: Uuid) -> Result<RunView> {
        self.steer(run, |w, row| {
            if !w.change_document_run(row.seq, &["pending", "processing", "paused", "failed"], "cancelled", None)? {
                return refuse(row, message!("The run is over"));
            }
            turn_all(w, row, |state| !state.is_over(), JobChange::Cancel)
        })
    }

    /// Tries the jobs again that failed; what was written stays.
    pub fn retry(&self, run: Uuid) -> Result<RunView> {
        let models = self.models_today(run)?;
        self.steer(run, |w, row| {
            let jobs = w.document_jobs(row.seq)?;
            let failed: Vec<_> = jobs.iter().filter(|job| job.state == JobState::Failed).collect();
            if row.state == "cancelled" || failed.is_empty() {
                return refuse(row, message!("The run has no job that failed"));
            }
            w.change_document_run(row.seq, &["failed", "pending", "processing"], "pending", None)?;
            w.set_document_models(row.seq, &models)?;
            for job in failed {
                w.renew_document_job(job.seq, false)?;
                w.change_document_job(job, JobChange::Ready, None)?;
            }
            Ok(())
        })
    }

    /// Sets the most that a run may cost. One that paused for its cap goes on.
    pub fn set_cap(&self, run: Uuid, cap: Option<Micro>) -> Result<RunView> {
        let view = self.steer(run, |w, row| Ok(w.set_document_cap(row.seq, cap)?))?;
        match view.reason.as_ref().is_some_and(|reason| reason.why == "cap") && view.state == "paused" {
            true => self.resume(run),
            false => Ok(view),
        }
    }

    /// The models of a run at their prices of today. One that is another by now is taken only by who was asked about it.
    fn models_today(&self, run: Uuid) -> Result<String> {
        let run = self.ctx.read(|r| Run::find(r, run))?;
        let takes_others = reason_of(&run.row).is_some_and(|reason| reason.why == "changed");
        let today = |was: &RunModel| {
            let named = was.named.as_deref();
            let is_same = Providers::new(self.ctx).named_model(named).is_ok_and(|now| was.is_of(&now));
            match self.run_model(named, is_same.then_some(was.context)) {
                Err(error) if takes_others && !is_same => Err(error),
                Ok(now) if takes_others || is_same => Ok(now),
                _ => Ok(was.clone()),
            }
        };
        to_json(&run.models.iter().map(today).collect::<Result<Vec<_>>>()?)
    }

    fn steer(&self, run: Uuid, change: impl FnOnce(&mut Writer<'_>, &DocumentRunRow) -> Result<()>) -> Result<RunView> {
        self.ctx.write(Op::silent(), |w| {
            let row = run_row(w, run)?;
            w.about(row.discovery);
            w.topic(Topic::Documents);
            change(w, &row)
        })?;
        self.show(run)
    }
}

fn reason_of(row: &DocumentRunRow) -> Option<Reason> {
    row.reason.as_deref().and_then(|reason| serde_json::from_str(reason).ok())
}

/// Makes the job of the next stage, whose prompts have what the analyst said.
fn plan_after_feedback(w: &mut Writer<'_>, row: &DocumentRunRow, feedback: &str) -> Result<()> {
    let run = Run::find(w, row.id)?;
    let jobs = w.document_jobs(row.seq)?;
    let stages = jobs.iter().filter(|job| job.kind == JobKind::Stage).count();
    if let Some(root) = jobs.iter().find(|job| job.kind == JobKind::Run) {
        plan_stage(w, &run, root, (stages, feedback))?;
    }
    Ok(())
}

fn turn_all(
    w: &mut Writer<'_>,
    row: &DocumentRunRow,
    is_meant: impl Fn(JobState) -> bool,
    change: JobChange,
) -> Result<()> {
    for job in w.document_jobs(row.seq)?.iter().filter(|job| is_meant(job.state)) {
        w.change_document_job(job, change, None)?;
    }
    Ok(())
}

fn refuse(row: &DocumentRunRow, why: UserMessage) -> Result<()> {
    Err(Error::refused(message!("{}: it is {}.", why, UserMessage::new(row.state.clone(), Vec::new())))
        .kept("Nothing was changed."))
}
