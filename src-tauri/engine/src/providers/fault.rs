//! Why a provider gave no answer: what to branch on, what happened, and what to do about it.

use std::fmt;
use std::time::Duration;

use factly_core::said;
use factly_core::said::Said;

use crate::error::{Code, Error};

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProviderFault {
    /// No model is set, and what was asked for needs one.
    NoModel,
    /// The address is not one that anything is sent to.
    Address,
    /// A key is needed and none is there for this address.
    KeyMissing,
    /// 401: the key is not accepted.
    KeyRefused,
    /// 403.
    Forbidden,
    /// 404: no such model, or no such API at this address.
    NotFound,
    /// 400 and its like: the request is not understood.
    Rejected,
    /// There is more to read than the model can.
    ContextWindow,
    /// 429.
    RateLimited,
    /// 503, 529: the server has too much to do.
    Overloaded,
    /// 500 and its like, and an error in mid-stream.
    Failed,
    /// A redirect, which is never followed.
    Redirected,
    Unreachable,
    /// Nothing came for too long.
    Silent,
    /// The answer ended before its end.
    Cut,
    /// A whole answer with nothing in it.
    Empty,
    /// What came is not what the API says.
    Malformed,
    /// A line or an answer that is larger than any honest one.
    TooLarge,
    /// The provider has no such call.
    Unsupported,
    /// What is to be sent could not be written down first, so it was not sent.
    NotRecorded,
    /// The wallet pays for all calls, and has too little for this one.
    Wallet,
}

impl ProviderFault {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoModel => "no_model",
            Self::Address => "provider_address",
            Self::KeyMissing => "key_missing",
            Self::KeyRefused => "key_refused",
            Self::Forbidden => "provider_forbidden",
            Self::NotFound => "model_not_found",
            Self::Rejected => "provider_rejected",
            Self::ContextWindow => "context_window",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "provider_overloaded",
            Self::Failed => "provider_failed",
            Self::Redirected => "provider_redirected",
            Self::Unreachable => "provider_unreachable",
            Self::Silent => "provider_silent",
            Self::Cut => "answer_cut",
            Self::Empty => "answer_empty",
            Self::Malformed => "answer_malformed",
            Self::TooLarge => "answer_too_large",
            Self::Unsupported => "provider_unsupported",
            Self::NotRecorded => "not_recorded",
            Self::Wallet => "wallet",
        }
    }

    /// Whether the same request may do better a little later. Silence is not among them: it was waited for long enough.
    pub(crate) const fn passes(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Overloaded | Self::Failed | Self::Unreachable | Self::Cut | Self::Empty
        )
    }

    fn hint(self) -> Said {
        match self {
            Self::NoModel => said!("Choose a provider and a model in the settings."),
            Self::Address => said!("Use https, or http for a server on this machine."),
            Self::KeyMissing => said!("Give the provider's key in the settings, or with `factly provider set`."),
            Self::KeyRefused => said!("Check the key, or make a new one at the provider."),
            Self::Forbidden => said!("Check what the key may do, and whether the provider serves this place."),
            Self::NotFound => said!("Choose another model, or check the base URL."),
            Self::Rejected | Self::Unsupported => said!("Choose another model, or another provider for this task."),
            Self::ContextWindow => {
                said!(
                    "Let it read less, or choose a model that reads more. For a document, say how many tokens it takes."
                )
            }
            Self::RateLimited | Self::Overloaded => said!("Wait a little, then try again."),
            Self::Failed | Self::Cut | Self::Malformed | Self::TooLarge => {
                said!("Try again; if it comes back, try another model.")
            }
            Self::Empty => said!("Try another model, or start with a larger --max-tokens."),
            Self::Redirected => said!("Enter the address that the provider's documentation gives."),
            Self::Unreachable => said!("Check the base URL and the network, or start the local server."),
            Self::Silent => said!("Try again, or use a faster model."),
            Self::NotRecorded => said!("Free some space, then try again."),
            Self::Wallet => said!("Add to the wallet, or let it pay for documents alone."),
        }
    }
}

/// A failure, in words for the analyst. Never holds a key: what a server says is searched for it first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderError {
    pub fault: ProviderFault,
    /// What happened, as a sentence.
    pub message: Said,
    pub status: Option<u16>,
    /// How long the server asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl ProviderError {
    pub(super) fn new(fault: ProviderFault, message: impl Into<Said>) -> Self {
        Self { fault, message: message.into(), status: None, retry_after: None }
    }

    pub fn hint(&self) -> Said {
        match self.retry_after {
            Some(wait) => said!("It asks to wait {} s before the next try.", wait.as_secs().max(1)),
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
