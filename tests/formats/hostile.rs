//! Documents that mean harm: each costs no more than itself, and no reader panics.

use std::io::{Cursor, Write};
use std::sync::LazyLock;

use factly_formats::import::{conversations, references};
use factly_formats::{Limits, Refusal};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_oneof, proptest};
use proptest::sample::Index;
use proptest::strategy::{Just, Strategy};
use rstest::rstest;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::{docx, p, read, zip};

static SAMPLES: LazyLock<Vec<(&'static str, Vec<u8>)>> = LazyLock::new(samples);

/// One small document of each kind, whole.
fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let table = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>";
    vec![
        ("a.docx", docx(&(p("", "Words.") + table), &[("styles", ""), ("footnotes", "")])),
        ("a.odt", crate::odf::odt("", "<t:h>Head</t:h><t:list><t:list-item><t:p>a</t:p></t:list-item></t:list>")),
        ("a.pptx", crate::pptx::show()),
        ("a.xlsx", crate::sheet::xlsx(crate::sheet::ROWS)),
        ("a.epub", crate::epub::book("")),
        ("a.rtf", br"{\rtf1\ansi{\fonttbl{\f0\fcharset128 A;}}\u233? \'e9\trowd a\cell\row{\footnote b}\par}".to_vec()),
        ("a.html", b"<html><h1>A</h1><table><tr><td rowspan=3>a<td>b</table><ul><li>c<p>&eacute;".to_vec()),
        ("a.csv", b"a;\"b\n\";c\n1;2;3\n".to_vec()),
        ("a.eml", crate::mail::MAIL.as_bytes().to_vec()),
        ("a.mbox", format!("From a Mon Jan 5 2026\n{}", crate::mail::MAIL).into_bytes()),
        ("a.srt", b"1\n00:00:01,000 --> 00:00:02,000\nA: <i>b</i> &amp;\n".to_vec()),
        ("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>b</v> {\\x}\n".to_vec()),
        ("a.md", b"---\ntitle: a\n---\n# A\n\nB\n=\n".to_vec()),
        ("a.txt", "Wörter".as_bytes().to_vec()),
    ]
}

#[test]
fn each_sample_is_read() {
    for (name, bytes) in SAMPLES.iter() {
        read(name, bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    }
}

#[test]
fn a_document_cut_off_anywhere_is_read_in_part_or_refused() {
    for (name, bytes) in SAMPLES.iter() {
        for end in (0..bytes.len()).step_by(97.min(bytes.len() / 7)) {
            let _ = read(name, &bytes[..end]);
        }
    }
}

/// An archive whose one large part unpacks to this many bytes of a mark that is repeated.
fn bomb(names: &[&str], start: &str, repeated: &str, bytes: usize) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let large = repeated.repeat((1 << 16) / repeated.len());
    for name in names {
        writer.start_file(*name, SimpleFileOptions::default().compression_level(Some(1))).expect("a part begins");
        writer.write_all(start.as_bytes()).expect("a part is written");
        for _ in 0..bytes / large.len() {
            writer.write_all(large.as_bytes()).expect("a part is written");
        }
    }
    writer.finish().expect("an archive ends").into_inner()
}

const DOCUMENT: &str = r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>"#;

#[rstest]
#[case::one_text_without_end("<w:p><w:r><w:t>", "aaaaaaaa", 20 << 20, "bytes")]
#[case::elements_without_end("", "<w:p/>", 2 << 20, "elements")]
#[case::a_million_nested_elements("", "<w:sdt>", 7_000_000, "nested elements")]
fn a_bomb_is_refused(#[case] start: &str, #[case] repeated: &str, #[case] bytes: usize, #[case] what: &str) {
    let file = bomb(&["word/document.xml"], &format!("{DOCUMENT}{start}"), repeated, bytes);
    let limits = Limits { unpacked: 64 << 20, entries: 1000, ..Limits::default() };
    match factly_formats::extract("a.docx", &file, &limits, &|| false) {
        Err(Refusal::TooLarge { what: found, .. }) => assert!(found.contains(what), "{found}"),
        other => panic!("{:?}", other.map(|read| read.text.len())),
    }
}

