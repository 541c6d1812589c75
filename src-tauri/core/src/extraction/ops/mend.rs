//! Making strict JSON of what models write nearly right: comments, commas before a bracket, raw line ends in a text.
//!
//! In one pass over a text whose brackets are closed. What has other faults is no JSON, and nothing of it is taken.

use std::borrow::Cow;

use serde::de::IgnoredAny;

/// The text if it is JSON, or as the JSON that it nearly is.
pub(super) fn tidied(text: &str) -> Option<Cow<'_, str>> {
    let is_json = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
    if is_json(text) {
        return Some(Cow::Borrowed(text));
    }
    Some(rewritten(text)).filter(|text| is_json(text)).map(Cow::Owned)
}

fn rewritten(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '"' => copy_text(rest, &mut out),
            '/' | '#' => comment(rest),
            _ => {
                if matches!(c, '}' | ']') {
                    // The comma that nothing follows.
                    let end = out.trim_end().len();
                    if out[..end].ends_with(',') {
                        out.truncate(end - 1);
                    }
                }
                out.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
    out
}

/// Copies the text that begins here with its control characters escaped. Returns its length.
fn copy_text(text: &str, out: &mut String) -> usize {
    out.push('"');
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
        if c == '"' && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The length of the comment that begins here; of a lone mark, which is no JSON, that of the mark.
fn comment(text: &str) -> usize {
    match text.as_bytes() {
        [b'/', b'*', ..] => text.find("*/").map_or(text.len(), |end| end + 2),
        [b'#', ..] | [b'/', b'/', ..] => text.find('\n').unwrap_or(text.len()),
        _ => 1,
    }
}
