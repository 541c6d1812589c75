//! The readers of documents, over files that we made.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod csv;
mod cues;
mod detection;
mod documents;
mod docx;
mod encodings;
mod epub;
mod growth;
mod hostile;
mod hostile_files;
mod html;
mod import;
mod mail;
mod markdown;
mod odf;
mod pdf;
mod pdf_any;
mod pdf_writer;
mod pptx;
mod report;
mod report_paged;
mod rtf;
mod sheet;
#[path = "../support/soak.rs"]
mod soak;
mod support;
mod text_styles;
