//! The difference of a block from the one that the window has, so that a word crosses to the window once.
//!
//! A block grows at its end, so what is said is how much of the old one stays and what follows. It is found in the JSON of
//! the two, and knows nothing of what a block is.

use serde::Serialize;
use serde_json::Value;
use specta::Type;

/// The change from a value to another of its kind.
#[derive(Clone, Debug, PartialEq, Serialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Patch {
    /// The first `keep` UTF-16 units of a text stay, and `more` follows.
    Text { keep: u32, more: String },
    /// The first `keep` members of a list stay, the one after them may change, and `more` follows.
    List { keep: u32, next: Option<Box<Patch>>, more: Vec<Value> },
    /// One member of an object changes.
    Field { name: String, by: Box<Patch> },
}

/// Returns the change from `old` to `new`; nothing where little of it stays.
pub fn patch(old: &Value, new: &Value) -> Option<Patch> {
    match (old, new) {
        (Value::String(old), Value::String(new)) => {
            let same = old.chars().zip(new.chars()).take_while(|(old, new)| old == new);
            let (units, bytes) =
                same.fold((0, 0), |(units, bytes), (c, _)| (units + c.len_utf16(), bytes + c.len_utf8()));
            let keep = u32::try_from(units).ok().filter(|keep| *keep > 0)?;
            Some(Patch::Text { keep, more: new[bytes..].to_owned() })
        }
        (Value::Array(old), Value::Array(new)) => {
            let keep = old.iter().zip(new).take_while(|(old, new)| old == new).count();
            let next = old.get(keep).zip(new.get(keep)).and_then(|(old, new)| patch(old, new)).map(Box::new);
            let more = new[keep + usize::from(next.is_some())..].to_vec();
            let is_kept = keep > 0 || next.is_some();
            is_kept.then_some(Patch::List { keep: u32::try_from(keep).ok()?, next, more })
        }
        (Value::Object(old), Value::Object(new)) if old.keys().eq(new.keys()) => {
            let mut others = old.iter().zip(new.values()).filter(|((_, old), new)| old != new);
            let (((name, old), new), None) = (others.next()?, others.next()) else { return None };
            Some(Patch::Field { name: name.clone(), by: Box::new(patch(old, new)?) })
        }
        _ => None,
    }
}
