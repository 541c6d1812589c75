//! The arguments of a command: things by their names, and files.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use factly_core::message;
use factly_engine::Library;
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::{Code, Error, Result};
use uuid::Uuid;

use crate::args::BundleName;

/// The discovery that a command is about, where it names one.
pub(crate) fn named(library: &Library, discovery: Option<&str>) -> Result<Option<Uuid>> {
    discovery.map(|name| library.names().find_discovery(name)).transpose()
}

pub(crate) fn bundle_named(library: &Library, name: &BundleName) -> Result<Uuid> {
    library.names().find_bundle(&name.bundle, named(library, name.discovery.as_deref())?)
}

pub(crate) fn no_such_item(name: &str) -> Error {
    Error::not_found(message!("There is no item “{}”.", name)).hint("`factly item list` names them.")
}

/// Returns the policy for `--anyway`: whoever says it was shown nothing by this process.
pub(crate) const fn duplicate_policy(anyway: bool) -> DuplicatePolicy {
    if anyway { DuplicatePolicy::Report } else { DuplicatePolicy::Hold }
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    let read = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Error::new(Code::Io, message!("“{}” could not be read: {}.", path.display(), error)))
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn text_of(path: &Path) -> Result<String> {
    let not_utf8 =
        |_| Error::new(Code::NotUtf8, message!("“{}” is not UTF-8.", path.display())).hint("Save it as UTF-8.");
    String::from_utf8(bytes_of(path)?).map_err(not_utf8)
}
