//! Discoveries, and steps back and forth.

use factly_engine::Library;
use factly_engine::keys::offered_packs;
use tauri::ipc::Channel;
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::WatchedTask,
    wire::{
        discovery::{Discovery, DiscoveryChange, DiscoveryDetail, PackOffer, UndoReport},
        done::Done,
        inputs::IngestEvent,
    },
};

#[tauri::command]
#[specta::specta]
pub fn discovery_list(handle: Handle<'_>, query: Option<String>, archived: bool) -> AppResult<Vec<Discovery>> {
    let list =
        handle.call("list the discoveries", move |library| library.discoveries().list(query.as_deref(), archived))?;
    Ok(list.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_create(
    handle: Handle<'_>,
    title: String,
    goal: String,
    packs: Option<Vec<String>>,
) -> AppResult<Discovery> {
    let create = move |library: &Library| library.discoveries().create_with(&title, &goal, packs.as_deref());
    Ok(handle.call("make the discovery", create)?.into())
}

/// Every pack of keys, with what of a goal it fits.
#[tauri::command]
#[specta::specta]
pub fn packs_offered(handle: Handle<'_>, goal: String) -> AppResult<Vec<PackOffer>> {
    let offered = handle.call("look which packs fit", move |_| Ok(offered_packs(&goal)))?;
    Ok(offered.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_open(handle: Handle<'_>, id: Uuid) -> AppResult<DiscoveryDetail> {
    Ok(handle.call("open the discovery", move |library| library.discoveries().get(id))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_update(handle: Handle<'_>, id: Uuid, change: DiscoveryChange) -> AppResult<Discovery> {
    Ok(handle.call("change the discovery", move |library| library.discoveries().update(id, change.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_archive(handle: Handle<'_>, id: Uuid, archived: bool) -> AppResult<Done<Discovery>> {
    Ok(handle.mutate("archive the discovery", move |library| library.discoveries().archive(id, archived))?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn discovery_delete(handle: Handle<'_>, id: Uuid) -> AppResult<Done<()>> {
    handle.mutate("delete the discovery", move |library| library.discoveries().delete(id))
}

#[tauri::command]
#[specta::specta]
pub fn sample_create(handle: Handle<'_>, progress: Channel<IngestEvent>) -> AppResult<Discovery> {
    let watched = WatchedTask::unnamed(progress);
    Ok(handle.call("make the sample", move |library| library.sample().create_sample(&watched))?.into())
}

/// Without a discovery, the library's own steps: making, archiving and deleting discoveries. With `step`, that one or none.
#[tauri::command]
#[specta::specta]
pub fn undo(handle: Handle<'_>, discovery: Option<Uuid>, step: Option<i64>) -> AppResult<UndoReport> {
    let undo = move |library: &Library| match step {
        Some(step) => library.undo().undo_step(discovery, step),
        None => library.undo().undo(discovery),
    };
    Ok(handle.call("undo", undo)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn redo(handle: Handle<'_>, discovery: Option<Uuid>) -> AppResult<UndoReport> {
    Ok(handle.call("redo", move |library| library.undo().redo(discovery))?.into())
}
