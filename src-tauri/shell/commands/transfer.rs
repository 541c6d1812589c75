//! Discoveries out to files and in again, and copies of the library to look into.

use std::path::PathBuf;

use tauri::{AppHandle, State, ipc::Channel};
use tauri_plugin_dialog::DialogExt;
use uuid::Uuid;

use super::desktop::answered_by_a_test;
use crate::{
    door::Door,
    error::Reply,
    task::Tasks,
    wire::{
        done::Done,
        input::IngestEvent,
        library::Backup,
        transfer::{BackupPreview, ExportReport, How, ImportPreview, ImportReport, Repair, repairs},
    },
};

/// Where the analyst wants a file; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn transfer_choose_export(app: AppHandle, name: String) -> Reply<Option<String>> {
    let ask = || {
        let dialog = app.dialog().file().set_title("Export").set_file_name(file_name(&name, "factly.json"));
        dialog.add_filter("JSON", &["json"]).blocking_save_file().and_then(|file| file.into_path().ok())
    };
    Ok(chosen(ask))
}

/// Where the analyst wants a text with Markdown in it; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn transfer_choose_markdown(app: AppHandle, name: String) -> Reply<Option<String>> {
    let ask = || {
        let dialog = app.dialog().file().set_title("Save").set_file_name(file_name(&name, "md"));
        dialog.add_filter("Markdown", &["md"]).blocking_save_file().and_then(|file| file.into_path().ok())
    };
    Ok(chosen(ask))
}

/// The file that the analyst wants imported; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn transfer_choose_import(app: AppHandle) -> Reply<Option<String>> {
    let ask = || {
        let dialog = app.dialog().file().set_title("Import").add_filter("JSON", &["json"]);
        dialog.blocking_pick_file().and_then(|file| file.into_path().ok())
    };
    Ok(chosen(ask))
}

#[tauri::command]
#[specta::specta]
pub fn export_discovery(
    door: State<'_, Door>,
    tasks: State<'_, Tasks>,
    discoveries: Vec<Uuid>,
    path: String,
    task: String,
    progress: Channel<IngestEvent>,
) -> Reply<ExportReport> {
    let (watched, file) = (tasks.begin(task, progress), PathBuf::from(&path));
    let export = door.ask("export", move |library| library.transfer().export_to_file(&discoveries, &file, &watched));
    Ok(ExportReport::of(path, export?))
}

#[tauri::command]
#[specta::specta]
pub fn import_preview(
    door: State<'_, Door>,
    tasks: State<'_, Tasks>,
    path: String,
    how: How,
    task: String,
    progress: Channel<IngestEvent>,
) -> Reply<ImportPreview> {
    let watched = tasks.begin(task, progress);
    let look =
        move |library: &factly_engine::Library| library.transfer().import_preview(path.as_ref(), how.into(), &watched);
    Ok(door.ask("look into the file", look)?.into())
}

/// Imports a file, whole or not at all; faults of the kinds in `repair` are mended as the preview says.
#[tauri::command]
#[specta::specta]
pub fn import_apply(
    door: State<'_, Door>,
    tasks: State<'_, Tasks>,
    path: String,
    how: How,
    repair: Vec<Repair>,
    task: String,
    progress: Channel<IngestEvent>,
) -> Reply<Done<ImportReport>> {
    let watched = tasks.begin(task, progress);
    let repairs = repairs(repair);
    let apply = move |library: &factly_engine::Library| {
        library.transfer().import_apply(path.as_ref(), how.into(), &repairs, &watched)
    };
    Ok(door.act("import the file", apply)?.told())
}

#[tauri::command]
#[specta::specta]
pub fn backup_preview(door: State<'_, Door>, backup: String) -> Reply<BackupPreview> {
    door.backup_preview(backup)
}

#[tauri::command]
#[specta::specta]
pub fn backup_make(door: State<'_, Door>) -> Reply<Backup> {
    Ok(door.ask("copy the library", |library| library.back_up())?.into())
}

pub(super) fn chosen(ask: impl FnOnce() -> Option<PathBuf>) -> Option<String> {
    let path = match answered_by_a_test() {
        Some(paths) => paths.into_iter().next(),
        None => ask(),
    };
    path.map(|path| path.to_string_lossy().into_owned())
}

/// A title as a file's name: without what some system does not allow there.
pub(super) fn file_name(title: &str, ending: &str) -> String {
    let allowed = |c: char| if c.is_control() || "/\\:*?\"<>|".contains(c) { '-' } else { c };
    let name: String = title.chars().map(allowed).take(80).collect();
    let name = name.trim_matches([' ', '.']);
    format!("{}.{ending}", if name.is_empty() { "discovery" } else { name })
}
