//! Markdown.

use factly_formats::Place;

use crate::support::{headings, placed, read};

#[test]
fn markdown_stays_as_it_is_and_its_headings_are_places() {
    let text = "---\ntitle: \"The wall\"\nauthors: [A. Brook, C. Dale]\ndate: 2026-01-05\n---\n\n# One *two*\n\n[[Link]] text\n\n\
        ```\n# no heading\n```\n\nThree\n-----\n\n- a\n";
    let read = read("a.md", text.as_bytes()).expect("a text");
    assert_eq!(read.text, text);
    let found: Vec<(u8, String)> = headings(&read).into_iter().map(|(level, text, _)| (level, text)).collect();
    assert_eq!(found, [(1, "One two".to_owned()), (2, "Three".to_owned())]);
    assert_eq!(read.metadata.title.as_deref(), Some("The wall"));
    assert_eq!(read.metadata.authors, ["A. Brook", "C. Dale"]);
    assert_eq!(read.metadata.date.as_deref(), Some("2026-01-05"));
}

#[test]
fn a_figure_that_another_is_raised_over_is_uncertain() {
    let text = "It moved 3 x 10^6^ tonnes.\n\nIt costs 450<sup>1</sup> EUR.\n\nOn the 1^st^ and x^2^, `10^6^`.\n";
    let read = read("a.md", text.as_bytes()).expect("a text");
    assert_eq!(read.text, text, "the words stay as they are");
    let uncertain: Vec<String> = placed(&read)
        .into_iter()
        .filter(|(_, location)| *location == Place::Uncertain)
        .map(|(words, _)| words)
        .collect();
    assert_eq!(uncertain, ["10^6^", "450<sup>1</sup>", "1^st^"]);
}
