//! The keys of a discovery: its packs, and what the analyst added.

use crate::context::Cache;
use factly_core::inputs::sha256_hex;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use factly_core::extraction::salience::is_interview;
use factly_core::keys::{GENERAL, KeyDef, KeyPack, OF_INTERVIEWS, PACKS, Registry, fitting};
use factly_core::message;
use uuid::Uuid;

use crate::context::area;
use crate::error::{Code, Error, Result};
use crate::lookup::discovery_row;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Topic, Writer};

area! {
    /// The keys of a discovery.
    Keys
}

impl Keys<'_> {
    /// In the order of the packs, the analyst's own last.
    pub fn list(&self, discovery: Uuid) -> Result<Vec<KeyDef>> {
        let registry = self.ctx.read(|r| self.ctx.cache::<Registries>().get(r, &discovery_row(r, discovery)?))?;
        Ok(registry.iter().cloned().collect())
    }

    /// Adds keys of the analyst's own, which may take the place of a pack's. All of them or none.
    pub fn add_keys(&self, discovery: Uuid, keys: &[KeyDef]) -> Result<()> {
        let row = self.ctx.read(|r| discovery_row(r, discovery))?;
        let name = match keys {
            [key] => message!("Add the key “{}”", key.label),
            _ => message!("Add {} keys", keys.len()),
        };
        self.ctx.write(Op::named(Stack::Discovery(row.seq), name), |w| insert_keys(w, row.seq, keys))?;
        Ok(())
    }
}

/// Adds keys of the analyst's own within a step.
pub(crate) fn insert_keys(w: &mut Writer<'_>, discovery: DiscoverySeq, keys: &[KeyDef]) -> Result<()> {
    let own = own_keys(&w.discovery_keys(discovery)?)?;
    let mut registry = Registry::from_packs(&[], own).map_err(|error| unreadable(&error))?;
    for key in keys {
        if registry.get(&key.path).is_some() {
            return Err(Error::refused(message!("The discovery has a key “{}” of its own already.", key.path)));
        }
        registry.put(key.clone()).map_err(|error| Error::invalid(error.message().sentence()))?;
        let definition = serde_json::to_string(key).map_err(|error| unreadable(&error))?;
        w.insert_discovery_key(discovery, &key.path, &definition)?;
    }
    w.topic(Topic::Discovery);
    Ok(())
}

/// A pack that a discovery may have.
#[derive(Clone, Debug, PartialEq)]
pub struct PackOffer {
    pub name: &'static str,
    /// Its purpose, in English.
    pub about: String,
    pub keys: usize,
    /// The words of the goal that it fits by; none where it does not.
    pub fits: Vec<String>,
}

/// Returns every pack, with what of a goal it fits.
pub fn offered_packs(goal: &str) -> Vec<PackOffer> {
    let fit = fitting(goal);
    let offer = |(name, json): (&'static str, &str)| {
        let pack = KeyPack::parse(json).ok()?;
        let fits = fit.iter().find(|fit| fit.pack == name).map(|fit| fit.words.clone()).unwrap_or_default();
        let about = pack.about.get("en").cloned().unwrap_or_default();
        Some(PackOffer { name, about, keys: pack.keys.len(), fits })
    };
    PACKS.into_iter().filter_map(offer).collect()
}

/// The packs of a new discovery as they are stored: those named, or those that fit its goal, or the general ones where it has
/// no goal yet. A goal that no pack fits has none, so that nothing is an open question that nobody asked.
pub(crate) fn packs_for(goal: &str, named: Option<&[String]>) -> Result<String> {
    let packs = match named {
        Some(named) => named.to_vec(),
        None if goal.trim().is_empty() => GENERAL.map(str::to_owned).to_vec(),
        None => fitting(goal).into_iter().map(|fit| fit.pack.to_owned()).collect(),
    };
    known_packs(&packs)?;
    serde_json::to_string(&packs).map_err(|error| unreadable(&error))
}

/// Gives a discovery the packs that its first text tells, where its goal tells none and nobody chose any or wrote keys of
/// their own: an interview is asked other things than a building site.
pub(crate) fn fit_packs_to(w: &mut Writer<'_>, row: &DiscoveryRow, first: &str) -> Result<()> {
    let is_chosen = row.packs != packs_for(&row.goal, None)? || !w.discovery_keys(row.seq)?.is_empty();
    if fitting(&row.goal).is_empty() && !is_chosen && is_interview(first) {
        change_packs(w, row, &OF_INTERVIEWS.map(str::to_owned))?;
        w.topic(Topic::Discovery);
    }
    Ok(())
}

