//! SQL of export and import: whole discoveries, row by row, in the order in which a file has them.
//!
//! What is hidden is not exported, and no reference to it: undo brings both back.

mod asked;
mod back;
mod chat;
mod declared;
mod meant;
mod read;
mod same;
mod write;

pub use chat::{ImportedCard, ImportedMessage};
pub use declared::{Carried, Cells, DeclaredRow, ExportedTable, Fields, columns_of, exported_tables};
pub use meant::WaitingRow;
pub use read::{ColumnRow, EntityHead, ShownRow};
pub use write::{NamedTable, NewDiscovery, NewFact};
