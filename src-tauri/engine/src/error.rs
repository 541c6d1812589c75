//! The error for the shells when something cannot be done: what happened, what was kept, what to do.
//!
//! A [`Code`] is there because somebody branches on it. Everything else is in the sentences, which are for the analyst.

use std::fmt;

use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::named;
use serde::{Deserialize, Serialize};

use crate::store::{BackupError, OpenError, StoreError};
use crate::task::Cancelled;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    pub code: Code,
    /// The failure.
    pub message: UserMessage,
    /// Things kept or left as they were, where that could be in doubt.
    pub kept: Option<UserMessage>,
    /// Advice on what to do.
    pub hint: Option<UserMessage>,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Code {
        NotFound = "not_found",
        /// It is understood, and cannot be done as things stand.
        Refused = "refused",
        Invalid = "invalid",
        NotUtf8 = "not_utf8",
        TooLarge = "too_large",
        Empty = "empty",
        Io = "io",
        DiskFull = "disk_full",
        ReadOnly = "read_only",
        LibraryNewer = "library_newer",
        LibraryDamaged = "library_damaged",
        LibraryMissing = "library_missing",
        LibraryBusy = "library_busy",
        Cancelled = "cancelled",
        AlreadyParsed = "already_parsed",
        Stale = "stale",
        /// The request needs a model, and none is set.
        NoModel = "no_model",
        /// The provider's key is not there, or not accepted.
        KeyNeeded = "key_needed",
        /// The analyst has not yet seen to whom a discovery's text would go.
        ConsentNeeded = "consent_needed",
        Unreachable = "provider_unreachable",
        RateLimited = "rate_limited",
        ProviderFailed = "provider_failed",
        /// It is answered already: one turn of a conversation at a time.
        Busy = "busy",
        /// A card no longer shows what it would do.
        CardChanged = "card_changed",
        /// The application ended while it was under way.
        Interrupted = "interrupted",
        Internal = "internal",
    }
}

impl Error {
    pub fn new(code: Code, message: impl Into<UserMessage>) -> Self {
        Self { code, message: message.into(), kept: None, hint: None }
    }

    pub fn not_found(message: impl Into<UserMessage>) -> Self {
        Self::new(Code::NotFound, message)
    }

    pub fn refused(message: impl Into<UserMessage>) -> Self {
        Self::new(Code::Refused, message)
    }

    pub fn invalid(message: impl Into<UserMessage>) -> Self {
        Self::new(Code::Invalid, message)
    }

    /// All of it, in a row.
    pub fn full_message(&self) -> UserMessage {
        UserMessage::several(
            [Some(&self.message), self.kept.as_ref(), self.hint.as_ref()].into_iter().flatten().cloned(),
            " ",
        )
    }

    /// As JSON, to be kept beside what failed.
    pub(crate) fn stored(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads an error stored by [`Self::stored`].
    pub(crate) fn from_stored(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_else(|_| Self::new(Code::Internal, "It failed, and why was not kept."))
    }

    /// Returns an error stored by [`Self::stored`], for a file that others read: in English, and without parts.
    pub(crate) fn in_english(stored: &str) -> String {
        let Ok(Self { code, message, kept, hint }) = serde_json::from_str(stored) else { return stored.to_owned() };
        let words = |text: Option<UserMessage>| text.map(|text| text.to_string());
        serde_json::json!({ "code": code, "message": words(Some(message)), "kept": words(kept), "hint": words(hint) })
            .to_string()
    }

    #[must_use]
    pub fn kept(mut self, kept: impl Into<UserMessage>) -> Self {
        self.kept = Some(kept.into());
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<UserMessage>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(out)?;
        for more in [&self.kept, &self.hint].into_iter().flatten() {
            write!(out, " {more}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl From<Cancelled> for Error {
    fn from(Cancelled: Cancelled) -> Self {
        Self::new(Code::Cancelled, "The task was cancelled.")
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Busy => Code::LibraryBusy,
            StoreError::Full => Code::DiskFull,
            StoreError::ReadOnly => Code::ReadOnly,
            StoreError::Missing { .. } => Code::LibraryMissing,
            StoreError::Damaged(_) | StoreError::Unreadable(_) => Code::LibraryDamaged,
            StoreError::OperationEnded => Code::Cancelled,
            StoreError::Refused(_) => Code::Refused,
            StoreError::NotFound { .. } => Code::NotFound,
            StoreError::Io(_) => Code::Io,
            _ => Code::Internal,
        };
        from_clause(code, error.message(), error.unchanged(), error.hint())
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        let code = match &error {
            OpenError::Missing { .. } => Code::LibraryMissing,
            OpenError::Newer { .. } => Code::LibraryNewer,
            OpenError::Damaged { .. } | OpenError::NotALibrary { .. } => Code::LibraryDamaged,
            OpenError::ReadOnly { .. } => Code::ReadOnly,
            OpenError::Busy => Code::LibraryBusy,
            OpenError::Full => Code::DiskFull,
            OpenError::Foreign { .. } => Code::Refused,
            OpenError::Io(_) => Code::Io,
            _ => Code::Internal,
        };
        from_clause(code, error.message(), error.unchanged(), error.hint())
    }
}

impl From<BackupError> for Error {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Open(error) => error.into(),
            BackupError::Store(error) => error.into(),
            other => {
                let code = match &other {
                    BackupError::NotFound(_) => Code::NotFound,
                    BackupError::Damaged(_) => Code::LibraryDamaged,
                    _ => Code::Io,
                };
                from_clause(code, other.message(), Some(message!("The library itself is as it was.")), other.hint())
            }
        }
    }
}

fn from_clause(code: Code, clause: UserMessage, kept: Option<UserMessage>, hint: Option<UserMessage>) -> Error {
    Error { code, message: clause.sentence(), kept, hint }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_kept_by_the_names_that_scripts_know() {
        for code in [Code::NotUtf8, Code::Unreachable, Code::CardChanged, Code::ProviderFailed, Code::Io] {
            let error = Error::new(code, "It failed.").kept("All of it.").hint("Try again.");
            assert!(error.stored().contains(&format!("\"{}\"", code.as_str())), "{}", error.stored());
            assert_eq!(Error::from_stored(&error.stored()), error, "and read again as it was");
        }
        assert_eq!(Error::from_stored("").code, Code::Internal, "what cannot be read is still an error");
    }

    #[test]
    fn what_an_earlier_version_kept_is_read_and_a_file_for_others_is_as_it_was() {
        let earlier = r#"{"code":"refused","message":"There is no file “a”.","kept":null,"hint":"Try again."}"#;
        let read = Error::from_stored(earlier);
        assert_eq!((read.code, read.to_string().as_str()), (Code::Refused, "There is no file “a”. Try again."));
        let now = Error::refused(message!("There is no file “{}”.", "a")).hint("Try again.");
        assert_ne!(now.stored(), earlier);
        assert_eq!([Error::in_english(&now.stored()), Error::in_english(earlier)], [earlier, earlier]);
        assert_eq!(Error::in_english("{\"other\":1}"), "{\"other\":1}", "what is not ours stays as it is");
    }
}
