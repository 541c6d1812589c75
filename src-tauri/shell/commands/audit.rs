//! The audit: coverage, the past, saved views, evidence packs.

use std::path::PathBuf;

use factly_engine::{Library, evidence_pack};
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
        audit::{BlocksThen, Coverage, LedgerThen, Moment, PackCheck, PackMade, PointInTime, SavedView, Which},
        done::Done,
        facts::FactFilter,
        inputs::{AddReport, IngestEvent},
    },
};

/// Reads one bundle again whose run failed, or that was never read.
#[tauri::command]
#[specta::specta]
pub fn bundle_retry(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    bundle: Uuid,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<AddReport> {
    let watched = tasks.begin(task, progress);
    Ok(handle.call("read the part again", move |library| library.inputs().retry_bundle(bundle, &watched))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn coverage(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<Vec<Coverage>> {
    let watched = tasks.begin(task, progress);
    let all = handle.call("say what was read", move |library| library.audit().coverage(discovery, &watched))?;
    Ok(all.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn coverage_of_input(handle: Handle<'_>, input: Uuid) -> AppResult<Coverage> {
    Ok(handle.call("say what was read", move |library| library.audit().coverage_of_input(input))?.into())
}

/// The step that a point in time comes to.
#[tauri::command]
#[specta::specta]
pub fn moment(handle: Handle<'_>, discovery: Uuid, point: PointInTime) -> AppResult<Moment> {
    Ok(handle.call("find the step", move |library| library.audit().moment(discovery, point.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn facts_as_of(
    handle: Handle<'_>,
    discovery: Uuid,
    point: PointInTime,
    filter: FactFilter,
    which: Which,
    after: Option<String>,
    limit: u32,
) -> AppResult<LedgerThen> {
    let filter = filter.into();
    let look = move |library: &Library| {
        library.audit().facts_as_of(discovery, point.into(), &filter, which.into(), after.as_deref(), limit)
    };
    Ok(handle.call("list the facts as they stood", look)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn blocks_as_of(
    handle: Handle<'_>,
    discovery: Uuid,
    item: Option<String>,
    point: PointInTime,
) -> AppResult<BlocksThen> {
    let look = move |library: &Library| library.audit().blocks_as_of(discovery, item.as_deref(), point.into());
    Ok(handle.call("show the blocks as they stood", look)?.into())
}

#[tauri::command]
#[specta::specta]
pub fn saved_views(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<SavedView>> {
    let views = handle.call("list the saved views", move |library| library.audit().saved_views(discovery))?;
    Ok(views.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn view_save(handle: Handle<'_>, discovery: Uuid, name: String, filter: FactFilter) -> AppResult<SavedView> {
    let filter = filter.into();
    Ok(handle.call("save the view", move |library| library.audit().save_view(discovery, &name, &filter))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn view_rename(handle: Handle<'_>, view: Uuid, name: String) -> AppResult<()> {
    handle.call("rename the view", move |library| library.audit().rename_view(view, &name))
}

#[tauri::command]
#[specta::specta]
pub fn view_delete(handle: Handle<'_>, view: Uuid) -> AppResult<Done<()>> {
    handle.mutate("delete the view", move |library| library.audit().delete_view(view))
}

/// Asks the analyst for the target of an evidence pack; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn pack_choose(app: AppHandle, name: String) -> AppResult<Option<String>> {
    Ok(choose_target(&app, Title::EvidencePack, &name, "evidence.zip", ("ZIP", "zip")))
}

/// The evidence pack that the analyst wants checked; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn pack_choose_check(app: AppHandle) -> AppResult<Option<String>> {
    Ok(choose_source(&app, Title::EvidencePack, "ZIP", &["zip"]))
}

#[tauri::command]
#[specta::specta]
pub fn pack_make(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    path: String,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<PackMade> {
    let (watched, file) = (tasks.begin(task, progress), PathBuf::from(&path));
    let made = handle
        .call("make the evidence pack", move |library| library.evidence_packs().pack(discovery, &file, &watched))?;
    Ok(PackMade::new(path, made))
}

/// Checks a pack with nothing but the pack.
#[tauri::command]
#[specta::specta]
pub fn pack_check(
    tasks: State<'_, Tasks>,
    path: String,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<PackCheck> {
    let watched = tasks.begin(task, progress);
    let checked = evidence_pack::verify(path.as_ref(), &watched)?;
    Ok(PackCheck::new(path, checked))
}
