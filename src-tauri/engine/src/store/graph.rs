//! SQL of what a chat looks at beside the board: what contradicts, and how Inputs begin.

use factly_core::chat::graph::{Conflict, InputExcerpt};
use factly_core::discovery::{EntityKind, EntityLabel};
use rusqlite::{OptionalExtension, params};

use super::{DiscoverySeq, Reader, StoreError};

impl Reader {
    pub fn conflicts(&self, discovery: DiscoverySeq) -> Result<Vec<Conflict>, StoreError> {
        let sql = "SELECT f.label_no, w.label_no FROM fact AS f LEFT JOIN fact AS w ON w.seq = f.conflicts_with
                   WHERE f.discovery = ?1 AND f.status = 'conflict' AND f.deleted = 0";
        let mut statement = self.connection().prepare_cached(sql)?;
        let fact = |no: i64| EntityLabel::new(EntityKind::Fact, no);
        let rows = statement.query_map([discovery], |row| {
            Ok(Conflict { fact: fact(row.get(0)?), with: row.get::<_, Option<i64>>(1)?.map(fact) })
        })?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// The first characters of an Input's text. Reads through all of a long one.
    pub fn input_words(
        &self,
        discovery: DiscoverySeq,
        label_no: i64,
        chars: u32,
    ) -> Result<Option<InputExcerpt>, StoreError> {
        let sql = "SELECT substr(text, 1, ?3), chars FROM input
                   WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0 AND superseded = 0
                   ORDER BY version DESC LIMIT 1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let words = |row: &rusqlite::Row<'_>| Ok(InputExcerpt { beginning: row.get(0)?, chars: row.get(1)? });
        Ok(statement.query_row(params![discovery, label_no, chars], words).optional()?)
    }

    /// The words of every Input of up to so many characters, by the number of its label; of a longer one what its first
    /// bundle holds of them, so that it is not read to its end.
    pub fn inputs_begin(&self, discovery: DiscoverySeq, chars: u32) -> Result<Vec<(i64, InputExcerpt)>, StoreError> {
        let sql = "SELECT i.label_no, CASE WHEN i.chars <= ?2 THEN i.text
                              ELSE substr(b.text, s.start_char + 1, min(s.end_char - s.start_char, ?2)) END, i.chars
                   FROM input AS i
                   JOIN turn_bundle AS b ON b.input = i.seq AND b.part = 1
                   JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = 'FREE_CHAT'
                   WHERE i.discovery = ?1 AND i.deleted = 0 AND i.superseded = 0 AND i.archived = 0
                   ORDER BY i.label_no, i.version";
        self.select(sql, params![discovery, chars], |row| {
            Ok((row.get(0)?, InputExcerpt { beginning: row.get(1)?, chars: row.get(2)? }))
        })
    }
}
