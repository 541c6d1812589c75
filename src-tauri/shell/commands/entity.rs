//! Entities: added, edited, linked, put aside, merged; and steps back to a point of the history.

use factly_engine::{
    Library,
    discovery::{Added, Anyway, NewEntity, board::Card},
    error::Result,
};
use tauri::State;
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    wire::pipeline::{
        DuplicateGroups, EntityAdded, EntityEdited, EntityMerged, EntityState, History, Kind, Marked, OutputType,
        label as parsed, labels as all_parsed, names,
    },
};

/// As many steps as a panel shows at once.
const HISTORY_PAGE: u32 = 100;

#[tauri::command]
#[specta::specta]
pub async fn entity_add(
    door: State<'_, Door>,
    discovery: Uuid,
    kind: Kind,
    text: String,
    from: Vec<String>,
    output_type: Option<OutputType>,
    anyway: bool,
) -> Reply<EntityAdded> {
    let from = all_parsed(&from)?;
    let output_type = output_type.map(Into::into);
    let entity = NewEntity { from, output_type, ..NewEntity::by_hand(kind.into(), text) };
    let added = door.ask("add the entity", move |library| {
        let added = library.add_entity(discovery, &entity, if_wanted(anyway))?;
        with_card(library, discovery, added)
    });
    let (duplicates, card) = added.await?;
    Ok(EntityAdded::new(duplicates, card))
}

#[tauri::command]
#[specta::specta]
pub async fn entity_edit(
    door: State<'_, Door>,
    discovery: Uuid,
    label: String,
    text: String,
    output_type: Option<OutputType>,
) -> Reply<EntityEdited> {
    let label = parsed(&label)?;
    let edited = door.ask("edit the entity", move |library| {
        let edited = library.edit_entity(discovery, label, &text, output_type.map(Into::into))?;
        Ok((library.card(discovery, edited.label)?, edited.marked))
    });
    let (card, marked) = edited.await?;
    Ok(EntityEdited { card: card.into(), marked: names(&marked) })
}

#[tauri::command]
#[specta::specta]
pub async fn entity_restore(
    door: State<'_, Door>,
    discovery: Uuid,
    label: String,
    version: u32,
) -> Reply<EntityEdited> {
    let label = parsed(&label)?;
    let edited = door.ask("bring the version back", move |library| {
        let edited = library.restore_entity_version(discovery, label, version)?;
        Ok((library.card(discovery, edited.label)?, edited.marked))
    });
    let (card, marked) = edited.await?;
    Ok(EntityEdited { card: card.into(), marked: names(&marked) })
}

#[tauri::command]
#[specta::specta]
pub async fn entity_set_state(
    door: State<'_, Door>,
    discovery: Uuid,
    labels: Vec<String>,
    state: EntityState,
) -> Reply<Marked> {
    let labels = all_parsed(&labels)?;
    let set = door.ask("change the status", move |library| library.set_entity_state(discovery, &labels, state.into()));
    Ok(set.await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn entity_archive(
    door: State<'_, Door>,
    discovery: Uuid,
    labels: Vec<String>,
    archived: bool,
) -> Reply<Marked> {
    let labels = all_parsed(&labels)?;
    let done = door.ask("archive", move |library| library.archive_entities(discovery, &labels, archived));
    Ok(done.await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn entity_delete(door: State<'_, Door>, discovery: Uuid, labels: Vec<String>) -> Reply<Marked> {
    let labels = all_parsed(&labels)?;
    Ok(door.ask("delete", move |library| library.delete_entities(discovery, &labels)).await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn entity_review(door: State<'_, Door>, discovery: Uuid, labels: Vec<String>) -> Reply<Marked> {
    let labels = all_parsed(&labels)?;
    Ok(door.ask("mark as reviewed", move |library| library.review_entities(discovery, &labels)).await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn entity_link(door: State<'_, Door>, discovery: Uuid, up: String, down: String) -> Reply<()> {
    let (up, down) = (parsed(&up)?, parsed(&down)?);
    door.ask("link", move |library| library.link_entities(discovery, up, down)).await
}

#[tauri::command]
#[specta::specta]
pub async fn entity_unlink(door: State<'_, Door>, discovery: Uuid, up: String, down: String) -> Reply<()> {
    let (up, down) = (parsed(&up)?, parsed(&down)?);
    door.ask("remove the link", move |library| library.unlink_entities(discovery, up, down)).await
}

#[tauri::command]
#[specta::specta]
pub async fn entity_move(
    door: State<'_, Door>,
    discovery: Uuid,
    labels: Vec<String>,
    before: Option<String>,
) -> Reply<()> {
    let labels = all_parsed(&labels)?;
    let before = before.as_deref().map(parsed).transpose()?;
    door.ask("move", move |library| library.move_entities(discovery, &labels, before)).await
}

#[tauri::command]
#[specta::specta]
pub async fn entity_merge(door: State<'_, Door>, discovery: Uuid, keep: String, drop: String) -> Reply<EntityMerged> {
    let (keep, dropped) = (parsed(&keep)?, parsed(&drop)?);
    let merged = door.ask("merge", move |library| {
        library.merge_entities(discovery, keep, dropped)?;
        library.card(discovery, keep)
    });
    Ok(EntityMerged { card: merged.await?.into() })
}

#[tauri::command]
#[specta::specta]
pub async fn duplicate_groups(door: State<'_, Door>, discovery: Uuid, kind: Kind) -> Reply<DuplicateGroups> {
    Ok(door.ask("look for duplicates", move |library| library.duplicate_groups(discovery, kind.into())).await?.into())
}

/// The steps of a discovery, or of the library's own stack, from before one of them.
#[tauri::command]
#[specta::specta]
pub async fn history(door: State<'_, Door>, discovery: Option<Uuid>, before: Option<i64>) -> Reply<History> {
    Ok(door.ask("show the history", move |library| library.history(discovery, before, HISTORY_PAGE)).await?.into())
}

/// Goes to what was just after a step; without one, to before all of them.
#[tauri::command]
#[specta::specta]
pub async fn history_go(door: State<'_, Door>, discovery: Option<Uuid>, seq: Option<i64>) -> Reply<()> {
    door.ask("go to the step", move |library| library.go_to(discovery, seq).map(drop)).await
}

pub(super) const fn if_wanted(anyway: bool) -> Anyway {
    if anyway { Anyway::Yes } else { Anyway::No }
}

/// What was added, as its column shows it.
pub(super) fn with_card(
    library: &Library,
    discovery: Uuid,
    added: Added,
) -> Result<(Vec<factly_engine::discovery::Duplicate>, Option<Card>)> {
    let card = added.added.map(|label| library.card(discovery, label)).transpose()?;
    Ok((added.duplicates, card))
}
