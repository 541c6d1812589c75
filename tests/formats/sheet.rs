//! Spreadsheets.

use factly_formats::{ExtractNote, Format, Limits, Refusal, extract};

use crate::support::{cells, headings, read, relations, zip};

const NAMES: &str = r#"xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships""#;
const STYLES: &str = r##"<numFmts><numFmt numFmtId="164" formatCode="#,##0.00\ &quot;€&quot;"/></numFmts>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs>"##;

pub(crate) fn xlsx(rows: &str) -> Vec<u8> {
    workbook("", rows, "")
}

/// A workbook of one sheet, with what stands before its rows and more attributes.
pub(crate) fn workbook(columns: &str, rows: &str, attributes: &str) -> Vec<u8> {
    let book = format!(
        "<workbook {NAMES}><sheets><sheet name=\"Costs\" sheetId=\"1\" r:id=\"a\" {attributes}/></sheets></workbook>"
    );
    let package = relations(&[("r", "officeDocument", "xl/workbook.xml")]);
    let own = relations(&[
        ("a", "worksheet", "worksheets/sheet1.xml"),
        ("b", "styles", "styles.xml"),
        ("c", "sharedStrings", "sharedStrings.xml"),
    ]);
    let strings =
        format!("<sst {NAMES}><si><t>Part</t></si><si><r><t>Co</t></r><r><t>st</t></r><rPh><t>no</t></rPh></si></sst>");
    zip(&[
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &package),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &own),
        ("xl/styles.xml", &format!("<styleSheet {NAMES}>{STYLES}</styleSheet>")),
        ("xl/sharedStrings.xml", &strings),
        ("xl/worksheets/sheet1.xml", &format!("<worksheet {NAMES}>{columns}<sheetData>{rows}</sheetData></worksheet>")),
    ])
}

pub(crate) const ROWS: &str = r#"<row r="1"><c r="A1" t="inlineStr"><is><t>Costs of the wall</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="str"><v>When</v></c><c r="D3" t="str"><v>Share</v></c></row>
    <row r="4"><c r="A4" t="str"><v>Stone</v></c><c r="B4" s="1"><f>1+1</f><v>1900000.5</v></c><c r="C4" s="2"><v>46027</v></c><c r="D4" s="3"><v>0.17</v></c></row>
    <row r="5"><c r="A5" t="str"><v>Sand</v></c><c r="D5" t="b"><v>1</v></c></row>"#;

#[test]
fn cells_stand_as_they_are_shown_and_know_their_heads() {
    let read = read("a.xlsx", &xlsx(ROWS)).expect("a spreadsheet");
    assert_eq!(read.format, Format::Spreadsheet);
    assert_eq!(
        read.text,
        "Costs\n\nCosts of the wall\nPart\tCost\tWhen\tShare\nStone\t1900000.50 €\t2026-01-05\t17.00%\nSand\t\t\tTRUE"
    );
    for cell in ["1900000.50 €@Costs!B4|Stone|Cost", "2026-01-05@Costs!C4|Stone|When", "TRUE@Costs!D5|Sand|Share"] {
        assert!(cells(&read).contains(&cell.to_owned()), "{cell} in {:?}", cells(&read));
    }
    assert_eq!((headings(&read)[0].1.as_str(), read.pages), ("Costs", Some(1)));
}

#[test]
fn cells_far_apart_cost_no_more_than_cells() {
    let rows = r#"<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>"#;
    let read = read("a.xlsx", &xlsx(rows)).expect("a spreadsheet");
    assert_eq!(read.text.split_whitespace().collect::<Vec<_>>(), ["Costs", "1", "2"]);
    assert!(cells(&read).contains(&"2@Costs!XFD1048576||".to_owned()), "{:?}", cells(&read));
}

#[test]
fn a_sheet_of_more_cells_than_can_be_placed_is_cut_short() {
    let cells_of = |n: u32| format!("<c><v>{n}</v></c>").repeat(6);
    let rows: String = (1..=100).map(|n| format!("<row>{}</row>", cells_of(n))).collect();
    let read = extract("a.xlsx", &xlsx(&rows), &Limits { entries: 10, ..Limits::default() }, &|| false);
    let read = read.expect("a spreadsheet");
    assert_eq!(cells(&read).len(), 300);
    assert!(read.text.ends_with("51\t51\t51\t51\t51\t51"), "{}", read.text);
    assert_eq!(read.notes, [ExtractNote::CutShort { what: "cells".to_owned(), limit: 300 }]);
}

