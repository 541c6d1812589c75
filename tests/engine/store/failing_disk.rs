//! A disk that is full, locked, or gone: a clear error, nothing lost, and no empty library in the old one's place.

use std::fs;
use std::path::Path;

use super::elsewhere::whole_runs;
use super::fill;
use super::library::{Library, check, names, open};
use super::world;
use crate::store::{Op, Store};

fn write(store: &Store) -> Result<(), &'static str> {
    let ground = fill::ground(store).map_err(|error| error.code())?;
    let written = store.write(Op::silent(), |writer| fill::whole_run(writer, ground, 40));
    written.map(|_| ()).map_err(|error| error.code())
}

fn reopen(path: &Path) -> Result<Store, &'static str> {
    Store::open(path, world::fixed()).map_err(|error| error.code())
}

#[test]
fn a_full_disk_is_an_error_and_the_write_is_not_there() {
    let library = Library::new();
    write(&library.store).unwrap();
    set_most_pages(&library.store, 1);
    let filling = (0..1_000).find_map(|_| write(&library.store).err());
    assert_eq!(filling, Some("disk_full"));
    let before = whole_runs(&library.store);
    set_most_pages(&library.store, 1 << 30);
    write(&library.store).expect("with space again, it goes on");
    assert_eq!(whole_runs(&library.store).len(), before.len() + 1);
    assert_eq!(check(&library.store).findings, []);
}

/// SQLite never sets it below what the file has.
fn set_most_pages(store: &Store, most: i64) {
    let sql = format!("PRAGMA max_page_count = {most}");
    store.write(Op::silent(), |writer| Ok(writer.connection().query_row(&sql, [], |_| Ok(()))?)).unwrap();
}

#[test]
fn a_statement_that_failed_does_not_let_the_rest_of_the_write_slip_through() {
    let library = Library::new();
    write(&library.store).unwrap();
    set_most_pages(&library.store, 1);
    let before = whole_runs(&library.store);
    let ground = fill::ground(&library.store).unwrap();
    let written = library.store.write(Op::silent(), |writer| {
        // A closure that goes on after an error, as none should.
        for _ in 0..1_000 {
            let _ = fill::whole_run(writer, ground, 7);
        }
        Ok(())
    });
    set_most_pages(&library.store, 1 << 30);
    if written.is_err() {
        assert_eq!(whole_runs(&library.store), before);
    }
    assert_eq!(check(&library.store).findings, []);
}

#[test]
fn a_file_that_was_removed_while_open_is_missed() {
    let library = Library::new();
    write(&library.store).unwrap();
    fs::remove_file(library.path()).unwrap();
    assert_eq!(write(&library.store), Err("library_missing"));
    assert!(!library.path().exists(), "no new one is made in its place");
    assert_eq!(whole_runs(&library.store).len(), 1, "what was saved can still be read");

    let rescued = library.folder.path().join("rescued.factly");
    library.store.backup_to(&rescued).unwrap();
    assert_eq!(whole_runs(&open(&rescued)).len(), 1, "and saved to a new place");
}

#[test]
fn a_file_that_was_replaced_while_open_is_left_alone() {
    let library = Library::new();
    write(&library.store).unwrap();
    let other = Library::new();
    let path = other.path();
    let _other = other.close();
    let bytes = fs::read(&path).unwrap();
    fs::rename(&path, library.path()).unwrap();
    assert_eq!(write(&library.store), Err("library_missing"));
    assert_eq!(fs::read(library.path()).unwrap(), bytes);
}

#[test]
fn a_log_that_was_removed_while_open_is_missed() {
    let library = Library::new();
    write(&library.store).unwrap();
    fs::remove_file(library.folder.path().join("library.factly-wal")).unwrap();
    assert_eq!(write(&library.store), Err("library_missing"), "what is written to it would be gone at the next start");
}

#[test]
fn where_a_library_was_no_new_one_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.factly");
    drop(reopen(&path).expect("where none was, one is made"));
    let store = open(&path);
    let copy = store.back_up().unwrap();
    drop(store);
    fs::remove_file(&path).unwrap();
    assert_eq!(reopen(&path).unwrap_err(), "library_missing", "copies of one lie beside it");
    assert!(!path.exists());
    fs::remove_dir_all(folder.path().join("backups")).unwrap();
    fs::write(folder.path().join("library.factly-wal"), b"log").unwrap();
    assert_eq!(reopen(&path).unwrap_err(), "library_missing", "the log of one lies beside it");
    assert_eq!(names(folder.path()), ["library.factly-wal"]);
    assert!(copy.bytes > 0);
}

#[test]
fn a_library_whose_folder_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(reopen(&folder.path().join("none").join("library.factly")).unwrap_err(), "library_unreadable");
}

#[cfg(unix)]
mod unix {
    use std::process::Command;

    use super::super::elsewhere::{self, Role, StoreProcess, parse_run};
    use super::*;

    /// The limit of a shell on the size of files stands in for a disk without space: the kernel refuses the write.
    #[test]
    fn a_disk_that_fails_in_the_middle_of_a_write_loses_nothing_acknowledged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.factly");
        drop(open(&path));
        let inner = elsewhere::command(Role::Work, &path, 0);
        let mut command = Command::new("sh");
        // In blocks of 512 or 1,024 bytes, by the shell.
        command.args(["-c", "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\""]).arg(inner.get_program());
        command.args(inner.get_args()).envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let mut output = StoreProcess::spawn(&mut command).finish();
        let code = output.pop().unwrap();
        assert!(["disk_failed", "disk_full"].contains(&code.as_str()), "{code}");
        let store = open(&path);
        let whole = whole_runs(&store);
        for (run, facts) in output.iter().map(|line| parse_run(line).expect(line)) {
            assert_eq!(whole.get(&run), Some(&facts), "run {run} was acknowledged");
        }
        assert!(!output.is_empty());
        assert_eq!(check(&store).findings, []);
    }
}
