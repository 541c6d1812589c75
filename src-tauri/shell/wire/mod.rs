//! The types that cross IPC, and nothing else does.
//!
//! A type here is a promise to the window: `ui/src/ipc/bindings.ts` is generated from it. Ids are UUIDs as text, times
//! milliseconds since 1970, and offsets UTF-16 units, because that is what a webview counts in; this is the only place
//! that converts to them. Nothing over 2^53 is sent.

#[macro_use]
pub(crate) mod mirror;

pub mod audit;
pub mod chat;
pub mod csv;
pub mod discovery;
pub mod document;
pub mod documents;
pub mod done;
pub mod duplicate;
pub mod fact;
pub mod input;
pub mod items;
pub mod knowledge;
pub mod library;
pub mod markdown;
pub mod memory;
pub mod offers;
pub mod patch;
pub mod pipeline;
pub mod place;
pub mod preferences;
pub mod provider;
pub mod questions;
pub mod report;
pub mod run;
pub mod said;
pub mod search;
pub mod source;
pub mod transfer;

/// A count for the window: none is near the end of 32 bits.
pub(crate) fn count(n: impl TryInto<u32>) -> u32 {
    n.try_into().unwrap_or(u32::MAX)
}
