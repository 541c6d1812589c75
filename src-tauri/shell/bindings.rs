//! The commands the window may call, in one list, and the TypeScript made from their types.

use std::path::Path;

use specta_typescript::{Error, Typescript};
use tauri_specta::{Builder, collect_events};

use crate::{Runtime, commands, wire::library::Changed};

/// The events, which is all that the application itself needs of the types.
pub fn events() -> Builder<Runtime> {
    Builder::new().events(collect_events![Changed])
}

/// Commands and events with their types.
pub fn builder() -> Builder<Runtime> {
    events().commands(commands::all()).dangerously_cast_bigints_to_number().disable_serde_phases()
}

/// Writes `bindings.ts`.
pub fn write(path: &Path) -> Result<(), Error> {
    builder().export(Typescript::default(), path)
}
