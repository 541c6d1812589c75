//! Documents go along: what is said of them, the places of their words, and by choice their bytes.

use factly_engine::error::Code;
use factly_engine::inputs::Parsing;
use factly_engine::originals::DocumentChange;
use factly_engine::store::documents::InputKind;
use factly_engine::task::NoProgress;
use factly_engine::transfer::OriginalsChoice;
use serde_json::Value;
use uuid::Uuid;

use super::fixture::{export, label};
use super::library::{Fixture, empty};
use super::round::assert_round;
use crate::pdf_writer::{Writer, lines};

/// A table in UTF-16, which is not its own text, a PDF of two pages, and a Markdown text that was edited.
fn read() -> (Fixture, Uuid) {
    let at = empty();
    let discovery = at.discovery("Flood wall");
    let pdf = Writer::default().page(lines(50, 700, &["The wall is 840 m long and was built in 1994."])).page(lines(
        50,
        700,
        &["The culvert is 12 m long."],
    ));
    let table: Vec<u8> = "\u{feff}Item\tCost\nGate\t€900\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files =
        [("wall.pdf", pdf.bytes()), ("costs.tsv", table), ("plan.md", b"# Plan\r\n\r\nThe gate is open.\r\n".to_vec())];
    for (name, bytes) in files {
        let path = at.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let report = at.library.inputs().add_files(discovery, &[path], None, Parsing::Now, &NoProgress).unwrap();
        assert_eq!(report.failures.len(), 0, "{report:?}");
    }
    let change = DocumentChange {
        kind: Some(InputKind::Minutes),
        authors: Some(vec!["Ada Miller".to_owned()]),
        date: Some("2026".to_owned()),
        ..DocumentChange::default()
    };
    at.library.originals().describe(input(&at, discovery, "I-1"), change).unwrap();
    at.library.pipeline().edit_entity(discovery, label("I-3"), "# Plan\n\nThe gate is shut.\n", None).unwrap();
    (at, discovery)
}

fn input(at: &Fixture, discovery: Uuid, label: &str) -> Uuid {
    at.library.names().find_input(label, Some(discovery)).unwrap()
}

fn with_originals(at: &Fixture, discovery: Uuid) -> String {
    let mut out = Vec::new();
    at.library.transfer().export_with(&[discovery], OriginalsChoice::Taken, &mut out, &NoProgress).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn what_a_document_is_and_where_its_words_stand_goes_along_without_its_bytes() {
    let (at, discovery) = read();
    let exported = export(&at.library, &[discovery]);
    assert!(!exported.contains("\"original\""), "nobody wanted the originals");
    assert_round(&exported);

    let other = empty();
    let there = other.import(&exported).unwrap()[0].id;
    let (here, other_input) = (input(&at, discovery, "I-1"), input(&other, there, "I-1"));
    let (one, two) = (at.library.originals(), other.library.originals());
    let (document, came) = (one.document(here).unwrap(), two.document(other_input).unwrap());
    assert_eq!((came.kind, came.pages, &came.cited_as), (InputKind::Minutes, Some(2), &document.cited_as));
    assert_eq!(two.places(other_input).unwrap(), one.places(here).unwrap());
    let rects = one.rects_of(here, 0..8).unwrap();
    assert!(!rects.is_empty() && two.rects_of(other_input, 0..8).unwrap() == rects);
    let refused = two.bytes(other_input).unwrap_err();
    assert!(
        refused.code == Code::Refused && refused.message.to_string().contains("is not in this library"),
        "{refused:?}"
    );
    assert_eq!(two.draw_page(other_input, 1, 100).unwrap_err().message, refused.message);
}

#[test]
fn originals_that_are_wanted_come_out_byte_for_byte() {
    let (at, discovery) = read();
    let exported = with_originals(&at, discovery);
    let other = empty();
    let there = other.import(&exported).unwrap()[0].id;
    assert_eq!(with_originals(&other, there), exported, "export, import, export is the same bytes");
    for label in ["I-1", "I-2", "I-3"] {
        let (here, came) = (input(&at, discovery, label), input(&other, there, label));
        assert_eq!(other.library.originals().bytes(came).unwrap(), at.library.originals().bytes(here).unwrap());
    }
    assert!(other.library.originals().draw_page(input(&other, there, "I-1"), 2, 100).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(other.library.sources().verify(None, &NoProgress).unwrap().problems, []);

    let mut value: Value = serde_json::from_str(&exported).unwrap();
    let of_inputs = value["factly"]["inputs"].as_array().unwrap();
    let carrying = of_inputs.iter().filter(|one| one["document"]["original"]["bytes"].is_string()).count();
    let edited = of_inputs.iter().filter(|one| one["label"] == "I-3").count();
    assert_eq!((carrying, edited), (3, 2), "once for each hash, though two versions of I-3 have it");
    value["factly"]["inputs"][0]["document"]["original"]["bytes"] = "AAAA".into();
    assert!(empty().import(&value.to_string()).is_err(), "other bytes than were hashed");
    value["factly"]["inputs"][0]["document"]["original"] = Value::Null;
    value["factly"]["inputs"][0]["document"]["kind"] = "poem".into();
    assert!(empty().import(&value.to_string()).is_err(), "no such kind of source");
}
