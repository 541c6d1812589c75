//! The readers of documents, over files that we made.

mod csv;
mod detection;
mod docx;
mod encodings;
mod html;
mod support;
