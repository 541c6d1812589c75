//! What the analyst set for the window.

use tauri::{AppHandle, State};

use crate::{door::Door, error::Reply, preferences, window, wire::preferences::Preferences};

#[tauri::command]
#[specta::specta]
pub fn preferences(door: State<'_, Door>) -> Reply<Preferences> {
    door.ask("read the preferences", preferences::read)
}

#[tauri::command]
#[specta::specta]
pub fn set_preferences(app: AppHandle, door: State<'_, Door>, preferences: Preferences) -> Reply<Preferences> {
    let set = preferences.clone();
    door.ask("save the preferences", move |library| preferences::save(library, &set))?;
    window::dress(&app, preferences.theme);
    Ok(preferences)
}
