//! Execution of the lookups that a run and a page are made of, told by SQLite's own counters as they run: none is
//! planned anew for other values, reads through a table or sorts, and none works more in a larger ledger.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use factly_core::facts::Status;
use rusqlite::StatementStatus;
use rusqlite::trace::{TraceEvent, TraceEventCodes};

use super::fill;
use super::library::Library;
use crate::store::facts::{FactIdentity, LedgerStanding};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, StoreError, connection};

const DISCOVERY: DiscoverySeq = DiscoverySeq(1);

/// A lookup for one of several values; whether it found what there is.
type Look = fn(&Reader, i64) -> Result<bool, StoreError>;

const LOOKS: [(&str, Look); 7] = [
    ("a page", |r, at| Ok(r.facts_after(DISCOVERY, &standings(), FactSeq(at), 20)?.len() == 20)),
    ("a page of one standing", |r, at| Ok(r.facts_after(DISCOVERY, &standings()[..1], FactSeq(at), 20)?.len() == 20)),
    ("a label", |r, at| Ok(r.fact_by_label(DISCOVERY, at)?.is_some())),
    ("a fact", |r, at| Ok(r.fact_at(FactSeq(at))?.is_some())),
    ("what is accepted", |r, at| Ok(r.accepted_fact(DISCOVERY, key(at), "")?.is_none())),
    ("what says it", |r, at| {
        let identity = FactIdentity { key: key(at), item_id: "", norm: "of its own" };
        Ok(r.facts_saying(DISCOVERY, &[identity], BundleSeq(at))?[0].is_empty())
    }),
    ("what superseded it", |r, at| Ok(r.successor_of(FactSeq(at))?.is_none())),
];

#[test]
fn a_lookup_costs_the_same_in_a_ledger_ten_times_as_large() {
    let ledgers = [100, 1_000].map(|facts| {
        let library = Library::new();
        fill::facts(&library.store, facts);
        library
    });
    for (name, look) in LOOKS {
        let [small, large] = ledgers.each_ref().map(|library| steps(library, name, look));
        assert_eq!(small, large, "steps of SQLite's machine for {name}");
    }
}

/// The most steps that a statement took.
fn steps(library: &Library, name: &str, look: Look) -> i32 {
    let mut connection = connection::reading(&library.path(), Duration::ZERO).unwrap();
    let ran = Arc::<Mutex<Vec<([i32; 3], i32)>>>::default();
    let sink = Arc::clone(&ran);
    let tell = move |event: TraceEvent<'_>| {
        if let TraceEvent::Profile(statement, _) = event {
            use StatementStatus::{FullscanStep, RePrepare, Sort, VmStep};
            let never = [FullscanStep, RePrepare, Sort].map(|counter| statement.get_status(counter));
            sink.lock().unwrap().push((never, statement.get_status(VmStep)));
        }
    };
    connection.trace_v2(TraceEventCodes::SQLITE_TRACE_PROFILE, Some(tell)).unwrap();
    let reader = Reader::new(connection);
    for value in 1..=50 {
        assert!(look(&reader, value).unwrap(), "{name} is found");
    }
    let ran = ran.lock().unwrap();
    for (never, _) in ran.iter() {
        assert_eq!(*never, [0; 3], "{name}: [steps of reading through, plans made anew, sorts]");
    }
    ran.iter().map(|(_, steps)| *steps).max().unwrap()
}

fn standings() -> Vec<LedgerStanding> {
    Status::ALL.into_iter().flat_map(|status| [(status, false), (status, true)]).collect()
}

fn key(at: i64) -> &'static str {
    ["note", "budget.total", "schedule.start"][at as usize % 3]
}
