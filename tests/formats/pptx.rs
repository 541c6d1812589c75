//! Presentations.

use factly_formats::{ExtractNote, Place};

use crate::support::{cells, headings, placed, read, relations, zip};

const NAMES: &str = r#"xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships""#;

fn shape(kind: &str, paragraphs: &[&str]) -> String {
    let paragraphs: String =
        paragraphs.iter().map(|words| format!("<a:p><a:r><a:t>{words}</a:t></a:r></a:p>")).collect();
    let placeholder = if kind.is_empty() { String::new() } else { format!("<p:nvPr><p:ph type=\"{kind}\"/></p:nvPr>") };
    format!("<p:sp>{placeholder}<p:txBody>{paragraphs}</p:txBody></p:sp>")
}

fn slide(shapes: &str) -> String {
    format!("<p:sld {NAMES}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>")
}

/// A show of slides as they are.
pub(crate) fn show_of(slides: &[&str]) -> Vec<u8> {
    let ids: String = (0..slides.len()).map(|at| format!("<p:sldId id=\"{}\" r:id=\"s{at}\"/>", 256 + at)).collect();
    let presentation = format!(
        "<p:presentation {NAMES}><p:sldSz cx=\"1000\" cy=\"800\"/><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
    );
    let package = relations(&[("r", "officeDocument", "ppt/presentation.xml")]);
    let names: Vec<(String, String)> =
        (0..slides.len()).map(|at| (format!("s{at}"), format!("slides/s{at}.xml"))).collect();
    let own: Vec<(&str, &str, &str)> = names.iter().map(|(id, name)| (&**id, "slide", &**name)).collect();
    let own = relations(&own);
    let bodies: Vec<(String, String)> = names
        .iter()
        .zip(slides)
        .map(|((_, name), slide)| (format!("ppt/{name}"), slide.replacen("<p:sld", &format!("<p:sld {NAMES}"), 1)))
        .collect();
    let mut parts = vec![
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &*package),
        ("ppt/presentation.xml", &*presentation),
        ("ppt/_rels/presentation.xml.rels", &*own),
    ];
    parts.extend(bodies.iter().map(|(name, body)| (&**name, &**body)));
    zip(&parts)
}

pub(crate) fn show() -> Vec<u8> {
    let presentation = format!(
        "<p:presentation {NAMES}><p:sldIdLst><p:sldId id=\"256\" r:id=\"b\"/><p:sldId id=\"257\" r:id=\"a\"/></p:sldIdLst></p:presentation>"
    );
    let row = |one: &str, two: &str| {
        let cell = |words: &str| format!("<a:tc><a:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></a:txBody></a:tc>");
        format!("<a:tr>{}{}</a:tr>", cell(one), cell(two))
    };
    let table = format!("<p:graphicFrame><a:tbl>{}{}</a:tbl></p:graphicFrame>", row("Part", "Cost"), row("Wall", "7"));
    let first =
        slide(&(shape("body", &["point", "other"]) + &shape("sldNum", &["1"]) + &shape("title", &["The", "wall"])));
    let second = slide(&(shape("", &["free"]) + &table + "<p:pic/>"));
    let notes = slide(&(shape("body", &["Say this."]) + &shape("sldNum", &["1"])));
    let package = relations(&[("r", "officeDocument", "ppt/presentation.xml")]);
    let own = relations(&[("a", "slide", "slides/slide1.xml"), ("b", "slide", "slides/slide2.xml")]);
    let of_second = relations(&[("n", "notesSlide", "../notesSlides/n.xml")]);
    zip(&[
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &package),
        ("ppt/presentation.xml", &presentation),
        ("ppt/_rels/presentation.xml.rels", &own),
        ("ppt/slides/slide1.xml", &second),
        ("ppt/slides/slide2.xml", &first),
        ("ppt/slides/_rels/slide2.xml.rels", &of_second),
        ("ppt/notesSlides/n.xml", &notes),
    ])
}

