//! Discoveries out of the library as JSON, and into it again.
//!
//! Both ways the file streams: nothing is held that grows with it but the ids in it. An export is a whole file or none;
//! an import is one transaction, after everything in the file was looked at.
//!
//! | file | does |
//! |---|---|
//! | `export`, `told` | write |
//! | `asked`, `meant`, `variants` | structured questions, what lines mean, what was kept beside what: written, read and checked, each in one place |
//! | `images` | the images of reports |
//! | `declared` | rows of tables that say themselves how they are written, read and checked |
//! | `source`, `outline`, `index` | learn where in a file things stand and what they are called, and read them there |
//! | `walk`, `head`, `talk`, `findings` | read and check everything, in the order in which it hangs together |
//! | `gathered`, `sink` | what was read of one matter, and where it goes: counted or written |
//! | `tally`, `differs`, `here`, `catalogue` | count it against the library, and tell what is another there |
//! | `begin`, `at`, `rows`, `called`, `numbers`, `edited`, `same` | write it there: into which discovery, under which names, row by row, and no value twice |

mod asked;
mod at;
mod begin;
mod called;
mod catalogue;
mod declared;
mod differs;
mod edited;
mod evident;
pub(crate) mod export;
mod findings;
mod gathered;
mod head;
mod here;
mod images;
mod import;
mod index;
mod meant;
mod numbers;
mod outline;
mod rows;
mod same;
mod sink;
mod source;
mod talk;
mod tally;
mod told;
mod variants;
mod walk;

use crate::context::area;
pub use differs::{EntityDifference, What};
pub use export::{ExportReport, OriginalsChoice};
pub use findings::Repairs;
pub use here::How;
pub use import::Preview;
pub use rows::Imported;
pub use tally::{DiscoveryPreview, Tallies, Tally};

area! {
    /// Discoveries as JSON: out of the library, and into it.
    Transfer
}
