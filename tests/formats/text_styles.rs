//! Words that are raised, lowered, hidden or struck, in each format that has them.

use factly_formats::{Extract, ExtractNote, Place};
use rstest::rstest;

use crate::odf::odt;
use crate::pdf_writer::{Writer, text};
use crate::pptx::show_of;
use crate::sheet::{workbook, xlsx};
use crate::support::{docx, placed, read, zip};

/// The words that are placed so.
fn words(read: &Extract, location: &Place) -> Vec<String> {
    placed(read)
        .into_iter()
        .filter(|(_, of)| of == location)
        .map(|(words, _)| words.trim_matches([' ', '~']).to_owned())
        .collect()
}

/// A paragraph of words, some of them raised (`^…^`) or lowered (`_…_`), in a format.
fn in_format(format: &str, marked: &str) -> (String, Vec<u8>) {
    let runs = |plain: &dyn Fn(&str) -> String, raised: &dyn Fn(&str) -> String, lowered: &dyn Fn(&str) -> String| {
        let by_raised = |(at, part): (usize, &str)| {
            let by_lowered = |(at, part): (usize, &str)| if at % 2 == 1 { lowered(part) } else { plain(part) };
            if at % 2 == 1 { raised(part) } else { part.split('_').enumerate().map(by_lowered).collect::<String>() }
        };
        marked.split('^').enumerate().map(by_raised).collect::<String>()
    };
    let run = |properties: &str, words: &str| {
        format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space=\"preserve\">{words}</w:t></w:r>")
    };
    let span = |style: &str, words: &str| format!("<t:span t:style-name=\"{style}\">{words}</t:span>");
    let slide_run = |off: &str, words: &str| format!("<a:r><a:rPr {off}/><a:t>{words}</a:t></a:r>");
    let cell_run = |font: &str, words: &str| format!("<r><rPr>{font}</rPr><t xml:space=\"preserve\">{words}</t></r>");
    let bytes = match format {
        "html" | "epub" => {
            let body = runs(&str::to_owned, &|t| format!("<sup>{t}</sup>"), &|t| format!("<sub>{t}</sub>"));
            if format == "html" { format!("<p>{body}</p>").into_bytes() } else { epub(&format!("<p>{body}</p>")) }
        }
        "css.html" => {
            let body = runs(&str::to_owned, &|t| format!("<span class='up'>{t}</span>"), &|t| {
                format!("<span style='vertical-align: sub'>{t}</span>")
            });
            format!("<style>.up {{ vertical-align: super }}</style><p>{body}</p>").into_bytes()
        }
        "docx" => {
            let align = |to: &str| format!("<w:vertAlign w:val=\"{to}\"/>");
            let body = runs(&|t| run("", t), &|t| run(&align("superscript"), t), &|t| run(&align("subscript"), t));
            docx(&format!("<w:p>{body}</w:p>"), &[])
        }
        "style.docx" => {
            let styles = "<w:style w:type=\"character\" w:styleId=\"Up\"><w:rPr><w:vertAlign w:val=\"superscript\"/></w:rPr></w:style>";
            let body = runs(&|t| run("", t), &|t| run("<w:rStyle w:val=\"Up\"/>", t), &|t| {
                run("<w:position w:val=\"-8\"/>", t)
            });
            docx(&format!("<w:p>{body}</w:p>"), &[("styles", styles)])
        }
        "odt" => {
            odt(ODF_STYLES, &format!("<t:p>{}</t:p>", runs(&str::to_owned, &|t| span("Up", t), &|t| span("Low", t))))
        }
        "pptx" => {
            let body = runs(&|t| slide_run("", t), &|t| slide_run("baseline=\"30000\"", t), &|t| {
                slide_run("baseline=\"-25000\"", t)
            });
            show_of(&[&format!(
                "<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p>{body}</a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
            )])
        }
        "rtf" => {
            let body = runs(&str::to_owned, &|t| format!("{{\\super {t}}}"), &|t| format!("{{\\dn6 {t}}}"));
            format!("{{\\rtf1\\ansi {body}\\par}}").into_bytes()
        }
        "xlsx" => {
            let body = runs(&|t| cell_run("", t), &|t| cell_run("<vertAlign val=\"superscript\"/>", t), &|t| {
                cell_run("<vertAlign val=\"subscript\"/>", t)
            });
            xlsx(&format!("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is>{body}</is></c></row>"))
        }
        _ => pdf(marked),
    };
    (format!("a.{format}"), bytes)
}

