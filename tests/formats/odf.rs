//! OpenDocument texts.

use factly_formats::{ExtractNote, Refusal};
use rstest::rstest;

use crate::support::{cells, headings, read, text_of, zip};

const NAMES: &str = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
    xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/""#;

pub(crate) fn odt(styles: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>"
    );
    let meta = format!(
        "<office:document-meta {NAMES}><office:meta><dc:title>The wall</dc:title><meta:initial-creator>A. Brook</meta:initial-creator></office:meta></office:document-meta>"
    );
    zip(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &content), ("meta.xml", &meta)])
}

#[rstest]
#[case::white_space("<t:p>a  b\n c<t:s t:c=\"2\"/>d<t:tab/>e<t:line-break/>f</t:p>", "a b c  d\te\nf")]
#[case::changes(
    "<t:tracked-changes><t:p>gone</t:p></t:tracked-changes><t:p>a<t:change t:change-id=\"1\"/>b</t:p>",
    "ab"
)]
#[case::note(
    "<t:p>One<t:note><t:note-citation>7</t:note-citation><t:note-body><t:p>Foot.</t:p></t:note-body></t:note> on.</t:p>",
    "One[1] on.\n\n[1] Foot."
)]
#[case::text_box(
    "<t:p>host<draw:frame><draw:text-box><t:p>boxed</t:p></draw:text-box></draw:frame> on</t:p>",
    "host on\n\nboxed"
)]
#[case::spans_and_links("<t:p><t:span>a</t:span> <t:a>link</t:a></t:p>", "a link")]
fn words_of_a_text(#[case] body: &str, #[case] expected: &str) {
    assert_eq!(text_of("a.odt", &odt("", body)), expected);
}

#[test]
fn headings_lists_and_metadata() {
    let styles = r#"<t:list-style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:name="L1">
        <t:list-level-style-number t:level="1" style:num-format="1" style:num-suffix="."/>
        <t:list-level-style-number t:level="2" style:num-format="a" style:num-suffix=")"/></t:list-style>"#;
    let body = "<t:h t:outline-level=\"2\">Head</t:h><t:list t:style-name=\"L1\"><t:list-item><t:p>one</t:p>
        <t:list><t:list-item><t:p>deep</t:p></t:list-item></t:list></t:list-item><t:list-item><t:p>two</t:p></t:list-item></t:list>
        <t:list><t:list-item><t:p>bullet</t:p></t:list-item></t:list><t:p>After<office:annotation><t:p>no</t:p></office:annotation></t:p>";
    let read = read("a.odt", &odt(styles, body)).expect("a text");
    assert_eq!(read.text, "Head\n\n1. one\n  a) deep\n2. two\n- bullet\n\nAfter");
    assert_eq!(headings(&read)[0].0, 2);
    assert_eq!(
        (read.metadata.title.as_deref(), read.metadata.authors),
        (Some("The wall"), vec!["A. Brook".to_owned()])
    );
    assert_eq!(read.notes, [ExtractNote::LeftOut { what: "comments".to_owned(), count: 1 }]);
}

#[test]
fn tables_are_rows_and_values_have_heads() {
    let cell = |words: &str| format!("<table:table-cell><t:p>{words}</t:p></table:table-cell>");
    let body = format!(
        "<table:table><table:table-header-rows><table:table-row>{}{}</table:table-row></table:table-header-rows>
        <table:table-row>{}{}</table:table-row></table:table><t:p>After.</t:p>",
        cell("Part"),
        cell("Cost"),
        cell("Wall"),
        cell("7")
    );
    let read = read("a.odt", &odt("", &body)).expect("a text");
    assert_eq!(read.text, "Part\tCost\nWall\t7\n\nAfter.");
    assert!(cells(&read).contains(&"7@1!B2|Wall|Cost".to_owned()), "{:?}", cells(&read));
}

#[test]
fn an_encrypted_one_is_said_to_be_locked() {
    let manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
    let file = zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("content.xml", "\u{1}\u{2}"),
        ("META-INF/manifest.xml", manifest),
    ]);
    assert_eq!(read("a.odt", &file), Err(Refusal::Encrypted));
}

/// A spreadsheet that says in a few bytes that a cell is repeated a million times.
#[test]
fn repeated_cells_are_written_as_often_as_the_limit_allows() {
    let cell = "<table:table-cell table:number-columns-repeated=\"1000\"><t:p>a</t:p></table:table-cell>";
    let row = format!("<table:table-row table:number-rows-repeated=\"1000\">{cell}</table:table-row>");
    let table = format!("<table:table table:name=\"A\">{}</table:table>", row.repeat(40));
    let read = read("a.odt", &odt("", &table)).expect("a table");
    let cells = read.text.matches('a').count();
    assert!((1_000..=11_000).contains(&cells), "{cells} cells of {} bytes", table.len());
    assert!(
        read.notes.contains(&ExtractNote::CutShort { what: "repeated rows".to_owned(), limit: 1000 }),
        "it is said"
    );
}
