//! Figures that are no values by themselves: a power of ten and its factor, and a figure with the mark of a note behind it.

use std::ops::Range;

/// The mark of a note is no longer, in bytes: "[123]".
const MARK: usize = 5;

/// Returns the parts of a text, by bytes in its order, in which no figure is a value: "3 x 10⁶", "450 [1]".
pub(super) fn unread(text: &str) -> Vec<Range<usize>> {
    let powers = text.match_indices("10").filter_map(|(at, ten)| power(text, at, at + ten.len()));
    let marked = text.match_indices('[').filter_map(|(at, _)| marked(text, at));
    let mut found: Vec<Range<usize>> = powers.chain(marked).collect();
    found.sort_by_key(|part| part.start);
    found
}

/// "10⁶", "10^6", with the factor before it.
fn power(text: &str, start: usize, behind: usize) -> Option<Range<usize>> {
    let rest = &text[behind..];
    let exponent = rest.trim_start_matches('^').trim_start_matches(['-', '−', '⁻', '⁺', '+', '(', '{']);
    let raised = |c: char| matches!(c, '⁰' | '¹' | '²' | '³' | '⁴' | '⁵' | '⁶' | '⁷' | '⁸' | '⁹');
    let is_raised = rest.starts_with('^') && exponent.starts_with(|c: char| c.is_ascii_digit())
        || rest.starts_with(|c: char| raised(c) || matches!(c, '⁻' | '⁺'));
    let is_part = text[..start].ends_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    if !is_raised || is_part {
        return None;
    }
    let digits: usize = exponent.chars().take_while(|c| raised(*c) || c.is_ascii_digit()).map(char::len_utf8).sum();
    let end = behind + (rest.len() - exponent.len()) + digits;
    let before = text[..start].trim_end_matches([' ', '\u{a0}']);
    let factor = before.strip_suffix(['x', '×', '*', '·', '⋅']).map(|before| before.trim_end_matches([' ', '\u{a0}']));
    let is_figure = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let from = factor.map_or(start, |factor| factor.trim_end_matches(is_figure).len());
    Some(from..end)
}

/// "450 [1]": whether the figure and the unit behind the mark belong together nobody can tell.
fn marked(text: &str, open: usize) -> Option<Range<usize>> {
    let close = text.as_bytes()[open..].iter().take(MARK).position(|byte| *byte == b']').map(|at| open + at + 1)?;
    let is_mark =
        (1..=3).contains(&(close - open - 2)) && text[open + 1..close - 1].bytes().all(|b| b.is_ascii_digit());
    let before = text[..open].trim_end_matches([' ', '\u{a0}']);
    let figure = before.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    (is_mark && figure.len() < before.len()).then_some(figure.len()..close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_marked_figures_are_found_whole() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = unread(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("moved 3 x 10⁶ tonnes", &["3 x 10⁶"]);
        check("moved 2.5 × 10^9 litres", &["2.5 × 10^9"]);
        check("10⁻³ V", &["10⁻³"]);
        check("costs 450 [1] EUR", &["450 [1]"]);
        check("10 tonnes, 110², 10 [m]", &[]);
    }
}
