//! Facts: looking at them, and deciding.

use factly_core::text::Utf16Span;
use factly_engine::Library;
use factly_engine::extraction::Correction;
use factly_engine::facts::FactSheet;
use uuid::Uuid;

use super::desktop::choose_target;
use super::entities::duplicate_policy;
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    wire::done::Done,
    wire::facts::{
        FactAdded, FactAskedAgain, FactChange, FactDetail, FactEdited, FactFilter, FactPage, FactRow, FactRuling,
        FactStatement, FactsAccepted, KeyProposal, KeyRow, ResolveChoice, ReviewPage, WaitingId, WaitingRow,
    },
    wire::message::UserMessage,
    wire::pipeline::label as parsed,
};

#[tauri::command]
#[specta::specta]
pub fn facts_page(
    handle: Handle<'_>,
    discovery: Uuid,
    filter: FactFilter,
    after: Option<String>,
    limit: u32,
) -> AppResult<FactPage> {
    let filter = filter.into();
    let page = handle
        .call("list the facts", move |library| library.facts().facts(discovery, &filter, after.as_deref(), limit));
    Ok(page?.into())
}

/// Asks the analyst for the target of the facts; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn facts_choose(app: AppHandle, name: String) -> AppResult<Option<String>> {
    Ok(choose_target(&app, Title::Save, &name, "csv", ("CSV", "csv")))
}

/// Writes facts to a file that a spreadsheet reads, in `columns` and in the order of `facts`.
#[tauri::command]
#[specta::specta]
pub fn facts_save(
    handle: Handle<'_>,
    discovery: Uuid,
    filter: FactFilter,
    columns: Vec<String>,
    facts: Vec<Uuid>,
    path: String,
) -> AppResult<()> {
    let filter = filter.into();
    handle.call("save the facts", move |library| {
        let sheet = FactSheet { columns: &columns, facts: &facts };
        library.facts().facts_save(discovery, &filter, sheet, path.as_ref())
    })
}

