//! Long documents: reckoned, started, watched, steered, and taken out; and the wallet that pays for them.

use std::path::PathBuf;

use factly_engine::{
    Library, error as engine,
    long_documents::{RunRequest, RunView},
    wallet::read_amount,
};
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use super::desktop::{choose_new_folder, choose_target};
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    tasks::Tasks,
    wire::{
        count,
        done::Done,
        long_documents::{
            DocumentAsk, DocumentEstimate, DocumentRecipe, DocumentRun, DocumentRunSummary, DocumentTextPage, RunWords,
            WaitingRun, Wallet, WalletEntry,
        },
    },
};

/// The recipes that documents of a discovery can be made by.
#[tauri::command]
#[specta::specta]
pub fn document_recipes(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<DocumentRecipe>> {
    let recipes = handle.call("list the recipes", move |library| library.long_documents().recipes(Some(discovery)))?;
    Ok(recipes.into_iter().map(DocumentRecipe::from).collect())
}

/// Keeps a recipe in a discovery, given as JSON, in the place of its own one that is called `of`, or else of the same
/// name. Returns its name.
#[tauri::command]
#[specta::specta]
pub fn document_recipe_save(
    handle: Handle<'_>,
    discovery: Uuid,
    json: String,
    of: Option<String>,
) -> AppResult<Done<String>> {
    let save = move |library: &Library| library.long_documents().save_recipe(discovery, &json, of.as_deref());
    Ok(handle.mutate("keep the recipe", save)?.map(|recipe| recipe.name))
}

/// Calls one of a discovery's own recipes otherwise. Returns its new name.
#[tauri::command]
#[specta::specta]
pub fn document_recipe_rename(
    handle: Handle<'_>,
    discovery: Uuid,
    name: String,
    title: String,
) -> AppResult<Done<String>> {
    let rename = move |library: &Library| library.long_documents().rename_recipe(discovery, &name, &title);
    Ok(handle.mutate("rename the recipe", rename)?.map(|recipe| recipe.name))
}

/// Takes one of a discovery's own recipes away.
#[tauri::command]
#[specta::specta]
pub fn document_recipe_delete(handle: Handle<'_>, discovery: Uuid, name: String) -> AppResult<Done<()>> {
    handle.mutate("delete the recipe", move |library| library.long_documents().delete_recipe(discovery, &name))
}

/// Estimates the use of a run. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub fn document_estimate(handle: Handle<'_>, discovery: Uuid, ask: DocumentAsk) -> AppResult<DocumentEstimate> {
    let ask = RunRequest::try_from(ask)?;
    Ok(handle.call("reckon the cost", move |library| library.long_documents().estimate(discovery, &ask))?.into())
}

/// Makes a run, which the worker then takes. Returns its id.
#[tauri::command]
#[specta::specta]
pub fn document_run_start(handle: Handle<'_>, discovery: Uuid, ask: DocumentAsk) -> AppResult<Uuid> {
    let ask = RunRequest::try_from(ask)?;
    handle.call("start the document", move |library| library.long_documents().start(discovery, &ask))
}

