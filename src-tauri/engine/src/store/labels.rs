//! The numbers of labels: per discovery and kind, ever growing, never given twice.

use rusqlite::params;

use super::error::StoreError;
use super::seq::DiscoverySeq;
use super::writer::Writer;

/// The kind of a label; its letter is the label's first.
pub use factly_core::discovery::EntityKind as LabelKind;

impl Writer<'_> {
    /// Takes the next `count` numbers and returns the first. Undo does not give them back.
    pub fn take_labels(&self, discovery: DiscoverySeq, kind: LabelKind, count: i64) -> Result<i64, StoreError> {
        let sql = "INSERT INTO label_counter (discovery, kind, next) VALUES (?1, ?2, 1 + ?3)
                   ON CONFLICT (discovery, kind) DO UPDATE SET next = next + ?3 RETURNING next - ?3";
        let mut insert = self.connection().prepare_cached(sql)?;
        Ok(insert.query_row(params![discovery, kind.letter(), count.max(0)], |row| row.get(0))?)
    }
}
