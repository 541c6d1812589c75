//! Canonical items, what lines of a discovery mean them, and what they have cost.

use std::{path::PathBuf, slice};

use factly_engine::memory::LineName;
use tauri::{AppHandle, State};
use uuid::Uuid;

use super::desktop::{choose_source, choose_target};
use crate::{
    door::Door,
    error::Reply,
    wire::{
        count,
        csv::{CsvKind, CsvReport},
        done::Done,
        memory::{
            CanonicalInput, CanonicalItem, CanonicalLines, CataloguePage, ExchangeRate, PriceInput, PricePanel,
            RateInput, WaitingItems,
        },
    },
};

/// A page of the catalogue by name, of those whose names have every word.
#[tauri::command]
#[specta::specta]
pub fn catalogue_page(
    door: State<'_, Door>,
    words: String,
    archived: bool,
    from: u32,
    count: u32,
) -> Reply<CataloguePage> {
    let page = door
        .ask("show the catalogue", move |library| library.catalogue(&words, archived, from as usize, count as usize));
    Ok(page?.into())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_add(door: State<'_, Door>, item: CanonicalInput) -> Reply<Done<CanonicalItem>> {
    Ok(door.act("add to the catalogue", move |library| library.canonical_add(item.into()))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_edit(door: State<'_, Door>, id: Uuid, item: CanonicalInput) -> Reply<Done<CanonicalItem>> {
    Ok(door.act("change the catalogue", move |library| library.canonical_edit(id, item.into()))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_archive(door: State<'_, Door>, id: Uuid, archived: bool) -> Reply<Done<CanonicalItem>> {
    Ok(door.act("archive the item", move |library| library.canonical_archive(id, archived))?.told())
}

/// What lines of discoveries mean and the catalogue does not have.
#[tauri::command]
#[specta::specta]
pub fn canonical_waiting(door: State<'_, Door>) -> Reply<WaitingItems> {
    Ok(door.ask("show what waits for the catalogue", |library| library.canonical_waiting())?.into())
}

/// Takes into the catalogue what lines wait for, one or all; says how many.
#[tauri::command]
#[specta::specta]
pub fn canonical_adopt(door: State<'_, Door>, id: Option<Uuid>) -> Reply<Done<u32>> {
    let adopted =
        door.act("add to the catalogue", move |library| library.canonical_adopt(id.as_ref().map(slice::from_ref)));
    Ok(adopted?.map(|ids| count(ids.len())))
}

/// What of a discovery may mean canonical items, and what was decided.
#[tauri::command]
#[specta::specta]
pub fn canonical_lines(door: State<'_, Door>, discovery: Uuid) -> Reply<CanonicalLines> {
    Ok(door.ask("look for canonical items", move |library| library.canonical_lines(discovery))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_confirm(door: State<'_, Door>, discovery: Uuid, line: String, canonical: Uuid) -> Reply<Done<Uuid>> {
    door.act("link the line", move |library| library.canonical_confirm(discovery, &LineName::parse(&line)?, canonical))
}

#[tauri::command]
#[specta::specta]
pub fn canonical_reject(door: State<'_, Door>, discovery: Uuid, line: String, canonical: Uuid) -> Reply<Done<Uuid>> {
    door.act("reject the suggestion", move |library| {
        library.canonical_reject(discovery, &LineName::parse(&line)?, canonical)
    })
}

/// Takes a decision back, whichever it was.
#[tauri::command]
#[specta::specta]
pub fn canonical_unlink(door: State<'_, Door>, link: Uuid) -> Reply<Done<()>> {
    door.act("take the link back", move |library| library.canonical_unlink(link))
}

/// What an item has cost; with a currency, all of it told in that one where a rate was given.
#[tauri::command]
#[specta::specta]
pub fn price_panel(door: State<'_, Door>, canonical: Uuid, currency: Option<String>) -> Reply<PricePanel> {
    let panel = door.ask("show the prices", move |library| {
        let currency = currency.map(|name| library.currency_named(&name)).transpose()?;
        library.price_panel(canonical, currency)
    });
    Ok(panel?.into())
}

#[tauri::command]
#[specta::specta]
pub fn price_add(door: State<'_, Door>, canonical: Uuid, price: PriceInput) -> Reply<Done<Uuid>> {
    door.act("add the price", move |library| library.price_add(canonical, &price.into()))
}

#[tauri::command]
#[specta::specta]
pub fn price_remove(door: State<'_, Door>, price: Uuid) -> Reply<Done<()>> {
    door.act("remove the price", move |library| library.price_remove(price))
}

#[tauri::command]
#[specta::specta]
pub fn rate_list(door: State<'_, Door>) -> Reply<Vec<ExchangeRate>> {
    Ok(door.ask("list the rates", |library| library.rates())?.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn rate_add(door: State<'_, Door>, rate: RateInput) -> Reply<ExchangeRate> {
    Ok(door.ask("add the rate", move |library| library.rate_add(&rate.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn rate_remove(door: State<'_, Door>, rate: Uuid) -> Reply<Done<()>> {
    door.act("remove the rate", move |library| library.rate_remove(rate))
}

/// The CSV file that the analyst wants read; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn csv_choose_import(app: AppHandle) -> Reply<Option<String>> {
    Ok(choose_source(&app, "Import CSV", "CSV", &["csv", "tsv", "txt"]))
}

/// Where the analyst wants a CSV file; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn csv_choose_export(app: AppHandle, name: String) -> Reply<Option<String>> {
    Ok(choose_target(&app, "Export CSV", &name, "csv", ("CSV", "csv")))
}

/// What would come of a file, and what is wrong with it.
#[tauri::command]
#[specta::specta]
pub fn csv_preview(door: State<'_, Door>, kind: CsvKind, path: PathBuf) -> Reply<CsvReport> {
    Ok(door.ask("look into the file", move |library| library.csv_preview(kind.into(), &path))?.into())
}

/// Imports a file, whole or not at all.
#[tauri::command]
#[specta::specta]
pub fn csv_import(door: State<'_, Door>, kind: CsvKind, path: PathBuf) -> Reply<Done<CsvReport>> {
    Ok(door.act("import the file", move |library| library.csv_import(kind.into(), &path))?.told())
}

#[tauri::command]
#[specta::specta]
pub fn csv_export(door: State<'_, Door>, kind: CsvKind, path: PathBuf) -> Reply<()> {
    door.ask("export", move |library| library.csv_export(kind.into(), &path))
}
