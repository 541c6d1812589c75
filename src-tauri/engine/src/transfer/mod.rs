//! Discoveries out of the library as JSON, and into it again.
//!
//! Both ways the file streams: nothing is held that grows with it but the ids in it. An export is a whole file or none;
//! an import is one transaction, after everything in the file was looked at.

mod export;
mod file;

pub use export::Exported;
