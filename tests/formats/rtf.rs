//! RTF.

use factly_formats::ExtractNote;
use rstest::rstest;

use crate::support::{cells, headings, read, text_of};

#[rstest]
#[case::paragraphs(r"One.\par Two.\line three\par", "One.\n\nTwo.\nthree")]
#[case::unicode(r"caf\u233? \u8364\'80 \u-10179?\u-8638? \uc2\u20140??x", "café € 🙂 京x")]
#[case::code_page(r"caf\'e9 \ldblquote a\rdblquote\~b \endash  c", "café “a”\u{a0}b – c")]
#[case::font_of_another_code_page(r"{\fonttbl{\f0 A;}{\f1\fcharset204 B;}}{\f1 \'cc\'ee\'f1\'f2} \f0\'e9", "Мост é")]
#[case::two_bytes(r"{\fonttbl{\f1\fcharset128 B;}}\f1 \'93\'8c\'8b\'9e", "東京")]
#[case::signs(r"a \{b\} \\c", r"a {b} \c")]
#[case::hidden(r"{\v no}a{\deleted no}{\*\unknown no}{\header no}{\pict 00ff}", "noa")]
#[case::field(r#"{\field{\*\fldinst HYPERLINK "x"}{\fldrslt a link}}"#, "a link")]
#[case::pair(r"{\upr{no}{\*\ud{yes \u233?}}}{\*\bkmkstart {\upr{no}{\*\ud{no}}}}", "yes é")]
#[case::list(r"\pard{\listtext\pard\plain 1.\tab}one\par{\listtext\pard\plain\f3\'b7\tab}two\par", "1. one\n- two")]
#[case::binary("a{\\pict\\bin5 }}}}}}b", "ab")]
#[case::note(
    r"One{\super\chftn{\footnote \pard\plain {\super\chftn} Foot {\b note}.}} goes on.\par",
    "One[1] goes on.\n\n[1] Foot note."
)]
#[case::escaped_line_end("a\\\nb\\par", "a\n\nb")]
#[case::unbalanced(r"a}}}b", "ab")]
fn words_of_a_text(#[case] inside: &str, #[case] expected: &str) {
    assert_eq!(text_of("a.rtf", format!("{{\\rtf1\\ansi\\ansicpg1252 {inside}}}").as_bytes()), expected);
}

#[test]
fn headings_are_told_by_style_or_outline() {
    let rtf = r"{\rtf1{\stylesheet{\s0 Normal;}{\s1\b heading 1;}}\pard\s1 One\par\pard\s0 text\par\pard\outlinelevel1 Two\par}";
    let read = read("a.rtf", rtf.as_bytes()).expect("a text");
    assert_eq!(read.text, "One\n\ntext\n\nTwo");
    let found: Vec<(u8, String)> = headings(&read).into_iter().map(|(level, text, _)| (level, text)).collect();
    assert_eq!(found, [(1, "One".to_owned()), (2, "Two".to_owned())]);
}

#[test]
fn tables_are_rows_and_metadata_is_kept() {
    let rtf = r"{\rtf1{\info{\title The wall;}{\author A. Brook;C. Dale}}{\pict 00}
        \trowd\pard\intbl Part\cell Cost\cell\row\trowd\pard\intbl Wall\par of stone\cell 7\cell\row\pard After.\par}";
    let read = read("a.rtf", rtf.as_bytes()).expect("a text");
    assert_eq!(read.text, "Part\tCost\nWall of stone\t7\n\nAfter.");
    assert!(cells(&read).contains(&"7@1!B2|Wall of stone|Cost".to_owned()), "{:?}", cells(&read));
    assert_eq!(read.metadata.authors, ["A. Brook", "C. Dale"]);
    assert_eq!(read.notes, [ExtractNote::LeftOut { what: "pictures".to_owned(), count: 1 }]);
}
