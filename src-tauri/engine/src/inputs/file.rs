//! Reading a file that is to become an Input, with an error that names it.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use factly_core::message;

use crate::error::{Code, Error, Result};
use crate::originals::MAX_FILE_BYTES;

/// Returns the name of a file for the analyst.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

pub(super) fn read_file(path: &Path) -> Result<Vec<u8>> {
    let name = name_of(path);
    let io = |error: std::io::Error| io_error(path, &error);
    let about = fs::metadata(path).map_err(io)?;
    if about.is_dir() {
        return Err(Error::new(Code::Empty, message!("The folder “{}” has no files.", name))
            .hint("Choose a folder with files."));
    }
    if !about.is_file() {
        return Err(Error::invalid(message!("“{}” is not a file.", name)).hint("Choose a file or a folder."));
    }
    let too_large = || {
        Error::new(Code::TooLarge, message!("“{}” is larger than 256 MB.", name))
            .kept("Nothing of it was added.")
            .hint("Split it, or add the part that matters.")
    };
    if about.len() > MAX_FILE_BYTES {
        return Err(too_large());
    }
    let mut bytes = Vec::with_capacity(usize::try_from(about.len()).unwrap_or_default());
    // One byte more than allowed, as the file may be growing.
    File::open(path).map_err(io)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(too_large());
    }
    Ok(bytes)
}

fn io_error(path: &Path, error: &std::io::Error) -> Error {
    let name = path.display();
    match error.kind() {
        ErrorKind::NotFound => Error::not_found(message!("There is no file “{}”.", name)),
        ErrorKind::PermissionDenied => Error::new(Code::Io, message!("“{}” may not be read.", name))
            .hint("Look at the file's permissions, or copy it to a folder of yours."),
        _ => Error::new(Code::Io, message!("“{}” could not be read: {}.", name, error)),
    }
}
