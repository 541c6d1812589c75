//! One writer, many readers, one notice a commit.

use factly_engine::store::{Op, Stack};

use crate::library::{Library, peek};

#[test]
fn a_write_without_changes_is_no_step_of_undo() {
    let library = Library::new();
    let written = library.store.write(Op::named(Stack::Library, "Nothing"), |_| Ok(7)).unwrap();
    assert_eq!((written.value, written.operation), (7, None));
    assert_eq!(peek::<i64>(&library.path(), "SELECT count(*) FROM operation"), 0);
    assert_eq!(library.store.undo(Stack::Library).unwrap(), None);
}
