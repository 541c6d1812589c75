//! What a start looks at before its window asks for it.
//!
//! The window takes a few hundred milliseconds until its page can ask anything, and the library is open long before. What
//! is looked at meanwhile is in memory when the page asks: the counts of the facts, and what the history says of the last
//! turn. A start that shows its last picture has no need of it.

use factly_engine::Library;
use uuid::Uuid;

/// Looks at what the first picture shows of the discovery that was last open.
pub(crate) fn look(library: &Library, last_discovery: Option<&str>) {
    if !matches!(library.picture(), Ok(None)) {
        return;
    }
    let Some(id) = last_discovery.and_then(|id| Uuid::parse_str(id).ok()) else { return };
    // Whoever asks is told what went wrong.
    let _ = library.discoveries().get(id);
    let _ = library.audit().last_turn(id, None);
    let _ = library.discoveries().list(None, false);
}
