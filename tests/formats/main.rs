//! The readers of documents, over files that we made.
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod csv;
mod cues;
mod detection;
mod docx;
mod encodings;
mod epub;
mod hostile;
mod html;
mod import;
mod mail;
mod markdown;
mod odf;
mod pptx;
mod rtf;
mod sheet;
mod support;
