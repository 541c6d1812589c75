//! Short answers: counts, lists, one entity, the last steps, what can be asked, and what cannot.

use std::fmt::Write as _;

use super::inline_text::capital;
use super::inline_text::{SHOWN, existing_nodes, line, names, nodes, text};
use super::language::AssistantLanguage;
use super::question::ReadQuestion;
use super::search::{matching, topic_words};
use super::start_time::{StartTime, named};
use crate::chat::graph::{Graph, GraphNode, HistoryStep};
use crate::chat::labels::labels_in;
use crate::discovery::{EntityKind, EntityLabel, EntityStatus};

/// A list that was asked for.
const LISTED: usize = 25;
/// Of one entity's text.
const WHOLE_CHARS: usize = 2_000;

pub(super) fn unknown(tongue: AssistantLanguage, labels: &[EntityLabel]) -> String {
    let labels: Vec<String> = labels.iter().map(ToString::to_string).collect();
    match tongue {
        AssistantLanguage::English => format!("There is no {} in this discovery.", labels.join(" and no ")),
        AssistantLanguage::German => format!("In dieser Untersuchung gibt es kein {}.", labels.join(" und kein ")),
    }
}

pub(super) fn show(graph: &Graph, tongue: AssistantLanguage, labels: &[EntityLabel]) -> String {
    let mut out = String::new();
    for node in existing_nodes(graph, labels.iter().copied().take(SHOWN)) {
        let label = node.label;
        let _ = writeln!(out, "[{label}] {}\n", text(&node.text, WHOLE_CHARS));
        let kind = match node.output_type {
            Some(of) => format!("{}, {}", tongue.one(label.kind), tongue.output_type(of)),
            None => tongue.one(label.kind).to_owned(),
        };
        let put_aside = if node.archived { tongue.say(", put aside", ", abgelegt") } else { "" };
        let version = tongue.say("version", "Fassung");
        let status = tongue.status(label.kind, node.status);
        let _ = writeln!(out, "{}, {status}, {version} {}{put_aside}.", capital(&kind), node.version);
        let (above, below): (Vec<_>, Vec<_>) = (graph.above(label).collect(), graph.below(label).collect());
        if !above.is_empty() {
            let _ = writeln!(out, "{} {}.", tongue.say("It rests on", "Es beruht auf"), names(tongue, &above, SHOWN));
        }
        if !below.is_empty() {
            let rest = match below.len() {
                1 => tongue.say("On it rests", "Darauf beruht"),
                _ => tongue.say("On it rest", "Darauf beruhen"),
            };
            let _ = writeln!(out, "{rest} {}.", names(tongue, &below, SHOWN));
        }
        if label.kind == EntityKind::Fact && !node.has_evidence {
            out.push_str(tongue.say("It has no evidence.\n", "Es hat keinen Beleg.\n"));
        }
        out.push('\n');
    }
    out
}

pub(super) fn changes(graph: &Graph, tongue: AssistantLanguage, about: &[EntityLabel], since: StartTime) -> String {
    let is_meant = |step: &&HistoryStep| {
        let named = labels_in(&step.name);
        let is_late = !matches!(since, StartTime::Time(ms) if step.at < ms);
        is_late && (about.is_empty() || named.iter().any(|named| about.contains(&named.label)))
    };
    let steps: Vec<_> = graph.steps().iter().filter(is_meant).collect();
    if steps.is_empty() {
        return unchanged(tongue, about, since);
    }
    let mut out = match since {
        StartTime::Time(ms) => {
            let when = named(ms);
            match tongue {
                AssistantLanguage::English => format!("Since {when}, the newest first:"),
                AssistantLanguage::German => format!("Seit {when}, der neueste Schritt zuerst:"),
            }
        }
        StartTime::Ever => tongue.say("The last steps, the newest first:", "Die letzten Schritte, der neueste zuerst:").into(),
        StartTime::Unclear => tongue
            .say(
                "I cannot tell when that was: I understand days, as in “since yesterday”, “since Monday”, “since 12 May \
                 2026” or “in the last 3 days”. The last steps, the newest first:",
                "Wann das war, weiß ich nicht: ich verstehe Tage, wie „seit gestern“, „seit Montag“, „seit dem 12. Mai \
                 2026“ oder „in den letzten 3 Tagen“. Die letzten Schritte, der neueste zuerst:",
            )
            .into(),
    };
    out.push_str("\n\n");
    let shown = if matches!(since, StartTime::Time(_)) { LISTED } else { SHOWN };
    for step in steps.iter().take(shown) {
        let undone = if step.done { "" } else { tongue.say(" *(undone)*", " *(rückgängig gemacht)*") };
        let _ = writeln!(out, "- {}{undone}", text(&step.name, 120));
    }
    if steps.len() > shown {
        out.push_str(tongue.say("\nOlder ones are in the history.", "\nÄltere stehen im Verlauf."));
    }
    out
}

