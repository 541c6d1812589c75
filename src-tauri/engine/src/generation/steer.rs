//! What the analyst does with a run: pause, go on, cancel, try again, raise the cap. Each is one transaction.

use factly_core::generation::job::{Change, JobState};
use factly_core::generation::wallet::Micro;
use uuid::Uuid;

use super::{Generation, Reason, RunView, run_row, to_json};
use crate::error::{Error, Result};
use crate::store::document_runs::DocumentRunRow;
use crate::store::{Op, Topic, Writer};

const GOING: [&str; 2] = ["pending", "processing"];

impl Generation<'_> {
    /// Pauses a run: a call under way ends and is kept, and no other begins.
    pub fn pause(&self, run: Uuid) -> Result<RunView> {
        self.steer(run, |w, row| {
            let reason = Reason { why: "analyst".to_owned(), message: "You paused it.".to_owned(), refusal: None };
            if w.turn_document_run(row.seq, &GOING, "paused", Some(&to_json(&reason)?))? {
                return turn_all(w, row, |state| state.is_ready(), Change::Pause);
            }
            refuse(row, "is not going on")
        })
    }

    /// Goes on with a run that was paused. Whoever goes on after a question about the cost has answered it.
    pub fn resume(&self, run: Uuid) -> Result<RunView> {
        self.steer(run, |w, row| {
            let was = row.reason.as_deref().and_then(|reason| serde_json::from_str::<Reason>(reason).ok());
            let allowed = was.is_some_and(|reason| reason.why == "too_dear");
            if !w.turn_document_run(row.seq, &["paused"], "pending", None)? {
                return refuse(row, "is not paused");
            }
            for job in w.document_jobs(row.seq)?.iter().filter(|job| job.state == JobState::Paused) {
                w.renew_document_job(job.seq, allowed)?;
                w.turn_document_job(job, Change::Ready, None)?;
            }
            Ok(())
        })
    }

    /// Ends a run. What was written so far stays.
    pub fn cancel(&self, run: Uuid) -> Result<RunView> {
        self.steer(run, |w, row| {
            if !w.turn_document_run(row.seq, &["pending", "processing", "paused", "failed"], "cancelled", None)? {
                return refuse(row, "is over");
            }
            turn_all(w, row, |state| !state.is_over(), Change::Cancel)
        })
    }

    /// Tries the jobs again that failed; what was written stays.
    pub fn retry(&self, run: Uuid) -> Result<RunView> {
        self.steer(run, |w, row| {
            let jobs = w.document_jobs(row.seq)?;
            let failed: Vec<_> = jobs.iter().filter(|job| job.state == JobState::Failed).collect();
            if row.state == "cancelled" || failed.is_empty() {
                return refuse(row, "has no job that failed");
            }
            w.turn_document_run(row.seq, &["failed", "pending", "processing"], "pending", None)?;
            for job in failed {
                w.renew_document_job(job.seq, false)?;
                w.turn_document_job(job, Change::Ready, None)?;
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

fn turn_all(
    w: &mut Writer<'_>,
    row: &DocumentRunRow,
    is_meant: impl Fn(JobState) -> bool,
    change: Change,
) -> Result<()> {
    for job in w.document_jobs(row.seq)?.iter().filter(|job| is_meant(job.state)) {
        w.turn_document_job(job, change, None)?;
    }
    Ok(())
}

fn refuse(row: &DocumentRunRow, why: &str) -> Result<()> {
    Err(Error::refused(format!("The run {why}: it is {}.", row.state)).kept("Nothing was changed."))
}
