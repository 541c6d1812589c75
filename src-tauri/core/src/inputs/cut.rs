//! Cutting a long Input into pieces that one parse can read.

use std::ops::Range;

/// A piece is at most this many characters, so that one parse fits any model and any highlight is cheap.
pub(super) const PIECE_CHARS: usize = 8_000;

/// Cuts `text` into byte ranges of at most [`PIECE_CHARS`] characters each.
///
/// A border falls between paragraphs where one is near enough, else between lines, sentences, words, and only then
/// anywhere. White space at a border belongs to no piece; everything else belongs to exactly one.
pub fn cut(text: &str) -> Vec<Range<usize>> {
    cut_at(text, PIECE_CHARS)
}

fn cut_at(text: &str, limit: usize) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = skip_blank(text, 0);
    while start < text.len() {
        let end = piece_end(text, start, limit);
        let trimmed = start + text[start..end].trim_end().len();
        pieces.push(start..trimmed);
        start = skip_blank(text, end);
    }
    pieces
}

/// Skips blank lines, but keeps the indentation of the first line that is not blank.
fn skip_blank(text: &str, from: usize) -> usize {
    let rest = &text[from..];
    let Some(first) = rest.find(|c: char| !c.is_whitespace()) else { return text.len() };
    match rest[..first].rfind('\n') {
        Some(newline) => from + newline + 1,
        None if from == 0 => 0,
        None => from + first,
    }
}

fn piece_end(text: &str, start: usize, limit: usize) -> usize {
    let Some((window, _)) = text[start..].char_indices().nth(limit) else { return text.len() };
    let window = &text[start..start + window];
    // A border in the first half would make pieces that are too small to be worth a parse.
    let after_half = |at: &usize| *at > window.len() / 2;
    let border = |pattern: &str| window.rfind(pattern).map(|at| at + pattern.len()).filter(after_half);
    let at = border("\n\n")
        .or_else(|| border("\n"))
        .or_else(|| sentence_border(window).filter(after_half))
        .or_else(|| window.rfind(char::is_whitespace).filter(after_half))
        .unwrap_or(window.len());
    start + at
}

fn sentence_border(window: &str) -> Option<usize> {
    let western = [". ", "? ", "! "].iter().filter_map(|end| window.rfind(end).map(|at| at + end.len()));
    let eastern = ['。', '？', '！'].iter().filter_map(|end| window.rfind(*end).map(|at| at + end.len_utf8()));
    western.chain(eastern).max()
}

#[cfg(test)]
mod tests {
    use super::cut_at;

    fn check(text: &str, limit: usize, expected: &[&str]) {
        let pieces: Vec<&str> = cut_at(text, limit).into_iter().map(|range| &text[range]).collect();
        assert_eq!(pieces, expected, "cut {text:?} at {limit}");
    }

    #[test]
    fn borders_fall_where_a_reader_would_pause() {
        check("", 10, &[]);
        check(" \n \n", 10, &[]);
        check("short", 10, &["short"]);
        check("one two\n\nthree four", 12, &["one two", "three four"]);
        check("one two\nthree four", 12, &["one two", "three four"]);
        check("One two. Three four", 12, &["One two.", "Three four"]);
        check("one two three four", 10, &["one two", "three four"]);
        check("abcdefghij", 4, &["abcd", "efgh", "ij"]);
        check("\n\n  indented\n\n\nnext", 14, &["  indented", "next"]);
        check("日本語。日本語。日本語。", 9, &["日本語。日本語。", "日本語。"]);
    }

    #[test]
    fn a_line_of_millions_is_cut_in_linear_time() {
        let text = "x".repeat(3_000_000);
        assert_eq!(cut_at(&text, 8_000).len(), 375);
    }
}
