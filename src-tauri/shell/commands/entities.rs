//! Entities: added, edited, linked, put aside, merged; and steps back to a point of the history.

use factly_engine::Library;
use factly_engine::discovery::board::Card;
use factly_engine::discovery::{AddOutcome, KeptFact, NewEntity};
use factly_engine::duplicates::DuplicatePolicy;
use factly_engine::error::Result;
use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::count,
    wire::done::Done,
    wire::duplicates::DuplicateGroups,
    wire::inputs::IngestEvent,
    wire::pipeline::{
        EntityAdded, EntityEdited, EntityMerged, EntityState, History, Kind, Link, Marked, OutputType, StateSet,
        label as parsed, labels as all_parsed, pairs,
    },
};

/// As many steps as a panel shows at once.
const HISTORY_PAGE: u32 = 100;

#[tauri::command]
#[specta::specta]
pub fn entity_add(
    handle: Handle<'_>,
    discovery: Uuid,
    kind: Kind,
    text: String,
    from: Vec<String>,
    output_type: Option<OutputType>,
    anyway: bool,
) -> AppResult<Done<EntityAdded>> {
    let from = all_parsed(&from)?;
    let output_type = output_type.map(Into::into);
    let entity = NewEntity { from, output_type, ..NewEntity::by_hand(kind.into(), text) };
    let added = handle.mutate("add the entity", move |library| {
        let added = library.pipeline().add_entity(discovery, &entity, duplicate_policy(anyway))?;
        with_card(library, discovery, added)
    });
    Ok(added?.map(|(found, card)| EntityAdded::new(found, card)))
}

#[tauri::command]
#[specta::specta]
pub fn entity_edit(
    handle: Handle<'_>,
    discovery: Uuid,
    label: String,
    text: String,
    output_type: Option<OutputType>,
) -> AppResult<Done<EntityEdited>> {
    let label = parsed(&label)?;
    let edited = handle.mutate("edit the entity", move |library| {
        let edited = library.pipeline().edit_entity(discovery, label, &text, output_type.map(Into::into))?;
        Ok((library.pipeline().card(discovery, edited.label)?, edited))
    });
    Ok(edited?.map(|(card, edited)| EntityEdited::new(card, edited)))
}

#[tauri::command]
#[specta::specta]
pub fn entity_restore(
    handle: Handle<'_>,
    discovery: Uuid,
    label: String,
    version: u32,
) -> AppResult<Done<EntityEdited>> {
    let label = parsed(&label)?;
    let edited = handle.mutate("bring the version back", move |library| {
        let edited = library.pipeline().restore_entity_version(discovery, label, version)?;
        Ok((library.pipeline().card(discovery, edited.label)?, edited))
    });
    Ok(edited?.map(|(card, edited)| EntityEdited::new(card, edited)))
}

