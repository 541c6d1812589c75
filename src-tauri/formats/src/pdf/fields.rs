//! Text of notes and filled fields that no appearance is given for: it is shown by readers, and drawn by none here.

use hayro::hayro_interpret::RectExt;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Rect, String as PdfString};
use hayro::hayro_syntax::page::Page;
use hayro::kurbo::Affine;

use super::letters;
use super::words::PdfWord;

const HIDDEN: u32 = 1 << 1 | 1 << 5;
/// Fields take their kind and value from what is so many levels above.
const DEEP: usize = 8;

/// The words of a page's notes and fields, in their rectangles.
pub(super) fn words(page: &Page<'_>, transform: Affine) -> Vec<PdfWord> {
    let Some(notes) = page.raw().get::<Array<'_>>(b"Annots") else { return Vec::new() };
    let texts = notes.iter::<Dict<'_>>().filter_map(|note| Some((note.get::<Rect>(b"Rect")?, text(&note)?)));
    texts.flat_map(|(rect, text)| placed(&text, transform.transform_rect_bbox(rect.to_kurbo()))).collect()
}

/// Returns the text, where there is no appearance to be interpreted.
fn text(note: &Dict<'_>) -> Option<String> {
    let is_drawn = note.get::<Dict<'_>>(b"AP").is_some_and(|appearance| appearance.contains_key(b"N"));
    if is_drawn || note.get::<u32>(b"F").unwrap_or(0) & HIDDEN != 0 {
        return None;
    }
    let content = match note.get::<Name<'_>>(b"Subtype")?.as_str() {
        "FreeText" => note.get::<PdfString<'_>>(b"Contents"),
        "Widget" => value(note),
        _ => None,
    };
    content.map(|content| letters::decode(content.as_bytes()))
}

/// The value of a field of text or choice.
fn value<'p>(field: &Dict<'p>) -> Option<PdfString<'p>> {
    let is_text =
        inherited(field, b"FT").and_then(Object::into_name).is_some_and(|kind| matches!(kind.as_str(), "Tx" | "Ch"));
    if is_text { inherited(field, b"V").and_then(Object::into_string) } else { None }
}

fn inherited<'p>(field: &Dict<'p>, key: &[u8]) -> Option<Object<'p>> {
    let parents = std::iter::successors(Some(field.clone()), |field| field.get::<Dict<'p>>(b"Parent"));
    parents.take(DEEP).find_map(|field| field.get::<Object<'p>>(key))
}

/// Words spread over their rectangle, line by line.
fn placed(text: &str, rect: hayro::kurbo::Rect) -> Vec<PdfWord> {
    let lines: Vec<&str> = text.split(['\r', '\n']).filter(|line| !line.trim().is_empty()).collect();
    let high = rect.height() / lines.len().max(1) as f64;
    let most = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1) as f64;
    let step = (rect.width() / most).min(0.6 * high);
    let mut words = Vec::new();
    for (line, at) in lines.iter().zip(0..) {
        let base = rect.y0 + high * (f64::from(at) + 0.8);
        let mut start = rect.x0;
        for part in line.split_inclusive(char::is_whitespace) {
            let end = start + step * part.trim_end().chars().count() as f64;
            if end > start {
                words.push(PdfWord::plain(letters::plain(part.trim_end()), start..end, base, 0.8 * high));
            }
            start += step * part.chars().count() as f64;
        }
    }
    words
}
