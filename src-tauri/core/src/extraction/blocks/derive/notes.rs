//! Text that may mean something else than it says: figures with the mark of a note in them ("450 [1] EUR", "450¹ EUR",
//! "450* EUR"), and words that a sign without a look of its own shows in another order.

use std::ops::Range;

use super::super::{BlockKind, StructureBlock};
use crate::values::scan;

/// So many bytes on each side of a mark hold a figure and its unit.
const BESIDE: usize = 32;
/// The mark of a note in brackets has no more bytes: "[^note1]".
const MARK: usize = 10;

/// The figures of a part of a text that a mark stands in, each up to its mark.
pub(super) fn marked_figures(text: &str, range: &Range<usize>) -> Vec<StructureBlock> {
    let part = &text[range.clone()];
    let mut found = Vec::new();
    let mut done = 0;
    for (at, first) in part.char_indices().filter(|(_, c)| opens_mark(*c)) {
        if at < done {
            continue;
        }
        let (length, is_mark) = mark(&part[at..], first);
        done = at + length;
        if is_mark && let Some(start) = figure_around(part, &(at..done)) {
            found.push(StructureBlock { range: range.start + start..range.start + done, kind: BlockKind::Uncertain });
        }
    }
    found
}

/// The words that are shown from right to left, or from left to right, whatever their letters are, each to the end of that or
/// of its line. Further signs within them add nothing.
pub(super) fn reordered(text: &str, range: &Range<usize>) -> Vec<StructureBlock> {
    let part = &text[range.clone()];
    let mut found = Vec::new();
    let mut done = 0;
    for (at, _) in part.match_indices(['\u{202d}', '\u{202e}']) {
        if at < done {
            continue;
        }
        done = part[at..].find(['\u{202c}', '\n']).map_or(part.len(), |end| at + end);
        found.push(StructureBlock { range: range.start + at..range.start + done, kind: BlockKind::Uncertain });
    }
    found
}

const fn opens_mark(c: char) -> bool {
    matches!(c, '[' | '(' | '*' | '†' | '‡') || is_raised(c)
}

const fn is_raised(c: char) -> bool {
    matches!(c, '⁰' | '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹')
}

/// Returns how many bytes are read of a text that begins with `first`, and whether they are a mark. A run of signs is read as a
/// whole even if it is none, because reading it again from each of its signs takes the square of its length.
fn mark(text: &str, first: char) -> (usize, bool) {
    let run = |is_in: fn(char) -> bool| text.find(|c: char| !is_in(c)).unwrap_or(text.len());
    match first {
        '[' | '(' => bracketed_mark(text, first).map_or((first.len_utf8(), false), |length| (length, true)),
        // A sign that multiplies has a figure behind it.
        '*' | '†' | '‡' => {
            let end = run(|c| matches!(c, '*' | '†' | '‡'));
            (end, text[end..].starts_with([' ', '\u{a0}']))
        }
        _ => (run(is_raised), true),
    }
}

/// Returns the length in bytes of the mark in brackets that a text begins with.
fn bracketed_mark(text: &str, first: char) -> Option<usize> {
    if first == '[' {
        let close = text.bytes().take(MARK).position(|byte| byte == b']')?;
        let inside = text[1..close].trim_start_matches('^');
        return (!inside.is_empty() && inside.chars().all(char::is_alphanumeric)).then_some(close + 1);
    }
    let close = text.bytes().take(4).position(|byte| byte == b')')?;
    let inside = &text[1..close];
    let is_letter = inside.len() == 1 && inside.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_number = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_digit());
    (is_letter || is_number).then_some(close + 1)
}

