//! Two processes on one library: they wait for one another, or say so.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::elsewhere::{Role, StoreProcess, parse_run, whole_runs};
use super::fill;
use super::library::{check, impatient};
use crate::store::{Op, Stack, Store, Topic};
use crate::world::World;

#[test]
fn their_writes_never_interleave() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let both = [1, 2].map(|seed| StoreProcess::start(Role::Runs(60), &path, seed));
    let output = both.into_iter().flat_map(StoreProcess::finish).collect::<Vec<_>>();
    let acknowledged = output.iter().map(|line| parse_run(line).expect(line)).collect::<BTreeMap<_, _>>();
    assert_eq!((output.len(), acknowledged.len()), (120, 120), "each run is one, and none was refused");

    let store = Store::open(&path, World::system()).unwrap();
    assert_eq!(whole_runs(&store), acknowledged);
    let interleaved =
        "SELECT count(*) FROM (SELECT run, max(seq) - min(seq) + 1 - count(*) AS others FROM fact GROUP BY run)
                       WHERE others <> 0";
    let interleaved =
        store.read(|reader| Ok(reader.connection().query_row(interleaved, [], |row| row.get::<_, i64>(0))?));
    assert_eq!(interleaved.unwrap(), 0, "the facts of a run lie side by side");
    assert_eq!(check(&store).findings, []);
}

#[test]
fn the_second_waits_or_says_that_the_library_is_busy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let mut other = StoreProcess::start(Role::Hold, &path, 0);
    assert_eq!(other.next().as_deref(), Some("holding"));

    let hurried = impatient().open(&path, World::system()).expect("one may open it, and read");
    assert_eq!(whole_runs(&hurried), BTreeMap::new(), "and sees nothing of what is not committed");
    let refused = hurried.write(Op::silent(), |writer| fill::discovery(writer, "Dam")).unwrap_err();
    assert_eq!(refused.code(), "library_busy");

    let patient = Store::open(&path, World::system()).unwrap();
    let waiting =
        std::thread::spawn(move || patient.write(Op::silent(), |writer| fill::discovery(writer, "Dam")).is_ok());
    assert_eq!(other.finish(), ["released"]);
    assert!(waiting.join().unwrap(), "who waits gets its turn");
    assert_eq!(whole_runs(&hurried).len(), 1);
}

#[test]
fn who_is_told_of_the_wait_may_go_on_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let mut other = StoreProcess::start(Role::Hold, &path, 0);
    assert_eq!(other.next().as_deref(), Some("holding"));

    let hurried = impatient().open(&path, World::system()).unwrap();
    let notices = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&notices);
    hurried.wait_with(move |_| count.fetch_add(1, Ordering::Relaxed) < 1_000_000);
    let waiting =
        std::thread::spawn(move || hurried.write(Op::silent(), |writer| fill::discovery(writer, "Dam")).is_ok());
    while notices.load(Ordering::Relaxed) == 0 {
        std::thread::yield_now();
    }
    assert_eq!(other.finish(), ["released"]);
    assert!(waiting.join().unwrap(), "it is written once the other lets go");
}

#[test]
fn what_another_process_wrote_is_noticed_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    let store = Store::open(&path, World::system()).unwrap();
    let notices = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&notices);
    store.subscribe(move |notice| {
        assert!(notice.discovery.is_none() && Topic::ALL.iter().all(|topic| notice.topics.contains(topic)));
        count.fetch_add(1, Ordering::Relaxed);
    });
    fill::ground(&store).unwrap();
    assert!(!store.notice_others().unwrap(), "one's own write is no news");

    assert_eq!(StoreProcess::start(Role::Runs(2), &path, 0).finish(), ["run 1 1", "run 2 2"]);
    assert_eq!([store.notice_others().unwrap(), store.notice_others().unwrap()], [true, false]);
    assert_eq!(notices.load(Ordering::Relaxed), 1);
}

#[test]
fn undo_of_one_process_is_seen_by_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    assert_eq!(StoreProcess::start(Role::Runs(3), &path, 0).finish().len(), 3);
    let [one, other] = [0, 1].map(|_| Store::open(&path, World::system()).unwrap());
    let stack = Stack::Discovery(crate::store::DiscoverySeq(1));
    assert_eq!(one.undo(stack).unwrap().last.unwrap(), "Run");
    assert_eq!(other.redo(stack).unwrap().last.unwrap(), "Run");
    assert_eq!(one.undo_state(stack).unwrap().redo, None);
}