#[test]
fn slides_come_in_the_order_of_the_show() {
    let read = read("a.pptx", &show()).expect("a show");
    assert_eq!(read.text, "The wall\n\npoint\nother\n\nNotes\n\nSay this.\n\nfree\n\nPart\tCost\nWall\t7");
    assert_eq!(read.pages, Some(2));
    let slides: Vec<(String, Place)> =
        placed(&read).into_iter().filter(|(_, location)| matches!(location, Place::Slide { .. })).collect();
    assert_eq!(slides[0].1, Place::Slide { number: 1 });
    assert!(slides[0].0.starts_with("The wall") && slides[0].0.ends_with("Say this."), "{slides:?}");
    assert!(slides[1].0.starts_with("free"), "{slides:?}");
    assert_eq!(headings(&read)[0].1, "The wall");
    assert!(cells(&read).contains(&"7@2.1!B2|Wall|Cost".to_owned()), "{:?}", cells(&read));
    assert_eq!(read.notes, [ExtractNote::LeftOut { what: "pictures".to_owned(), count: 1 }]);
}

#[test]
fn boxes_are_read_from_top_to_bottom_and_from_left_to_right() {
    let at = |words: &str, x: u32, y: u32| {
        format!(
            "<p:sp><p:spPr><a:xfrm><a:off x=\"{x}\" y=\"{y}\"/><a:ext cx=\"100\" cy=\"100\"/></a:xfrm></p:spPr>\
             <p:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>"
        )
    };
    // The group stands at 500, 10, and is drawn at half of its size.
    let group = format!(
        "<p:grpSp><p:grpSpPr><a:xfrm><a:off x=\"500\" y=\"10\"/><a:ext cx=\"100\" cy=\"100\"/><a:chOff x=\"0\" y=\"0\"/>\
         <a:chExt cx=\"200\" cy=\"200\"/></a:xfrm></p:grpSpPr>{}</p:grpSp>",
        at("right", 0, 0)
    );
    let shapes = at("low", 10, 600) + &at("middle", 10, 300) + &group + &at("left", 10, 30);
    let slide = format!("<p:sld><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
    assert_eq!(read("a.pptx", &show_of(&[&slide])).expect("a show").text, "left\n\nright\n\nmiddle\n\nlow");
}

#[test]
fn white_words_on_white_paper_are_hidden() {
    let white = |fill: &str| {
        let run = "<a:r><a:rPr><a:solidFill><a:srgbClr val=\"FFFFFF\"/></a:solidFill></a:rPr><a:t>Seen by nobody.</a:t></a:r>";
        format!("<p:sp><p:spPr>{fill}</p:spPr><p:txBody><a:p>{run}</a:p></p:txBody></p:sp>")
    };
    let is_hidden = |slide: &str| {
        let slide = format!("<p:sld><p:cSld>{slide}</p:cSld></p:sld>");
        let read = read("a.pptx", &show_of(&[&slide])).expect("a show");
        read.notes.contains(&ExtractNote::ToReview { what: "hidden words".to_owned(), count: 3 })
    };
    let filled = |colour: &str| white(&format!("<a:solidFill><a:srgbClr val=\"{colour}\"/></a:solidFill>"));
    assert!(is_hidden(&white("")));
    assert!(
        is_hidden(&white("<a:ln><a:solidFill><a:srgbClr val=\"000000\"/></a:solidFill></a:ln>")),
        "a line is no ground"
    );
    assert!(is_hidden(&filled("FFFFFF")));
    assert!(!is_hidden(&filled("003366")), "white words on blue");
    assert!(!is_hidden(&(white("") + "<p:pic/>")), "white words that may lie on a picture");
    let bg = "<p:bg><p:bgPr><a:solidFill><a:srgbClr val=\"000000\"/></a:solidFill></p:bgPr></p:bg>";
    assert!(!is_hidden(&(bg.to_owned() + &white(""))), "a dark slide");
}
