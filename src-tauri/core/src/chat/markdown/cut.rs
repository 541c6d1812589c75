//! Units: a text's lines, and of a line that is too long its pieces. What a unit is depends on no more than itself, so
//! that it is the same however the text comes.

use memchr::memchr;

/// The length of the first unit of `text`, if all of it is there.
pub(super) fn unit(text: &str, limit: usize) -> Option<usize> {
    let window = &text.as_bytes()[..limit.min(text.len())];
    if let Some(end) = memchr(b'\n', window) {
        return Some(end + 1);
    }
    (text.len() > limit).then(|| piece(&text[..text.floor_char_boundary(limit)]))
}

/// Returns where a line is cut: after a sentence, else after a word, else anywhere.
fn piece(window: &str) -> usize {
    let late = |end: &usize| *end > window.len() / 2;
    let sentence =
        [". ", "! ", "? ", "。", "！", "？"].iter().filter_map(|end| window.rfind(end).map(|at| at + end.len()));
    let word = || window.rfind([' ', '\t']).map(|at| at + 1);
    sentence.max().filter(late).or_else(|| word().filter(late)).unwrap_or(window.len())
}
