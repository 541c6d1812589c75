//! The support of an entity, down to the words of the sources, and what rests on it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::inline_text::{LINE_CHARS, existing_nodes, line, names, nodes, text};
use super::language::AssistantLanguage;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::{EntityKind, EntityLabel};

/// A chain is told in no more lines.
const LINES: usize = 40;
/// Of several entities that are asked about at once.
const ASKED: usize = 3;
/// Of a column, of what rests on an entity.
const EACH: usize = 8;

pub(super) fn supports(graph: &Graph, tongue: AssistantLanguage, labels: &[EntityLabel]) -> String {
    about_each(graph, tongue, labels, support)
}

pub(super) fn rests(graph: &Graph, tongue: AssistantLanguage, labels: &[EntityLabel]) -> String {
    about_each(graph, tongue, labels, dependants)
}

fn about_each(
    graph: &Graph,
    tongue: AssistantLanguage,
    labels: &[EntityLabel],
    tell: impl Fn(&Graph, AssistantLanguage, &GraphNode) -> String,
) -> String {
    if labels.is_empty() {
        let ask = tongue.say(
            "Of which one? Name it by its label, for example N-1.",
            "Wovon? Nennen Sie das Kürzel, zum Beispiel N-1.",
        );
        return ask.to_owned();
    }
    let descriptions =
        existing_nodes(graph, labels.iter().copied().take(ASKED)).into_iter().map(|node| tell(graph, tongue, node));
    let mut out = descriptions.collect::<Vec<_>>().join("\n");
    if labels.len() > ASKED {
        out.push_str(tongue.say("\nAsk about three at a time.", "\nFragen Sie nach höchstens drei auf einmal."));
    }
    out
}

fn support(graph: &Graph, tongue: AssistantLanguage, node: &GraphNode) -> String {
    let label = node.label;
    let mut out = format!("{}\n\n", line(node));
    if label.kind == EntityKind::Input {
        let below = graph.below(label).count();
        let _ = match tongue {
            AssistantLanguage::English => {
                write!(out, "It is an input: it rests on nothing, and {} on it.", rest(tongue, below))
            }
            AssistantLanguage::German => {
                write!(out, "Das ist ein Input: er selbst beruht auf nichts. {}", rest(tongue, below))
            }
        };
        out.push('\n');
        return out;
    }
    if let Some(quote) = quote(graph, label).filter(|quote| *quote != text(&node.text, LINE_CHARS)) {
        let _ = writeln!(out, "> {quote}\n");
    }
    let beneath = graph.upstream(&[label]);
    if beneath.is_empty() {
        let nothing = match (label.kind, node.has_evidence) {
            (EntityKind::Fact, true) => {
                tongue.say("Its evidence is the quote alone.", "Belegt ist es nur durch das Zitat.")
            }
            (EntityKind::Fact, false) => tongue.say(
                "Nothing proves it: it has no evidence, and no input is linked to it.",
                "Nichts belegt es: es hat kein Zitat, und kein Input ist damit verknüpft.",
            ),
            _ => tongue.say(
                "It rests on nothing: nothing is linked above it.",
                "Es beruht auf nichts: nichts ist darüber verknüpft.",
            ),
        };
        out.push_str(nothing);
        out.push('\n');
        return out;
    }
    let _ = writeln!(
        out,
        "{} {}:\n",
        tongue.say("It rests on", "Es beruht auf"),
        counted(tongue, &beneath, AssistantLanguage::of_count)
    );
    let mut telling = ChainText { graph, tongue, seen: BTreeSet::new(), left: LINES, out };
    for above in graph.above(label) {
        telling.tell(above, 0);
    }
    let untold = beneath.len().saturating_sub(telling.seen.len());
    let mut out = telling.out;
    if untold > 0 {
        let _ = match tongue {
            AssistantLanguage::English => writeln!(out, "- … and {untold} more"),
            AssistantLanguage::German => writeln!(out, "- … und {untold} weitere"),
        };
    }
    out
}

