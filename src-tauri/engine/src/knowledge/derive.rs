//! Keeps blocks and fields true within each write: only what the write touched is worked out anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use factly_core::facts::SourceKind;
use factly_core::keys::Registry;
use factly_core::knowledge::{
    AnalystQuestion, BlockAddition, BlockKey, BlockNote, HeldValue, ScopeKind, TypedBlock, held, markdown,
};

use crate::facts::key_meant;
use crate::keys::Registries;
use crate::knowledge::gather::{KeyRows, Lists, scopes_of, trace};
use crate::knowledge::rebuild;
use crate::knowledge::rebuild::RebuiltScopes;
use crate::store::knowledge::{BlockToKeep, FieldRow, ScopeKey, TouchedNote};
use crate::store::{Derive, DiscoverySeq, FactSeq, Reader, StoreError, Topic, TouchedRows, Writer};

/// The deriver that the store asks within each write.
pub(crate) struct KnowledgeDeriver {
    pub(crate) registries: Arc<Registries>,
}

impl Derive for KnowledgeDeriver {
    fn derive(&self, w: &mut Writer<'_>, touched: &TouchedRows) -> Result<(), StoreError> {
        let mut done = RebuiltScopes::default();
        self.rebuild_outdated(w, touched, &mut done)?;
        self.regrouped(w, touched, &mut done)?;
        for ((discovery, scope), changes) in changes(w, touched)? {
            if done.covers(discovery, &scope) || self.is_unmade(w, discovery)? {
                continue;
            }
            let registry = self.registry(w, discovery)?;
            let patch = ScopePatch { registry: &registry, discovery, scope: &scope, blocks: HashMap::new() };
            match patch.make(w, &changes) {
                Ok(changed) => done.changed |= changed,
                // What is kept was damaged. It follows from the facts, so it is made of them and stops nobody from writing.
                Err(StoreError::Unreadable(_)) => rebuild::discovery(w, discovery, &registry, &mut done)?,
                Err(error) => return Err(error),
            }
        }
        if done.changed {
            w.topic(Topic::Knowledge);
        }
        Ok(())
    }
}

impl KnowledgeDeriver {
    pub(super) fn registry(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Arc<Registry>, StoreError> {
        self.registries.of_discovery(r, discovery).map_err(store_error)
    }

    /// A discovery whose keys are not those that its cache was made with is worked out anew.
    fn rebuild_outdated(
        &self,
        w: &mut Writer<'_>,
        touched: &TouchedRows,
        done: &mut RebuiltScopes,
    ) -> Result<(), StoreError> {
        let mut discoveries = BTreeSet::from_iter(touched.in_table("discovery").map(DiscoverySeq));
        for key in touched.in_table("discovery_key") {
            discoveries.extend(w.discovery_of_key(key)?);
        }
        for discovery in discoveries {
            let sum = self.registries.sum_of(w, discovery).map_err(store_error)?;
            if w.knowledge_made_with(discovery)?.as_deref() != Some(&*sum) {
                let registry = self.registry(w, discovery)?;
                rebuild::discovery(w, discovery, &registry, done)?;
            }
        }
        Ok(())
    }

    /// A merge, or an item that comes or goes, changes what other items hold.
    fn regrouped(&self, w: &mut Writer<'_>, touched: &TouchedRows, done: &mut RebuiltScopes) -> Result<(), StoreError> {
        let mut scopes: BTreeSet<ScopeKey> = BTreeSet::new();
        for item in touched.in_table("item") {
            let Some((discovery, item, counts_as)) = w.item_counts_as(item)? else { continue };
            let before = w.item_counted_as(discovery, &item)?.unwrap_or_default();
            if before != counts_as {
                w.keep_item_counted_as(discovery, &item, &counts_as)?;
                scopes.extend([before, counts_as, item].map(|item| (discovery, item)));
            }
        }
        for (discovery, scope) in scopes.into_iter().filter(|(_, scope)| !scope.is_empty()) {
            if !self.is_unmade(w, discovery)? {
                let registry = self.registry(w, discovery)?;
                rebuild::scope(w, discovery, &registry, &scope, done)?;
            }
        }
        Ok(())
    }

    /// A discovery that is being brought in is worked out once it is there.
    fn is_unmade(&self, r: &Reader, discovery: DiscoverySeq) -> Result<bool, StoreError> {
        Ok(r.knowledge_made_with(discovery)?.is_none())
    }
}

/// The touched parts of a scope.
#[derive(Default)]
struct Changes {
    /// Each with a fact of it that was touched, if one was.
    keys: BTreeMap<String, Option<FactSeq>>,
    notes: Vec<TouchedNote>,
    lists: bool,
}

fn changes(r: &Reader, touched: &TouchedRows) -> Result<BTreeMap<ScopeKey, Changes>, StoreError> {
    let mut all: BTreeMap<ScopeKey, Changes> = BTreeMap::new();
    let mut scopes = ScopesOfItems::default();
    for (first, last) in touched.runs_of("fact") {
        for key in r.touched_keys(first, last)? {
            let Some(scope) = scopes.scope(r, key.discovery, key.item)? else { continue };
            all.entry(scope).or_default().keys.insert(key.key, Some(key.fact));
        }
        for note in r.touched_notes(first, last)? {
            let Some(scope) = scopes.scope(r, note.discovery, note.item.clone())? else { continue };
            all.entry(scope).or_default().notes.push(note);
        }
    }
    for set in touched.in_table("item_override") {
        let Some((discovery, item, key)) = r.override_scope(set)? else { continue };
        let Some(scope) = scopes.scope(r, discovery, item)? else { continue };
        all.entry(scope).or_default().keys.entry(key).or_default();
    }
    for (discovery, item) in r.listed_scopes(touched)? {
        let Some(scope) = scopes.scope(r, discovery, item)? else { continue };
        all.entry(scope).or_default().lists = true;
    }
    Ok(all)
}

/// The scope that an item's reference counts as, asked once each.
#[derive(Default)]
struct ScopesOfItems(HashMap<ScopeKey, Option<String>>);

impl ScopesOfItems {
    fn scope(&mut self, r: &Reader, discovery: DiscoverySeq, item: String) -> Result<Option<ScopeKey>, StoreError> {
        if item.is_empty() {
            return Ok(Some((discovery, item)));
        }
        let known = self.0.get(&(discovery, item.clone())).cloned();
        let scope = match known {
            Some(scope) => scope,
            None => {
                let scope = r.item_meant(discovery, &item)?.map(|item| item.reference());
                self.0.insert((discovery, item), scope.clone());
                scope
            }
        };
        Ok(scope.map(|scope| (discovery, scope)))
    }
}

/// A change of some blocks and fields of one scope.
struct ScopePatch<'p> {
    registry: &'p Registry,
    discovery: DiscoverySeq,
    scope: &'p str,
    blocks: HashMap<BlockKey, PatchedBlock>,
}

