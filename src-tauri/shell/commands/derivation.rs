//! What a model proposes for the next column, and what the analyst decides about it.

use factly_engine::{discovery::Derivation, extraction::PASTED};
use tauri::State;
use uuid::Uuid;

use super::entity::{if_wanted, with_card};
use crate::{
    door::Door,
    error::Reply,
    task::Tasks,
    wire::done::Done,
    wire::pipeline::{Derived, EntityAdded, Kind, OutputType, Suggestion, labels as all_parsed},
};

#[tauri::command]
#[specta::specta]
pub fn derivation_prompt(
    door: State<'_, Door>,
    discovery: Uuid,
    from: Vec<String>,
    to: Kind,
    output_type: Option<OutputType>,
) -> Reply<String> {
    let asked = asked(&from, to, output_type)?;
    door.ask("write the prompt", move |library| library.pipeline().derivation_prompt(discovery, &asked))
}

/// Takes the answer of a model that the analyst asked.
#[tauri::command]
#[specta::specta]
pub fn derivation_submit(
    door: State<'_, Door>,
    discovery: Uuid,
    from: Vec<String>,
    to: Kind,
    output_type: Option<OutputType>,
    answer: String,
) -> Reply<Derived> {
    let asked = asked(&from, to, output_type)?;
    let taken = door.ask("take the answer", move |library| {
        library.pipeline().derivation_submit(discovery, &asked, &answer, PASTED)
    });
    Ok(taken?.into())
}

/// Asks the model that is set for derivation. `task` names the call, so that it can be stopped.
#[tauri::command]
#[specta::specta]
pub fn derivation_run(
    door: State<'_, Door>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    from: Vec<String>,
    to: Kind,
    output_type: Option<OutputType>,
    task: String,
) -> Reply<Derived> {
    let asked = asked(&from, to, output_type)?;
    let named = tasks.name(task);
    let derived =
        door.ask("ask the model", move |library| library.pipeline().derivation_ask(discovery, &asked, named.cancel()));
    Ok(derived?.into())
}

/// What waits for the analyst, oldest first.
#[tauri::command]
#[specta::specta]
pub fn suggestions(door: State<'_, Door>, discovery: Uuid) -> Reply<Vec<Suggestion>> {
    let waiting = door.ask("list the suggestions", move |library| library.pipeline().suggestions(discovery))?;
    Ok(waiting.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn suggestion_accept(
    door: State<'_, Door>,
    discovery: Uuid,
    id: Uuid,
    text: Option<String>,
    anyway: bool,
) -> Reply<Done<EntityAdded>> {
    let accepted = door.act("accept the suggestion", move |library| {
        let added = library.pipeline().accept_suggestion(discovery, id, text.as_deref(), if_wanted(anyway))?;
        with_card(library, discovery, added)
    });
    Ok(accepted?.map(|(found, card)| EntityAdded::new(found, card)))
}

#[tauri::command]
#[specta::specta]
pub fn suggestion_reject(door: State<'_, Door>, discovery: Uuid, id: Uuid) -> Reply<Done<()>> {
    door.act("reject the suggestion", move |library| library.pipeline().reject_suggestion(discovery, id))
}

fn asked(from: &[String], to: Kind, output_type: Option<OutputType>) -> Reply<Derivation> {
    Ok(Derivation { to: to.into(), output_type: output_type.map(Into::into), from: all_parsed(from)? })
}
