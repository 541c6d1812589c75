//! The requests of the window. A command is a sentence: parse, call, convert.
//!
//! The engine blocks, and so does a command: [`off_the_window`] carries each out on a thread of its own. A command is callable
//! once it stands in `list.rs`; `cargo xtask bindings` then writes it into the window's code.

#[macro_use]
mod list;
pub mod audit;
pub mod catalogue;
pub mod chat;
pub mod derivation;
pub mod desktop;
pub mod discovery;
pub mod entities;
pub mod evidence;
pub mod extraction;
pub mod facts;
pub mod inputs;
pub mod items;
pub mod knowledge;
pub mod library;
pub mod long_documents;
pub mod originals;
pub mod pipeline;
pub mod preferences;
pub mod providers;
pub mod questions;
pub mod reports;
pub mod retrieval;
pub mod transfer;

use std::sync::Arc;

use tauri::{State, async_runtime, generate_handler, ipc::Invoke};
use tauri_specta::{Commands, collect_commands};

use crate::{Runtime, library_handle::LibraryHandle};

/// The library, as a command takes it.
pub type Handle<'a> = State<'a, LibraryHandle>;

/// With their types, for the bindings.
pub fn all() -> Commands<Runtime> {
    window_commands!(collect_commands)
}

/// Carries out what the window asks for.
pub fn handler() -> impl Fn(Invoke<Runtime>) -> bool + Send + Sync + 'static {
    off_the_window(window_commands!(generate_handler))
}

/// Carries out each call on a thread for blocking work, so that the window goes on meanwhile.
fn off_the_window(
    handler: impl Fn(Invoke<Runtime>) -> bool + Send + Sync + 'static,
) -> impl Fn(Invoke<Runtime>) -> bool + Send + Sync + 'static {
    let handler = Arc::new(handler);
    move |invoke| {
        let handler = Arc::clone(&handler);
        async_runtime::spawn_blocking(move || {
            let resolver = invoke.resolver.clone();
            let command = invoke.message.command().to_owned();
            if !handler(invoke) {
                resolver.reject(format!("There is no command {command}"));
            }
        });
        true
    }
}
