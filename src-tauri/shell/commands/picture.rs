//! What the window shows, kept for its next start.

use tauri::State;

use crate::{door::Door, error::Reply};

/// Keeps what the window shows; false where it may not show the last change yet.
#[tauri::command]
#[specta::specta]
pub fn picture_keep(door: State<'_, Door>, key: String, shown: String) -> Reply<bool> {
    door.ask("keep the picture", |library| library.keep_picture(&key, &shown))
}

/// The window shows something else now.
#[tauri::command]
#[specta::specta]
pub fn picture_drop(door: State<'_, Door>) -> Reply<()> {
    door.ask("drop the picture", |library| library.drop_picture())
}
