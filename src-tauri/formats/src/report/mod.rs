//! Reports out and in: written as DOCX and HTML, and read of a DOCX again, with the ids of sections and the citations.
//!
//! | module | decides |
//! |---|---|
//! | `block` | what a body is to a word processor |
//! | `markdown` | blocks out of Markdown and back |
//! | `diff` | what became of blocks and words between two bodies |
//! | `export` | what goes out |
//! | `picture` | what an image is |
//! | `link` | where a link may lead |
//! | `html` | one file for a browser and its print |
//! | `paged` | what a print lacks: page numbers, and what leads to them |
//! | `merge` | what a body is after it was edited elsewhere |
//! | `docx` | a document of Word, with tracked changes; and back |

mod block;
mod diff;
mod docx;
mod export;
mod html;
mod link;
mod markdown;
mod merge;
mod paged;
mod picture;
mod write_markdown;

pub use block::ReportBlock;
pub use diff::text_likeness;
pub use docx::{BaseSection, Comment, IncomingDocx, IncomingSection, Reference, read_docx, write_docx};
pub use export::{
    CitationNote, ENGLISH, ExportSection, ExportWords, GERMAN, Images, ReportContent, ReportHead, SectionWording,
};
pub use html::{Paging, write_html, write_print};
pub use markdown::{LinkedImage, canonical_title, linked_images, means_the_same, named_image};
pub use merge::{EditRebase, merged_body, with_quote};
pub use paged::{OutlineEntry, Spot, Spots, spots, write_paged};
pub use picture::{ReportPicture, picture};
pub use write_markdown::{body_of, image_by_name};
