//! The worker: it takes jobs of a run, each call on a thread of its own, until none is left or somebody stops it.
//!
//! Whoever works on a run holds a lock that the system lets go of with the process. So a job that is under way while
//! nobody holds the lock is one that nobody carries on: its attempt is settled, and it is ready again.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use factly_core::long_documents::job::{JobKind, JobState};
use uuid::Uuid;

use super::{LongDocuments, Run, RunView, run_row};
use crate::context::Context;
use crate::error::{Code, Error, Result};
use crate::providers::StopSignal;
use crate::store::document_jobs::DocumentJobRow;
use crate::store::{Op, Topic};
use crate::turn_lock::{TurnLock, is_carried_out};

/// Calls at once of a server on this machine, and of another.
const LOCAL_CALLS: usize = 1;
const HOSTED_CALLS: usize = 3;
const MOST_THREADS: usize = 8;
/// A thread that has nothing to do is woken when a job ends; what others changed it finds after so long.
const PAUSE: Duration = Duration::from_millis(250);
/// Interval at which a call looks whether its run was cancelled.
const GLANCE: Duration = Duration::from_millis(500);

/// Told while a run is worked on, on the thread of the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkEvent {
    Began {
        job: Uuid,
    },
    Token {
        job: Uuid,
        token: String,
    },
    /// The result of the job is stored.
    Ended {
        job: Uuid,
    },
}

/// Stops a call when whoever works is stopped, or when the run was cancelled elsewhere.
pub(super) struct RunStop<'a> {
    ctx: &'a Context,
    run: Uuid,
    outer: &'a (dyn StopSignal + Sync),
    looked: Cell<(Instant, bool)>,
}

impl StopSignal for RunStop<'_> {
    fn is_stopped(&self) -> bool {
        let (at, was) = self.looked.get();
        if was || self.outer.is_stopped() {
            return true;
        }
        if at.elapsed() < GLANCE {
            return false;
        }
        let state = self.ctx.read(|r| Ok(run_row(r, self.run)?.state));
        let is_cancelled = state.is_ok_and(|state| state == "cancelled");
        self.looked.set((Instant::now(), is_cancelled));
        is_cancelled
    }
}

/// Wakes the threads that wait for a job.
#[derive(Default)]
struct JobSignal(Mutex<u64>, Condvar);

impl JobSignal {
    fn signal_count(&self) -> u64 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn signal(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.1.notify_all();
    }

    /// Waits until it rings once more than `rung`, or for a pause.
    fn wait(&self, rung: u64) {
        let count = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.1.wait_timeout_while(count, PAUSE, |count| *count == rung));
    }
}

/// The state that the threads of a run share.
#[derive(Default)]
struct RunWorkers {
    is_over: AtomicBool,
    bell: JobSignal,
}

enum NextJob {
    Job(Box<DocumentJobRow>),
    /// Others are under way.
    Wait,
    Nothing,
}

