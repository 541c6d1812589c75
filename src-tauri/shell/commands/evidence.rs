//! The text of an Input with the facts found in it.

use tauri::State;
use uuid::Uuid;

use crate::{
    door::Door,
    error::Reply,
    wire::source::{FactPlace, SourceBlock, SourceOutline},
};

#[tauri::command]
#[specta::specta]
pub fn source_outline(door: State<'_, Door>, input: Uuid) -> Reply<SourceOutline> {
    Ok(door.ask("show the text", move |library| library.sources().source_outline(input))?.into())
}

#[tauri::command]
#[specta::specta]
pub fn source_blocks(door: State<'_, Door>, input: Uuid, from: u32, to: u32) -> Reply<Vec<SourceBlock>> {
    let blocks = door.ask("show the text", move |library| library.sources().source_blocks(input, from..to))?;
    Ok(blocks.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn fact_place(door: State<'_, Door>, fact: Uuid) -> Reply<FactPlace> {
    Ok(door.ask("find the fact's place", move |library| library.sources().fact_place(fact))?.into())
}
