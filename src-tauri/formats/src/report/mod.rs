//! Reports out and in: written as DOCX and HTML, and read of a DOCX again, with the ids of sections and the citations.
//!
//! | module | decides |
//! |---|---|
//! | `block` | what a body is to a word processor |
//! | `markdown` | blocks out of Markdown and back |
//! | `diff` | what became of blocks and words between two bodies |
//! | `export` | what goes out |
//! | `html` | one file for a browser and its print |
//! | `merge` | what a body is after it was edited elsewhere |
//! | `docx` | a document of Word, with tracked changes; and back |

mod block;
mod diff;
mod docx;
mod export;
mod html;
mod markdown;
mod merge;

pub use block::Block;
pub use diff::text_likeness;
pub use docx::{Comment, Incoming, IncomingSection, Reference, read_docx, write_docx};
pub use export::{ENGLISH, Export, Images, Note, Section, Wording, Words};
pub use html::write_html;
pub use markdown::{body_of, canonical_title};
pub use merge::{Carry, merged_body};
