//! The one shape in which something that went wrong reaches the window.
//!
//! `message` says what happened, `kept` what was not lost, `hint` what to do; `code` is there only for what the window
//! does differently. None of them carries text of an Input.

use factly_core::said;
use factly_core::said as domain;
use factly_engine::error::{Code, Error};
use serde::Serialize;
use specta::Type;

use crate::wire::mirror::{wire_enum, wire_from};
use crate::wire::said::Said;

pub type Reply<T> = Result<T, AppError>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppError {
    pub code: ErrorCode,
    pub message: Said,
    pub kept: Option<Box<Said>>,
    pub hint: Option<Box<Said>>,
}

wire_enum! {
    ErrorCode = Code {
        NotFound,
        Refused,
        Invalid,
        NotUtf8,
        TooLarge,
        Empty,
        Io,
        DiskFull,
        ReadOnly,
        LibraryNewer,
        LibraryDamaged,
        LibraryMissing,
        LibraryBusy,
        Cancelled,
        AlreadyParsed,
        Stale,
        NoModel,
        KeyNeeded,
        ConsentNeeded,
        Unreachable,
        RateLimited,
        ProviderFailed,
        Busy,
        CardChanged,
        Interrupted,
        Internal,
    }
}

impl AppError {
    pub fn new(code: ErrorCode, message: impl Into<domain::Said>) -> Self {
        Self { code, message: message.into().into(), kept: None, hint: None }
    }

    #[must_use]
    pub fn hint(self, hint: impl Into<domain::Said>) -> Self {
        Self { hint: boxed(Some(hint.into())), ..self }
    }

    #[must_use]
    pub fn kept(self, kept: impl Into<domain::Said>) -> Self {
        Self { kept: boxed(Some(kept.into())), ..self }
    }

    /// A fault of ours: the log has the place, the window gets none of the inside.
    pub fn internal(what: &'static str) -> Self {
        Self::new(
            ErrorCode::Internal,
            said!("Factly could not {} because of a fault in Factly", domain::Said::from(what)),
        )
        .kept("What was saved before is kept")
        .hint("Try again; if it comes back, the log folder says where it happened")
    }
}

/// An error is handed on by every call, so that it is small.
pub(crate) fn boxed(said: Option<domain::Said>) -> Option<Box<Said>> {
    said.map(|said| Box::new(said.into()))
}

impl From<Error> for AppError {
    fn from(error: Error) -> Self {
        Self {
            code: error.code.into(),
            message: error.message.into(),
            kept: boxed(error.kept),
            hint: boxed(error.hint),
        }
    }
}
wire_from!(AppError = Error);
