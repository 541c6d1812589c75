//! Long documents: reckoned, started, watched, steered, and taken out; and the wallet that pays for them.

use std::path::PathBuf;

use factly_engine::{
    Library, error as engine,
    generation::{Ask, RunView},
    wallet::read_amount,
};
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use super::desktop::{choose_new_folder, choose_target};
use crate::{
    AppHandle,
    commands::Handle,
    error::Reply,
    locale::Title,
    tasks::Tasks,
    wire::{
        count,
        documents::{
            DocumentAsk, DocumentEstimate, DocumentRecipe, DocumentRun, DocumentRunSummary, DocumentTextPage, RunWords,
            WaitingRun, Wallet, WalletEntry,
        },
        done::Done,
    },
};

/// The recipes that documents of a discovery can be made by.
#[tauri::command]
#[specta::specta]
pub fn document_recipes(handle: Handle<'_>, discovery: Uuid) -> Reply<Vec<DocumentRecipe>> {
    let recipes = handle.call("list the recipes", move |library| library.generation().recipes(Some(discovery)))?;
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
) -> Reply<Done<String>> {
    let save = move |library: &Library| library.generation().save_recipe(discovery, &json, of.as_deref());
    Ok(handle.mutate("keep the recipe", save)?.map(|recipe| recipe.name))
}

/// Calls one of a discovery's own recipes otherwise. Returns its new name.
#[tauri::command]
#[specta::specta]
pub fn document_recipe_rename(handle: Handle<'_>, discovery: Uuid, name: String, title: String) -> Reply<Done<String>> {
    let rename = move |library: &Library| library.generation().rename_recipe(discovery, &name, &title);
    Ok(handle.mutate("rename the recipe", rename)?.map(|recipe| recipe.name))
}

/// Takes one of a discovery's own recipes away.
#[tauri::command]
#[specta::specta]
pub fn document_recipe_delete(handle: Handle<'_>, discovery: Uuid, name: String) -> Reply<Done<()>> {
    handle.mutate("delete the recipe", move |library| library.generation().delete_recipe(discovery, &name))
}

/// Estimates the use of a run. Nothing is sent.
#[tauri::command]
#[specta::specta]
pub fn document_estimate(handle: Handle<'_>, discovery: Uuid, ask: DocumentAsk) -> Reply<DocumentEstimate> {
    let ask = Ask::try_from(ask)?;
    Ok(handle.call("reckon the cost", move |library| library.generation().estimate(discovery, &ask))?.into())
}

/// Makes a run, which the worker then takes. Returns its id.
#[tauri::command]
#[specta::specta]
pub fn document_run_start(handle: Handle<'_>, discovery: Uuid, ask: DocumentAsk) -> Reply<Uuid> {
    let ask = Ask::try_from(ask)?;
    handle.call("start the document", move |library| library.generation().start(discovery, &ask))
}

/// The runs of a discovery, the newest first.
#[tauri::command]
#[specta::specta]
pub fn document_run_list(handle: Handle<'_>, discovery: Uuid) -> Reply<Vec<DocumentRunSummary>> {
    let runs = handle.call("list the documents", move |library| library.generation().list(discovery))?;
    Ok(runs.into_iter().rev().map(DocumentRunSummary::from).collect())
}

/// The runs of the library that wait for the analyst or failed.
#[tauri::command]
#[specta::specta]
pub fn document_runs_waiting(handle: Handle<'_>) -> Reply<Vec<WaitingRun>> {
    let runs = handle.call("list the documents", |library| library.generation().needing_attention())?;
    let waiting = |(discovery, run): (Uuid, _)| WaitingRun {
        discovery: discovery.to_string(),
        run: DocumentRunSummary::from(run),
    };
    Ok(runs.into_iter().map(waiting).collect())
}

#[tauri::command]
#[specta::specta]
pub fn document_run_show(handle: Handle<'_>, run: Uuid) -> Reply<DocumentRun> {
    steered(&handle, "read the document", move |library| library.generation().tree(run))
}

/// The text of one document of a run, as far as it is stored.
#[tauri::command]
#[specta::specta]
pub fn document_run_text(handle: Handle<'_>, run: Uuid, document: Uuid) -> Reply<String> {
    handle.call("read the document", move |library| library.generation().text(run, document))
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
) -> Reply<DocumentTextPage> {
    let (from, count) = (from as usize, count as usize);
    let page = move |library: &Library| library.generation().text_page(run, document, from, count);
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
) -> Reply<()> {
    let named = tasks.name(task);
    handle.live_words()?.follow(run, named.cancel(), |said| {
        // The window may have gone; it is called off then.
        if words.send(said.into()).is_err() {
            named.cancel().cancel();
        }
    });
    Ok(())
}

