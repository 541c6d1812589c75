//! One writer, many readers, one notice a commit.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use super::fill;
use super::library::{Library, dump, peek};
use crate::store::{ChangeNotice, Op, Stack, Store, StoreError, Topic};
use crate::task::CancelToken;

fn titles(store: &Store) -> i64 {
    store
        .read(|reader| Ok(reader.connection().query_row("SELECT count(*) FROM discovery", [], |row| row.get(0))?))
        .unwrap()
}

#[test]
fn a_write_is_there_when_it_returns() {
    let library = Library::new();
    let written = library.store.write(Op::silent(), |writer| fill::discovery(writer, "Dam")).unwrap();
    assert_eq!(written.operation, None, "a silent write is no step of undo");
    assert_eq!(peek::<String>(&library.path(), "SELECT title FROM discovery"), "Dam");
}

#[test]
fn a_write_that_fails_leaves_nothing() {
    let library = Library::new();
    let failed = library.store.write(Op::named(Stack::Library, "Fail"), |writer| {
        fill::discovery(writer, "Dam")?;
        Err::<(), _>(StoreError::Refused("no".into()))
    });
    assert_eq!(failed.unwrap_err().code(), "refused");
    assert_eq!((titles(&library.store), peek(&library.path(), "SELECT count(*) FROM operation")), (0, 0));
}

#[test]
fn a_condemned_library_takes_no_write_through_any_clone() {
    let library = Library::new();
    let clone = library.store.clone();
    library.store.write(Op::named(Stack::Library, "Add"), |writer| fill::discovery(writer, "Dam")).unwrap();
    library.store.mark_damaged();
    let refused = clone.write(Op::silent(), |writer| fill::discovery(writer, "Weir"));
    assert_eq!(refused.unwrap_err().code(), "library_damaged");
    assert_eq!(clone.undo(Stack::Library).unwrap_err().code(), "library_damaged");
    assert_eq!(titles(&clone), 1, "what is there can still be read");
}

#[test]
fn a_panic_leaves_nothing_and_the_store_goes_on() {
    let library = Library::new();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        library.store.write(Op::named(Stack::Library, "Panic"), |writer| {
            fill::discovery(writer, "Dam")?;
            panic!("in the middle of a write")
        })
    }));
    assert!(panicked.map(|written: Result<crate::store::WriteOutcome<()>, _>| written.is_ok()).is_err());
    assert_eq!(titles(&library.store), 0, "what a panicking write did is rolled back");
    library.store.write(Op::silent(), |writer| fill::discovery(writer, "Dam")).unwrap();
    assert_eq!(titles(&library.store), 1);
    assert_eq!(peek::<i64>(&library.path(), "SELECT count(*) FROM change"), 0, "nor does its operation go on");
}

#[test]
fn a_write_inside_a_write_is_an_error() {
    let library = Library::new();
    let inner =
        library.store.write(Op::silent(), |_| Ok(library.store.write(Op::silent(), |_| Ok(())).unwrap_err().code()));
    assert_eq!(inner.unwrap().value, "write_nested");
    assert_eq!(library.store.write(Op::silent(), |_| Ok(1)).unwrap().value, 1, "and the outer one is unharmed");
}

#[test]
fn a_commit_inside_a_write_is_refused() {
    let library = Library::new();
    let result = library.store.write(Op::silent(), |writer| {
        fill::discovery(writer, "Dam")?;
        let _ = writer.connection().execute_batch("COMMIT");
        fill::discovery(writer, "Bridge")?;
        Ok(())
    });
    assert!(result.is_err(), "nobody but the store says COMMIT");
    assert_eq!(titles(&library.store), 0);
}

#[test]
fn a_reader_cannot_write() {
    let library = Library::new();
    let refused = library.store.read(|reader| Ok(reader.connection().execute("DELETE FROM preference", [])?));
    assert_eq!(refused.unwrap_err().code(), "library_read_only");
}