/// Returns the byte at which the figure begins that `mark` stands in: one value is read over it once it is gone.
fn figure_around(text: &str, mark: &Range<usize>) -> Option<usize> {
    let is_blank = [' ', '\u{a0}', '\u{202f}'];
    let before = &text[text.ceil_char_boundary(mark.start.saturating_sub(BESIDE))..mark.start];
    let behind = &text[mark.end..text.floor_char_boundary((mark.end + BESIDE).min(text.len()))];
    let (stem, rest) = (before.trim_end_matches(is_blank), behind.trim_start_matches(is_blank));
    let (is_apart, goes_on) = (before.len() > stem.len(), behind.len() > rest.len());
    let is_digit = |c: char| c.is_ascii_digit();
    let is_attached = text[mark.clone()].starts_with(['*', '†', '‡', '(']) || text[mark.clone()].starts_with(is_raised);
    // An exponent of ten is one.
    let is_power = text[mark.clone()].starts_with(is_raised) && is_ten(stem);
    let may = (stem.ends_with(is_digit) && !rest.starts_with(is_digit))
        || (rest.starts_with(is_digit) && stem.ends_with(is_digit) != goes_on);
    if !may || is_power || is_attached && is_apart {
        return None;
    }
    let joint = if goes_on || is_apart { " " } else { "" };
    let joined = format!("{stem}{joint}{rest}");
    let is_over = |value: &Range<usize>| value.start < stem.len() && stem.len() + joint.len() < value.end;
    let value = scan(&joined).into_iter().find(|value| is_over(&value.bytes))?;
    Some(mark.start - before.len() + value.bytes.start)
}

/// Returns whether a text ends with the number ten.
fn is_ten(text: &str) -> bool {
    text.strip_suffix("10").is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')))
}

#[cfg(test)]
mod tests {
    use super::{mark, marked_figures, reordered};

    fn check(text: &str, expected: &[&str]) {
        let found = marked_figures(text, &(0..text.len()));
        let found: Vec<&str> = found.iter().map(|block| &text[block.range.clone()]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_mark_between_a_figure_and_its_unit_makes_it_uncertain() {
        check("The wall costs 450 [1] EUR per metre.", &["450 [1]"]);
        check("The wall costs 450[1] EUR per metre.", &["450[1]"]);
        check("The wall costs 450[^a1] EUR per metre.", &["450[^a1]"]);
        check("The wall costs 450¹ EUR per metre.", &["450¹"]);
        check("The wall costs 450* EUR per metre.", &["450*"]);
        check("The wall costs 450(1) EUR per metre.", &["450(1)"]);
        check("It is 12²³ km long.", &["12²³"]);
        check("It opened on 3[2] March 2026.", &["3[2]"]);
    }

    #[test]
    fn words_in_an_order_of_their_own_are_uncertain() {
        let text = "Pay \u{202e}001\u{202c} EUR. Words.\nA \u{202e}b\nc";
        let found: Vec<&str> =
            reordered(text, &(0..text.len())).iter().map(|block| &text[block.range.clone()]).collect();
        assert_eq!(found, ["\u{202e}001", "\u{202e}b"]);
    }

    #[test]
    fn a_sign_within_words_in_another_order_adds_nothing() {
        let words = "\u{202e}".repeat(9) + "001\u{202d}2";
        let text = words.clone() + "\u{202c} \u{202e}3";
        let found = reordered(&text, &(0..text.len()));
        let found: Vec<&str> = found.iter().map(|block| &text[block.range.clone()]).collect();
        assert_eq!(found, [&words, "\u{202e}3"]);
    }

    #[test]
    fn a_run_of_signs_is_read_once() {
        assert_eq!(mark("**†*a* b", '*'), (6, false));
        assert_eq!(mark("*** a", '*'), (3, true));
        assert_eq!(mark("[[[1]", '['), (1, false));
    }

    #[test]
    fn a_mark_behind_a_figure_with_its_unit_takes_nothing_from_it() {
        for text in [
            "The wall costs 450 EUR [1] per metre.",
            "The wall opened in 2019.[3] It is long.",
            "The port moved 3 x 10⁶ tonnes.",
            "The hall has 120 m² of floor.",
            "Of 5*3 EUR nothing is left.",
            "See the list (1) EUR.",
        ] {
            check(text, &[]);
        }
    }
}
