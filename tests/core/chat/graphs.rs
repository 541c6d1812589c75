//! Graphs in a few words, for the suites of the chat.
#![allow(dead_code, reason = "each suite takes what it needs")]

use factly_core::chat::Graph;
use factly_core::chat::graph::{Conflict, GraphNode, GraphParts, HistoryStep};
use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType};
use factly_core::facts::Status;

pub(crate) fn label(text: &str) -> EntityLabel {
    EntityLabel::parse(text).unwrap_or_else(|| panic!("{text:?} is a label"))
}

/// An entity as a test says it: its label and its text.
pub(crate) fn node(name: &str, text: &str) -> GraphNode {
    let label = label(name);
    GraphNode {
        label,
        text: text.into(),
        status: EntityStatus::Validated,
        fact_status: (label.kind == EntityKind::Fact).then_some(Status::Accepted),
        version: 1,
        output_type: (label.kind == EntityKind::Output).then_some(OutputType::Report),
        archived: false,
        has_evidence: true,
    }
}

/// A discovery in the making.
#[derive(Default)]
pub(crate) struct GraphBuilder(pub(crate) GraphParts);

pub(crate) fn discovery(title: &str, goal: &str) -> GraphBuilder {
    GraphBuilder(GraphParts { title: title.into(), goal: goal.into(), ..GraphParts::default() })
}

impl GraphBuilder {
    /// An entity, and what it rests on.
    pub(crate) fn with(mut self, name: &str, text: &str, on: &[&str]) -> Self {
        self.0.nodes.push(node(name, text));
        self.0.links.extend(on.iter().map(|up| (label(up), label(name))));
        self
    }

    /// Changes the entity that was added last.
    pub(crate) fn edit_last(mut self, change: impl FnOnce(&mut GraphNode)) -> Self {
        change(self.0.nodes.last_mut().expect("an entity to change"));
        self
    }

    pub(crate) fn marked(self, status: EntityStatus) -> Self {
        self.edit_last(|node| node.status = status)
    }

    pub(crate) fn conflict(mut self, fact: &str, with: &str) -> Self {
        self.0.conflicts.push(Conflict { fact: label(fact), with: Some(label(with)) });
        self
    }

    pub(crate) fn step(self, name: &str) -> Self {
        self.step_at(name, 0)
    }

    /// The newest first, as a graph has them.
    pub(crate) fn step_at(mut self, name: &str, at: i64) -> Self {
        self.0.steps.push(HistoryStep { name: name.into(), at, done: true });
        self
    }

    pub(crate) fn graph(self) -> Graph {
        Graph::from_parts(self.0)
    }
}
