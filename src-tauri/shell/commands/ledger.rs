//! Facts: looking at them, and deciding.

use factly_core::text::Utf16Span;
use factly_engine::Library;
use factly_engine::extraction::Correction;
use factly_engine::ledger::FactSheet;
use uuid::Uuid;

use super::desktop::choose_target;
use super::entity::if_wanted;
use crate::{
    AppHandle,
    commands::Handle,
    error::Reply,
    locale::Title,
    wire::done::Done,
    wire::fact::{
        FactAdded, FactAskedAgain, FactChange, FactDetail, FactEdited, FactFilter, FactPage, FactRow, FactRuling,
        FactSaid, FactsAccepted, KeyProposal, KeyRow, ResolveChoice, ReviewPage, WaitingId, WaitingRow,
    },
    wire::pipeline::label as parsed,
    wire::said::Said,
};

#[tauri::command]
#[specta::specta]
pub fn facts_page(
    handle: Handle<'_>,
    discovery: Uuid,
    filter: FactFilter,
    after: Option<String>,
    limit: u32,
) -> Reply<FactPage> {
    let filter = filter.into();
    let page = handle
        .call("list the facts", move |library| library.ledger().facts(discovery, &filter, after.as_deref(), limit));
    Ok(page?.into())
}

/// Asks the analyst for the target of the facts; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn facts_choose(app: AppHandle, name: String) -> Reply<Option<String>> {
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
) -> Reply<()> {
    let filter = filter.into();
    handle.call("save the facts", move |library| {
        let sheet = FactSheet { columns: &columns, facts: &facts };
        library.ledger().facts_save(discovery, &filter, sheet, path.as_ref())
    })
}

#[tauri::command]
#[specta::specta]
pub fn fact_detail(handle: Handle<'_>, fact: Uuid) -> Reply<FactDetail> {
    Ok(handle.call("show the fact", move |library| library.ledger().fact_detail(fact))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn fact_accept(handle: Handle<'_>, facts: Vec<Uuid>, anyway: bool) -> Reply<Done<FactsAccepted>> {
    let accepted =
        handle.mutate("accept the facts", move |library| library.ledger().accept_checked(&facts, if_wanted(anyway)));
    Ok(accepted?.told())
}

/// Answers a sentence where a model was to judge whom it touches and what is built in did, as ending a conflict does.
#[tauri::command]
#[specta::specta]
pub fn fact_reject(handle: Handle<'_>, facts: Vec<Uuid>) -> Reply<Done<Option<Said>>> {
    Ok(handle
        .mutate("reject the facts", move |library| library.ledger().reject_telling(&facts))?
        .map(|decisions| decisions.note.map(Into::into)))
}

#[tauri::command]
#[specta::specta]
pub fn fact_edit(handle: Handle<'_>, fact: Uuid, change: FactChange) -> Reply<Done<FactEdited>> {
    let edited =
        handle.mutate("change the fact", move |library| library.ledger().edit_fact_telling(fact, &change.into()));
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
) -> Reply<Done<FactRow>> {
    let correction = Correction { subject, property, value };
    Ok(handle.mutate("correct the fact", move |library| library.runs().correct(fact, &correction))?.told())
}

/// Adds a fact to words marked in an Input, in UTF-16 units of its text.
#[tauri::command]
#[specta::specta]
pub fn fact_add(
    handle: Handle<'_>,
    input: Uuid,
    start: u32,
    end: u32,
    said: FactSaid,
    anyway: bool,
) -> Reply<Done<FactAdded>> {
    let statement = said.into();
    let marked = Utf16Span { start, end };
    let added = handle
        .mutate("add the fact", move |library| library.ledger().add_fact(input, marked, &statement, if_wanted(anyway)));
    Ok(added?.told())
}

/// Makes words marked in an Input further evidence of a fact.
#[tauri::command]
#[specta::specta]
pub fn fact_reaffirm(handle: Handle<'_>, input: Uuid, start: u32, end: u32, label: String) -> Reply<Done<FactRow>> {
    let (label, marked) = (parsed(&label)?, Utf16Span { start, end });
    Ok(handle.mutate("add the evidence", move |library| library.ledger().add_evidence(input, marked, label))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn fact_resolve(handle: Handle<'_>, fact: Uuid, choice: ResolveChoice) -> Reply<Done<Option<Said>>> {
    let resolve = move |library: &Library| library.ledger().resolve_telling(fact, choice.into());
    Ok(handle.mutate("end the conflict", resolve)?.map(|(_, note)| note.map(Into::into)))
}

/// Decides all values of a key at once. Answers a sentence where a model was to judge and what is built in did.
#[tauri::command]
#[specta::specta]
pub fn fact_settle(handle: Handle<'_>, rulings: Vec<FactRuling>) -> Reply<Done<Option<Said>>> {
    let rulings: Vec<_> = rulings.into_iter().map(Into::into).collect();
    let settled = handle.mutate("decide the values", move |library| library.ledger().settle(&rulings));
    Ok(settled?.map(|settled| settled.note.map(Into::into)))
}

/// Turns a conflict into an open question, and says which.
#[tauri::command]
#[specta::specta]
pub fn fact_ask_again(handle: Handle<'_>, fact: Uuid) -> Reply<Done<FactAskedAgain>> {
    let asked = handle.mutate("ask again", move |library| library.ledger().ask_again_telling(fact))?;
    Ok(asked.map(|(question, note)| FactAskedAgain { question: question.to_string(), note: note.map(Into::into) }))
}

#[tauri::command]
#[specta::specta]
pub fn waiting_order(handle: Handle<'_>, discovery: Uuid) -> Reply<Vec<WaitingId>> {
    let order = handle.call("list what waits", move |library| library.ledger().waiting(discovery))?;
    Ok(order.into_iter().map(Into::into).collect())
}

/// The lines of those of some facts that still wait.
#[tauri::command]
#[specta::specta]
pub fn waiting_lines(handle: Handle<'_>, discovery: Uuid, facts: Vec<Uuid>) -> Reply<Vec<WaitingRow>> {
    let lines = handle.call("list what waits", move |library| library.ledger().waiting_lines(discovery, &facts))?;
    Ok(lines.into_iter().map(Into::into).collect())
}

/// Returns the latest facts of that, and before all else those about some items.
#[tauri::command]
#[specta::specta]
pub fn review_about(handle: Handle<'_>, discovery: Uuid, items: Vec<String>, limit: u32) -> Reply<ReviewPage> {
    let page = handle.call("list what waits", move |library| library.ledger().review_about(discovery, &items, limit));
    Ok(page?.into())
}

/// What several Inputs say of one thing, and no key takes yet.
#[tauri::command]
#[specta::specta]
pub fn key_proposals(handle: Handle<'_>, discovery: Uuid) -> Reply<Vec<KeyProposal>> {
    let found = handle.call("look for keys", move |library| library.runs().key_proposals(discovery))?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// Makes a key of what a fact says of what, and reads the texts again for it.
#[tauri::command]
#[specta::specta]
pub fn key_keep(handle: Handle<'_>, fact: Uuid, label: String) -> Reply<Done<KeyRow>> {
    let kept = handle.mutate("keep it as a key", move |library| library.runs().keep_as_key(fact, Some(&label)))?;
    Ok(kept.map(|kept| kept.key.into()))
}

#[tauri::command]
#[specta::specta]
pub fn keys_list(handle: Handle<'_>, discovery: Uuid) -> Reply<Vec<KeyRow>> {
    let keys = handle.call("list the keys", move |library| library.keys().list(discovery))?;
    Ok(keys.into_iter().map(Into::into).collect())
}
