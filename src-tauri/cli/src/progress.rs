//! Progress: on one line of the terminal, or else, of what takes long, as a line every few seconds.

use std::cell::Cell;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use factly_engine::task::{Progress, TaskStep};

/// Between two lines where no terminal draws one over the other.
const BETWEEN_LINES: Duration = Duration::from_secs(3);

pub(crate) struct ProgressLine {
    is_terminal: bool,
    is_drawn: Cell<bool>,
    written: Cell<Instant>,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), is_drawn: Cell::new(false), written: Cell::new(Instant::now()) }
    }
}

impl Progress for ProgressLine {
    fn show(&self, step: &TaskStep) {
        let TaskStep { title, done, total, facts } = step;
        let line = match total {
            0 => format!("{title}: is being read"),
            _ => format!("{title}: {done} of {total} parts, {facts} facts"),
        };
        if !self.is_terminal {
            if self.written.get().elapsed() >= BETWEEN_LINES {
                self.written.set(Instant::now());
                let _ = writeln!(io::stderr(), "{line}");
            }
            return;
        }
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
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
