//! The analyst's settings of the window.

use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    preferences, window,
    wire::preferences::{Preferences, Scans},
};

#[tauri::command]
#[specta::specta]
pub fn preferences(handle: Handle<'_>) -> AppResult<Preferences> {
    handle.call("read the preferences", preferences::read)
}

#[tauri::command]
#[specta::specta]
pub fn set_preferences(app: AppHandle, handle: Handle<'_>, preferences: Preferences) -> AppResult<Preferences> {
    let set = preferences.clone();
    handle.call("save the preferences", move |library| preferences::save(library, &set))?;
    window::dress(&app, preferences.theme);
    Ok(preferences)
}

#[tauri::command]
#[specta::specta]
pub fn scans(handle: Handle<'_>) -> AppResult<Scans> {
    Ok(handle.call("see how scanned pages are met", |library| library.originals().scans())?.into())
}

#[tauri::command]
#[specta::specta]
pub fn read_scans(handle: Handle<'_>, on: bool) -> AppResult<()> {
    handle.call("say how scanned pages are met", move |library| library.originals().read_scans(on))
}
