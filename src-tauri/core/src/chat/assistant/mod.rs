//! The built-in assistant: answers from the graph, without a model.
//!
//! It understands the questions of `intents/` and plain commands, in English and German, and answers in the language
//! asked. Everything it says is read off the graph: the same question about the same discovery has the same answer. It
//! never guesses. An unknown label is said, a question that it does not understand is answered with what the discovery
//! says in the same words, and with what can be asked.
//!
//! Not part of it: it words nothing, judges nothing, and what it proposes to be linked it only says.

mod chain;
mod command;
mod command_search;
mod connections;
mod gaps;
mod inline_text;
mod intent;
mod language;
mod pattern;
mod question;
mod search;
mod short_answers;
mod start_time;
mod status;
mod summary;
mod words;

use serde_json::{Value, json};

use super::graph::Graph;
use crate::discovery::{EntityKind, EntityLabel};
use command::AssistantCommand;
pub use command_search::{has_own_text, is_command, is_surely_command};
use intent::{Intent, QuestionTopic, intent};
use language::AssistantLanguage;
use question::ReadQuestion;
use start_time::StartTime;

/// A message to the assistant.
#[derive(Clone, Debug, Default)]
pub struct AssistantMessage<'a> {
    pub text: &'a str,
    /// Entities that the analyst named with "@".
    pub mentions: &'a [EntityLabel],
    /// When it is asked, in milliseconds since 1970.
    pub now_ms: i64,
}

/// The assistant's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AssistantReply {
    pub markdown: String,
    /// Tools to call and their arguments, as a model would: each is a card to confirm.
    pub calls: Vec<(&'static str, Value)>,
}

/// Answers a message. Never fails.
pub fn answer(graph: &Graph, message: &AssistantMessage<'_>) -> AssistantReply {
    let question = ReadQuestion::read(message.text, message.mentions, graph);
    match command_search::order(&question, message, graph) {
        Some(Ok(command)) => command_reply(&command, question.tongue, graph),
        Some(Err(lack)) => text_reply(lack.sentence(question.tongue)),
        None => text_reply(answer_text(graph, &question, message.now_ms)),
    }
}

/// Returns whether a message is one sentence that asks for something, and so states no fact.
pub fn is_question(text: &str) -> bool {
    is_one_sentence(text) && intent(&ReadQuestion::read(text, &[], &Graph::default())).is_some()
}

/// Returns whether a message asks or orders something that is read off the columns.
pub fn understands(graph: &Graph, message: &AssistantMessage<'_>) -> bool {
    let question = ReadQuestion::read(message.text, message.mentions, graph);
    // "How many" asks for a column only where one is named.
    let is_read_off = |intent: Intent| {
        intent.topic != QuestionTopic::Count
            || short_answers::names_a_count(&question)
            || search::topic_words(&question.tokens).is_empty()
    };
    !question.labels().is_empty()
        || intent(&question).is_some_and(is_read_off)
        || command_search::order(&question, message, graph).is_some()
}

fn is_one_sentence(text: &str) -> bool {
    let inner = text.trim().trim_end_matches(['.', '!', '?', '…']);
    !inner.contains('\n') && ![".", "!", "?"].iter().any(|end| inner.contains(&format!("{end} ")))
}

fn text_reply(markdown: String) -> AssistantReply {
    AssistantReply { markdown: markdown.trim_end().to_owned(), calls: Vec::new() }
}

fn answer_text(graph: &Graph, question: &ReadQuestion<'_>, now_ms: i64) -> String {
    let tongue = question.tongue;
    let (known, unknown): (Vec<EntityLabel>, Vec<EntityLabel>) =
        question.labels().into_iter().partition(|label| graph.has(*label));
    let mut out = String::new();
    if !unknown.is_empty() {
        out.push_str(&short_answers::unknown(tongue, &unknown));
        out.push_str("\n\n");
    }
    let asks_about = intent(question);
    if known.is_empty() && !unknown.is_empty() && asks_about.as_ref().is_none_or(|intent| intent.topic.needs_a_label())
    {
        return out;
    }
    out.push_str(&match asks_about {
        Some(intent) => on_topic(graph, question, &intent, &known, now_ms),
        None => short_answers::not_understood(graph, question, &known),
    });
    out
}

