//! Knowledge: the blocks of a discovery and its items, their fields, and what the analyst sets by hand.

use tauri::State;
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    task::Tasks,
    wire::done::Done,
    wire::knowledge::{Addition, BlockTurn, Enrichment, FieldTable, KnowledgeBlock, ProjectedField},
};

/// Of the project where no item is named; an item is named by its reference, "i1".
#[tauri::command]
#[specta::specta]
pub fn knowledge_blocks(door: State<'_, Door>, discovery: Uuid, item: Option<String>) -> Reply<Vec<KnowledgeBlock>> {
    let blocks =
        door.ask("show the current state", move |library| library.knowledge().blocks(discovery, item.as_deref()));
    Ok(blocks?.into_iter().map(KnowledgeBlock::from).collect())
}

/// What the last turn changed in them: only those that it changed.
#[tauri::command]
#[specta::specta]
pub fn knowledge_last_turn(door: State<'_, Door>, discovery: Uuid, item: Option<String>) -> Reply<Vec<BlockTurn>> {
    let blocks = door
        .ask("show what the last turn changed", move |library| library.audit().last_turn(discovery, item.as_deref()));
    Ok(blocks?.into_iter().map(BlockTurn::from).collect())
}

/// As [`knowledge_blocks`].
#[tauri::command]
#[specta::specta]
pub fn knowledge_fields(door: State<'_, Door>, discovery: Uuid, item: Option<String>) -> Reply<Vec<ProjectedField>> {
    let fields = door.ask("show the fields", move |library| library.knowledge().fields(discovery, item.as_deref()));
    Ok(fields?.into_iter().map(ProjectedField::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn field_table(door: State<'_, Door>, discovery: Uuid) -> Reply<FieldTable> {
    Ok(door.ask("show the items by their fields", move |library| library.knowledge().field_table(discovery))?.into())
}

/// Sets a field whatever the facts say; `value` is as a person writes it.
#[tauri::command]
#[specta::specta]
pub fn field_override(
    door: State<'_, Door>,
    discovery: Uuid,
    item: Option<String>,
    key: String,
    value: String,
    reason: String,
) -> Reply<Done<ProjectedField>> {
    let set = door.act("set the field", move |library| {
        library.knowledge().override_field(discovery, item.as_deref(), &key, &value, &reason)
    });
    Ok(set?.told())
}

/// Lets a field be again what the facts come to.
#[tauri::command]
#[specta::specta]
pub fn field_clear_override(
    door: State<'_, Door>,
    discovery: Uuid,
    item: Option<String>,
    key: String,
) -> Reply<Done<ProjectedField>> {
    let back = door
        .act("set the field back", move |library| library.knowledge().clear_override(discovery, item.as_deref(), &key));
    Ok(back?.told())
}

/// Asks the model that is set for derivation what is worth adding. `task` names the call, so that it can be stopped.
#[tauri::command]
#[specta::specta]
pub fn enrich_ask(
    door: State<'_, Door>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    item: Option<String>,
    task: String,
) -> Reply<Enrichment> {
    let named = tasks.name(task);
    let found = door.ask("ask the model", move |library| {
        library.knowledge().enrich_ask(discovery, item.as_deref(), named.cancel())
    });
    let (found, model) = found?;
    Ok(Enrichment::new(found, model))
}

/// Takes over what a model proposed, as one step.
#[tauri::command]
#[specta::specta]
pub fn enrich_take(
    door: State<'_, Door>,
    discovery: Uuid,
    item: Option<String>,
    taken: Vec<Addition>,
    model: String,
) -> Reply<Done<()>> {
    let taken = taken.into_iter().map(Addition::read).collect::<Reply<Vec<_>>>()?;
    door.act("take over the suggestions", move |library| {
        library.knowledge().add_additions(discovery, item.as_deref(), &taken, &model)
    })
}
