//! The words beside a value, by their bytes.

use std::ops::Range;

use super::lexicon;

/// So many words before a value may belong to it.
const MAX_BEFORE: usize = 3;

/// Returns the words before `at`, the nearest first, none before `floor`; nothing but spaces, points, colons and opening
/// brackets parts them.
pub(super) fn before(text: &str, floor: usize, at: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut end = at;
    while found.len() < MAX_BEFORE {
        let Some(head) = text.get(floor..end) else { break };
        let trimmed = head.trim_end_matches([' ', '\u{a0}', '\u{202f}', '.', ':', '(']);
        let word = trimmed.trim_end_matches(is_of_a_word);
        if word.len() == trimmed.len() || end < at && trimmed.len() == head.len() {
            break;
        }
        found.push(floor + word.len()..floor + trimmed.len());
        end = floor + word.len();
    }
    found
}

/// Returns the word at `at`, behind at most a few of the signs `between`; none where another sign stands there.
pub(super) fn behind(text: &str, at: usize, ceiling: usize, between: &[char]) -> Option<Range<usize>> {
    let rest = text.get(at..ceiling)?;
    let start = at + (rest.len() - rest.trim_start_matches(between).len());
    let word = &text[start..ceiling];
    let len = word.find(|c| !is_of_a_word(c)).unwrap_or(word.len());
    (len > 0 && start - at <= 4).then_some(start..start + len)
}

pub(super) fn is_of_a_word(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '-' | '\'' | '’')
}

/// Returns whether "between" is before `at`.
pub(super) fn opens_pair(text: &str, at: usize) -> bool {
    before(text, 0, at).first().is_some_and(|word| lexicon::is_between(&text[word.clone()]))
}
