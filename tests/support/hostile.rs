//! Hostile documents, made by a seed: of each format one whose lengths lie, that nests, repeats, refers to itself, is cut or
//! has bits flipped. The same seed makes the same file.
#![allow(dead_code, reason = "each suite takes what it needs")]

/// A document, and in what way it is hostile.
pub(crate) struct HostileFile {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) const KINDS: [&str; 6] = ["lies", "nests", "repeats", "cycles", "cut", "flipped"];
pub(crate) const FORMATS: [&str; 17] = [
    "txt", "md", "csv", "html", "eml", "mbox", "srt", "vtt", "rtf", "docx", "pptx", "xlsx", "odt", "ods", "epub",
    "zip", "pdf",
];

/// Returns a document of about `size` bytes at most: each seed has its format and kind, in turn.
pub(crate) fn hostile(seed: u64, size: usize) -> HostileFile {
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (formats, kinds) = (FORMATS.len() as u64, KINDS.len() as u64);
    let format = FORMATS[(seed % formats) as usize];
    let kind = KINDS[(seed / formats % kinds) as usize];
    let bytes = match kind {
        "nests" | "repeats" => document(format, &repeated(format, kind, size, &mut chance)),
        "cycles" => document(format, cycle(format)),
        "lies" => lying(document(format, sample(format)), &mut chance),
        "cut" => {
            let whole = document(format, sample(format));
            let end = chance.below(whole.len());
            whole[..end].to_vec()
        }
        _ => flipped(document(format, sample(format)), &mut chance),
    };
    HostileFile { name: format!("{kind}-{seed}.{format}"), kind, bytes }
}

/// Numbers that look like chance (xorshift).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

/// Numbers that a length may claim to be.
const CLAIMS: [&str; 9] = ["0", "1", "65535", "65536", "16777216", "2147483647", "4294967295", "99999999999", "-1"];

/// A document some of whose numbers are others: those that are written, and those of four bytes.
fn lying(mut bytes: Vec<u8>, chance: &mut Chance) -> Vec<u8> {
    for _ in 0..1 + chance.below(4) {
        let from = chance.below(bytes.len());
        let written = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at);
        match written.filter(|_| chance.below(3) > 0) {
            Some(at) => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let claim = chance.one_of(&CLAIMS);
                bytes.splice(at..at + length, claim.bytes());
            }
            None => {
                let claim = [0_u32, 1, 0xffff, 0x7fff_ffff, u32::MAX][chance.below(5)].to_le_bytes();
                let end = (from + 4).min(bytes.len());
                bytes[from..end].copy_from_slice(&claim[..end - from]);
            }
        }
    }
    bytes
}

fn flipped(mut bytes: Vec<u8>, chance: &mut Chance) -> Vec<u8> {
    for _ in 0..1 + chance.below(16) {
        let at = chance.below(bytes.len());
        bytes[at] ^= 1 << chance.below(8);
    }
    bytes
}

/// Signs that stand in a text again and again, or open and never close.
const SIGNS: [&str; 40] = [
    "&",
    "<",
    ">",
    "> ",
    ";",
    "&amp",
    "\"",
    "'",
    "[",
    "(",
    "{",
    "*",
    "_",
    "`",
    "~",
    "^",
    "$",
    "!",
    "?",
    ".",
    ", ",
    "- ",
    "# ",
    "1. ",
    "1",
    "1,",
    "a",
    "a,b\n",
    "a,b\na,b,c\n",
    "1,2\n",
    "a\tb\n",
    "|a|b|\n",
    ">\n\n",
    "From: a\n",
    "日",
    "°",
    "\u{a0}",
    "\u{301}",
    "\u{202e}",
    "\n",
];
const SENTENCES: [&str; 10] = [
    "The wall is 5 m long. ",
    "The wall is 5 m long.\n",
    "The gate costs 450 [1] EUR. ",
    "A: Why?\nB: Because.\n",
    "Ab: c ",
    "From anna@example.org Tue Mar  3 10:00:00 2026\n\n",
    "If it rains, not the wall but the gate is 5 to 7 m wide, says Ada. ",
    "On 2 March 2026, Ada wrote:\n> a\n",
    "From: a\nDate: 2 March 2026\n\n",
    "3 x 10^6 ",
];
const TAGS: [&str; 24] = [
    "<b>",
    "<b><p>",
    "<i>a",
    "<div>",
    "<p>",
    "<li>a",
    "<ul><li>a",
    "<table><tr><td>a",
    "<td rowspan=9>a",
    "<blockquote>",
    "<a href=x>b</a>",
    "1<sup>1</sup>",
    "<span hidden>a",
    "<style>a{color:white}</style>",
    "<select><option>",
    "<svg>",
    "<math>",
    "<pre>",
    "<h1>a",
    "<!--",
    "<a b='",
    "&<!---->",
    "&<i></i>",
    "<img src=\"data:image/png;base64,AAAA\">",
];

