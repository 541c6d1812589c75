//! The content of a JSON object, field by field, as it was written.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// The fields of a JSON object in their order, doubles kept; their names are borrowed where they hold no escape.
pub(crate) struct ObjectFields<'a, V>(pub(crate) Vec<(Cow<'a, str>, V)>);

impl<V> Default for ObjectFields<'_, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> ObjectFields<'de, V> {
    pub(crate) fn from_map<A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        // An op has seven, and grown to that one by one they would be moved twice.
        let mut fields = Vec::with_capacity(8);
        while let Some(BorrowedText(name)) = map.next_key()? {
            fields.push((name, map.next_value()?));
        }
        Ok(Self(fields))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for ObjectFields<'de, V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Pairs<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Pairs<V> {
            type Value = ObjectFields<'de, V>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                ObjectFields::from_map(map)
            }
        }
        from.deserialize_map(Pairs(PhantomData))
    }
}

/// A text that is borrowed where it can be.
#[derive(serde::Deserialize)]
pub(crate) struct BorrowedText<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);