fn unchanged(tongue: AssistantLanguage, about: &[EntityLabel], since: StartTime) -> String {
    match (about, since) {
        ([], StartTime::Time(ms)) => match tongue {
            AssistantLanguage::English => format!("Nothing was done since {}.", named(ms)),
            AssistantLanguage::German => format!("Seit {} wurde nichts getan.", named(ms)),
        },
        ([], _) => tongue.say("Nothing was done yet.", "Noch wurde nichts getan.").to_owned(),
        (_, StartTime::Time(ms)) => match tongue {
            AssistantLanguage::English => format!("No step since {} names it.", named(ms)),
            AssistantLanguage::German => format!("Kein Schritt seit {} nennt es.", named(ms)),
        },
        _ => tongue.say("None of the last steps names it.", "Keiner der letzten Schritte nennt es.").to_owned(),
    }
}

/// Returns whether a question names what is counted: a column, or a status.
pub(super) fn names_a_count(question: &ReadQuestion<'_>) -> bool {
    !kinds_in(question).is_empty() || !statuses_in(question).is_empty()
}

pub(super) fn counted(graph: &Graph, question: &ReadQuestion<'_>, kinds: &[EntityKind]) -> String {
    let tongue = question.tongue;
    let kinds: Vec<EntityKind> = if kinds.is_empty() { kinds_in(question) } else { kinds.to_vec() };
    let statuses = statuses_in(question);
    if !statuses.is_empty() {
        let of = |node: &&GraphNode| {
            statuses.contains(&node.status) && (kinds.is_empty() || kinds.contains(&node.label.kind))
        };
        let n = graph.nodes().filter(of).count();
        let what = kinds.first().map_or_else(|| n.to_string(), |kind| tongue.count(*kind, n));
        let kind = kinds.first().copied().unwrap_or(EntityKind::Insight);
        let names = statuses.iter().map(|status| tongue.status(kind, *status)).collect::<Vec<_>>().join(", ");
        return format!("{what}: {names}.");
    }
    let all = if kinds.is_empty() { EntityKind::ALL.to_vec() } else { kinds };
    let mut out = match all[..] {
        [kind] => format!("{}.", counted_kind(graph, tongue, kind)),
        _ => all.iter().map(|kind| format!("- {}\n", counted_kind(graph, tongue, *kind))).collect(),
    };
    if all.len() == EntityKind::ALL.len() {
        let total = graph.total();
        let _ = match tongue {
            AssistantLanguage::English => write!(out, "\n{total} in all."),
            AssistantLanguage::German => write!(out, "\n{total} insgesamt."),
        };
    }
    let put_aside = graph.archived_count();
    if put_aside > 0 {
        let _ = match tongue {
            AssistantLanguage::English => write!(out, " {put_aside} put aside are not counted."),
            AssistantLanguage::German => write!(out, " {put_aside} Abgelegte sind nicht gezählt."),
        };
    }
    out
}

fn counted_kind(graph: &Graph, tongue: AssistantLanguage, kind: EntityKind) -> String {
    let of = |status: EntityStatus| graph.column(kind).filter(|node| node.status == status).count();
    let parts: Vec<String> = EntityStatus::ALL
        .into_iter()
        .filter(|status| of(*status) > 0)
        .map(|status| format!("{} {}", of(status), tongue.status(kind, status)))
        .collect();
    let count = tongue.count(kind, graph.count(kind));
    if parts.is_empty() { count } else { format!("{count}: {}", parts.join(", ")) }
}

