//! The five columns: what they show, and where an entity leads.

use factly_engine::discovery::board;
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    wire::pipeline::{
        ColumnQuery, EntityDetail, History, PipelineCards, PipelineColumns, PipelineTrace, TraceReport, label as parsed,
    },
};

/// More links than this nobody walks one by one; the card has their number, and the grid draws them.
const LINKS_SHOWN: usize = 200;

/// As many steps of one entity as are shown.
const STEPS_SHOWN: u32 = 50;

#[tauri::command]
#[specta::specta]
pub fn pipeline_columns(handle: Handle<'_>, discovery: Uuid, queries: Vec<ColumnQuery>) -> AppResult<PipelineColumns> {
    let queries = all(queries);
    Ok(handle
        .call("count the columns", move |library| library.pipeline().pipeline_columns(discovery, &queries))?
        .into())
}

#[tauri::command]
#[specta::specta]
pub fn pipeline_cards(
    handle: Handle<'_>,
    discovery: Uuid,
    query: ColumnQuery,
    from: u32,
    count: u32,
) -> AppResult<PipelineCards> {
    let query = query.into();
    let page = handle
        .call("show the column", move |library| library.pipeline().pipeline_cards(discovery, &query, from, count));
    Ok(page?.into())
}

/// All up- and downstream of an entity, and where each column shows it first.
#[tauri::command]
#[specta::specta]
pub fn pipeline_trace(
    handle: Handle<'_>,
    discovery: Uuid,
    label: String,
    queries: Vec<ColumnQuery>,
) -> AppResult<PipelineTrace> {
    let (of, queries) = (parsed(&label)?, all(queries));
    Ok(handle
        .call("trace the entity", move |library| library.pipeline().pipeline_trace(discovery, of, &queries))?
        .into())
}

/// The row of an entity under a query, if the query shows it.
#[tauri::command]
#[specta::specta]
pub fn pipeline_place(
    handle: Handle<'_>,
    discovery: Uuid,
    query: ColumnQuery,
    label: String,
) -> AppResult<Option<u32>> {
    let (of, query) = (parsed(&label)?, query.into());
    handle.call("find the entity", move |library| library.pipeline().pipeline_place(discovery, &query, of))
}

#[tauri::command]
#[specta::specta]
pub fn entity_detail(handle: Handle<'_>, discovery: Uuid, label: String) -> AppResult<EntityDetail> {
    let label = parsed(&label)?;
    let found = handle.call("show the entity", move |library| {
        let detail = library.pipeline().entity_detail_of(discovery, label, LINKS_SHOWN)?;
        Ok((detail, library.pipeline().card(discovery, label)?))
    });
    let (detail, card) = found?;
    Ok(EntityDetail::new(detail, card))
}

/// All of an Input's text, to be edited.
#[tauri::command]
#[specta::specta]
pub fn input_text(handle: Handle<'_>, discovery: Uuid, label: String) -> AppResult<String> {
    let label = parsed(&label)?;
    handle.call("read the Input", move |library| library.pipeline().input_text(discovery, label))
}

/// Returns the history of an entity, newest first.
#[tauri::command]
#[specta::specta]
pub fn entity_history(handle: Handle<'_>, discovery: Uuid, label: String) -> AppResult<History> {
    let label = parsed(&label)?;
    let steps =
        handle.call("show what was done", move |library| library.undo().entity_history(discovery, label, STEPS_SHOWN));
    Ok(steps?.into())
}

/// Traces the support of an entity, down to the words of the sources.
#[tauri::command]
#[specta::specta]
pub fn trace_report(handle: Handle<'_>, discovery: Uuid, label: String) -> AppResult<TraceReport> {
    let label = parsed(&label)?;
    Ok(handle.call("trace the entity", move |library| library.pipeline().trace_report(discovery, label))?.into())
}

/// Writes that as Markdown to where the analyst wants it.
#[tauri::command]
#[specta::specta]
pub fn trace_save(handle: Handle<'_>, discovery: Uuid, label: String, path: String) -> AppResult<()> {
    let label = parsed(&label)?;
    handle.call("save the trace", move |library| library.pipeline().save_trace(discovery, label, path.as_ref()))
}

fn all(queries: Vec<ColumnQuery>) -> Vec<board::ColumnQuery> {
    queries.into_iter().map(Into::into).collect()
}