#[tauri::command]
#[specta::specta]
pub fn entity_set_state(
    handle: Handle<'_>,
    discovery: Uuid,
    labels: Vec<String>,
    state: EntityState,
    anyway: bool,
) -> AppResult<Done<StateSet>> {
    let labels = all_parsed(&labels)?;
    let set = handle.mutate("change the status", move |library| {
        library.pipeline().set_entity_state_checked(discovery, &labels, state.into(), duplicate_policy(anyway))
    });
    Ok(set?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn entity_archive(
    handle: Handle<'_>,
    discovery: Uuid,
    labels: Vec<String>,
    archived: bool,
) -> AppResult<Done<Marked>> {
    let labels = all_parsed(&labels)?;
    let done =
        handle.mutate("archive", move |library| library.pipeline().archive_entities(discovery, &labels, archived));
    Ok(done?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn entity_delete(handle: Handle<'_>, discovery: Uuid, labels: Vec<String>) -> AppResult<Done<Marked>> {
    let labels = all_parsed(&labels)?;
    Ok(handle.mutate("delete", move |library| library.pipeline().delete_entities(discovery, &labels))?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn entity_review(handle: Handle<'_>, discovery: Uuid, labels: Vec<String>) -> AppResult<Done<Marked>> {
    let labels = all_parsed(&labels)?;
    Ok(handle
        .mutate("mark as reviewed", move |library| library.pipeline().review_entities(discovery, &labels))?
        .into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn entity_link(handle: Handle<'_>, discovery: Uuid, links: Vec<Link>) -> AppResult<Done<()>> {
    let pairs = pairs(&links)?;
    handle.mutate("link", move |library| library.pipeline().link_pairs(discovery, &pairs))
}

#[tauri::command]
#[specta::specta]
pub fn entity_unlink(handle: Handle<'_>, discovery: Uuid, up: String, down: String) -> AppResult<Done<()>> {
    let (up, down) = (parsed(&up)?, parsed(&down)?);
    handle.mutate("remove the link", move |library| library.pipeline().unlink_entities(discovery, up, down))
}

#[tauri::command]
#[specta::specta]
pub fn entity_move(
    handle: Handle<'_>,
    discovery: Uuid,
    labels: Vec<String>,
    before: Option<String>,
) -> AppResult<Done<()>> {
    let labels = all_parsed(&labels)?;
    let before = before.as_deref().map(parsed).transpose()?;
    handle.mutate("move", move |library| library.pipeline().move_entities(discovery, &labels, before))
}

#[tauri::command]
#[specta::specta]
pub fn entity_merge(
    handle: Handle<'_>,
    discovery: Uuid,
    keep: String,
    drop: Vec<String>,
    accept: bool,
) -> AppResult<Done<EntityMerged>> {
    let (keep, dropped) = (parsed(&keep)?, all_parsed(&drop)?);
    let retained = if accept { KeptFact::Accepted } else { KeptFact::AsDropped };
    let merged = handle.mutate("merge", move |library| {
        library.pipeline().merge_keeping(discovery, keep, &dropped, retained)?;
        library.pipeline().card(discovery, keep)
    });
    Ok(merged?.map(|card| EntityMerged { card: card.into() }))
}

/// None of these is a duplicate of another, as long as they have the words that they have now.
#[tauri::command]
#[specta::specta]
pub fn entity_keep_variants(handle: Handle<'_>, discovery: Uuid, labels: Vec<String>) -> AppResult<Done<()>> {
    let labels = all_parsed(&labels)?;
    handle.mutate("keep them as variants", move |library| library.duplicates().keep_variants(discovery, &labels))
}

#[tauri::command]
#[specta::specta]
pub fn duplicate_groups(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    discovery: Uuid,
    kind: Kind,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<DuplicateGroups> {
    let watched = tasks.begin(task, progress);
    let scan = move |library: &Library| library.duplicates().scan_duplicates(discovery, kind.into(), &watched);
    Ok(handle.call("look for duplicates", scan)?.into())
}

/// Waits for no model's judgement any more: what is built in decides instead.
#[tauri::command]
#[specta::specta]
pub fn judging_stop(handle: Handle<'_>) -> AppResult<()> {
    handle.call("stop waiting", |library| {
        library.judge().stop_judging();
        Ok(())
    })
}

/// The steps of a discovery, or of the library's own stack, from before one of them.
#[tauri::command]
#[specta::specta]
pub fn history(handle: Handle<'_>, discovery: Option<Uuid>, before: Option<i64>) -> AppResult<History> {
    Ok(handle.call("show the history", move |library| library.undo().history(discovery, before, HISTORY_PAGE))?.into())
}

/// Goes to what was just after a step; without one, to before all of them. Counts kept drafts as undo does.
#[tauri::command]
#[specta::specta]
pub fn history_go(handle: Handle<'_>, discovery: Option<Uuid>, seq: Option<i64>) -> AppResult<u32> {
    Ok(count(handle.call("go to the step", move |library| library.undo().go_to(discovery, seq))?.kept_drafts))
}

pub(super) const fn duplicate_policy(anyway: bool) -> DuplicatePolicy {
    if anyway { DuplicatePolicy::Allow } else { DuplicatePolicy::Hold }
}

/// Returns the added entity, as its column shows it.
pub(super) fn with_card(library: &Library, discovery: Uuid, added: AddOutcome) -> Result<(AddOutcome, Option<Card>)> {
    let card = added.added.map(|label| library.pipeline().card(discovery, label)).transpose()?;
    Ok((added, card))
}