fn repeated(format: &str, kind: &str, size: usize, chance: &mut Chance) -> String {
    let own: &[&str] = match (format, kind) {
        ("html" | "epub" | "md", _) => &TAGS,
        ("docx", "nests") => {
            &["<w:p>", "<w:tbl><w:tr><w:tc>", "<w:sdt><w:sdtContent>", "<w:ins><w:r>", "<mc:AlternateContent>"]
        }
        ("docx", _) => &[
            "<w:p/>",
            "<w:p><w:r><w:t>a 5 m</w:t></w:r></w:p>",
            "<w:r><w:tab/></w:r>",
            "<w:p><w:r><w:footnoteReference w:id=\"1\"/></w:r></w:p>",
        ],
        ("pptx", _) => &["<p:sp>", "<p:grpSp>", "<a:p><a:r><a:t>a</a:t></a:r></a:p>", "<a:tbl><a:tr><a:tc>"],
        ("xlsx", _) => &[
            "<row r=\"9\"><c r=\"XFD9\"><v>1</v></c></row>",
            "<row><c><v>1</v></c></row>",
            "<row><c t=\"s\"><v>0</v></c></row>",
            "<c><v>1</v></c>",
        ],
        ("odt" | "ods", "nests") => {
            &["<text:p><text:span>", "<text:list><text:list-item>", "<table:table><table:table-row><table:table-cell>"]
        }
        ("odt" | "ods", _) => &[
            "<text:p>a 5 m</text:p>",
            "<text:p><text:s text:c=\"999999\"/></text:p>",
            "<table:table><table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell table:number-columns-repeated=\"16000\"><text:p>a</text:p></table:table-cell></table:table-row></table:table>",
            "<table:table><table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell><text:p>The wall is 5 m long.</text:p></table:table-cell></table:table-row></table:table>",
        ],
        ("rtf", "nests") => &["{", "{\\b ", "{\\*\\x "],
        ("rtf", _) => &["\\par a", "\\u233?", "\\'e9", "\\trowd a\\cell\\row", "\\bin9 "],
        ("pdf", "nests") => &["q ", "BT ", "[", "<<", "BI ", "/F Do "],
        ("pdf", _) => {
            &["(a)Tj ", "1 0 Td(a)Tj ", "0 0 m 9 9 l ", "/F Do ", "0 0 1 1 re f ", "/F 1 Tf ", "1e38 0 0 1e38 0 0 cm "]
        }
        _ => &[],
    };
    let of_text = || if kind == "nests" { SIGNS.as_slice() } else { SENTENCES.as_slice() };
    let all = if own.is_empty() || own.len() > 20 && chance.below(3) == 0 { of_text() } else { own };
    let one = chance.one_of(all);
    let again = chance.one_of(all);
    let pair = if chance.below(2) == 0 { one.to_owned() } else { format!("{one}{again}") };
    pair.repeat(1 + chance.below(size) / pair.len())
}

/// The inside of a small document that is as it should be.
fn sample(format: &str) -> &'static str {
    match format {
        "html" | "epub" => "<h1>Wall</h1><p>The wall is 5 m long.</p><table><tr><td rowspan=2 colspan=3>a<td>5</table>",
        "docx" => {
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"1\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr><w:r><w:t>The wall is 5 m long.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val=\"2\"/></w:tcPr><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        }
        "pptx" => "<p:sp><p:txBody><a:p><a:r><a:t>The wall is 5 m long.</a:t></a:r></a:p></p:txBody></p:sp>",
        "xlsx" => "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\"><v>45000</v></c></row>",
        "odt" | "ods" => {
            "<text:p>The wall is 5 m long.</text:p><table:table><table:table-row table:number-rows-repeated=\"2\"><table:table-cell table:number-columns-repeated=\"3\"><text:p>5 m</text:p></table:table-cell></table:table-row></table:table>"
        }
        "rtf" => "\\ansicpg1252 The wall is 5 m long.\\par\\trowd\\cellx100 a\\cell\\row {\\pict\\bin4 aaaa}",
        "pdf" => "BT /F 12 Tf 50 700 Td (The wall is 5 m long.) Tj ET",
        "srt" | "vtt" => "00:00:01,000 --> 00:00:02,000\nThe wall is 5 m long.\n",
        "csv" => "What,Length\nWall,5 m\n\"Gate\nhouse\",7 m\n",
        _ => "# Wall\n\nThe wall is 5 m long. The gate costs 450 EUR.\n\n> quoted\n",
    }
}

