//! The one shape in which something that went wrong reaches the window.
//!
//! `message` says what happened, `kept` what was not lost, `hint` what to do; `code` is there only for what the window
//! does differently. None of them carries text of an Input.

use factly_core::message;
use factly_core::message as domain;
use factly_engine::error::{Code, Error};
use serde::Serialize;
use specta::Type;

use crate::wire::message::UserMessage;
use crate::wire::mirror::{wire_enum, wire_from};

pub type AppResult<T> = Result<T, AppError>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppError {
    pub code: ErrorCode,
    pub message: UserMessage,
    pub kept: Option<Box<UserMessage>>,
    pub hint: Option<Box<UserMessage>>,
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
    pub fn new(code: ErrorCode, message: impl Into<domain::UserMessage>) -> Self {
        Self { code, message: message.into().into(), kept: None, hint: None }
    }

    #[must_use]
    pub fn hint(self, hint: impl Into<domain::UserMessage>) -> Self {
        Self { hint: boxed(Some(hint.into())), ..self }
    }

    #[must_use]
    pub fn kept(self, kept: impl Into<domain::UserMessage>) -> Self {
        Self { kept: boxed(Some(kept.into())), ..self }
    }

    /// A fault of ours: the log has the place, the window gets none of the inside.
    pub fn internal(what: &'static str) -> Self {
        Self::new(
            ErrorCode::Internal,
            message!("Factly could not {} because of a fault in Factly", domain::UserMessage::from(what)),
        )
        .kept("What was saved before is kept")
        .hint("Try again; if it comes back, the log folder says where it happened")
    }
}

/// An error is handed on by every call, so that it is small.
pub(crate) fn boxed(text: Option<domain::UserMessage>) -> Option<Box<UserMessage>> {
    text.map(|text| Box::new(text.into()))
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
