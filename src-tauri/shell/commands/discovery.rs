//! Discoveries, and steps back and forth.

use factly_engine::Library;
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    task::Watched,
    wire::{
        discovery::{Discovery, DiscoveryChange, DiscoveryDetail, UndoReport},
        done::Done,
        input::IngestEvent,
    },
};

#[tauri::command]
#[specta::specta]
pub fn discovery_list(door: State<'_, Door>, query: Option<String>, archived: bool) -> Reply<Vec<Discovery>> {
    let list =
        door.ask("list the discoveries", move |library| library.discoveries().list(query.as_deref(), archived))?;
    Ok(list.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_create(door: State<'_, Door>, title: String, goal: String) -> Reply<Discovery> {
    Ok(door.ask("make the discovery", move |library| library.discoveries().create(&title, &goal))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_open(door: State<'_, Door>, id: Uuid) -> Reply<DiscoveryDetail> {
    Ok(door.ask("open the discovery", move |library| library.discoveries().get(id))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_update(door: State<'_, Door>, id: Uuid, change: DiscoveryChange) -> Reply<Discovery> {
    Ok(door.ask("change the discovery", move |library| library.discoveries().update(id, change.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_archive(door: State<'_, Door>, id: Uuid, archived: bool) -> Reply<Done<Discovery>> {
    Ok(door.act("archive the discovery", move |library| library.discoveries().archive(id, archived))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_delete(door: State<'_, Door>, id: Uuid) -> Reply<Done<()>> {
    door.act("delete the discovery", move |library| library.discoveries().delete(id))
}

#[tauri::command]
#[specta::specta]
pub fn sample_create(door: State<'_, Door>, progress: Channel<IngestEvent>) -> Reply<Discovery> {
    let watched = Watched::unnamed(progress);
    Ok(door.ask("make the sample", move |library| library.sample().create_sample(&watched))?.into())
}

/// Without a discovery, the library's own steps: making, archiving and deleting discoveries. With `step`, that one or none.
#[tauri::command]
#[specta::specta]
pub fn undo(door: State<'_, Door>, discovery: Option<Uuid>, step: Option<i64>) -> Reply<UndoReport> {
    let undo = move |library: &Library| match step {
        Some(step) => library.undo().undo_step(discovery, step),
        None => library.undo().undo(discovery),
    };
    Ok(door.ask("undo", undo)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn redo(door: State<'_, Door>, discovery: Option<Uuid>) -> Reply<UndoReport> {
    Ok(door.ask("redo", move |library| library.undo().redo(discovery))?.into())
}
