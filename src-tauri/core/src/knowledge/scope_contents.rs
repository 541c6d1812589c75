//! The contents of a scope at one moment, and the blocks that follow from them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{BlockKey, BlockNote, HeldValue, ScopeKind, TypedBlock, held};
use crate::discovery::EntityLabel;
use crate::facts::SourceKind;
use crate::keys::Registry;
use crate::named;
use crate::values::Value;

/// The fact that something in a block came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FactTrace {
    pub fact_id: Option<Uuid>,
    /// Its label, "F-12": given once, so what is in order by it is in the order in which it was said.
    pub fact: Option<EntityLabel>,
}

/// The accepted fact of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct AcceptedFact {
    pub key: String,
    pub value: Value,
    pub source_kind: SourceKind,
    pub trace: FactTrace,
    /// Under which condition it holds; empty where it holds alone.
    pub condition: String,
    /// Values of the key that hold under other conditions.
    pub beside: Vec<ConditionalValue>,
}

/// A value that holds beside another one of its key, under its own condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConditionalValue {
    /// As a reader writes it.
    pub reading: String,
    pub condition: String,
    #[serde(flatten)]
    pub trace: FactTrace,
}

impl ConditionalValue {
    /// "4 h (with two crews)".
    pub(super) fn describe(&self) -> String {
        under(&self.reading, &self.condition)
    }
}

pub(super) fn under(reading: &str, condition: &str) -> String {
    if condition.is_empty() { reading.to_owned() } else { format!("{reading} ({condition})") }
}

/// A field's value set by the analyst by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    pub key: String,
    pub value: Value,
    pub reason: String,
    pub set_at: i64,
    /// The fact that tells of it in the ledger.
    pub trace: FactTrace,
}

/// A value that the analyst kept as a note, under the key that it was meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRemark {
    pub key: String,
    pub text: String,
    pub trace: FactTrace,
}

/// A question that is asked of the analyst.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalystQuestion {
    /// The key that answers it; a model's own question has none.
    pub key: Option<String>,
    pub text: String,
}

/// A decision that is no fact: that something here is a canonical item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalDecision {
    pub text: String,
    pub canonical_item: String,
    pub trace: FactTrace,
}

/// An entry that a model proposed beside the facts and the analyst took over: one of its own, never a change of
/// another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockAddition {
    pub id: Uuid,
    pub block: BlockKey,
    pub kind: AdditionKind,
    pub text: String,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AdditionKind {
        Question = "question",
        Checklist = "checklist",
        Constraint = "constraint",
        Note = "note",
    }
}

/// Returns whether an entry of a file is an addition to a block.
pub fn is_addition(fields: &serde_json::Map<String, serde_json::Value>) -> bool {
    let text = |name: &str| fields.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
    BlockKey::parse(text("block")).is_some()
        && AdditionKind::parse(text("kind")).is_some()
        && !text("text").trim().is_empty()
}

/// All that the blocks and the fields of one scope follow from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScopeContents {
    /// One a key.
    pub facts: Vec<AcceptedFact>,
    /// One a key.
    pub overrides: Vec<Override>,
    /// Keys that a fact in conflict waits for.
    pub contested: BTreeSet<String>,
    pub remarks: Vec<KeyRemark>,
    pub questions: Vec<AnalystQuestion>,
    pub decisions: Vec<CanonicalDecision>,
    pub additions: Vec<BlockAddition>,
}

impl ScopeContents {
    /// Returns what holds for a key: what the analyst set, else the accepted fact.
    pub fn held(&self, key: &str) -> Option<HeldValue> {
        let set = self.overrides.iter().find(|set| set.key == key);
        let fact = self.facts.iter().find(|fact| fact.key == key);
        held(set, fact)
    }

    /// The keys that a field may be made of.
    pub fn keys(&self) -> BTreeSet<&str> {
        let facts = self.facts.iter().map(|fact| fact.key.as_str());
        let overrides = self.overrides.iter().map(|set| set.key.as_str());
        BTreeSet::from_iter(facts.chain(overrides).chain(self.contested.iter().map(String::as_str)))
    }
}

/// The blocks of a scope: its own, and any other that a fact of it has its key in.
pub fn build(registry: &Registry, scope: ScopeKind, holdings: &ScopeContents) -> BTreeMap<BlockKey, TypedBlock> {
    let mut blocks = BTreeMap::new();
    for block in BlockKey::in_scope(scope) {
        blocks.insert(block, TypedBlock::empty(block, registry));
    }
    let mut of = |name: &str, change: &mut dyn FnMut(&mut TypedBlock)| {
        if let Some(block) = BlockKey::parse(name) {
            change(blocks.entry(block).or_insert_with(|| TypedBlock::empty(block, registry)));
        }
    };
    for key in holdings.keys() {
        if let Some(def) = registry.get(key) {
            of(&def.block, &mut |block| block.set_value(def, holdings.held(key).as_ref()));
        }
    }
    for remark in &holdings.remarks {
        if let Some(def) = registry.get(&remark.key) {
            of(&def.block, &mut |block| block.put_note(BlockNote::from_remark(remark)));
        }
    }
    if let Some(block) = BlockKey::decisions(scope) {
        of(block.as_str(), &mut |block| block.set_decisions(&holdings.decisions));
    }
    if let Some(block) = BlockKey::open_questions(scope) {
        of(block.as_str(), &mut |block| block.set_questions(&holdings.questions, |key| holdings.held(key)));
    }
    let added = BTreeSet::from_iter(holdings.additions.iter().map(|addition| addition.block));
    for key in added {
        let additions: Vec<&BlockAddition> =
            holdings.additions.iter().filter(|addition| addition.block == key).collect();
        of(key.as_str(), &mut |block| block.set_additions(&additions));
    }
    blocks
}