/// A compound file with a workbook of one sheet, whose cells are numbers at these rows and columns.
fn xls(at: &[(u16, u16)]) -> Vec<u8> {
    let record = |kind: u16, data: &[u8]| {
        let length = u16::try_from(data.len()).expect("small");
        [kind.to_le_bytes().as_slice(), &length.to_le_bytes(), data].concat()
    };
    let begins = |kind: u8| record(0x0809, &[0, 6, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let number = |(row, column): &(u16, u16)| {
        let address = [row.to_le_bytes(), column.to_le_bytes(), [0, 0]].concat();
        record(0x0203, &[address.as_slice(), &7.5f64.to_le_bytes()].concat())
    };
    let head = begins(5).len() + record(0x0085, &[0; 13]).len() + record(0x000a, &[]).len();
    let sheet = [&u32::try_from(head).expect("small").to_le_bytes(), [0, 0, 5, 0].as_slice(), b"Costs"].concat();
    let cells: Vec<u8> = at.iter().flat_map(number).collect();
    let mut book =
        [begins(5), record(0x0085, &sheet), record(0x000a, &[]), begins(16), cells, record(0x000a, &[])].concat();
    // Streams under 4,096 bytes stand elsewhere.
    book.resize(8 * 512, 0);
    let mut head = vec![0; 512];
    head[..8].copy_from_slice(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    for (at, word) in [(24, 0x0003_003e), (28, 0x0009_fffe), (32, 6), (44, 1), (48, 1), (56, 4096), (60, !1), (68, !1)]
    {
        head[at..at + 4].copy_from_slice(&u32::to_le_bytes(word));
    }
    head[76..].fill(0xff);
    head[76..80].fill(0);
    // The table, the directory and the eight sectors of the workbook.
    let table: Vec<u32> = [!2, !1].into_iter().chain(3..10).chain([!1]).chain([!0; 118]).collect();
    let entry = |name: &str, kind: u8, first: u32, size: u32, child: u32| {
        let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        entry.resize(64, 0);
        entry.extend(u16::try_from(name.len() * 2 + 2).expect("small").to_le_bytes());
        entry.extend([kind, 1]);
        entry.extend([!0, !0, child].map(u32::to_le_bytes).concat());
        entry.resize(116, 0);
        entry.extend([first, size, 0].map(u32::to_le_bytes).concat());
        entry
    };
    let directory = [entry("Root Entry", 5, !1, 0, 1), entry("Workbook", 2, 2, 4096, !0), vec![0; 256]].concat();
    let table: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    [head, table, directory, book].concat()
}

#[test]
fn an_old_workbook_is_read_and_one_that_is_mostly_empty_space_is_refused() {
    let near = read("a.xls", &xls(&[(0, 0), (2, 1)])).expect("a spreadsheet");
    assert_eq!((near.format, near.text.as_str()), (Format::Spreadsheet, "Costs\n\n7.5\n\t7.5"));
    assert_eq!(cells(&near), ["7.5@Costs!A1||", "7.5@Costs!B3||"]);
    let far = read("a.xls", &xls(&[(0, 0), (65_535, 255)]));
    assert_eq!(far, Err(Refusal::TooLarge { what: "cells", limit: 2_000_000 }));
}

#[test]
fn an_opendocument_spreadsheet_is_read_as_it_shows_itself() {
    let names = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
        xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0""#;
    let cell = |of: &str, words: &str| format!("<table:table-cell {of}><text:p>{words}</text:p></table:table-cell>");
    let content = format!(
        "<office:document-content {names}><office:body><office:spreadsheet><table:table table:name=\"Costs\">
        <table:table-row>{}{}</table:table-row><table:table-row table:number-rows-repeated=\"2\"><table:table-cell table:number-columns-repeated=\"1024\"/></table:table-row>
        <table:table-row>{}{}</table:table-row>
        <table:table-row table:number-rows-repeated=\"1048570\"><table:table-cell table:number-columns-repeated=\"1024\"/></table:table-row>
        </table:table></office:spreadsheet></office:body></office:document-content>",
        cell("", "Part"),
        cell("", "When"),
        cell("", "Wall"),
        cell("office:value-type=\"date\" office:date-value=\"2026-01-05\"", "05.01.26")
    );
    let file = zip(&[("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", &content)]);
    let read = read("a.ods", &file).expect("a spreadsheet");
    assert_eq!(read.text, "Costs\n\nPart\tWhen\nWall\t2026-01-05");
    assert!(cells(&read).contains(&"2026-01-05@Costs!B4|Wall|When".to_owned()), "{:?}", cells(&read));
}

#[test]
fn cells_have_the_characters_and_the_moments_that_are_meant() {
    let cell = |kind: &str, style: u32, value: &str| {
        format!("<row r=\"1\"><c r=\"A1\" t=\"{kind}\" s=\"{style}\"><v>{value}</v></c></row>")
    };
    let check = |row: &str, expected: &str, why: &str| {
        assert_eq!(read("a.xlsx", &xlsx(row)).expect("a spreadsheet").text, format!("Costs\n\n{expected}"), "{why}");
    };
    check(&cell("str", 0, "a_x000D_b_x0041__x005F_x"), "a bA_x", "escapes are characters");
    check(&cell("d", 2, "2027-05-03T00:00:00"), "2027-05-03", "an ISO date by its format");
    check(&cell("n", 2, "46054.99999999999"), "2026-02-02", "a hair before midnight");
}

#[test]
fn heads_of_a_hidden_sheet_and_of_merged_cells_are_words() {
    let inline = |cell: &str, words: &str| format!("<c r=\"{cell}\" t=\"inlineStr\"><is><t>{words}</t></is></c>");
    let row = |number: u32, cells: &[(&str, &str)]| {
        let cells: String = cells.iter().map(|(column, words)| inline(&format!("{column}{number}"), words)).collect();
        format!("<row r=\"{number}\" hidden=\"1\">{cells}</row>")
    };
    let rows = row(1, &[("A", "Region"), ("B", "Cost")])
        + &row(2, &[("A", "North"), ("B", "9 EUR")])
        + &row(3, &[("B", "7 EUR")]);
    let merged = format!("{rows}</sheetData><mergeCells><mergeCell ref=\"A2:A3\"/></mergeCells><sheetData>");
    let read = read("a.xlsx", &xlsx(&merged)).expect("a table");
    let found = cells(&read);
    assert!(found.iter().any(|cell| cell.ends_with("|North|Cost")), "{found:?}");
    assert!(found.iter().any(|cell| cell.ends_with("|Region: North|Cost")), "{found:?}");
}
