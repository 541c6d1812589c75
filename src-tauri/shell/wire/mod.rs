//! The types that cross IPC, and nothing else does.
//!
//! A type here is a promise to the window: `ui/src/ipc/bindings.ts` is generated from it. Ids are UUIDs as text, times
//! milliseconds since 1970, and offsets UTF-16 units, because that is what a webview counts in; this is the only place
//! that converts to them. Nothing over 2^53 is sent.

#[macro_use]
pub(crate) mod mirror;

pub mod audit;
pub mod catalogue;
pub mod chat;
pub mod csv;
pub mod discovery;
pub mod done;
pub mod duplicates;
pub mod facts;
pub mod inputs;
pub mod items;
pub mod knowledge;
pub mod library;
pub mod location;
pub mod long_documents;
pub mod markdown;
pub mod message;
pub mod offers;
pub mod originals;
pub mod patch;
pub mod pipeline;
pub mod preferences;
pub mod providers;
pub mod questions;
pub mod reports;
pub mod retrieval;
pub mod run;
pub mod source;
pub mod transfer;

/// A count for the window: none is near the end of 32 bits.
pub(crate) fn count(n: impl TryInto<u32>) -> u32 {
    n.try_into().unwrap_or(u32::MAX)
}
