//! The window's requests to the desktop: a file dialog, the clipboard, the log folder, the browser.
//!
//! The plugins behind these are used from here only; the window cannot reach them.

use std::path::PathBuf;

use factly_core::chat::markdown::address;
use factly_core::message;
use factly_engine::originals::Format;
use tauri::{Manager, State};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tauri_plugin_opener::OpenerExt;

use crate::{
    AppHandle, Runtime, clipboard,
    error::{AppError, AppResult, ErrorCode},
    last_folder,
    launch_files::LaunchFiles,
    locale::Title,
};

/// The files that the analyst picks in the system's dialog; none when it is dismissed.
#[tauri::command]
#[specta::specta]
pub fn input_choose_files(app: AppHandle) -> AppResult<Vec<String>> {
    let paths = answered_by_a_test().unwrap_or_else(|| ask_for_files(&app));
    Ok(paths.iter().map(|path| path.to_string_lossy().into_owned()).collect())
}

/// The folder that the analyst picks in the system's dialog; none when it is dismissed.
#[tauri::command]
#[specta::specta]
pub fn input_choose_folder(app: AppHandle) -> AppResult<Vec<String>> {
    let ask = || dialog(&app).set_title(Title::AddFolder.text()).blocking_pick_folder();
    Ok(chosen(&app, ask).into_iter().collect())
}

/// The files that a start of the application named and that were not asked for before.
#[tauri::command]
#[specta::specta]
pub fn input_launch_files(files: State<'_, LaunchFiles>) -> AppResult<Vec<String>> {
    Ok(files.take().iter().map(|path| path.to_string_lossy().into_owned()).collect())
}

#[tauri::command]
#[specta::specta]
pub fn copy_text(app: AppHandle, text: String) -> AppResult<()> {
    clipboard::put(&app, text).map_err(|error| desktop_error("The text was not copied", &error))
}

#[tauri::command]
#[specta::specta]
pub fn open_log_folder(app: AppHandle) -> AppResult<()> {
    let folder = app.path().app_log_dir().map_err(|error| desktop_error("The log folder was not found", &error))?;
    let opened = app.opener().open_path(folder.to_string_lossy(), None::<&str>);
    opened.map_err(|error| {
        desktop_error("The log folder was not opened", &error).hint(message!("It is {}", folder.display()))
    })
}

/// Shows a file that was written in its folder, by the desktop's own file manager.
#[tauri::command]
#[specta::specta]
pub fn show_in_folder(app: AppHandle, path: String) -> AppResult<()> {
    if opened_by_a_test(&path) {
        return Ok(());
    }
    let shown = app.opener().reveal_item_in_dir(&path);
    shown.map_err(|error| desktop_error("The folder was not opened", &error).hint(message!("The file is {}", path)))
}

/// Opens another library in a window of its own.
#[tauri::command]
#[specta::specta]
pub fn library_open(path: String) -> AppResult<()> {
    if opened_by_a_test(&path) {
        return Ok(());
    }
    let program = std::env::current_exe();
    let started = program.and_then(|program| std::process::Command::new(program).arg("--library").arg(&path).spawn());
    started.map(drop).map_err(|error| {
        desktop_error("The library was not opened", &error).hint(message!("Start Factly with it: {}", path))
    })
}

/// Opens a page or a mailbox in the analyst's own program, who was shown where it leads. Nothing else is opened.
#[tauri::command]
#[specta::specta]
pub fn open_link(app: AppHandle, url: String) -> AppResult<()> {
    let leads = address(&url).ok_or_else(|| {
        AppError::new(ErrorCode::Refused, "The link was not opened")
            .hint("Only addresses of pages and mailboxes are opened")
    })?;
    if opened_by_a_test(&leads) {
        return Ok(());
    }
    let opened = app.opener().open_url(&leads, None::<&str>);
    opened.map_err(|error| desktop_error("The link was not opened", &error).hint(message!("It leads to {}", leads)))
}

