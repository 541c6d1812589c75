//! Reading JSON that servers write in many ways: what is missing, null or of another type is as if it were not there.
//!
//! A stream's events are read with borrowed fields and looked into only where something is; what is never used is passed
//! over. A string may hold half of a surrogate pair, which some servers cut in two: [`SurrogateJoiner`] joins it again.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// Text, where it is a string.
pub(super) fn text(raw: Option<&RawValue>) -> Option<Cow<'_, str>> {
    let raw = raw?.get();
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    serde_json::from_str::<String>(raw).ok().map(Cow::Owned)
}

/// A whole number, also where it was written as a fraction or as text.
pub(super) fn number(raw: Option<&RawValue>) -> Option<u64> {
    let raw = raw?.get().trim_matches('"');
    raw.parse::<u64>().ok().or_else(|| raw.parse::<f64>().ok().filter(|n| *n >= 0.0).map(|n| n as u64))
}

/// A value of its own type, or nothing.
pub(super) fn parse<'a, T: Deserialize<'a>>(raw: Option<&'a RawValue>) -> Option<T> {
    serde_json::from_str(raw?.get()).ok()
}

pub(super) fn is_null(raw: &RawValue) -> bool {
    raw.get() == "null"
}

/// Text whose characters may be cut in two over several events.
#[derive(Debug, Default)]
pub(super) struct SurrogateJoiner {
    /// The first half of a pair, as it was escaped.
    held: Option<u16>,
}

impl SurrogateJoiner {
    /// As [`text`], with a half that was held before it and without one that stands at its end.
    pub(super) fn text<'a>(&mut self, raw: Option<&'a RawValue>) -> Option<Cow<'a, str>> {
        if self.held.is_none()
            && let Some(whole) = text(raw)
        {
            return Some(whole);
        }
        let inner = raw?.get().strip_prefix('"')?.strip_suffix('"')?;
        let mut units: Vec<u16> = self.held.take().into_iter().collect();
        units.extend(unescaped(inner));
        if units.last().is_some_and(|unit| (0xD800..0xDC00).contains(unit)) {
            self.held = units.pop();
        }
        Some(Cow::Owned(String::from_utf16_lossy(&units)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_none()
    }

    /// Returns the rest of a half whose other half never came.
    pub(super) fn rest(&mut self) -> &'static str {
        if self.held.take().is_some() { "\u{FFFD}" } else { "" }
    }
}

/// The UTF-16 of a JSON string that was found well-formed but for its surrogates.
fn unescaped(inner: &str) -> Vec<u16> {
    let mut units = Vec::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            units.extend_from_slice(letter.encode_utf16(&mut [0; 2]));
            continue;
        }
        match letters.next() {
            Some('u') => {
                let hex: String = letters.by_ref().take(4).collect();
                units.push(u16::from_str_radix(&hex, 16).unwrap_or(0xFFFD));
            }
            Some('n') => units.push(0x0A),
            Some('t') => units.push(0x09),
            Some('r') => units.push(0x0D),
            Some('b') => units.push(0x08),
            Some('f') => units.push(0x0C),
            Some(plain) => units.extend_from_slice(plain.encode_utf16(&mut [0; 2])),
            None => {}
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::{SurrogateJoiner, number, text};

    fn raw(json: &str) -> Box<RawValue> {
        RawValue::from_string(json.to_owned()).unwrap()
    }

    #[test]
    fn what_is_not_text_or_a_number_is_as_if_it_were_not_there() {
        let check = |json: &str, as_text: Option<&str>, as_number: Option<u64>| {
            let raw = raw(json);
            assert_eq!(text(Some(&raw)).as_deref(), as_text, "{json}");
            assert_eq!(number(Some(&raw)), as_number, "{json}");
        };
        check(r#""a\n\"b\"""#, Some("a\n\"b\""), None);
        check(r#""12""#, Some("12"), Some(12));
        check("12", None, Some(12));
        check("12.0", None, Some(12));
        check("-1", None, None);
        check("null", None, None);
        check("{}", None, None);
        check("true", None, None);
    }

    #[test]
    fn a_character_cut_in_two_is_joined() {
        let mut halves = SurrogateJoiner::default();
        let mut read = |json: &str| halves.text(Some(&raw(json))).map(|text| text.into_owned());
        assert_eq!(read(r#""a \ud83d""#).as_deref(), Some("a "), "half a character is held back");
        assert_eq!(read(r#""\ude00 b""#).as_deref(), Some("😀 b"), "and joined to its other half");
        assert_eq!(read(r#""\ude00""#).as_deref(), Some("\u{FFFD}"), "a half that belongs to nothing is no character");
        assert_eq!(read(r#""\ud83d""#).as_deref(), Some(""));
        assert_eq!(halves.rest(), "\u{FFFD}", "a half that waited in vain is not lost without a sign");
        assert_eq!(halves.rest(), "");
    }
}