const ODF_STYLES: &str = r#"<s:style xmlns:s="urn:oasis:names:tc:opendocument:xmlns:style:1.0" s:name="Up" s:family="text"><s:text-properties s:text-position="super 58%"/></s:style>
    <s:style xmlns:s="urn:oasis:names:tc:opendocument:xmlns:style:1.0" s:name="Low" s:family="text"><s:text-properties s:text-position="-25% 58%"/></s:style>"#;

fn epub(body: &str) -> Vec<u8> {
    let container = r#"<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>"#;
    let book = r#"<package><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>"#;
    zip(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("a.opf", book),
        ("c.xhtml", &format!("<html><body>{body}</body></html>")),
    ])
}

/// Helvetica's digits and blanks have known widths, and so have all letters that are used here.
fn pdf(marked: &str) -> Vec<u8> {
    let show = |(at, part): (usize, &str)| match at % 2 {
        1 => format!("/F1 7 Tf 4 Ts ({part}) Tj "),
        _ => part
            .split('_')
            .enumerate()
            .map(|(at, part)| {
                if at % 2 == 1 {
                    format!("/F1 7 Tf -2 Ts ({part}) Tj ")
                } else {
                    format!("/F1 12 Tf 0 Ts ({part}) Tj ")
                }
            })
            .collect(),
    };
    let line: String = marked.split('^').enumerate().map(show).collect();
    Writer::default()
        .page(format!("BT 72 700 Td {line} ET\n") + &text(72, 600, 12, "The end of it all stands here."))
        .bytes()
}

#[rstest]
fn raised_figures_join_no_figure(
    #[values("html", "css.html", "epub", "docx", "style.docx", "odt", "pptx", "rtf", "xlsx", "pdf")] format: &str,
) {
    let check = |marked: &str, expected: &str, is_sure: bool, why: &str| {
        let (name, bytes) = in_format(format, marked);
        let found = read(&name, &bytes).expect("a text");
        assert!(found.text.contains(expected), "{why}, {format}: {:?}", found.text);
        assert_eq!(words(&found, &Place::Uncertain).is_empty(), is_sure, "{why}, {format}: {:?}", found.places);
    };
    check("It moved 3 x 10^6^ tonnes.", "3 x 10⁶ tonnes", true, "a power of ten after its sign");
    check("It has 10^-3^ of it.", "10⁻³ of", true, "a sign is an exponent's");
    check("It is 120 m^2^ and 5 km^2^.", "120 m² and 5 km².", true, "units are raised");
    check("It costs 450^1^ EUR.", "450 [1] EUR", false, "it may be the mark of a note");
    check("It has 2^10^ parts.", "2¹⁰ parts", false, "it may be an exponent");
    check("The wall^3^ costs 9.", "wall[3] costs 9", true, "no word is raised to a power");
    check("It is 3^1^/_2_ m.", "3 1/2 m", true, "a fraction is apart from its whole");
    check("The CO_2_ is 7.", "CO2 is 7", true, "an index of a formula");
    check("The log_10_5 of it.", "log₁₀5 of", true, "an index joins no figure");
    check("The 1^st^ of 2.", "1st of 2", true, "letters join no figure");
}

