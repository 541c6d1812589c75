//! Canonical items, what lines of a discovery mean them, and what they have cost.

use std::{path::PathBuf, slice};

use factly_engine::catalogue::LineName;
use uuid::Uuid;

use super::desktop::{choose_source, choose_target};
use crate::{
    AppHandle,
    commands::Handle,
    error::AppResult,
    locale::Title,
    wire::{
        catalogue::{
            CanonicalInput, CanonicalItem, CanonicalLines, CataloguePage, ExchangeRate, PriceInput, PricePanel,
            RateInput, WaitingItems,
        },
        count,
        csv::{CsvKind, CsvReport},
        done::Done,
    },
};

/// A page of the catalogue by name, of those whose names have every word.
#[tauri::command]
#[specta::specta]
pub fn catalogue_page(
    handle: Handle<'_>,
    words: String,
    archived: bool,
    from: u32,
    count: u32,
) -> AppResult<CataloguePage> {
    let page = handle.call("show the catalogue", move |library| {
        library.catalogue().page(&words, archived, from as usize, count as usize)
    });
    Ok(page?.into())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_add(handle: Handle<'_>, item: CanonicalInput) -> AppResult<Done<CanonicalItem>> {
    Ok(handle
        .mutate("add to the catalogue", move |library| library.catalogue().canonical_add(item.into()))?
        .into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_edit(handle: Handle<'_>, id: Uuid, item: CanonicalInput) -> AppResult<Done<CanonicalItem>> {
    Ok(handle
        .mutate("change the catalogue", move |library| library.catalogue().canonical_edit(id, item.into()))?
        .into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_archive(handle: Handle<'_>, id: Uuid, archived: bool) -> AppResult<Done<CanonicalItem>> {
    Ok(handle
        .mutate("archive the item", move |library| library.catalogue().canonical_archive(id, archived))?
        .into_wire())
}

/// Lists the meanings of lines of discoveries that the catalogue does not have.
#[tauri::command]
#[specta::specta]
pub fn canonical_waiting(handle: Handle<'_>) -> AppResult<WaitingItems> {
    Ok(handle.call("show what waits for the catalogue", |library| library.catalogue().canonical_waiting())?.into())
}

/// Takes into the catalogue what lines wait for, one or all; says how many.
#[tauri::command]
#[specta::specta]
pub fn canonical_adopt(handle: Handle<'_>, id: Option<Uuid>) -> AppResult<Done<u32>> {
    let adopted = handle.mutate("add to the catalogue", move |library| {
        library.catalogue().canonical_adopt(id.as_ref().map(slice::from_ref))
    });
    Ok(adopted?.map(|ids| count(ids.len())))
}

/// Lists the lines of a discovery that may mean canonical items, and the decisions on them.
#[tauri::command]
#[specta::specta]
pub fn canonical_lines(handle: Handle<'_>, discovery: Uuid) -> AppResult<CanonicalLines> {
    Ok(handle.call("look for canonical items", move |library| library.catalogue().canonical_lines(discovery))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn canonical_confirm(handle: Handle<'_>, discovery: Uuid, line: String, canonical: Uuid) -> AppResult<Done<Uuid>> {
    handle.mutate("link the line", move |library| {
        library.catalogue().canonical_confirm(discovery, &LineName::parse(&line)?, canonical)
    })
}

#[tauri::command]
#[specta::specta]
pub fn canonical_reject(handle: Handle<'_>, discovery: Uuid, line: String, canonical: Uuid) -> AppResult<Done<Uuid>> {
    handle.mutate("reject the suggestion", move |library| {
        library.catalogue().canonical_reject(discovery, &LineName::parse(&line)?, canonical)
    })
}

/// Takes a decision back, whichever it was.
#[tauri::command]
#[specta::specta]
pub fn canonical_unlink(handle: Handle<'_>, link: Uuid) -> AppResult<Done<()>> {
    handle.mutate("take the link back", move |library| library.catalogue().canonical_unlink(link))
}

/// Returns the past prices of an item; with a currency, all of them in that one where a rate was given.
#[tauri::command]
#[specta::specta]
pub fn price_panel(handle: Handle<'_>, canonical: Uuid, currency: Option<String>) -> AppResult<PricePanel> {
    let panel = handle.call("show the prices", move |library| {
        let currency = currency.map(|name| library.catalogue().currency_named(&name)).transpose()?;
        library.catalogue().price_panel(canonical, currency)
    });
    Ok(panel?.into())
}

#[tauri::command]
#[specta::specta]
pub fn price_add(handle: Handle<'_>, canonical: Uuid, price: PriceInput) -> AppResult<Done<Uuid>> {
    handle.mutate("add the price", move |library| library.catalogue().price_add(canonical, &price.into()))
}

#[tauri::command]
#[specta::specta]
pub fn price_remove(handle: Handle<'_>, price: Uuid) -> AppResult<Done<()>> {
    handle.mutate("remove the price", move |library| library.catalogue().price_remove(price))
}

#[tauri::command]
#[specta::specta]
pub fn rate_list(handle: Handle<'_>) -> AppResult<Vec<ExchangeRate>> {
    Ok(handle.call("list the rates", |library| library.catalogue().rates())?.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn rate_add(handle: Handle<'_>, rate: RateInput) -> AppResult<ExchangeRate> {
    Ok(handle.call("add the rate", move |library| library.catalogue().rate_add(&rate.into()))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn rate_remove(handle: Handle<'_>, rate: Uuid) -> AppResult<Done<()>> {
    handle.mutate("remove the rate", move |library| library.catalogue().rate_remove(rate))
}

/// The CSV file that the analyst wants read; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn csv_choose_import(app: AppHandle) -> AppResult<Option<String>> {
    Ok(choose_source(&app, Title::ImportCsv, "CSV", &["csv", "tsv", "txt"]))
}

/// Asks the analyst for the target of a CSV file; none when the dialog is dismissed.
#[tauri::command]
#[specta::specta]
pub fn csv_choose_export(app: AppHandle, name: String) -> AppResult<Option<String>> {
    Ok(choose_target(&app, Title::ExportCsv, &name, "csv", ("CSV", "csv")))
}

/// Returns the effects of importing a file, and its faults.
#[tauri::command]
#[specta::specta]
pub fn csv_preview(handle: Handle<'_>, kind: CsvKind, path: PathBuf) -> AppResult<CsvReport> {
    Ok(handle.call("look into the file", move |library| library.catalogue().csv_preview(kind.into(), &path))?.into())
}

/// Imports a file, whole or not at all.
#[tauri::command]
#[specta::specta]
pub fn csv_import(handle: Handle<'_>, kind: CsvKind, path: PathBuf) -> AppResult<Done<CsvReport>> {
    Ok(handle.mutate("import the file", move |library| library.catalogue().csv_import(kind.into(), &path))?.into_wire())
}

#[tauri::command]
#[specta::specta]
pub fn csv_export(handle: Handle<'_>, kind: CsvKind, path: PathBuf) -> AppResult<()> {
    handle.call("export", move |library| library.catalogue().csv_export(kind.into(), &path))
}
