//! The statements of a discovery's facts, for the statements that would be accepted by themselves.
//!
//! Of every fact there ever was only its letters are kept: read once, and from there on. What of it stands, and what it
//! says, is looked up when it is asked about, so that nothing here is out of date, whatever was undone meanwhile.

use crate::context::Cache;
use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::discovery::duplicates::{Comparison, Sieve};
use factly_core::ledger::Content;
use factly_core::ledger::twin::{StandingStatement, Statement};
use factly_core::text::Span;
use uuid::Uuid;

use crate::ledger::propositions::Propositions;
use crate::store::facts::StandingFact;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, StoreError};

/// The discoveries that were asked about last, and what their facts say as propositions.
#[derive(Default)]
pub(crate) struct Twins {
    sieves: Mutex<Vec<(DiscoverySeq, SharedSieve)>>,
    propositions: Arc<Propositions>,
}

type SharedSieve = Arc<Mutex<DiscoverySieve>>;

impl Cache for Twins {}

impl Twins {
    const KEPT: usize = 4;

    /// Reads what was not read yet of a discovery, so that no write has to wait for it.
    pub(crate) fn read_on(&self, r: &Reader, discovery: DiscoverySeq) -> Result<(), StoreError> {
        locked(&self.of(discovery)).read_on(r, discovery)
    }

    pub(crate) fn propositions(&self) -> &Arc<Propositions> {
        &self.propositions
    }

    /// Returns the sieve for one transaction.
    pub(super) fn asked(&self, discovery: DiscoverySeq) -> TransactionSieve {
        TransactionSieve { said: self.of(discovery), is_read: Cell::new(false) }
    }

    fn of(&self, discovery: DiscoverySeq) -> SharedSieve {
        let mut kept = locked(&self.sieves);
        let at = kept.iter().position(|(of, _)| *of == discovery);
        let found = at.map_or_else(|| (discovery, Arc::default()), |at| kept.remove(at));
        let said = Arc::clone(&found.1);
        kept.insert(0, found);
        kept.truncate(Self::KEPT);
        said
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
        let mut said = std::mem::take(self);
        if let Some((seq, id)) = said.last
            && r.fact_name(seq)?.is_none_or(|(found, _)| found != id)
        {
            said = Self::default();
        }
        let last = r.last_fact()?;
        if said.last != last {
            let after = said.last.map_or(FactSeq(0), |(seq, _)| seq);
            r.each_fact_said_after(discovery, after, |seq, text| said.sieve.add(seq, text))?;
            said.last = last;
        }
        *self = said;
        Ok(())
    }
}

/// The sieve for one transaction, which sees its own facts too.
pub(super) struct TransactionSieve {
    said: SharedSieve,
    is_read: Cell<bool>,
}

impl TransactionSieve {
    /// The facts that stand and say what a statement from `bundle` says, surest first.
    pub(super) fn twins(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        said: &Content,
        bundle: BundleSeq,
    ) -> Result<Vec<(i64, Comparison)>, StoreError> {
        let mut kept = locked(&self.said);
        if !self.is_read.replace(true) {
            kept.read_on(r, discovery)?;
        }
        let span = said.evidence.as_ref().map(|evidence| evidence.span);
        let statement = Statement::new(&said.text);
        let mut found = Vec::new();
        for seq in kept.sieve.sift(&said.text) {
            let Some(fact) = r.standing_fact(seq)? else { continue };
            let verdict = standing(&fact, span.map(|span| (bundle, span))).says(&statement);
            found.extend(verdict.map(|verdict| (seq.0, verdict)));
        }
        found.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score));
        Ok(found)
    }
}

/// A fact of the ledger, beside a statement with its quote at `place`.
fn standing(fact: &StandingFact, place: Option<(BundleSeq, Span)>) -> StandingStatement<'_> {
    let shares =
        |((own, span), (bundle, other)): ((BundleSeq, Span), (BundleSeq, Span))| own == bundle && span.overlaps(other);
    StandingStatement {
        key: &fact.key,
        of_item: fact.of_item,
        text: &fact.text,
        source_kind: fact.source_kind,
        same_words: fact.place.zip(place).is_some_and(shares),
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

    use factly_core::ledger::Status;

    use crate::bundle::{NewInput, Parsing};
    use crate::error::Error;
    use crate::extraction::{BuiltIn, WaitingRun, parse_one};
    use crate::ledger::FactFilter;
    use crate::ledger::Twins;
    use crate::library::Library;
    use crate::lookup::bundle_row;
    use crate::originals::PlaceCache;
    use crate::store::inputs::InputOrigin;
    use crate::store::{Op, Writer};
    use crate::task::Unwatched;
    use crate::world::World;

    #[test]
    fn what_was_read_of_a_run_that_came_to_nothing_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
        let discovery = library.discoveries().create("Dams", "").unwrap().id;
        let said = |text: &str| {
            let input = NewInput { title: None, origin: InputOrigin::Paste, file_name: None, text: text.to_owned() };
            let added = library.inputs().add_input(discovery, input, Parsing::Later, &Unwatched).unwrap();
            let bundle = library.inputs().bundles_of_input(added.added[0].id).unwrap()[0].id;
            library.context().read(|r| Ok(bundle_row(r, bundle)?.seq)).unwrap()
        };
        let registry = library.context().read(|r| library.ledger().registry_of(r, r.discoveries()?[0].seq)).unwrap();
        let parser = BuiltIn::new(&registry, factly_core::values::NumberFormat::UNKNOWN);
        let read = |w: &mut Writer<'_>, bundle| {
            let caches = (&*library.context().cache::<Twins>(), &*library.context().cache::<PlaceCache>());
            parse_one(w, caches, &parser, bundle, WaitingRun::OfThisStep)
        };

        let (town, mill) =
            (said("In 1950 the town of Torvig had 900 houses."), said("The mill of Torvig has 4 wheels."));
        let dam = said("In 1960 the dam of Halden was 149 m long.");
        let again = said("In 1960 Halden's dam had a length of 149 m.");
        // The second asks what the first said, and then both are taken back.
        let taken_back = |w: &mut Writer<'_>| {
            let facts = read(w, town)? + read(w, mill)?;
            Err::<(), _>(Error::invalid(factly_core::said!("{} facts were read", facts)))
        };
        let stopped = library.context().write(Op::silent(), taken_back).unwrap_err();
        assert_eq!(stopped.to_string(), "2 facts were read");
        library.context().write(Op::silent(), |w| Ok(read(w, dam)? + read(w, again)?)).unwrap();
        let facts = library.ledger().facts(discovery, &FactFilter::default(), None, 10).unwrap().facts;
        let statuses: Vec<Status> = facts.iter().map(|fact| fact.status).collect();
        assert_eq!(statuses, [Status::Accepted, Status::Proposed], "the fact that took its number is known: {facts:?}");
    }
}