/// Lets the call under way end, and begins no other.
#[tauri::command]
#[specta::specta]
pub fn document_run_pause(handle: Handle<'_>, run: Uuid) -> Reply<DocumentRun> {
    steered(&handle, "pause the document", move |library| library.generation().pause(run))
}

/// Goes on; between two stages `feedback` says what the next is to do otherwise.
#[tauri::command]
#[specta::specta]
pub fn document_run_resume(handle: Handle<'_>, run: Uuid, feedback: String) -> Reply<DocumentRun> {
    steered(&handle, "go on with the document", move |library| library.generation().resume_with(run, &feedback))
}

/// Ends a run; what was written stays.
#[tauri::command]
#[specta::specta]
pub fn document_run_cancel(handle: Handle<'_>, run: Uuid) -> Reply<DocumentRun> {
    steered(&handle, "cancel the document", move |library| library.generation().cancel(run))
}

/// Tries again what failed.
#[tauri::command]
#[specta::specta]
pub fn document_run_retry(handle: Handle<'_>, run: Uuid) -> Reply<DocumentRun> {
    steered(&handle, "try the document again", move |library| library.generation().retry(run))
}

/// Sets the most that a run may cost; none is no limit. One that waits for it goes on.
#[tauri::command]
#[specta::specta]
pub fn document_run_cap(handle: Handle<'_>, run: Uuid, cap: Option<String>) -> Reply<DocumentRun> {
    let cap = cap.as_deref().map(read_amount).transpose()?;
    steered(&handle, "set the limit", move |library| library.generation().set_cap(run, cap))
}

/// Makes an Output with a report of one document as it is now.
#[tauri::command]
#[specta::specta]
pub fn document_run_output(handle: Handle<'_>, run: Uuid, document: Uuid) -> Reply<Done<DocumentRun>> {
    let make = move |library: &Library| library.generation().make_output(run, document);
    Ok(handle.mutate("make a report of the document", make)?.told())
}

/// Asks for the target of a run, as a zip or as a new folder; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn document_choose_export(app: AppHandle, name: String, zip: bool) -> Reply<Option<String>> {
    Ok(match zip {
        true => choose_target(&app, Title::Export, &name, "zip", ("Zip", "zip")),
        false => choose_new_folder(&app, Title::Export, &name),
    })
}

/// Writes a run with its prompts, answers and documents. Returns how many files there are.
#[tauri::command]
#[specta::specta]
pub fn document_run_export(handle: Handle<'_>, run: Uuid, path: String) -> Reply<u32> {
    let path = PathBuf::from(path);
    Ok(count(handle.call("export the document", move |library| library.generation().export(run, &path))?.files.len()))
}

#[tauri::command]
#[specta::specta]
pub fn wallet_show(handle: Handle<'_>) -> Reply<Wallet> {
    Ok(handle.call("read the wallet", |library| library.wallet().show())?.into())
}

/// Adds to the balance; a wallet that is empty may take another unit.
#[tauri::command]
#[specta::specta]
pub fn wallet_add(handle: Handle<'_>, amount: String, unit: Option<String>) -> Reply<Wallet> {
    let micro = read_amount(&amount)?;
    Ok(handle.call("add to the wallet", move |library| library.wallet().add(micro, unit.as_deref()))?.into())
}

/// Sets what a new run may cost; none is no limit.
#[tauri::command]
#[specta::specta]
pub fn wallet_cap(handle: Handle<'_>, cap: Option<String>) -> Reply<Wallet> {
    let cap = cap.as_deref().map(read_amount).transpose()?;
    Ok(handle.call("set the limit", move |library| library.wallet().set_cap(cap))?.into())
}

/// Sets whether it pays for every call of a model, or for those of long documents alone.
#[tauri::command]
#[specta::specta]
pub fn wallet_pays_all(handle: Handle<'_>, pays_all: bool) -> Reply<Wallet> {
    Ok(handle.call("set what the wallet pays for", move |library| library.wallet().set_pays_all(pays_all))?.into())
}

/// The newest bookings, the newest first.
#[tauri::command]
#[specta::specta]
pub fn wallet_ledger(handle: Handle<'_>, run: Option<Uuid>, limit: u32) -> Reply<Vec<WalletEntry>> {
    let entries = handle.call("read the wallet", move |library| library.wallet().ledger(run, limit))?;
    Ok(entries.into_iter().rev().map(WalletEntry::from).collect())
}

fn steered(
    handle: &Handle<'_>,
    what: &'static str,
    steer: impl FnOnce(&Library) -> engine::Result<RunView>,
) -> Reply<DocumentRun> {
    Ok(handle.call(what, steer)?.into())
}
