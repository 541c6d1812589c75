//! Cost of marks and duplicates, each figure beside a floor measured in the same run.
//!
//! `cargo bench -p factly-engine --bench marks [-- FACTS]`: FACTS is the size of the column that an addition is
//! compared with, a hundred thousand if left out.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be made has failed, and prints"
)]

#[path = "limits.rs"]
mod limits;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_engine::Library;
use factly_engine::discovery::NewEntity;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::inputs::{NewInput, Parsing};
use factly_engine::store::entities::{EntityOrigin, NewEntityRow};
use factly_engine::store::inputs::InputOrigin;
use factly_engine::store::{DiscoverySeq, Op, Stack, Store};
use factly_engine::task::NoProgress;
use factly_engine::world::World;
use limits::Limits;
use rusqlite::Connection;
use uuid::Uuid;

const DOWNSTREAM: i64 = 10_000;

const AN_ADDITION: Duration = Duration::from_millis(100);

fn main() -> ExitCode {
    let mut limits = Limits::default();
    let facts = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(100_000);
    loss();
    duplicates(facts, &mut limits);
    limits.end()
}

/// One fact is put aside, and ten thousand entities rest on it over three columns.
fn loss() {
    let folder = tempfile::tempdir().unwrap();
    let (library, discovery) = fresh(&folder);
    add(&library, discovery, EntityKind::Fact, "The wall is 6 m high.", DuplicatePolicy::Allow);
    chain_below(&folder);
    let floor = mark_the_same_rows(&folder.path().join("floor.db"));
    let fact = [EntityLabel::new(EntityKind::Fact, 1)];
    let (marked, aside) = timed(|| library.pipeline().archive_entities(discovery, &fact, true).unwrap());
    assert_eq!(marked.len(), usize::try_from(DOWNSTREAM).unwrap());
    let (_, undone) = timed(|| library.undo().undo(Some(discovery)).unwrap());
    println!(
        "put aside with {DOWNSTREAM} downstream: {aside:.0?}, {:.1} times the floor of updating the rows; undone in {undone:.0?}",
        aside.as_secs_f64() / floor.as_secs_f64()
    );
}

/// A fact is added to a column that is compared with first.
fn duplicates(facts: usize, limits: &mut Limits) {
    let folder = tempfile::tempdir().unwrap();
    let (library, discovery) = fresh(&folder);
    let sentence = |at: usize| {
        let what = ["wall", "gauge", "pump", "bridge", "school", "market", "harbour"][at % 7];
        format!("On day {} the {what} in district {} measured {} cm.", at, at % 997, 7 * at + 3)
    };
    let text: String = (0..facts).map(|at| sentence(at) + if at % 20 == 19 { "\n\n" } else { " " }).collect();
    let input = NewInput { title: Some("Days".to_owned()), origin: InputOrigin::Paste, file_name: None, text };
    let found = library.inputs().add_input(discovery, input, Parsing::Now, &NoProgress).unwrap().added[0].facts;
    let say = |at: usize| format!("The mayor promised {at} new benches for district {at}.");
    let ((), first) = timed(|| add(&library, discovery, EntityKind::Fact, &say(1), DuplicatePolicy::Hold));
    let checked: Vec<Duration> = (2..22)
        .map(|at| timed(|| add(&library, discovery, EntityKind::Fact, &say(at), DuplicatePolicy::Hold)).1)
        .collect();
    let plain: Vec<Duration> = (30..50)
        .map(|at| timed(|| add(&library, discovery, EntityKind::Fact, &say(at), DuplicatePolicy::Allow)).1)
        .collect();
    let (checked, plain) = (median(checked), median(plain));
    println!(
        "add to {found} facts: {checked:.1?} with the check for duplicates (at most {AN_ADDITION:?}), {:.1} times the floor of adding; the first took {first:.1?}{}",
        checked.as_secs_f64() / plain.as_secs_f64(),
        limits.mark("add with the check for duplicates", checked <= AN_ADDITION)
    );
    let (groups, spent) = timed(|| library.duplicates().duplicate_groups(discovery, EntityKind::Fact).unwrap().len());
    println!("grouped the column into {groups} in {spent:.1?}");
}

fn fresh(folder: &tempfile::TempDir) -> (Library, Uuid) {
    let library = Library::open(&folder.path().join("library.factly"), World::system()).unwrap();
    let discovery = library.discoveries().create("Bench", "").unwrap().id;
    (library, discovery)
}

fn add(library: &Library, discovery: Uuid, kind: EntityKind, text: &str, anyway: DuplicatePolicy) {
    library.pipeline().add_entity(discovery, &NewEntity::by_hand(kind, text), anyway).unwrap();
}

/// Written straight to the store, since to make it by hand would take longer than what is measured.
fn chain_below(folder: &tempfile::TempDir) {
    let store = Store::open(&folder.path().join("library.factly"), World::system()).unwrap();
    let discovery = DiscoverySeq(1);
    let columns = [(EntityKind::Insight, 1_000), (EntityKind::Recommendation, 4_000), (EntityKind::Output, 5_000)];
    let written = store.write(Op::named(Stack::Discovery(discovery), "Fill"), |w| {
        let mut above = (EntityKind::Fact, 1);
        for (kind, count) in columns {
            for no in 1..=count {
                let label = EntityLabel::new(kind, w.take_labels(discovery, kind, 1)?);
                let output_type = (kind == EntityKind::Output).then_some(factly_core::discovery::OutputType::Report);
                let (text, origin) = ("It rests on the one above.", EntityOrigin::Manual);
                w.insert_entity(&NewEntityRow { discovery, label, text, output_type, origin })?;
                w.insert_link(discovery, EntityLabel::new(above.0, 1 + no % above.1), label)?;
            }
            above = (kind, count);
        }
        Ok(())
    });
    written.unwrap();
}

/// The floor: one transaction that sets two columns of as many plain rows, one by one.
fn mark_the_same_rows(path: &std::path::Path) -> Duration {
    let mut connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "journal_mode", "wal").unwrap();
    connection
        .execute_batch("CREATE TABLE entity (seq INTEGER PRIMARY KEY, text TEXT, mark TEXT, because TEXT)")
        .unwrap();
    let fill = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO entity SELECT i, 'It rests on the one above.', '', NULL FROM n";
    connection.execute(fill, [DOWNSTREAM]).unwrap();
    let begun = Instant::now();
    let transaction = connection.transaction().unwrap();
    {
        let sql =
            "UPDATE entity SET mark = 'weak', because = '{\"from\":\"F-1\",\"what\":\"archived\"}' WHERE seq = ?1";
        let mut update = transaction.prepare(sql).unwrap();
        for seq in 1..=DOWNSTREAM {
            update.execute([seq]).unwrap();
        }
    }
    transaction.commit().unwrap();
    begun.elapsed()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let value = work();
    (value, begun.elapsed())
}

fn median(mut of: Vec<Duration>) -> Duration {
    of.sort_unstable();
    of[of.len() / 2]
}
