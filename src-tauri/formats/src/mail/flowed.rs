//! Text whose lines flow (RFC 3676): a line that ends with a space goes on in the next one.

use std::borrow::Cow;

use mail_parser::{MessagePart, MimeHeaders};

/// A run without blanks of this length is an address or a key, which is cut anywhere.
const LONG: usize = 40;

/// A text with the lines that its part says to flow joined.
pub(super) fn unwrapped<'t>(part: &MessagePart<'_>, text: &'t str) -> Cow<'t, str> {
    let says = |name: &str, value: &str| {
        part.content_type()
            .and_then(|kind| kind.attribute(name))
            .is_some_and(|actual| actual.trim().eq_ignore_ascii_case(value))
    };
    if says("format", "flowed") { Cow::Owned(joined(text, says("delsp", "yes"))) } else { Cow::Borrowed(text) }
}

/// The paragraphs of a text that flows; those that are quoted keep their marks.
fn joined(text: &str, drops_space: bool) -> String {
    let mut out = String::with_capacity(text.len());
    // The depth of quotation of the line before, where it flows.
    let mut flows: Option<usize> = None;
    for line in text.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let words = line[depth..].strip_prefix(' ').unwrap_or(&line[depth..]);
        if flows == Some(depth) && words != "-- " {
            part(&mut out, words, drops_space);
        } else {
            if !out.is_empty() || flows.is_some() {
                let end = if flows.is_some() { out.trim_end_matches(' ').len() } else { out.len() };
                out.truncate(end);
                out.push('\n');
            }
            out.push_str(&">".repeat(depth));
            out.push_str(if depth > 0 { " " } else { "" });
        }
        out.push_str(words);
        flows = (words.ends_with(' ') && words != "-- ").then_some(depth);
    }
    out
}

/// Sets what parts two lines. The space is dropped where the sender says so, but for words that it alone parts.
fn part(out: &mut String, next: &str, drops_space: bool) {
    if !drops_space {
        return;
    }
    out.pop();
    let (Some(last), Some(first)) = (out.chars().next_back(), next.chars().next()) else { return };
    let before = out.rsplit([' ', '\n']).next().unwrap_or_default();
    let after = next.split(' ').next().unwrap_or_default();
    let is_cut = before.contains("://") || before.len().max(after.len()) >= LONG;
    if last.is_alphanumeric() && first.is_alphanumeric() && !is_cut && parts_words(last) && parts_words(first) {
        out.push(' ');
    }
}

/// Returns whether the script of a character parts words by blanks.
const fn parts_words(char: char) -> bool {
    !matches!(char, '\u{e00}'..='\u{eff}' | '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff01}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}
