//! The reasons for the status of an entity.

use std::fmt::Write as _;

use super::inline_text::{existing_nodes, line, names, text};
use super::language::AssistantLanguage;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::status::{MarkEvent, MarkReason};
use crate::discovery::{EntityKind, EntityLabel, EntityStatus};
use crate::facts::Status;

/// Asked about at once.
const ASKED: usize = 5;

pub(super) fn explained(graph: &Graph, tongue: AssistantLanguage, labels: &[EntityLabel]) -> String {
    if labels.is_empty() {
        return tongue
            .say(
                "Of which one? Name it by its label, for example N-1.",
                "Wovon? Nennen Sie das Kürzel, zum Beispiel N-1.",
            )
            .to_owned();
    }
    let explanations = existing_nodes(graph, labels.iter().copied().take(ASKED))
        .into_iter()
        .map(|node| explanation(graph, tongue, node));
    explanations.collect::<Vec<_>>().join("\n")
}

fn explanation(graph: &Graph, tongue: AssistantLanguage, node: &GraphNode) -> String {
    let label = node.label;
    let mut out = format!("{}\n\n", line(node));
    let status = tongue.status(label.kind, node.status);
    let _ = match tongue {
        AssistantLanguage::English => write!(out, "It is **{status}**. "),
        AssistantLanguage::German => write!(out, "Status: **{status}**. "),
    };
    if node.archived {
        out.push_str(tongue.say("It is put aside. ", "Es ist abgelegt. "));
    }
    out.push_str(&reason(graph, tongue, node));
    out.push('\n');
    if label.kind == EntityKind::Fact && !node.has_evidence {
        out.push_str(tongue.say("\nNo quote proves it.\n", "\nKein Zitat belegt es.\n"));
    }
    out
}

fn reason(graph: &Graph, tongue: AssistantLanguage, node: &GraphNode) -> String {
    if let Some(because) = graph.close(node.label).and_then(|close| close.because.as_ref()) {
        return happened(tongue, because);
    }
    let against: Vec<EntityLabel> = graph
        .conflicts()
        .iter()
        .filter(|conflict| conflict.fact == node.label)
        .filter_map(|conflict| conflict.with)
        .collect();
    match (node.status, node.fact_status) {
        _ if !against.is_empty() => match tongue {
            AssistantLanguage::English => {
                format!("It contradicts {}. Accept the one that holds.", names(tongue, &against, 5))
            }
            AssistantLanguage::German => {
                format!("Es widerspricht {}. Nehmen Sie an, was gilt.", names(tongue, &against, 5))
            }
        },
        (EntityStatus::NeedsReview, Some(_)) => tongue
            .say(
                "It waits for you: what was read is not sure enough to be taken as it is.",
                "Es wartet auf Sie: das Gelesene ist nicht sicher genug, um es so zu übernehmen.",
            )
            .to_owned(),
        (EntityStatus::Draft, Some(Status::Proposed)) => tongue
            .say(
                "It was found in a text and is neither accepted nor rejected.",
                "Es wurde in einem Text gefunden und ist weder angenommen noch abgelehnt.",
            )
            .to_owned(),
        (status, _) => meaning(tongue, status).to_owned(),
    }
}

const fn meaning(tongue: AssistantLanguage, status: EntityStatus) -> &'static str {
    match status {
        EntityStatus::Draft => tongue.say("Nobody has confirmed it yet.", "Noch niemand hat es bestätigt."),
        EntityStatus::Validated => tongue.say(
            "You confirmed it, and nothing beneath it has changed since.",
            "Sie haben es bestätigt, und darunter hat sich seither nichts geändert.",
        ),
        EntityStatus::Outdated => {
            tongue.say("What it was taken from has a newer version.", "Woraus es stammt, hat eine neuere Fassung.")
        }
        EntityStatus::NeedsReview | EntityStatus::NeedsRefresh => {
            tongue.say("Something that it rests on has changed.", "Etwas, worauf es beruht, hat sich geändert.")
        }
        EntityStatus::Unsupported => tongue.say(
            "The input that it came from is no longer in use.",
            "Der Input, aus dem es stammt, wird nicht mehr verwendet.",
        ),
        EntityStatus::Weak => tongue.say(
            "A fact that it rests on is no longer in use.",
            "Ein Fakt, auf dem es beruht, wird nicht mehr verwendet.",
        ),
        EntityStatus::Risky => tongue.say(
            "An insight that it rests on is no longer sure.",
            "Eine Erkenntnis, auf der es beruht, ist nicht mehr sicher.",
        ),
    }
}

fn happened(tongue: AssistantLanguage, because: &MarkReason) -> String {
    let from = because.from.as_ref().map(|from| format!("[{from}]"));
    let subject =
        from.unwrap_or_else(|| tongue.say("Something that it rests on", "Etwas, worauf es beruht,").to_owned());
    let verb = match because.what {
        MarkEvent::Edited => tongue.say("was edited", "wurde bearbeitet"),
        MarkEvent::Accepted => tongue.say("was accepted", "wurde angenommen"),
        MarkEvent::Superseded => tongue.say("was superseded", "wurde ersetzt"),
        MarkEvent::Rejected => tongue.say("was rejected", "wurde abgelehnt"),
        MarkEvent::Restored => tongue.say("was restored", "wurde wiederhergestellt"),
        MarkEvent::Reviewed => tongue.say("was reviewed", "wurde geprüft"),
        MarkEvent::Archived => tongue.say("was put aside", "wurde abgelegt"),
        MarkEvent::Deleted => tongue.say("was deleted", "wurde gelöscht"),
        MarkEvent::Merged => tongue.say("was merged into another", "ging in etwas anderem auf"),
        MarkEvent::SaidOtherwise => tongue.say(
            "was read from a message that is not in the conversation any more",
            "stammt aus einer Nachricht, die nicht mehr im Gespräch steht",
        ),
    };
    let mut out = format!("{subject} {verb}.");
    let quoted = |words: &str| format!("{}{}{}", tongue.say("“", "„"), text(words, 120), tongue.say("”", "“"));
    match (&because.was, &because.is) {
        (Some(was), Some(is)) => {
            let _ = match tongue {
                AssistantLanguage::English => write!(out, " It said {}, and says {} now.", quoted(was), quoted(is)),
                AssistantLanguage::German => {
                    write!(out, " Dort stand {}, jetzt steht dort {}.", quoted(was), quoted(is))
                }
            };
        }
        (Some(was), None) => {
            let _ = match tongue {
                AssistantLanguage::English => write!(out, " It said {}.", quoted(was)),
                AssistantLanguage::German => write!(out, " Dort stand {}.", quoted(was)),
            };
        }
        _ => {}
    }
    out
}
