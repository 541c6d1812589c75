//! Every row has a sum: a bit that turned in any of its values is named, also after its neighbours were written.

use super::fill;
use super::library::{Library, check, open};
use crate::store::{Op, Store};

/// Changes rows behind the sums, as a bit that turned would: not through a write of the store.
fn damage(library: Library, sql: &str) -> (tempfile::TempDir, Store) {
    let path = library.path();
    let folder = library.close();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch(sql).unwrap();
    drop(connection);
    (folder, open(&path))
}

fn findings(store: &Store) -> Vec<String> {
    let of_rows = check(store).findings.into_iter().filter(|finding| finding.step == "rows");
    of_rows.map(|finding| finding.detail).collect()
}

#[test]
fn a_value_that_no_index_and_no_hash_holds_is_named() {
    let library = Library::new();
    fill::ground(&library.store).unwrap();
    assert_eq!(findings(&library.store), [""; 0]);
    let (_folder, store) = damage(library, "UPDATE preference SET value = 'x'; UPDATE library SET created_at = 7");
    assert_eq!(findings(&store), ["library 1: the row is not the one that was written"]);
}

#[test]
fn a_row_that_is_lost_and_one_that_nobody_wrote_are_named() {
    let library = Library::new();
    let write = |name: &str| {
        library.store.write(Op::silent(), |w| w.set_preference(name, "1")).unwrap();
    };
    ["one", "two", "three"].into_iter().for_each(write);
    let (_folder, store) = damage(
        library,
        "DELETE FROM preference WHERE name = 'two'; INSERT INTO preference VALUES ('four', '1'), ('five', '1')",
    );
    let mut found = findings(&store);
    found.sort();
    let wrong = |row: i64, what: &str| format!("preference {row}: the row is {what}");
    let other = "not the one that was written";
    assert_eq!(found, [wrong(2, "lost"), wrong(4, other), wrong(5, other)]);
    // A further write makes nothing of that right.
    store.write(Op::silent(), |w| w.set_preference("six", "1")).unwrap();
    let mut again = findings(&store);
    again.sort();
    assert_eq!(again, found);
}

#[test]
fn a_write_that_was_taken_back_leaves_the_sums_as_they_were() {
    let library = Library::new();
    let refused = library.store.write(Op::silent(), |w| {
        w.set_preference("one", "1")?;
        Err::<(), _>(crate::store::StoreError::Stopped)
    });
    assert!(refused.is_err());
    library.store.write(Op::silent(), |w| w.set_preference("two", "2")).unwrap();
    assert_eq!(findings(&library.store), [""; 0]);
}
