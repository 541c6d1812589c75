//! The effects of Factly: everything that reads a clock, writes a file or waits.
//!
//! Core decides, the engine does. A driver here gathers what a rule of `factly-core` needs, asks it, and carries out
//! what it answered in one transaction of the [`store`]. Both shells use the one façade, [`Library`].

pub mod audit;
pub mod bundle;
pub mod chat;
pub mod discovery;
pub mod error;
pub mod evidence;
pub mod extraction;
pub mod items;
pub mod keys;
pub mod knowledge;
pub mod ledger;
mod library;
mod live;
pub mod memory;
mod names;
pub mod once;
pub mod pack;
pub mod place;
pub mod providers;
pub mod questions;
mod sample;
pub mod secrets;
pub mod store;
pub mod task;
pub mod transfer;
pub mod world;

pub use library::Library;

// What the suites under `tests/support` name, whether they are built into this crate or beside it.
#[cfg(test)]
extern crate self as factly_engine;
