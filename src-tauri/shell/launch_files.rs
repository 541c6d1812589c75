//! Files that a start names: `factly-desktop interview.md`, or "Open with" on the desktop.
//!
//! They wait here until the window asks for them, since a page that is still loading hears nothing. A second start hands
//! its files to the first one's window and ends. What becomes of them is the window's to say: it adds them as if they
//! had been dropped on it.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

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

/// The files among a start's arguments, the program's name left out, seen from the folder it was started in.
pub fn files_of(arguments: impl IntoIterator<Item = OsString>, folder: &Path) -> Vec<PathBuf> {
    let mut only_files = false;
    let mut files = Vec::new();
    for argument in arguments {
        if argument == "--" && !only_files {
            only_files = true;
        } else if only_files || !argument.to_string_lossy().starts_with('-') {
            files.push(folder.join(path_of(argument)));
        }
    }
    files
}

/// A desktop may name a file by its address.
fn path_of(argument: OsString) -> PathBuf {
    let address = argument.to_str().filter(|text| text.starts_with("file:")).and_then(|text| Url::parse(text).ok());
    address.and_then(|url| url.to_file_path().ok()).unwrap_or_else(|| argument.into())
}
