//! Labels in running text, as an analyst types them: "F-12", "f-12", "F12", "[N-3]", "@R-1".

use crate::discovery::{EntityKind, EntityLabel};

/// A label as it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelMention {
    pub label: EntityLabel,
    pub start: usize,
    pub end: usize,
    /// Written with its hyphen. "F12" may be something else.
    pub surely: bool,
}

/// The labels of a text, in its order. Never fails.
pub fn labels_in(text: &str) -> Vec<LabelMention> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match named(text, at) {
            Some(named) => {
                at = named.end;
                found.push(named);
            }
            None => at += 1,
        }
    }
    found
}

fn named(text: &str, start: usize) -> Option<LabelMention> {
    let bytes = text.as_bytes();
    let letter = text.get(start..start + 1)?;
    let kind = EntityKind::of_letter(&letter.to_ascii_uppercase())?;
    let before = text.get(..start)?.chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | '\'' | '’')) {
        return None;
    }
    let rest = text.get(start + 1..)?;
    let gap = rest.chars().next().filter(|c| HYPHENS.contains(c)).map_or(0, char::len_utf8);
    let from = start + 1 + gap;
    let digits = bytes.get(from..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = from + digits;
    let number = text.get(from..end)?;
    let after = text.get(end..)?.chars().next();
    if number.is_empty() || number.starts_with('0') || after.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let label = EntityLabel::new(kind, number.parse().ok()?);
    Some(LabelMention { label, start, end, surely: gap > 0 })
}

/// Keyboards and word processors make several of one.
const HYPHENS: [char; 4] = ['-', '\u{2010}', '\u{2011}', '\u{2013}'];

#[cfg(test)]
mod tests {
    use super::labels_in;

    #[test]
    fn a_label_is_a_word_of_its_own() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> = labels_in(text).iter().map(|named| named.label.to_string()).collect();
            assert_eq!(found, expected, "{text:?}");
        };
        check("What supports F-12?", &["F-12"]);
        check("f-1, n-2 and R-3.", &["F-1", "N-2", "R-3"]);
        check("[F-1, F-2](O-1)", &["F-1", "F-2", "O-1"]);
        check("@I-1@N-2", &["I-1", "N-2"]);
        check("F12 and f3", &["F-12", "F-3"]);
        check("F‑7 and F–8", &["F-7", "F-8"]);
        check("F-1's source; F-2’s too", &["F-1", "F-2"]);
        check("PDF-1, HF-2, x_F-3, AF12", &[]);
        check("F-01, F-0, F-, F-1a, F-1_b", &[]);
        check("G-1, X-2", &[]);
        check("F-99999999999999999999999", &[]);
        check("çF-1 é F-2 über-F-3", &["F-2"]);
        check("", &[]);
        check("F", &[]);
    }
}
