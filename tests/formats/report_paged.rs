//! Additions to the print of a report: numbers, an outline, and contents that lead on.

use factly_formats::Limits;
use factly_formats::pdf::PdfDocument;
use factly_formats::report::{OutlineEntry, Spot, Spots, spots, write_paged};
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, String as PdfString};
use rstest::rstest;

use crate::pdf_writer::{Writer, stream, text};

const ID: &str = "01907c5e-0000-7000-8000-0000000000aa";

/// Contents on the first page, two headings behind, one under the other.
fn print() -> Writer {
    let marked = |y, kind: &str| text(50, y, 1, &format!("mark0000000000aa{kind}z"));
    Writer { info: "/Title (Flood)".to_owned(), ..Writer::default() }
        .page(marked(700, "t0") + &text(60, 700, 11, "1 Costs") + &marked(680, "t1") + &text(60, 680, 11, "1.1 Ground"))
        .page(marked(750, "h0") + &text(60, 750, 18, "1 Costs") + &text(50, 700, 11, "The wall is dear."))
        .page_with(
            marked(400, "h1") + &text(60, 400, 16, "1.1 Ground"),
            "/Annots [] /MediaBox [0 0 500 700] /StructParents 0 /Tabs /S",
        )
}

fn text_of(of: &[u8]) -> String {
    PdfDocument::open(of).unwrap().read(&Limits::default(), &|| false, None).unwrap().text
}

#[test]
fn marks_say_where_a_heading_and_its_line_in_the_contents_stand() {
    let found = spots(&print().bytes(), ID, 3).unwrap();
    let pages = |of: Option<Spot>| of.map(|spot| spot.page);
    let found: Vec<_> = found.iter().map(|spots| (pages(spots.heading), pages(spots.line))).collect();
    assert_eq!(found, [(Some(2), Some(1)), (Some(3), Some(1)), (None, None)]);
}

#[rstest]
#[case::a_table_of_objects(print().bytes())]
#[case::objects_in_streams(in_streams(&print()))]
fn pages_are_numbered_and_the_outline_and_the_contents_lead_to_them(#[case] bytes: Vec<u8>) {
    let found = spots(&bytes, ID, 2).unwrap();
    let entry = |depth, title, spots: Spots| OutlineEntry { depth, title, spots };
    let outline = [entry(1, "1 Costs", found[0]), entry(2, "1.1 Ground (café)", found[1])];
    let mut paged = Vec::new();
    write_paged(&bytes, &outline, &mut paged).unwrap();
    assert!(paged.starts_with(&bytes), "what was printed is as it was");
    let text = text_of(&paged);
    assert!(text.contains("The wall is dear."), "{text}");
    let pdf = Pdf::new(paged).unwrap();
    assert_eq!(pdf.pages().len(), 3);
    for (at, page) in pdf.pages().iter().enumerate() {
        let content = String::from_utf8_lossy(page.page_stream().unwrap()).into_owned();
        assert!(content.contains(&format!("({} / 3) Tj", at + 1)), "{content}");
        let links = page.raw().get::<Array<'_>>("Annots").map_or(0, |links| links.iter::<Dict<'_>>().count());
        assert_eq!(links, if at == 0 { 2 } else { 0 });
    }
    let last = String::from_utf8_lossy(pdf.pages()[2].raw().data()).into_owned();
    assert!(last.contains("/MediaBox [0 0 500 700]") && last.contains("/Tabs /S"), "{last}");
    assert_eq!(pdf.metadata().title.as_deref(), Some(b"Flood".as_slice()), "what it says of itself stays");
    let top = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap().get::<Dict<'_>>("Outlines").unwrap();
    let costs = top.get::<Dict<'_>>("First").unwrap();
    let ground = costs.get::<Dict<'_>>("First").unwrap();
    assert_eq!(costs.get::<PdfString<'_>>("Title").unwrap().as_bytes()[..2], [0xFE, 0xFF]);
    for (item, page) in [(costs, 1), (ground, 2)] {
        let leads = item.get::<Array<'_>>("Dest").unwrap().iter::<Dict<'_>>().next().unwrap();
        assert_eq!(leads.obj_id(), pdf.pages()[page].raw().obj_id());
    }
}

#[test]
fn what_is_no_print_is_refused() {
    for bytes in [&b""[..], b"%PDF-1.7\nnothing", &print().bytes()[..200]] {
        assert!(write_paged(bytes, &[], &mut Vec::new()).is_err());
    }
}

/// As [`Writer::bytes`], with what is no stream kept in a stream of objects, and the table of objects as one too.
fn in_streams(writer: &Writer) -> Vec<u8> {
    let (plain, streams): (Vec<_>, Vec<_>) =
        writer.numbered().into_iter().partition(|(_, object)| !object.ends_with("endstream"));
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let (mut heads, mut bodies, mut table) = (String::new(), String::new(), Vec::new());
    for (at, (number, object)) in plain.iter().enumerate() {
        heads.push_str(&format!("{number} {} ", bodies.len()));
        bodies.push_str(&format!("{object} "));
        table.push((*number, 2_u8, 900_u32, at));
    }
    let entries = format!("/Type /ObjStm /N {} /First {}", plain.len(), heads.len());
    let objects = [streams, vec![(900, stream(&entries, &(heads + &bodies)))]].concat();
    for (number, object) in objects {
        table.push((number, 1, u32::try_from(bytes.len()).unwrap(), 0));
        bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let start = bytes.len();
    table.push((901, 1, u32::try_from(start).unwrap(), 0));
    let index: Vec<String> = table.iter().map(|(number, ..)| format!("{number} 1")).collect();
    let entries = format!("/Type /XRef /W [1 4 2] /Index [{}] /Size 1000 /Root 1 0 R /Info 4 0 R", index.join(" "));
    bytes.extend(format!("901 0 obj\n<< {entries} /Length {} >> stream\n", 7 * table.len()).bytes());
    for (_, kind, location, at) in &table {
        bytes.push(*kind);
        bytes.extend(location.to_be_bytes());
        bytes.extend(u16::try_from(*at).unwrap().to_be_bytes());
    }
    bytes.extend(format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n").bytes());
    bytes
}
