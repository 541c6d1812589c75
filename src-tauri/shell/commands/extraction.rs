//! Runs: what was asked of a parser, and what came of its answer.

use factly_engine::extraction::Force;
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::{
        inputs::{AddReport, IngestEvent},
        run::{RunReport, RunView},
    },
};

/// Writes the prompt to ask a model of one's own about a bundle.
#[tauri::command]
#[specta::specta]
pub fn run_prompt(handle: Handle<'_>, bundle: Uuid) -> AppResult<String> {
    handle.call("write the prompt", move |library| library.runs().run_prompt(bundle))
}

#[tauri::command]
#[specta::specta]
pub fn run_submit(handle: Handle<'_>, bundle: Uuid, answer: String, force: bool) -> AppResult<RunReport> {
    let force = if force { Force::Yes } else { Force::No };
    Ok(handle.call("take the answer", move |library| library.runs().run_submit(bundle, &answer, force))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn run_show(handle: Handle<'_>, run: Uuid) -> AppResult<RunView> {
    Ok(handle.call("show the run", move |library| library.runs().run(run))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn runs_retry(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<AddReport> {
    let watched = tasks.begin(task, progress);
    Ok(handle.call("read what was not read", move |library| library.inputs().retry_failed(discovery, &watched))?.into())
}
