//! Numbers in words: "twenty-five", "two hundred and fifty", "treinta y cinco".

use super::bytes::{gap, letters, word_before};
use crate::values::words::{self, MAX_WORD};

/// Longer ones are not numbers that anyone says.
const MAX_WORDS: usize = 10;

/// Reads on from the number word that ends at `end` and says `first`: the value, its end, and of how many words.
pub(super) fn read(text: &str, mut end: usize, first: u32) -> (u32, usize, usize) {
    let (mut total, mut current, mut count) = (0_u32, first, 1);
    while count < MAX_WORDS {
        let Some((value, next)) = next_number(text, end, current) else { break };
        let joined = match value {
            12 if is_dozen(text, next) => current.checked_mul(12),
            100 if (1..=9).contains(&current) => Some(current * 100),
            1000 if current > 0 && total == 0 => {
                total = current.saturating_mul(1000);
                Some(0)
            }
            1..=9 if (current >= 20 && current.is_multiple_of(10)) || (current == 0 && total > 0) => {
                Some(current + value)
            }
            10..=99 if (current >= 100 && current.is_multiple_of(100)) || (current == 0 && total > 0) => {
                Some(current + value)
            }
            _ => None,
        };
        let Some(joined) = joined else { break };
        (current, end, count) = (joined, next, count + 1);
    }
    (total.saturating_add(current), end, count)
}

/// Returns whether the round number that begins at `at` only says about how many: "several hundred", "half a million".
/// A million is one where nothing but "a" is before it; "one million" begins with its one.
pub(super) fn is_vague(text: &str, at: usize, first: u32) -> bool {
    if !matches!(first, 12 | 100 | 1000 | 1_000_000) {
        return false;
    }
    let before = word_before(text, at);
    let article = matches!(before, "a" | "A");
    // "Half a million", "a quarter of a million".
    let part = article
        && text[..at]
            .trim_end()
            .strip_suffix(before)
            .is_some_and(|rest| matches!(word_before(rest, rest.len()), "half" | "Half" | "of"));
    part || first == 1_000_000 && !article || VAGUE.iter().any(|word| word.eq_ignore_ascii_case(before))
}

/// Returns whether a capital noun follows, behind at most one inflected adjective: "acht neue Lampen".
pub(super) fn noun_follows(text: &str, end: usize) -> bool {
    let bytes = text.as_bytes();
    let start = gap(bytes, end);
    let Some((word, word_end)) = word_at(text, start).filter(|(word, _)| start > end && word.len() > 2) else {
        return false;
    };
    let is_noun = |word: &str| word.starts_with(char::is_uppercase);
    let is_adjective = ["e", "en", "er"].iter().any(|ending| word.ends_with(ending)) && !is_noun(word);
    is_noun(word) || is_adjective && word_at(text, gap(bytes, word_end)).is_some_and(|(next, _)| is_noun(next))
}

/// Behind "half an", the hyphen of "demi-heure", or the other words for half themselves.
pub(super) fn after_half(text: &str, at: usize, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if text.get(at..end)?.eq_ignore_ascii_case("half") {
        let (article, article_end) = word_at(text, gap(bytes, end))?;
        return matches!(article, "a" | "an").then_some(article_end);
    }
    Some(end)
}

const VAGUE: &[&str] = &[
    "several",
    "many",
    "few",
    "some",
    "couple",
    "mehrere",
    "mehreren",
    "mehrerer",
    "einige",
    "einigen",
    "einiger",
    "paar",
    "viele",
    "vielen",
    "vieler",
    "halbe",
    "halben",
    "halbes",
    "quelques",
    "plusieurs",
    "varios",
    "varias",
    "algunos",
    "algunas",
    "medio",
    "media",
    "demi",
    "muchos",
    "muchas",
];

/// The number word behind a space, a hyphen, or "and" where a number may have one.
fn next_number(text: &str, end: usize, current: u32) -> Option<(u32, usize)> {
    let bytes = text.as_bytes();
    let start = if bytes.get(end) == Some(&b'-') { end + 1 } else { gap(bytes, end) };
    if start == end {
        return None;
    }
    let (word, word_end) = word_at(text, start)?;
    let may_have_and = current >= 20 && current.is_multiple_of(10);
    if may_have_and && matches!(word, "and" | "y" | "et") && (word != "and" || current >= 100) {
        let (_, value, end) = number_at(text, gap(bytes, word_end))?;
        return Some((value, end));
    }
    let (_, value, end) = number_at(text, start)?;
    Some((value, end))
}

fn number_at(text: &str, at: usize) -> Option<(usize, u32, usize)> {
    let end = letters(text.as_bytes(), at);
    let mut buffer = [0; MAX_WORD];
    let folded = words::fold_into(text.get(at..end)?, &mut buffer)?;
    Some((at, words::opening(folded)?.number?.value, end))
}

fn word_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let end = letters(text.as_bytes(), at);
    Some((text.get(at..end)?, end))
}

fn is_dozen(text: &str, end: usize) -> bool {
    let head = text.get(..end).unwrap_or("");
    ["dozen", "Dutzend", "dutzend", "douzaine", "docena"].iter().any(|word| head.ends_with(word))
}
