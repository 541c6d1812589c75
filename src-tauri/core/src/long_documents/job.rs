//! The states of a job, what leads from one to another, and when a parent wakes.

use crate::named;

named! {
    /// The state of a job.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum JobState {
        Pending = "pending",
        Processing = "processing",
        Retrying = "retrying",
        WaitingForChildren = "waiting_for_children",
        PendingContinuation = "pending_continuation",
        PendingNextStep = "pending_next_step",
        Paused = "paused",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl JobState {
    /// Returns whether a worker may take the job.
    pub const fn is_ready(self) -> bool {
        matches!(self, Self::Pending | Self::Retrying | Self::PendingContinuation | Self::PendingNextStep)
    }

    /// Returns whether nothing more comes of the job by itself.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

named! {
    /// The work of a job.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum JobKind {
        /// Goes through the stages of a recipe: the parent of all.
        Run = "run",
        /// Plans the steps of one stage.
        Stage = "stage",
        /// Writes the beginning of a document, or all of it.
        Write = "write",
        /// Goes on with a document.
        Continue = "continue",
        /// Makes the summary of a text that a call has no room for.
        Summarize = "summarize",
    }
}

impl JobKind {
    /// Returns whether it adds to a document.
    pub const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Continue)
    }

    /// Returns whether it only plans, and asks nobody.
    pub const fn plans(self) -> bool {
        matches!(self, Self::Run | Self::Stage)
    }

    /// The state in which a job of this kind waits for a worker. One that has had children goes on from there.
    pub const fn ready(self, has_children: bool) -> JobState {
        match self {
            _ if has_children => JobState::PendingNextStep,
            Self::Continue => JobState::PendingContinuation,
            _ => JobState::Pending,
        }
    }
}

/// An event of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// A worker takes it.
    Begin,
    /// It made children, and waits for them.
    Plan,
    /// The last of its children ended well.
    Wake,
    Finish,
    /// Its call failed and may do better a little later.
    TryAgain,
    Fail,
    Pause,
    /// Back to where a worker may take it: after a pause, a failure, or because whoever carried it out is gone.
    Ready,
    Cancel,
}

impl JobChange {
    pub const ALL: [Self; 9] = [
        Self::Begin,
        Self::Plan,
        Self::Wake,
        Self::Finish,
        Self::TryAgain,
        Self::Fail,
        Self::Pause,
        Self::Ready,
        Self::Cancel,
    ];
}

/// Returns the state that a change leads to; none where it cannot happen in that state, so that done twice it is done
/// once.
pub fn after(state: JobState, change: JobChange, kind: JobKind, has_children: bool) -> Option<JobState> {
    use JobState as S;
    match (change, state) {
        (JobChange::Begin, state) if state.is_ready() => Some(S::Processing),
        (JobChange::Plan, S::Processing) => Some(S::WaitingForChildren),
        (JobChange::Wake, S::WaitingForChildren) => Some(S::PendingNextStep),
        (JobChange::Finish, S::Processing) => Some(S::Completed),
        (JobChange::TryAgain, S::Processing) => Some(S::Retrying),
        (JobChange::Fail, S::Processing | S::WaitingForChildren) => Some(S::Failed),
        (JobChange::Pause, S::Processing) => Some(S::Paused),
        (JobChange::Pause, state) if state.is_ready() => Some(S::Paused),
        (JobChange::Ready, S::Processing | S::Paused | S::Failed) => Some(kind.ready(has_children)),
        (JobChange::Cancel, state) if !state.is_over() => Some(S::Cancelled),
        _ => None,
    }
}

/// The outcome for a parent that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    Wait,
    Wake,
    /// All are over, and so many failed: what comes next would lack them.
    Fail(usize),
}

/// Decides whether a parent wakes. One child that fails leaves the others going.
pub fn wake(children: impl IntoIterator<Item = JobState>) -> Wake {
    let mut failed = 0;
    for child in children {
        match child {
            JobState::Failed | JobState::Cancelled => failed += 1,
            child if !child.is_over() => return Wake::Wait,
            _ => {}
        }
    }
    if failed == 0 { Wake::Wake } else { Wake::Fail(failed) }
}
