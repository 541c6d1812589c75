//! The histories of discoveries' facts, kept in memory while nothing changes: any point of one is then a pass over it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::audit::timeline::{State, Timeline};
use uuid::Uuid;

use crate::error::Result;
use crate::store::discoveries::DiscoveryRow;
use crate::store::{ChangeNotice, DiscoverySeq, Reader, Store, Topic};

/// A history, and which of its facts blocks and fields are made of.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) timeline: Timeline,
    /// Where every live fact stands, ascending.
    pub(crate) now: Vec<(i64, State)>,
    /// Ascending.
    pub(crate) of_keys: Vec<i64>,
}

#[derive(Default)]
pub(crate) struct Timelines(Mutex<All>);

#[derive(Default)]
struct All {
    /// Grows with every notice, so that one made before it is not kept after it.
    notices: u64,
    of: HashMap<Uuid, Arc<Kept>>,
}

impl Timelines {
    /// Opens its own view of the store, as [`crate::discovery::counts`] does and for the same reason.
    pub(crate) fn of(&self, store: &Store, discovery: &DiscoveryRow) -> Result<Arc<Kept>> {
        let notices = {
            let all = self.all();
            if let Some(kept) = all.of.get(&discovery.id) {
                return Ok(Arc::clone(kept));
            }
            all.notices
        };
        let read = Arc::new(store.read(|r| Ok(Kept::read(r, discovery.seq)))??);
        let mut all = self.all();
        if all.notices == notices {
            // One at a time is looked at.
            all.of.clear();
            all.of.insert(discovery.id, Arc::clone(&read));
        }
        Ok(read)
    }

    pub(crate) fn forget(&self, notice: &ChangeNotice) {
        if [Topic::Facts, Topic::Inputs, Topic::Pipeline, Topic::Undo].iter().any(|topic| notice.topics.contains(topic))
        {
            let mut all = self.all();
            all.notices += 1;
            match notice.discovery {
                Some(discovery) => drop(all.of.remove(&discovery)),
                None => all.of.clear(),
            }
        }
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn read(r: &Reader, discovery: DiscoverySeq) -> Result<Self> {
        let mut now = r.fact_states(discovery)?;
        now.sort_unstable_by_key(|(fact, _)| *fact);
        let events = r.fact_events(discovery)?;
        let is_live = |fact: i64| now.binary_search_by_key(&fact, |(fact, _)| *fact).is_ok();
        let mut hidden: Vec<i64> = events.iter().map(|event| event.fact).filter(|fact| !is_live(*fact)).collect();
        hidden.sort_unstable();
        hidden.dedup();
        let states = hidden.iter().map(|fact| r.fact_state(*fact)).collect::<Result<Vec<Option<(i64, State)>>, _>>()?;
        now.extend(states.into_iter().flatten());
        let mut of_keys = r.facts_of_keys(discovery, &hidden)?;
        of_keys.sort_unstable();
        of_keys.dedup();
        let timeline = Timeline::new(now, events);
        Ok(Self { now: timeline.at(i64::MAX), timeline, of_keys })
    }
}