#[tauri::command]
#[specta::specta]
pub fn fact_detail(handle: Handle<'_>, fact: Uuid) -> AppResult<FactDetail> {
    Ok(handle.call("show the fact", move |library| library.facts().fact_detail(fact))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn fact_accept(handle: Handle<'_>, facts: Vec<Uuid>, anyway: bool) -> AppResult<Done<FactsAccepted>> {
    let accepted = handle
        .mutate("accept the facts", move |library| library.facts().accept_checked(&facts, duplicate_policy(anyway)));
    Ok(accepted?.into_wire())
}

/// Answers a sentence where a model was to judge whom it touches and what is built in did, as ending a conflict does.
#[tauri::command]
#[specta::specta]
pub fn fact_reject(handle: Handle<'_>, facts: Vec<Uuid>) -> AppResult<Done<Option<UserMessage>>> {
    Ok(handle
        .mutate("reject the facts", move |library| library.facts().reject_telling(&facts))?
        .map(|decisions| decisions.note.map(Into::into)))
}

#[tauri::command]
#[specta::specta]
pub fn fact_edit(handle: Handle<'_>, fact: Uuid, change: FactChange) -> AppResult<Done<FactEdited>> {
    let edited =
        handle.mutate("change the fact", move |library| library.facts().edit_fact_telling(fact, &change.into()));
    Ok(edited?.map(|(fact, note)| FactEdited { fact: fact.into(), note: note.map(Into::into) }))
}

/// Says what a fact says of what.
#[tauri::command]
#[specta::specta]
pub fn fact_correct(
    handle: Handle<'_>,
    fact: Uuid,
    subject: String,
    property: String,
    value: String,
) -> AppResult<Done<FactRow>> {
    let correction = Correction { subject, property, value };
    Ok(handle.mutate("correct the fact", move |library| library.runs().correct(fact, &correction))?.into_wire())
}

/// Adds a fact to words marked in an Input, in UTF-16 units of its text.
#[tauri::command]
#[specta::specta]
pub fn fact_add(
    handle: Handle<'_>,
    input: Uuid,
    start: u32,
    end: u32,
    statement: FactStatement,
    anyway: bool,
) -> AppResult<Done<FactAdded>> {
    let statement = statement.into();
    let marked = Utf16Span { start, end };
    let added = handle.mutate("add the fact", move |library| {
        library.facts().add_fact(input, marked, &statement, duplicate_policy(anyway))
    });
    Ok(added?.into_wire())
}

/// Makes words marked in an Input further evidence of a fact.
#[tauri::command]
#[specta::specta]
pub fn fact_reaffirm(handle: Handle<'_>, input: Uuid, start: u32, end: u32, label: String) -> AppResult<Done<FactRow>> {
    let (label, marked) = (parsed(&label)?, Utf16Span { start, end });
    Ok(handle
        .mutate("add the evidence", move |library| library.facts().add_evidence(input, marked, label))?
        .into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn fact_resolve(handle: Handle<'_>, fact: Uuid, choice: ResolveChoice) -> AppResult<Done<Option<UserMessage>>> {
    let resolve = move |library: &Library| library.facts().resolve_telling(fact, choice.into());
    Ok(handle.mutate("end the conflict", resolve)?.map(|(_, note)| note.map(Into::into)))
}

/// Decides all values of a key at once. Answers a sentence where a model was to judge and what is built in did.
#[tauri::command]
#[specta::specta]
pub fn fact_settle(handle: Handle<'_>, rulings: Vec<FactRuling>) -> AppResult<Done<Option<UserMessage>>> {
    let rulings: Vec<_> = rulings.into_iter().map(Into::into).collect();
    let settled = handle.mutate("decide the values", move |library| library.facts().settle(&rulings));
    Ok(settled?.map(|settled| settled.note.map(Into::into)))
}

/// Turns a conflict into an open question, and says which.
#[tauri::command]
#[specta::specta]
pub fn fact_ask_again(handle: Handle<'_>, fact: Uuid) -> AppResult<Done<FactAskedAgain>> {
    let outcome = handle.mutate("ask again", move |library| library.facts().ask_again_telling(fact))?;
    Ok(outcome.map(|(question, note)| FactAskedAgain { question: question.to_string(), note: note.map(Into::into) }))
}

#[tauri::command]
#[specta::specta]
pub fn waiting_order(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<WaitingId>> {
    let order = handle.call("list what waits", move |library| library.facts().waiting(discovery))?;
    Ok(order.into_iter().map(Into::into).collect())
}

/// The lines of those of some facts that still wait.
#[tauri::command]
#[specta::specta]
pub fn waiting_lines(handle: Handle<'_>, discovery: Uuid, facts: Vec<Uuid>) -> AppResult<Vec<WaitingRow>> {
    let lines = handle.call("list what waits", move |library| library.facts().waiting_lines(discovery, &facts))?;
    Ok(lines.into_iter().map(Into::into).collect())
}

/// Returns the latest facts of that, and before all else those about some items.
#[tauri::command]
#[specta::specta]
pub fn review_about(handle: Handle<'_>, discovery: Uuid, items: Vec<String>, limit: u32) -> AppResult<ReviewPage> {
    let page = handle.call("list what waits", move |library| library.facts().review_about(discovery, &items, limit));
    Ok(page?.into())
}

/// Returns the statements of several Inputs about one thing that no key takes yet.
#[tauri::command]
#[specta::specta]
pub fn key_proposals(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<KeyProposal>> {
    let found = handle.call("look for keys", move |library| library.runs().key_proposals(discovery))?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// Makes a key of what a fact says of what, and reads the texts again for it.
#[tauri::command]
#[specta::specta]
pub fn key_keep(handle: Handle<'_>, fact: Uuid, label: String) -> AppResult<Done<KeyRow>> {
    let saved = handle.mutate("keep it as a key", move |library| library.runs().keep_as_key(fact, Some(&label)))?;
    Ok(saved.map(|saved| saved.key.into()))
}

#[tauri::command]
#[specta::specta]
pub fn keys_list(handle: Handle<'_>, discovery: Uuid) -> AppResult<Vec<KeyRow>> {
    let keys = handle.call("list the keys", move |library| library.keys().list(discovery))?;
    Ok(keys.into_iter().map(Into::into).collect())
}
