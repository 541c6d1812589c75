//! The evidence pack as a file: made from the library, and checked without one.
//!
//! The same discovery gives the same bytes. A pack is closed by a seal, a hash over all of the file before it, so that
//! no byte of it can be another unnoticed, whether an unzipper reads that byte or not; what the entries say is checked
//! on its own, so that what was changed is named and a pack that was sealed anew is still held to its quotes. The seal
//! says that a file is as it was made, not by whom: whoever wants that publishes the seal.
//!
//! | file | does |
//! |---|---|
//! | `make` | writes a pack |
//! | `seal` | the hash at the end of the file |
//! | `container` | opens a zip that may be anything, and lets only a plain one through |
//! | `layout` | names the place of a change that the entries do not tell |
//! | `check`, `export` | hold the entries to the manifest, and the JSON to both |

mod check;
mod container;
mod export;
mod layout;
mod make;
mod seal;

use crate::context::area;
pub use check::{PackProblem, PackReport, verify};
pub use make::PackSummary;

area! {
    /// Evidence packs: what a discovery rests on, in one sealed file.
    EvidencePacks
}