/// Returns a part that refers to itself, where a format has references.
fn cycle(format: &str) -> &'static str {
    match format {
        "docx" => {
            "<w:p><w:pPr><w:pStyle w:val=\"A\"/></w:pPr><w:r><w:footnoteReference w:id=\"1\"/><w:t>a</w:t></w:r></w:p>"
        }
        "odt" | "ods" => "<text:p text:style-name=\"A\">a</text:p>",
        "pdf" => "/X Do BT /F 12 Tf (a) Tj ET /X Do",
        "html" | "epub" => "<svg><use href=\"#a\" id=a></svg><iframe src=\"a.xhtml\"></iframe><p>a",
        "md" => "[a]: #a\n[a][a]\n[^1]: [^1]\n",
        _ => "[1] [1] see above, see below.\n",
    }
}

/// A document of a format with this inside.
fn document(format: &str, inside: &str) -> Vec<u8> {
    let text = |parts: &[&str]| parts.concat().into_bytes();
    match format {
        "html" => text(&["<!doctype html><body>", inside]),
        "eml" => text(&["MIME-Version: 1.0\nFrom: a@b.org\nSubject: a\nContent-Length: 99\n\n", inside]),
        "mbox" => {
            text(&["From a@b.org Mon Jan 5 10:00:00 2026\nMIME-Version: 1.0\nFrom: a@b.org\nSubject: a\n\n", inside])
        }
        "srt" => text(&["1\n00:00:01,000 --> 00:00:02,000\n", inside]),
        "vtt" => text(&["WEBVTT\n\n00:01.000 --> 00:02.000\n", inside]),
        "rtf" => text(&["{\\rtf1 ", inside, "}"]),
        "pdf" => pdf(inside),
        "docx" => docx(inside),
        "pptx" => pptx(inside),
        "xlsx" => xlsx(inside),
        "odt" | "ods" => opendocument(format, inside),
        "epub" => epub(inside),
        "zip" => zip(&[("a.md", inside), ("b/c.txt", inside), ("a.md", "again")]),
        _ => inside.as_bytes().to_vec(),
    }
}

const OFFICE: &str = "http://schemas.openxmlformats.org";
const TYPES: (&str, &str) =
    ("[Content_Types].xml", "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>");

/// Relationships, as `kind=target`.
fn relations(of: &[&str]) -> String {
    let one = |(number, (kind, target)): (usize, (&str, &str))| {
        format!(
            "<Relationship Id=\"r{number}\" Type=\"{OFFICE}/officeDocument/2006/relationships/{kind}\" Target=\"{target}\"/>"
        )
    };
    let all: String = of.iter().filter_map(|one| one.split_once('=')).enumerate().map(one).collect();
    format!("<Relationships xmlns=\"{OFFICE}/package/2006/relationships\">{all}</Relationships>")
}

fn docx(body: &str) -> Vec<u8> {
    let names =
        format!("xmlns:w=\"{OFFICE}/wordprocessingml/2006/main\" xmlns:mc=\"{OFFICE}/markup-compatibility/2006\"");
    let document = format!("<w:document {names}><w:body>{body}</w:body></w:document>");
    let styles = format!(
        "<w:styles {names}><w:style w:styleId=\"A\"><w:basedOn w:val=\"B\"/></w:style><w:style w:styleId=\"B\"><w:basedOn w:val=\"A\"/></w:style></w:styles>"
    );
    let notes = format!(
        "<w:footnotes {names}><w:footnote w:id=\"1\"><w:p><w:r><w:footnoteReference w:id=\"1\"/></w:r></w:p></w:footnote></w:footnotes>"
    );
    let rels = relations(&["officeDocument=word/document.xml"]);
    let inner = relations(&["styles=styles.xml", "footnotes=footnotes.xml"]);
    zip(&[
        TYPES,
        ("_rels/.rels", &rels),
        ("word/document.xml", &document),
        ("word/_rels/document.xml.rels", &inner),
        ("word/styles.xml", &styles),
        ("word/footnotes.xml", &notes),
    ])
}

