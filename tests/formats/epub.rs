//! Books.

use factly_formats::{ExtractNote, Refusal};

use crate::support::{headings, read, zip};

const CONTAINER: &str = r#"<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"#;
const BOOK: &str = r#"<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <metadata><dc:title>The wall</dc:title><dc:creator>A. Brook</dc:creator><dc:date>2026</dc:date></metadata>
    <manifest><item id="a" href="one%20a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="two.xhtml"/>
    <item id="n" href="nav.xhtml" properties="nav"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>"#;
const CONTENTS: &str =
    r##"<html><body><nav><ol><li><a href="one%20a.xhtml#x">Chapter  one</a></li></ol></nav></body></html>"##;

pub(crate) fn book(encryption: &str) -> Vec<u8> {
    zip(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", CONTAINER),
        ("META-INF/encryption.xml", encryption),
        ("OEBPS/book.opf", BOOK),
        ("OEBPS/nav.xhtml", CONTENTS),
        (
            "OEBPS/one a.xhtml",
            "<?xml version='1.0'?><html><head><title>x</title></head><body><p>First.</p></body></html>",
        ),
        ("OEBPS/two.xhtml", "<html><head><title/></head><body><h2>Before</h2><p>Zero.</p></body></html>"),
    ])
}

#[test]
fn chapters_come_in_the_order_of_the_spine() {
    let read = read("a.epub", &book("<encryption/>")).expect("a book");
    assert_eq!(read.text, "Before\n\nZero.\n\nChapter one\n\nFirst.");
    let found: Vec<(u8, String)> = headings(&read).into_iter().map(|(level, text, _)| (level, text)).collect();
    assert_eq!(found, [(2, "Before".to_owned()), (1, "Chapter one".to_owned())]);
    assert_eq!(read.metadata.title.as_deref(), Some("The wall"));
}

#[test]
fn a_book_whose_chapters_are_encrypted_is_said_to_be_locked() {
    let locked = r#"<encryption><CipherReference URI="OEBPS/two.xhtml"/></encryption>"#;
    assert_eq!(read("a.epub", &book(locked)), Err(Refusal::Encrypted));
    let fonts = r#"<encryption><CipherReference URI="OEBPS/font.otf"/></encryption>"#;
    assert!(read("a.epub", &book(fonts)).is_ok());
}

/// A chapter that ends in its middle is read as far as it goes, and that is told.
#[test]
fn a_chapter_that_is_cut_is_told() {
    let whole = "<html><body><p>Zero.</p><p>One.</p></body></html>";
    for (chapter, parts) in [(whole, None), ("<html><body><p>Zero.</p><p>On", Some(vec!["OEBPS/two.xhtml".to_owned()]))]
    {
        let file = zip(&[
            ("META-INF/container.xml", CONTAINER),
            ("OEBPS/book.opf", &BOOK.replace("<itemref idref=\"a\"/>", "")),
            ("OEBPS/two.xhtml", chapter),
        ]);
        let read = read("a.epub", &file).expect("a book");
        assert!(read.text.contains("Zero."), "{}", read.text);
        let expected = parts.map(|parts| ExtractNote::Damaged { parts });
        assert_eq!(read.notes.into_iter().next(), expected, "{chapter}");
    }
}

/// Only one of two entries of a name can be read; which one, another program may decide otherwise.
#[test]
fn two_entries_of_one_name_are_told() {
    let mut file = book("<encryption/>");
    let count = |file: &[u8]| read("a.epub", file).map(|read| read.notes).expect("a book");
    assert_eq!(count(&file), []);
    // The name stands in its entry and in the list.
    let (from, to) = (b"OEBPS/nav.xhtml", b"OEBPS/two.xhtml");
    for at in 0..file.len() - from.len() {
        if file[at..].starts_with(from) {
            file[at..at + to.len()].copy_from_slice(to);
        }
    }
    let note = ExtractNote::LeftOut { what: "entries of the same name".to_owned(), count: 1 };
    assert!(count(&file).contains(&note));
}
