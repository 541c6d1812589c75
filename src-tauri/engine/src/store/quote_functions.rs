//! The functions of SQL by which the triggers hold a quote against its bundle: `holds_text` and `quote_stands`.
//!
//! A run proposes hundreds of facts from one text. The last text is kept, with its characters counted, so that it is not
//! read and counted anew for each of them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::text::{CharIndex, Span};
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;

/// The text that was asked about last. By its hash no other is taken for it, not even one that has its bundle's number
/// since that was rolled back.
struct HashedText {
    sha256: String,
    text: CharIndex<String>,
}

type LastText = Arc<Mutex<Option<HashedText>>>;

pub(super) fn install(connection: &Connection) -> rusqlite::Result<()> {
    let safe = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_INNOCUOUS;
    let last_text = LastText::default();
    let shared_text = Arc::clone(&last_text);
    connection
        .create_scalar_function("holds_text", 1, safe, move |row| Ok(held(&locked(&shared_text), row, 0)?.is_some()))?;
    connection.create_scalar_function("quote_stands", 5, safe, move |row| quote_stands(row, &last_text))
}

/// Returns whether a quote occurs from a character to another of the text with a hash; the text is null where it is
/// held.
fn quote_stands(row: &Context<'_>, last_text: &LastText) -> rusqlite::Result<bool> {
    let mut last_text = locked(last_text);
    if let ValueRef::Text(_) = row.get_raw(4) {
        *last_text = Some(HashedText { sha256: row.get(3)?, text: CharIndex::new(row.get(4)?) });
    }
    let Some(held) = held(&last_text, row, 3)? else { return Ok(false) };
    let span = Span { start: row.get(1)?, end: row.get(2)? };
    Ok(held.text.slice(span) == row.get_raw(0).as_str()?)
}

fn held<'k>(
    last_text: &'k Option<HashedText>,
    row: &Context<'_>,
    hash: usize,
) -> rusqlite::Result<Option<&'k HashedText>> {
    let wanted_hash = row.get_raw(hash).as_str()?;
    Ok(last_text.as_ref().filter(|held| held.sha256 == wanted_hash))
}

fn locked(last_text: &LastText) -> MutexGuard<'_, Option<HashedText>> {
    last_text.lock().unwrap_or_else(PoisonError::into_inner)
}
