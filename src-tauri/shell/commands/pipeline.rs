//! The five columns: what they show, and where an entity leads.

use factly_engine::discovery::board;
use tauri::State;
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    wire::pipeline::{
        ColumnQuery, EntityDetail, PipelineCards, PipelineColumns, PipelineTrace, TraceReport, label as parsed,
    },
};

#[tauri::command]
#[specta::specta]
pub async fn pipeline_columns(
    door: State<'_, Door>,
    discovery: Uuid,
    queries: Vec<ColumnQuery>,
) -> Reply<PipelineColumns> {
    let queries = all(queries);
    Ok(door.ask("count the columns", move |library| library.pipeline_columns(discovery, &queries)).await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn pipeline_cards(
    door: State<'_, Door>,
    discovery: Uuid,
    query: ColumnQuery,
    from: u32,
    count: u32,
) -> Reply<PipelineCards> {
    let query = query.into();
    let page = door.ask("show the column", move |library| library.pipeline_cards(discovery, &query, from, count));
    Ok(page.await?.into())
}

/// All up- and downstream of an entity, and where each column shows it first.
#[tauri::command]
#[specta::specta]
pub async fn pipeline_trace(
    door: State<'_, Door>,
    discovery: Uuid,
    label: String,
    queries: Vec<ColumnQuery>,
) -> Reply<PipelineTrace> {
    let (of, queries) = (parsed(&label)?, all(queries));
    Ok(door.ask("trace the entity", move |library| library.pipeline_trace(discovery, of, &queries)).await?.into())
}

/// The row of an entity under a query, if the query shows it.
#[tauri::command]
#[specta::specta]
pub async fn pipeline_place(
    door: State<'_, Door>,
    discovery: Uuid,
    query: ColumnQuery,
    label: String,
) -> Reply<Option<u32>> {
    let (of, query) = (parsed(&label)?, query.into());
    door.ask("find the entity", move |library| library.pipeline_place(discovery, &query, of)).await
}

#[tauri::command]
#[specta::specta]
pub async fn entity_detail(door: State<'_, Door>, discovery: Uuid, label: String) -> Reply<EntityDetail> {
    let label = parsed(&label)?;
    let found = door.ask("show the entity", move |library| {
        let detail = library.entity_detail(discovery, label)?;
        Ok((detail, library.card(discovery, label)?))
    });
    let (detail, card) = found.await?;
    Ok(EntityDetail::new(detail, card))
}

/// What an entity rests on, down to the words of the sources.
#[tauri::command]
#[specta::specta]
pub async fn trace_report(door: State<'_, Door>, discovery: Uuid, label: String) -> Reply<TraceReport> {
    let label = parsed(&label)?;
    Ok(door.ask("trace the entity", move |library| library.trace_report(discovery, label)).await?.into())
}

fn all(queries: Vec<ColumnQuery>) -> Vec<board::ColumnQuery> {
    queries.into_iter().map(Into::into).collect()
}
