//! What the window shows, kept for its next start.

use crate::{commands::Handle, error::Reply};

/// Keeps what the window shows; false where it may not show the last change yet.
#[tauri::command]
#[specta::specta]
pub fn picture_keep(handle: Handle<'_>, key: String, shown: String) -> Reply<bool> {
    handle.call("keep the picture", |library| library.keep_picture(&key, &shown))
}

/// The window shows something else now.
#[tauri::command]
#[specta::specta]
pub fn picture_drop(handle: Handle<'_>) -> Reply<()> {
    handle.call("drop the picture", |library| library.drop_picture())
}
