//! The histories of discoveries' facts, kept in memory: any point of one is then a pass over it, and after a write only
//! what is new is read.

use crate::context::Cache;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use factly_core::audit::timeline::{FactEvent, FactPositions, FactState, Timeline, fact_of};
use uuid::Uuid;

use crate::error::Result;
use crate::store::discoveries::DiscoveryRow;
use crate::store::past::{FactOfKey, parts};
use crate::store::{ChangeNotice, DiscoverySeq, Reader, Store, Topic};

/// More new facts than these are read all at once.
const FEW: usize = 2_000;

/// A history, and which of its facts blocks and fields are made of.
#[derive(Clone, Debug)]
pub(crate) struct DiscoveryHistory {
    pub(crate) timeline: Timeline,
    /// The state of every live fact, ascending.
    pub(crate) now: Vec<(i64, FactState)>,
    /// By fact, ascending; none until somebody looks for more than the ledger.
    of_keys: Option<Vec<FactOfKey>>,
    /// The point up to which changes were read, and the steps that were undone then.
    last_change: i64,
    undone: BTreeSet<i64>,
}

/// The part of a history that is wanted: the ledger is told without knowing which facts are of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedHistory {
    Facts,
    Knowledge,
}

#[derive(Default)]
pub(crate) struct Timelines(Mutex<TimelineState>);

#[derive(Default)]
struct TimelineState {
    /// Grows with every notice, so that one made before it is not taken for now's after it.
    notices: u64,
    /// One at a time is looked at.
    last: Option<(Uuid, Arc<DiscoveryHistory>)>,
    /// Nothing was written since the last was read.
    is_fresh: bool,
}

impl Cache for Timelines {
    fn on_change(&self, notice: &ChangeNotice) {
        self.forget(notice);
    }
}

impl Timelines {
    /// Returns what is stored of a discovery, if nothing was written since.
    pub(crate) fn known(&self, discovery: &DiscoveryRow, wanted: WantedHistory) -> Option<Arc<DiscoveryHistory>> {
        let all = self.all();
        let known =
            all.last.as_ref().filter(|(id, history)| all.is_fresh && *id == discovery.id && history.has(wanted));
        known.map(|(_, history)| Arc::clone(history))
    }

    /// Opens its own view of the store, as [`crate::discovery::counts`] does and for the same reason.
    pub(crate) fn load(
        &self,
        store: &Store,
        discovery: &DiscoveryRow,
        wanted: WantedHistory,
    ) -> Result<Arc<DiscoveryHistory>> {
        if let Some(history) = self.known(discovery, wanted) {
            return Ok(history);
        }
        let (notices, before) = {
            let mut all = self.all();
            let is_of_it = all.last.as_ref().is_some_and(|(id, _)| *id == discovery.id);
            // Taken out, so that it need not be copied to go on.
            (all.notices, all.last.take_if(|_| is_of_it).map(|(_, history)| history))
        };
        let read = Arc::new(store.read(|r| {
            Ok(match before {
                Some(before) => Arc::unwrap_or_clone(before).later(store, r, discovery.seq, wanted),
                None => DiscoveryHistory::read(store, r, discovery.seq, wanted),
            })
        })??);
        let mut all = self.all();
        // Others may be ahead; what is kept is only ever gone on from, so an older one harms nothing.
        all.is_fresh = all.notices == notices;
        all.last = Some((discovery.id, Arc::clone(&read)));
        Ok(read)
    }

    pub(crate) fn forget(&self, notice: &ChangeNotice) {
        if [Topic::Facts, Topic::Inputs, Topic::Pipeline, Topic::Undo].iter().any(|topic| notice.topics.contains(topic))
        {
            let mut all = self.all();
            all.notices += 1;
            let is_other = matches!((notice.discovery, &all.last), (Some(one), Some((other, _))) if one != *other);
            all.is_fresh &= is_other;
        }
    }

    fn all(&self) -> MutexGuard<'_, TimelineState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DiscoveryHistory {
    /// Of a discovery's facts as they stood, those that the blocks and fields of some items are made of; 0 is the project.
    pub(crate) fn made_of(&self, step: i64, items: &BTreeSet<i64>) -> Vec<(i64, FactState)> {
        let mut of_items = self.of_keys.iter().flatten().filter(|of| items.contains(&of.item)).peekable();
        let mut facts = self.timeline.at(step);
        // Both are ascending.
        facts.retain(|(fact, _)| {
            while of_items.next_if(|of| of.fact < *fact).is_some() {}
            of_items.next_if(|of| of.fact == *fact).is_some()
        });
        facts
    }

    const fn has(&self, wanted: WantedHistory) -> bool {
        matches!(wanted, WantedHistory::Facts) || self.of_keys.is_some()
    }

