//! Documents of Word.

use std::sync::atomic::{AtomicU32, Ordering};

use factly_formats::{ExtractNote, Limits, Refusal, extract};
use rstest::rstest;

use crate::support::{cells, docx, headings, p, read, relations, text_of, zip};

const RUN: fn(&str) -> String = |inside| format!("<w:p><w:r>{inside}</w:r></w:p>");

#[rstest]
#[case::paragraphs(&(p("", "One.") + &p("", "Two.")), "One.\n\nTwo.")]
#[case::breaks(&RUN("<w:t>a</w:t><w:br/><w:t>b</w:t><w:tab/><w:t>c</w:t>"), "a\nb\tc")]
#[case::hyphens(&RUN("<w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t><w:softHyphen/><w:t>s</w:t>"), "co\u{2011}ops")]
#[case::references(&RUN("<w:t>a &lt; b &#8364;</w:t>"), "a < b €")]
#[case::symbols(&RUN("<w:sym w:font=\"Symbol\" w:char=\"F0B1\"/><w:sym w:font=\"Odd\" w:char=\"F041\"/>"), "±\u{fffd}")]
#[case::ruby(&RUN("<w:ruby><w:rt><w:r><w:t>no</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby>"), "東")]
#[case::link("<w:p><w:hyperlink><w:r><w:t>a link</w:t></w:r></w:hyperlink></w:p>", "a link")]
#[case::controls(&format!("<w:sdt><w:sdtPr><w:p><w:r><w:t>no</w:t></w:r></w:p></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>", p("", "a")), "a")]
fn words_of_a_paragraph(#[case] body: &str, #[case] expected: &str) {
    assert_eq!(text_of("a.docx", &docx(body, &[])), expected);
}

#[test]
fn of_a_field_the_result_is_read() {
    let char = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    let run = |inside: &str| format!("<w:r>{inside}</w:r>");
    let body = [
        "<w:p>",
        &char("begin"),
        &run("<w:instrText>PAGEREF a</w:instrText><w:t>no</w:t>"),
        &char("separate"),
        &run("<w:t>12</w:t>"),
        &char("end"),
        &run("<w:t> pages</w:t>"),
        "</w:p>",
        // An instruction that never ends hides no more than its paragraph.
        "<w:p>",
        &char("begin"),
        "</w:p>",
        &p("", "after"),
    ];
    assert_eq!(text_of("a.docx", &docx(&body.concat(), &[])), "12 pages\n\nafter");
}

#[test]
fn changes_are_taken_as_accepted() {
    let words = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let ends = |change: &str| format!("<w:p><w:pPr><w:rPr><{change}/></w:rPr></w:pPr>");
    let body = [
        &format!("<w:p>{}<w:ins>{}</w:ins><w:del>{}</w:del></w:p>", words("costs "), words("new"), words("old")),
        // The end of this paragraph is deleted: its words go on in the next.
        &format!("{}{}</w:p><w:p>{}</w:p>", ends("w:del"), words("one "), words("line")),
        &format!(
            "<w:p><w:moveFrom>{}</w:moveFrom></w:p><w:p><w:moveTo>{}</w:moveTo></w:p>",
            words("away"),
            words("here")
        ),
        &format!("{}<w:ins>{}</w:ins></w:p>", ends("w:ins"), words("added")),
        "<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
    ];
    let text = text_of("a.docx", &docx(&body.map(str::to_owned).concat(), &[]));
    assert_eq!(text, "costs new\n\none line\n\nhere\n\nadded");
}

const STYLES: &str = r#"<w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="b"><w:name w:val="Überschrift 2"/></w:style>
    <w:style w:type="paragraph" w:styleId="c"><w:name w:val="Mine"/><w:basedOn w:val="b"/></w:style>
    <w:style w:type="paragraph" w:styleId="d"><w:name w:val="Other"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="e"><w:name w:val="Loop"/><w:basedOn w:val="e"/></w:style>"#;

#[rstest]
#[case::by_name(r#"<w:pStyle w:val="a"/>"#, Some(1))]
#[case::in_another_language(r#"<w:pStyle w:val="b"/>"#, Some(2))]
#[case::by_what_it_rests_on(r#"<w:pStyle w:val="c"/>"#, Some(2))]
#[case::by_its_level_in_the_outline(r#"<w:pStyle w:val="d"/>"#, Some(3))]
#[case::set_at_the_paragraph(r#"<w:outlineLvl w:val="3"/>"#, Some(4))]
#[case::unset_at_the_paragraph(r#"<w:pStyle w:val="a"/><w:outlineLvl w:val="9"/>"#, None)]
#[case::style_that_rests_on_itself(r#"<w:pStyle w:val="e"/>"#, None)]
fn headings_are_told_by_style(#[case] properties: &str, #[case] expected: Option<u8>) {
    let read = read("a.docx", &docx(&(p(properties, "Head") + &p("", "Text")), &[("styles", STYLES)])).expect("a text");
    assert_eq!(headings(&read).first().map(|(level, ..)| *level), expected);
    assert_eq!(read.text, "Head\n\nText");
}