impl LongDocuments<'_> {
    /// Works on a run until nothing of it is ready: it is over, it waits for the analyst, or for a server that asked to be
    /// left alone, and then [`RunView::goes_on_at`] says until when. No thread is held for such a wait: whoever works on
    /// runs comes back.
    pub fn work(&self, id: Uuid, stop: &(dyn StopSignal + Sync), hear: &(dyn Fn(WorkEvent) + Sync)) -> Result<RunView> {
        if is_carried_out(self.ctx.path(), id) {
            return Err(Error::new(Code::Busy, "Another Factly works on this run.").kept("It goes on there."));
        }
        let _live = TurnLock::begin(self.ctx.path(), id)?;
        let run = self.ctx.read(|r| Run::find(r, id))?;
        self.recover_run(&run)?;
        let trouble = Mutex::new(None);
        let shift = RunWorkers::default();
        let threads =
            run.models.iter().map(|model| calls_at_once(model.is_local)).sum::<usize>().clamp(1, MOST_THREADS);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    if let Err(error) = self.take_turns(&run, stop, hear, &shift) {
                        shift.is_over.store(true, Ordering::Relaxed);
                        trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                    shift.bell.signal();
                });
            }
        });
        match trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => self.show(id),
        }
    }

    /// Returns the runs that wait for a worker, the oldest first. One that waits for a server is not among them yet.
    pub fn waiting_runs(&self) -> Result<Vec<Uuid>> {
        let now = self.ctx.world().clock.now_ms();
        self.ctx.read(|r| {
            let mut waiting = Vec::new();
            for row in r.document_runs_in(&["pending", "processing"])? {
                let run = Run::from_row(row)?;
                if goes_on_at(&run, &r.document_job_states(run.row.seq)?, now).is_none() {
                    waiting.push(run.row.id);
                }
            }
            Ok(waiting)
        })
    }

    fn take_turns(
        &self,
        run: &Run,
        stop: &(dyn StopSignal + Sync),
        hear: &(dyn Fn(WorkEvent) + Sync),
        shift: &RunWorkers,
    ) -> Result<()> {
        while !shift.is_over.load(Ordering::Relaxed) && !stop.is_stopped() {
            let rung = shift.bell.signal_count();
            match self.take(run)? {
                NextJob::Nothing => return Ok(()),
                NextJob::Wait => shift.bell.wait(rung),
                NextJob::Job(job) => {
                    hear(WorkEvent::Began { job: job.id });
                    self.carry_out(run, &job, stop, hear)?;
                    shift.bell.signal();
                    hear(WorkEvent::Ended { job: job.id });
                }
            }
        }
        Ok(())
    }

    fn carry_out(
        &self,
        run: &Run,
        job: &DocumentJobRow,
        stop: &(dyn StopSignal + Sync),
        hear: &(dyn Fn(WorkEvent) + Sync),
    ) -> Result<()> {
        if job.kind.plans() {
            return self.carry_out_plan(run, job);
        }
        let stop = RunStop { ctx: self.ctx, run: run.row.id, outer: stop, looked: Cell::new((Instant::now(), false)) };
        self.carry_out_call(run, job, &stop, hear)
    }

    /// Takes the next job, in one transaction, so that no two take the same.
    fn take(&self, run: &Run) -> Result<NextJob> {
        let now = self.ctx.world().clock.now_ms();
        // Looked at without the writer's lock first: most of the time there is nothing to take.
        if let Some(taken) =
            self.ctx.read(|r| next(run, &run_row(r, run.row.id)?.state, &r.document_job_states(run.row.seq)?, now))?
        {
            return Ok(taken);
        }
        let taken = self.ctx.write(Op::silent(), |w| {
            w.about(run.row.discovery);
            let state = run_row(w, run.row.id)?.state;
            let jobs = w.document_job_states(run.row.seq)?;
            if let Some(taken) = next(run, &state, &jobs, now)? {
                return Ok(taken);
            }
            let Some(job) = ready(run, &jobs, now) else { return Ok(NextJob::Wait) };
            w.topic(Topic::Documents);
            w.change_document_run(run.row.seq, &["pending"], "processing", None)?;
            Ok(w.begin_document_job(job)?.map_or(NextJob::Wait, |job| NextJob::Job(Box::new(job))))
        })?;
        Ok(taken.value)
    }

    fn recover_run(&self, run: &Run) -> Result<()> {
        let jobs = self.ctx.read(|r| Ok(r.document_jobs(run.row.seq)?))?;
        jobs.iter().filter(|job| job.state == JobState::Processing).try_for_each(|job| self.recover(run, job))?;
        // Killed between a cancel and its end, a call may have left a reservation.
        let closed = jobs.iter().filter(|job| job.state == JobState::Cancelled);
        closed.filter(|job| job.kind != JobKind::Run).try_for_each(|job| self.recover(run, job))
    }
}

/// Returns what there is to do without taking a job; none where one is to be taken.
fn next(run: &Run, state: &str, jobs: &[DocumentJobRow], now: i64) -> Result<Option<NextJob>> {
    if !matches!(state, "pending" | "processing") {
        return Ok(Some(NextJob::Nothing));
    }
    if ready(run, jobs, now).is_some() {
        return Ok(None);
    }
    let is_under_way = jobs.iter().any(|job| job.state == JobState::Processing);
    Ok(Some(if is_under_way { NextJob::Wait } else { NextJob::Nothing }))
}

/// The first job that may be taken: what plans at once, calls as many as their provider takes, and none of a server that
/// is to be left alone.
fn ready<'j>(run: &Run, jobs: &'j [DocumentJobRow], now: i64) -> Option<&'j DocumentJobRow> {
    let origin = |job: &DocumentJobRow| run.model(job.model).map(|model| model.origin.as_str());
    let under_way =
        |of: &str| jobs.iter().filter(|job| job.state == JobState::Processing && origin(job) == Some(of)).count();
    jobs.iter().filter(|job| job.state.is_ready()).find(|job| match run.model(job.model) {
        None => true,
        Some(model) => {
            under_way(&model.origin) < calls_at_once(model.is_local) && rests_until(run, jobs, &model.origin) <= now
        }
    })
}

/// Until when a server is left alone: what it asked of one job holds for all.
fn rests_until(run: &Run, jobs: &[DocumentJobRow], origin: &str) -> i64 {
    let is_its = |job: &&DocumentJobRow| run.model(job.model).is_some_and(|model| model.origin == origin);
    jobs.iter().filter(|job| job.state.is_ready()).filter(is_its).filter_map(|job| job.not_before).max().unwrap_or(0)
}

/// When a run goes on of which all that is ready waits for servers; none where anything is to be done, or is under way.
pub(super) fn goes_on_at(run: &Run, jobs: &[DocumentJobRow], now: i64) -> Option<i64> {
    let is_going = matches!(run.row.state.as_str(), "pending" | "processing");
    if !is_going || ready(run, jobs, now).is_some() || jobs.iter().any(|job| job.state == JobState::Processing) {
        return None;
    }
    let waiting = jobs.iter().filter(|job| job.state.is_ready()).filter_map(|job| run.model(job.model));
    waiting.map(|model| rests_until(run, jobs, &model.origin)).min()
}

const fn calls_at_once(is_local: bool) -> usize {
    if is_local { LOCAL_CALLS } else { HOSTED_CALLS }
}
