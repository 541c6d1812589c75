//! The audit: what became of every part of a text, and where the ledger stood at a point of its history.

pub mod coverage;
pub mod timeline;
