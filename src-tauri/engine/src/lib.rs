//! The effects of Factly: everything that reads a clock, writes a file or waits.
//!
//! Core decides, the engine does. A driver here gathers what a rule of `factly-core` needs, asks it, and carries out
//! what it answered in one transaction of the [`store`]. Both shells use the one façade, [`Library`].

pub mod audit;
pub mod catalogue;
pub mod chat;
mod context;
pub mod discovery;
pub mod duplicates;
pub mod error;
pub mod evidence;
pub mod evidence_pack;
pub mod extraction;
pub mod facts;
mod file;
mod input_summary;
pub mod inputs;
pub mod items;
pub mod keys;
pub mod knowledge;
mod library;
pub mod library_path;
mod locale;
pub mod long_documents;
mod lookup;
pub mod marks;
pub mod meaning;
pub mod names;
pub mod originals;
mod prepared;
pub mod providers;
pub mod questions;
pub mod reports;
pub mod retrieval;
pub mod sample;
pub mod secrets;
mod spreadsheet;
pub mod store;
pub mod task;
pub mod transfer;
mod turn_lock;
pub mod undo;
pub mod wallet;
pub mod world;

pub use context::Steps;
pub use library::Library;

// What the suites under `tests/support` name, whether they are built into this crate or beside it.
#[cfg(test)]
extern crate self as factly_engine;
