//! The documents that Inputs were read from.

use std::path::Path;

use uuid::Uuid;

use super::desktop::choose_target;
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    wire::{
        done::Done,
        originals::{Document, DocumentChange},
    },
};

#[tauri::command]
#[specta::specta]
pub fn document_show(handle: Handle<'_>, input: Uuid) -> AppResult<Document> {
    Ok(handle.call("show the document", move |library| library.originals().document(input))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn document_describe(handle: Handle<'_>, input: Uuid, change: DocumentChange) -> AppResult<Done<Document>> {
    let described =
        handle.mutate("describe the document", move |library| library.originals().describe(input, change.into()));
    Ok(described?.into_wire())
}

/// Writes the document as it was added to where the analyst says; returns where, or none where the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn document_save(app: AppHandle, handle: Handle<'_>, input: Uuid) -> AppResult<Option<String>> {
    let document = handle.call("save the document", move |library| library.originals().document(input))?;
    let name = document.file_name.unwrap_or_else(|| format!("{}.{}", document.title, document.format));
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, "txt"));
    let Some(path) = choose_target(&app, Title::SaveDocument, stem, ending, (Title::Documents.text(), ending)) else {
        return Ok(None);
    };
    handle.call("save the document", |library| library.originals().save(input, Path::new(&path)))?;
    Ok(Some(path))
}
