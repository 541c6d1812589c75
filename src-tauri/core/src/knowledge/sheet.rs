//! A sheet: the blocks that have a place for each of their keys, as dimensions and budgets have.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use super::scope_contents::under;
use super::{AdditionKind, BlockAddition, ConditionalValue, FactTrace, HeldValue, KeyRemark, KnowledgeLine, LineRole};
use crate::keys::{KeyDef, Registry, ValueType};
use crate::values::{Currency, Expect, Unit, Value};

const NOTES: &str = "notes";
const CHECKLIST: &str = "checklist";

/// Written as one object: its properties by name, in the order of the registry, then `checklist` if there is one, then
/// `notes`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(try_from = "Map<String, Json>")]
pub struct FieldSheet {
    properties: Vec<(String, Slot)>,
    checklist: Vec<BlockNote>,
    notes: Vec<BlockNote>,
}

/// The place of a key: null until something holds for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    pub label: String,
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// Of money the whole minor units, of a dimension the amount.
    pub value: Json,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    #[serde(flatten)]
    pub trace: FactTrace,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// Under which condition it holds beside others.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub condition: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<ConditionalValue>,
}

/// A sentence that fills no place: kept from a fact, or taken over from a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockNote {
    pub text: String,
    #[serde(flatten)]
    pub trace: FactTrace,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub addition_id: Option<Uuid>,
}

impl BlockNote {
    pub fn from_remark(remark: &KeyRemark) -> Self {
        Self { text: remark.text.clone(), trace: remark.trace, addition_id: None }
    }

    pub(super) fn from_addition(addition: &BlockAddition) -> Self {
        Self { text: addition.text.clone(), trace: FactTrace::default(), addition_id: Some(addition.id) }
    }

    pub(super) fn line(&self, role: LineRole) -> KnowledgeLine {
        KnowledgeLine::sentence(self.text.clone(), role, self.trace, None)
    }
}

impl Slot {
    fn empty(def: &KeyDef) -> Self {
        Self {
            label: def.label.clone(),
            value_type: def.value_type,
            value: Json::Null,
            unit: def.unit,
            currency: def.currency,
            trace: FactTrace::default(),
            by_hand: false,
            condition: String::new(),
            beside: Vec::new(),
        }
    }

    fn holding(def: &KeyDef, held: &HeldValue) -> Self {
        let empty = Self {
            trace: held.trace,
            by_hand: held.by_hand,
            condition: held.condition.clone(),
            beside: held.beside.clone(),
            ..Self::empty(def)
        };
        let value_type = held.value.value_type();
        let json = held.value.to_json();
        match &held.value {
            Value::Dimension(quantity) => {
                Self { value_type, value: json["value"].clone(), unit: Some(quantity.unit), ..empty }
            }
            Value::Currency(money) => {
                Self { value_type, value: json["minor"].clone(), currency: Some(money.currency), ..empty }
            }
            _ => Self { value_type, value: json, unit: None, currency: None, ..empty },
        }
    }

    /// Returns its value.
    pub fn held(&self) -> Option<Value> {
        let text = || self.value.as_str().unwrap_or_default().to_owned();
        match self.value_type {
            _ if self.value.is_null() => None,
            ValueType::Enum => Some(Value::Enum(text())),
            ValueType::String => Some(Value::String(text())),
            ValueType::Note => Some(Value::Note(text())),
            value_type => {
                let expect = Expect { unit: self.unit, currency: self.currency, ..Expect::for_type(value_type) };
                let json = match self.currency {
                    Some(currency) => serde_json::json!({"minor": self.value, "currency": currency}),
                    None => self.value.clone(),
                };
                Value::from_json(&json, &expect).ok()
            }
        }
    }
}

impl FieldSheet {
    pub(super) fn empty(block: &str, registry: &Registry) -> Self {
        let of_block = registry.iter().filter(|def| def.block == block);
        let properties = of_block.map(|def| (property(def).to_owned(), Slot::empty(def))).collect();
        Self { properties, ..Self::default() }
    }

    pub fn slots(&self) -> impl Iterator<Item = (&str, &Slot)> {
        self.properties.iter().map(|(name, slot)| (name.as_str(), slot))
    }

