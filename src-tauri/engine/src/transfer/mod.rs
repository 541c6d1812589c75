//! Discoveries out of the library as JSON, and into it again.
//!
//! Both ways the file streams: nothing is held that grows with it but the ids in it. An export is a whole file or none;
//! an import is one transaction, after everything in the file was looked at.
//!
//! | file | does |
//! |---|---|
//! | `export`, `export_chat` | write |
//! | `questions`, `canonical_links`, `variants` | each written, read and checked in one place |
//! | `images` | the images of reports |
//! | `declared` | rows of tables that say themselves how they are written, read and checked |
//! | `source`, `outline`, `index` | learn where in a file things stand and what they are called, and read them there |
//! | `reader`, `head`, `import_chat`, `findings` | read and check everything, in the order in which it hangs together |
//! | `record_sets`, `sink` | what was read of one matter, and where it goes: counted or written |
//! | `tally`, `differences`, `existing`, `catalogue` | count it against the library, and tell what is another there |
//! | `begin`, `target`, `writer`, `id_map` | write it there: into which discovery, row by row, under which names |
//! | `numbers`, `foreign_edits`, `equivalent_facts` | settle its facts with those that are there, no value twice |

mod begin;
mod canonical_links;
mod catalogue;
mod declared;
mod differences;
mod equivalent_facts;
mod existing;
pub(crate) mod export;
mod export_chat;
mod fact_inputs;
mod findings;
mod foreign_edits;
mod head;
mod id_map;
mod images;
mod import;
mod import_chat;
mod index;
mod numbers;
mod outline;
mod questions;
mod reader;
mod record_sets;
mod sink;
mod source;
mod tally;
mod target;
mod variants;
mod writer;

use crate::context::area;
pub use differences::{DifferenceKind, EntityDifference};
pub use existing::ImportMode;
pub use export::{ExportReport, OriginalsChoice};
pub use findings::Repairs;
pub use import::Preview;
pub use tally::{DiscoveryPreview, Tallies, Tally};
pub use writer::Imported;

area! {
    /// Discoveries as JSON: out of the library, and into it.
    Transfer
}
