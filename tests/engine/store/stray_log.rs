//! A log belongs to one file at one time. One that lies beside another is put aside before anything of it is read in; and
//! who only reads carries nothing from a log into the file.

use std::fs;
use std::path::{Path, PathBuf};

use super::elsewhere::whole_runs;
use super::fill;
use super::library::{Library, check, names};
use crate::store::{Op, Stack, Store};
use crate::world::World;

/// Opens a library with ids of its own: the fixed ones would be drawn again at each start.
fn open(path: &Path) -> Store {
    Store::open(path, World::system()).unwrap()
}

fn write(store: &Store) -> i64 {
    let ground = fill::ground(store).unwrap();
    let op = Op::named(Stack::Discovery(ground.0), "Run");
    store.write(op, |writer| fill::whole_run(writer, ground, 3)).unwrap().value.0
}

/// The file and its log as a crash would leave them now.
fn crashed(library: &Library) -> (Vec<u8>, Vec<u8>) {
    (fs::read(library.path()).unwrap(), fs::read(log_path(&library.path())).unwrap())
}

fn log_path(path: &Path) -> PathBuf {
    path.with_file_name("library.factly-wal")
}

/// Puts a file and a log together in a new folder.
fn place_files(file: &[u8], log: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    fs::write(&path, file).unwrap();
    fs::write(log_path(&path), log).unwrap();
    (folder, path)
}

/// A library closed after one run, and its file.
fn closed_after_a_run() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let library = Library::new();
    write(&library.store);
    let path = library.path();
    let folder = library.close();
    let file = fs::read(&path).unwrap();
    (folder, path, file)
}

/// Opens what was laid together, expects its log aside and so many runs, and nothing of the file changed.
fn expect_aside(file: &[u8], log: &[u8], runs: usize) {
    let (folder, path) = place_files(file, log);
    let store = open(&path);
    let stray = store.stray_log().cloned().expect("it is told");
    assert_eq!(fs::read(&stray.path).unwrap(), log, "nothing of the log is lost");
    assert_eq!(whole_runs(&store).len(), runs);
    assert_eq!(check(&store).findings, []);
    drop(store);
    assert_eq!(fs::read(&path).unwrap(), file, "the file is as it was, to the byte");
    let store = open(&path);
    assert!(store.stray_log().is_none(), "it is told once");
    write(&store);
    assert_eq!((whole_runs(&store).len(), check(&store).findings), (runs + 1, vec![]), "and it goes on");
    drop(store);
    assert_eq!(names(folder.path()).len(), 2, "the library, and what was put aside");
}

#[test]
fn a_log_that_continues_another_time_of_the_file_is_put_aside() {
    let (_folder, path, older) = closed_after_a_run();
    drop({
        let store = open(&path);
        write(&store);
        store
    });
    let store = open(&path);
    write(&store);
    let log = fs::read(log_path(&path)).unwrap();
    expect_aside(&older, &log, 1);
}

#[test]
fn a_log_of_another_library_is_put_aside() {
    let (_folder, _, file) = closed_after_a_run();
    let other = Library::new();
    write(&other.store);
    expect_aside(&file, &crashed(&other).1, 1);
}

/// A newer file beside an older log: what the log says was overtaken.
#[test]
fn a_log_that_the_file_has_left_behind_is_put_aside() {
    let (_folder, path, _) = closed_after_a_run();
    let store = open(&path);
    write(&store);
    let log = fs::read(log_path(&path)).unwrap();
    drop(store);
    drop({
        let store = open(&path);
        write(&store);
        store
    });
    expect_aside(&fs::read(&path).unwrap(), &log, 3);
}

/// The log that a crash left is the file's own, whether none of it was carried over, or a part, or all.
#[test]
fn the_log_of_a_crash_is_read_and_stays_until_somebody_writes() {
    let (_folder, path, before) = closed_after_a_run();
    let store = open(&path);
    (0..3).for_each(|_| {
        write(&store);
    });
    let log = fs::read(log_path(&path)).unwrap();
    store
        .read(|reader| Ok(reader.connection().query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))?))
        .unwrap_or_default();
    drop(store);
    let after = fs::read(&path).unwrap();
    // A crash in the middle of carrying it over leaves some pages new and some old.
    let halves = (1..4).map(|quarter| {
        let at = before.len() / 4096 * quarter / 4 * 4096;
        [&after[..at.min(after.len())], &before[at..]].concat()
    });
    for file in [before.clone(), after.clone()].into_iter().chain(halves) {
        let (_folder, path) = place_files(&file, &log);
        let store = open(&path);
        assert!(store.stray_log().is_none(), "it is the file's own");
        assert_eq!(whole_runs(&store).len(), 4);
        assert_eq!(check(&store).findings, []);
        drop(store);
        assert_eq!(fs::read(&path).unwrap(), file, "who reads changes no byte");
        assert_eq!(fs::read(log_path(&path)).unwrap(), log);
        let store = open(&path);
        write(&store);
        drop(store);
        assert!(!log_path(&path).exists(), "who writes carries it over");
        assert_eq!(whole_runs(&open(&path)).len(), 5);
    }
}
