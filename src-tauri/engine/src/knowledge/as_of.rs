//! Blocks and fields of a moment, from whatever the reader holds: nothing that is kept of them is looked at.

use std::sync::Arc;

use factly_core::keys::Registry;
use factly_core::knowledge::{BlockKey, ItemField, ScopeKind, build, field, markdown};

use crate::error::Result;
use crate::knowledge::gather::{GatheredScope, gather_all};
use crate::knowledge::{KnowledgeBlock, lines_of};
use crate::lookup::scope_meant;
use crate::store::{DiscoverySeq, Reader};

/// The blocks of a scope: its own, and others that it has facts for. None has a revision.
pub(crate) fn blocks_made(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Arc<Registry>,
    item: Option<&str>,
) -> Result<Vec<KnowledgeBlock>> {
    let (scope, gathered) = gathered(r, discovery, registry, item)?;
    let blocks = build(registry, ScopeKind::for_item(&scope), &gathered.holdings);
    let made = blocks.into_iter().map(|(key, block)| KnowledgeBlock {
        key,
        json: block.json(),
        markdown: markdown(key, &block),
        revision: 0,
        updated: None,
        lines: lines_of(&block),
    });
    Ok(made.collect())
}

/// The fields of a scope, in the order of the registry: those of its own keys, and others that hold.
pub(crate) fn fields_made(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Arc<Registry>,
    item: Option<&str>,
) -> Result<Vec<ItemField>> {
    let (scope, gathered) = gathered(r, discovery, registry, item)?;
    let of_scope = ScopeKind::for_item(&scope);
    let mut fields = Vec::new();
    for def in registry.iter() {
        let rows = gathered.rows.get(&def.path);
        let own = BlockKey::parse(&def.block).is_some_and(|block| block.scope() == of_scope);
        if own || rows.is_some() {
            let set = rows.and_then(|rows| rows.set_by_hand(def));
            let standing = rows.and_then(|rows| rows.standing(def));
            fields.push(field(def, set.as_ref(), standing.as_ref(), rows.is_some_and(|rows| rows.contested)));
        }
    }
    Ok(fields)
}

fn gathered(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Arc<Registry>,
    item: Option<&str>,
) -> Result<(String, GatheredScope)> {
    let scope = scope_meant(r, discovery, item)?;
    let gathered = gather_all(r, discovery, registry)?.remove(&scope).unwrap_or_default();
    Ok((scope, gathered))
}
