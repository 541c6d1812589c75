//! Long work as seen from outside: how far it is, and whether it is still wanted.
//!
//! A driver calls [`ProgressThrottle::at`] as often as it likes; the watcher hears of it at most ten times a second,
//! and once it has cancelled, the call returns an error, so that cancelling is `?`. Nothing here starts a thread.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The progress of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskStep {
    /// The name of the current work, as the analyst knows it.
    pub title: String,
    pub done: usize,
    pub total: usize,
    /// Facts found so far.
    pub facts: usize,
}

/// The observer of a task.
pub trait Progress {
    fn show(&self, step: &TaskStep);

    /// A step of one of several files; `number` counts from 1. A watcher that draws no count of its own has it in the title.
    fn show_file(&self, step: &TaskStep, number: usize, of: usize) {
        let title = format!("{} ({number}/{of})", step.title);
        self.show(&TaskStep { title, ..step.clone() });
    }

    /// Returns whether the analyst has cancelled it.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Nobody watches, and nobody cancels.
pub struct NoProgress;

impl Progress for NoProgress {
    fn show(&self, _: &TaskStep) {}
}

/// A flag that one thread raises and another looks at.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A flag that something else raises: a signal.
    pub fn by(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The analyst called the task off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

const BETWEEN_SHOWINGS: Duration = Duration::from_millis(100);

/// Keeps a driver from telling more than anybody can read.
pub(crate) struct ProgressThrottle<'a> {
    watcher: &'a dyn Progress,
    shown: Cell<Option<Instant>>,
}

impl<'a> ProgressThrottle<'a> {
    pub(crate) fn new(watcher: &'a dyn Progress) -> Self {
        Self { watcher, shown: Cell::new(None) }
    }

    /// Tells the watcher if it is time to. `step` is made only then.
    pub(crate) fn at(&self, step: impl FnOnce() -> TaskStep) -> Result<(), Cancelled> {
        if self.watcher.is_cancelled() {
            return Err(Cancelled);
        }
        if self.shown.get().is_none_or(|shown| shown.elapsed() >= BETWEEN_SHOWINGS) {
            self.now(&step());
        }
        Ok(())
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.watcher.is_cancelled()
    }

    /// Tells the watcher in any case: of a beginning, or of an end.
    pub(crate) fn now(&self, step: &TaskStep) {
        self.watcher.show(step);
        self.shown.set(Some(Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::{CancelToken, Cancelled, Progress, ProgressThrottle, TaskStep};

    #[derive(Default)]
    struct ShownStep {
        steps: RefCell<Vec<usize>>,
        cancel: CancelToken,
    }

    impl Progress for ShownStep {
        fn show(&self, step: &TaskStep) {
            self.steps.borrow_mut().push(step.done);
        }

        fn is_cancelled(&self) -> bool {
            self.cancel.is_cancelled()
        }
    }

    #[test]
    fn a_watcher_is_not_flooded_and_can_cancel() {
        let seen = ShownStep::default();
        let throttle = ProgressThrottle::new(&seen);
        for done in 0..1_000 {
            assert_eq!(throttle.at(|| TaskStep { done, ..TaskStep::default() }), Ok(()));
        }
        assert!(seen.steps.borrow().len() < 20, "a loop of microseconds shows a few steps, not a thousand");
        assert_eq!(seen.steps.borrow().first(), Some(&0), "the first step is shown at once");
        seen.cancel.cancel();
        assert_eq!(throttle.at(TaskStep::default), Err(Cancelled), "a cancelled task ends at its next step");
    }
}
