//! Notes that were once values of a key, or of what they took the place of.

use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;

use crate::error::Result;
use crate::store::knowledge::TouchedNote;
use crate::store::questions::FactForKey;
use crate::store::{DiscoverySeq, Reader, StoreError};

/// Returns the notes of a discovery, oldest first: each with the key that it was a value of, and its scope.
pub(crate) fn remarks(r: &Reader, discovery: DiscoverySeq) -> Result<Vec<(String, String, FactForKey)>, StoreError> {
    let mut remarks = Vec::new();
    for note in r.standing_notes(discovery)? {
        let item = match note.item.as_str() {
            "" => Some(String::new()),
            item => r.item_meant(discovery, item)?.map(|item| item.reference()),
        };
        if let (Some(key), Some(item)) = (key_meant(r, &note)?, item) {
            let fact = FactForKey { id: note.id, label_no: note.label_no, status: Status::Accepted, text: note.text };
            remarks.push((key, item, fact));
        }
    }
    Ok(remarks)
}

/// The key of the nearest fact before a note, along what it took the place of.
pub(crate) fn key_meant(r: &Reader, note: &TouchedNote) -> Result<Option<String>, StoreError> {
    let mut older = Some(note.supersedes);
    while let Some(fact) = older {
        match r.key_and_older(fact)? {
            // Only what came before is superseded, so this ends; a damaged file might say otherwise.
            Some((key, next)) if key == NOTE_KEY => older = next.filter(|next| *next < fact),
            Some((key, _)) => return Ok(Some(key)),
            None => return Ok(None),
        }
    }
    Ok(None)
}
