//! Facts: looking at them, and deciding.

use factly_core::text::Utf16Span;
use factly_engine::Library;
use tauri::State;
use uuid::Uuid;

use super::entity::if_wanted;
use crate::{
    door::Door,
    error::Reply,
    wire::done::Done,
    wire::fact::{
        FactAdded, FactAskedAgain, FactChange, FactDetail, FactEdited, FactFilter, FactPage, FactRow, FactSaid,
        FactsAccepted, KeyRow, ResolveChoice, ReviewPage,
    },
    wire::pipeline::label as parsed,
};

#[tauri::command]
#[specta::specta]
pub fn facts_page(
    door: State<'_, Door>,
    discovery: Uuid,
    filter: FactFilter,
    after: Option<String>,
    limit: u32,
) -> Reply<FactPage> {
    let filter = filter.into();
    let page =
        door.ask("list the facts", move |library| library.ledger().facts(discovery, &filter, after.as_deref(), limit));
    Ok(page?.into())
}

#[tauri::command]
#[specta::specta]
pub fn fact_detail(door: State<'_, Door>, fact: Uuid) -> Reply<FactDetail> {
    Ok(door.ask("show the fact", move |library| library.ledger().fact_detail(fact))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn fact_accept(door: State<'_, Door>, facts: Vec<Uuid>, anyway: bool) -> Reply<Done<FactsAccepted>> {
    let accepted =
        door.act("accept the facts", move |library| library.ledger().accept_checked(&facts, if_wanted(anyway)));
    Ok(accepted?.told())
}

/// Answers a sentence where a model was to judge whom it touches and what is built in did, as ending a conflict does.
#[tauri::command]
#[specta::specta]
pub fn fact_reject(door: State<'_, Door>, facts: Vec<Uuid>) -> Reply<Done<Option<String>>> {
    Ok(door
        .act("reject the facts", move |library| library.ledger().reject_telling(&facts))?
        .map(|decisions| decisions.note))
}

#[tauri::command]
#[specta::specta]
pub fn fact_edit(door: State<'_, Door>, fact: Uuid, change: FactChange) -> Reply<Done<FactEdited>> {
    let edited = door.act("change the fact", move |library| library.ledger().edit_fact_telling(fact, &change.into()));
    Ok(edited?.map(|(fact, note)| FactEdited { fact: fact.into(), note }))
}

/// Adds a fact to words marked in an Input, in UTF-16 units of its text.
#[tauri::command]
#[specta::specta]
pub fn fact_add(
    door: State<'_, Door>,
    input: Uuid,
    start: u32,
    end: u32,
    said: FactSaid,
    anyway: bool,
) -> Reply<Done<FactAdded>> {
    let statement = said.into();
    let marked = Utf16Span { start, end };
    let added = door
        .act("add the fact", move |library| library.ledger().add_fact(input, marked, &statement, if_wanted(anyway)));
    Ok(added?.told())
}

/// Makes words marked in an Input further evidence of a fact.
#[tauri::command]
#[specta::specta]
pub fn fact_reaffirm(door: State<'_, Door>, input: Uuid, start: u32, end: u32, label: String) -> Reply<Done<FactRow>> {
    let (label, marked) = (parsed(&label)?, Utf16Span { start, end });
    Ok(door.act("add the evidence", move |library| library.ledger().add_evidence(input, marked, label))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn fact_resolve(door: State<'_, Door>, fact: Uuid, choice: ResolveChoice) -> Reply<Done<Option<String>>> {
    let resolve = move |library: &Library| library.ledger().resolve_telling(fact, choice.into());
    Ok(door.act("end the conflict", resolve)?.map(|(_, note)| note))
}

/// Turns a conflict into an open question, and says which.
#[tauri::command]
#[specta::specta]
pub fn fact_ask_again(door: State<'_, Door>, fact: Uuid) -> Reply<Done<FactAskedAgain>> {
    let asked = door.act("ask again", move |library| library.ledger().ask_again_telling(fact))?;
    Ok(asked.map(|(question, note)| FactAskedAgain { question: question.to_string(), note }))
}

#[tauri::command]
#[specta::specta]
pub fn review_page(door: State<'_, Door>, discovery: Uuid, after: Option<String>, limit: u32) -> Reply<ReviewPage> {
    let page = door.ask("list what waits", move |library| library.ledger().review(discovery, after.as_deref(), limit));
    Ok(page?.into())
}

/// What of that was said last, and before all else what is said of some items.
#[tauri::command]
#[specta::specta]
pub fn review_about(door: State<'_, Door>, discovery: Uuid, items: Vec<String>, limit: u32) -> Reply<ReviewPage> {
    let page = door.ask("list what waits", move |library| library.ledger().review_about(discovery, &items, limit));
    Ok(page?.into())
}

#[tauri::command]
#[specta::specta]
pub fn keys_list(door: State<'_, Door>, discovery: Uuid) -> Reply<Vec<KeyRow>> {
    let keys = door.ask("list the keys", move |library| library.keys().list(discovery))?;
    Ok(keys.into_iter().map(Into::into).collect())
}
