//! Links of Factly's own in a document that comes in: citations, and images that are not in it.

use super::body::image_link;
use crate::report::block::{RunContent, Style, TextRun, words};
use crate::report::markdown::is_label;

/// Links of Factly's as what they stand for: a citation, or an image that is not in the document.
pub(super) fn cited(runs: Vec<TextRun>) -> Vec<TextRun> {
    let mut out: Vec<TextRun> = Vec::with_capacity(runs.len());
    let mut at = 0;
    while at < runs.len() {
        let Some(link) = runs[at].link.as_deref().filter(|link| link.starts_with("factly://")) else {
            out.push(runs[at].clone());
            at += 1;
            continue;
        };
        let end = (at..runs.len()).find(|next| runs[*next].link.as_deref() != Some(link)).unwrap_or(runs.len());
        out.extend(link_runs(&words(&runs[at..end]), link));
        at = end;
    }
    out
}

fn link_runs(text: &str, link: &str) -> Vec<TextRun> {
    let plain = |content| TextRun { content, style: Style::default(), link: None };
    if let Some((target, named)) = named_image(link) {
        let alt = if text == target { String::new() } else { text.to_owned() };
        return vec![plain(RunContent::Image { target, alt, named })];
    }
    let label = |text: &str| Some(text.trim_matches(['[', ']'])).filter(|label| is_label(label)).map(str::to_owned);
    match text.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?))) {
        Some((before, (inside, after))) if is_label(inside) => {
            let citation = plain(RunContent::Citation { label: inside.to_owned(), target: Some(link.to_owned()) });
            let pieces =
                [plain(RunContent::Text(before.to_owned())), citation, plain(RunContent::Text(after.to_owned()))];
            pieces.into_iter().filter(|run| run.content != RunContent::Text(String::new())).collect()
        }
        _ => match label(text) {
            Some(label) => vec![plain(RunContent::Citation { label, target: Some(link.to_owned()) })],
            None => vec![TextRun { link: Some(link.to_owned()), ..TextRun::text(text) }],
        },
    }
}

/// Reads the address of an image again.
pub(super) fn named_image(link: &str) -> Option<(String, bool)> {
    let rest = link.strip_prefix("factly://")?;
    let (kind, target) = rest.split_once('/')?;
    let named = match kind {
        "named" => true,
        "image" => false,
        _ => return None,
    };
    let target = unescaped(target);
    debug_assert!(image_link(&target, named).starts_with("factly://"));
    Some((target, named))
}

fn unescaped(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let hex = behind.get(..2).filter(|_| first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                rest = &behind[2..];
            }
            None => {
                out.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
