//! Reports as documents of Word and back, and as HTML.

use std::collections::HashMap;
use std::io::{Cursor, Read, Write};

use factly_formats::report::{
    CitationNote, ENGLISH, ExportSection, IncomingDocx, Reference, ReportContent, ReportHead, SectionWording, body_of,
    merged_body, picture, read_docx, write_docx, write_html,
};
use factly_formats::{Limits, Refusal};
use proptest::prelude::*;
use rstest::rstest;

use crate::support::{docx, p, zip};

/// A picture of one pixel.
const PIXEL: &[u8] = include_bytes!("../fixtures/pixel.png");

const BODY: &str =
    "\nThe wall *costs* **€2 m** [F-12](factly://fact/01907c5e-0000-7000-8000-000000000001), says `b & <c>`.\nIt is
wrapped, and [F-3] is typed.

* one
* two, with ~~three~~ [a link](https://example.org/a?b=c&d)

  and a second paragraph
    1. first
    2. second

> A quote.

```rust
fn main() {
    println!();
}
```

| Item | Cost |
|:-----|-----:|
| Wall | **2** |
| Gate | [F-12](factly://fact/01907c5e-0000-7000-8000-000000000001) |

#### A heading in the body

![A plan of the wall](plan.png)

[IMAGE:0123456789abcdef] and [IMAGE:missing]

[IMAGE:0123456789abcdef The wall, seen from the dam]

[IMAGE:missing What is not here]

---

- [x] done
- [ ] to do

Last words[^1].

[^1]: A note.
";

fn section(id: u128, depth: usize, title: &str, body: &str) -> ExportSection {
    let wording = SectionWording { title: title.to_owned(), body_md: body.to_owned() };
    let (current, suggested) = (Some(wording.clone()), Some(wording));
    ExportSection { id, number: id.to_string(), depth, appendix: false, current, suggested, written: String::new() }
}

fn opening() -> SectionWording {
    SectionWording { title: "Flood & risk".to_owned(), body_md: "An opening.\n".to_owned() }
}

fn export(sections: Vec<ExportSection>) -> ReportContent<'static> {
    let note = |label: &str, text: &str, remark| {
        let target = "factly://fact/01907c5e-0000-7000-8000-000000000001".to_owned();
        (label.to_owned(), CitationNote { target, text: format!("{label}: {text}"), remark })
    };
    ReportContent {
        id: "01907c5e-0000-7000-8000-0000000000aa".to_owned(),
        head: ReportHead { current: opening(), suggested: opening(), written: String::new() },
        language: "en",
        sections,
        notes: HashMap::from([note("F-12", "“€2 m” — I-1 Minutes, p. 3", ""), note("F-3", "“a quote”", "stale")]),
        sources: vec!["I-1 Minutes".to_owned()],
        notice: "1 citation is stale.".to_owned(),
        words: ENGLISH,
        images: &|name| (name == "plan.png" || name.starts_with("01234567")).then(|| PIXEL.to_vec()),
        author: "a model".to_owned(),
        dates: ["2026-11-24T12:00:00Z", "2026-11-24T11:58:00Z"].map(str::to_owned),
    }
}

fn written(export: &ReportContent<'_>, tracked: bool) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    write_docx(export, None, tracked, &mut out).unwrap();
    out.into_inner()
}

fn read(bytes: &[u8]) -> IncomingDocx {
    read_docx(bytes, &Limits::default(), &|| false).unwrap()
}

fn merged(here: &str, incoming: &[factly_formats::report::ReportBlock]) -> Option<String> {
    merged_body(here, incoming, &|_, _, _| None)
}

fn part(bytes: &[u8], name: &str) -> String {
    String::from_utf8(raw_part(bytes, name)).unwrap()
}

fn raw_part(bytes: &[u8], name: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut found = Vec::new();
    archive.by_name(name).unwrap().read_to_end(&mut found).unwrap();
    found
}

/// The document with some words of a part put in the place of others.
fn edited(bytes: &[u8], name: &str, words: &str, by: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let file = archive.by_index(at).unwrap();
        let of = file.name().unwrap().into_owned();
        if of != name {
            out.raw_copy_file(file).unwrap();
            continue;
        }
        drop(file);
        out.start_file(&of, zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(part(bytes, name).replace(words, by).as_bytes()).unwrap();
    }
    out.finish().unwrap().into_inner()
}

#[test]
fn what_went_out_comes_back_with_its_ids_and_nothing_changed() {
    let sections = vec![
        section(7, 1, "Costs", BODY),
        section(u128::MAX, 2, "The *wall* & more", "\n"),
        section(9, 1, "Risks", BODY),
    ];
    let incoming = read(&written(&export(sections.clone()), false));
    assert_eq!(incoming.report.as_deref(), Some("01907c5e-0000-7000-8000-0000000000aa"));
    assert_eq!(incoming.title.as_deref(), Some("Flood & risk"));
    assert_eq!(body_of(&incoming.opening), "An opening.\n");
    assert_eq!(incoming.sections.len(), sections.len(), "the contents and the sources are no sections");
    for (came, went) in incoming.sections.iter().zip(&sections) {
        let wording = went.current.as_ref().unwrap();
        assert_eq!((came.ids.as_slice(), came.depth), (&[went.id][..], went.depth));
        assert_eq!(came.title, wording.title);
        assert_eq!(merged(&wording.body_md, &came.blocks), None, "{}", body_of(&came.blocks));
        assert!(incoming.base.iter().any(|base| base.id == went.id && base.body_md == wording.body_md));
    }
}

#[rstest]
#[case::a_word("a wall\nof *stone*\n\nstays\n", "a gate of *stone*\n\nstays\n", "a gate of *stone*\n\nstays\n")]
#[case::markers_stay("* one\n* two\n", "- one\n- three\n", "* one\n* three\n")]
#[case::an_item_more("* one\n* two\n", "- one\n- one and a half\n- two\n", "* one\n-  one and a half\n* two\n")]
#[case::deleted("one\n\ntwo\n\n\nthree\n", "one\n\nthree\n", "one\n\nthree\n")]
#[case::addresses_stay("[a][x]\n\ntwo\n\n[x]: http://x.y\n", "[a](http://x.y)\n", "[a][x]\n\n[x]: http://x.y\n")]
#[case::typed_by_hand("see [F-1] now\n", "see [F-1](factly://fact/1) then\n", "see [F-1] then\n")]
#[case::quotes("> one\n> two\n\nend\n", "> one three\n\nend\n", "> one three\n\nend\n")]
#[case::all_gone("one\n", "", "")]
#[case::nothing_before("", "one\n", "one\n")]
fn what_is_edited_elsewhere_changes_its_own_block(#[case] here: &str, #[case] there: &str, #[case] expected: &str) {
    let incoming = read(&written(&export(vec![section(1, 1, "A", there)]), false));
    assert_eq!(merged(here, &incoming.sections[0].blocks).as_deref(), Some(expected));
}

/// A report of one section whose body is suggested to be another.
fn suggesting(current: &str, suggested: &str) -> Vec<u8> {
    let mut costs = section(7, 1, "Costs", current);
    costs.suggested = Some(SectionWording { title: "Costs".to_owned(), body_md: suggested.to_owned() });
    written(&export(vec![costs]), true)
}

#[test]
fn an_item_is_of_the_list_that_it_is_in_if_all_is_accepted_and_if_all_is_rejected() {
    let document = part(&suggesting("\n1. one\n\nThat is all.\n\n1. two\n", "\n1. one\n2. two\n"), "word/document.xml");
    let two = document.split("<w:p>").find(|paragraph| paragraph.contains(">two<")).unwrap();
    let (now, was) = two.split_once("<w:pPrChange").unwrap();
    assert!(now.contains("<w:numId w:val=\"4\"/>") && was.contains("<w:numId w:val=\"5\"/>"), "{two}");
}

#[test]
fn each_numbered_list_has_a_scheme_of_its_own() {
    let bytes = written(&export(vec![section(7, 1, "Costs", "\n1. one\n\nThat is all.\n\n3. three\n")]), false);
    let numbering = part(&bytes, "word/numbering.xml");
    assert!(!numbering.contains("startOverride"), "{numbering}");
    for (list, scheme) in [(4, 3), (5, 4)] {
        let tied = format!("<w:num w:numId=\"{list}\"><w:abstractNumId w:val=\"{scheme}\"/></w:num>");
        assert!(numbering.contains(&tied), "{numbering}");
    }
    let of = read(&bytes).sections.remove(0);
    assert_eq!(body_of(&of.blocks), "1. one\n\nThat is all.\n\n3. three\n");
}

#[test]
fn a_list_that_an_editor_cut_in_two_is_read_as_it_is_shown() {
    let bytes = written(&export(vec![section(7, 1, "Costs", "\n1. one\n2. two\n")]), false);
    // As LibreOffice writes a list whose first item begins anew.
    let cut = "<w:num w:numId=\"9\"><w:abstractNumId w:val=\"3\"/><w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"1\"/>\
        </w:lvlOverride></w:num></w:numbering>";
    let bytes = edited(&bytes, "word/numbering.xml", "</w:numbering>", cut);
    let first = "<w:numId w:val=\"4\"/></w:numPr></w:pPr><w:r><w:t xml:space=\"preserve\">one";
    let bytes = edited(&bytes, "word/document.xml", first, &first.replace("\"4\"", "\"9\""));
    assert_eq!(body_of(&read(&bytes).sections[0].blocks), "1. one\n2. two\n");
}

#[test]
fn changes_that_touch_across_the_end_of_a_paragraph_have_two_times() {
    let times = |current: &str, suggested: &str| -> Vec<String> {
        let document = part(&suggesting(current, suggested), "word/document.xml");
        let changes = document.split("<w:ins ").skip(1);
        changes.map(|change| change.split("w:date=\"").nth(1).unwrap()[11..16].to_owned()).collect()
    };
    let (current, suggested) =
        ("\nThe wall stands\n\nthe dam holds.\n", "\nThe wall stands high\n\nNow the dam holds.\n");
    assert_eq!(times(current, suggested), ["12:00", "11:58"]);
    let apart = "\nThe high wall stands\n\nNow the dam holds.\n";
    assert_eq!(times(current, apart), ["12:00", "12:00"], "these do not touch");
}

/// The words of an export when its tracked changes are accepted, as this crate's reader of documents takes them.
fn accepted(bytes: &[u8]) -> String {
    factly_formats::extract("a.docx", bytes, &Limits::default(), &|| false).unwrap().text
}

#[test]
fn suggestions_are_tracked_changes_that_are_still_to_be_decided() {
    let wording = |title: &str, body: &str| Some(SectionWording { title: title.to_owned(), body_md: body.to_owned() });
    let mut changed = section(1, 1, "Costs", "The wall costs much.\n\nIt stays.\n");
    changed.suggested = wording("All costs", "The gate costs much.\n\nIt stays.\n\nIt is new.\n");
    let mut deleted = section(2, 1, "Old", "Old words.\n");
    deleted.suggested = None;
    let mut new = section(3, 1, "New", "");
    (new.current, new.suggested) = (None, wording("New", "New words.\n"));
    let bytes = written(&export(vec![changed, deleted, new]), true);
    let xml = part(&bytes, "word/document.xml");
    assert!(xml.contains("<w:ins w:id=") && xml.contains("w:author=\"a model\""), "the model is the author");
    let text = accepted(&bytes);
    for (word, is_there) in
        [("gate", true), ("wall", false), ("It is new", true), ("Old words", false), ("New words", true)]
    {
        assert_eq!(text.contains(word), is_there, "{word} in {text}");
    }
    let incoming = read(&bytes);
    let titles: Vec<&str> = incoming.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(titles, ["Costs", "Old"], "what Factly suggests is not there until it is decided");
    assert_eq!(body_of(&incoming.sections[0].blocks), "The wall costs much.\n\nIt stays.\n");
}

#[test]
fn a_foreign_document_is_read_as_sections() {
    let styles = "<w:style w:type=\"paragraph\" w:styleId=\"H1\"><w:name w:val=\"heading 1\"/></w:style>";
    let body = [
        &p("", "Before."),
        &p("<w:pStyle w:val=\"H1\"/>", "One"),
        "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r><w:t xml:space=\"preserve\"> 2 * 3 [x]</w:t></w:r></w:p>",
        "<w:p><w:del><w:r><w:delText>away</w:delText></w:r></w:del><w:ins w:author=\"Anna\"><w:r><w:t>here</w:t></w:r></w:ins></w:p>",
    ];
    let read = read(&docx(&body.concat(), &[("styles", styles)]));
    assert_eq!(body_of(&read.opening), "Before.\n");
    let [section] = &read.sections[..] else { panic!("one section, not {:?}", read.sections) };
    assert_eq!((section.title.as_str(), section.ids.len()), ("One", 0));
    assert_eq!(body_of(&section.blocks), "**bold** 2 \\* 3 \\[x]\n\nhere\n");
}

#[test]
fn a_reference_gives_its_styles_and_lacks_none() {
    let numbered = "<w:pPr><w:numPr><w:numId w:val=\"77\"/></w:numPr></w:pPr>";
    let own =
        format!("<w:style w:type=\"paragraph\" w:styleId=\"Mine1\"><w:name w:val=\"heading 1\"/>{numbered}</w:style>");
    let reference = Reference::read(&docx(&p("", "x"), &[("styles", &own)])).unwrap();
    let export = export(vec![section(1, 1, "A", BODY)]);
    let mut out = Cursor::new(Vec::new());
    write_docx(&export, Some(&reference), false, &mut out).unwrap();
    let bytes = out.into_inner();
    let styles = part(&bytes, "word/styles.xml");
    assert!(part(&bytes, "word/document.xml").contains("<w:pStyle w:val=\"Mine1\"/>"));
    assert!(!styles.contains("w:val=\"77\""), "a list of the reference is not in the document");
    assert!(styles.contains("w:styleId=\"FactlyQuote\""), "{styles}");
    assert_eq!(merged(BODY, &read(&bytes).sections[0].blocks), None);
}

#[test]
fn html_is_one_file_with_footnotes_and_nothing_that_runs() {
    let body = format!("{BODY}\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](http://far.away/y.png)\n");
    let mut out = Vec::new();
    write_html(&export(vec![section(1, 1, "Costs <b>", &body)]), &mut out).unwrap();
    let html = String::from_utf8(out).unwrap();
    assert!(html.contains("F-12: “€2 m” — I-1 Minutes, p. 3"), "a footnote has the quote, its source and its place");
    assert!(html.contains("1 citation is stale.") && html.contains("<li>I-1 Minutes</li>"));
    assert!(html.contains("data:image/png;base64,"), "an image is in the file");
    assert!(html.contains("Figure 1: The wall, seen from the dam"), "with its caption");
    for refused in ["<script", "javascript:", "far.away", "<b>"] {
        assert!(!html.contains(refused), "{refused} in {html}");
    }
    assert!(html.contains("counter(page)"), "its print has page numbers");
}

/// One rule for every file that goes out: a page, a mailbox, a place of the file, and else the words alone.
#[rstest]
#[case::script("javascript:alert(1)")]
#[case::script_in_other_letters("JaVaScRiPt:alert(1)")]
#[case::old_script("vbscript:msgbox(1)")]
#[case::data("data:text/html,x")]
#[case::program("ms-msdt:/id")]
#[case::file("file://host/share")]
#[case::share("//host/share")]
#[case::share_of_windows("\\\\\\\\host\\\\share")]
#[case::transfer("ftp://example.org/x")]
#[case::name_that_looks_like_a_host("https://bank.example@evil.example/")]
#[case::no_scheme("evil.exe")]
fn a_link_that_leads_elsewhere_is_its_words(#[case] target: &str) {
    let body =
        format!("See [the words](<{target}>), [a page](https://example.org/a) and [us](mailto:a@example.org).\n");
    let export = export(vec![section(1, 1, "A", &body)]);
    let mut out = Vec::new();
    write_html(&export, &mut out).unwrap();
    let html = String::from_utf8(out).unwrap();
    let bytes = written(&export, false);
    let (document, targets) = (part(&bytes, "word/document.xml"), part(&bytes, "word/_rels/document.xml.rels"));
    for (output, text) in [("html", &html), ("word", &targets)] {
        assert!(text.contains("https://example.org/a") && text.contains("mailto:a@example.org"), "{output}: {text}");
        for piece in ["alert", "msgbox", "text/html,x", "msdt", "share", "ftp:", "evil"] {
            assert!(!text.contains(piece) || !target.contains(piece), "{output}: {text}");
        }
    }
    assert!(html.contains("See the words,"), "{html}");
    assert!(document.contains("the words"), "{document}");
    assert_eq!(merged(&body, &read(&bytes).sections[0].blocks), None, "and nothing of it is a change");
}

#[test]
fn an_image_s_caption_goes_out_under_it_and_comes_back() {
    let bytes = written(&export(vec![section(1, 1, "A", "[IMAGE:0123456789abcdef The wall]\n")]), false);
    let document = part(&bytes, "word/document.xml");
    assert!(document.contains("descr=\"The wall\"") && document.contains(": The wall"), "{document}");
    let edited = edited(&bytes, "word/document.xml", ": The wall", ": The new wall");
    let blocks = &read(&edited).sections[0].blocks;
    let found = merged("[IMAGE:0123456789abcdef The wall]\n", blocks);
    assert_eq!(found.as_deref(), Some("[IMAGE:0123456789abcdef The new wall]\n"));
}

/// One white point.
const WEBP: &[u8] = b"RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0";

#[test]
fn an_image_is_told_by_its_bytes_and_webp_goes_to_word_as_png() {
    let kind = |bytes: &[u8]| picture(bytes).map(|found| (found.mime, found.width, found.height));
    assert_eq!(kind(PIXEL).map(|(mime, ..)| mime), Some("image/png"));
    assert_eq!(kind(WEBP), Some(("image/webp", 1, 1)));
    for none in [&b"<svg onload=alert(1)>"[..], b"%PDF-1.7", b"RIFF\0\0\0\0WEBP", b"\x89PNG\r\n\x1a\n", b""] {
        assert_eq!(kind(none), None, "{none:?}");
    }
    let mut export = export(vec![section(1, 1, "A", "[IMAGE:fedcba9876543210]\n")]);
    export.images = &|_| Some(WEBP.to_vec());
    let bytes = written(&export, false);
    assert!(raw_part(&bytes, "word/media/image1.png").starts_with(b"\x89PNG"));
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let one = || written(&export(vec![section(1, 1, "A", BODY)]), false);
    assert_eq!(one(), one());
}

#[test]
fn a_bomb_is_refused() {
    let many = p("", "x").repeat(300_000);
    let refused = read_docx(&docx(&many, &[]), &Limits::default(), &|| false).unwrap_err();
    assert!(matches!(refused, Refusal::TooLarge { .. }), "{refused}");
    let broken = zip(&[("word/document.xml", "<w:document")]);
    assert!(read_docx(&broken, &Limits::default(), &|| false).is_ok_and(|read| read.sections.is_empty()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_body_comes_back_unchanged(body in "([a-zA-Z0-9 .*_`>#|\\[\\]()!<&~\\\\-]{0,24}\n){0,8}", title in "[a-z*_`\\[]{1,10}( [a-z0-9*.]{1,5})?") {
        let incoming = read(&written(&export(vec![section(1, 1, &title, &body), section(2, 1, "End", "x\n")]), false));
        prop_assert_eq!(incoming.sections.len(), 2);
        prop_assert_eq!(merged(&body, &incoming.sections[0].blocks), None, "{:?} {:?}", body, incoming.sections[0].blocks);
        prop_assert_eq!(&incoming.sections[0].title, &factly_formats::report::canonical_title(&title));
    }

    #[test]
    fn blocks_written_as_markdown_are_the_same_blocks(text in "[a-zA-Z0-9 .*_`>#|\\[\\]()!<&~\\\\-]{1,40}") {
        let paragraph = docx(&p("", &text.replace('&', "&amp;").replace('<', "&lt;")), &[]);
        let incoming = read(&paragraph);
        let md = body_of(&incoming.opening);
        let again = read(&written(&export(vec![section(1, 1, "A", &md)]), false));
        prop_assert_eq!(body_of(&again.sections[0].blocks), md.clone());
        prop_assert_eq!(merged(&md, &incoming.opening), None, "{:?} became {:?}", text, md);
    }
}