/// The runs of a discovery, the newest first.
#[tauri::command]
#[specta::specta]
pub fn document_run_list(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<DocumentRunSummary>> {
    let runs = handle.call("list the documents", move |library| library.long_documents().list(discovery))?;
    Ok(runs.into_iter().rev().map(DocumentRunSummary::from).collect())
}

/// The runs of the library that wait for the analyst or failed.
#[tauri::command]
#[specta::specta]
pub fn document_runs_waiting(handle: Handle<'_>) -> AppResult<Vec<WaitingRun>> {
    let runs = handle.call("list the documents", |library| library.long_documents().needing_attention())?;
    let waiting = |(discovery, run): (Uuid, _)| WaitingRun {
        discovery: discovery.to_string(),
        run: DocumentRunSummary::from(run),
    };
    Ok(runs.into_iter().map(waiting).collect())
}

#[tauri::command]
#[specta::specta]
pub fn document_run_show(handle: Handle<'_>, run: Uuid) -> AppResult<DocumentRun> {
    change_run(&handle, "read the document", move |library| library.long_documents().tree(run))
}

/// The text of one document of a run, as far as it is stored.
#[tauri::command]
#[specta::specta]
pub fn document_run_text(handle: Handle<'_>, run: Uuid, document: Uuid) -> AppResult<String> {
    handle.call("read the document", move |library| library.long_documents().text(run, document))
}

/// Some paragraphs of it, from the one at `from` on.
#[tauri::command]
#[specta::specta]
pub fn document_run_text_page(
    handle: Handle<'_>,
    run: Uuid,
    document: Uuid,
    from: u32,
    count: u32,
) -> AppResult<DocumentTextPage> {
    let (from, count) = (from as usize, count as usize);
    let page = move |library: &Library| library.long_documents().text_page(run, document, from, count);
    Ok(handle.call("read the document", page)?.into())
}

/// Tells the words of a run's calls as they come, until the task is called off.
#[tauri::command]
#[specta::specta]
pub fn document_run_follow(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    run: Uuid,
    task: String,
    words: Channel<RunWords>,
) -> AppResult<()> {
    let named = tasks.name(task);
    handle.live_words()?.follow(run, named.cancel(), |update| {
        // The window may have gone; it is called off then.
        if words.send(update.into()).is_err() {
            named.cancel().cancel();
        }
    });
    Ok(())
}

/// Lets the call under way end, and begins no other.
#[tauri::command]
#[specta::specta]
pub fn document_run_pause(handle: Handle<'_>, run: Uuid) -> AppResult<DocumentRun> {
    change_run(&handle, "pause the document", move |library| library.long_documents().pause(run))
}

/// Goes on; between two stages `feedback` says what the next is to do otherwise.
#[tauri::command]
#[specta::specta]
pub fn document_run_resume(handle: Handle<'_>, run: Uuid, feedback: String) -> AppResult<DocumentRun> {
    change_run(&handle, "go on with the document", move |library| library.long_documents().resume_with(run, &feedback))
}

/// Ends a run; what was written stays.
#[tauri::command]
#[specta::specta]
pub fn document_run_cancel(handle: Handle<'_>, run: Uuid) -> AppResult<DocumentRun> {
    change_run(&handle, "cancel the document", move |library| library.long_documents().cancel(run))
}

/// Tries again what failed.
#[tauri::command]
#[specta::specta]
pub fn document_run_retry(handle: Handle<'_>, run: Uuid) -> AppResult<DocumentRun> {
    change_run(&handle, "try the document again", move |library| library.long_documents().retry(run))
}

/// Sets the most that a run may cost; none is no limit. One that waits for it goes on.
#[tauri::command]
#[specta::specta]
pub fn document_run_cap(handle: Handle<'_>, run: Uuid, cap: Option<String>) -> AppResult<DocumentRun> {
    let cap = cap.as_deref().map(read_amount).transpose()?;
    change_run(&handle, "set the limit", move |library| library.long_documents().set_cap(run, cap))
}

/// Makes an Output with a report of one document as it is now.
#[tauri::command]
#[specta::specta]
pub fn document_run_output(handle: Handle<'_>, run: Uuid, document: Uuid) -> AppResult<Done<DocumentRun>> {
    let make = move |library: &Library| library.long_documents().make_output(run, document);
    Ok(handle.mutate("make a report of the document", make)?.into_wire())
}

/// Asks for the target of a run, as a zip or as a new folder; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn document_choose_export(app: AppHandle, name: String, zip: bool) -> AppResult<Option<String>> {
    Ok(match zip {
        true => choose_target(&app, Title::Export, &name, "zip", ("Zip", "zip")),
        false => choose_new_folder(&app, Title::Export, &name),
    })
}

/// Writes a run with its prompts, answers and documents. Returns how many files there are.
#[tauri::command]
#[specta::specta]
pub fn document_run_export(handle: Handle<'_>, run: Uuid, path: String) -> AppResult<u32> {
    let path = PathBuf::from(path);
    Ok(count(
        handle.call("export the document", move |library| library.long_documents().export(run, &path))?.files.len(),
    ))
}

#[tauri::command]
#[specta::specta]
pub fn wallet_show(handle: Handle<'_>) -> AppResult<Wallet> {
    Ok(handle.call("read the wallet", |library| library.wallet().show())?.into())
}

/// Adds to the balance; a wallet that is empty may take another unit.
#[tauri::command]
#[specta::specta]
pub fn wallet_add(handle: Handle<'_>, amount: String, unit: Option<String>) -> AppResult<Wallet> {
    let micro = read_amount(&amount)?;
    Ok(handle.call("add to the wallet", move |library| library.wallet().add(micro, unit.as_deref()))?.into())
}

/// Sets what a new run may cost; none is no limit.
#[tauri::command]
#[specta::specta]
pub fn wallet_cap(handle: Handle<'_>, cap: Option<String>) -> AppResult<Wallet> {
    let cap = cap.as_deref().map(read_amount).transpose()?;
    Ok(handle.call("set the limit", move |library| library.wallet().set_cap(cap))?.into())
}

/// Sets whether it pays for every call of a model, or for those of long documents alone.
#[tauri::command]
#[specta::specta]
pub fn wallet_pays_all(handle: Handle<'_>, pays_all: bool) -> AppResult<Wallet> {
    Ok(handle.call("set what the wallet pays for", move |library| library.wallet().set_pays_all(pays_all))?.into())
}

/// The newest bookings, the newest first.
#[tauri::command]
#[specta::specta]
pub fn wallet_ledger(handle: Handle<'_>, run: Option<Uuid>, limit: u32) -> AppResult<Vec<WalletEntry>> {
    let entries = handle.call("read the wallet", move |library| library.wallet().ledger(run, limit))?;
    Ok(entries.into_iter().rev().map(WalletEntry::from).collect())
}

fn change_run(
    handle: &Handle<'_>,
    what: &'static str,
    steer: impl FnOnce(&Library) -> engine::Result<RunView>,
) -> AppResult<DocumentRun> {
    Ok(handle.call(what, steer)?.into())
}
