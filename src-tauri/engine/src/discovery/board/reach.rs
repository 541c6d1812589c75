//! The reach of an entity along the links, upstream and downstream, and where the columns show it first.

use factly_core::discovery::{EntityKind, EntityLabel};
use uuid::Uuid;

use crate::discovery::Pipeline;
use crate::discovery::board::order::{ColumnQuery, TextsBehind};
use crate::discovery::board::{Board, absent};
use crate::error::Result;

/// All that an entity rests on and all that rests on it, the entity among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityReach {
    /// In the order of columns, and in each of labels.
    pub labels: Vec<EntityLabel>,
    pub counts: Vec<(EntityKind, u32)>,
    /// For each query that shows any of them, the row of the first.
    pub first: Vec<(EntityKind, u32)>,
}

impl Pipeline<'_> {
    pub fn pipeline_trace(&self, discovery: Uuid, label: EntityLabel, queries: &[ColumnQuery]) -> Result<EntityReach> {
        let texts = self.texts_behind(discovery);
        self.board(discovery, |board| board.entry(label).map(|_| board.trace(label, queries, &texts)))?
            .ok_or_else(|| absent(label))?
    }
}

impl Board {
    fn trace(&self, label: EntityLabel, queries: &[ColumnQuery], texts: &TextsBehind<'_>) -> Result<EntityReach> {
        let reached = self.reached(label);
        let numbered = EntityKind::ALL.into_iter().zip(&reached);
        let counts = numbered.clone().filter(|(_, numbers)| !numbers.is_empty());
        let mut first = Vec::new();
        for query in queries {
            let numbers = &reached[query.kind as usize];
            if numbers.is_empty() {
                continue;
            }
            let entries = self.columns[query.kind as usize].entries();
            let is_reached = |at: &u32| numbers.binary_search(&entries[*at as usize].no).is_ok();
            if let Some(row) = self.ordered(query, texts)?.rows.iter().position(is_reached) {
                first.push((query.kind, super::count(row)));
            }
        }
        Ok(EntityReach {
            counts: counts.map(|(kind, numbers)| (kind, super::count(numbers.len()))).collect(),
            first,
            labels: numbered
                .flat_map(|(kind, numbers)| numbers.iter().map(move |no| EntityLabel::new(kind, *no)))
                .collect(),
        })
    }

    /// The numbers reached in each column, in order. A link goes from a column to the next, so each is reached once.
    fn reached(&self, label: EntityLabel) -> [Vec<i64>; 5] {
        let mut reached: [Vec<i64>; 5] = Default::default();
        let own = label.kind as usize;
        reached[own].push(label.no);
        for at in (1..=own).rev() {
            reached[at - 1] =
                distinct(reached[at].iter().flat_map(|no| self.links[at - 1].above(*no)).map(|link| link.up));
        }
        for at in own..4 {
            reached[at + 1] =
                distinct(reached[at].iter().flat_map(|no| self.links[at].below(*no)).map(|link| link.down));
        }
        reached
    }
}

fn distinct(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