#[test]
fn a_bomb_that_lies_about_its_size_is_refused_while_it_unpacks() {
    let mut file = bomb(&["word/document.xml"], DOCUMENT, "<w:p/>", 8 << 20);
    // The size stands in the list at the end, 24 bytes after its mark.
    let list = file.windows(4).rposition(|window| window == b"PK\x01\x02").expect("a list");
    file[list + 24..list + 28].copy_from_slice(&100u32.to_le_bytes());
    let limits = Limits { unpacked: 1 << 20, ..Limits::default() };
    let refused = factly_formats::extract("a.docx", &file, &limits, &|| false).expect_err("a bomb");
    assert!(matches!(refused, Refusal::TooLarge { .. } | Refusal::Damaged { .. }), "{refused}");
}

#[test]
fn an_archive_of_too_many_entries_is_refused() {
    let names: Vec<String> = (0..10_001).map(|n| format!("word/{n}.xml")).collect();
    let parts: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    assert_eq!(read("a.docx", &zip(&parts)), Err(Refusal::TooLarge { what: "entries", limit: 10_000 }));
}

#[test]
fn entities_are_not_expanded() {
    let body = r#"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>"#;
    let file = zip(&[("[Content_Types].xml", "<Types/>"), ("word/document.xml", &format!("{body}{DOCUMENT}&c;"))]);
    assert_eq!(read("a.docx", &file), Err(Refusal::Damaged { detail: "it declares entities".to_owned() }));
}

#[test]
fn a_list_of_parts_that_leads_nowhere_is_damage() {
    let mut file = docx(&p("", "Words."), &[]);
    let end = file.windows(4).rposition(|window| window == b"PK\x05\x06").expect("an end");
    for offset in [0u32, 7, u32::MAX, u32::try_from(file.len()).expect("small")] {
        file[end + 16..end + 20].copy_from_slice(&offset.to_le_bytes());
        assert!(matches!(read("a.docx", &file), Err(Refusal::Damaged { .. })), "{:?}", read("a.docx", &file));
    }
}

#[rstest]
#[case::groups("a.rtf", "{\\rtf1 ", "{", "nested groups")]
fn a_million_nested_groups_are_refused(
    #[case] name: &str,
    #[case] start: &str,
    #[case] repeated: &str,
    #[case] what: &str,
) {
    let refused = read(name, (start.to_owned() + &repeated.repeat(1_000_000)).as_bytes()).expect_err("too deep");
    assert!(refused.to_string().contains(what), "{refused}");
}

#[test]
fn a_head_that_is_repeated_by_each_cell_is_cut() {
    let head = "h".repeat(100_000);
    let rows: String = (0..1000).map(|n| format!("{n},a\n")).collect();
    let read = read("a.csv", format!("{head},b\n{rows}").as_bytes()).expect("a table");
    let longest = read.places.iter().map(|placed| serde_json::to_string(&placed.place).expect("a place").len()).max();
    assert!(longest < Some(1000), "{longest:?}");
}

/// Elements of all vocabularies that hold state in a reader.
const ELEMENTS: [&str; 44] = [
    "w:p",
    "w:pPr",
    "w:rPr",
    "w:r",
    "w:t",
    "w:tbl",
    "w:tr",
    "w:trPr",
    "w:tc",
    "w:tcPr",
    "w:gridSpan",
    "w:vMerge",
    "w:del",
    "w:fldChar",
    "w:footnoteReference",
    "w:footnote",
    "w:txbxContent",
    "w:lvl",
    "w:num",
    "w:abstractNum",
    "w:numId",
    "w:style",
    "mc:AlternateContent",
    "mc:Choice",
    "mc:Fallback",
    "t:p",
    "t:h",
    "t:list",
    "t:list-item",
    "t:note",
    "t:s",
    "table:table",
    "table:table-row",
    "table:table-cell",
    "row",
    "c",
    "v",
    "is",
    "table",
    "td",
    "li",
    "pre",
    "h1",
    "select",
];

