//! What the window may ask for. A command is a sentence: parse, call, convert.
//!
//! The engine blocks, so every call to it runs on a thread for blocking work; a panic there becomes an error reply, and
//! the window goes on. A command in this list also stands in `src-tauri/permissions/window.toml`, or the window may not
//! call it; `tests/shell` compares the two.

pub mod desktop;

use tauri::{Wry, async_runtime};
use tauri_specta::{Commands, collect_commands};

use crate::error::{AppError, Reply};

pub fn all() -> Commands<Wry> {
    collect_commands![desktop::input_choose_files, desktop::copy_text, desktop::open_log_folder]
}

/// Runs `work` where blocking harms nobody. `what` completes "Factly could not …", should it panic.
pub async fn off_the_window<T, W>(what: &'static str, work: W) -> Reply<T>
where
    T: Send + 'static,
    W: FnOnce() -> Reply<T> + Send + 'static,
{
    match async_runtime::spawn_blocking(work).await {
        Ok(reply) => reply,
        Err(_) => {
            tracing::error!(what, "a command panicked");
            Err(AppError::internal(what))
        }
    }
}
