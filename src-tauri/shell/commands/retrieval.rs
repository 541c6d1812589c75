//! The search of the whole library, and how far its passages can be compared by meaning.

use tauri::{State, ipc::Channel};
use uuid::Uuid;

use crate::{
    commands::Handle,
    error::AppResult,
    tasks::Tasks,
    wire::{
        inputs::IngestEvent,
        retrieval::{EmbeddingStatus, GroupHits, LibraryQuery},
    },
};

/// Searches the library; what is read before the first search is shown.
#[tauri::command]
#[specta::specta]
pub fn library_search(
    handle: Handle<'_>,
    tasks: State<'_, Tasks>,
    query: LibraryQuery,
    task: String,
    progress: Channel<IngestEvent>,
) -> AppResult<Vec<GroupHits>> {
    let (query, watched) = (query.into(), tasks.begin(task, progress));
    let found =
        handle.call("search the library", move |library| library.retrieval().search_library(&query, &watched))?;
    Ok(found.into_iter().map(Into::into).collect())
}

#[tauri::command]
#[specta::specta]
pub fn embedding_status(handle: Handle<'_>, discovery: Uuid) -> AppResult<EmbeddingStatus> {
    Ok(handle.call("count the vectors", move |library| library.retrieval().embedding_status(discovery))?.into())
}
