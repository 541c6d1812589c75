//! The folder that a file dialog was left in last: the next one opens there, and so does the first after a start.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tauri::Manager as _;

use crate::AppHandle;

const FILE: &str = "last-folder";

/// Returns the folder for a dialog to open in: the last one while it is there, else the one for documents.
pub fn folder(app: &AppHandle) -> Option<PathBuf> {
    let paths = app.path();
    let last = paths.app_config_dir().ok().and_then(|own| last_in(&own));
    last.or_else(|| paths.document_dir().ok().filter(|path| path.is_dir())).or_else(|| paths.home_dir().ok())
}

/// Remembers where a file or a folder was chosen.
pub fn remember(app: &AppHandle, chosen: &Path) {
    let saved = app.path().app_config_dir().map_err(std::io::Error::other).and_then(|own| keep_in(&own, chosen));
    if let Err(error) = saved {
        tracing::warn!(%error, "the folder of a file dialog was not remembered");
    }
}

/// The folder that `own` remembers, as long as there is such a folder.
pub fn last_in(own: &Path) -> Option<PathBuf> {
    let path = PathBuf::from(fs::read_to_string(own.join(FILE)).ok()?);
    path.is_dir().then_some(path)
}

/// Has `own` remember the folder that holds what was chosen.
pub fn keep_in(own: &Path, chosen: &Path) -> std::io::Result<()> {
    let Some(folder) = chosen.parent().and_then(Path::to_str) else { return Ok(()) };
    fs::create_dir_all(own)?;
    fs::write(own.join(FILE), folder)
}