    pub(super) fn set_value(&mut self, def: &KeyDef, held: Option<&HeldValue>) {
        let name = property(def);
        if let Some((_, slot)) = self.properties.iter_mut().find(|(known, _)| known == name) {
            *slot = held.map_or_else(|| Slot::empty(def), |held| Slot::holding(def, held));
        }
    }

    pub(super) fn put_note(&mut self, note: BlockNote) {
        put_in_order(&mut self.notes, note);
    }

    pub(super) fn drop_note(&mut self, fact: Uuid) {
        self.notes.retain(|note| note.trace.fact_id != Some(fact));
    }

    pub(super) fn set_additions(&mut self, additions: &[&BlockAddition]) {
        let of = |kind| {
            additions.iter().filter(move |added| added.kind == kind).map(|added| BlockNote::from_addition(added))
        };
        self.checklist = of(AdditionKind::Checklist).collect();
        self.notes.retain(|note| note.addition_id.is_none());
        self.notes.extend(of(AdditionKind::Note));
    }

    pub(super) fn lines(&self) -> Vec<KnowledgeLine> {
        let line = |slot: &Slot, text, trace, key| {
            let role = if slot.by_hand { LineRole::ByHand } else { LineRole::Value };
            KnowledgeLine { label: Some(slot.label.clone()), ..KnowledgeLine::sentence(text, role, trace, key) }
        };
        let value = |(name, slot): &(String, Slot)| {
            let value = slot.held()?;
            let text = under(&value.reading(), &slot.condition);
            let value = Some((value, slot.condition.clone()));
            Some(KnowledgeLine { value, ..line(slot, text, slot.trace, Some(name.clone())) })
        };
        let beside = |(_, slot): &(String, Slot)| {
            slot.beside.iter().map(|one| line(slot, one.describe(), one.trace, None)).collect()
        };
        let values = self.properties.iter().flat_map(|of| {
            let others: Vec<KnowledgeLine> = beside(of);
            value(of).into_iter().chain(others)
        });
        let checks = self.checklist.iter().map(|note| note.line(LineRole::Check));
        values.chain(checks).chain(self.notes.iter().map(|note| note.line(LineRole::Note))).collect()
    }
}

/// Returns the name of a key within its block: what follows the block's name, or the whole path.
fn property(def: &KeyDef) -> &str {
    let within = def.path.strip_prefix(&def.block).and_then(|rest| rest.strip_prefix('.'));
    within.filter(|name| ![NOTES, CHECKLIST].contains(name)).unwrap_or(&def.path)
}

/// Inserts a note: those of facts in the order of the facts, before what was taken over from a model.
pub(super) fn put_in_order(notes: &mut Vec<BlockNote>, note: BlockNote) {
    notes.retain(|known| known.trace.fact_id != note.trace.fact_id || known.addition_id.is_some());
    let fact_label = note.trace.fact;
    let after = notes.iter().position(|known| known.addition_id.is_some() || known.trace.fact > fact_label);
    notes.insert(after.unwrap_or(notes.len()), note);
}

impl Serialize for FieldSheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, slot) in &self.properties {
            map.serialize_entry(name, slot)?;
        }
        if !self.checklist.is_empty() {
            map.serialize_entry(CHECKLIST, &self.checklist)?;
        }
        map.serialize_entry(NOTES, &self.notes)?;
        map.end()
    }
}

impl TryFrom<Map<String, Json>> for FieldSheet {
    type Error = serde_json::Error;

    fn try_from(mut map: Map<String, Json>) -> Result<Self, Self::Error> {
        let mut notes = |name| map.shift_remove(name).map(serde_json::from_value).transpose();
        let (checklist, remaining): (Option<Vec<BlockNote>>, Option<Vec<BlockNote>>) =
            (notes(CHECKLIST)?, notes(NOTES)?);
        let properties = map.into_iter().map(|(name, slot)| Ok((name, serde_json::from_value(slot)?)));
        Ok(Self {
            properties: properties.collect::<Result<_, serde_json::Error>>()?,
            checklist: checklist.unwrap_or_default(),
            notes: remaining.unwrap_or_default(),
        })
    }
}
