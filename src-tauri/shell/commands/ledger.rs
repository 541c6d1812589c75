//! Facts: looking at them, and deciding.

use factly_core::text::Utf16Span;
use factly_engine::ledger::Statement;
use tauri::State;
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    wire::fact::{FactChange, FactDetail, FactFilter, FactPage, FactRow, KeyRow, ResolveChoice, ReviewPage},
};

#[tauri::command]
#[specta::specta]
pub async fn facts_page(
    door: State<'_, Door>,
    discovery: Uuid,
    filter: FactFilter,
    after: Option<String>,
    limit: u32,
) -> Reply<FactPage> {
    let filter = filter.into();
    let page = door.ask("list the facts", move |library| library.facts(discovery, &filter, after.as_deref(), limit));
    Ok(page.await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn fact_detail(door: State<'_, Door>, fact: Uuid) -> Reply<FactDetail> {
    Ok(door.ask("show the fact", move |library| library.fact_detail(fact)).await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn fact_accept(door: State<'_, Door>, facts: Vec<Uuid>) -> Reply<()> {
    door.ask("accept the facts", move |library| library.accept(&facts)).await
}

#[tauri::command]
#[specta::specta]
pub async fn fact_reject(door: State<'_, Door>, facts: Vec<Uuid>) -> Reply<()> {
    door.ask("reject the facts", move |library| library.reject(&facts)).await
}

#[tauri::command]
#[specta::specta]
pub async fn fact_edit(door: State<'_, Door>, fact: Uuid, change: FactChange) -> Reply<FactRow> {
    Ok(door.ask("change the fact", move |library| library.edit_fact(fact, &change.into())).await?.into())
}

/// Adds a fact to words marked in an Input, in UTF-16 units of its text.
#[tauri::command]
#[specta::specta]
pub async fn fact_add(
    door: State<'_, Door>,
    input: Uuid,
    start: u32,
    end: u32,
    statement: Option<String>,
    key: Option<String>,
    value: Option<String>,
) -> Reply<FactRow> {
    let statement = Statement { text: statement, key, value };
    let marked = Utf16Span { start, end };
    Ok(door.ask("add the fact", move |library| library.add_fact(input, marked, &statement)).await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn fact_resolve(door: State<'_, Door>, fact: Uuid, choice: ResolveChoice) -> Reply<()> {
    door.ask("end the conflict", move |library| library.resolve(fact, choice.into()).map(drop)).await
}

#[tauri::command]
#[specta::specta]
pub async fn review_page(
    door: State<'_, Door>,
    discovery: Uuid,
    after: Option<String>,
    limit: u32,
) -> Reply<ReviewPage> {
    let page = door.ask("list what waits", move |library| library.review(discovery, after.as_deref(), limit));
    Ok(page.await?.into())
}

#[tauri::command]
#[specta::specta]
pub async fn keys_list(door: State<'_, Door>, discovery: Uuid) -> Reply<Vec<KeyRow>> {
    let keys = door.ask("list the keys", move |library| library.keys(discovery)).await?;
    Ok(keys.into_iter().map(Into::into).collect())
}
