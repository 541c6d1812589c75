//! Knowledge: the blocks and the fields of a discovery and its items, and what the analyst sets over them.
//!
//! They follow from facts, overrides and decisions and are kept as a cache, which every write that touches one of those
//! brings up to date within its own transaction ([`derive`]) and which [`rebuild`] makes from nothing to the same bytes.
//! Not part of it: how a block or a field follows, which is the core's; and which facts stand, which is the ledger's.

mod as_of;
mod derive;
mod enrich;
mod gather;
mod overrides;
mod rebuild;
mod sources;
mod table;

use crate::keys::Registries;
use crate::lookup::scope_meant;
use std::sync::Arc;

use factly_core::keys::{KeyDef, Registry, ValueType};
use factly_core::knowledge::{
    AcceptedFact, BlockKey, ItemField, KnowledgeLine, Override, ScopeKind, TypedBlock, field, markdown,
};
use factly_core::message;
use factly_core::values::Unit;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::facts::stored_value;
use crate::items::Item;
use crate::items::Items;
use crate::lookup::discovery_row;
use crate::store::discoveries::DiscoveryRow;
use crate::store::knowledge::{BlockRow, FieldRow};
use crate::store::{DiscoverySeq, Op, Reader};
use gather::{KeyRows, scopes_of, trace};

use crate::context::area;
pub(crate) use as_of::{blocks_made, fields_made};
pub(crate) use derive::KnowledgeDeriver;
pub use rebuild::DerivedDifference;
pub use table::{ItemCell, ItemColumn, ItemRowOfTable, ItemTable, TableView};

area! {
    /// Knowledge from the facts: blocks, fields, and what was set by hand.
    Knowledge
}

/// A knowledge block with its lines.
#[derive(Clone, Debug, PartialEq)]
pub struct KnowledgeBlock {
    pub key: BlockKey,
    pub json: String,
    pub markdown: String,
    /// Grows with every change; none yet is zero.
    pub revision: i64,
    pub updated: Option<Updated>,
    pub lines: Vec<BlockLine>,
}

impl KnowledgeBlock {
    /// One that says nothing, as of no registry: it has no places.
    pub(crate) const fn empty(key: BlockKey) -> Self {
        Self { key, json: String::new(), markdown: String::new(), revision: 0, updated: None, lines: Vec::new() }
    }

    pub(crate) fn into_lines(self) -> Vec<KnowledgeLine> {
        self.lines.into_iter().map(|of| of.line).collect()
    }
}

/// When a block changed last, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Updated {
    pub at: i64,
    /// `system`, `user` or `agent`.
    pub by: String,
    /// The label of the fact that it changed for, if one did.
    pub for_fact: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BlockLine {
    pub line: KnowledgeLine,
    /// Its fact came with the last turn that was parsed.
    pub changed_in_last_turn: bool,
}

/// The items of a discovery by their fields.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldTable {
    /// Those that hold for at least one item, in the order of the registry.
    pub columns: Vec<TableColumn>,
    pub rows: Vec<FieldTableRow>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    pub key: String,
    pub label: String,
    pub value_type: ValueType,
    pub unit: Option<Unit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldTableRow {
    pub item: Item,
    /// One a column.
    pub cells: Vec<ItemField>,
}

/// The result of a rebuild of a discovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    pub discovery: Uuid,
    pub title: String,
    pub differences: Vec<DerivedDifference>,
}

