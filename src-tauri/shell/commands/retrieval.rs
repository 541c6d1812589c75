//! The search of the whole library, and how far its passages can be compared by meaning.

use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    wire::retrieval::{EmbeddingStatus, GroupHits, LibraryQuery},
};

#[tauri::command]
#[specta::specta]
pub fn library_search(handle: Handle<'_>, query: LibraryQuery) -> AppResult<Vec<GroupHits>> {
    let query = query.into();
    let found = handle.call("search the library", move |library| library.retrieval().search_library(&query))?;
    Ok(found.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn embedding_status(handle: Handle<'_>, discovery: Uuid) -> AppResult<EmbeddingStatus> {
    Ok(handle.call("count the vectors", move |library| library.retrieval().embedding_status(discovery))?.into())
}
