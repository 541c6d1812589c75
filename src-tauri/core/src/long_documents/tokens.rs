//! The number of tokens of a text, reckoned by its words, signs, digits and letters: no model's own count, so that a
//! margin is added.

/// A count is taken to be wrong by so many hundredths.
pub const MARGIN_PERCENT: u64 = 10;
/// Tokens that frame a message in a request.
const FRAME: u64 = 4;

/// Returns about how many tokens a text has, rather too many than too few: the more of four letters each, and of words and
/// signs. Many models read each digit by itself.
pub fn count(text: &str) -> u64 {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let ascii = text.bytes().filter(u8::is_ascii).count() - digits;
    let by_letters = ascii.div_ceil(4) + digits + (text.len() - ascii - digits).div_ceil(2);
    u64::try_from(words_and_signs(text).max(by_letters)).unwrap_or(u64::MAX)
}

fn words_and_signs(text: &str) -> usize {
    let mut in_word = false;
    let begins = |c: char| {
        let is_letter = c.is_alphanumeric() && !c.is_ascii_digit();
        let counts = !(c.is_whitespace() || is_letter && in_word);
        in_word = is_letter;
        counts
    };
    text.chars().map(begins).filter(|counts| *counts).count()
}

/// Returns about how many tokens messages have together.
pub fn count_all<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    texts.into_iter().map(|text| count(text) + FRAME).sum()
}

/// Returns a count with the margin.
pub const fn with_margin(tokens: u64) -> u64 {
    tokens.saturating_mul(100 + MARGIN_PERCENT).div_ceil(100)
}
