//! The lists of blocks beside facts, from the areas that know them: each with the item that it is of.
//!
//! Their tables are declared to feed knowledge: see `tables.rs` of the store.

use factly_core::knowledge::{AdditionKind, AnalystQuestion, BlockAddition, BlockKey, CanonicalDecision};

use crate::store::knowledge::AdditionRow;
use crate::store::{DiscoverySeq, Reader, StoreError};

/// Something listed, and the reference of its item; empty for the project.
pub(super) type OfItem<T> = (String, T);

/// The questions that were asked and not put aside, in order. What holds for a question's key resolves it; that is not
/// told here.
pub(super) fn open_questions(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<OfItem<AnalystQuestion>>, StoreError> {
    let rows = r.asked_questions(discovery)?.into_iter();
    Ok(rows.map(|row| (row.item, AnalystQuestion { key: row.key, text: row.text })).collect())
}

/// The decisions that are no facts, in order: which lines mean which canonical items.
pub(super) fn decisions(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<OfItem<CanonicalDecision>>, StoreError> {
    crate::catalogue::decisions(r, discovery)
}

/// Returns the additions taken over from models, in order.
pub(super) fn additions(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<OfItem<BlockAddition>>, StoreError> {
    let rows = r.additions(discovery)?.into_iter();
    Ok(rows.filter_map(|row| Some((row.item.clone(), addition(&row)?))).collect())
}

fn addition(row: &AdditionRow) -> Option<BlockAddition> {
    let (block, kind) = (BlockKey::parse(&row.block)?, AdditionKind::parse(&row.kind)?);
    Some(BlockAddition { id: row.id, block, kind, text: row.text.clone() })
}