#[test]
fn a_reader_sees_one_moment() {
    let library = Library::new();
    let seen = library.store.read(|reader| {
        let count = || reader.connection().query_row("SELECT count(*) FROM discovery", [], |row| row.get::<_, i64>(0));
        let before = count()?;
        library.store.write(Op::silent(), |writer| fill::discovery(writer, "Dam"))?;
        Ok((before, count()?))
    });
    assert_eq!(seen.unwrap(), (0, 0), "a commit in between is not seen");
    assert_eq!(titles(&library.store), 1);
}

#[test]
fn reads_inside_reads_do_not_wait_for_one_another() {
    let library = Library::new();
    fn nest(store: &Store, depth: usize) -> i64 {
        if depth == 0 { titles(store) } else { store.read(|_| Ok(nest(store, depth - 1))).unwrap() }
    }
    assert_eq!(nest(&library.store, 20), 0);
}

#[test]
fn writes_of_many_threads_come_one_after_another() {
    let library = Library::new();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    library.store.write(Op::silent(), |writer| fill::discovery(writer, "Dam")).unwrap();
                }
            });
        }
    });
    assert_eq!(titles(&library.store), 80);
}

#[test]
fn a_read_can_be_stopped() {
    let library = Library::new();
    let cancel = CancelToken::default();
    cancel.cancel();
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    let stopped = library
        .store
        .read_until(&cancel, |reader| Ok(reader.connection().query_row(endless, [], |row| row.get::<_, i64>(0))?));
    assert_eq!(stopped.unwrap_err().code(), "stopped");
    assert_eq!(titles(&library.store), 0, "and the next read is not");
}

#[test]
fn each_commit_tells_its_topics_and_those_of_the_tables_it_changed_and_its_discovery() {
    let library = Library::new();
    let heard = Arc::new(Mutex::new(Vec::<ChangeNotice>::new()));
    let ear = Arc::clone(&heard);
    library.store.subscribe(move |notice| ear.lock().unwrap().push(notice.clone()));

    let (discovery, _) = fill::facts(&library.store, 0);
    let named = Op::named(Stack::Discovery(discovery), "Note");
    let noted = library.store.write(named, |writer| {
        writer.topic(Topic::Facts);
        fill::bundle(writer, discovery, "x")
    });
    assert_eq!(noted.unwrap().operation, None, "a bundle is no step of undo");
    library.store.write(Op::silent(), |_| Ok(())).unwrap();

    let heard = heard.lock().unwrap();
    let topics = heard.iter().map(|notice| notice.topics.iter().copied().collect::<Vec<_>>()).collect::<Vec<_>>();
    let of_step = vec![Topic::Library, Topic::Discovery, Topic::Undo];
    assert_eq!(topics, [of_step, vec![Topic::Facts]], "a silent write without topics tells nothing");
    assert_eq!((heard[0].discovery, heard[1].discovery.is_some()), (None, true));
}

#[test]
fn a_subscriber_may_write() {
    let library = Library::new();
    let (sender, hears) = mpsc::channel();
    let store = library.store.clone();
    library.store.subscribe(move |notice| {
        if notice.topics.contains(&Topic::Library) {
            sender.send(store.write(Op::silent(), |writer| fill::discovery(writer, "Echo")).is_ok()).unwrap();
        }
    });
    library
        .store
        .write(Op::silent(), |writer| {
            writer.topic(Topic::Library);
            Ok(())
        })
        .unwrap();
    assert!(hears.recv().unwrap());
}

#[test]
fn a_write_without_changes_is_no_step_of_undo() {
    let library = Library::new();
    let before = library.store.read(|reader| Ok(dump(reader.connection())?)).unwrap();
    let written = library.store.write(Op::named(Stack::Library, "Nothing"), |_| Ok(7)).unwrap();
    assert_eq!((written.value, written.operation), (7, None));
    assert_eq!(library.store.undo(Stack::Library).unwrap().last, None);
    assert_eq!(library.store.read(|reader| Ok(dump(reader.connection())?)).unwrap(), before);
}
