//! Small documents made on the spot, and short ways to read them.

use std::io::{Cursor, Write};

use factly_formats::{Extract, Format, Limits, Place, Refusal, extract};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub(crate) fn read(name: &str, bytes: &[u8]) -> Result<Extract, Refusal> {
    extract(name, bytes, &Limits::default(), &|| false)
}

pub(crate) fn text_of(name: &str, bytes: &[u8]) -> String {
    read(name, bytes).unwrap_or_else(|refusal| panic!("{name}: {refusal}")).text
}

pub(crate) fn format_of(name: &str, bytes: &[u8]) -> Result<Format, Refusal> {
    read(name, bytes).map(|read| read.format)
}

/// The words that stand at each place, with the place.
pub(crate) fn placed(read: &Extract) -> Vec<(String, Place)> {
    let chars: Vec<char> = read.text.chars().collect();
    let words = |placed: &factly_formats::PlacedPart| {
        chars[placed.chars.start as usize..placed.chars.end as usize].iter().collect::<String>()
    };
    read.places.iter().map(|placed| (words(placed), placed.place.clone())).collect()
}

/// The places of cells, as `words@cell|row|column`.
pub(crate) fn cells(read: &Extract) -> Vec<String> {
    placed(read)
        .into_iter()
        .filter_map(|(words, location)| match location {
            Place::Cell { sheet, cell, row, column } => {
                let sheet = if sheet.is_empty() { sheet } else { sheet + "!" };
                Some(format!("{words}@{sheet}{cell}|{}|{}", row.unwrap_or_default(), column.unwrap_or_default()))
            }
            _ => None,
        })
        .collect()
}

/// The headings, with their levels and the words under them.
pub(crate) fn headings(read: &Extract) -> Vec<(u8, String, String)> {
    placed(read)
        .into_iter()
        .filter_map(|(words, location)| match location {
            Place::Heading { level, text } => Some((level, text, words)),
            _ => None,
        })
        .collect()
}

/// An archive with these parts, the first one stored.
pub(crate) fn zip(parts: &[(&str, &str)]) -> Vec<u8> {
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    zip_of(&parts)
}

/// An archive with these parts of bytes, the first one stored.
pub(crate) fn zip_of(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (at, (name, bytes)) in parts.iter().enumerate() {
        let method = if at == 0 { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method)).expect("a part begins");
        writer.write_all(bytes).expect("a part is written");
    }
    writer.finish().expect("an archive ends").into_inner()
}

const TYPES: &str = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
const WORD: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"
    xmlns:v="urn:schemas-microsoft-com:vml" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture""#;

pub(crate) fn relations(of: &[(&str, &str, &str)]) -> String {
    let one = |(id, kind, target): &(&str, &str, &str)| {
        let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
        format!(r#"<Relationship Id="{id}" Type="{types}/{kind}" Target="{target}"/>"#)
    };
    let all: String = of.iter().map(one).collect();
    format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{all}</Relationships>"#
    )
}

/// A DOCX with this body, and further parts by their kind: "styles", "footnotes".
pub(crate) fn docx(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let targets: Vec<String> = parts.iter().map(|(kind, _)| format!("{kind}.xml")).collect();
    let of: Vec<(&str, &str, &str)> =
        parts.iter().zip(&targets).map(|((kind, _), target)| (*kind, *kind, target.as_str())).collect();
    let document = format!("<w:document {WORD}><w:body>{body}</w:body></w:document>");
    let names: Vec<(String, String)> = parts
        .iter()
        .map(|(kind, inside)| (format!("word/{kind}.xml"), format!("<w:{kind} {WORD}>{inside}</w:{kind}>")))
        .collect();
    let (package, own) = (relations(&[("r", "officeDocument", "word/document.xml")]), relations(&of));
    let mut all = vec![
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", package.as_str()),
        ("word/document.xml", document.as_str()),
        ("word/_rels/document.xml.rels", own.as_str()),
    ];
    all.extend(names.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    zip(&all)
}

/// A paragraph of a DOCX, with properties before its words.
pub(crate) fn p(properties: &str, words: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>")
}
