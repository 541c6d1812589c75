//! A document's own metadata: title, authors, date, the labels of its pages, files that are embedded.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, DateTime, Dict, Name, Object, Stream, String as PdfString};

use super::letters;
use crate::extract::Metadata;

/// Trees of names and numbers are followed so deep.
const DEEP: u8 = 32;
/// So many leaves of a tree are read.
const LEAVES: usize = 20_000;

pub(super) fn catalog(pdf: &Pdf) -> Dict<'_> {
    pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default()
}

/// Title, authors and date, of the information dictionary or else of the XMP packet.
pub(super) fn metadata(pdf: &Pdf) -> Metadata {
    let info = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| bytes.as_deref().map(letters::decode).and_then(filled);
    let packet = catalog(pdf).get::<Stream<'_>>(b"Metadata").and_then(|stream| stream.decoded_data().ok());
    let packet = packet.map(|packet| String::from_utf8_lossy(&packet).into_owned()).unwrap_or_default();
    let authors =
        text(&info.author).map(|authors| authors.split(';').filter_map(|one| filled(one.to_owned())).collect());
    let date = info.creation_date.as_ref().or(info.modification_date.as_ref()).map(date);
    Metadata {
        title: text(&info.title).or_else(|| items(&packet, "dc:title").into_iter().next()),
        authors: authors.unwrap_or_else(|| items(&packet, "dc:creator")),
        date: date.or_else(|| element(&packet, "xmp:CreateDate").and_then(|date| filled(date.to_owned()))),
    }
}

fn filled(text: String) -> Option<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

fn date(date: &DateTime) -> String {
    let DateTime { year, month, day, hour, minute, second, .. } = *date;
    let offset = i32::from(date.utc_offset_hour) * 60;
    let (sign, offset) = if offset < 0 { ('-', -offset) } else { ('+', offset) };
    let zone = match offset + i32::from(date.utc_offset_minute) {
        0 => "Z".to_owned(),
        offset => format!("{sign}{:02}:{:02}", offset / 60, offset % 60),
    };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}")
}

/// Returns the content of an element of an XMP packet, or of an attribute of that name.
fn element<'x>(packet: &'x str, name: &str) -> Option<&'x str> {
    let after = &packet[packet.find(name)? + name.len()..];
    if let Some(value) = after.strip_prefix("=\"") {
        return value.split('"').next();
    }
    let inner = after.split_once('>')?.1;
    inner.split_once(&format!("</{name}>")).map(|(inner, _)| inner)
}

/// The items of a list in an XMP packet.
fn items(packet: &str, name: &str) -> Vec<String> {
    let list = element(packet, name).unwrap_or_default();
    let parts = list.split("<rdf:li").skip(1).filter_map(|item| item.split_once('>')?.1.split_once("</rdf:li>"));
    parts.filter_map(|(item, _)| filled(unescaped(item))).collect()
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'").replace("&amp;", "&")
}

/// Returns whether the table of objects is where the document says; else it was looked for, and something may be
/// missing.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(2048)..];
    let text = String::from_utf8_lossy(tail);
    let offset =
        text.rsplit_once("startxref").and_then(|(_, after)| after.split_whitespace().next()?.parse::<usize>().ok());
    let header = bytes.windows(5).take(1024).position(|window| window == b"%PDF-").unwrap_or(0);
    let is_table = |at: usize| {
        let start = bytes.get(at..).unwrap_or_default().trim_ascii_start();
        start.starts_with(b"xref") || start.first().is_some_and(u8::is_ascii_digit)
    };
    offset.is_some_and(|offset| is_table(offset) || is_table(offset + header))
}

/// The labels that are printed on pages.
#[derive(Default)]
pub(super) struct Labels {
    /// From which page on, by start: style, prefix and first number.
    ranges: Vec<(u32, Option<u8>, String, u32)>,
}

pub(super) fn labels(pdf: &Pdf) -> Labels {
    let mut labels = Labels::default();
    if let Some(tree) = catalog(pdf).get::<Dict<'_>>(b"PageLabels") {
        leaves(&tree, b"Nums", DEEP, &mut |key, value| {
            let Object::Dict(label) = value else { return };
            let Some(start) = key.into_i32().and_then(|key| u32::try_from(key).ok()) else { return };
            let style = label.get::<Name<'_>>(b"S").and_then(|style| style.as_str().bytes().next());
            let prefix = label.get::<PdfString<'_>>(b"P").map(|prefix| letters::decode(prefix.as_bytes()));
            labels.ranges.push((start, style, prefix.unwrap_or_default(), label.get::<u32>(b"St").unwrap_or(1)));
        });
    }
    labels.ranges.sort_by_key(|range| range.0);
    labels
}

impl Labels {
    /// The label of a page, where it differs from its number.
    pub(super) fn label(&self, number: u32) -> Option<String> {
        let (start, style, prefix, first) = self.ranges.iter().rev().find(|range| range.0 < number)?;
        let count = first.saturating_add(number - 1 - start);
        let counted = match style {
            Some(b'D') => count.to_string(),
            Some(b'r') => roman(count),
            Some(b'R') => roman(count).to_uppercase(),
            Some(b'a') => alphabetic(count),
            Some(b'A') => alphabetic(count).to_uppercase(),
            _ => String::new(),
        };
        Some(format!("{prefix}{counted}")).filter(|label| !label.is_empty() && *label != number.to_string())
    }
}

fn roman(mut number: u32) -> String {
    const PARTS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut roman = String::new();
    if number > 5000 {
        return number.to_string();
    }
    for (value, part) in PARTS {
        while number >= value {
            roman.push_str(part);
            number -= value;
        }
    }
    roman
}

/// a to z, then aa to zz.
fn alphabetic(number: u32) -> String {
    let at = number.saturating_sub(1);
    let letter = char::from(b'a' + (at % 26) as u8);
    std::iter::repeat_n(letter, (at / 26 + 1).min(20) as usize).collect()
}

/// Visits the pairs at the leaves of a tree of names or numbers.
pub(super) fn leaves<'p>(tree: &Dict<'p>, key: &[u8], deep: u8, visit: &mut impl FnMut(Object<'p>, Object<'p>)) {
    if let Some(pairs) = tree.get::<Array<'p>>(key) {
        let mut pairs = pairs.iter::<Object<'p>>().take(LEAVES);
        while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
            visit(key, value);
        }
    }
    if let Some(kids) = tree.get::<Array<'p>>(b"Kids").filter(|_| deep > 0) {
        for kid in kids.iter::<Dict<'p>>().take(LEAVES) {
            leaves(&kid, key, deep - 1, visit);
        }
    }
}

/// Counts the embedded files; none is opened.
pub(super) fn embedded(pdf: &Pdf) -> u64 {
    let names = catalog(pdf).get::<Dict<'_>>(b"Names").and_then(|names| names.get::<Dict<'_>>(b"EmbeddedFiles"));
    let mut count = 0;
    if let Some(tree) = names {
        leaves(&tree, b"Names", DEEP, &mut |_, _| count += 1);
    }
    count
}
