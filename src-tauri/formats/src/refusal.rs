//! The reason that nothing was read of a document.

use thiserror::Error;

/// The words are for logs and tests; windows and the command line put the code into words of their language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("it is locked with a password")]
    Encrypted,
    #[error("it is damaged: {detail}")]
    Damaged { detail: String },
    /// A limit that no part could be read under: an archive bomb, a tree of a million levels.
    #[error("it passes the limit of {limit} {what}")]
    TooLarge { what: &'static str, limit: u64 },
    #[error("it is a format that is not read: {looks_like}")]
    Unknown { looks_like: String },
    #[error("it has no text")]
    NoText,
    #[error("it was stopped")]
    Stopped,
}
