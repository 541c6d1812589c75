//! The library as a whole.

use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::{Tasks, WatchedTask},
    wire::{
        inputs::IngestEvent,
        library::{Backup, LibraryState, VerifyReport},
    },
};

#[tauri::command]
#[specta::specta]
pub fn library_state(handle: Handle<'_>) -> AppResult<LibraryState> {
    handle.library_state()
}

#[tauri::command]
#[specta::specta]
pub fn library_backups(handle: Handle<'_>) -> AppResult<Vec<Backup>> {
    handle.backups()
}

#[tauri::command]
#[specta::specta]
pub fn library_restore(handle: Handle<'_>, backup: String) -> AppResult<LibraryState> {
    handle.restore(backup)
}

#[tauri::command]
#[specta::specta]
pub fn verify(handle: Handle<'_>, discovery: Option<Uuid>, progress: Channel<IngestEvent>) -> AppResult<VerifyReport> {
    let watched = WatchedTask::unnamed(progress);
    let report = handle.call("verify the library", move |library| library.sources().verify(discovery, &watched))?;
    Ok(report.into())
}

#[tauri::command]
#[specta::specta]
pub fn task_cancel(tasks: State<'_, Tasks>, task: String) -> AppResult<()> {
    tasks.cancel(&task);
    Ok(())
}
