//! The format of bytes, whatever their name says.

use factly_formats::{Format, Refusal};
use rstest::rstest;

use crate::support::{docx, format_of, p, zip};

#[rstest]
#[case::text("notes.txt", b"Plain words.", Format::Text)]
#[case::no_ending("notes", b"Plain words.", Format::Text)]
#[case::markdown_by_its_name("notes.md", b"# Plain words", Format::Markdown)]
#[case::csv_by_its_name("costs.csv", b"a,b\n1,2\n", Format::Csv)]
#[case::page("page.txt", b"<!-- saved -->\n<!DOCTYPE html><p>Words</p>", Format::Html)]
#[case::piece_of_a_page("page.html", b"<p>Words</p>", Format::Html)]
#[case::markdown_that_begins_with_a_tag("README.md", b"<h1 align=center>A</h1>", Format::Markdown)]
#[case::text_that_speaks_of_mail("notes.txt", b"From: us\nTo: them\n\nWords", Format::Text)]
#[case::table_that_names_a_time("notes.txt", b"10:00 --> home", Format::Text)]
#[case::text_that_begins_like_an_executable("mz.txt", b"MZ is a monogram.", Format::Text)]
fn the_kind_of_a_text(#[case] name: &str, #[case] bytes: &[u8], #[case] expected: Format) {
    assert_eq!(format_of(name, bytes), Ok(expected));
}

#[rstest]
#[case::program("report.pdf", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0", "EXE")]
#[case::elf("report.docx", b"\x7fELF\x02\x01\x01\0\0\0\0\0", "ELF")]
#[case::picture("report.txt", b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", "PNG")]
#[case::compressed("report.txt", b"\x1f\x8b\x08\0\0\0\0\0", "GZIP")]
#[case::nothing_known("report.txt", b"\x01\x02\x03\x04\x05\x06\x07\x08\x01\x02\x03", "binary")]
fn what_is_not_read_is_told_by_its_bytes(#[case] name: &str, #[case] bytes: &[u8], #[case] looks_like: &str) {
    assert_eq!(format_of(name, bytes), Err(Refusal::Unknown { looks_like: looks_like.to_owned() }));
}

#[test]
fn an_archive_is_told_by_its_parts() {
    assert_eq!(format_of("a.pdf", &docx(&p("", "Words"), &[])), Ok(Format::Docx));
    assert_eq!(
        format_of("a.docx", &zip(&[("holiday.jpg", "none")])),
        Err(Refusal::Unknown { looks_like: "ZIP".to_owned() })
    );
    assert_eq!(
        format_of("a.odt", &zip(&[("mimetype", "application/vnd.oasis.opendocument.graphics")])),
        Err(Refusal::Unknown { looks_like: "ODG".to_owned() })
    );
}

/// The head of a compound file, and the name of a stream in it.
fn compound(stream: &str) -> Vec<u8> {
    let name = stream.encode_utf16().flat_map(u16::to_le_bytes);
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".iter().copied().chain([0; 504]).chain(name).chain([0; 64]).collect()
}

#[test]
fn what_office_encrypts_is_said_to_be_locked() {
    assert_eq!(format_of("a.docx", &compound("EncryptedPackage")), Err(Refusal::Encrypted));
    let old = Err(Refusal::Unknown { looks_like: "DOC".to_owned() });
    assert_eq!(format_of("a.doc", &compound("WordDocument")), old);
}