fn known_packs(packs: &[String]) -> Result<()> {
    let unknown = packs.iter().find(|pack| PACKS.iter().all(|(name, _)| name != pack));
    let names = PACKS.map(|(name, _)| name).join(", ");
    let refusal =
        |pack: &str| Error::invalid(message!("There is no pack of keys named “{}”. There are: {}.", pack, names));
    unknown.map_or(Ok(()), |pack| Err(refusal(pack)))
}

/// Gives a discovery other packs. A key of those that it loses, of which facts are, stays as one of its own.
pub(crate) fn change_packs(w: &mut Writer<'_>, row: &DiscoveryRow, packs: &[String]) -> Result<()> {
    let after = packs_for("", Some(packs))?;
    let own = w.discovery_keys(row.seq)?;
    let before = registry(&PackSet { packs: row.packs.clone(), own: own.clone() })?;
    let remaining = registry(&PackSet { packs: after.clone(), own })?;
    for path in w.keys_of_facts(row.seq)? {
        if let (Some(key), None) = (before.get(&path), remaining.get(&path)) {
            let definition = serde_json::to_string(key).map_err(|error| unreadable(&error))?;
            w.insert_discovery_key(row.seq, &path, &definition)?;
        }
    }
    Ok(w.set_discovery_packs(row.seq, &after)?)
}

/// Registries that were made, by what they were made from: so none is ever out of date.
#[derive(Default)]
pub(crate) struct Registries(Mutex<HashMap<PackSet, CachedRegistry>>);

/// A registry, and what is derived by it is derived with.
#[derive(Clone)]
struct CachedRegistry {
    registry: Arc<Registry>,
    sum: Arc<str>,
}

/// The packs and the discovery's own keys, as they are stored.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PackSet {
    packs: String,
    own: Vec<String>,
}

impl Cache for Registries {}

impl Registries {
    const KEPT: usize = 32;

    pub(crate) fn get(&self, r: &Reader, discovery: &DiscoveryRow) -> Result<Arc<Registry>> {
        let from = PackSet { packs: discovery.packs.clone(), own: r.discovery_keys(discovery.seq)? };
        Ok(self.known(from)?.registry)
    }

    /// As [`Self::get`], of a discovery that may be hidden.
    pub(crate) fn of_discovery(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Arc<Registry>> {
        Ok(self.known(made_from(r, discovery)?)?.registry)
    }

    /// Returns what tells one registry from another, and one way of deriving from another.
    pub(crate) fn sum_of(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Arc<str>> {
        Ok(self.known(made_from(r, discovery)?)?.sum)
    }

    fn known(&self, from: PackSet) -> Result<CachedRegistry> {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = cached.get(&from) {
            return Ok(found.clone());
        }
        let registry = registry(&from)?;
        let made = CachedRegistry { sum: made_with(&registry).into(), registry: Arc::new(registry) };
        if cached.len() == Self::KEPT {
            cached.clear();
        }
        cached.insert(from, made.clone());
        Ok(made)
    }
}

fn made_from(r: &Reader, discovery: DiscoverySeq) -> Result<PackSet> {
    let packs = r.packs_of(discovery)?.ok_or_else(|| Error::not_found("There is no such discovery."))?;
    Ok(PackSet { packs, own: r.discovery_keys(discovery)? })
}

fn registry(from: &PackSet) -> Result<Registry> {
    let packs: Vec<&str> = serde_json::from_str(&from.packs).map_err(|error| unreadable(&error))?;
    Registry::from_packs(&packs, own_keys(&from.own)?).map_err(|error| unreadable(&error))
}

fn own_keys(definitions: &[String]) -> Result<Vec<KeyDef>> {
    let own = definitions.iter().map(|json| serde_json::from_str(json)).collect::<Result<_, _>>();
    own.map_err(|error| unreadable(&error))
}

fn unreadable(what: &impl fmt::Display) -> Error {
    Error::new(Code::LibraryDamaged, message!("The keys of a discovery: {}.", what))
}

/// Changes whenever blocks or fields are made in another way, so that what an older Factly kept is made anew.
const WAY: u32 = 1;

/// The way of deriving and the keys that a cache is made with.
pub(crate) fn made_with(registry: &Registry) -> String {
    let keys = serde_json::to_string(registry).unwrap_or_default();
    format!("{WAY} {}", sha256_hex(&keys))
}
