//! The worker behind the window: it carries out the runs of long documents while the library is open.
//!
//! One thread looks which runs wait and gives each a thread of its own. What another process works on, or what could
//! not be worked on, is looked at again after a pause that grows. Nothing of it is waited for at the end: a call that is
//! cut off by a close goes on at the next start.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use factly_engine::{Library, error::Code, long_documents::WorkEvent, store::Topic, task::CancelToken};
use uuid::Uuid;

/// A change of another process is noticed by then.
const BETWEEN_GLANCES: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(300);
/// Nobody reads faster.
const BETWEEN_WORDS: Duration = Duration::from_millis(100);

/// Ends when it is dropped.
pub(crate) struct DocumentWorker {
    shared: Arc<SharedWorker>,
}

/// The words of calls under way, for whoever looks at a run.
#[derive(Clone)]
pub(crate) struct LiveWords(Arc<SharedWorker>);

#[derive(Default)]
struct SharedWorker {
    ended: CancelToken,
    state: Mutex<WorkerState>,
    /// Rings when a run may wait.
    bell: Condvar,
}

#[derive(Default)]
struct WorkerState {
    /// A change came since the last look.
    is_rung: bool,
    runs: HashMap<Uuid, RunSchedule>,
    /// Of calls under way, by run and job.
    words: HashMap<Uuid, BTreeMap<Uuid, CallOutput>>,
    takes: u64,
}

/// The state of a run that was worked on.
struct RunSchedule {
    is_under_way: bool,
    /// Not before this time.
    after: Instant,
    pause: Duration,
}

/// The output of a job since it was last reported.
pub(crate) struct JobWords {
    pub(crate) job: Uuid,
    /// True if it is the beginning of a call, so that what was reported of the job before is void.
    pub(crate) is_fresh: bool,
    pub(crate) text: String,
}

/// The output so far of a call under way, and the call's number within this worker.
#[derive(Default)]
struct CallOutput {
    take: u64,
    text: String,
}

impl DocumentWorker {
    pub(crate) fn start(library: &Library) -> Self {
        let shared = Arc::new(SharedWorker::default());
        library.subscribe({
            let shared = Arc::downgrade(&shared);
            move |notice| {
                if let Some(shared) = shared.upgrade().filter(|_| notice.topics.contains(&Topic::Documents)) {
                    shared.notify();
                }
            }
        });
        thread::spawn({
            let (library, shared) = (library.clone(), Arc::clone(&shared));
            move || supervise(&library, &shared)
        });
        Self { shared }
    }

    pub(crate) fn words(&self) -> LiveWords {
        LiveWords(Arc::clone(&self.shared))
    }
}

impl Drop for DocumentWorker {
    fn drop(&mut self) {
        self.shared.ended.cancel();
        self.shared.notify();
    }
}

impl SharedWorker {
    fn lock(&self) -> MutexGuard<'_, WorkerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        self.lock().is_rung = true;
        self.bell.notify_all();
    }

    fn handle_event(&self, run: Uuid, event: WorkEvent) {
        let mut state = self.lock();
        state.takes += 1;
        let take = state.takes;
        let words = state.words.entry(run).or_default();
        match event {
            WorkEvent::Began { job } => drop(words.insert(job, CallOutput { take, text: String::new() })),
            WorkEvent::Token { job, token } => words.entry(job).or_default().text.push_str(&token),
            WorkEvent::Ended { job } => drop(words.remove(&job)),
        }
    }
}

fn supervise(library: &Library, shared: &Arc<SharedWorker>) {
    while !shared.ended.is_cancelled() {
        match library.long_documents().waiting_runs() {
            Ok(waiting) => {
                // A run that was paused and goes on again owes no pause.
                shared.lock().runs.retain(|run, standing| standing.is_under_way || waiting.contains(run));
                waiting.into_iter().for_each(|run| begin(library, shared, run));
            }
            Err(error) => tracing::warn!(code = ?error.code, "could not look for documents that wait"),
        }
        let state = shared.lock();
        let asleep = shared.bell.wait_timeout_while(state, BETWEEN_GLANCES, |state| !state.is_rung);
        asleep.unwrap_or_else(PoisonError::into_inner).0.is_rung = false;
    }
}

/// Works on a run on a thread of its own, unless one does already or its pause is not over.
fn begin(library: &Library, shared: &Arc<SharedWorker>, run: Uuid) {
    let now = Instant::now();
    let mut state = shared.lock();
    let standing = state.runs.entry(run).or_insert(RunSchedule { is_under_way: false, after: now, pause: FIRST_PAUSE });
    if standing.is_under_way || now < standing.after {
        return;
    }
    standing.is_under_way = true;
    drop(state);
    let (library, shared) = (library.clone(), Arc::clone(shared));
    thread::spawn(move || {
        let mut at_its_end = RunEndGuard { shared: &shared, run, is_done: false };
        match library.long_documents().work(run, &shared.ended, &|event| shared.handle_event(run, event)) {
            // One that waits for a server owes no pause either: it is named again when its time has come.
            Ok(view) => {
                let is_going = matches!(view.state.as_str(), "pending" | "processing");
                at_its_end.is_done = !is_going || view.goes_on_at.is_some();
            }
            Err(error) if error.code == Code::Busy => {}
            Err(error) => tracing::warn!(%run, code = ?error.code, "a document could not be worked on"),
        }
    });
}

/// However the work on a run ends, in a panic too, its words are gone, and if it waits still it is looked at again.
struct RunEndGuard<'s> {
    shared: &'s SharedWorker,
    run: Uuid,
    is_done: bool,
}

impl Drop for RunEndGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.words.remove(&self.run);
        if self.is_done {
            state.runs.remove(&self.run);
        } else if let Some(standing) = state.runs.get_mut(&self.run) {
            standing.is_under_way = false;
            standing.after = Instant::now() + standing.pause;
            standing.pause = (standing.pause * 2).min(LONGEST_PAUSE);
        }
        drop(state);
        self.shared.notify();
    }
}

impl LiveWords {
    /// Tells of a run's words as they come, at most ten times a second, until `stop` or the end of the library.
    pub(crate) fn follow(&self, run: Uuid, stop: &CancelToken, mut tell: impl FnMut(JobWords)) {
        let Self(shared) = self;
        let mut sent: HashMap<Uuid, (u64, usize)> = HashMap::new();
        while !stop.is_cancelled() && !shared.ended.is_cancelled() {
            for (take, update) in new_output(&shared.lock(), run, &sent) {
                let before = if update.is_fresh { 0 } else { sent.get(&update.job).map_or(0, |(_, length)| *length) };
                sent.insert(update.job, (take, before + update.text.len()));
                tell(update);
            }
            thread::sleep(BETWEEN_WORDS);
        }
    }
}

/// Returns the output of each job of a run beyond what was reported, with the number of its call.
fn new_output(state: &WorkerState, run: Uuid, sent: &HashMap<Uuid, (u64, usize)>) -> Vec<(u64, JobWords)> {
    let jobs = state.words.get(&run).into_iter().flatten();
    let new = |(job, words): (&Uuid, &CallOutput)| {
        let known = sent.get(job).filter(|(take, _)| *take == words.take);
        let rest = words.text.get(known.map_or(0, |(_, length)| *length)..)?;
        let update = JobWords { job: *job, is_fresh: known.is_none(), text: rest.to_owned() };
        (!rest.is_empty()).then_some((words.take, update))
    };
    jobs.filter_map(new).collect()
}
