//! Putting a copy in the library's place: one step, although it takes several renames.
//!
//! The task is written down first. From then on it will be done: now, or when the library is next opened after
//! a crash. Every part of it can be done twice.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::store::library_file::beside;
use crate::store::library_file::sync_folder;

/// Gives `draft` the library's name, and the library the name `previous`. Returns that, if there was a library.
pub(super) fn put_in_place(library: &Path, draft: &Path, previous: &Path) -> io::Result<Option<PathBuf>> {
    let order = beside(library, ORDER);
    write_down(&order, draft, previous)?;
    if let Err(error) = set_aside(library, previous) {
        // Nothing has moved yet, so nothing has to.
        if !previous.try_exists().unwrap_or(true) {
            let _ = fs::remove_file(&order);
        }
        return Err(error);
    }
    carry_out(library, &order, draft)?;
    Ok(previous.try_exists()?.then(|| previous.to_owned()))
}

/// Goes on with what a crash interrupted, if anything.
pub(in crate::store) fn finish(library: &Path) -> io::Result<()> {
    let order = beside(library, ORDER);
    let text = match fs::read_to_string(&order) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        text => text?,
    };
    let Some((draft, previous)) = text.split_once('\n') else { return fs::remove_file(&order) };
    let (draft, previous) = (library.with_file_name(draft), library.with_file_name(previous.trim_end()));
    if draft.try_exists()? {
        set_aside(library, &previous)?;
    }
    carry_out(library, &order, &draft)
}

/// Returns whether a restore is recorded and not done yet.
pub(super) fn is_begun(library: &Path) -> bool {
    beside(library, ORDER).exists()
}

/// The note that says what is to be done.
const ORDER: &str = ".restoring";

fn write_down(order: &Path, draft: &Path, previous: &Path) -> io::Result<()> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let writing = beside(order, ".part");
    let mut file = File::create(&writing)?;
    file.write_all(format!("{}\n{}\n", name(draft), name(previous)).as_bytes())?;
    file.sync_all()?;
    fs::rename(&writing, order)?;
    sync_folder(order)
}

/// The file first: a log without its file is never taken for a library, a file without its log would be.
fn set_aside(library: &Path, previous: &Path) -> io::Result<()> {
    for suffix in ["", "-wal", "-shm"] {
        if beside(previous, suffix).try_exists()? {
            continue;
        }
        match fs::rename(beside(library, suffix), beside(previous, suffix)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync_folder(library)
}

fn carry_out(library: &Path, order: &Path, draft: &Path) -> io::Result<()> {
    match fs::rename(draft, library) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => sync_folder(library)?,
    }
    fs::remove_file(order)?;
    sync_folder(library)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{ORDER, finish, put_in_place, set_aside, write_down};
    use crate::store::library_file::beside;

    /// A crash after each of the steps, and then a start.
    #[test]
    fn a_restore_that_a_crash_interrupts_is_finished_at_the_next_start() {
        for steps in 0..4 {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let library = folder.path().join("library.factly");
            let (draft, previous) = (beside(&library, ".restored-1"), beside(&library, ".kept-1"));
            for (path, text) in [(&library, "old"), (&beside(&library, "-wal"), "old log"), (&draft, "new")] {
                fs::write(path, text).expect("the folder can be written");
            }
            let read = |path| fs::read_to_string(path).ok();
            if steps > 0 {
                write_down(&beside(&library, ORDER), &draft, &previous).expect("the note can be written");
            }
            if steps > 1 {
                set_aside(&library, &previous).expect("it can be renamed");
            }
            if steps > 2 {
                fs::rename(&draft, &library).expect("it can be renamed");
            }
            finish(&library).expect("it can be finished");
            let expected = if steps > 0 { ("new", Some("old"), None) } else { ("old", None, Some("old log")) };
            assert_eq!(read(library.clone()).as_deref(), Some(expected.0), "after {steps} steps");
            assert_eq!(read(previous.clone()).as_deref(), expected.1, "what was there is kept");
            assert_eq!(read(beside(&library, "-wal")).as_deref(), expected.2, "no log is applied to another file");
            assert!(!beside(&library, ORDER).exists(), "it is done once");
        }
    }

    #[test]
    fn where_no_library_was_nothing_is_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let library = folder.path().join("library.factly");
        let (draft, previous) = (beside(&library, ".restored-1"), beside(&library, ".kept-1"));
        fs::write(&draft, "new").expect("the folder can be written");
        assert_eq!(put_in_place(&library, &draft, &previous).expect("it can be put in place"), None);
        assert_eq!(fs::read_to_string(&library).expect("it is there"), "new");
    }
}