/// A block in hand.
struct PatchedBlock {
    block: TypedBlock,
    /// As it is kept; empty where it is not.
    json: String,
    because_of: Option<FactSeq>,
    by: &'static str,
}

impl ScopePatch<'_> {
    fn make(mut self, w: &mut Writer<'_>, changes: &Changes) -> Result<bool, StoreError> {
        let scopes = scopes_of(w, self.discovery, self.scope)?;
        let mut changed = false;
        for (key, touched) in &changes.keys {
            changed |= self.key(w, &scopes, key, *touched)?;
        }
        for note in &changes.notes {
            self.note(w, note)?;
        }
        if changes.lists || self.asks_for_any(w, &scopes, changes)? {
            let lists = Lists::read(w, self.discovery, &scopes)?;
            self.questions(w, &scopes, &lists.questions)?;
            self.lists(w, &lists)?;
        }
        Ok(self.keep(w)? || changed)
    }

    fn key(
        &mut self,
        w: &mut Writer<'_>,
        scopes: &[String],
        key: &str,
        touched: Option<FactSeq>,
    ) -> Result<bool, StoreError> {
        let Some(def) = self.registry.get(key) else { return Ok(false) };
        let rows = KeyRows::read(w, self.discovery, scopes, key)?;
        let now = held(rows.set_by_hand(def).as_ref(), rows.standing(def).as_ref());
        let by = updated_by(&rows);
        self.change(w, &def.block, rows.because_of().or(touched), by, |block| block.set_value(def, now.as_ref()))?;
        keep_field(w, self.discovery, self.scope, &rows.field_row(def))
    }

    fn note(&mut self, w: &mut Writer<'_>, note: &TouchedNote) -> Result<(), StoreError> {
        let Some(key) = key_meant(w, note)? else { return Ok(()) };
        let Some(def) = self.registry.get(&key) else { return Ok(()) };
        let block_note = BlockNote { text: note.text.clone(), trace: trace(note.id, note.label_no), addition_id: None };
        self.change(w, &def.block, Some(note.fact), "user", |block| match note.is_live {
            true => block.put_note(block_note),
            false => block.drop_note(note.id),
        })
    }

    fn lists(&mut self, w: &Writer<'_>, lists: &Lists) -> Result<(), StoreError> {
        if let Some(block) = BlockKey::decisions(ScopeKind::for_item(self.scope)) {
            self.change(w, block.as_str(), None, "user", |block| block.set_decisions(&lists.decisions))?;
        }
        for key in BlockKey::all() {
            let additions: Vec<&BlockAddition> = lists.additions.iter().filter(|added| added.block == key).collect();
            if !additions.is_empty() || w.kept_block(self.discovery, self.scope, key.as_str())?.is_some() {
                self.change(w, key.as_str(), None, "agent", |block| block.set_additions(&additions))?;
            }
        }
        Ok(())
    }

    fn asks_for_any(&self, r: &Reader, scopes: &[String], changes: &Changes) -> Result<bool, StoreError> {
        for key in changes.keys.keys() {
            for scope in scopes {
                if r.was_asked(self.discovery, key, scope)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Resolves the questions that ask for a key by the value that holds for it.
    fn questions(
        &mut self,
        w: &Writer<'_>,
        scopes: &[String],
        unanswered: &[AnalystQuestion],
    ) -> Result<(), StoreError> {
        let Some(block) = BlockKey::open_questions(ScopeKind::for_item(self.scope)) else { return Ok(()) };
        let mut holds: HashMap<&str, HeldValue> = HashMap::new();
        for key in unanswered.iter().filter_map(|question| question.key.as_deref()) {
            let Some(def) = self.registry.get(key) else { continue };
            let rows = KeyRows::read(w, self.discovery, scopes, key)?;
            if let Some(now) = held(rows.set_by_hand(def).as_ref(), rows.standing(def).as_ref()) {
                holds.insert(key, now);
            }
        }
        self.change(w, block.as_str(), None, "system", |block| {
            block.set_questions(unanswered, |key| holds.get(key).cloned())
        })
    }

    fn change(
        &mut self,
        r: &Reader,
        block: &str,
        because_of: Option<FactSeq>,
        by: &'static str,
        change: impl FnOnce(&mut TypedBlock),
    ) -> Result<(), StoreError> {
        let Some(key) = BlockKey::parse(block) else { return Ok(()) };
        if !self.blocks.contains_key(&key) {
            let stored = r.kept_block(self.discovery, self.scope, block)?;
            let (block, json) = match stored {
                Some((json, _)) => (TypedBlock::parse(key, &json).map_err(unreadable)?, json),
                None => (TypedBlock::empty(key, self.registry), String::new()),
            };
            self.blocks.insert(key, PatchedBlock { block, json, because_of, by });
        }
        if let Some(open) = self.blocks.get_mut(&key) {
            let before = open.block.clone();
            change(&mut open.block);
            if open.block != before {
                (open.because_of, open.by) = (because_of, by);
            }
        }
        Ok(())
    }

    fn keep(self, w: &mut Writer<'_>) -> Result<bool, StoreError> {
        let mut changed = false;
        for (key, open) in self.blocks {
            let json = open.block.json();
            if json == open.json || (open.json.is_empty() && open.block.is_empty()) {
                continue;
            }
            changed = true;
            w.keep_block(&BlockToKeep {
                discovery: self.discovery,
                item: self.scope,
                block: key.as_str(),
                json: &json,
                markdown: &markdown(key, &open.block),
                by: open.by,
                because_of: open.because_of,
            })?;
        }
        Ok(changed)
    }
}

/// Keeps a field if it is not what is kept, and says whether.
pub(super) fn keep_field(
    w: &mut Writer<'_>,
    discovery: DiscoverySeq,
    scope: &str,
    field: &FieldRow,
) -> Result<bool, StoreError> {
    let changed = match w.kept_field(discovery, scope, &field.key)? {
        Some(stored) => stored != *field,
        None => !field.is_empty(),
    };
    if changed {
        w.keep_field(discovery, scope, field)?;
    }
    Ok(changed)
}

/// Returns who changed a block last, by the names of `docs/contracts/knowledge.md`.
fn updated_by(rows: &KeyRows) -> &'static str {
    match (&rows.set, rows.fact.as_ref().map(|fact| fact.source_kind)) {
        (None, Some(SourceKind::Agent)) => "agent",
        (None, Some(SourceKind::System)) => "system",
        _ => "user",
    }
}

/// Returns the store's error for a discovery's keys that cannot be read.
fn store_error(error: crate::error::Error) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

fn unreadable(error: factly_core::knowledge::UnreadableBlock) -> StoreError {
    StoreError::Unreadable(error.to_string())
}

/// Makes all of a discovery anew within a write.
pub(super) fn remake(w: &mut Writer<'_>, discovery: DiscoverySeq, registry: &Registry) -> Result<(), StoreError> {
    let mut done = RebuiltScopes::default();
    rebuild::discovery(w, discovery, registry, &mut done)?;
    if done.changed {
        w.topic(Topic::Knowledge);
    }
    Ok(())
}
