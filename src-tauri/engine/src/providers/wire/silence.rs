//! The time that a server may be silent: one clock for the head of an answer and its body.
//!
//! Traffic that keeps the line alive says nothing: a comment, a ping, an empty event. It is waited for longer than
//! silence, since a server that thinks for long does just that, but not for ever.

use std::time::{Duration, Instant};

use crate::providers::wire::CallPatience;

pub(super) struct Silence {
    patience: CallPatience,
    begun: Instant,
    /// Since when nothing was said.
    since: Instant,
    has_said: bool,
    /// Anything of a body came.
    has_come: bool,
}

impl Silence {
    /// Before a request is sent.
    pub(super) fn begin(patience: CallPatience) -> Self {
        let begun = Instant::now();
        Self { patience, begun, since: begun, has_said: false, has_come: false }
    }

    /// Returns how much longer to wait for what comes next. `is_done`: the reason for the end came, and what may follow
    /// is short.
    pub(super) fn left(&self, is_done: bool) -> Duration {
        let quiet = self.since.elapsed();
        if is_done {
            return self.patience.rest.saturating_sub(quiet);
        }
        let first = self.patience.first.saturating_sub(self.begun.elapsed());
        let next = match (self.has_come, self.has_said) {
            (false, _) => first,
            (true, false) => first.max(self.patience.idle),
            (true, true) => self.patience.idle,
        };
        next.min(self.patience.alive.saturating_sub(quiet))
    }

    /// A piece of a body came, which said something or only kept the line alive.
    pub(super) fn came(&mut self, says_something: bool) {
        self.has_come = true;
        if says_something {
            self.has_said = true;
            self.since = Instant::now();
        }
    }

    pub(super) fn lasted(&self) -> Duration {
        self.since.elapsed()
    }
}
