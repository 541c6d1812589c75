//! The library that a command works on, and whether it may make one where there is none.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Code, Error, Result};
use factly_engine::library_path::{default_library, named_library};
use factly_engine::meaning::model_file;
use factly_engine::providers::{ConsentByEnvironment, ProviderContext};
use factly_engine::store::Backups;
use factly_engine::world::World;

use crate::args::{CatalogueCommand, CliCommand, DiscoveryCommand, PriceCommand, ProviderCommand, RateCommand};
use crate::plain::to_stderr;

/// The library that was named, by the option or `FACTLY_LIBRARY`, or the application's own. A path that leads nowhere is
/// more often a slip than a wish for a new library, so only a command that fills one is given one: reading makes nothing.
pub(crate) fn library(named: Option<PathBuf>, command: &CliCommand) -> Result<PathBuf> {
    let named = named.or_else(named_library);
    let is_own = named.is_none();
    let nowhere = || Error::not_found("This system names no folder for the library.").hint("Give --library FILE.");
    let path = named.or_else(default_library).ok_or_else(nowhere)?;
    let is_there = path.try_exists().unwrap_or(true);
    // Where there are copies, opening says that a library was lost, and what to do.
    let has_copies = || Backups::for_library(&path).list().is_ok_and(|copies| !copies.is_empty());
    let fills = creates_library(command);
    if is_own && fills {
        make_folder(&path)?;
    }
    if is_there || fills || has_copies() {
        return Ok(path);
    }
    Err(Error::new(Code::LibraryMissing, message!("There is no library at {}.", path.display()))
        .kept("Nothing was made.")
        .hint("Look at the path; a new library is made by `discovery create`, `demo` or `import`."))
}

/// Makes the folder of the application's own library, if need be.
fn make_folder(path: &Path) -> Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder)
        .map_err(|error| Error::new(Code::Io, message!("The folder {} cannot be made: {}.", folder.display(), error)))
}

/// Returns whether a command leaves something in an empty library, or says beforehand what it would leave.
const fn creates_library(command: &CliCommand) -> bool {
    matches!(
        command,
        CliCommand::Discovery(DiscoveryCommand::Create { .. })
            | CliCommand::Demo
            | CliCommand::Import { .. }
            | CliCommand::Catalogue(CatalogueCommand::Add { .. } | CatalogueCommand::Import(_))
            | CliCommand::Price(PriceCommand::Rate(RateCommand::Add { .. }))
            | CliCommand::Provider(ProviderCommand::Set(_))
    )
}

pub(crate) fn connected(path: &Path) -> Result<Library> {
    let world = World::system();
    let logs = path.parent().unwrap_or(Path::new(".")).join("logs");
    let outside = ProviderContext::system(world.clone(), ConsentByEnvironment::Given).logging_to(logs);
    let library = Library::connected(path, world, outside).map_err(|error| explain_empty_file(path, error))?;
    library.use_meaning(model_file());
    library.wait_for_others(print_waiting);
    print_library_notes(&library);
    Ok(library)
}

/// Says on standard error what is not as usual with the library.
fn print_library_notes(library: &Library) {
    for note in library.notes() {
        to_stderr(&format!("note: {note}\n"));
    }
}

/// A file with nothing in it, as `mktemp` makes one, is no damaged library; it may be all that is left of one.
pub(crate) fn explain_empty_file(path: &Path, error: Error) -> Error {
    let is_empty = fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == 0);
    if error.code != Code::LibraryDamaged || !is_empty {
        return error;
    }
    Error::new(Code::LibraryDamaged, message!("The file {} is empty: there is no library in it.", path.display()))
        .kept("The file is as it was.")
        .hint("If a library was here, restore a copy (`factly backup list`). If not, remove the file, and a new library can be made in its place.")
}

/// A large import of another Factly takes some seconds; who has typed a command would rather wait than type it again.
fn print_waiting(waited: Duration) -> bool {
    let seconds = waited.as_secs();
    let mut lines = io::stderr().lock();
    let what = "Another Factly is writing to the library, an import perhaps. Waiting for it";
    // Whether anybody reads it or not.
    let _ = writeln!(lines, "{what} ({seconds} s); nothing is lost, and Ctrl C ends the waiting.");
    true
}
