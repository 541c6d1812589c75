//! The window of history: which earlier turns go along with a question, and what is said of those that do not.
//!
//! Whole turns, the newest first, as many as a budget of characters holds. The newest goes along whatever its size, since
//! "make it shorter" means nothing without it. What is left out is counted, and the analyst's last questions of it are
//! named, in the analyst's own words.

/// About 6,000 tokens: room beside the context even in a small model.
pub const BUDGET: usize = 24_000;
const TOPICS: usize = 5;
const TOPIC_CHARS: usize = 80;

/// A turn as it weighs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeighedTurn<'t> {
    pub question: &'t str,
    /// Characters of everything that would be sent of it.
    pub weight: usize,
}

/// The history that goes along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryWindow {
    /// Number of the newest turns that go along.
    pub retained: usize,
    /// The note in the place of the others.
    pub note: Option<String>,
}

/// `turns` are the newest first; `older` is how many there are before them that nobody has read.
pub fn window(turns: &[WeighedTurn<'_>], older: usize, budget: usize) -> HistoryWindow {
    let mut spent = 0;
    let fits = |turn: &&WeighedTurn<'_>| {
        spent += turn.weight;
        spent <= budget
    };
    let retained = turns.iter().take_while(fits).count().max(usize::from(!turns.is_empty()));
    let left = &turns[retained..];
    HistoryWindow { retained, note: note(left, left.len() + older) }
}

fn note(left: &[WeighedTurn<'_>], count: usize) -> Option<String> {
    let turns = match count {
        0 => return None,
        1 => "1 earlier turn of this conversation is".to_owned(),
        _ => format!("{count} earlier turns of this conversation are"),
    };
    let topics: Vec<String> = left.iter().take(TOPICS).rev().map(|turn| topic(turn.question)).collect();
    let summary = if topics.is_empty() { String::new() } else { format!(" The last of them: {}.", topics.join("; ")) };
    Some(format!("({turns} left out.{summary})"))
}

/// One line, in quotes that it cannot end.
fn topic(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(TOPIC_CHARS).collect();
    let more = if short.len() < line.len() { "…" } else { "" };
    serde_json::Value::from(format!("{short}{more}")).to_string()
}

#[cfg(test)]
mod tests {
    use super::{HistoryWindow, WeighedTurn, window};

    fn past(weights: &[usize]) -> Vec<WeighedTurn<'static>> {
        weights.iter().map(|weight| WeighedTurn { question: "What of\n\"it\"?", weight: *weight }).collect()
    }

    #[test]
    fn whole_turns_go_along_the_newest_first() {
        let check = |weights: &[usize], retained: usize, left: usize, why: &str| {
            let window = window(&past(weights), 0, 100);
            assert_eq!(window.retained, retained, "{why}");
            assert_eq!(window.note.is_some(), left > 0, "{why}");
        };
        check(&[], 0, 0, "a conversation begins with nothing");
        check(&[40, 60], 2, 0, "what fills the budget exactly fits");
        check(&[40, 61], 1, 1, "a turn goes along whole or not at all");
        check(&[40, 61, 1], 1, 2, "no turn is passed over for a smaller one before it");
        check(&[500], 1, 0, "the newest goes along whatever its size");
    }

    #[test]
    fn what_is_left_out_is_counted_and_its_questions_named() {
        let HistoryWindow { note, .. } = window(&past(&[100, 1]), 7, 100);
        let expected =
            "(8 earlier turns of this conversation are left out. The last of them: \"What of \\\"it\\\"?\".)";
        assert_eq!(note.as_deref(), Some(expected), "a question keeps to its quotes and its line");
        let HistoryWindow { note, .. } = window(&past(&[1]), 1, 100);
        assert_eq!(note.as_deref(), Some("(1 earlier turn of this conversation is left out.)"));
    }
}
