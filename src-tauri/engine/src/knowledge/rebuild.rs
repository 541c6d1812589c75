//! Blocks and fields made from nothing, held against what is kept: to mend it, or only to say what differs.

use crate::keys::made_with;
use std::collections::{BTreeMap, BTreeSet};

use factly_core::keys::Registry;
use factly_core::knowledge::{BlockKey, ScopeKind, TypedBlock, build, markdown};

use crate::knowledge::gather::{GatheredScope, gather_all};
use crate::store::knowledge::{BlockToKeep, FieldRow};
use crate::store::{DiscoverySeq, Reader, StoreError, Writer};

/// The scopes that were worked out from nothing within a write.
#[derive(Default)]
pub(super) struct RebuiltScopes {
    discoveries: BTreeSet<DiscoverySeq>,
    scopes: BTreeSet<(DiscoverySeq, String)>,
    pub(super) changed: bool,
}

impl RebuiltScopes {
    pub(super) fn covers(&self, discovery: DiscoverySeq, scope: &str) -> bool {
        self.discoveries.contains(&discovery) || self.scopes.contains(&(discovery, scope.to_owned()))
    }
}

/// A block or a field that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedDifference {
    /// The item's reference; empty for the project.
    pub scope: String,
    /// The block's or the field's name.
    pub of: String,
    pub stored: String,
    pub made: String,
}

impl DerivedDifference {
    /// "project.budget" of the project, "i1 item.dimensions" of an item.
    pub fn name(&self) -> String {
        let of = if self.scope.is_empty() { None } else { Some(self.scope.as_str()) };
        of.into_iter().chain([self.of.as_str()]).collect::<Vec<_>>().join(" ")
    }
}

/// The blocks and fields of a scope as they should be. What is empty is not there.
struct DerivedScope {
    blocks: BTreeMap<BlockKey, TypedBlock>,
    fields: Vec<FieldRow>,
}

impl DerivedScope {
    fn from_gathered(registry: &Registry, scope: &str, gathered: &GatheredScope) -> Self {
        let mut blocks = build(registry, ScopeKind::for_item(scope), &gathered.holdings);
        blocks.retain(|_, block| !block.is_empty());
        let fields = gathered.rows.iter().filter_map(|(key, rows)| Some(rows.field_row(registry.get(key)?)));
        Self { blocks, fields: fields.filter(|field| !field.is_empty()).collect() }
    }
}

/// Makes all of a discovery anew.
pub(super) fn discovery(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    registry: &Registry,
    done: &mut RebuiltScopes,
) -> Result<(), StoreError> {
    let differences = differences(w, discovery, registry)?;
    done.changed |= !differences.is_empty();
    store_differences(w, discovery, &differences)?;
    for (item, counts_as) in w.items_count_as(discovery)? {
        if w.item_counted_as(discovery, &item)?.as_deref() != Some(counts_as.as_str()) {
            w.keep_item_counted_as(discovery, &item, &counts_as)?;
        }
    }
    let now = made_with(registry);
    if w.knowledge_made_with(discovery)?.as_ref() != Some(&now) {
        w.keep_knowledge_made_with(discovery, &now)?;
    }
    done.discoveries.insert(discovery);
    Ok(())
}

/// Makes one scope anew. Nothing is kept of an item that was merged or that is gone.
pub(super) fn scope(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    registry: &Registry,
    scope: &str,
    done: &mut RebuiltScopes,
) -> Result<(), StoreError> {
    if done.covers(discovery, scope) {
        return Ok(());
    }
    let exists = w.item_meant(discovery, scope)?.is_some_and(|item| item.reference() == scope);
    let gathered = if exists { GatheredScope::read(w, discovery, registry, scope)? } else { GatheredScope::default() };
    let differences =
        of_scope(w, discovery, registry, scope, &DerivedScope::from_gathered(registry, scope, &gathered))?;
    done.changed |= !differences.is_empty();
    store_differences(w, discovery, &differences)?;
    done.scopes.insert((discovery, scope.to_owned()));
    Ok(())
}

