//! Words of a discovery inside an answer: on one line, cut where they are long, and never more than words to Markdown.

use super::language::AssistantLanguage;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::EntityLabel;

/// A list shows no more.
pub(super) const SHOWN: usize = 10;
/// So much of a text in a list.
pub(super) const LINE_CHARS: usize = 180;

/// A text of at most `limit` characters.
pub(super) fn text(text: &str, limit: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = match line.char_indices().nth(limit) {
        None => line,
        Some((end, _)) => {
            let head = &line[..end];
            // At a word, if one ends near.
            let end = head.rfind(' ').filter(|at| *at + 20 > head.len()).unwrap_or(head.len());
            format!("{}…", head[..end].trim_end())
        }
    };
    escaped(&cut)
}

fn escaped(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    for c in line.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!' | '$') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// "[F-1] The wall is high."
pub(super) fn line(node: &GraphNode) -> String {
    format!("[{}] {}", node.label, text(&node.text, LINE_CHARS))
}

/// A line for each, and how many more there are than `shown`.
pub(super) fn list(
    out: &mut String,
    tongue: AssistantLanguage,
    lines: impl IntoIterator<Item = String>,
    shown: usize,
    total: usize,
) {
    for line in lines.into_iter().take(shown) {
        out.push_str("- ");
        out.push_str(&line);
        out.push('\n');
    }
    if total > shown {
        let more = total - shown;
        let line = match tongue {
            AssistantLanguage::English => format!("- … and {more} more\n"),
            AssistantLanguage::German => format!("- … und {more} weitere\n"),
        };
        out.push_str(&line);
    }
}

/// A list of entities, cut with a count.
pub(super) fn nodes(out: &mut String, tongue: AssistantLanguage, nodes: &[&GraphNode], shown: usize) {
    list(out, tongue, nodes.iter().map(|node| line(node)), shown, nodes.len());
}

/// "[F-1], [F-2] and 3 more".
pub(super) fn names(tongue: AssistantLanguage, labels: &[EntityLabel], shown: usize) -> String {
    let names = labels.iter().take(shown).map(|label| format!("[{label}]")).collect::<Vec<_>>().join(", ");
    match labels.len().saturating_sub(shown) {
        0 => names,
        more => format!("{names} {} {more} {}", tongue.say("and", "und"), tongue.say("more", "weitere")),
    }
}

/// The entities of these labels that stand.
pub(super) fn existing_nodes(graph: &Graph, labels: impl IntoIterator<Item = EntityLabel>) -> Vec<&GraphNode> {
    labels.into_iter().filter_map(|label| graph.node(label)).collect()
}

/// A word as it begins a sentence.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
