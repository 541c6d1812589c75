//! SQL of export and import: whole discoveries, row by row, in the order in which a file has them.
//!
//! What is hidden is not exported, and no reference to it: undo brings both back.

mod read;
mod write;

pub use read::{ColumnRow, EntityHead};
pub use write::{Named, NewDiscovery, NewFact};
