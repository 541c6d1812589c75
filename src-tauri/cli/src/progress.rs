//! Progress on one line of the terminal; silent where nobody looks at one.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};

use factly_engine::task::{Progress, TaskStep};

pub(crate) struct ProgressLine {
    is_seen: bool,
    is_drawn: Cell<bool>,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        Self { is_seen: io::stderr().is_terminal(), is_drawn: Cell::new(false) }
    }
}

impl Progress for ProgressLine {
    fn show(&self, step: &TaskStep) {
        if !self.is_seen {
            return;
        }
        let TaskStep { title, done, total, facts } = step;
        let _ = write!(io::stderr(), "\r\x1b[K{title}: {done} of {total} parts, {facts} facts");
        let _ = io::stderr().flush();
        self.is_drawn.set(true);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.is_drawn.get() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
