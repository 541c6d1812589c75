//! The messages that go along with a question, and those that a summary stands for.

use crate::chat::Role;

/// Above so many estimated tokens a conversation is summed up.
pub const MOST_TOKENS: usize = 6_000;
/// Looked at beyond the history, so that it shows whether there is more.
pub const BEYOND: u32 = 5;
/// The newest messages of the user that no summary replaces.
const KEPT_OF_USER: usize = 2;

/// A message as it weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastMessage<'m> {
    pub role: Role,
    pub text: &'m str,
}

/// Returns about how many tokens a text has: its words and its signs.
pub fn estimated_tokens(text: &str) -> usize {
    let mut count = 0;
    let mut in_word = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        count += usize::from(is_word && !in_word || !is_word && !c.is_whitespace());
        in_word = is_word;
    }
    count
}

/// Returns how many of the oldest messages a summary is to replace; `messages` are the oldest first.
pub fn to_summarize(messages: &[PastMessage<'_>], max_history: u32) -> usize {
    let most = max_history as usize;
    let tokens: Vec<usize> = messages.iter().map(|message| estimated_tokens(message.text)).collect();
    let is_long = messages.len() > most;
    let is_heavy = tokens.iter().sum::<usize>() > MOST_TOKENS;
    if !is_long && !is_heavy {
        return 0;
    }
    let by_length = messages.len().saturating_sub(most.saturating_sub(2));
    let by_weight = if is_heavy { messages.len() - fitting(&tokens, MOST_TOKENS / 2) } else { 0 };
    by_length.max(by_weight).min(before_last_of_user(messages))
}

/// Returns how many of the newest fit.
fn fitting(tokens: &[usize], most: usize) -> usize {
    let mut sum = 0;
    let fits = |tokens: &&usize| {
        sum += **tokens;
        sum <= most
    };
    tokens.iter().rev().take_while(fits).count()
}

/// Returns where the last messages of the user begin that stay.
fn before_last_of_user(messages: &[PastMessage<'_>]) -> usize {
    let mut of_user = messages.iter().enumerate().rev().filter(|(_, message)| message.role == Role::User);
    of_user.nth(KEPT_OF_USER - 1).map_or(0, |(at, _)| at)
}

/// Returns a summary as it is kept: plain text without citations.
pub fn plain_summary(text: &str) -> String {
    let (text, _) = super::citation::validate(text, &[]);
    text.strip_suffix(super::citation::REMOVED).unwrap_or(&text).trim_end().to_owned()
}

/// Returns what was said before a question, without the question itself where it was stored already.
pub fn without_current<T>(mut messages: Vec<T>, is_current: impl Fn(&T) -> bool) -> Vec<T> {
    while messages.last().is_some_and(&is_current) {
        messages.pop();
    }
    messages
}
