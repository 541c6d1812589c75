//! A discovery as a chat looks at it: what stands in its five columns, how it is linked, and more about a few.
//!
//! A snapshot of one moment that nothing can be changed through. Texts of entities are whole; an Input's text is its
//! title here, and its words are there only for the Inputs that were asked about or that a small discovery sends along.
//! Rejected and superseded facts are not in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::discovery::status::MarkReason;
use crate::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use crate::facts::Status;

/// A member of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphNode {
    pub label: EntityLabel,
    /// An Input's is its title.
    pub text: Box<str>,
    pub status: EntityStatus,
    /// Status of a fact in the ledger.
    pub fact_status: Option<Status>,
    pub version: u32,
    pub output_type: Option<OutputType>,
    /// Put aside: it is found by its label, and is in no list and no count.
    pub archived: bool,
    /// Of a fact: a quote proves it. Of anything else: true.
    pub has_evidence: bool,
}

/// A fact that contradicts another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Conflict {
    pub fact: EntityLabel,
    /// The entity it contradicts, if that is known.
    pub with: Option<EntityLabel>,
}

/// A step that was done, or done and then undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryStep {
    pub name: String,
    /// Milliseconds since 1970.
    pub at: i64,
    pub done: bool,
}

/// Further details of an entity that was asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeDetails {
    /// The reason it is marked.
    pub because: Option<MarkReason>,
    /// The words that prove a fact.
    pub quote: Option<String>,
    /// Of an Input.
    pub words: Option<InputExcerpt>,
}

/// The beginning of an Input's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputExcerpt {
    pub beginning: String,
    /// Of the whole text.
    pub chars: u32,
}

/// The parts of a graph.
#[derive(Clone, Debug, Default)]
pub struct GraphParts {
    pub title: String,
    pub goal: String,
    pub nodes: Vec<GraphNode>,
    /// Upper end, lower end. Links whose ends do not both stand are dropped.
    pub links: Vec<(EntityLabel, EntityLabel)>,
    pub conflicts: Vec<Conflict>,
    /// The newest first, and no more than are worth telling.
    pub steps: Vec<HistoryStep>,
}

#[derive(Clone, Debug, Default)]
pub struct Graph {
    title: String,
    goal: String,
    /// In the order of labels, so that a label is found without an index beside it.
    columns: [Vec<GraphNode>; 5],
    /// Pairs of an entity and what it rests on, and of an entity and what rests on it; each sorted.
    above: Vec<(EntityLabel, EntityLabel)>,
    below: Vec<(EntityLabel, EntityLabel)>,
    conflicts: Vec<Conflict>,
    steps: Vec<HistoryStep>,
    close: BTreeMap<EntityLabel, NodeDetails>,
}

impl Graph {
    pub fn from_parts(parts: GraphParts) -> Self {
        let mut columns: [Vec<GraphNode>; 5] = Default::default();
        for node in parts.nodes {
            columns[node.label.kind as usize].push(node);
        }
        for column in &mut columns {
            column.sort_by_key(|node| node.label);
            column.dedup_by_key(|node| node.label);
        }
        let mut graph = Self { title: parts.title, goal: parts.goal, columns, ..Self::default() };
        let stand = |(up, down): &(EntityLabel, EntityLabel)| graph.has(*up) && graph.has(*down);
        let mut below: Vec<_> = parts.links.into_iter().filter(stand).collect();
        below.sort_unstable();
        below.dedup();
        let mut above: Vec<_> = below.iter().map(|(up, down)| (*down, *up)).collect();
        above.sort_unstable();
        let mut conflicts: Vec<_> = parts.conflicts.into_iter().filter(|of| graph.has(of.fact)).collect();
        conflicts.sort_unstable();
        (graph.above, graph.below, graph.conflicts) = (above, below, conflicts);
        graph.steps = parts.steps;
        graph
    }