impl Knowledge<'_> {
    /// The blocks of the project or of an item: its own, and others that it has facts for.
    pub fn blocks(&self, discovery: Uuid, item: Option<&str>) -> Result<Vec<KnowledgeBlock>> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let scope = scope_meant(r, row.seq, item)?;
            let mut stored = r.kept_blocks(row.seq, &scope)?;
            let of_scope = ScopeKind::for_item(&scope);
            let mut blocks = Vec::new();
            for key in BlockKey::all() {
                let found = stored
                    .iter()
                    .position(|block_row| block_row.block == key.as_str())
                    .map(|at| stored.swap_remove(at));
                let block = match found {
                    Some(block_row) => stored_block(key, block_row)?,
                    None => empty_block(key, &registry),
                };
                if key.scope() == of_scope || !block.lines.is_empty() {
                    blocks.push(block);
                }
            }
            mark_last_turn(r, row.seq, &mut blocks)?;
            Ok(blocks)
        })
    }

    /// The fields of the project or of an item, in the order of the registry: those of its own keys, and others that
    /// hold.
    pub fn fields(&self, discovery: Uuid, item: Option<&str>) -> Result<Vec<ItemField>> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let scope = scope_meant(r, row.seq, item)?;
            let stored = r.kept_fields(row.seq, &scope)?;
            let of_scope = ScopeKind::for_item(&scope);
            let mut fields = Vec::new();
            for def in registry.iter() {
                let field_row = stored.iter().find(|field_row| field_row.key == def.path);
                let own = BlockKey::parse(&def.block).is_some_and(|block| block.scope() == of_scope);
                if own || field_row.is_some_and(|field_row| !field_row.is_empty()) {
                    fields.push(field_of(r, row.seq, &scope, def, field_row)?);
                }
            }
            Ok(fields)
        })
    }

    /// One field of the project or of an item.
    pub fn field(&self, discovery: Uuid, item: Option<&str>, key: &str) -> Result<ItemField> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let def = registry.get(key).ok_or_else(|| no_such_key(key))?;
            let scope = scope_meant(r, row.seq, item)?;
            field_of(r, row.seq, &scope, def, r.kept_field(row.seq, &scope, key)?.as_ref())
        })
    }

    /// Every item that stands, by the fields that any of them has.
    pub fn field_table(&self, discovery: Uuid) -> Result<FieldTable> {
        let items = Items::new(self.ctx).list(discovery)?;
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let stored = items.iter().map(|item| Ok(r.kept_fields(row.seq, &item.reference())?));
            let stored: Vec<Vec<FieldRow>> = stored.collect::<Result<_>>()?;
            let holds = |def: &&KeyDef| stored.iter().flatten().any(|field| field.key == def.path && !field.is_empty());
            let defs: Vec<&KeyDef> = registry.iter().filter(holds).collect();
            let rows = items.into_iter().zip(&stored).map(|(item, field_rows)| {
                let of = |def: &&KeyDef| field_rows.iter().find(|field| field.key == def.path);
                let scope = item.reference();
                let cells = defs.iter().map(|def| field_of(r, row.seq, &scope, def, of(def))).collect::<Result<_>>()?;
                Ok(FieldTableRow { item, cells })
            });
            let rows = rows.collect::<Result<_>>()?;
            Ok(FieldTable { columns: defs.into_iter().map(column).collect(), rows })
        })
    }

    /// Makes the blocks and fields of one discovery, or of all, from nothing, and mends what differs from what is kept.
    pub fn rebuild_knowledge(&self, discovery: Option<Uuid>) -> Result<Vec<Rebuilt>> {
        self.discoveries_to_rebuild(discovery)?
            .into_iter()
            .map(|row| {
                let differences = self.check_discovery(&row)?;
                self.ctx.write(Op::silent(), |w| {
                    w.about(row.seq);
                    let registry = self.ctx.cache::<Registries>().get(w, &row)?;
                    Ok(derive::remake(w, row.seq, &registry)?)
                })?;
                Ok(Rebuilt { discovery: row.id, title: row.title, differences })
            })
            .collect()
    }

    /// As [`Self::rebuild_knowledge`], and changes nothing.
    pub fn check_knowledge(&self, discovery: Option<Uuid>) -> Result<Vec<Rebuilt>> {
        self.discoveries_to_rebuild(discovery)?
            .into_iter()
            .map(|row| {
                let differences = self.check_discovery(&row)?;
                Ok(Rebuilt { discovery: row.id, title: row.title, differences })
            })
            .collect()
    }

    /// Makes what is kept of discoveries that an older Factly, or none, made it for.
    pub(crate) fn renew_knowledge(&self) -> Result<()> {
        let stale = self.ctx.read(|r| {
            let mut stale = Vec::new();
            for (discovery, made_with) in r.knowledge_states()? {
                if made_with.as_deref() != Some(&*self.ctx.cache::<Registries>().sum_of(r, discovery)?) {
                    stale.push(discovery);
                }
            }
            Ok(stale)
        })?;
        for discovery in stale {
            self.ctx.write(Op::silent(), |w| {
                let registry = self.ctx.cache::<Registries>().of_discovery(w, discovery)?;
                Ok(derive::remake(w, discovery, &registry)?)
            })?;
        }
        Ok(())
    }

    fn discoveries_to_rebuild(&self, discovery: Option<Uuid>) -> Result<Vec<DiscoveryRow>> {
        self.ctx.read(|r| match discovery {
            Some(discovery) => Ok(vec![discovery_row(r, discovery)?]),
            None => Ok(r.discoveries()?),
        })
    }

    fn check_discovery(&self, row: &DiscoveryRow) -> Result<Vec<DerivedDifference>> {
        self.ctx.read(|r| {
            let registry = self.ctx.cache::<Registries>().get(r, row)?;
            let differing = rebuild::differences(r, row.seq, &registry)?;
            Ok(differing.into_iter().map(|differing| differing.difference).collect())
        })
    }
}

