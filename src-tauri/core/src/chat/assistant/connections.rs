//! Links that may be missing: entities of neighbouring columns that speak of the same things and are not linked.
//!
//! Told by the words and values that both have, as the search for duplicates knows them. A proposal is only said: whether
//! one rests on the other is the analyst's to see.

use super::inline_text::{LINE_CHARS, text};
use super::language::AssistantLanguage;
use crate::chat::graph::{Graph, GraphNode};
use crate::discovery::duplicates::{ComparableText, DuplicateIndex, prepare, shared};
use crate::discovery::{EntityKind, EntityLabel};

/// Proposals that are told.
const TOLD: usize = 8;
/// Of one entity: more are one finding said several times.
const OF_ONE: usize = 2;
/// Of a large column no more are looked at, those that carry nothing first.
const UPPER: usize = 2_000;
const LOWER: usize = 300;
/// Least number of words and values that a linked entity shares with what it may rest on too.
const LEAST: usize = 3;

/// A link that may be missing.
pub(super) struct MissingLink<'g> {
    upper: &'g GraphNode,
    lower: &'g GraphNode,
    /// The words that both share.
    shared: Vec<String>,
}

impl MissingLink<'_> {
    pub(super) fn line(&self, tongue: AssistantLanguage) -> String {
        let words: Vec<String> = self.shared.iter().take(4).map(|word| format!("*{}*", text(word, 40))).collect();
        format!(
            "[{}] → [{}]: {} {}",
            self.upper.label,
            self.lower.label,
            tongue.say("both say", "beide sagen"),
            words.join(", ")
        )
    }
}

pub(super) fn missing(graph: &Graph, tongue: AssistantLanguage) -> String {
    let found = proposals(graph);
    if found.is_empty() {
        return tongue
            .say(
                "I find no missing connections: nothing that shares its words and numbers is unlinked. What belongs \
                 together in other words, I cannot see.",
                "Ich finde keine fehlenden Verknüpfungen: nichts mit denselben Wörtern und Zahlen ist unverknüpft. Was in \
                 anderen Worten zusammengehört, sehe ich nicht.",
            )
            .to_owned();
    }
    let mut out = format!(
        "{}\n\n",
        tongue.say(
            "These speak of the same and are not linked:",
            "Diese sprechen von demselben und sind nicht verknüpft:"
        )
    );
    for proposal in found.iter().take(TOLD) {
        out.push_str(&format!("- {}\n", proposal.line(tongue)));
        for node in [proposal.upper, proposal.lower] {
            out.push_str(&format!("  - [{}] {}\n", node.label, text(&node.text, LINE_CHARS)));
        }
    }
    if found.len() > TOLD {
        let more = found.len() - TOLD;
        out.push_str(&match tongue {
            AssistantLanguage::English => format!("- … and {more} more\n"),
            AssistantLanguage::German => format!("- … und {more} weitere\n"),
        });
    }
    out.push_str(tongue.say(
        "\nShared words are a hint and no proof. A link is made on a card, with “Link with another card”.",
        "\nGemeinsame Wörter sind ein Hinweis und kein Beweis. Verknüpft wird auf einer Karte, mit „Verknüpfen“.",
    ));
    out
}

/// The surest first.
pub(super) fn proposals(graph: &Graph) -> Vec<MissingLink<'_>> {
    let mut found: Vec<MissingLink<'_>> = [EntityKind::Insight, EntityKind::Recommendation, EntityKind::Output]
        .into_iter()
        .flat_map(|lower| between(graph, lower))
        .collect();
    found
        .sort_by_key(|proposal| (std::cmp::Reverse(proposal.shared.len()), proposal.lower.label, proposal.upper.label));
    found
}

fn between(graph: &Graph, lower: EntityKind) -> Vec<MissingLink<'_>> {
    let Some(upper) = lower.above() else { return Vec::new() };
    let mut index: DuplicateIndex<EntityLabel> = DuplicateIndex::new();
    for node in looked_at(graph.column(upper).collect(), UPPER, |node| graph.below(node.label).next().is_none()) {
        index.add(node.label, prepare(&node.text));
    }
    let mut found = Vec::new();
    for node in looked_at(graph.column(lower).collect(), LOWER, |node| graph.above(node.label).next().is_none()) {
        found.extend(of_one(graph, &index, node));
    }
    found
}

/// The first of a column, those first that lack a link.
fn looked_at(mut nodes: Vec<&GraphNode>, most: usize, lacks: impl Fn(&GraphNode) -> bool) -> Vec<&GraphNode> {
    if nodes.len() > most {
        nodes.sort_by_key(|node| (!lacks(node), node.label));
        nodes.truncate(most);
    }
    nodes
}

fn of_one<'g>(graph: &'g Graph, index: &DuplicateIndex<EntityLabel>, lower: &'g GraphNode) -> Vec<MissingLink<'g>> {
    let prepared = prepare(&lower.text);
    let linked: Vec<EntityLabel> = graph.above(lower.label).collect();
    let mut found: Vec<MissingLink<'g>> = index
        .candidates(&prepared)
        .into_iter()
        .filter(|(label, _)| !linked.contains(label))
        .filter_map(|(label, _)| {
            let shared = in_common(index.get(&label)?, &prepared);
            tells(&shared, linked.is_empty()).then_some(MissingLink { upper: graph.node(label)?, lower, shared })
        })
        .collect();
    found.sort_by_key(|proposal| (std::cmp::Reverse(proposal.shared.len()), proposal.upper.label));
    found.truncate(OF_ONE);
    found
}

/// Two words are enough for what rests on nothing yet, or if one is a value.
fn tells(shared: &[String], groundless: bool) -> bool {
    let has_value = shared.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
    shared.len() >= if groundless || has_value { LEAST - 1 } else { LEAST }
}

/// Returns the words of one that the other has too and not every text has, each once.
fn in_common(upper: &ComparableText, lower: &ComparableText) -> Vec<String> {
    let mut words = shared(upper, lower);
    words.sort();
    words.dedup();
    words
}
