//! The keys of a discovery: its packs, and what the analyst added.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use factly_core::keys::{KeyDef, Registry};
use uuid::Uuid;

use crate::discovery::discovery_row;
use crate::error::{Code, Error, Result};
use crate::library::Library;
use crate::store::Reader;
use crate::store::discoveries::DiscoveryRow;

impl Library {
    /// In the order of the packs, the analyst's own last.
    pub fn keys(&self, discovery: Uuid) -> Result<Vec<KeyDef>> {
        let registry = self.read(|r| self.registries().of(r, &discovery_row(r, discovery)?))?;
        Ok(registry.iter().cloned().collect())
    }
}

/// Registries that were made, by what they were made from: so none is ever out of date.
#[derive(Default)]
pub(crate) struct Registries(Mutex<HashMap<Made, Arc<Registry>>>);

/// The packs and the discovery's own keys, as they are stored.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Made {
    packs: String,
    own: Vec<String>,
}

impl Registries {
    const KEPT: usize = 32;

    pub(crate) fn of(&self, r: &Reader, discovery: &DiscoveryRow) -> Result<Arc<Registry>> {
        let from = Made { packs: discovery.packs.clone(), own: r.discovery_keys(discovery.seq)? };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = kept.get(&from) {
            return Ok(Arc::clone(found));
        }
        let made = Arc::new(registry(&from)?);
        if kept.len() == Self::KEPT {
            kept.clear();
        }
        kept.insert(from, Arc::clone(&made));
        Ok(made)
    }
}

fn registry(from: &Made) -> Result<Registry> {
    let unreadable = |what: String| Error::new(Code::LibraryDamaged, format!("The keys of a discovery: {what}."));
    let packs: Vec<&str> = serde_json::from_str(&from.packs).map_err(|error| unreadable(error.to_string()))?;
    let own = from.own.iter().map(|json| serde_json::from_str(json)).collect::<Result<Vec<KeyDef>, _>>();
    let own = own.map_err(|error| unreadable(error.to_string()))?;
    Registry::from_packs(&packs, own).map_err(|error| unreadable(error.to_string()))
}
