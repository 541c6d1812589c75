//! Finding words in what was said, without regard to case, and the few words around them.

use std::ops::Range;

const AROUND: usize = 60;

/// The place of `wanted`, folded to lower case already, in `text`.
pub fn find(text: &str, wanted: &str) -> Option<Range<usize>> {
    if wanted.is_empty() {
        return None;
    }
    let folded = text.to_lowercase();
    let at = folded.find(wanted)?;
    // Folding may change how long a character is, so places are counted on the text itself.
    let mut offset = 0;
    let mut starts = None;
    for (index, c) in text.char_indices() {
        if offset <= at {
            starts = Some(index);
        }
        if offset >= at + wanted.len() {
            return starts.map(|start| start..index);
        }
        offset += c.to_lowercase().map(char::len_utf8).sum::<usize>();
    }
    starts.map(|start| start..text.len())
}

/// One line with the words around `found`.
pub fn snippet(text: &str, found: Range<usize>) -> String {
    let before = text.get(..found.start).unwrap_or_default();
    let after = text.get(found.end..).unwrap_or_default();
    let start = before.char_indices().rev().take(AROUND).last().map_or(0, |(index, _)| index);
    let end = found.end + after.char_indices().nth(AROUND).map_or(after.len(), |(index, _)| index);
    let line = text.get(start..end).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let (opens, closes) = (if start > 0 { "…" } else { "" }, if end < text.len() { "…" } else { "" });
    format!("{opens}{line}{closes}")
}

#[cfg(test)]
mod tests {
    use super::{find, snippet};

    #[test]
    fn words_are_found_whatever_their_case() {
        let check = |text: &str, wanted: &str, expected: Option<&str>| {
            let found = find(text, &wanted.to_lowercase());
            assert_eq!(found.map(|range| &text[range]), expected, "{wanted:?} in {text:?}");
        };
        check("The Wall is high.", "wall", Some("Wall"));
        check("Die MAUER steht in Zürich.", "zÜRICH", Some("Zürich"));
        check("İstanbul has a wall", "WALL", Some("wall"));
        check("ẞ and a wall", "wall", Some("wall"));
        check("The end", "END", Some("end"));
        check("The Wall", "tower", None);
        check("The Wall", "", None);
    }

    #[test]
    fn a_snippet_is_one_line_around_what_was_found() {
        let text = format!("{}the\n\nwall{}", "a ".repeat(60), " b".repeat(60));
        let found = find(&text, "wall").unwrap();
        let line = snippet(&text, found);
        assert!(line.starts_with("…a a") && line.contains("the wall b b") && line.ends_with("b…"), "{line}");
        assert_eq!(snippet("wall", 0..4), "wall");
    }
}
