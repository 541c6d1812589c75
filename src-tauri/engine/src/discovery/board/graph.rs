//! All of a board at once, for what looks at a discovery as a whole.

use factly_core::chat::graph::GraphNode;
use factly_core::discovery::{EntityKind, EntityLabel};

use crate::discovery::board::Board;
use crate::discovery::board::column::Entry;

impl Board {
    pub(crate) fn nodes(&self) -> Vec<GraphNode> {
        let columns = self.columns.iter();
        columns.flat_map(|column| column.entries().iter().map(|entry| node(column.kind, entry))).collect()
    }

    /// Each as its upper and its lower end.
    pub(crate) fn link_ends(&self) -> Vec<(EntityLabel, EntityLabel)> {
        let between = EntityKind::ALL.into_iter().zip(EntityKind::ALL.into_iter().skip(1)).zip(&self.links);
        between
            .flat_map(|((upper, lower), links)| {
                links
                    .all()
                    .iter()
                    .map(move |link| (EntityLabel::new(upper, link.up), EntityLabel::new(lower, link.down)))
            })
            .collect()
    }
}

fn node(kind: EntityKind, entry: &Entry) -> GraphNode {
    GraphNode {
        label: EntityLabel::new(kind, entry.no),
        text: entry.text.clone(),
        status: entry.status,
        fact_status: entry.fact_status,
        version: entry.version,
        output_type: entry.output_type,
        archived: entry.archived,
        has_evidence: entry.has_evidence,
    }
}
