//! The graph that a chat looks at: the board as it stands, and from the library what the board does not hold.
//!
//! Texts of Inputs are read only where they are sent: those asked about, and all of them of a small discovery. So what a
//! question costs does not grow with the Inputs' length, and with the number of facts only by a copy of the board.

use std::collections::BTreeMap;

use factly_core::chat::Graph;
use factly_core::chat::context::{INPUT_CHARS, MENTION_CHARS};
use factly_core::chat::graph::{GraphParts, HistoryStep, NodeDetails};
use factly_core::discovery::{EntityKind, EntityLabel};
use uuid::Uuid;

use crate::chat::Chat;
use crate::discovery::Pipeline;
use crate::error::Result;
use crate::lookup::discovery_row;
use crate::store::{DiscoverySeq, OpSeq, Reader, Stack};

/// More steps of history are no answer to what changed.
const STEPS: u32 = 50;
/// Entities are looked at closely as many as can be mentioned.
const NEAR: usize = super::request::MAX_MENTIONS;
/// No more facts beneath them are read for their quotes.
const QUOTED: usize = 100;

impl Chat<'_> {
    /// A discovery as a chat looks at it, with more about the entities `near`. Up to `whole_up_to` entities it holds the
    /// beginnings of all Inputs too.
    ///
    /// The board is of one moment and what is read beside it of the next: what has gone in between is left out.
    pub fn chat_graph(&self, discovery: Uuid, near: &[EntityLabel], whole_up_to: u32) -> Result<Graph> {
        // Whoever asks means the library as it is, also where another process wrote a moment ago.
        self.ctx.store().notice_others()?;
        let (nodes, links) = Pipeline::new(self.ctx).board(discovery, |board| (board.nodes(), board.link_ends()))?;
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let graph = Graph::from_parts(GraphParts {
                title: row.title,
                goal: row.goal,
                nodes,
                links,
                conflicts: r.conflicts(row.seq)?,
                steps: steps(r, row.seq)?,
            });
            let close = look_closely(r, row.seq, &graph, near, whole_up_to)?;
            Ok(graph.with_close(close))
        })
    }
}

fn steps(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<HistoryStep>> {
    let rows = r.steps(Stack::Discovery(discovery), OpSeq(i64::MAX), STEPS)?;
    Ok(rows.into_iter().map(|row| HistoryStep { name: row.name.to_string(), at: row.at, done: row.done }).collect())
}

fn look_closely(
    r: &Reader,
    discovery: DiscoverySeq,
    graph: &Graph,
    near: &[EntityLabel],
    whole_up_to: u32,
) -> Result<BTreeMap<EntityLabel, NodeDetails>> {
    let mut close: BTreeMap<EntityLabel, NodeDetails> = BTreeMap::new();
    if graph.total() <= whole_up_to as usize {
        for (no, words) in r.inputs_begin(discovery, INPUT_CHARS)? {
            close.entry(EntityLabel::new(EntityKind::Input, no)).or_default().words = Some(words);
        }
    }
    let near: Vec<EntityLabel> = near.iter().copied().filter(|label| graph.has(*label)).take(NEAR).collect();
    for label in &near {
        let of = close.entry(*label).or_default();
        if label.kind == EntityKind::Input {
            of.words = r.input_words(discovery, label.no, MENTION_CHARS)?;
        } else if let Some(member) = r.member(discovery, *label)? {
            of.because = member.because.as_deref().and_then(|json| serde_json::from_str(json).ok());
        }
    }
    let beneath = graph.upstream(&near);
    let facts = near.iter().chain(&beneath).filter(|label| label.kind == EntityKind::Fact).take(QUOTED);
    for label in facts {
        let Some(member) = r.member(discovery, *label)? else { continue };
        let evidence = r.fact(member.id)?.and_then(|row| row.evidence);
        close.entry(*label).or_default().quote = evidence.map(|evidence| evidence.found.quote);
    }
    Ok(close)
}
