//! Discoveries out to files and in again, and copies of the library to look into.

use std::path::PathBuf;

use factly_engine::transfer::OriginalsChoice;
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use super::desktop::{choose_source, choose_target};
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    tasks::Tasks,
    wire::{
        done::Done,
        inputs::IngestEvent,
        library::Backup,
        transfer::{BackupPreview, ExportReport, How, ImportPreview, ImportReport, Repair, repairs},
    },
};

/// Asks the analyst for the target of a file; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn transfer_choose_export(app: AppHandle, name: String) -> AppResult<Option<String>> {
    Ok(choose_target(&app, Title::Export, &name, "factly.json", ("JSON", "json")))
}

/// Asks the analyst for the target of a text with Markdown in it; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn transfer_choose_markdown(app: AppHandle, name: String) -> AppResult<Option<String>> {
    Ok(choose_target(&app, Title::Save, &name, "md", ("Markdown", "md")))
}

/// The file that the analyst wants imported; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn transfer_choose_import(app: AppHandle) -> AppResult<Option<String>> {
    Ok(choose_source(&app, Title::Import, "JSON", &["json"]))
}

#[tauri::command]
#[specta::specta]
pub fn export_discovery(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discoveries: Vec<Uuid>,
    originals: bool,
    path: String,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<ExportReport> {
    let (watched, file) = (tasks.begin(task, progress), PathBuf::from(&path));
    let originals = if originals { OriginalsChoice::Taken } else { OriginalsChoice::LeftOut };
    let export = handle.call("export", move |library| {
        library.transfer().export_with_to_file(&discoveries, originals, &file, &watched)
    });
    Ok(ExportReport::new(path, export?))
}

#[tauri::command]
#[specta::specta]
pub fn import_preview(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    path: String,
    how: How,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<ImportPreview> {
    let watched = tasks.begin(task, progress);
    let look =
        move |library: &factly_engine::Library| library.transfer().import_preview(path.as_ref(), how.into(), &watched);
    Ok(handle.call("look into the file", look)?.into())
}

/// Imports a file, whole or not at all; faults of the kinds in `repair` are mended as the preview says.
#[tauri::command]
#[specta::specta]
pub fn import_apply(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    path: String,
    how: How,
    repair: Vec<Repair>,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<Done<ImportReport>> {
    let watched = tasks.begin(task, progress);
    let repairs = repairs(repair);
    let apply = move |library: &factly_engine::Library| {
        library.transfer().import_apply(path.as_ref(), how.into(), &repairs, &watched)
    };
    Ok(handle.mutate("import the file", apply)?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn backup_preview(handle: Handle<'_>, backup: String) -> AppResult<BackupPreview> {
    handle.backup_preview(backup)
}

#[tauri::command]
#[specta::specta]
pub fn backup_make(handle: Handle<'_>) -> AppResult<Backup> {
    Ok(handle.call("copy the library", |library| library.back_up())?.into())
}
