//! SQL of export and import: whole discoveries, row by row, in the order in which a file has them.
//!
//! Hidden rows are not exported, nor is any reference to them: undo brings both back.

mod canonical_links;
mod chat;
mod declared;
mod equivalent_facts;
mod questions;
mod read;
mod restore_deleted;
mod write;

pub use canonical_links::WaitingRow;
pub use chat::{ImportedCard, ImportedMessage};
pub use declared::{ColumnFormat, DeclaredRow, ExportedTable, Fields, RowValues, columns_of, exported_tables};
pub use read::{ColumnRow, EntityHead, ShownRow};
pub use write::{ImportedFact, NamedTable, NewDiscovery};
