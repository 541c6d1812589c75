//! A model's proposals for the next column, and the analyst's decisions about them.

use factly_engine::{discovery::Derivation, extraction::PASTED};
use tauri::State;
use uuid::Uuid;

use super::entities::{duplicate_policy, with_card};
use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::done::Done,
    wire::pipeline::{Derived, EntityAdded, Kind, OutputType, Suggestion, labels as all_parsed},
};

#[tauri::command]
#[specta::specta]
pub fn derivation_prompt(
    handle: Handle<'_>,
    discovery: Uuid,
    from: Vec<String>,
    to: Kind,
    output_type: Option<OutputType>,
) -> AppResult<String> {
    let derivation = parse_derivation(&from, to, output_type)?;
    handle.call("write the prompt", move |library| library.pipeline().derivation_prompt(discovery, &derivation))
}

/// Takes the answer of a model that the analyst asked.
#[tauri::command]
#[specta::specta]
pub fn derivation_submit(
    handle: Handle<'_>,
    discovery: Uuid,
    from: Vec<String>,
    to: Kind,
    output_type: Option<OutputType>,
    answer: String,
) -> AppResult<Derived> {
    let derivation = parse_derivation(&from, to, output_type)?;
    let taken = handle.call("take the answer", move |library| {
        library.pipeline().derivation_submit(discovery, &derivation, &answer, PASTED)
    });
    Ok(taken?.into())
}

/// Asks the model that is set for derivation. `task` names the call, so that it can be stopped.
#[tauri::command]
#[specta::specta]
pub fn derivation_run(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    from: Vec<String>,
    to: Kind,
    output_type: Option<OutputType>,
    task: String,
) -> AppResult<Derived> {
    let derivation = parse_derivation(&from, to, output_type)?;
    let named = tasks.name(task);
    let derived = handle.call("ask the model", move |library| {
        library.pipeline().derivation_ask(discovery, &derivation, named.cancel())
    });
    Ok(derived?.into())
}

/// Lists the suggestions that wait for the analyst, oldest first.
#[tauri::command]
#[specta::specta]
pub fn suggestions(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<Suggestion>> {
    let waiting = handle.call("list the suggestions", move |library| library.pipeline().suggestions(discovery))?;
    Ok(waiting.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn suggestion_accept(
    handle: Handle<'_>,
    discovery: Uuid,
    id: Uuid,
    text: Option<String>,
    anyway: bool,
) -> AppResult<Done<EntityAdded>> {
    let accepted = handle.mutate("accept the suggestion", move |library| {
        let added = library.pipeline().accept_suggestion(discovery, id, text.as_deref(), duplicate_policy(anyway))?;
        with_card(library, discovery, added)
    });
    Ok(accepted?.map(|(found, card)| EntityAdded::new(found, card)))
}

#[tauri::command]
#[specta::specta]
pub fn suggestion_reject(handle: Handle<'_>, discovery: Uuid, id: Uuid) -> AppResult<Done<()>> {
    handle.mutate("reject the suggestion", move |library| library.pipeline().reject_suggestion(discovery, id))
}

fn parse_derivation(from: &[String], to: Kind, output_type: Option<OutputType>) -> AppResult<Derivation> {
    Ok(Derivation { to: to.into(), output_type: output_type.map(Into::into), from: all_parsed(from)? })
}
