//! How many tokens a text has, reckoned by its words, signs and letters: no model's own count, so that a margin is added.

use crate::chat::sources::memory::estimated_tokens;

/// A count is taken to be wrong by so many hundredths.
pub const MARGIN_PERCENT: u64 = 10;
/// What frames a message in a request.
const FRAME: u64 = 4;

/// Returns about how many tokens a text has, rather too many than too few.
pub fn count(text: &str) -> u64 {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let by_letters = ascii.div_ceil(4) + (text.len() - ascii).div_ceil(2);
    u64::try_from(estimated_tokens(text).max(by_letters)).unwrap_or(u64::MAX)
}

/// Returns about how many tokens messages have together.
pub fn count_all<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    texts.into_iter().map(|text| count(text) + FRAME).sum()
}

/// Returns a count with the margin.
pub const fn with_margin(tokens: u64) -> u64 {
    tokens.saturating_mul(100 + MARGIN_PERCENT).div_ceil(100)
}
