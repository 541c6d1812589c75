//! Runs: what was asked of a parser, and what came of its answer.

use factly_engine::extraction::Force;
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    task::Tasks,
    wire::{
        input::{AddReport, IngestEvent},
        run::{RunReport, RunView},
    },
};

/// What to ask a model of one's own about a bundle.
#[tauri::command]
#[specta::specta]
pub fn run_prompt(door: State<'_, Door>, bundle: Uuid) -> Reply<String> {
    door.ask("write the prompt", move |library| library.runs().run_prompt(bundle))
}

#[tauri::command]
#[specta::specta]
pub fn run_submit(door: State<'_, Door>, bundle: Uuid, answer: String, force: bool) -> Reply<RunReport> {
    let force = if force { Force::Yes } else { Force::No };
    Ok(door.ask("take the answer", move |library| library.runs().run_submit(bundle, &answer, force))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn run_show(door: State<'_, Door>, run: Uuid) -> Reply<RunView> {
    Ok(door.ask("show the run", move |library| library.runs().run(run))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn runs_retry(
    door: State<'_, Door>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    task: String,
    progress: Channel<IngestEvent>,
) -> Reply<AddReport> {
    let watched = tasks.begin(task, progress);
    Ok(door.ask("read what was not read", move |library| library.inputs().retry_failed(discovery, &watched))?.into())
}