/// Asks the analyst for a file to read; none when the dialog is dismissed.
pub(super) fn choose_source(app: &AppHandle, title: Title, kind: &str, endings: &[&str]) -> Option<String> {
    chosen(app, || dialog(app).set_title(title.text()).add_filter(kind, endings).blocking_pick_file())
}

/// Asks the analyst where a file named `name` is to be written; none when the dialog is dismissed.
pub(super) fn choose_target(
    app: &AppHandle,
    title: Title,
    name: &str,
    ending: &str,
    (kind, filter): (&str, &str),
) -> Option<String> {
    let asking = dialog(app).set_title(title.text()).set_file_name(file_name(name, ending));
    chosen(app, || asking.add_filter(kind, &[filter]).blocking_save_file())
}

/// Asks the analyst in which folder one named `name` is to be made; none when the dialog is dismissed.
pub(super) fn choose_new_folder(app: &AppHandle, title: Title, name: &str) -> Option<String> {
    let parent = chosen(app, || dialog(app).set_title(title.text()).blocking_pick_folder())?;
    Some(PathBuf::from(parent).join(allowed(name)).to_string_lossy().into_owned())
}

/// A dialog for files that opens where the last one was left.
fn dialog(app: &AppHandle) -> FileDialogBuilder<Runtime> {
    let dialog = app.dialog().file();
    match last_folder::folder(app) {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

fn chosen(app: &AppHandle, ask: impl FnOnce() -> Option<FilePath>) -> Option<String> {
    let path = match answered_by_a_test() {
        Some(paths) => paths.into_iter().next(),
        None => ask().and_then(|file| file.into_path().ok()).inspect(|path| last_folder::remember(app, path)),
    };
    path.map(|path| path.to_string_lossy().into_owned())
}

/// A title as a file's name: without what some system does not allow there.
fn file_name(title: &str, ending: &str) -> String {
    format!("{}.{ending}", allowed(title))
}

fn allowed(title: &str) -> String {
    let allowed = |c: char| if c.is_control() || "/\\:*?\"<>|".contains(c) { '-' } else { c };
    let name: String = title.chars().map(allowed).take(80).collect();
    let name = name.trim_matches([' ', '.']);
    if name.is_empty() { "discovery" } else { name }.to_owned()
}

fn ask_for_files(app: &AppHandle) -> Vec<PathBuf> {
    let endings: Vec<&str> = Format::ALL.iter().flat_map(|format| format.endings()).copied().collect();
    let asking = dialog(app).set_title(Title::AddFiles.text()).add_filter(Title::Documents.text(), &endings);
    let picked = asking.add_filter(Title::AllFiles.text(), &["*"]).blocking_pick_files().unwrap_or_default();
    let paths: Vec<PathBuf> = picked.into_iter().filter_map(|file| file.into_path().ok()).collect();
    if let Some(first) = paths.first() {
        last_folder::remember(app, first);
    }
    paths
}

/// A native dialog cannot be driven, so in debug builds a test answers it: the file that this variable names
/// has the paths, one a line.
#[cfg(debug_assertions)]
fn answered_by_a_test() -> Option<Vec<PathBuf>> {
    let list = std::env::var_os("FACTLY_DEBUG_CHOSEN_FILES")?;
    let list = std::fs::read_to_string(list).unwrap_or_default();
    Some(list.lines().map(PathBuf::from).collect())
}

#[cfg(not(debug_assertions))]
fn answered_by_a_test() -> Option<Vec<PathBuf>> {
    None
}

/// A browser is not for a test to open, so in debug builds the file that this variable names takes the addresses.
#[cfg(debug_assertions)]
fn opened_by_a_test(url: &str) -> bool {
    let Some(list) = std::env::var_os("FACTLY_DEBUG_OPENED_LINKS") else { return false };
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(list);
    let _ = opened.and_then(|mut list| std::io::Write::write_all(&mut list, format!("{url}\n").as_bytes()));
    true
}

#[cfg(not(debug_assertions))]
fn opened_by_a_test(_: &str) -> bool {
    false
}

fn desktop_error(message: &'static str, cause: &dyn std::fmt::Display) -> AppError {
    tracing::warn!(%cause, message);
    AppError::new(ErrorCode::Io, message)
}