fn on_topic(graph: &Graph, question: &ReadQuestion<'_>, intent: &Intent, known: &[EntityLabel], now_ms: i64) -> String {
    let tongue = question.tongue;
    match intent.topic {
        QuestionTopic::Writing => short_answers::writing(graph, tongue, known),
        QuestionTopic::Elsewhere => short_answers::elsewhere(tongue),
        QuestionTopic::Help => short_answers::help(tongue),
        QuestionTopic::Greeting => short_answers::greeting(tongue),
        QuestionTopic::Thanks => tongue.say("You are welcome.", "Gern geschehen.").to_owned(),
        QuestionTopic::Supports => chain::supports(graph, tongue, known),
        QuestionTopic::Rests => chain::rests(graph, tongue, known),
        QuestionTopic::Show => short_answers::show(graph, tongue, known),
        QuestionTopic::Status => status::explained(graph, tongue, known),
        QuestionTopic::Conflicts => gaps::conflicts(graph, tongue, known),
        QuestionTopic::Connections => connections::missing(graph, tongue),
        QuestionTopic::Without => gaps::without(graph, tongue, &intent.found.kinds),
        QuestionTopic::Orphans => gaps::orphans(graph, tongue),
        QuestionTopic::Unproven => gaps::unproven(graph, tongue),
        QuestionTopic::Review => gaps::to_review(graph, tongue),
        QuestionTopic::Waiting => gaps::waiting(graph, tongue),
        QuestionTopic::Gaps => gaps::all(graph, tongue),
        QuestionTopic::Next => gaps::next(graph, tongue),
        QuestionTopic::Changes => {
            short_answers::changes(graph, tongue, known, StartTime::from_question(question, now_ms))
        }
        QuestionTopic::Count => short_answers::counted(graph, question, &intent.found.kinds),
        QuestionTopic::List => short_answers::listed(graph, question, &intent.found.kinds),
        QuestionTopic::Find => search::found(graph, question, intent),
        QuestionTopic::Goal => summary::goal(graph, tongue),
        QuestionTopic::Summary => summary::summary(graph, tongue),
    }
}

impl QuestionTopic {
    /// There is nothing to answer without an entity that stands.
    const fn needs_a_label(self) -> bool {
        matches!(self, Self::Supports | Self::Rests | Self::Show | Self::Status | Self::Writing | Self::Elsewhere)
    }
}

fn command_reply(command: &AssistantCommand, tongue: AssistantLanguage, graph: &Graph) -> AssistantReply {
    let calls = calls(command);
    let mut markdown = match (tongue, calls.len()) {
        (AssistantLanguage::English, 1) => "Here is the change. Nothing is done before you confirm it.".to_owned(),
        (AssistantLanguage::English, n) => format!("Here are {n} changes. Nothing is done before you confirm them."),
        (AssistantLanguage::German, 1) => {
            "Hier ist die Änderung. Es geschieht nichts, bevor Sie sie bestätigen.".to_owned()
        }
        (AssistantLanguage::German, n) => {
            format!("Hier sind {n} Änderungen. Es geschieht nichts, bevor Sie sie bestätigen.")
        }
    };
    if let AssistantCommand::Delete(labels) = command {
        let resting: Vec<EntityLabel> = graph.downstream(labels).into_iter().collect();
        if !resting.is_empty() {
            let names = inline_text::names(tongue, &resting, inline_text::SHOWN);
            markdown.push_str(&match tongue {
                AssistantLanguage::English => format!("\n\nThat would mark what rests on it: {names}."),
                AssistantLanguage::German => format!("\n\nGekennzeichnet würde, was darauf beruht: {names}."),
            });
        }
    }
    AssistantReply { markdown, calls }
}

/// A command as the calls that a model would make.
fn calls(command: &AssistantCommand) -> Vec<(&'static str, Value)> {
    let names = |labels: &[EntityLabel]| labels.iter().map(ToString::to_string).collect::<Vec<_>>();
    match command {
        AssistantCommand::Add { kind, text, from, output_type } => {
            let mut arguments = json!({"entity_type": kind.as_str(), "text": text});
            if !from.is_empty() {
                arguments["related_ids"] = json!(names(from));
            }
            if let Some(of) = output_type {
                arguments["output_type"] = json!(of.as_str());
            }
            vec![("add_item", arguments)]
        }
        AssistantCommand::Edit { label, text } => {
            let arguments = json!({"entity_type": label.kind.as_str(), "item_id": label.to_string(), "new_text": text});
            vec![("edit_item", arguments)]
        }
        // A call deletes from one column.
        AssistantCommand::Delete(labels) => {
            let of = |kind: EntityKind| labels.iter().copied().filter(|label| label.kind == kind).collect::<Vec<_>>();
            let lots =
                EntityKind::ALL.into_iter().map(|kind| (kind, of(kind))).filter(|(_, labels)| !labels.is_empty());
            let call = |(kind, labels): (EntityKind, Vec<EntityLabel>)| {
                ("delete_item", json!({"entity_type": kind.as_str(), "item_id": names(&labels).join(", ")}))
            };
            lots.map(call).collect()
        }
    }
}

#[cfg(test)]
mod tests;
