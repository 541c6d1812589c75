//! Knowledge: the blocks of a discovery and its items, their fields, and what the analyst sets by hand.

use tauri::State;
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::done::Done,
    wire::knowledge::{Addition, BlockTurn, Enrichment, FieldTable, KnowledgeBlock, ProjectedField},
};

/// Of the project where no item is named; an item is named by its reference, "i1".
#[tauri::command]
#[specta::specta]
pub fn knowledge_blocks(handle: Handle<'_>, discovery: Uuid, item: Option<String>) -> AppResult<Vec<KnowledgeBlock>> {
    let blocks =
        handle.call("show the current state", move |library| library.knowledge().blocks(discovery, item.as_deref()));
    Ok(blocks?.into_iter().map(KnowledgeBlock::from).collect())
}

/// Returns the changes of the last turn in them: only those that it changed.
#[tauri::command]
#[specta::specta]
pub fn knowledge_last_turn(handle: Handle<'_>, discovery: Uuid, item: Option<String>) -> AppResult<Vec<BlockTurn>> {
    let blocks = handle
        .call("show what the last turn changed", move |library| library.audit().last_turn(discovery, item.as_deref()));
    Ok(blocks?.into_iter().map(BlockTurn::from).collect())
}

/// As [`knowledge_blocks`].
#[tauri::command]
#[specta::specta]
pub fn knowledge_fields(handle: Handle<'_>, discovery: Uuid, item: Option<String>) -> AppResult<Vec<ProjectedField>> {
    let fields = handle.call("show the fields", move |library| library.knowledge().fields(discovery, item.as_deref()));
    Ok(fields?.into_iter().map(ProjectedField::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn field_table(handle: Handle<'_>, discovery: Uuid) -> AppResult<FieldTable> {
    Ok(handle.call("show the items by their fields", move |library| library.knowledge().field_table(discovery))?.into())
}

/// Sets a field whatever the facts say; `value` is as a person writes it.
#[tauri::command]
#[specta::specta]
pub fn field_override(
    handle: Handle<'_>,
    discovery: Uuid,
    item: Option<String>,
    key: String,
    value: String,
    reason: String,
) -> AppResult<Done<ProjectedField>> {
    let set = handle.mutate("set the field", move |library| {
        library.knowledge().override_field(discovery, item.as_deref(), &key, &value, &reason)
    });
    Ok(set?.into_wire())
}

/// Lets a field be again what the facts come to.
#[tauri::command]
#[specta::specta]
pub fn field_clear_override(
    handle: Handle<'_>,
    discovery: Uuid,
    item: Option<String>,
    key: String,
) -> AppResult<Done<ProjectedField>> {
    let back = handle.mutate("set the field back", move |library| {
        library.knowledge().clear_override(discovery, item.as_deref(), &key)
    });
    Ok(back?.into_wire())
}

/// Asks the model that is set for derivation what is worth adding. `task` names the call, so that it can be stopped.
#[tauri::command]
#[specta::specta]
pub fn enrich_ask(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    item: Option<String>,
    task: String,
) -> AppResult<Enrichment> {
    let named = tasks.name(task);
    let found = handle.call("ask the model", move |library| {
        library.knowledge().enrich_ask(discovery, item.as_deref(), named.cancel())
    });
    let (found, model) = found?;
    Ok(Enrichment::new(found, model))
}

/// Takes over what a model proposed, as one step.
#[tauri::command]
#[specta::specta]
pub fn enrich_take(
    handle: Handle<'_>,
    discovery: Uuid,
    item: Option<String>,
    taken: Vec<Addition>,
    model: String,
) -> AppResult<Done<()>> {
    let taken = taken.into_iter().map(Addition::read).collect::<AppResult<Vec<_>>>()?;
    handle.mutate("take over the suggestions", move |library| {
        library.knowledge().add_additions(discovery, item.as_deref(), &taken, &model)
    })
}