fn rest(tongue: AssistantLanguage, facts: usize) -> String {
    match (tongue, facts) {
        (AssistantLanguage::English, 0) => "no fact rests".to_owned(),
        (AssistantLanguage::English, 1) => "1 fact rests".to_owned(),
        (AssistantLanguage::English, n) => format!("{n} facts rest"),
        (AssistantLanguage::German, 0) => "Kein Fakt beruht auf ihr.".to_owned(),
        (AssistantLanguage::German, 1) => "1 Fakt beruht auf ihr.".to_owned(),
        (AssistantLanguage::German, n) => format!("{n} Fakten beruhen auf ihr."),
    }
}

/// A chain as it is written down, each entity told once.
struct ChainText<'g> {
    graph: &'g Graph,
    tongue: AssistantLanguage,
    seen: BTreeSet<EntityLabel>,
    left: usize,
    out: String,
}

impl ChainText<'_> {
    fn tell(&mut self, label: EntityLabel, depth: usize) {
        let Some(node) = self.graph.node(label) else { return };
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let indent = "  ".repeat(depth);
        if !self.seen.insert(label) {
            let _ = writeln!(self.out, "{indent}- [{label}] {}", self.tongue.say("(above)", "(siehe oben)"));
            return;
        }
        let put_aside = if node.archived { self.tongue.say(" (put aside)", " (abgelegt)") } else { "" };
        let _ = writeln!(self.out, "{indent}- {}{put_aside}{}", line(node), self.proof(node));
        for above in self.graph.above(label) {
            self.tell(above, depth + 1);
        }
    }

    /// Returns the proof of a fact, behind its text: nothing where the quote is the text.
    fn proof(&self, node: &GraphNode) -> String {
        if node.label.kind != EntityKind::Fact {
            return String::new();
        }
        if !node.has_evidence {
            return format!(" *({})*", self.tongue.say("no evidence", "ohne Beleg"));
        }
        match quote(self.graph, node.label) {
            Some(quote) if quote != text(&node.text, LINE_CHARS) => {
                format!(" — {}{quote}{}", self.tongue.say("“", "„"), self.tongue.say("”", "“"))
            }
            _ => String::new(),
        }
    }
}

fn quote(graph: &Graph, label: EntityLabel) -> Option<String> {
    let quote = graph.close(label)?.quote.as_deref()?;
    Some(text(quote, LINE_CHARS))
}

fn dependants(graph: &Graph, tongue: AssistantLanguage, node: &GraphNode) -> String {
    let mut out = format!("{}\n\n", line(node));
    let reached = graph.downstream(&[node.label]);
    if reached.is_empty() {
        let none = match node.label.kind {
            EntityKind::Output => tongue
                .say("It is an output: nothing can rest on it.", "Das ist ein Ergebnis: darauf kann nichts beruhen."),
            _ => tongue.say("Nothing rests on it.", "Nichts beruht darauf."),
        };
        out.push_str(none);
        out.push('\n');
        return out;
    }
    let direct: Vec<EntityLabel> = graph.below(node.label).collect();
    let _ = writeln!(
        out,
        "{} {}. {} {}.\n",
        if reached.len() == 1 {
            tongue.say("On it rests", "Darauf beruht")
        } else {
            tongue.say("On it rest", "Darauf beruhen")
        },
        counted(tongue, &reached, AssistantLanguage::count),
        tongue.say("Directly:", "Unmittelbar:"),
        names(tongue, &direct, EACH)
    );
    for kind in EntityKind::ALL {
        let of_kind = existing_nodes(graph, reached.iter().copied().filter(|label| label.kind == kind));
        nodes(&mut out, tongue, &of_kind, EACH);
    }
    out
}

/// "1 insight and 4 facts", the nearest column of a chain first.
fn counted(
    tongue: AssistantLanguage,
    labels: &BTreeSet<EntityLabel>,
    count: fn(AssistantLanguage, EntityKind, usize) -> String,
) -> String {
    let of = |kind: EntityKind| labels.iter().filter(|label| label.kind == kind).count();
    let parts: Vec<String> = EntityKind::ALL
        .into_iter()
        .rev()
        .filter(|kind| of(*kind) > 0)
        .map(|kind| count(tongue, kind, of(kind)))
        .collect();
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {} {last}", rest.join(", "), tongue.say("and", "und")),
        _ => parts.concat(),
    }
}
