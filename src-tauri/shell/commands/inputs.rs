//! Inputs and the bundles they are cut into.

use factly_engine::{
    inputs::{NewDocument, NewInput, Parsing},
    store::inputs::InputOrigin,
};
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use super::entities::duplicate_policy;
use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::{
        done::Done,
        inputs::{AddReport, IngestEvent, NewText},
        run::{BundlePage, BundleView},
    },
};

/// The name of the HTML of a clipboard.
const CLIPBOARD: &str = "clipboard.html";

/// The text that the HTML of a clipboard would be added as.
#[tauri::command]
#[specta::specta]
pub fn clipboard_text(handle: Handle<'_>, html: String) -> AppResult<String> {
    handle.call("read the clipboard", move |library| library.originals().text_of(CLIPBOARD, html.into_bytes()))
}

#[tauri::command]
#[specta::specta]
pub fn input_add_text(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    pasted: NewText,
    anyway: bool,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<AddReport> {
    let watched = tasks.begin(task, progress);
    let how = (Parsing::Now, duplicate_policy(anyway));
    let NewText { title, text, html } = pasted;
    let origin = InputOrigin::Paste;
    let add = handle.call("add the text", move |library| match html {
        Some(html) => {
            let document = NewDocument { title, origin, name: CLIPBOARD.to_owned(), bytes: html.into_bytes() };
            library.inputs().add_document_checked(discovery, document, how, &watched)
        }
        None => {
            let input = NewInput { title, origin, file_name: None, text };
            library.inputs().add_input_checked(discovery, input, how.0, how.1, &watched)
        }
    });
    Ok(add?.into())
}

#[tauri::command]
#[specta::specta]
pub fn input_add_files(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    paths: Vec<String>,
    anyway: bool,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<AddReport> {
    let watched = tasks.begin(task, progress);
    let how = (Parsing::Now, duplicate_policy(anyway));
    let add = handle.call("add the files", move |library| {
        library.inputs().add_files_checked(discovery, &paths, None, how, &watched)
    });
    Ok(add?.into())
}

#[tauri::command]
#[specta::specta]
pub fn input_read_rest(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    input: Uuid,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<AddReport> {
    let watched = tasks.begin(task, progress);
    Ok(handle.call("read the rest", move |library| library.inputs().read_rest(input, &watched))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn input_rename(handle: Handle<'_>, input: Uuid, title: String) -> AppResult<()> {
    handle.call("rename the Input", move |library| library.inputs().rename_input(input, &title))
}

#[tauri::command]
#[specta::specta]
pub fn input_delete(handle: Handle<'_>, input: Uuid) -> AppResult<Done<()>> {
    handle.mutate("delete the Input", move |library| library.pipeline().delete_input(input))
}

#[tauri::command]
#[specta::specta]
pub fn bundle_page(handle: Handle<'_>, discovery: Uuid, after: Option<String>, limit: u32) -> AppResult<BundlePage> {
    let page =
        handle.call("list the bundles", move |library| library.inputs().bundles(discovery, after.as_deref(), limit));
    Ok(page?.into())
}

#[tauri::command]
#[specta::specta]
pub fn bundle_show(handle: Handle<'_>, bundle: Uuid) -> AppResult<BundleView> {
    Ok(handle.call("show the bundle", move |library| library.inputs().bundle(bundle))?.into())
}
