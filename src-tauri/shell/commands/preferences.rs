//! What the analyst set for the window.

use tauri::AppHandle;

use crate::{commands::Handle, error::Reply, preferences, window, wire::preferences::Preferences};

#[tauri::command]
#[specta::specta]
pub fn preferences(handle: Handle<'_>) -> Reply<Preferences> {
    handle.call("read the preferences", preferences::read)
}

#[tauri::command]
#[specta::specta]
pub fn set_preferences(app: AppHandle, handle: Handle<'_>, preferences: Preferences) -> Reply<Preferences> {
    let set = preferences.clone();
    handle.call("save the preferences", move |library| preferences::save(library, &set))?;
    window::dress(&app, preferences.theme);
    Ok(preferences)
}
