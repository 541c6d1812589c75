//! Files that a start names: `factly-desktop interview.md`, or "Open with" on the desktop; and a library to open.
//!
//! They wait here until the window asks for them, since a page that is still loading hears nothing. A second start hands
//! its files to the first one's window and ends. What becomes of them is the window's to say: it adds them as if they
//! had been dropped on it.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use factly_engine::store::is_library;
use tauri::Url;
use tauri_specta::Event;

use crate::{AppHandle, wire::library::Changed};

/// The files that no window has taken yet.
#[derive(Clone, Default)]
pub struct LaunchFiles(Arc<Mutex<Vec<PathBuf>>>);

impl LaunchFiles {
    /// Keeps `files` and tells the window of them.
    pub fn hand(&self, app: &AppHandle, files: Vec<PathBuf>) {
        if files.is_empty() {
            return;
        }
        tracing::info!(files = files.len(), "a start named files");
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
        if let Err(error) = (Changed { discovery: None, topics: Vec::new(), launch_files: true }).emit(app) {
            tracing::warn!(%error, "the window was not told of the files");
        }
    }

    /// All that wait; they are the caller's from now on.
    pub fn take(&self) -> Vec<PathBuf> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Library and files that a start asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartArguments {
    /// The library to open in place of the application's own.
    pub library: Option<PathBuf>,
    pub files: Vec<PathBuf>,
}

/// An option that no start takes, or one without what it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOption(pub String);

/// Reads the arguments of a start, the program's name left out, seen from the folder it was started in. The first library
/// among the files is the one to open, unless an option names another.
pub fn start_of(
    arguments: impl IntoIterator<Item = OsString>,
    folder: &Path,
    is_library: impl Fn(&Path) -> bool,
) -> Result<StartArguments, UnknownOption> {
    let mut start = StartArguments::default();
    let mut arguments = arguments.into_iter();
    let mut only_files = false;
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        let is_option = !only_files && text.starts_with('-');
        match text.strip_prefix("--library") {
            _ if !is_option => start.files.push(folder.join(path_of(argument))),
            Some("") => {
                let named = arguments.next().ok_or(UnknownOption(text))?;
                start.library = Some(folder.join(path_of(named)));
            }
            Some(named) if named.starts_with('=') => start.library = Some(folder.join(path_of(named[1..].into()))),
            _ if text == "--" => only_files = true,
            // What macOS gives to every application that Finder starts.
            _ if text.starts_with("-psn_") => {}
            _ => return Err(UnknownOption(text)),
        }
    }
    if let (None, Some(at)) = (&start.library, start.files.iter().position(|file| is_library(file))) {
        start.library = Some(start.files.remove(at));
    }
    Ok(start)
}

/// The start of this process, whose options were found to be known.
pub(crate) fn this_start() -> StartArguments {
    let folder = std::env::current_dir().unwrap_or_default();
    start_of(std::env::args_os().skip(1), &folder, is_library).unwrap_or_default()
}

/// A desktop may name a file by its address.
fn path_of(argument: OsString) -> PathBuf {
    let address = argument.to_str().filter(|text| text.starts_with("file:")).and_then(|text| Url::parse(text).ok());
    address.and_then(|url| url.to_file_path().ok()).unwrap_or_else(|| argument.into())
}