fn no_such_key(key: &str) -> Error {
    Error::invalid(message!("The discovery has no key “{}”.", key))
}

fn stored_block(key: BlockKey, row: BlockRow) -> Result<KnowledgeBlock> {
    let block = TypedBlock::parse(key, &row.json).map_err(|error| {
        Error::new(Code::LibraryDamaged, message!("{}.", error)).hint("`factly rebuild` makes it anew.")
    })?;
    let for_fact = row.updated_for.map(|number| format!("F-{number}"));
    Ok(KnowledgeBlock {
        key,
        json: row.json,
        markdown: row.markdown,
        revision: row.revision,
        updated: Some(Updated { at: row.updated_at, by: row.updated_by, for_fact }),
        lines: lines_of(&block),
    })
}

fn empty_block(key: BlockKey, registry: &Arc<Registry>) -> KnowledgeBlock {
    let block = TypedBlock::empty(key, registry);
    let (json, markdown) = (block.json(), markdown(key, &block));
    KnowledgeBlock { key, json, markdown, revision: 0, updated: None, lines: Vec::new() }
}

fn lines_of(block: &TypedBlock) -> Vec<BlockLine> {
    block.lines().into_iter().map(|line| BlockLine { line, changed_in_last_turn: false }).collect()
}

fn mark_last_turn(r: &Reader, discovery: DiscoverySeq, blocks: &mut [KnowledgeBlock]) -> Result<()> {
    let lines = || blocks.iter().flat_map(|block| &block.lines);
    let facts: Vec<Uuid> = lines().filter_map(|line| line.line.trace.fact_id).collect();
    let Some(turn) = r.last_turn(discovery)? else { return Ok(()) };
    let mut of_it = r.facts_of_turn(turn, &facts)?.into_iter();
    for line in blocks.iter_mut().flat_map(|block| &mut block.lines) {
        if line.line.trace.fact_id.is_some() {
            line.changed_in_last_turn = of_it.next().unwrap_or_default();
        }
    }
    Ok(())
}

/// A field from what is kept; who says so is looked up.
fn field_of(
    r: &Reader,
    discovery: DiscoverySeq,
    scope: &str,
    def: &KeyDef,
    field_row: Option<&FieldRow>,
) -> Result<ItemField> {
    let Some(field_row) = field_row.filter(|field_row| !field_row.is_empty()) else {
        return Ok(field(def, None, None, false));
    };
    let source = field_row.fact.map(|fact| r.fact_source(fact)).transpose()?.flatten();
    if field_row.set_by.is_some() || source.is_some_and(|(.., is_conditional)| is_conditional) {
        let rows = KeyRows::read(r, discovery, &scopes_of(r, discovery, scope)?, &def.path)?;
        let set: Option<Override> = rows.set_by_hand(def);
        return Ok(field(def, set.as_ref(), rows.standing(def).as_ref(), field_row.conflict));
    }
    let (Some(value_type), Some(value)) = (field_row.value_type.as_deref(), field_row.value.as_deref()) else {
        return Ok(field(def, None, None, field_row.conflict));
    };
    let standing = source.map(|(id, label_no, source_kind, _)| AcceptedFact {
        key: def.path.clone(),
        value: stored_value(ValueType::parse(value_type).unwrap_or(def.value_type), value, Some(def)),
        source_kind,
        trace: trace(id, label_no),
        condition: String::new(),
        beside: Vec::new(),
    });
    Ok(field(def, None, standing.as_ref(), field_row.conflict))
}

fn column(def: &KeyDef) -> TableColumn {
    TableColumn { key: def.path.clone(), label: def.label.clone(), value_type: def.value_type, unit: def.unit }
}
