//! A file that is there whole or not at all: written beside its place, synced, and renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use factly_core::message;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::store::sync_folder;

const BUFFER: usize = 256 << 10;

/// Lets `write` fill the file at `path`, which replaces what had that name only once it is whole and on the disk.
pub(crate) fn write_whole(path: &Path, id: Uuid, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    make_whole(path, id, |file| {
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write(&mut out)?;
        out.flush().map_err(|error| write_failed(path, &error))
    })
}

/// As [`write_whole`], for what goes back and forth in its file.
pub(crate) fn make_whole(path: &Path, id: Uuid, fill_in: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let Some(name) = path.file_name() else {
        return Err(Error::invalid(message!("{} is no name for a file.", path.display())));
    };
    if path.is_dir() {
        return Err(Error::invalid(message!("{} is a folder.", path.display())).hint("Give the name of a file."));
    }
    sweep_drafts(path, &name.to_string_lossy());
    let draft = path.with_file_name(draft_name(&name.to_string_lossy(), &id.simple().to_string()));
    let done = fill((&draft, path), fill_in).and_then(|()| {
        fs::rename(&draft, path).and_then(|()| sync_folder(path)).map_err(|error| write_failed(path, &error))
    });
    let _ = fs::remove_file(&draft);
    done
}

/// Fills the draft of a file. What goes wrong is told of the file: nobody knows the draft.
fn fill((draft, path): (&Path, &Path), fill_in: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let opened = File::options().read(true).write(true).create_new(true).open(draft);
    let mut file = opened.map_err(|error| write_failed(path, &error))?;
    // Held for as long as the draft is written: by that a later one knows that nobody left it behind. A file system
    // without locks keeps its drafts.
    let _ = file.try_lock();
    fill_in(&mut file)?;
    file.sync_all().map_err(|error| write_failed(path, &error))
}

fn draft_name(name: &str, id: &str) -> String {
    format!(".{name}.part-{id}")
}

/// Removes the drafts of a file whose writers were killed. What cannot be looked at or removed stays.
fn sweep_drafts(path: &Path, name: &str) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_draft_of(name, &entry.file_name().to_string_lossy()) && was_left(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn is_draft_of(name: &str, draft: &str) -> bool {
    let id = draft.strip_prefix('.').and_then(|rest| rest.strip_prefix(name)?.strip_prefix(".part-"));
    id.is_some_and(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Returns whether nobody holds it; to hold it, it must be opened for writing on some systems.
fn was_left(draft: &Path) -> bool {
    File::options().write(true).open(draft).is_ok_and(|file| file.try_lock().is_ok())
}

pub(crate) fn write_failed(path: &Path, error: &io::Error) -> Error {
    let code = match error.kind() {
        io::ErrorKind::StorageFull => Code::DiskFull,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Code::ReadOnly,
        _ => Code::Io,
    };
    Error::new(code, message!("{} could not be written: {}.", path.display(), error))
        .kept("What had that name is as it was.")
        .hint("Check the space and the rights of the folder, then try again.")
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use uuid::Uuid;

    use super::{draft_name, is_draft_of, write_whole};

    #[test]
    fn only_what_is_surely_a_draft_of_the_file_is_one() {
        let id = "01900000000070008000000000000001";
        let check = |draft: &str, expected| assert_eq!(is_draft_of("a.json", draft), expected, "{draft}");
        check(&draft_name("a.json", id), true);
        check(&draft_name("b.json", id), false);
        check(".a.json.part-mine", false);
        check("a.json", false);
    }

    #[test]
    fn what_a_kill_left_goes_with_the_next_export_and_what_is_written_now_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.json");
        let [left, held] = ["1", "2"].map(|last| folder.path().join(draft_name("a.json", &last.repeat(32))));
        fs::write(&left, "half").expect("the folder can be written");
        let file = File::create(&held).expect("the folder can be written");
        file.try_lock().expect("nobody else holds it");
        let written = write_whole(&path, Uuid::from_u128(3), |out| {
            out.write_all(b"whole").map_err(|error| super::write_failed(&path, &error))
        });
        assert_eq!(written.map(|()| fs::read_to_string(&path).ok()), Ok(Some("whole".to_owned())));
        assert!(!left.exists(), "its writer is gone");
        assert!(held.exists(), "somebody is at work on it");
        drop(file);
    }
}