/// An element's beginning, its end, both, or words.
fn element(name: &str, how: u8) -> String {
    match how {
        0 => format!(r#"<{name} w:val="2" w:ilvl="9" t:c="9" r="XFE0" rowspan="3" colspan="0" w:fldCharType="begin">"#),
        1 => format!("</{name}>"),
        2 => format!("<{name}/>"),
        _ => "wörds 7".to_owned(),
    }
}

fn endings() -> impl Strategy<Value = &'static str> {
    let all: Vec<&'static str> = SAMPLES.iter().map(|(name, _)| *name).collect();
    (0..all.len()).prop_map(move |at| all[at])
}

/// Beginnings that lead into each reader, so that random bytes come further than the detection.
fn beginning() -> impl Strategy<Value = &'static [u8]> {
    prop_oneof![
        Just(b"".as_slice()),
        Just(br"{\rtf1 ".as_slice()),
        Just(b"<html>".as_slice()),
        Just(b"WEBVTT\n\n00:01.000 --> 00:02.000\n".as_slice()),
        Just(b"1\n00:00:01,000 --> 00:00:02,000\n".as_slice()),
        Just(b"From a Mon 2026\nMIME-Version: 1.0\nTo: b\n".as_slice()),
        Just(b"Message-ID: a\nMIME-Version: 1.0\nContent-Type: ".as_slice()),
        Just(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1W\0o\0r\0k\0b\0o\0o\0k\0".as_slice()),
        Just(b"\xff\xfe".as_slice()),
        Just(b"<rdf:RDF xmlns:rdf='x'>".as_slice()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes_never_panic(name in endings(), start in beginning(), bytes in vec(any::<u8>(), 0..600)) {
        let whole = [start, &bytes].concat();
        if let Ok(read) = read(name, &whole) {
            let chars = read.text.chars().count();
            prop_assert!(!read.text.contains(['\0', '\r']));
            prop_assert!(read.places.iter().all(|placed| placed.chars.start < placed.chars.end && placed.chars.end as usize <= chars));
            prop_assert!(read.places.is_sorted_by_key(|placed| (placed.chars.start, std::cmp::Reverse(placed.chars.end))));
        }
        let _ = conversations(&whole, &Limits::default(), &|| false);
        let _ = references(&whole, &Limits::default(), &|| false);
    }

    #[test]
    fn random_marks_never_panic(name in endings(), start in beginning(), text in "[ -~\n<>/&;{}\\\\\"'=:-]{0,300}") {
        let _ = read(name, &[start, text.as_bytes()].concat());
    }

    #[test]
    fn random_elements_never_panic(marks in vec((0..ELEMENTS.len(), 0..4u8), 0..120)) {
        let body: String = marks.into_iter().map(|(at, how)| element(ELEMENTS[at], how)).collect();
        let _ = read("a.docx", &docx(&body, &[("styles", &body), ("numbering", &body), ("footnotes", &body)]));
        let _ = read("a.odt", &crate::odf::odt(&body, &body));
        let _ = read("a.xlsx", &crate::sheet::xlsx(&body));
        let _ = read("a.html", body.as_bytes());
        let _ = references(format!("<RDF>{body}").as_bytes(), &Limits::default(), &|| false);
    }

    #[test]
    fn a_document_with_changed_bytes_never_panics(at in any::<Index>(), changes in vec((any::<Index>(), any::<u8>()), 1..8)) {
        let (name, mut bytes) = SAMPLES[at.index(SAMPLES.len())].clone();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let _ = read(name, &bytes);
    }
}
