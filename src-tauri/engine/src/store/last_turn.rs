//! SQL of the last turn: the newest bundle that was parsed or, where that is a piece of an Input, all of that Input.

use rusqlite::{OptionalExtension, params};
use uuid::Uuid;

use super::{DiscoverySeq, FactSeq, Reader, StoreError};

/// The last turn of a discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastTurn {
    bundle: i64,
    input: Option<i64>,
}

/// A fact of the turn that contradicts what stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestRow {
    pub id: Uuid,
    pub label_no: i64,
    pub key: String,
    pub text: String,
}

impl Reader {
    pub fn last_turn(&self, discovery: DiscoverySeq) -> Result<Option<LastTurn>, StoreError> {
        let sql = "SELECT seq, input FROM turn_bundle AS b WHERE discovery = ?1 AND EXISTS (
                SELECT 1 FROM parse_run WHERE bundle = b.seq AND status = 'succeeded' AND deleted = 0
            ) ORDER BY seq DESC LIMIT 1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let turn = |row: &rusqlite::Row<'_>| Ok(LastTurn { bundle: row.get(0)?, input: row.get(1)? });
        Ok(statement.query_row([discovery], turn).optional()?)
    }

    /// Returns whether each of these facts came of a turn.
    pub fn facts_of_turn(&self, turn: LastTurn, facts: &[Uuid]) -> Result<Vec<bool>, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM fact AS f JOIN turn_bundle AS b ON b.seq = f.bundle
                   WHERE f.id = ?1 AND (b.seq = ?2 OR b.input = ?3))";
        let mut statement = self.connection().prepare_cached(sql)?;
        let of_it =
            facts.iter().map(|fact| statement.query_row(params![fact, turn.bundle, turn.input], |row| row.get(0)));
        of_it.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// The first and the last step that read a turn; none where it came with a file, as no step.
    pub fn steps_of_turn(&self, turn: LastTurn) -> Result<Option<(i64, i64)>, StoreError> {
        let sql = "SELECT min(o.seq), max(o.seq) FROM turn_bundle AS b
            JOIN parse_run AS r ON r.bundle = b.seq AND r.status = 'succeeded' AND r.deleted = 0
            JOIN change AS c ON c.row = r.seq AND c.tbl = 'parse_run' AND c.before IS NULL
            JOIN operation AS o ON o.seq = c.operation AND o.state = 'done'
            WHERE b.seq = ?1 OR b.input = ?2";
        let mut statement = self.connection().prepare_cached(sql)?;
        let steps = statement.query_row(params![turn.bundle, turn.input], |row| {
            Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?))
        })?;
        Ok(steps.0.zip(steps.1))
    }

    /// The facts of a turn that wait as contradictions, of the project or of an item, in their order.
    pub fn contests_of_turn(
        &self,
        discovery: DiscoverySeq,
        turn: LastTurn,
        scope: &str,
        limit: u32,
    ) -> Result<Vec<ContestRow>, StoreError> {
        let sql =
            "SELECT f.seq, f.id, f.label_no, f.key, f.text FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq
            WHERE (b.seq = ?1 OR b.input = ?2) AND f.item_id = ?3 AND f.status = 'conflict' AND f.deleted = 0
            ORDER BY f.seq LIMIT ?4";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut found: Vec<(FactSeq, ContestRow)> = Vec::new();
        for scope in self.scopes(discovery, scope)? {
            let rows = statement.query_map(params![turn.bundle, turn.input, scope, limit], |row| {
                let contest =
                    ContestRow { id: row.get(1)?, label_no: row.get(2)?, key: row.get(3)?, text: row.get(4)? };
                Ok((row.get(0)?, contest))
            })?;
            for row in rows {
                found.push(row?);
            }
        }
        found.sort_by_key(|(seq, _)| *seq);
        found.truncate(limit as usize);
        Ok(found.into_iter().map(|(_, contest)| contest).collect())
    }
}
