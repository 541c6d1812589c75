//! What the window last showed, kept so that the next start shows it at once.
//!
//! A kept picture is never wrong: whoever commits a change takes it out in the same transaction, another process too. What
//! the picture is made of is the window's business.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::Result;
use crate::library::Library;
use crate::store::Op;

/// The window has shown a change long before this.
const SETTLED: Duration = Duration::from_secs(1);
/// More is not worth keeping.
const MOST_BYTES: usize = 2_000_000;

/// What a window showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Of what window it is: another look of it is none.
    pub key: String,
    pub shown: String,
}

/// When the last change was told of.
#[derive(Debug)]
pub(crate) struct LastChange(Mutex<Instant>);

impl Default for LastChange {
    fn default() -> Self {
        Self(Mutex::new(Instant::now()))
    }
}

impl LastChange {
    pub(crate) fn is_now(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn is_settled(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= SETTLED
    }
}

impl Library {
    /// What the window last showed, if nothing was written since.
    pub fn picture(&self) -> Result<Option<Picture>> {
        self.read(|r| Ok(r.picture()?.map(|(key, shown)| Picture { key, shown })))
    }

    /// Keeps what the window shows. Says no if it may not show the last change yet, or is too large.
    pub fn keep_picture(&self, key: &str, shown: &str) -> Result<bool> {
        self.notice_others()?;
        if shown.len() > MOST_BYTES || !self.last_change().is_settled() {
            return Ok(false);
        }
        self.write(Op::silent(), |w| Ok(w.keep_picture(key, shown)?))?;
        Ok(true)
    }

    /// The window shows something else now.
    pub fn drop_picture(&self) -> Result<()> {
        self.write(Op::silent(), |w| Ok(w.drop_picture()?)).map(drop)
    }
}
