//! Limits on the rate of questions, and the cases in which no model is asked. Times are arguments, in milliseconds.

/// Messages in [`WINDOW_MS`].
const MOST: usize = 60;
const WINDOW_MS: i64 = 300_000;
/// So many messages tell a flood.
const FLOOD_OF: usize = 5;
const FLOOD_MS: i64 = 2_000;
/// Failures one after another that open the breaker.
const FAILURES: usize = 5;
const BREAKER_MS: i64 = 120_000;

/// The reason a message is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageRefusal {
    TooMany,
    Flood,
}

impl MessageRefusal {
    /// Returns the status of HTTP that the contract names.
    pub const fn status(self) -> u16 {
        429
    }
}

/// Returns why a message that comes at `now` is refused. `times` are those of the user's messages before it, the newest
/// first.
pub fn refusal(times: &[i64], now: i64) -> Option<MessageRefusal> {
    let recent = times.iter().filter(|time| **time > now - WINDOW_MS).count();
    if recent >= MOST {
        return Some(MessageRefusal::TooMany);
    }
    let mut last: Vec<i64> = std::iter::once(now).chain(times.iter().copied()).take(FLOOD_OF).collect();
    last.reverse();
    let is_flood = last.len() == FLOOD_OF && last[FLOOD_OF - 1] - last[0] < FLOOD_MS * (FLOOD_OF as i64 - 1);
    is_flood.then_some(MessageRefusal::Flood)
}

/// The outcome of a model's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelOutcome {
    Answered,
    Failed,
    /// No model was asked.
    Unasked,
}

/// Returns whether no model is asked at `now`. `answers` are a conversation's, the newest first, each with its time.
pub fn is_open(answers: &[(ModelOutcome, i64)], now: i64) -> bool {
    let attempts = answers.iter().filter(|(outcome, _)| *outcome != ModelOutcome::Unasked);
    let failures = attempts.take_while(|(outcome, _)| *outcome == ModelOutcome::Failed);
    failures.take(FAILURES).filter(|(_, at)| *at > now - BREAKER_MS).count() == FAILURES
}
