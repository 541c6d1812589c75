//! The reasons an answer is not what it should be, in words for the analyst.

use factly_core::message;

use crate::error::{Code, Error};
use crate::providers::Settings;

pub(super) fn empty() -> Error {
    Error::new(Code::ProviderFailed, "The model gave an empty answer.")
        .hint("Try again; if it comes back, try another model.")
}

pub(super) fn at_limit(settings: &Settings) -> Error {
    let limit = settings.max_tokens;
    Error::new(Code::ProviderFailed, message!("The answer reached its limit of {} tokens.", limit))
        .kept("What came until then is kept.")
        .hint("Ask it to go on, or raise the limit in the settings.")
}

pub(super) fn withheld() -> Error {
    Error::new(Code::ProviderFailed, "The provider withheld the answer.")
        .hint("Say it otherwise, or choose another model.")
}

pub(super) fn bad_call(fault: &str) -> Error {
    Error::new(Code::ProviderFailed, message!("A change that was proposed could not be understood: {}", fault))
        .kept("Nothing was changed.")
        .hint("Say it otherwise, or make the change in its column.")
}
