//! The JSON export of a pack, read as a stream: only the texts' hashes, the facts' records and what says them again.

use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::marker::PhantomData;

use factly_core::evidence_pack::PackQuote;
use factly_core::inputs::{SectionSpan, sha256_hex};
use factly_core::transfer::OWN;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use uuid::Uuid;

/// The contents of the export, as far as they are compared with the manifest.
#[derive(Debug, Default)]
pub(super) struct ExportContents {
    pub(super) discovery: Option<Uuid>,
    pub(super) bundles: HashMap<Uuid, ExportedBundle>,
    pub(super) facts: HashMap<Uuid, ExportedFact>,
    pub(super) again: Vec<ExportedReaffirmation>,
    /// Ids that are there twice.
    pub(super) doubles: Vec<Uuid>,
}

#[derive(Debug)]
pub(super) struct ExportedBundle {
    /// Of the text that stands there, and what the record says that it is.
    pub(super) sha256: String,
    pub(super) claimed: String,
    pub(super) sections: Vec<SectionSpan>,
}

#[derive(Debug)]
pub(super) struct ExportedFact {
    pub(super) sha256: String,
    pub(super) evidence: Option<PackQuote>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ExportedReaffirmation {
    pub(super) fact: Uuid,
    pub(super) evidence: PackQuote,
}

pub(super) fn read(from: impl Read) -> serde_json::Result<ExportContents> {
    let mut contents = ExportContents::default();
    let mut json = serde_json::Deserializer::from_reader(from);
    DiscoverySeed(&mut contents).deserialize(&mut json)?;
    json.end()?;
    Ok(contents)
}

/// Reads the discovery, then what is Factly's own in it.
struct DiscoverySeed<'s>(&'s mut ExportContents);
struct OwnSeed<'s>(&'s mut ExportContents);

impl<'de> DeserializeSeed<'de> for DiscoverySeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for DiscoverySeed<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a discovery")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == OWN {
                map.next_value_seed(OwnSeed(self.0))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for OwnSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for OwnSeed<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("what is Factly's own")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let contents = self.0;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "uuid" => contents.discovery = Some(map.next_value()?),
                "bundles" => map.next_value_seed(each(|bundle: BundleClaim| contents.bundle(bundle)))?,
                "facts" => map.next_value_seed(each(|record: Box<RawValue>| contents.fact(&record)))?,
                "reaffirmations" => {
                    map.next_value_seed(each(|again: ExportedReaffirmation| contents.again.push(again)))?
                }
                _ => map.next_value::<IgnoredAny>().map(drop)?,
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct BundleClaim {
    uuid: Uuid,
    sha256: String,
    sections: Vec<SectionSpan>,
    text: String,
}

/// The fields read of a fact's record; all of it is under its hash.
#[derive(Deserialize)]
struct FactClaim {
    uuid: Uuid,
    #[serde(default)]
    evidence: Option<PackQuote>,
}

impl ExportContents {
    fn bundle(&mut self, bundle: BundleClaim) {
        let sha256 = sha256_hex(&bundle.text);
        let exported = ExportedBundle { sha256, claimed: bundle.sha256, sections: bundle.sections };
        if self.bundles.insert(bundle.uuid, exported).is_some() {
            self.doubles.push(bundle.uuid);
        }
    }

    /// A record that is none is missed by the manifest.
    fn fact(&mut self, record: &RawValue) {
        let Ok(fact) = serde_json::from_str::<FactClaim>(record.get()) else { return };
        let exported = ExportedFact { sha256: sha256_hex(record.get()), evidence: fact.evidence };
        if self.facts.insert(fact.uuid, exported).is_some() {
            self.doubles.push(fact.uuid);
        }
    }
}

/// Hands over the entries of a list one by one.
struct EntriesSeed<T, F>(F, PhantomData<T>);

fn each<T, F: FnMut(T)>(each: F) -> EntriesSeed<T, F> {
    EntriesSeed(each, PhantomData)
}

impl<'de, T: Deserialize<'de>, F: FnMut(T)> DeserializeSeed<'de> for EntriesSeed<T, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, T: Deserialize<'de>, F: FnMut(T)> Visitor<'de> for EntriesSeed<T, F> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(entry) = list.next_element()? {
            (self.0)(entry);
        }
        Ok(())
    }
}
