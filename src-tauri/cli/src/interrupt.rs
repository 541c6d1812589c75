//! Ctrl C: the first asks what is under way to stop and to keep what has come, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use factly_core::message;
use factly_engine::error::{Code, Error, Result};
use factly_engine::task::CancelToken;
use signal_hook::consts::SIGINT;
use signal_hook::flag::{register, register_conditional_shutdown};

/// Exit code that shells report of a program that the user has ended.
const ENDED: i32 = 130;

pub(crate) fn on_interrupt() -> Result<CancelToken> {
    let flag = Arc::new(AtomicBool::new(false));
    // In this order: the first one must not be taken for the second.
    register_conditional_shutdown(SIGINT, ENDED, Arc::clone(&flag))
        .and_then(|_| register(SIGINT, Arc::clone(&flag)))
        .map_err(|error| Error::new(Code::Io, message!("Ctrl C cannot be heard: {}.", error)))?;
    Ok(CancelToken::by(flag))
}
