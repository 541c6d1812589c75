//! The text of a fact for a reader.

use serde_json::Value as Json;

use crate::keys::KeyDef;
use crate::values::Value;

/// A reader's line is at most this long; the value is kept whole.
const MAX_LINE: usize = 300;
const MAX_QUOTE: usize = 80;

/// "Total budget: €1,200.00".
pub(super) fn sentence(key: &KeyDef, value: &Value) -> String {
    format!("{}: {}", key.label, abridged(&value.reading(), MAX_LINE))
}

/// Returns the claim, where it could not be typed or proven: the key's label or path, and the value as it came.
pub(super) fn claim(label: &str, value: &Json) -> String {
    match spoken(value) {
        Some(words) if label.is_empty() => words,
        Some(words) => format!("{label}: {words}"),
        None => label.to_owned(),
    }
}

/// As [`claim`], with the quote that is not in the source, unless that is the claim again.
pub(super) fn unproven(claim: &str, quote: &str) -> String {
    let is_claim = quote.trim() == claim;
    let quote = abridged(quote, MAX_QUOTE);
    match (claim.is_empty(), quote.is_empty()) {
        _ if is_claim => claim.to_owned(),
        (_, true) => claim.to_owned(),
        (true, false) => format!("“{quote}”"),
        (false, false) => format!("{claim} (“{quote}”)"),
    }
}

/// A value as a person would say it, without having been typed.
fn spoken(value: &Json) -> Option<String> {
    let words = match value {
        Json::Null => return None,
        Json::String(text) => text.clone(),
        Json::Object(fields)
            if !fields.is_empty()
                && fields.len() <= 4
                && fields.values().all(|value| !value.is_object() && !value.is_array()) =>
        {
            fields.values().filter_map(spoken).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    };
    let words = abridged(&words, MAX_LINE);
    (!words.is_empty()).then_some(words)
}

/// On one line, and cut where it is longer than `limit` characters.
pub(super) fn abridged(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut left = limit;
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        let mut chars = word.char_indices();
        match chars.nth(left) {
            None => out.push_str(word),
            Some((at, _)) => {
                out.push_str(&word[..at]);
                out.push('…');
                return out;
            }
        }
        left = left.saturating_sub(word.chars().count() + 1);
        if left == 0 {
            out.push('…');
            return out;
        }
    }
    out
}
