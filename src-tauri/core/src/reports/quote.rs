//! A quote as a report shows it. The stored words stay as they are: only what is shown is shorter.

use crate::language::class::ROLE;
use crate::language::tokens;

/// A name with a title and a time is not longer.
const MOST_LABEL_WORDS: usize = 4;

/// Returns the words of a quote on one line, without the marks that say who speaks: a quote over two turns has one in its
/// middle. `speaker` is who said it; what nobody spoke has no such marks.
#[must_use]
pub fn shown_quote(quote: &str, speaker: Option<&str>) -> String {
    let lines = quote.lines().map(|line| match speaker {
        Some(speaker) => without_label(line.trim_start(), speaker),
        None => line,
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Returns whether two texts have the same words in the same order.
#[must_use]
pub fn is_same_wording(one: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        tokens(text)
            .filter(|token| token.is_word() || token.is_number())
            .map(|token| token.text.to_lowercase())
            .collect()
    };
    words(one) == words(other)
}

fn without_label<'l>(line: &'l str, speaker: &str) -> &'l str {
    let Some((label, rest)) = line.split_once(':') else { return line };
    let names_somebody = label.trim().eq_ignore_ascii_case(speaker.trim())
        || label.split_whitespace().count() <= MOST_LABEL_WORDS && tokens(label).any(|word| word.is(ROLE));
    if names_somebody && rest.starts_with(char::is_whitespace) { rest.trim_start() } else { line }
}
