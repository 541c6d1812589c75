//! The search of the whole library.

use crate::{
    commands::Handle,
    error::Reply,
    wire::search::{GroupHits, LibraryQuery},
};

#[tauri::command]
#[specta::specta]
pub fn library_search(handle: Handle<'_>, query: LibraryQuery) -> Reply<Vec<GroupHits>> {
    let query = query.into();
    let found = handle.call("search the library", move |library| library.retrieval().search_library(&query))?;
    Ok(found.into_iter().map(Into::into).collect())
}
