//! A watcher that counts the steps it sees and calls the work off after some of them.

use std::cell::{Cell, RefCell};

use factly_engine::task::{Progress, TaskStep};

pub(crate) struct Watch {
    shown: RefCell<Vec<(usize, usize)>>,
    looks: Cell<usize>,
    until: usize,
}

impl Watch {
    /// Calls the work off at its look number `until`, counted from 0.
    pub(crate) fn until(until: usize) -> Self {
        Self { shown: RefCell::default(), looks: Cell::default(), until }
    }

    pub(crate) fn all() -> Self {
        Self::until(usize::MAX)
    }

    /// The steps that were shown: how many were done, and of how many.
    pub(crate) fn shown(&self) -> Vec<(usize, usize)> {
        self.shown.borrow().clone()
    }
}

impl Progress for Watch {
    fn show(&self, step: &TaskStep) {
        self.shown.borrow_mut().push((step.done, step.total));
    }

    fn is_cancelled(&self) -> bool {
        self.looks.set(self.looks.get() + 1);
        self.looks.get() > self.until
    }
}
