//! Content from elsewhere: exported conversations, archives of documents, and the references of a library.

mod archive;
mod conversations;
mod csl;
mod rdf;

pub use crate::package::repeated_entries;
pub use archive::{ArchivedDocument, documents};
pub use conversations::conversations;

use crate::budget::Budget;
use crate::limits::{Limits, ShouldStop};
use crate::refusal::Refusal;

/// A work that a library of references lists, with the files that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkReference {
    pub title: String,
    pub authors: Vec<String>,
    /// As the library has it: a date, a year, or words.
    pub date: Option<String>,
    /// "book", "journalArticle": the library's own word.
    pub kind: String,
    /// Paths as the library has them, relative to its file.
    pub files: Vec<String>,
    pub summary: Option<String>,
    /// Notes that belong to it, as plain text; a note by itself is a work of the kind "note".
    pub notes: Vec<String>,
}

/// The references of a Zotero library, exported as CSL-JSON or as RDF with its files.
pub fn references(bytes: &[u8], limits: &Limits, stop: &ShouldStop<'_>) -> Result<Vec<WorkReference>, Refusal> {
    let budget = Budget::new(limits, stop);
    budget.go_on()?;
    let first =
        bytes.iter().find(|byte| !byte.is_ascii_whitespace() && **byte != 0xef && **byte != 0xbb && **byte != 0xbf);
    match first {
        Some(b'[' | b'{') => csl::read(bytes),
        Some(b'<') => rdf::read(bytes, &budget),
        _ => Err(Refusal::Unknown { looks_like: "text".to_owned() }),
    }
}
