//! A discovery in a few lines: what it asks, what it holds, what it concludes, and what is still to be done.

use std::fmt::Write as _;

use super::gaps;
use super::inline_text::{capital, nodes, text};
use super::language::AssistantLanguage;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::EntityKind;

/// Conclusions of a column that are told.
const TOLD: usize = 5;

pub(super) fn summary(graph: &Graph, tongue: AssistantLanguage) -> String {
    let mut out = heading(graph);
    if graph.total() == 0 {
        out.push_str(tongue.say(
            "It is empty. Add an input: drop a file on the window, or paste a text.",
            "Sie ist leer. Fügen Sie einen Input hinzu: ziehen Sie eine Datei auf das Fenster, oder fügen Sie Text ein.",
        ));
        return out;
    }
    let counts = EntityKind::ALL.map(|kind| tongue.count(kind, graph.count(kind)));
    let _ = writeln!(out, "{}.\n", counts.join(", "));
    for kind in [EntityKind::Output, EntityKind::Recommendation, EntityKind::Insight] {
        let of_kind: Vec<&GraphNode> = graph.column(kind).collect();
        if !of_kind.is_empty() {
            let _ = writeln!(out, "**{}**\n", capital(tongue.many(kind)));
            nodes(&mut out, tongue, &of_kind, TOLD);
            out.push('\n');
        }
    }
    if graph.count(EntityKind::Insight) == 0 {
        let _ = writeln!(
            out,
            "{}\n",
            tongue.say(
                "Nothing is concluded yet. The facts begin with:",
                "Noch ist nichts gefolgert. Die ersten Fakten:"
            )
        );
        nodes(&mut out, tongue, &graph.column(EntityKind::Fact).collect::<Vec<_>>(), TOLD);
        out.push('\n');
    }
    out.push_str(&gaps::in_a_line(graph, tongue));
    out
}

pub(super) fn goal(graph: &Graph, tongue: AssistantLanguage) -> String {
    let mut out = heading(graph);
    if graph.goal().trim().is_empty() {
        out.push_str(tongue.say(
            "No goal is set. A click on the title sets it.",
            "Es ist kein Ziel gesetzt. Ein Klick auf den Titel setzt es.",
        ));
    }
    out
}

fn heading(graph: &Graph) -> String {
    let mut out = format!("**{}**\n\n", text(graph.title(), 200));
    if !graph.goal().trim().is_empty() {
        let _ = writeln!(out, "{}\n", text(graph.goal(), 600));
    }
    out
}
