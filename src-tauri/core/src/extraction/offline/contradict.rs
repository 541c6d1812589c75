//! The values that a parsed value contradicts: the one that is accepted, or one that the same bundle gave before.
//!
//! A model is told the same rule in its prompt. Nothing is overwritten: which of two values holds is for the analyst.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value as Json;

use crate::extraction::op::{FactOp, OpKind};
use crate::items::Scope;
use crate::keys::{KeyDef, NOTE_KEY, Registry};
use crate::values::{Value, same};

/// Turns each typed op whose value differs from what stands for its scope and key into a CONFLICT.
///
/// `accepted` gives the accepted value as the ledger holds it, and is asked once for each scope and key among `ops`.
///
/// # Errors
/// When `accepted` fails; nothing else does.
pub fn contradict<E>(
    ops: &mut [FactOp],
    registry: &Registry,
    mut accepted: impl FnMut(&Scope, &str) -> Result<Option<Json>, E>,
) -> Result<(), E> {
    let mut standing: HashMap<(Scope, String), Value> = HashMap::new();
    for op in ops.iter_mut().filter(|op| op.key != NOTE_KEY) {
        let Some(key) = registry.get(&op.key) else { continue };
        let Some(value) = read(&op.value, key) else { continue };
        let current = match standing.entry((op.scope.clone(), op.key.clone())) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let known = accepted(&op.scope, &op.key)?.and_then(|json| read(&json, key));
                unknown.insert(known.unwrap_or_else(|| value.clone()))
            }
        };
        if !same(current, &value) {
            op.op = OpKind::Conflict;
        }
    }
    Ok(())
}

fn read(json: &Json, key: &KeyDef) -> Option<Value> {
    Value::from_json(json, &key.expect()).ok()
}