    /// With more about some of its entities: only the graph itself tells which those are.
    #[must_use]
    pub fn with_close(self, close: BTreeMap<EntityLabel, NodeDetails>) -> Self {
        Self { close, ..self }
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn goal(&self) -> &str {
        &self.goal
    }

    pub fn node(&self, label: EntityLabel) -> Option<&GraphNode> {
        let column = &self.columns[label.kind as usize];
        column.binary_search_by_key(&label, |node| node.label).ok().map(|at| &column[at])
    }

    pub fn has(&self, label: EntityLabel) -> bool {
        self.node(label).is_some()
    }

    /// Returns a column's entities in use, in the order of labels.
    pub fn column(&self, kind: EntityKind) -> impl Iterator<Item = &GraphNode> + Clone {
        self.columns[kind as usize].iter().filter(|node| !node.archived)
    }

    /// Returns the entities in use, column by column.
    pub fn nodes(&self) -> impl Iterator<Item = &GraphNode> + Clone {
        EntityKind::ALL.into_iter().flat_map(|kind| self.column(kind))
    }

    pub fn count(&self, kind: EntityKind) -> usize {
        self.column(kind).count()
    }

    /// Counts the entities in use, over all columns.
    pub fn total(&self) -> usize {
        EntityKind::ALL.into_iter().map(|kind| self.count(kind)).sum()
    }

    pub fn archived_count(&self) -> usize {
        self.columns.iter().flatten().filter(|node| node.archived).count()
    }

    /// Returns the parents of an entity, by label.
    pub fn above(&self, label: EntityLabel) -> impl Iterator<Item = EntityLabel> + Clone {
        ends(&self.above, label)
    }

    /// Returns the dependants of an entity, by label.
    pub fn below(&self, label: EntityLabel) -> impl Iterator<Item = EntityLabel> + Clone {
        ends(&self.below, label)
    }

    /// An Input is one if nothing rests on it; anything else if it rests on nothing.
    pub fn is_orphan(&self, label: EntityLabel) -> bool {
        match label.kind {
            EntityKind::Input => self.below(label).next().is_none(),
            _ => self.above(label).next().is_none(),
        }
    }

    /// Everything that these rest on, without themselves, in the order of the pipeline.
    pub fn upstream(&self, of: &[EntityLabel]) -> BTreeSet<EntityLabel> {
        reached(of, |label| ends(&self.above, label))
    }

    /// Everything that rests on these, without themselves, in the order of the pipeline.
    pub fn downstream(&self, of: &[EntityLabel]) -> BTreeSet<EntityLabel> {
        reached(of, |label| ends(&self.below, label))
    }

    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// The newest first.
    pub fn steps(&self) -> &[HistoryStep] {
        &self.steps
    }

    /// Returns the further details of an entity; nothing, of one that was not asked about.
    pub fn close(&self, label: EntityLabel) -> Option<&NodeDetails> {
        self.close.get(&label)
    }
}

fn ends(pairs: &[(EntityLabel, EntityLabel)], of: EntityLabel) -> impl Iterator<Item = EntityLabel> + Clone {
    let from = pairs.partition_point(|(end, _)| *end < of);
    pairs[from..].iter().take_while(move |(end, _)| *end == of).map(|(_, other)| *other)
}

fn reached<I: Iterator<Item = EntityLabel>>(
    of: &[EntityLabel],
    next: impl Fn(EntityLabel) -> I,
) -> BTreeSet<EntityLabel> {
    let mut reached: BTreeSet<EntityLabel> = BTreeSet::new();
    let mut open = of.to_vec();
    while let Some(label) = open.pop() {
        open.extend(next(label).filter(|end| reached.insert(*end)));
    }
    // One of them may rest on another.
    for label in of {
        reached.remove(label);
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> EntityLabel {
        EntityLabel::parse(text).unwrap()
    }

    fn node(text: &str) -> GraphNode {
        GraphNode {
            label: label(text),
            text: text.into(),
            status: EntityStatus::Draft,
            fact_status: None,
            version: 1,
            output_type: None,
            archived: false,
            has_evidence: true,
        }
    }

    fn graph(nodes: &[&str], links: &[(&str, &str)]) -> Graph {
        Graph::from_parts(GraphParts {
            nodes: nodes.iter().map(|text| node(text)).collect(),
            links: links.iter().map(|(up, down)| (label(up), label(down))).collect(),
            ..GraphParts::default()
        })
    }

    fn names(labels: impl IntoIterator<Item = EntityLabel>) -> String {
        labels.into_iter().map(|label| label.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn links_are_followed_both_ways_and_only_between_what_stands() {
        let graph = graph(
            &["N-1", "F-10", "F-2", "I-1", "R-1", "N-2"],
            &[("I-1", "F-2"), ("I-1", "F-10"), ("F-2", "N-1"), ("F-10", "N-1"), ("N-1", "R-1"), ("F-3", "N-1")],
        );
        assert_eq!(
            names(graph.column(EntityKind::Fact).map(|node| node.label)),
            "F-2 F-10",
            "by number, not by letters"
        );
        assert_eq!(names(graph.above(label("N-1"))), "F-2 F-10", "a link whose end is gone is no link");
        assert_eq!(names(graph.below(label("I-1"))), "F-2 F-10");
        assert_eq!(names(graph.upstream(&[label("R-1")])), "I-1 F-2 F-10 N-1");
        assert_eq!(names(graph.downstream(&[label("I-1"), label("N-1")])), "F-2 F-10 R-1", "without those asked about");
        assert!(graph.is_orphan(label("N-2")) && !graph.is_orphan(label("N-1")) && !graph.is_orphan(label("I-1")));
    }

    #[test]
    fn what_is_put_aside_is_found_and_not_counted() {
        let mut parts = GraphParts { nodes: vec![node("F-1"), node("F-2")], ..GraphParts::default() };
        parts.nodes[0].archived = true;
        let graph = Graph::from_parts(parts);
        assert_eq!((graph.total(), graph.archived_count()), (1, 1));
        assert!(graph.has(label("F-1")), "its label still names it");
    }
}