/// Returns what is stored of a discovery and is not what it should be.
pub(super) fn differences(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Registry,
) -> Result<Vec<BlockOrFieldDifference>, StoreError> {
    let all = gather_all(r, discovery, registry)?;
    let mut scopes = BTreeSet::from_iter(r.kept_scopes(discovery)?);
    scopes.extend(all.keys().cloned());
    let nothing = GatheredScope::default();
    let mut found = Vec::new();
    for scope in scopes {
        let made = DerivedScope::from_gathered(registry, &scope, all.get(&scope).unwrap_or(&nothing));
        found.extend(of_scope(r, discovery, registry, &scope, &made)?);
    }
    Ok(found)
}

/// A difference, and the value that should be.
pub(super) struct BlockOrFieldDifference {
    pub(super) difference: DerivedDifference,
    should_be: ExpectedValue,
}

enum ExpectedValue {
    Block(BlockKey, Box<TypedBlock>),
    Field(FieldRow),
}

fn of_scope(
    r: &Reader,
    discovery: DiscoverySeq,
    registry: &Registry,
    scope: &str,
    made: &DerivedScope,
) -> Result<Vec<BlockOrFieldDifference>, StoreError> {
    let mut found = Vec::new();
    let stored_blocks = r.kept_blocks(discovery, scope)?;
    let names = BTreeSet::from_iter(
        stored_blocks.iter().filter_map(|row| BlockKey::parse(&row.block)).chain(made.blocks.keys().copied()),
    );
    for key in names {
        let empty = || TypedBlock::empty(key, registry);
        let block = made.blocks.get(&key).cloned().unwrap_or_else(empty);
        let row = stored_blocks.iter().find(|row| row.block == key.as_str());
        let is = row
            .map_or_else(|| (empty().json(), markdown(key, &empty())), |row| (row.json.clone(), row.markdown.clone()));
        let should_be = (block.json(), markdown(key, &block));
        if is != should_be {
            let difference = difference_between(scope, key.as_str(), &is.0, &should_be.0);
            found.push(BlockOrFieldDifference { difference, should_be: ExpectedValue::Block(key, Box::new(block)) });
        }
    }
    let stored_fields =
        BTreeMap::from_iter(r.kept_fields(discovery, scope)?.into_iter().map(|field| (field.key.clone(), field)));
    let made = BTreeMap::from_iter(made.fields.iter().map(|field| (field.key.as_str(), field)));
    let keys = BTreeSet::from_iter(stored_fields.keys().map(String::as_str).chain(made.keys().copied()));
    for key in keys {
        let nothing = FieldRow { key: key.to_owned(), ..FieldRow::default() };
        let (is, should_be) = (stored_fields.get(key).unwrap_or(&nothing), made.get(key).copied().unwrap_or(&nothing));
        if is != should_be {
            let difference = difference_between(scope, key, &format!("{is:?}"), &format!("{should_be:?}"));
            found.push(BlockOrFieldDifference { difference, should_be: ExpectedValue::Field(should_be.clone()) });
        }
    }
    Ok(found)
}

fn difference_between(scope: &str, of: &str, stored: &str, made: &str) -> DerivedDifference {
    DerivedDifference { scope: scope.to_owned(), of: of.to_owned(), stored: stored.to_owned(), made: made.to_owned() }
}

fn store_differences(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    differing: &[BlockOrFieldDifference],
) -> Result<(), StoreError> {
    for BlockOrFieldDifference { difference, should_be } in differing {
        match should_be {
            ExpectedValue::Field(field) => w.keep_field(discovery, &difference.scope, field)?,
            ExpectedValue::Block(key, block) => w.keep_block(&BlockToKeep {
                discovery,
                item: &difference.scope,
                block: key.as_str(),
                json: &block.json(),
                markdown: &markdown(*key, block),
                by: "system",
                because_of: None,
            })?,
        }
    }
    Ok(())
}