#[test]
fn a_mark_is_sure_where_a_note_begins_with_it_or_it_is_a_link() {
    let check = |html: &str, expected: &str, why: &str| {
        let found = read("a.html", html.as_bytes()).expect("a page");
        assert_eq!(found.text, expected, "{why}");
        assert!(words(&found, &Place::Uncertain).is_empty(), "{why}: {:?}", found.places);
    };
    check(
        "<p>It costs 450<sup>1</sup> EUR.<p><sup>1</sup> Without tax.",
        "It costs 450 [1] EUR.\n\n[1] Without tax.",
        "a note",
    );
    check("<p>It costs 10<a href='#n'><sup>3</sup></a> EUR.", "It costs 10 [3] EUR.", "a raised link");
    check(
        "<p>It costs 10<sup><a href='a#n'>[<b>3</b>]</a></sup> EUR.",
        "It costs 10 [3] EUR.",
        "a link that is raised",
    );
    let formula = "<math><msup><mi>x</mi><mn>6</mn></msup><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>.";
    check(&format!("<p>{formula}"), "x⁶= 1/2.", "formulas");
}

#[test]
fn words_that_nobody_sees_are_placed_and_counted() {
    let check = |name: &str, bytes: &[u8], hidden: &[&str], why: &str| {
        let found = read(name, bytes).expect(why);
        assert_eq!(words(&found, &Place::Hidden), hidden, "{why}: {:?}", found.text);
        let count = hidden.iter().map(|words| words.split_whitespace().count() as u64).sum();
        let note = ExtractNote::ToReview { what: "hidden words".to_owned(), count };
        assert_eq!(found.notes.contains(&note), !hidden.is_empty(), "{why}: {:?}", found.notes);
    };
    let html = |body: &str| {
        format!("<style>.x{{display:none}} @media print{{p{{display:none}}}}</style>{body}<p>End.").into_bytes()
    };
    check("a.html", &html("<p hidden>No one.</p>"), &["No one."], "an attribute");
    check("a.html", &html("<td class='y x'>No.</td>"), &["No."], "a class");
    check("a.html", &html("<p>A <b style='visibility:hidden'>no</b> b."), &["no"], "within a paragraph");
    check("a.html", &html("<p style='font-size:0'>No <i style='font-size:9px'>yes</i>"), &["No"], "a size of nothing");
    check("a.html", &html("<p style='color:#fff'>No."), &["No."], "white on white");
    check(
        "a.html",
        &html("<div style='background:#123'><p style='color:#fff'>Yes.</p></div>"),
        &[],
        "white on a ground",
    );
    let run = |properties: &str| {
        format!("<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>No.</w:t></w:r></w:p><w:p><w:r><w:t>Yes.</w:t></w:r></w:p>")
    };
    check("a.docx", &docx(&run("<w:vanish/>"), &[]), &["No."], "vanished");
    check("a.docx", &docx(&run("<w:sz w:val=\"2\"/>"), &[]), &["No."], "one point");
    check("a.docx", &docx(&run("<w:color w:val=\"FFFFFF\"/>"), &[]), &["No."], "white on paper");
    check(
        "a.docx",
        &docx(&run("<w:color w:val=\"FFFFFF\"/><w:shd w:val=\"clear\" w:fill=\"000000\"/>"), &[]),
        &[],
        "white on black",
    );
    let rtf = |body: &str| {
        format!("{{\\rtf1{{\\colortbl;\\red255\\green255\\blue255;\\red0\\green0\\blue0;}}{body}\\par Yes.}}")
            .into_bytes()
    };
    check("a.rtf", &rtf("{\\v No.}"), &["No."], "hidden");
    check("a.rtf", &rtf("{\\cf1 No.}"), &["No."], "white on paper");
    check("a.rtf", &rtf("{\\cf1\\chcbpat2 Yes.}"), &[], "white on black");
    let odf = r#"<s:style xmlns:s="urn:oasis:names:tc:opendocument:xmlns:style:1.0" s:name="H" s:family="text"><s:text-properties t:display="none"/></s:style>"#;
    check("a.odt", &odt(odf, "<t:p><t:span t:style-name=\"H\">No.</t:span> Yes.</t:p>"), &["No."], "a style");
    check(
        "a.odt",
        &odt("", "<t:section t:display=\"none\"><t:p>No.</t:p></t:section><t:p>Yes.</t:p>"),
        &["No."],
        "a section",
    );
    let slide = |attributes: &str, off: &str| {
        format!(
            "<p:sld {attributes}><p:cSld><p:spTree><p:sp><p:spPr><a:xfrm><a:off x=\"{off}\" y=\"1\"/><a:ext cx=\"9\" cy=\"9\"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>No.</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
        )
    };
    check("a.pptx", &show_of(&[&slide("show=\"0\"", "1")]), &["No."], "a slide that is not shown");
    check("a.pptx", &show_of(&[&slide("", "2000")]), &["No."], "beside the slide");
    check("a.pptx", &show_of(&[&slide("", "1")]), &[], "on the slide");
    let row = |attributes: &str| {
        format!(
            "<row r=\"1\" {attributes}><c r=\"A1\" t=\"str\"><v>No.</v></c></row><row r=\"2\"><c r=\"B2\" t=\"str\"><v>Yes.</v></c></row>"
        )
    };
    check("a.xlsx", &xlsx(&row("hidden=\"1\"")), &["No."], "a row");
    check(
        "a.xlsx",
        &workbook("<cols><col min=\"1\" max=\"1\" hidden=\"1\"/></cols>", &row(""), ""),
        &["No."],
        "a column",
    );
    check("a.xlsx", &workbook("", &row(""), "state=\"veryHidden\""), &["No.", "Yes."], "a sheet");
    let page = |content: &str| Writer::default().page(content.to_owned() + &text(72, 600, 12, "Yes, it is.")).bytes();
    check(
        "a.pdf",
        &page(&text(72, 700, 12, "No.").replace("BT", "BT 3 Tr").replace("ET", "0 Tr ET")),
        &["No."],
        "no ink",
    );
    check("a.pdf", &page(&format!("1 1 1 rg {} 0 0 0 rg ", text(72, 700, 12, "No."))), &["No."], "white ink");
    check(
        "a.pdf",
        &page(&format!("0 0 1 rg 0 650 600 100 re f 1 1 1 rg {} 0 0 0 rg ", text(72, 700, 12, "Yes."))),
        &[],
        "on a ground",
    );
    check("a.pdf", &page(&text(72, 700, 1, "No.")), &["No."], "one point");
    check("a.md", b"Yes. %%No.%% `%%a` <!-- No, no. --> b %% c", &["%%No.%%", "<!-- No, no. -->"], "comments");
}

