//! The library as a whole.

use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    task::{Tasks, Watched},
    wire::{
        input::IngestEvent,
        library::{Backup, LibraryState, VerifyReport},
    },
};

#[tauri::command]
#[specta::specta]
pub fn library_state(door: State<'_, Door>) -> Reply<LibraryState> {
    door.library_state()
}

#[tauri::command]
#[specta::specta]
pub fn library_backups(door: State<'_, Door>) -> Reply<Vec<Backup>> {
    door.backups()
}

#[tauri::command]
#[specta::specta]
pub fn library_restore(door: State<'_, Door>, backup: String) -> Reply<LibraryState> {
    door.restore(backup)
}

#[tauri::command]
#[specta::specta]
pub fn verify(door: State<'_, Door>, discovery: Option<Uuid>, progress: Channel<IngestEvent>) -> Reply<VerifyReport> {
    let watched = Watched::unnamed(progress);
    let report = door.ask("verify the library", move |library| library.sources().verify(discovery, &watched))?;
    Ok(report.into())
}

#[tauri::command]
#[specta::specta]
pub fn task_cancel(tasks: State<'_, Tasks>, task: String) -> Reply<()> {
    tasks.cancel(&task);
    Ok(())
}
