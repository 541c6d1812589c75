//! SQL of what was done: the steps of a stack, to be shown and gone back to.

use rusqlite::params;

use super::{OpSeq, Reader, Stack, StoreError};

/// A step of undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow {
    pub seq: OpSeq,
    pub name: String,
    pub at: i64,
    /// Not undone.
    pub done: bool,
}

impl Reader {
    /// The steps of a stack from before `before`, newest first. Those that can be neither undone nor redone are left out.
    pub fn steps(&self, stack: Stack, before: OpSeq, limit: u32) -> Result<Vec<StepRow>, StoreError> {
        // Two ranges of one index, merged in order.
        let sql = "SELECT seq, name, at, 1 FROM operation WHERE discovery IS ?1 AND state = 'done' AND seq < ?2
            UNION ALL
            SELECT seq, name, at, 0 FROM operation WHERE discovery IS ?1 AND state = 'undone' AND seq < ?2
            ORDER BY seq DESC LIMIT ?3";
        let mut statement = self.connection().prepare_cached(sql)?;
        let rows = statement.query_map(params![stack.discovery(), before, limit], |row| {
            Ok(StepRow { seq: row.get(0)?, name: row.get(1)?, at: row.get(2)?, done: row.get(3)? })
        })?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }
}
