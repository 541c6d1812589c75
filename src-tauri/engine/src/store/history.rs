//! SQL of what was done: the steps of a stack, to be shown and gone back to.

use factly_core::discovery::EntityLabel;
use factly_core::message::UserMessage;
use rusqlite::{Row, params};

use super::{DiscoverySeq, OpSeq, Reader, Stack, StoreError, columns};

/// A step of undo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRow {
    pub seq: OpSeq,
    pub name: UserMessage,
    pub at: i64,
    /// Not undone.
    pub done: bool,
}

impl Reader {
    /// The steps that made an entity, changed it, linked it or gave it evidence, newest first.
    pub fn steps_of(&self, discovery: DiscoverySeq, of: EntityLabel, limit: u32) -> Result<Vec<StepRow>, StoreError> {
        // From the few rows of the entity to their changes, by the index on them.
        let sql = "WITH own (tbl, row) AS (
                SELECT 'input', seq FROM input WHERE ?2 = 'I' AND discovery = ?1 AND label_no = ?3
                UNION ALL SELECT 'fact', seq FROM fact WHERE ?2 = 'F' AND discovery = ?1 AND label_no = ?3
                UNION ALL SELECT 'reaffirmation', a.seq FROM fact AS f CROSS JOIN reaffirmation AS a ON a.fact = f.seq
                    WHERE ?2 = 'F' AND f.discovery = ?1 AND f.label_no = ?3
                UNION ALL SELECT 'entity', seq FROM entity WHERE discovery = ?1 AND kind = ?2 AND label_no = ?3
                UNION ALL SELECT 'link', seq FROM link WHERE discovery = ?1 AND up_kind = ?2 AND up_no = ?3
                UNION ALL SELECT 'link', seq FROM link WHERE discovery = ?1 AND down_kind = ?2 AND down_no = ?3)
            SELECT o.seq, o.name, o.at, o.state = 'done' FROM operation AS o WHERE o.state <> 'dropped' AND o.seq IN (
                SELECT c.operation FROM own CROSS JOIN change AS c ON c.row = own.row AND c.tbl = own.tbl)
            ORDER BY o.seq DESC LIMIT ?4";
        let mut statement = self.connection().prepare_cached(sql)?;
        let of = params![discovery, of.kind.letter(), of.no, limit];
        let rows = statement.query_map(of, step_row)?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// The newest steps of a stack that stand, newest first.
    pub fn standing_steps(&self, stack: Stack, limit: u32) -> Result<Vec<StepRow>, StoreError> {
        let sql = "SELECT seq, name, at, 1 FROM operation WHERE discovery IS ?1 AND state = 'done'
            ORDER BY seq DESC LIMIT ?2";
        self.select(sql, params![stack.discovery(), limit], step_row)
    }

    /// The steps of a stack from before `before`, newest first. Those that can be neither undone nor redone are left out.
    pub fn steps(&self, stack: Stack, before: OpSeq, limit: u32) -> Result<Vec<StepRow>, StoreError> {
        // Two ranges of one index, merged in order.
        let sql = "SELECT seq, name, at, 1 FROM operation WHERE discovery IS ?1 AND state = 'done' AND seq < ?2
            UNION ALL
            SELECT seq, name, at, 0 FROM operation WHERE discovery IS ?1 AND state = 'undone' AND seq < ?2
            ORDER BY seq DESC LIMIT ?3";
        self.select(sql, params![stack.discovery(), before, limit], step_row)
    }
}

pub(super) fn step_row(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    Ok(StepRow { seq: row.get(0)?, name: columns::message(row, 1)?, at: row.get(2)?, done: row.get(3)? })
}
