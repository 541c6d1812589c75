//! A file that is there whole or not at all: written beside its place, synced, and renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use factly_core::said;
use uuid::Uuid;

use crate::error::{Code, Error, Result};
use crate::store::sync_folder;

const BUFFER: usize = 256 << 10;

/// Lets `write` fill the file at `path`, which replaces what had that name only once it is whole and on the disk.
pub(crate) fn write_whole(path: &Path, id: Uuid, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    make_whole(path, id, |file| {
        let mut out = BufWriter::with_capacity(BUFFER, file);
        write(&mut out)?;
        out.flush().map_err(|error| unwritten(path, &error))
    })
}

/// As [`write_whole`], for what goes back and forth in its file.
pub(crate) fn make_whole(path: &Path, id: Uuid, fill_in: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let Some(name) = path.file_name() else {
        return Err(Error::invalid(said!("{} is no name for a file.", path.display())));
    };
    if path.is_dir() {
        return Err(Error::invalid(said!("{} is a folder.", path.display())).hint("Give the name of a file."));
    }
    let draft = path.with_file_name(format!(".{}.part-{}", name.to_string_lossy(), id.simple()));
    let done = fill((&draft, path), fill_in).and_then(|()| {
        fs::rename(&draft, path).and_then(|()| sync_folder(path)).map_err(|error| unwritten(path, &error))
    });
    let _ = fs::remove_file(&draft);
    done
}

/// Fills the draft of a file. What goes wrong is told of the file: nobody knows the draft.
fn fill((draft, path): (&Path, &Path), fill_in: impl FnOnce(&mut File) -> Result<()>) -> Result<()> {
    let opened = File::options().read(true).write(true).create_new(true).open(draft);
    let mut file = opened.map_err(|error| unwritten(path, &error))?;
    fill_in(&mut file)?;
    file.sync_all().map_err(|error| unwritten(path, &error))
}

pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Error {
    let code = match error.kind() {
        io::ErrorKind::StorageFull => Code::DiskFull,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Code::ReadOnly,
        _ => Code::Io,
    };
    Error::new(code, said!("{} could not be written: {}.", path.display(), error))
        .kept("What had that name is as it was.")
        .hint("Check the space and the rights of the folder, then try again.")
}
