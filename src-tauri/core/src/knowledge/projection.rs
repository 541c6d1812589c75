//! Fields: what holds for a key of a scope, and who says so (`docs/contracts/knowledge.md`).

use super::{Override, Standing, Trace};
use crate::keys::KeyDef;
use crate::ledger::SourceKind;
use crate::values::Value;

/// What holds for a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    pub value: Value,
    pub trace: Trace,
    /// Set by the analyst over whatever the facts say.
    pub by_hand: bool,
}

/// A field of an item, or of the project.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub key: String,
    pub label: String,
    pub value: Option<Value>,
    pub source: FieldSource,
    /// A fact that says otherwise waits for the analyst.
    pub conflict: bool,
}

/// Who says what a field's value is.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldSource {
    Nothing,
    Fact {
        trace: Trace,
        source_kind: SourceKind,
    },
    /// The analyst, over what the facts come to: `computed` is what going back brings.
    Override {
        reason: String,
        set_at: i64,
        trace: Trace,
        computed: Option<Value>,
    },
}

/// What the analyst set, else the latest accepted fact, else nothing.
pub fn held(set: Option<&Override>, fact: Option<&Standing>) -> Option<Held> {
    match (set, fact) {
        (Some(set), _) => Some(Held { value: set.value.clone(), trace: set.trace, by_hand: true }),
        (None, Some(fact)) => Some(Held { value: fact.value.clone(), trace: fact.trace, by_hand: false }),
        (None, None) => None,
    }
}

pub fn field(def: &KeyDef, set: Option<&Override>, fact: Option<&Standing>, conflict: bool) -> Field {
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
    let value = held(set, fact).map(|held| held.value);
    Field { key: def.path.clone(), label: def.label.clone(), value, source, conflict }
}
