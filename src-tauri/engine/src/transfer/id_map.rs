//! Names in rows of a file, translated to those of this library.

use std::borrow::Cow;

use factly_core::keys::ValueType;
use factly_core::transfer::raw::compact;
use factly_core::transfer::record::FactRecord;
use factly_core::values::{Expect, Value, note_norm};
use serde_json::value::RawValue;

/// The value as JSON, and the spelling by which it is compared.
pub(super) fn value_of<'f>(fact: &'f FactRecord<'_>) -> (Cow<'f, str>, String) {
    let value_type = fact.value_type.unwrap_or(ValueType::Note);
    if fact.value.is_none() && value_type == ValueType::Note {
        return (serde_json::to_string(&fact.text).unwrap_or_default().into(), note_norm(&fact.text));
    }
    let json = match fact.value {
        Some(value) => compact(value.get()),
        None => serde_json::Value::from(fact.text.as_ref()).to_string().into(),
    };
    let value: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
    let as_text = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let typed = match value_type {
        ValueType::Enum => Value::Enum(as_text()),
        ValueType::Note => Value::Note(as_text()),
        _ => Value::from_json(&value, &Expect::for_type(value_type)).unwrap_or_else(|_| Value::String(as_text())),
    };
    let norm = typed.norm();
    (json, norm)
}

/// The names of a list, each as it is called here: as it is where `here` gives none.
pub(super) fn translated_names(raw: &RawValue, here: impl Fn(&str) -> Option<String>) -> String {
    let names: Vec<String> = serde_json::from_str(raw.get()).unwrap_or_default();
    serde_json::Value::from_iter(names.into_iter().map(|name| here(&name).unwrap_or(name))).to_string()
}

pub(super) fn compacted(raw: Option<&RawValue>) -> Option<Cow<'_, str>> {
    raw.map(|raw| compact(raw.get()))
}
