//! The statements of a discovery's facts, for the statements that would be accepted by themselves.
//!
//! Of every fact there ever was only its letters are kept: read once, and from there on. What of it stands, and what it
//! says, is looked up when it is asked about, so that nothing here is out of date, whatever was undone meanwhile.

use crate::context::Cache;
use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::discovery::duplicates::{Comparison, Sieve};
use factly_core::facts::FactContent;
use factly_core::facts::near_duplicate::{ComparedStatement, StandingStatement};
use factly_core::text::Span;
use uuid::Uuid;

use crate::facts::propositions::Propositions;
use crate::store::facts::StandingFact;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, StoreError};

/// The discoveries that were asked about last, and what their facts say as propositions.
#[derive(Default)]
pub(crate) struct NearDuplicateIndex {
    sieves: Mutex<Vec<(DiscoverySeq, SharedSieve)>>,
    propositions: Arc<Propositions>,
}

type SharedSieve = Arc<Mutex<DiscoverySieve>>;

impl Cache for NearDuplicateIndex {}

impl NearDuplicateIndex {
    const KEPT: usize = 4;

    /// Reads what was not read yet of a discovery, so that no write has to wait for it.
    pub(crate) fn read_on(&self, r: &Reader, discovery: DiscoverySeq) -> Result<(), StoreError> {
        locked(&self.sieve_of(discovery)).read_on(r, discovery)
    }

    pub(crate) fn propositions(&self) -> &Arc<Propositions> {
        &self.propositions
    }

    /// Returns the sieve for one transaction.
    pub(super) fn sieve_for(&self, discovery: DiscoverySeq) -> TransactionSieve {
        TransactionSieve { shared: self.sieve_of(discovery), is_read: Cell::new(false) }
    }

    fn sieve_of(&self, discovery: DiscoverySeq) -> SharedSieve {
        let mut recent = locked(&self.sieves);
        let at = recent.iter().position(|(of, _)| *of == discovery);
        let found = at.map_or_else(|| (discovery, Arc::default()), |at| recent.remove(at));
        let sieve = Arc::clone(&found.1);
        recent.insert(0, found);
        recent.truncate(Self::KEPT);
        sieve
    }
}

/// The facts of one discovery.
#[derive(Default)]
struct DiscoverySieve {
    sieve: Sieve<FactSeq>,
    /// The library's newest fact when this was read. One that is another now was taken back before it was committed,
    /// and with it what was read of it.
    last: Option<(FactSeq, Uuid)>,
}

impl DiscoverySieve {
    fn read_on(&mut self, r: &Reader, discovery: DiscoverySeq) -> Result<(), StoreError> {
        let mut state = std::mem::take(self);
        if let Some((seq, id)) = state.last
            && r.fact_name(seq)?.is_none_or(|(found, _)| found != id)
        {
            state = Self::default();
        }
        let last = r.last_fact()?;
        if state.last != last {
            let after = state.last.map_or(FactSeq(0), |(seq, _)| seq);
            r.each_fact_said_after(discovery, after, |seq, text| state.sieve.add(seq, text))?;
            state.last = last;
        }
        *self = state;
        Ok(())
    }
}

/// The sieve for one transaction, which sees its own facts too.
pub(super) struct TransactionSieve {
    shared: SharedSieve,
    is_read: Cell<bool>,
}

impl TransactionSieve {
    /// The facts that stand and say what a statement from `bundle` says, surest first.
    pub(super) fn twins(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        content: &FactContent,
        bundle: BundleSeq,
    ) -> Result<Vec<(i64, Comparison)>, StoreError> {
        let mut state = locked(&self.shared);
        if !self.is_read.replace(true) {
            state.read_on(r, discovery)?;
        }
        let span = content.evidence.as_ref().map(|evidence| evidence.span);
        let statement = ComparedStatement::new(&content.text);
        let mut found = Vec::new();
        for seq in state.sieve.sift(&content.text) {
            let Some(fact) = r.standing_fact(seq)? else { continue };
            let verdict = standing(&fact, span.map(|span| (bundle, span))).says(&statement);
            found.extend(verdict.map(|verdict| (seq.0, verdict)));
        }
        found.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
        Ok(found)
    }
}

/// A fact of the ledger, beside a statement with its quote at `location`.
fn standing(fact: &StandingFact, location: Option<(BundleSeq, Span)>) -> StandingStatement<'_> {
    let shares =
        |((own, span), (bundle, other)): ((BundleSeq, Span), (BundleSeq, Span))| own == bundle && span.overlaps(other);
    StandingStatement {
        key: &fact.key,
        of_item: fact.of_item,
        text: &fact.text,
        source_kind: fact.source_kind,
        same_words: fact.location.zip(location).is_some_and(shares),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use factly_core::facts::Status;

    use crate::error::Error;
    use crate::extraction::{BuiltInParser, RunOwnership, parse_one};
    use crate::facts::FactFilter;
    use crate::facts::NearDuplicateIndex;
    use crate::inputs::{NewInput, Parsing};
    use crate::library::Library;
    use crate::lookup::bundle_row;
    use crate::originals::PlaceCache;
    use crate::store::inputs::InputOrigin;
    use crate::store::{Op, Writer};
    use crate::task::NoProgress;
    use crate::world::World;

    #[test]
    fn what_was_read_of_a_run_that_came_to_nothing_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
        let discovery = library.discoveries().create("Dams", "").unwrap().id;
        let bundle_of = |text: &str| {
            let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: text.to_owned() };
            let added = library.inputs().add_input(discovery, input, Parsing::Later, &NoProgress).unwrap();
            let bundle = library.inputs().bundles_of_input(added.added[0].id).unwrap()[0].id;
            library.context().read(|r| Ok(bundle_row(r, bundle)?.seq)).unwrap()
        };
        let registry = library.context().read(|r| library.facts().registry_of(r, r.discoveries()?[0].seq)).unwrap();
        let parser = BuiltInParser::new(&registry, factly_core::values::NumberFormat::UNKNOWN);
        let read = |w: &mut Writer<'_>, bundle| {
            let caches = (&*library.context().cache::<NearDuplicateIndex>(), &*library.context().cache::<PlaceCache>());
            parse_one(w, caches, &parser, bundle, RunOwnership::OfThisStep)
        };

        let (town, mill) =
            (bundle_of("In 1950 the town of Torvig had 900 houses."), bundle_of("The mill of Torvig has 4 wheels."));
        let dam = bundle_of("In 1960 the dam of Halden was 149 m long.");
        let again = bundle_of("In 1960 Halden's dam had a length of 149 m.");
        // The second asks what the first said, and then both are taken back.
        let taken_back = |w: &mut Writer<'_>| {
            let facts = read(w, town)? + read(w, mill)?;
            Err::<(), _>(Error::invalid(factly_core::message!("{} facts were read", facts)))
        };
        let stopped = library.context().write(Op::silent(), taken_back).unwrap_err();
        assert_eq!(stopped.to_string(), "2 facts were read");
        library.context().write(Op::silent(), |w| Ok(read(w, dam)? + read(w, again)?)).unwrap();
        let facts = library.facts().facts(discovery, &FactFilter::default(), None, 10).unwrap().facts;
        let statuses: Vec<Status> = facts.iter().map(|fact| fact.status).collect();
        assert_eq!(statuses, [Status::Accepted, Status::Proposed], "the fact that took its number is known: {facts:?}");
    }
}