const NUMBERING: &str = r#"<w:abstractNum w:abstractNumId="0">
      <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
      <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
    </w:abstractNum>
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="&#xf0b7;"/></w:lvl></w:abstractNum>
    <w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Art. %1"/></w:lvl></w:abstractNum>
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    <w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
    <w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>"#;

#[test]
fn items_of_lists_have_their_numbers() {
    let item = |list: &str, level: &str| {
        p(&format!(r#"<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list}"/></w:numPr>"#), "item")
    };
    let items =
        [("1", "0"), ("1", "1"), ("1", "1"), ("1", "0"), ("1", "1"), ("2", "0"), ("3", "0"), ("4", "0"), ("0", "0")];
    let body: String = items.iter().map(|(list, level)| item(list, level)).collect();
    assert_eq!(
        text_of("a.docx", &docx(&body, &[("numbering", NUMBERING)])),
        "1. item\n  1.a) item\n  1.b) item\n2. item\n  2.a) item\n- item\nArt. IV item\n7. item\n\nitem"
    );
}

#[test]
fn tables_are_rows_and_values_have_heads() {
    let cell = |properties: &str, words: &str| format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", p("", words));
    let body = [
        "<w:tbl><w:tr>",
        &[cell("", "Part"), cell(r#"<w:gridSpan w:val="2"/>"#, "Cost"), cell("", "By")].concat(),
        "</w:tr><w:tr>",
        &[cell(r#"<w:vMerge w:val="restart"/>"#, "Wall"), cell("", "7"), cell("", "8"), cell("", "Brook")].concat(),
        "</w:tr><w:tr>",
        &[cell("<w:vMerge/>", ""), cell("", "9"), cell("", ""), cell("", "Ford")].concat(),
        "</w:tr></w:tbl>",
        &p("", "After."),
    ];
    let read = read("a.docx", &docx(&body.concat(), &[])).expect("a text");
    assert_eq!(read.text, "Part\tCost\t\tBy\nWall\t7\t8\tBrook\n\t9\t\tFord\n\nAfter.");
    for cell in ["7@1!B2|Wall|Cost", "Brook@1!D2|Wall|By", "9@1!B3|Part: Wall|Cost", "Ford@1!D3|Part: Wall|By"] {
        assert!(cells(&read).contains(&cell.to_owned()), "{cell} in {:?}", cells(&read));
    }
}

#[test]
fn a_table_that_only_lays_out_is_read_as_its_paragraphs() {
    let inner = format!("<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>", p("", "x"), p("", "y"));
    let body = format!("<w:tbl><w:tr><w:tc>{}{}{inner}</w:tc></w:tr></w:tbl>", p("", "One."), p("", "Two."));
    assert_eq!(text_of("a.docx", &docx(&body, &[])), "One.\n\nTwo.\n\nx\ty");
}

#[test]
fn notes_stand_at_the_end_by_their_marks() {
    let mark = |kind: &str, id: &str| format!("<w:r><w:{kind}Reference w:id=\"{id}\"/></w:r>");
    let note = |kind: &str, id: &str, words: &str| format!("<w:{kind} w:id=\"{id}\">{}</w:{kind}>", p("", words));
    let body = format!(
        "<w:p><w:r><w:t>One</w:t></w:r>{}</w:p><w:p><w:r><w:t>Two</w:t></w:r>{}</w:p>",
        mark("endnote", "4"),
        mark("footnote", "2")
    );
    let line = r#"<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:t>no</w:t></w:r></w:p></w:footnote>"#;
    let parts =
        [("footnotes", line.to_owned() + &note("footnote", "2", "Foot.")), ("endnotes", note("endnote", "4", "End."))];
    let parts: Vec<(&str, &str)> = parts.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
    assert_eq!(text_of("a.docx", &docx(&body, &parts)), "One[1]\n\nTwo[2]\n\n[1] End.\n\n[2] Foot.");
}

#[test]
fn text_boxes_stand_after_their_paragraph_and_once() {
    let text = format!("<w:txbxContent>{}</w:txbxContent>", p("", "boxed"));
    let body = format!(
        "<w:p><w:r><w:t>host</w:t><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing>{text}</w:drawing></mc:Choice>
        <mc:Fallback><w:pict><v:textbox>{text}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>
        <w:r><w:t> goes on</w:t></w:r></w:p>"
    );
    assert_eq!(text_of("a.docx", &docx(&body, &[])), "host goes on\n\nboxed");
}

#[test]
fn what_is_not_taken_over_is_said() {
    let body = p("", "Words") + "<w:p><w:r><w:commentReference/><w:drawing><pic:pic/></w:drawing></w:r></w:p>";
    let read = read("a.docx", &docx(&body, &[])).expect("a text");
    let left = |what: &str| ExtractNote::LeftOut { what: what.to_owned(), count: 1 };
    assert_eq!(read.notes, [left("comments"), left("pictures")]);
}

#[test]
fn hidden_text_is_placed_and_counted() {
    let body = RUN("<w:rPr><w:vanish/></w:rPr><w:t>no</w:t></w:r><w:r><w:t>yes</w:t>");
    let read = read("a.docx", &docx(&body, &[])).expect("a text");
    assert_eq!(
        (read.text.as_str(), read.notes),
        ("noyes", vec![ExtractNote::ToReview { what: "hidden words".to_owned(), count: 1 }])
    );
}

#[test]
fn names_of_prefixes_and_of_parts_do_not_matter() {
    let strict = r#"<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:body><x:p><x:r><x:t>strict</x:t></x:r></x:p></x:body></x:document>"#;
    let relations = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/Odd/Main.xml"/></Relationships>"#;
    let file = zip(&[("[Content_Types].xml", "<Types/>"), ("_rels/.rels", relations), ("odd/main.xml", strict)]);
    assert_eq!(text_of("a.docx", &file), "strict");
}

#[test]
fn a_part_that_breaks_off_is_read_so_far_and_said_to_be_damaged() {
    let broken = docx(&(p("", "Whole.") + "<w:p><w:r><w:t>half</w:wrong>"), &[]);
    let read = read("a.docx", &broken).expect("a part");
    assert_eq!(read.text, "Whole.");
    assert_eq!(read.notes, [ExtractNote::Damaged { parts: vec!["word/document.xml".to_owned()] }]);
}

#[rstest]
#[case::nothing("<w:p/>", Refusal::NoText)]
#[case::damaged_from_the_start("<w:p></w:x>", Refusal::Damaged { detail: "word/document.xml".to_owned() })]
fn a_document_without_words_says_why(#[case] body: &str, #[case] expected: Refusal) {
    assert_eq!(read("a.docx", &docx(body, &[])), Err(expected));
}

#[test]
fn limits_hold() {
    let many = docx(&p("", "Words of a paragraph.").repeat(3000), &[]);
    let under = |limits: Limits| extract("a.docx", &many, &limits, &|| false);
    let cut = under(Limits { text: 1000, ..Limits::default() }).expect("a part");
    assert!(cut.text.len() <= 1000 && cut.text.starts_with("Words"), "{}", cut.text.len());
    assert_eq!(cut.notes, [ExtractNote::CutShort { what: "bytes of text".to_owned(), limit: 1000 }]);
    let refused = |limits| under(limits).expect_err("a limit").to_string();
    assert!(refused(Limits { unpacked: 50_000, ..Limits::default() }).contains("bytes unpacked"));
    assert!(refused(Limits { entries: 10, ..Limits::default() }).contains("elements"));
    assert!(refused(Limits { entries: 1, ..Limits::default() }).contains("entries"));
    assert!(refused(Limits { depth: 3, ..Limits::default() }).contains("nested"));
}

#[test]
fn a_wish_to_stop_is_heard_in_the_middle() {
    let many = docx(&p("", "Words of a paragraph.").repeat(3000), &[]);
    let checks = AtomicU32::new(0);
    let stop = || checks.fetch_add(1, Ordering::Relaxed) > 5;
    assert_eq!(extract("a.docx", &many, &Limits::default(), &stop), Err(Refusal::Stopped));
}

#[test]
fn a_field_of_a_form_shows_its_box_or_its_entry() {
    let field = |data: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"><w:ffData><w:name w:val=\"c\"/>{data}</w:ffData></w:fldChar></w:r>\
             <w:r><w:instrText>FORM</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    let check = |data: &str, expected: &str| {
        let body = format!("<w:p>{}<w:r><w:t xml:space=\"preserve\"> it</w:t></w:r></w:p>", field(data));
        assert_eq!(text_of("a.docx", &docx(&body, &[])), expected, "{data}");
    };
    check("<w:checkBox><w:default w:val=\"0\"/><w:checked/></w:checkBox>", "☒ it");
    check("<w:checkBox><w:default w:val=\"0\"/></w:checkBox>", "☐ it");
    check("<w:checkBox><w:default w:val=\"1\"/><w:checked w:val=\"0\"/></w:checkBox>", "☐ it");
    let list = "<w:ddList><w:result w:val=\"1\"/><w:listEntry w:val=\"a\"/><w:listEntry w:val=\"b\"/></w:ddList>";
    check(list, "b it");
}

#[test]
fn a_library_that_made_a_document_is_neither_its_author_nor_of_its_date() {
    let metadata = |description: &str| {
        let core = format!(
            r#"<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
            <dc:creator>docs-maker</dc:creator><dc:description>{description}</dc:description>
            <dcterms:created>2013-12-23T23:15:00Z</dcterms:created></cp:coreProperties>"#
        );
        let document = format!(
            r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{}</w:body></w:document>"#,
            p("", "One.")
        );
        let package = relations(&[("r", "officeDocument", "word/document.xml")]);
        let parts = [
            ("_rels/.rels", package.as_str()),
            ("word/document.xml", document.as_str()),
            ("docProps/core.xml", core.as_str()),
        ];
        read("a.docx", &zip(&parts)).unwrap().metadata
    };
    let made = metadata("generated by docs-maker");
    assert_eq!((made.authors, made.date), (vec![], None));
    let written = metadata("");
    assert_eq!((written.authors, written.date.is_some()), (vec!["docs-maker".to_owned()], true));
}