pub(super) fn listed(graph: &Graph, question: &ReadQuestion<'_>, kinds: &[EntityKind]) -> String {
    let tongue = question.tongue;
    let statuses = statuses_in(question);
    let mut out = String::new();
    for kind in kinds {
        let found: Vec<&GraphNode> =
            graph.column(*kind).filter(|node| statuses.is_empty() || statuses.contains(&node.status)).collect();
        let _ = writeln!(out, "{}{}\n", tongue.count(*kind, found.len()), if found.is_empty() { "." } else { ":" });
        nodes(&mut out, tongue, &found, LISTED);
    }
    out
}

fn kinds_in(question: &ReadQuestion<'_>) -> Vec<EntityKind> {
    question.tokens.iter().filter_map(|token| super::words::kind_of(&token.word)).collect()
}

/// The statuses that a question names.
fn statuses_in(question: &ReadQuestion<'_>) -> Vec<EntityStatus> {
    let of = |word: &str| {
        Some(match word {
            "draft" | "drafts" | "entwurf" | "entwürfe" => EntityStatus::Draft,
            "validated" | "confirmed" | "accepted" | "bestätigt" | "bestätigte" | "bestätigten" | "angenommen"
            | "angenommene" | "angenommenen" => EntityStatus::Validated,
            "outdated" | "stale" | "überholt" | "überholte" | "veraltet" => EntityStatus::Outdated,
            "review" | "reviewed" | "prüfen" => EntityStatus::NeedsReview,
            "refresh" | "refreshed" | "erneuern" => EntityStatus::NeedsRefresh,
            "unsupported" => EntityStatus::Unsupported,
            "weak" | "schwach" | "schwache" => EntityStatus::Weak,
            "risky" | "riskant" | "riskante" => EntityStatus::Risky,
            _ => return None,
        })
    };
    question.tokens.iter().filter_map(|token| of(&token.word)).collect()
}

pub(super) fn help(tongue: AssistantLanguage) -> String {
    tongue
        .say(
            "I am the built-in assistant. I work without a model: I read the columns, the links and the history, and \
             nothing leaves this computer.\n\n\
             **Ask me**\n\n\
             - “summary”, “what is the goal?”, “how many facts?”, “list the insights”\n\
             - “what supports R-1?”, “what rests on F-3?”, “why is N-2 weak?”\n\
             - “which facts mention the culvert?”\n\
             - “gaps”, “orphans”, “conflicts”, “missing connections”, “what needs review?”\n\
             - “what should I do next?”, “what changed since Monday?”\n\n\
             **Tell me**\n\n\
             - “add a fact: …”, “add an insight from F-1 and F-2: …”, “add a brief from R-1: …”\n\
             - “change F-3 to …”, “in F-3 replace 5 m by 6 m”\n\
             - “delete F-2 and F-5”\n\n\
             I show a change before it is done. I cannot word, translate, judge or know anything beyond this discovery: \
             choose a model in the settings for that.",
            "Ich bin der eingebaute Assistent. Ich arbeite ohne Modell: ich lese die Spalten, die Verknüpfungen und den \
             Verlauf, und nichts verlässt diesen Rechner.\n\n\
             **Fragen Sie mich**\n\n\
             - „Zusammenfassung“, „was ist das Ziel?“, „wie viele Fakten?“, „liste die Erkenntnisse“\n\
             - „was stützt R-1?“, „was beruht auf F-3?“, „warum ist N-2 schwach?“\n\
             - „welche Fakten erwähnen den Durchlass?“\n\
             - „Lücken“, „verwaiste“, „Widersprüche“, „fehlende Verknüpfungen“, „was ist zu prüfen?“\n\
             - „was soll ich als Nächstes tun?“, „was hat sich seit Montag geändert?“\n\n\
             **Sagen Sie mir**\n\n\
             - „Fakt hinzufügen: …“, „Erkenntnis aus F-1 und F-2 hinzufügen: …“, „Kurzfassung aus R-1 hinzufügen: …“\n\
             - „ändere F-3 zu: …“, „ersetze in F-3 5 m durch 6 m“\n\
             - „lösche F-2 und F-5“\n\n\
             Eine Änderung zeige ich, bevor sie geschieht. Formulieren, übersetzen, urteilen und etwas außerhalb dieser \
             Untersuchung wissen kann ich nicht: wählen Sie dafür in den Einstellungen ein Modell.",
        )
        .to_owned()
}

