//! Whoever opens and closes a file of the library in its process, as a file dialog does that lists the folder, takes no
//! lock away: POSIX would drop all of them.

use std::fs::{self, File};
use std::io::Read;

use rstest::rstest;

use super::elsewhere::{Role, StoreProcess, parse_run, whole_runs};
use super::fill;
use super::library::{Library, check};
use crate::store::{Op, Stack};

/// Opens, reads and closes a file of the library.
fn look_at(library: &Library, suffix: &str) {
    let path = library.folder.path().join(format!("library.factly{suffix}"));
    File::open(path).unwrap().read_exact(&mut [0; 16]).unwrap();
}

fn write(library: &Library) -> i64 {
    let ground = fill::ground(&library.store).unwrap();
    let op = Op::named(Stack::Discovery(ground.0), "Run");
    library.store.write(op, |writer| fill::whole_run(writer, ground, 3)).unwrap().value.0
}

#[rstest]
#[case::library("")]
#[case::log("-wal")]
#[case::index_of_the_log("-shm")]
fn another_process_does_not_think_itself_alone(#[case] file: &str) {
    let library = Library::new();
    let first = write(&library);
    look_at(&library, file);
    let elsewhere = StoreProcess::start(Role::Runs(1), &library.path(), 0).finish();
    let second = parse_run(&elsewhere[0]).expect("it wrote").0;
    assert!(library.folder.path().join("library.factly-wal").exists(), "the log was not taken away under us");
    let third = write(&library);
    let runs = whole_runs(&library.store).into_keys().collect::<Vec<_>>();
    assert_eq!(runs, [first, second, third], "all that was acknowledged is there");
    assert_eq!(check(&library.store).findings, []);
}

#[rstest]
#[case::library("")]
#[case::log("-wal")]
#[case::index_of_the_log("-shm")]
fn a_write_that_is_under_way_keeps_others_out(#[case] file: &str) {
    let library = Library::new();
    let ground = fill::ground(&library.store).unwrap();
    let op = Op::named(Stack::Discovery(ground.0), "Run");
    let refused = library.store.write(op, |writer| {
        fill::whole_run(writer, ground, 3)?;
        look_at(&library, file);
        Ok(StoreProcess::start(Role::Try, &library.path(), 0).finish())
    });
    assert_eq!(refused.unwrap().value, ["library_busy"]);
    assert_eq!(whole_runs(&library.store).len(), 1);
    assert_eq!(check(&library.store).findings, []);
}

#[test]
fn beside_another_writer_every_file_may_be_looked_at() {
    let library = Library::new();
    write(&library);
    let mut other = StoreProcess::start(Role::Runs(60), &library.path(), 0);
    let mut acknowledged = Vec::new();
    for round in 0.. {
        look_at(&library, ["", "-wal", "-shm"][round % 3]);
        match other.next() {
            Some(line) => acknowledged.push(parse_run(&line).expect(&line).0),
            None => break,
        }
        acknowledged.push(write(&library));
    }
    let runs = whole_runs(&library.store);
    assert_eq!(acknowledged.len(), 120, "each write was acknowledged");
    assert!(acknowledged.iter().all(|run| runs.contains_key(run)), "and is there");
    assert_eq!(check(&library.store).findings, []);
}

/// A closed library is let go: no handle of it stays open.
#[test]
fn a_library_that_is_closed_leaves_no_handle() {
    let library = Library::new();
    write(&library);
    let path = fs::canonicalize(library.path()).unwrap();
    let open = || {
        let handles = fs::read_dir("/proc/self/fd").unwrap().filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
        handles.filter(|target| target.to_string_lossy().starts_with(&*path.to_string_lossy())).count()
    };
    assert!(open() > 0);
    let _folder = library.close();
    assert_eq!(open(), 0);
}
