//! Copies of the library: whole, checked, thinned, and restored without losing what was there.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, thread};

use super::elsewhere::whole_runs;
use super::fill;
use super::library::{Library, check, names, open};
use super::world::{self, NEW_YEAR};
use crate::store::{Backups, MIGRATIONS, Op, Store};

const DAY: i64 = 86_400_000;

fn write(store: &Store) {
    let ground = fill::ground(store).unwrap();
    store.write(Op::silent(), |writer| fill::whole_run(writer, ground, 5)).unwrap();
}

fn runs_at(path: &Path) -> usize {
    whole_runs(&open(path)).len()
}

/// Returns whether starting at that time takes a copy.
fn taken_at(path: &Path, now_ms: i64) -> bool {
    Store::open(path, world::at(now_ms)).unwrap().back_up_if_due().unwrap().is_some()
}

#[test]
fn a_copy_is_due_when_the_newest_is_a_day_old() {
    let library = Library::new();
    let path = library.path();
    let rows = [
        (0, true, "there is none yet"),
        (DAY / 2, false, "the newest is of today"),
        (DAY + 10, true, "the newest is a day old"),
        (-3 * DAY, true, "the clock was set back, so nothing can be said of the newest"),
    ];
    for (after, expected, why) in rows {
        assert_eq!(taken_at(&path, NEW_YEAR + after), expected, "{why}");
    }
}

#[test]
fn a_year_of_copies_is_thinned_and_the_newest_stays() {
    let library = Library::new();
    let path = library.path();
    for day in 0..60 {
        assert!(taken_at(&path, NEW_YEAR + day * (DAY + 60_000)), "day {day}");
    }
    let copies = Backups::for_library(&path).list().unwrap();
    assert!((8..=13).contains(&copies.len()), "seven days, four weeks, two or three months: {}", copies.len());
    assert!(copies[0].taken_at >= NEW_YEAR + 59 * DAY);
    assert!(copies.is_sorted_by(|newer, older| newer.taken_at > older.taken_at), "newest first");
}

#[test]
fn a_copy_says_what_the_library_held() {
    let library = Library::new();
    write(&library.store);
    let copy = library.store.back_up().unwrap();
    assert_eq!((copy.discoveries, copy.facts, copy.version), (1, 5, MIGRATIONS.len() as u32));
    assert_eq!(library.store.backups().list().unwrap().first(), Some(&copy));
    let folder = library.folder.path().join("backups");
    assert_eq!(names(&folder), [copy.id], "a copy is one file, without a log");
}

#[test]
fn a_copy_taken_while_others_write_is_of_one_moment() {
    let library = Library::new();
    write(&library.store);
    let target = library.folder.path().join("copy.factly");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                write(&library.store);
            }
        });
        for _ in 0..5 {
            library.store.backup_to(&target).unwrap();
        }
        done.store(true, Ordering::Relaxed);
    });
    let copy = open(&target);
    assert_eq!(check(&copy).findings, []);
    assert!(!whole_runs(&copy).is_empty());
}

#[test]
fn a_copy_that_cannot_be_made_leaves_nothing_half() {
    let library = Library::new();
    write(&library.store);
    let folder = library.folder.path();
    fs::write(folder.join("backups"), b"in the way").unwrap();
    assert!(library.store.back_up().is_err());
    assert!(library.store.backup_to(&folder.join("none").join("copy")).is_err());
    assert!(library.store.backup_to(folder).is_err(), "a folder is not replaced by a file");
    assert!(!names(folder).iter().any(|name| name.contains("part")), "{:?}", names(folder));
}

#[test]
fn a_damaged_library_makes_no_copy_and_thins_none() {
    let library = Library::new();
    write(&library.store);
    let path = library.path();
    let good = library.store.back_up().unwrap();
    let _folder = library.close();
    harm(&path);
    let store = Store::open(&path, world::at(NEW_YEAR + 3 * DAY)).unwrap();
    assert_eq!(store.back_up_if_due().unwrap_err().code(), "backup_damaged");
    assert_eq!(store.backups().list().unwrap(), [good]);
}

fn harm(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let at = bytes.windows(8).position(|window| window == b"proposed").unwrap();
    bytes[at..at + 8].copy_from_slice(b"accepted");
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_restored_copy_takes_the_place_and_what_was_there_is_kept() {
    let library = Library::new();
    write(&library.store);
    let copy = library.store.back_up().unwrap();
    write(&library.store);
    let path = library.path();

    // With the store still open, and its last write only in the log.
    let set_aside = library.store.backups().restore(&copy.id, &world::fixed()).unwrap().unwrap();
    assert_eq!(runs_at(&path), 1, "the log of the old file is not applied to the new one");
    let refused = library.store.write(Op::silent(), |writer| fill::discovery(writer, "Late")).unwrap_err();
    assert_eq!(refused.code(), "library_missing", "who has the old file open does not write on");
    assert_eq!(whole_runs(&library.store).len(), 2);
    drop(library.store);
    assert_eq!(runs_at(&set_aside), 2, "what was there is kept, with its log");
}

#[test]
fn a_copy_is_restored_where_the_library_is_gone_or_unreadable() {
    let library = Library::new();
    write(&library.store);
    let copy = library.store.back_up().unwrap();
    let path = library.path();
    let _folder = library.close();
    let backups = Backups::for_library(&path);

    fs::remove_file(&path).unwrap();
    assert_eq!(backups.restore(&copy.id, &world::fixed()).unwrap(), None, "there was nothing to keep");
    assert_eq!(runs_at(&path), 1);

    fs::write(&path, b"no library at all").unwrap();
    let set_aside = backups.restore(&copy.id, &world::fixed()).unwrap().unwrap();
    assert_eq!(fs::read(&set_aside).unwrap(), b"no library at all");
    assert_eq!(runs_at(&path), 1);

    let again = backups.restore(&copy.id, &world::fixed()).unwrap().unwrap();
    assert_ne!(set_aside, again, "at the same moment too, nothing that was kept is replaced");
    assert!(set_aside.exists() && again.exists());
}

#[test]
fn only_a_copy_of_this_library_can_be_restored() {
    let library = Library::new();
    for id in ["", "..", "../library.factly", "library.factly~20260101T000000.000Z~v1", "other~20260101T000000.000Z~v1"]
    {
        let refused = library.store.backups().restore(id, &world::fixed()).unwrap_err();
        assert_eq!(refused.code(), "backup_not_found", "{id}");
    }
    assert_eq!(runs_at(&library.path()), 0);
}