pub(super) fn greeting(tongue: AssistantLanguage) -> String {
    tongue
        .say(
            "Hello. I am the built-in assistant. Ask for a “summary”, for “gaps” or “what next?”, or say “help”.",
            "Guten Tag. Ich bin der eingebaute Assistent. Fragen Sie nach „Zusammenfassung“, „Lücken“ oder „Was nun?“, \
             oder sagen Sie „Hilfe“.",
        )
        .to_owned()
}

pub(super) fn elsewhere(tongue: AssistantLanguage) -> String {
    tongue
        .say(
            "I cannot do that. I add, edit and delete; links, statuses, inputs, merging, deriving, undo and export are in \
             the window, on the cards and in the menus. “help” shows what I can do.",
            "Das kann ich nicht. Ich füge hinzu, ändere und lösche; Verknüpfungen, Status, Inputs, Zusammenführen, \
             Ableiten, Rückgängig und Export finden Sie im Fenster, auf den Karten und in den Menüs. „Hilfe“ zeigt, was \
             ich kann.",
        )
        .to_owned()
}

/// Something that takes words of one's own.
pub(super) fn writing(graph: &Graph, tongue: AssistantLanguage, known: &[EntityLabel]) -> String {
    let mut out = tongue
        .say(
            "I cannot do that: I am the built-in assistant and word, judge and calculate nothing of my own. Choose a \
             model in the settings for that. “help” shows what I can do.",
            "Das kann ich nicht: ich bin der eingebaute Assistent und formuliere, beurteile und berechne nichts selbst. \
             Wählen Sie dafür in den Einstellungen ein Modell. „Hilfe“ zeigt, was ich kann.",
        )
        .to_owned();
    if !known.is_empty() {
        out.push_str("\n\n");
        nodes(&mut out, tongue, &existing_nodes(graph, known.iter().copied()), SHOWN);
    }
    out
}

/// A question that no pattern fits: what the discovery says in its words.
pub(super) fn not_understood(graph: &Graph, question: &ReadQuestion<'_>, known: &[EntityLabel]) -> String {
    let tongue = question.tongue;
    let mut out = tongue
        .say(
            "I do not understand that. I am the built-in assistant and know only set questions: say “help” for them. \
             Under “Sources” I look for an answer in your Inputs.",
            "Das verstehe ich nicht. Ich bin der eingebaute Assistent und kenne nur bestimmte Fragen: „Hilfe“ zeigt \
             sie. Unter „Quellen“ suche ich in Ihren Inputs nach einer Antwort.",
        )
        .to_owned();
    if !known.is_empty() {
        let _ = write!(out, "\n\n{}\n\n", tongue.say("What you named:", "Was Sie genannt haben:"));
        nodes(&mut out, tongue, &existing_nodes(graph, known.iter().copied()), SHOWN);
        return out;
    }
    if is_statement(question) {
        out.push_str(tongue.say(
            " What it states is read for facts, as any text is: they are in the Facts column.",
            " Was darin ausgesagt ist, wird wie jeder Text auf Fakten gelesen: sie stehen in der Spalte der Fakten.",
        ));
        return out;
    }
    let words = topic_words(&question.tokens);
    // A text that was pasted is no question.
    if words.is_empty() || words.len() > 12 {
        return out;
    }
    let found = matching(graph, &words, words.len().div_ceil(2));
    if !found.is_empty() {
        let _ = write!(out, "\n\n{}\n\n", tongue.say("These have words of it:", "Diese haben Wörter daraus:"));
        for node in found.iter().take(5) {
            let _ = writeln!(out, "- {}", line(node));
        }
    }
    out
}

/// A sentence that ends as one, and asks nothing.
fn is_statement(question: &ReadQuestion<'_>) -> bool {
    question.text.trim_end().ends_with('.') && !question.text.contains('?') && question.tokens.len() >= 4
}
