//! The path of the library unless somebody says otherwise: one place, which the window and the command line share.

use std::env;
use std::path::PathBuf;

/// The application's identifier, as in `tauri.conf.json`, which names its folder among others' data.
pub const IDENTIFIER: &str = "app.factly.desktop";
const FILE: &str = "library.factly";
const VARIABLE: &str = "FACTLY_LIBRARY";

/// The path that `FACTLY_LIBRARY` names, else a file in the application's own data folder. `None` where the system
/// names no such folder.
pub fn default_library() -> Option<PathBuf> {
    named_library().or_else(|| Some(data_folder()?.join(IDENTIFIER).join(FILE)))
}

/// The path that `FACTLY_LIBRARY` names.
pub fn named_library() -> Option<PathBuf> {
    env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from)
}

#[cfg(target_os = "windows")]
fn data_folder() -> Option<PathBuf> {
    env::var_os("APPDATA").map(PathBuf::from)
}

#[cfg(target_os = "macos")]
fn data_folder() -> Option<PathBuf> {
    Some(home()?.join("Library/Application Support"))
}

#[cfg(not(any(target_os = "windows", target_os = "macos")))]
fn data_folder() -> Option<PathBuf> {
    let named = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(home()?.join(".local/share")))
}

#[cfg(not(target_os = "windows"))]
fn home() -> Option<PathBuf> {
    env::var_os("HOME").filter(|path| !path.is_empty()).map(PathBuf::from)
}
