//! The readers of documents, over files that we made.

use factly_formats::{Format, Limits, extract};

#[test]
fn a_plain_text_comes_as_it_is() {
    let read = extract("a.txt", "One.\r\nTwo.".as_bytes(), &Limits::default(), &|| false).expect("a text");
    assert_eq!((read.format, read.text.as_str()), (Format::Text, "One.\nTwo."));
}
