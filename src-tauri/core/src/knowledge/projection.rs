//! Fields: what holds for a key of a scope, and who says so (`docs/contracts/knowledge.md`).

use super::scope_contents::under;
use super::{AcceptedFact, ConditionalValue, FactTrace, Override};
use crate::facts::SourceKind;
use crate::keys::KeyDef;
use crate::values::Value;

/// The value that holds for a key.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldValue {
    pub value: Value,
    pub trace: FactTrace,
    /// Set by the analyst over whatever the facts say.
    pub by_hand: bool,
    /// Under which condition it holds; empty where it holds alone.
    pub condition: String,
    /// Values that hold under other conditions.
    pub beside: Vec<ConditionalValue>,
}

impl HeldValue {
    /// Every value that holds, each with its condition.
    pub fn describe(&self) -> String {
        let own = under(&self.value.reading(), &self.condition);
        std::iter::once(own).chain(self.beside.iter().map(ConditionalValue::describe)).collect::<Vec<_>>().join("; ")
    }
}

/// A field of an item, or of the project.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemField {
    pub key: String,
    pub label: String,
    pub value: Option<Value>,
    /// Every value that holds, each with its condition; empty where none does.
    pub description: String,
    pub source: FieldSource,
    /// A fact that says otherwise waits for the analyst.
    pub conflict: bool,
}

/// The source of a field's value.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldSource {
    Nothing,
    Fact {
        trace: FactTrace,
        source_kind: SourceKind,
    },
    /// The analyst, over what the facts come to: `computed` is what going back brings.
    Override {
        reason: String,
        set_at: i64,
        trace: FactTrace,
        computed: Option<Value>,
    },
}

/// Returns what the analyst set, else the latest accepted fact, else nothing.
pub fn held(set: Option<&Override>, fact: Option<&AcceptedFact>) -> Option<HeldValue> {
    match (set, fact) {
        (Some(set), _) => Some(HeldValue {
            value: set.value.clone(),
            trace: set.trace,
            by_hand: true,
            condition: String::new(),
            beside: Vec::new(),
        }),
        (None, Some(fact)) => Some(HeldValue {
            value: fact.value.clone(),
            trace: fact.trace,
            by_hand: false,
            condition: fact.condition.clone(),
            beside: fact.beside.clone(),
        }),
        (None, None) => None,
    }
}

pub fn field(def: &KeyDef, set: Option<&Override>, fact: Option<&AcceptedFact>, conflict: bool) -> ItemField {
    let source = match (set, fact) {
        (Some(set), fact) => FieldSource::Override {
            reason: set.reason.clone(),
            set_at: set.set_at,
            trace: set.trace,
            computed: fact.map(|fact| fact.value.clone()),
        },
        (None, Some(fact)) => FieldSource::Fact { trace: fact.trace, source_kind: fact.source_kind },
        (None, None) => FieldSource::Nothing,
    };
    let held = held(set, fact);
    let description = held.as_ref().map(HeldValue::describe).unwrap_or_default();
    ItemField {
        key: def.path.clone(),
        label: def.label.clone(),
        value: held.map(|held| held.value),
        description,
        source,
        conflict,
    }
}
