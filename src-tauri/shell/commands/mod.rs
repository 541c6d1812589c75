//! The requests of the window. A command is a sentence: parse, call, convert.
//!
//! The engine blocks, and so does a command: [`off_the_window`] carries each out on a thread of its own. A command is callable
//! once it stands in `list.rs`; `cargo xtask bindings` then writes it into the window's code.

#[macro_use]
mod list;
pub mod audit;
pub mod bundle;
pub mod chat;
pub mod derivation;
pub mod desktop;
pub mod discovery;
pub mod document;
pub mod documents;
pub mod entity;
pub mod evidence;
pub mod extraction;
pub mod items;
pub mod knowledge;
pub mod ledger;
pub mod library;
pub mod memory;
pub mod pipeline;
pub mod preferences;
pub mod provider;
pub mod questions;
pub mod report;
pub mod search;
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
