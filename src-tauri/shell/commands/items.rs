//! Items: naming them, merging and splitting them, and their table.

use factly_engine::Library;
use factly_engine::knowledge::TableView;
use uuid::Uuid;

use super::desktop::choose_target;
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    wire::{
        audit::PointInTime,
        done::Done,
        facts::FactRow,
        items::{FieldThen, Item, ItemTable, ItemsThen},
        offers::{ConfirmedItems, ItemChoice, ItemProposal},
    },
};

#[tauri::command]
#[specta::specta]
pub fn item_list(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<Item>> {
    let items = handle.call("list the items", move |library| library.items().list(discovery))?;
    Ok(items.into_iter().map(Item::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn item_add(handle: Handle<'_>, discovery: Uuid, name: String, aliases: Vec<String>) -> AppResult<Done<Item>> {
    Ok(handle.mutate("add the item", move |library| library.items().item_add(discovery, &name, &aliases))?.into_wire())
}

/// Returns the priced entries of offers and price lists that no item has yet.
#[tauri::command]
#[specta::specta]
pub fn item_proposals(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<ItemProposal>> {
    let found =
        handle.call("look for items in offers", move |library| library.catalogue().item_proposals(discovery))?;
    Ok(found.into_iter().map(ItemProposal::from).collect())
}

/// Makes items of proposals, with their prices; of all that are proposed, where none is chosen.
#[tauri::command]
#[specta::specta]
pub fn items_confirm(handle: Handle<'_>, discovery: Uuid, choices: Vec<ItemChoice>) -> AppResult<Done<ConfirmedItems>> {
    let choices: Vec<_> = choices.into_iter().map(Into::into).collect();
    let done = handle.mutate("add the items", move |library| library.catalogue().items_confirm(discovery, &choices))?;
    Ok(done.map(ConfirmedItems::from))
}

/// Replaces its name and its kind, all of it anew.
#[tauri::command]
#[specta::specta]
pub fn item_edit(
    handle: Handle<'_>,
    item: Uuid,
    name: String,
    aliases: Vec<String>,
    description: String,
) -> AppResult<Done<Item>> {
    Ok(handle
        .mutate("change the item", move |library| library.items().item_edit(item, &name, &aliases, &description))?
        .into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn item_archive(handle: Handle<'_>, item: Uuid, archived: bool) -> AppResult<Done<Item>> {
    Ok(handle.mutate("archive the item", move |library| library.items().item_archive(item, archived))?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn item_delete(handle: Handle<'_>, item: Uuid) -> AppResult<Done<()>> {
    handle.mutate("delete the item", move |library| library.items().item_delete(item))
}

#[tauri::command]
#[specta::specta]
pub fn item_merge(handle: Handle<'_>, item: Uuid, into: Uuid) -> AppResult<Done<Item>> {
    Ok(handle.mutate("merge the items", move |library| library.items().item_merge(item, into))?.into_wire())
}

/// Makes a new item of the facts that have one of `keys`.
#[tauri::command]
#[specta::specta]
pub fn item_split(handle: Handle<'_>, item: Uuid, name: String, keys: Vec<String>) -> AppResult<Done<Item>> {
    Ok(handle.mutate("split the item", move |library| library.items().item_split(item, &name, &[], &keys))?.into_wire())
}

/// Says which item a fact is about; none is the whole project.
#[tauri::command]
#[specta::specta]
pub fn fact_set_item(handle: Handle<'_>, fact: Uuid, item: Option<String>) -> AppResult<Done<FactRow>> {
    Ok(handle
        .mutate("say what the fact is about", move |library| library.items().fact_set_item(fact, item.as_deref()))?
        .into_wire())
}

/// Makes an item and says that a fact is about it, as one step.
#[tauri::command]
#[specta::specta]
pub fn fact_set_new_item(handle: Handle<'_>, fact: Uuid, name: String) -> AppResult<Done<FactRow>> {
    Ok(handle
        .mutate("say what the fact is about", move |library| library.items().fact_set_new_item(fact, &name))?
        .into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn items_as_of(handle: Handle<'_>, discovery: Uuid, point: PointInTime) -> AppResult<ItemsThen> {
    Ok(handle
        .call("list the items as they stood", move |library| library.audit().items_as_of(discovery, point.into()))?
        .into())
}

/// Returns the accepted statements about an item, by its reference: they are values of none of its fields.
#[tauri::command]
#[specta::specta]
pub fn item_statements(handle: Handle<'_>, discovery: Uuid, item: String) -> AppResult<Vec<FactRow>> {
    let facts = handle
        .call("read what is said of the item", move |library| library.facts().statements_about(discovery, &item))?;
    Ok(facts.into_iter().map(FactRow::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn fields_as_of(
    handle: Handle<'_>,
    discovery: Uuid,
    item: String,
    point: PointInTime,
) -> AppResult<Vec<FieldThen>> {
    let look = move |library: &Library| library.audit().fields_then(discovery, &item, point.into());
    let then = handle.call("show the fields as they stood", look)?;
    Ok(then.fields.into_iter().map(FieldThen::from).collect())
}

#[tauri::command]
#[specta::specta]
pub fn item_table(handle: Handle<'_>, discovery: Uuid) -> AppResult<ItemTable> {
    Ok(handle.call("show the items by their fields", move |library| library.knowledge().item_table(discovery))?.into())
}

/// Asks the analyst for the target of the table; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn item_table_choose(app: AppHandle, name: String) -> AppResult<Option<String>> {
    Ok(choose_target(&app, Title::Save, &name, "csv", ("CSV", "csv")))
}

/// Writes the columns `keys` to a file that a spreadsheet reads, the rows in the order of `items`.
#[tauri::command]
#[specta::specta]
pub fn item_table_save(
    handle: Handle<'_>,
    discovery: Uuid,
    keys: Vec<String>,
    items: Vec<Uuid>,
    path: String,
) -> AppResult<()> {
    handle.call("save the table", move |library| {
        library.knowledge().item_table_save(discovery, TableView { keys: Some(&keys), items: &items }, path.as_ref())
    })
}
