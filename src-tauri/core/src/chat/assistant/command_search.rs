//! The part of a message that gives a command: all of it, or one sentence.

use std::ops::Range;

use super::AssistantMessage;
use super::command::{AssistantCommand, CommandFault, command, read};
use super::question::ReadQuestion;
use crate::chat::graph::Graph;
use crate::extraction::offline::sentences;

/// A message of more sentences is no command with a word about it.
const FEW: usize = 4;

/// Returns the command, or why it cannot be carried out.
pub(super) fn order(
    question: &ReadQuestion<'_>,
    message: &AssistantMessage<'_>,
    graph: &Graph,
) -> Option<Result<AssistantCommand, CommandFault>> {
    match command(question, graph) {
        Some(Ok(command)) => Some(Ok(command)),
        whole => within(message, graph).map(Ok).or(whole),
    }
}

/// The one sentence of a few that is a command and lacks nothing: "The wall leaks. Delete F-1." In a longer text, or in
/// one that asks as well, it may be somebody else's words.
fn within(message: &AssistantMessage<'_>, graph: &Graph) -> Option<AssistantCommand> {
    let ranges = sentences(message.text);
    let text_of = |at: &Range<usize>| &message.text[at.clone()];
    let is_long =
        ranges.len() > FEW || ranges.iter().any(|at| text_of(at).ends_with('?') && !is_surely_command(text_of(at)));
    if is_long || has_own_text(message.text) {
        return None;
    }
    let sentence = only(ranges.iter().filter(|at| is_surely_command(text_of(at))))?;
    let follows = &message.text[sentence.start..];
    // Its own words are all that follow.
    let text = if has_own_text(follows) { follows } else { text_of(sentence) };
    command(&ReadQuestion::read(text, message.mentions, graph), graph)?.ok()
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// Returns whether a message is a command, even one that lacks something: it states no fact.
pub fn is_command(text: &str) -> bool {
    as_read(text).is_some()
}

/// Returns whether it is one that lacks nothing, as far as words can tell.
pub fn is_surely_command(text: &str) -> bool {
    matches!(as_read(text), Some(Ok(_) | Err(CommandFault::Unknown(_))))
}

/// Returns whether it is one with words of the analyst's own, which are all that it says.
pub fn has_own_text(text: &str) -> bool {
    matches!(as_read(text), Some(Ok(AssistantCommand::Add { .. } | AssistantCommand::Edit { .. })))
}

fn as_read(text: &str) -> Option<Result<AssistantCommand, CommandFault>> {
    let nothing = Graph::default();
    read(&ReadQuestion::read(text, &[], &nothing), &nothing)
}

#[cfg(test)]
mod tests {
    use super::super::tests::graph;
    use super::*;

    #[test]
    fn one_sentence_of_a_few_may_be_a_command() {
        let graph = graph();
        let check = |text: &str, expected: &str| {
            let message = AssistantMessage { text, ..AssistantMessage::default() };
            let got = match order(&ReadQuestion::read(text, &[], &graph), &message, &graph) {
                Some(Ok(AssistantCommand::Delete(labels))) => format!("delete {}", labels[0]),
                Some(Ok(AssistantCommand::Add { text, .. })) => format!("add {text}"),
                Some(Ok(AssistantCommand::Edit { label, text })) => format!("edit {label} {text}"),
                Some(Err(_)) => "lacks".to_owned(),
                None => "-".to_owned(),
            };
            assert_eq!(got, expected, "{text:?}");
        };
        check("The wall leaks. Delete F-1.", "delete F-1");
        check("Delete F-1. The budget is EUR 130,000.", "delete F-1");
        check("Die Mauer ist undicht. Lösche F-1.", "delete F-1");
        check("The wall leaks. Add a fact: The wall leaks. It is old.", "add The wall leaks. It is old.");
        check(
            "Replace high by low in F-3. It was measured.",
            "edit F-3 The wall is 5 m low, and 5 m wide at Bridge Lane.",
        );
        check("Delete F-1. Delete F-2.", "lacks");
        check("The wall leaks. Delete F-99.", "-");
        check("The wall leaks. Don't delete F-1.", "-");
        check("What do you make of this letter? Delete F-1.", "-");
        check("One. Two. Three. Four. Delete F-1.", "-");
        check("We tested the soil. Drop tests were made too.", "-");
    }
}