fn pptx(shapes: &str) -> Vec<u8> {
    let names = format!(
        "xmlns:p=\"{OFFICE}/presentationml/2006/main\" xmlns:a=\"{OFFICE}/drawingml/2006/main\" xmlns:r=\"{OFFICE}/officeDocument/2006/relationships\""
    );
    let deck = format!(
        "<p:presentation {names}><p:sldIdLst><p:sldId id=\"256\" r:id=\"r0\"/><p:sldId id=\"257\" r:id=\"r0\"/></p:sldIdLst></p:presentation>"
    );
    let slide = format!("<p:sld {names}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
    let (rels, inner) = (relations(&["officeDocument=ppt/presentation.xml"]), relations(&["slide=slides/slide1.xml"]));
    zip(&[
        TYPES,
        ("_rels/.rels", &rels),
        ("ppt/presentation.xml", &deck),
        ("ppt/_rels/presentation.xml.rels", &inner),
        ("ppt/slides/slide1.xml", &slide),
    ])
}

fn xlsx(rows: &str) -> Vec<u8> {
    let names =
        format!("xmlns=\"{OFFICE}/spreadsheetml/2006/main\" xmlns:r=\"{OFFICE}/officeDocument/2006/relationships\"");
    let book = format!("<workbook {names}><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r0\"/></sheets></workbook>");
    let sheet =
        format!("<worksheet {names}><dimension ref=\"A1:XFD1048576\"/><sheetData>{rows}</sheetData></worksheet>");
    let strings = format!(
        "<sst {names} count=\"4294967295\" uniqueCount=\"4294967295\"><si><t>The wall is 5 m long.</t></si></sst>"
    );
    let rels = relations(&["officeDocument=xl/workbook.xml"]);
    let inner = relations(&["worksheet=worksheets/sheet1.xml", "sharedStrings=sharedStrings.xml"]);
    zip(&[
        TYPES,
        ("_rels/.rels", &rels),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &inner),
        ("xl/sharedStrings.xml", &strings),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

fn opendocument(format: &str, body: &str) -> Vec<u8> {
    let kind = if format == "odt" { "text" } else { "spreadsheet" };
    let of = "urn:oasis:names:tc:opendocument:xmlns";
    let content = format!(
        "<office:document-content xmlns:office=\"{of}:office:1.0\" xmlns:text=\"{of}:text:1.0\" xmlns:table=\"{of}:table:1.0\" xmlns:style=\"{of}:style:1.0\"><office:automatic-styles><style:style style:name=\"A\" style:parent-style-name=\"A\"/></office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    let mime = format!("application/vnd.oasis.opendocument.{kind}");
    zip(&[("mimetype", &mime), ("content.xml", &content)])
}

fn epub(body: &str) -> Vec<u8> {
    let container = "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles><rootfile full-path=\"a.opf\"/></rootfiles></container>";
    let package = "<package xmlns=\"http://www.idpf.org/2007/opf\"><manifest><item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\" fallback=\"a\"/></manifest><spine toc=\"a\"><itemref idref=\"a\"/><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>";
    let chapter = format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>{body}</body></html>");
    zip(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("a.opf", package),
        ("a.xhtml", &chapter),
    ])
}

/// A page that shows `content`, with a form that draws itself.
fn pdf(content: &str) -> Vec<u8> {
    let resources = "/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R/Outlines 7 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R{resources}>>"),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        format!("<</Type/XObject/Subtype/Form/BBox[0 0 9 9]{resources}/Length 12>>stream\n/X Do /X Do \nendstream"),
        "<</First 8 0 R/Last 8 0 R>>".to_owned(),
        "<</Title(a)/Parent 7 0 R/Next 8 0 R/First 8 0 R/Dest[3 0 R/Fit]>>".to_owned(),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let trailer = format!("trailer<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    (file + &table + &trailer).into_bytes()
}

/// An archive of these parts as they are.
fn zip(parts: &[(&str, &str)]) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    for (name, text) in parts {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let (size, named, sum) = (number(text.len()), number(name.len()), crc(text.as_bytes()).to_le_bytes());
        let head = [[20, 0, 0, 0, 0, 0, 0, 0, 0, 0].as_slice(), &sum, &size, &size, &named[..2], &[0, 0]].concat();
        let at = number(file.len());
        file.extend([b"PK\x03\x04".as_slice(), &head, name.as_bytes(), text.as_bytes()].concat());
        list.extend([b"PK\x01\x02\x14\0".as_slice(), &head, &[0; 10], &at, name.as_bytes()].concat());
    }
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let (count, listed, before) = (number(parts.len()), number(list.len()), number(file.len()));
    let end = [b"PK\x05\x06\0\0\0\0".as_slice(), &count[..2], &count[..2], &listed, &before, &[0, 0]].concat();
    [file, list, end].concat()
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
}
