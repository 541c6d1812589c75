//! The built-in assistant: answers from the graph, without a model.
//!
//! It understands the questions of `intents/` and plain commands, in English and German, and answers in the language
//! asked. Everything it says is read off the graph: the same question about the same discovery has the same answer. It
//! never guesses. An unknown label is said, a question that it does not understand is answered with what the discovery
//! says in the same words, and with what can be asked.
//!
//! What it leaves out: it words nothing, judges nothing, and what it proposes to be linked it only says.

mod chain;
mod command;
mod connections;
mod gaps;
mod intent;
mod order;
mod pattern;
mod plain;
mod question;
mod say;
mod search;
mod since;
mod status;
mod summary;
mod tongue;
mod words;

use serde_json::{Value, json};

use super::graph::Graph;
use crate::discovery::{EntityKind, EntityLabel};
use command::Command;
use intent::{Intent, Topic, intent};
pub use order::{is_command, is_surely_command, takes_what_follows};
use question::ReadQuestion;
use since::Since;
use tongue::AssistantLanguage;

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
pub struct Reply {
    pub markdown: String,
    /// Tools to call and their arguments, as a model would: each is a card to confirm.
    pub calls: Vec<(&'static str, Value)>,
}

/// Answers a message. Never fails.
pub fn answer(graph: &Graph, asked: &AssistantMessage<'_>) -> Reply {
    let question = ReadQuestion::read(asked.text, asked.mentions, graph);
    match order::order(&question, asked, graph) {
        Some(Ok(command)) => carried_out(&command, question.tongue, graph),
        Some(Err(lack)) => said(lack.sentence(question.tongue)),
        None => said(told(graph, &question, asked.now_ms)),
    }
}

/// Returns whether a message is one sentence that asks for something, and so states no fact.
pub fn is_question(text: &str) -> bool {
    is_one_sentence(text) && intent(&ReadQuestion::read(text, &[], &Graph::default())).is_some()
}

/// Returns whether a message asks or orders something that is read off the columns.
pub fn understands(graph: &Graph, asked: &AssistantMessage<'_>) -> bool {
    let question = ReadQuestion::read(asked.text, asked.mentions, graph);
    // "How many" asks for a column only where one is named.
    let is_read_off = |intent: Intent| {
        intent.topic != Topic::Count || plain::names_a_count(&question) || search::telling(&question.tokens).is_empty()
    };
    !question.labels().is_empty()
        || intent(&question).is_some_and(is_read_off)
        || order::order(&question, asked, graph).is_some()
}

fn is_one_sentence(text: &str) -> bool {
    let inner = text.trim().trim_end_matches(['.', '!', '?', '…']);
    !inner.contains('\n') && ![".", "!", "?"].iter().any(|end| inner.contains(&format!("{end} ")))
}

fn said(markdown: String) -> Reply {
    Reply { markdown: markdown.trim_end().to_owned(), calls: Vec::new() }
}

fn told(graph: &Graph, question: &ReadQuestion<'_>, now_ms: i64) -> String {
    let tongue = question.tongue;
    let (known, unknown): (Vec<EntityLabel>, Vec<EntityLabel>) =
        question.labels().into_iter().partition(|label| graph.has(*label));
    let mut out = String::new();
    if !unknown.is_empty() {
        out.push_str(&plain::unknown(tongue, &unknown));
        out.push_str("\n\n");
    }
    let asks_about = intent(question);
    if known.is_empty() && !unknown.is_empty() && asks_about.as_ref().is_none_or(|intent| intent.topic.needs_a_label())
    {
        return out;
    }
    out.push_str(&match asks_about {
        Some(intent) => on_topic(graph, question, &intent, &known, now_ms),
        None => plain::not_understood(graph, question, &known),
    });
    out
}

fn on_topic(graph: &Graph, question: &ReadQuestion<'_>, intent: &Intent, known: &[EntityLabel], now_ms: i64) -> String {
    let tongue = question.tongue;
    match intent.topic {
        Topic::Writing => plain::writing(graph, tongue, known),
        Topic::Elsewhere => plain::elsewhere(tongue),
        Topic::Help => plain::help(tongue),
        Topic::Greeting => plain::greeting(tongue),
        Topic::Thanks => tongue.say("You are welcome.", "Gern geschehen.").to_owned(),
        Topic::Supports => chain::supports(graph, tongue, known),
        Topic::Rests => chain::rests(graph, tongue, known),
        Topic::Show => plain::show(graph, tongue, known),
        Topic::Status => status::explained(graph, tongue, known),
        Topic::Conflicts => gaps::conflicts(graph, tongue, known),
        Topic::Connections => connections::missing(graph, tongue),
        Topic::Without => gaps::without(graph, tongue, &intent.found.kinds),
        Topic::Orphans => gaps::orphans(graph, tongue),
        Topic::Unproven => gaps::unproven(graph, tongue),
        Topic::Review => gaps::to_review(graph, tongue),
        Topic::Waiting => gaps::waiting(graph, tongue),
        Topic::Gaps => gaps::all(graph, tongue),
        Topic::Next => gaps::next(graph, tongue),
        Topic::Changes => plain::changes(graph, tongue, known, Since::of(question, now_ms)),
        Topic::Count => plain::counted(graph, question, &intent.found.kinds),
        Topic::List => plain::listed(graph, question, &intent.found.kinds),
        Topic::Find => search::found(graph, question, intent),
        Topic::Goal => summary::goal(graph, tongue),
        Topic::Summary => summary::summary(graph, tongue),
    }
}

impl Topic {
    /// There is nothing to answer without an entity that stands.
    const fn needs_a_label(self) -> bool {
        matches!(self, Self::Supports | Self::Rests | Self::Show | Self::Status | Self::Writing | Self::Elsewhere)
    }
}

fn carried_out(command: &Command, tongue: AssistantLanguage, graph: &Graph) -> Reply {
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
    if let Command::Delete(labels) = command {
        let resting: Vec<EntityLabel> = graph.downstream(labels).into_iter().collect();
        if !resting.is_empty() {
            let names = say::names(tongue, &resting, say::SHOWN);
            markdown.push_str(&match tongue {
                AssistantLanguage::English => format!("\n\nThat would mark what rests on it: {names}."),
                AssistantLanguage::German => format!("\n\nGekennzeichnet würde, was darauf beruht: {names}."),
            });
        }
    }
    Reply { markdown, calls }
}

/// A command as the calls that a model would make.
fn calls(command: &Command) -> Vec<(&'static str, Value)> {
    let names = |labels: &[EntityLabel]| labels.iter().map(ToString::to_string).collect::<Vec<_>>();
    match command {
        Command::Add { kind, text, from, output_type } => {
            let mut arguments = json!({"entity_type": kind.as_str(), "text": text});
            if !from.is_empty() {
                arguments["related_ids"] = json!(names(from));
            }
            if let Some(of) = output_type {
                arguments["output_type"] = json!(of.as_str());
            }
            vec![("add_item", arguments)]
        }
        Command::Edit { label, text } => {
            let arguments = json!({"entity_type": label.kind.as_str(), "item_id": label.to_string(), "new_text": text});
            vec![("edit_item", arguments)]
        }
        // A call deletes from one column.
        Command::Delete(labels) => {
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
