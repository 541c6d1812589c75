//! The text of an Input with the facts found in it.

use factly_core::text::Span;
use factly_engine::Library;
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    wire::{
        originals::SourcePage,
        source::{FactPlace, SourceBlock, SourceOutline, SourcePlace, WordsOnPage},
    },
};

#[tauri::command]
#[specta::specta]
pub fn source_outline(handle: Handle<'_>, input: Uuid) -> AppResult<SourceOutline> {
    Ok(handle.call("show the text", move |library| library.sources().source_outline(input))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn source_blocks(handle: Handle<'_>, input: Uuid, from: u32, to: u32) -> AppResult<Vec<SourceBlock>> {
    let blocks = handle.call("show the text", move |library| library.sources().source_blocks(input, from..to))?;
    Ok(blocks.into_iter().map(Into::into).collect())
}

/// Finds words of an Input: at these code points, or at their place since.
#[tauri::command]
#[specta::specta]
pub fn source_place(handle: Handle<'_>, input: Uuid, start: u32, end: u32, quote: String) -> AppResult<SourcePlace> {
    let locate = move |library: &Library| library.sources().place_of(input, Span::new(start, end), &quote);
    Ok(handle.call("find the words", locate)?.into())
}

/// Returns the locations of words in the text, whatever their case, in reading order.
#[tauri::command]
#[specta::specta]
pub fn source_find(handle: Handle<'_>, input: Uuid, words: String) -> AppResult<Vec<SourcePlace>> {
    let found = handle.call("find it", move |library| library.sources().find(input, &words))?;
    Ok(found.into_iter().map(Into::into).collect())
}

/// Returns the rectangles of the words of a range, in UTF-16 units, on the drawn pages.
#[tauri::command]
#[specta::specta]
pub fn source_words_on_pages(handle: Handle<'_>, input: Uuid, start: u32, end: u32) -> AppResult<Vec<WordsOnPage>> {
    let rects = handle.call("show the pages", move |library| library.sources().rects(input, start..end))?;
    Ok(rects.into_iter().map(Into::into).collect())
}

/// The facts on drawn pages, which count from 1.
#[tauri::command]
#[specta::specta]
pub fn source_pages(handle: Handle<'_>, input: Uuid, from: u32, to: u32) -> AppResult<Vec<SourcePage>> {
    let pages = handle.call("show the pages", move |library| library.sources().source_pages(input, from..to))?;
    Ok(pages.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn fact_place(handle: Handle<'_>, fact: Uuid) -> AppResult<FactPlace> {
    Ok(handle.call("find the fact's place", move |library| library.sources().fact_place(fact))?.into())
}
