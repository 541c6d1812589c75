//! The catalogue links of a discovery's lines, and what its facts were said to cost, as they are under `factly`.
//!
//! Both name canonical items, which are the library's. So what a discovery names of the catalogue goes along: enough for
//! another library to know it by, and never a reason to change that library's own catalogue.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::record::label;
use crate::discovery::EntityLabel;

/// A canonical item that something of the discovery names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CanonicalRecord {
    pub uuid: Uuid,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// By language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub synonyms: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    pub created_at: i64,
}

/// That a line means a canonical item, or does not, as the analyst decided.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeaningRecord {
    pub uuid: Uuid,
    /// The reference of the item whose name the line is, or that its fact speaks of.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub item: String,
    /// The fact that says the line.
    #[serde(default, with = "maybe", skip_serializing_if = "Option::is_none")]
    pub fact: Option<EntityLabel>,
    /// As it stood when it was decided.
    pub line: String,
    pub canonical: Uuid,
    pub status: String,
    /// The score that the suggestion showed, in thousandths; none where the analyst chose unasked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Box<RawValue>>,
    pub decided_at: i64,
}

/// The analyst's statement about the price that a fact tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceRecord {
    pub uuid: Uuid,
    #[serde(with = "label")]
    pub fact: EntityLabel,
    pub canonical: Uuid,
    /// For one unit, in minor units of the currency.
    pub price: i64,
    pub currency: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub vendor: String,
    pub date: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    pub created_at: i64,
}

/// A label as its text, if there is one.
mod maybe {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{EntityLabel, label};

    #[derive(Deserialize)]
    struct Label(#[serde(with = "label")] EntityLabel);

    #[expect(clippy::ref_option, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(found: &Option<EntityLabel>, out: S) -> Result<S::Ok, S::Error> {
        match found {
            Some(found) => label::serialize(found, out),
            None => out.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<EntityLabel>, D::Error> {
        Ok(Option::<Label>::deserialize(from)?.map(|Label(found)| found))
    }
}
