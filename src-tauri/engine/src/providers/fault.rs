//! The reason a provider gave no answer: what to branch on, what happened, and what to do about it.

use std::fmt;
use std::time::Duration;

use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::named;

use crate::error::{Code, Error};

named! {
    /// The kind of failure.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum ProviderFault {
        /// No model is set, and what was asked for needs one.
        NoModel = "no_model",
        /// The address is not one that anything is sent to.
        Address = "provider_address",
        /// A key is needed and none is there for this address.
        KeyMissing = "key_missing",
        /// 401: the key is not accepted.
        KeyRefused = "key_refused",
        /// 403.
        Forbidden = "provider_forbidden",
        /// 404: no such model, or no such API at this address.
        NotFound = "model_not_found",
        /// 400 and its like: the request is not understood.
        Rejected = "provider_rejected",
        /// There is more to read than the model can.
        ContextWindow = "context_window",
        /// 429.
        RateLimited = "rate_limited",
        /// 503, 529: the server has too much to do.
        Overloaded = "provider_overloaded",
        /// 500 and its like, and an error in mid-stream.
        Failed = "provider_failed",
        /// A redirect, which is never followed.
        Redirected = "provider_redirected",
        Unreachable = "provider_unreachable",
        /// Nothing came for too long.
        Silent = "provider_silent",
        /// The answer ended before its end.
        Cut = "answer_cut",
        /// A whole answer with nothing in it.
        Empty = "answer_empty",
        /// The answer is not what the API says.
        Malformed = "answer_malformed",
        /// A line or an answer that is larger than any honest one.
        TooLarge = "answer_too_large",
        /// The provider has no such call.
        Unsupported = "provider_unsupported",
        /// The request could not be written down first, so it was not sent.
        NotRecorded = "not_recorded",
        /// The wallet pays for all calls, and has too little for this one.
        Wallet = "wallet",
    }
}

impl ProviderFault {
    /// Returns whether the same request may do better a little later. Silence is not among them: it was waited for long
    /// enough.
    pub(crate) const fn passes(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Overloaded | Self::Failed | Self::Unreachable | Self::Cut | Self::Empty
        )
    }

    fn hint(self) -> UserMessage {
        match self {
            Self::NoModel => message!("Choose a provider and a model in the settings."),
            Self::Address => message!("Use https, or http for a server on this machine."),
            Self::KeyMissing => message!("Give the provider's key in the settings, or with `factly provider set`."),
            Self::KeyRefused => message!("Check the key, or make a new one at the provider."),
            Self::Forbidden => message!("Check what the key may do, and whether the provider serves this place."),
            Self::NotFound => message!("Choose another model, or check the base URL."),
            Self::Rejected | Self::Unsupported => message!("Choose another model, or another provider for this task."),
            Self::ContextWindow => {
                message!(
                    "Let it read less, or choose a model that reads more. For a document, say how many tokens it takes."
                )
            }
            Self::RateLimited | Self::Overloaded => message!("Wait a little, then try again."),
            Self::Failed | Self::Cut | Self::Malformed | Self::TooLarge => {
                message!("Try again; if it comes back, try another model.")
            }
            Self::Empty => message!("Try another model, or start with a larger --max-tokens."),
            Self::Redirected => message!("Enter the address that the provider's documentation gives."),
            Self::Unreachable => message!("Check the base URL and the network, or start the local server."),
            Self::Silent => message!("Try again, or use a faster model."),
            Self::NotRecorded => message!("Free some space, then try again."),
            Self::Wallet => message!("Add to the wallet, or let it pay for documents alone."),
        }
    }
}

/// A failure, in words for the analyst. Never holds a key: what a server says is searched for it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderError {
    pub fault: ProviderFault,
    /// The failure, as a sentence.
    pub message: UserMessage,
    pub status: Option<u16>,
    /// Time that the server asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl ProviderError {
    pub(super) fn new(fault: ProviderFault, message: impl Into<UserMessage>) -> Self {
        Self { fault, message: message.into(), status: None, retry_after: None }
    }

    pub fn hint(&self) -> UserMessage {
        match self.retry_after {
            Some(wait) => message!("It asks to wait {} s before the next try.", wait.as_secs().max(1)),
            None => self.fault.hint(),
        }
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.message, self.hint())
    }
}

impl std::error::Error for ProviderError {}

impl From<ProviderError> for Error {
    fn from(error: ProviderError) -> Self {
        let code = match error.fault {
            ProviderFault::NoModel => Code::NoModel,
            ProviderFault::KeyMissing | ProviderFault::KeyRefused => Code::KeyNeeded,
            ProviderFault::Address => Code::Invalid,
            ProviderFault::Unreachable => Code::Unreachable,
            ProviderFault::RateLimited | ProviderFault::Overloaded => Code::RateLimited,
            ProviderFault::Wallet => Code::Refused,
            _ => Code::ProviderFailed,
        };
        let hint = error.hint();
        Self::new(code, error.message).hint(hint)
    }
}
