//! The snapshot of a large index: a file beside the library, from which the next start goes on.
//!
//! It is derived like the index itself: one that is missing, damaged or of another version is made anew, and one that is
//! older than the library is brought up to date as an index in memory is.

use std::fs;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::discovery_index::DiscoveryIndex;

/// A smaller index is made anew sooner than anybody waits for it.
const WORTH_KEEPING: usize = 1_000;
/// Of how many passages as many more as this may have changed since the file was written.
const CHANGED: usize = 10;

/// Returns where the snapshot of a discovery lies: in a folder that can be deleted at any time.
fn index_path(library: &Path, discovery: Uuid) -> PathBuf {
    folder(library).join(format!("{discovery}.index"))
}

/// Returns the folder of what is derived for the search.
pub(super) fn folder(library: &Path) -> PathBuf {
    let mut folder = library.as_os_str().to_owned();
    folder.push("-search");
    folder.into()
}

/// Returns what was kept of a discovery; none where that is no use.
pub(super) fn read(library: &Path, discovery: Uuid) -> Option<DiscoveryIndex> {
    DiscoveryIndex::restored(&fs::read(index_path(library, discovery)).ok()?)
}

/// Keeps a large index if much of it has changed since it was kept last.
pub(super) fn keep(library: &Path, discovery: Uuid, held: &mut DiscoveryIndex) {
    let passages = held.index.len();
    if passages < WORTH_KEEPING || held.changed * CHANGED < passages {
        return;
    }
    // That it cannot be written costs nothing but time at the next start.
    if write(&index_path(library, discovery), &held.snapshot()).is_ok() {
        held.changed = 0;
    }
}

/// Forgets what was kept of a discovery.
pub(super) fn remove(library: &Path, discovery: Uuid) {
    let _ = fs::remove_file(index_path(library, discovery));
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let unfinished = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&unfinished, bytes)?;
    fs::rename(unfinished, path)
}