    /// Reads the events in two parts beside the states: changes are frozen, so a later view of the store gives the same
    /// ones.
    fn read(store: &Store, r: &Reader, discovery: DiscoverySeq, wanted: WantedHistory) -> Result<Self> {
        let last_change = r.last_change()?;
        let steps = r.steps_with_changes(discovery)?;
        let undone = r.undone_steps(discovery)?;
        let [first, rest] = parts(&steps);
        let beside = |part: &[(i64, i64)]| store.read(|beside| beside.fact_events(&steps, part));
        let (events, more, live, of_live) = thread::scope(|scope| {
            let more = (!rest.is_empty()).then(|| scope.spawn(|| beside(&rest)));
            let events = scope.spawn(|| beside(&first));
            let live = r.fact_states(discovery);
            let of_live = (wanted == WantedHistory::Knowledge).then(|| r.facts_of_keys(discovery)).transpose();
            (joined(events), more.map(joined), live, of_live)
        });
        let (mut events, more) = (events?, more.transpose()?);
        events.extend(more.into_iter().flatten());
        let now = states(r, live?, &events, &[], &BTreeSet::new())?;
        let timeline = Timeline::new(now, &events, undone.clone());
        let of_keys = of_live?.map(|of_live| with_hidden(r, of_live, timeline.facts())).transpose()?;
        Ok(Self { now: timeline.at(i64::MAX), timeline, of_keys, last_change, undone })
    }

    /// The same history by now.
    fn later(self, store: &Store, r: &Reader, discovery: DiscoverySeq, wanted: WantedHistory) -> Result<Self> {
        let last_change = r.last_change()?;
        if last_change < self.last_change {
            // Another file is there now.
            return Self::read(store, r, discovery, wanted);
        }
        let events = r.fact_events_after(discovery, self.last_change)?;
        let undone = r.undone_steps(discovery)?;
        // A step that came since is in no event that was read.
        let toggled = BTreeSet::from_iter(self.undone.symmetric_difference(&undone).copied());
        let mut touched = self.timeline.facts_of(&toggled);
        touched.extend(events.iter().map(|event| event.fact));
        let now = states(r, r.fact_states(discovery)?, &events, self.timeline.facts(), &touched)?;
        let mut known = FactPositions::new(self.timeline.facts());
        let came: Vec<i64> = now.iter().map(|(fact, _)| *fact).filter(|fact| known.find(*fact).is_none()).collect();
        let timeline = self.timeline.later(now, &events, undone.clone());
        let of_keys = match self.of_keys {
            None if wanted == WantedHistory::Facts => None,
            Some(of_keys) if came.is_empty() => Some(of_keys),
            Some(of_keys) if came.len() <= FEW => Some(with(r, of_keys, &came, timeline.facts())?),
            _ => Some(with_hidden(r, r.facts_of_keys(discovery)?, timeline.facts())?),
        };
        Ok(Self { now: timeline.at(i64::MAX), timeline, of_keys, last_change, undone })
    }
}

fn joined<T>(reading: ScopedJoinHandle<'_, T>) -> T {
    reading.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Returns the state of every fact of a discovery, hidden ones too: `now` has the live ones. Of those that were `known`
/// and hidden, only `touched` ones can have another by now.
fn states(
    r: &Reader,
    mut now: Vec<(i64, FactState)>,
    events: &[FactEvent],
    known: &[(i64, FactState)],
    touched: &BTreeSet<i64>,
) -> Result<Vec<(i64, FactState)>> {
    let mut live = FactPositions::new(&now);
    let mut hidden: Vec<i64> =
        events.iter().map(|event| event.fact).filter(|fact| live.find(*fact).is_none()).collect();
    let mut unmoved = Vec::new();
    for (fact, state) in known.iter().filter(|(fact, _)| live.find(*fact).is_none()) {
        match state.is_hidden && !touched.contains(fact) {
            true => unmoved.push((*fact, *state)),
            false => hidden.push(*fact),
        }
    }
    hidden.sort_unstable();
    hidden.dedup();
    let states = hidden.iter().map(|fact| r.fact_state(*fact)).collect::<Result<Vec<Option<(i64, FactState)>>, _>>()?;
    now.extend(states.into_iter().flatten().chain(unmoved));
    // A few ascending lists, one behind the other, which this sort merges.
    now.sort_by_key(fact_of);
    Ok(now)
}

/// These and those of `facts` that are hidden and of a key.
fn with_hidden(r: &Reader, of_keys: Vec<FactOfKey>, facts: &[(i64, FactState)]) -> Result<Vec<FactOfKey>> {
    let hidden: Vec<i64> = facts.iter().filter(|(_, state)| state.is_hidden).map(|(fact, _)| *fact).collect();
    with(r, of_keys, &hidden, facts)
}

/// These and those of `more` that are of a key, in the order of `facts`, which has all of them.
fn with(r: &Reader, mut of_keys: Vec<FactOfKey>, more: &[i64], facts: &[(i64, FactState)]) -> Result<Vec<FactOfKey>> {
    for fact in more {
        of_keys.extend(r.fact_of_key(*fact)?);
    }
    // Each goes to its place, which for the half of a ledger takes a tenth of a sort.
    let mut places = FactPositions::new(facts);
    let mut all = vec![None; facts.len()];
    for of in of_keys {
        if let Some(slot) = places.find(of.fact).and_then(|at| all.get_mut(at)) {
            *slot = Some(of);
        }
    }
    Ok(all.into_iter().flatten().collect())
}
