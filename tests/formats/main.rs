//! The readers of documents, over files that we made.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod pdf;
mod pdf_any;
mod pdf_writer;

use factly_formats::{Format, Limits, extract};

#[test]
fn a_plain_text_comes_as_it_is() {
    let read = extract("a.txt", "One.\r\nTwo.".as_bytes(), &Limits::default(), &|| false).expect("a text");
    assert_eq!((read.format, read.text.as_str()), (Format::Text, "One.\nTwo."));
}