#[test]
fn struck_words_are_placed() {
    let check = |name: &str, bytes: &[u8]| {
        let found = read(name, bytes).expect("a text");
        assert_eq!(words(&found, &Place::Struck), ["old"], "{name}: {:?}", found.text);
    };
    check("a.html", b"<p>It costs <s>old</s> new.");
    check("b.html", b"<p>It costs <b style='text-decoration: line-through'>old</b> new.");
    check(
        "a.docx",
        &docx("<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>old</w:t></w:r><w:r><w:t> new</w:t></w:r></w:p>", &[]),
    );
    check("a.rtf", b"{\\rtf1 It costs {\\strike old} new.\\par}");
    check("a.md", "It costs ~~old~~ new. H~2~O, `~~code~~`.".as_bytes());
}

#[test]
fn words_that_a_rectangle_was_laid_over_are_hidden() {
    let shown = text(50, 700, 12, "Seen by nobody.");
    let rectangle = |colour: &str| format!("{colour} rg 40 690 200 30 re f\n");
    let hidden = |content: String| {
        let read = read("a.pdf", &Writer::default().page(content).bytes()).expect("a document");
        words(&read, &Place::Hidden)
    };
    let all = ["Seen by nobody."];
    assert_eq!(hidden(shown.clone() + &rectangle("1 1 1")), all, "white, laid over them");
    assert_eq!(hidden(shown.clone() + &rectangle("0 0 0")), all, "black, laid over them");
    let none: [&str; 0] = [];
    assert_eq!(hidden(rectangle("0.9 0.9 0") + &shown), none, "a coloured ground below them");
    assert_eq!(hidden(shown.clone() + "1 1 1 rg 40 704 200 30 re f\n"), none, "a cell that begins within them");
    assert_eq!(hidden(shown + "0 0 1 rg 40 690 m 240 690 l 140 900 l f\n"), none, "another shape may leave them free");
}
