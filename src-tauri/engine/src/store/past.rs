//! SQL of the past: what steps did to facts, and facts whatever became of them.

use std::collections::{BTreeSet, VecDeque};

use factly_core::audit::timeline::{Event, State, What, fact_of};
use factly_core::items::number_of;
use factly_core::ledger::Status;
use rusqlite::{OptionalExtension, Row, params};
use serde::Deserialize;

use super::history::StepRow;
use super::operation::UNDOABLE;
use super::undo;
use super::{DiscoverySeq, InputSeq, Reader, Stack, StoreError};

/// The columns that the past of a fact is made of, as the trigger writes them down.
#[derive(Deserialize)]
struct Written<'a> {
    status: &'a str,
    needs_review: u8,
    deleted: u8,
}

impl Reader {
    /// The step that stands and is the last at or before both.
    pub fn last_step(&self, stack: Stack, seq: i64, at_ms: i64) -> Result<Option<StepRow>, StoreError> {
        let sql = "SELECT seq, name, at, 1 FROM operation
            WHERE discovery IS ?1 AND state = 'done' AND seq <= ?2 AND at <= ?3 ORDER BY seq DESC LIMIT 1";
        let mut select = self.connection().prepare_cached(sql)?;
        Ok(select.query_row(params![stack.discovery(), seq, at_ms], step_row).optional()?)
    }

    /// How many steps that stand come after one.
    pub fn steps_since(&self, stack: Stack, seq: i64) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM operation WHERE discovery IS ?1 AND state = 'done' AND seq > ?2";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![stack.discovery(), seq], |row| row.get(0))?)
    }

    /// What every one of these steps did to facts, in the order in which it was done; undone ones too, since what was
    /// before the first change is what they found. Changes are frozen, so any view that has the steps gives the same.
    pub fn fact_events(&self, steps: &[StepOfFacts]) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT operation, row, before, after FROM change WHERE seq BETWEEN ?1 AND ?2 AND tbl = 'fact' ORDER BY seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let (mut events, mut known_states) = (Vec::new(), KnownStates::default());
        let mut of: Option<&StepOfFacts> = None;
        for (first, last) in ranges(steps) {
            let mut rows = select.query([first, last])?;
            while let Some(row) = rows.next()? {
                let step: i64 = row.get(0)?;
                if of.is_none_or(|of| of.seq != step) {
                    let at = steps.binary_search_by_key(&step, |known| known.seq);
                    of = at.ok().and_then(|at| steps.get(at));
                }
                // Between two changes of one discovery may stand another's.
                let Some(of) = of else { continue };
                events.push(Event { step, stands: of.stands, fact: row.get(1)?, what: known_states.what(row)? });
            }
        }
        Ok(events)
    }

    /// As [`Self::fact_events`], of the changes behind one: found by the changes, which are few, and not by the steps.
    pub fn fact_events_after(&self, discovery: DiscoverySeq, change: i64) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT c.operation, c.row, c.before, c.after, o.state = 'done'
            FROM change AS c CROSS JOIN operation AS o ON o.seq = c.operation
            WHERE c.seq > ?2 AND c.tbl = 'fact' AND o.discovery = ?1 ORDER BY c.seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query(params![discovery, change])?;
        let (mut events, mut known_states) = (Vec::new(), KnownStates::default());
        while let Some(row) = rows.next()? {
            let what = known_states.what(row)?;
            events.push(Event { step: row.get(0)?, stands: row.get(4)?, fact: row.get(1)?, what });
        }
        Ok(events)
    }

    /// How far changes are written down.
    pub fn last_change(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) FROM change";
        Ok(self.connection().prepare_cached(sql)?.query_row([], |row| row.get(0))?)
    }

    /// The steps of a discovery that were undone, and may be redone or not.
    pub fn undone_steps(&self, discovery: DiscoverySeq) -> Result<BTreeSet<i64>, StoreError> {
        let sql = "SELECT seq FROM operation WHERE discovery = ?1 AND state IN ('undone', 'dropped')";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([discovery], |row| row.get(0))?;
        let mut undone = BTreeSet::new();
        for step in rows {
            undone.insert(step?);
        }
        Ok(undone)
    }

    /// The steps of a discovery that changed anything, ascending.
    pub fn steps_with_changes(&self, discovery: DiscoverySeq) -> Result<Vec<StepOfFacts>, StoreError> {
        let sql = "SELECT seq, state = 'done', first_change, last_change FROM operation
            WHERE discovery = ?1 AND first_change IS NOT NULL ORDER BY seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([discovery], |row| {
            Ok(StepOfFacts { seq: row.get(0)?, stands: row.get(1)?, first: row.get(2)?, last: row.get(3)? })
        })?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// Where every live fact of a discovery stands, ascending. Read from an index alone.
    pub fn fact_states(&self, discovery: DiscoverySeq) -> Result<Vec<(i64, State)>, StoreError> {
        let sql = "SELECT seq, status, needs_review, 0 FROM fact INDEXED BY fact_by_status
            WHERE discovery = ?1 AND deleted = 0";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([discovery], state_row)?;
        let mut states = rows.collect::<Result<Vec<_>, _>>()?;
        // The index gives an ascending list for each status, one behind the other, which this sort merges.
        states.sort_by_key(fact_of);
        Ok(states)
    }

    pub fn fact_state(&self, fact: i64) -> Result<Option<(i64, State)>, StoreError> {
        let sql = "SELECT seq, status, needs_review, deleted FROM fact WHERE seq = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([fact], state_row).optional()?)
    }

    /// The live facts whose evidence stands in an Input, ascending.
    pub fn live_facts_of_input(&self, input: InputSeq) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT f.seq FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq
            WHERE b.input = ?1 AND f.deleted = 0 ORDER BY 1";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([input], |row| row.get(0))?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// The facts of registered keys, and the values that were kept as notes: what blocks and fields are made of, each with
    /// the item that it speaks of. Of those that are not hidden.
    pub fn facts_of_keys(&self, discovery: DiscoverySeq) -> Result<Vec<FactOfKey>, StoreError> {
        // Never by way of the notes, most of which take no fact's place: left to itself SQLite reads each.
        let sql = "SELECT seq, item_id FROM fact INDEXED BY fact_by_key
                WHERE discovery = ?1 AND key < 'note' AND deleted = 0
            UNION ALL SELECT seq, item_id FROM fact INDEXED BY fact_by_key
                WHERE discovery = ?1 AND key > 'note' AND deleted = 0
            UNION ALL SELECT seq, item_id FROM fact INDEXED BY fact_by_superseded
                WHERE supersedes IS NOT NULL AND discovery = ?1 AND deleted = 0 AND key = 'note'";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([discovery], fact_of_key)?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// As [`Self::facts_of_keys`], of one fact, whatever became of it.
    pub fn fact_of_key(&self, fact: i64) -> Result<Option<FactOfKey>, StoreError> {
        let sql = "SELECT seq, item_id FROM fact WHERE seq = ?1 AND (key <> 'note' OR supersedes IS NOT NULL)";
        Ok(self.connection().prepare_cached(sql)?.query_row([fact], fact_of_key).optional()?)
    }
}

/// A fact that blocks and fields are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactOfKey {
    pub fact: i64,
    /// The number of its item; 0 for the project.
    pub item: i64,
}

fn fact_of_key(row: &Row<'_>) -> rusqlite::Result<FactOfKey> {
    let item = row.get_ref(1)?.as_str()?;
    Ok(FactOfKey { fact: row.get(0)?, item: number_of(item).unwrap_or_default() })
}

/// What knowledge is made of beside facts; each is small.
const SHADOWED: [&str; 7] =
    ["discovery_key", "item", "item_override", "block_addition", "question", "question_round", "canonical_link"];

impl Reader {
    /// Lays tables of the connection's own over those of the file: SQL that names one of them reads the past. `facts`
    /// says of which facts, once the others are what they were.
    pub(super) fn go_back(
        &self,
        step: i64,
        facts: impl FnOnce(&Self) -> Result<Vec<(i64, State)>, StoreError>,
    ) -> Result<(), StoreError> {
        let undoable = |table: &&str| UNDOABLE.iter().any(|undoable| undoable.table == *table);
        for table in SHADOWED.iter().filter(|table| undoable(table)) {
            self.lay_over(table, step)?;
        }
        self.lay_facts_over(&facts(self)?)
    }

    fn lay_over(&self, table: &str, step: i64) -> Result<(), StoreError> {
        let connection = self.connection();
        connection.execute_batch(&format!(
            "CREATE TEMP TABLE {table} AS SELECT * FROM main.{table};
             CREATE UNIQUE INDEX temp.{table}_then ON {table} (seq);"
        ))?;
        // What no later step touched is now what it was then.
        let mut select = connection.prepare(&format!(
            "SELECT t.seq FROM main.{table} AS t WHERE EXISTS (
                 SELECT 1 FROM change AS c WHERE c.row = t.seq AND c.tbl = '{table}' AND c.operation > ?1)"
        ))?;
        let seqs: Vec<i64> = select.query_map([step], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for seq in seqs {
            for (column, value) in undo::columns_then(connection, table, seq, step)? {
                let sql = format!("UPDATE temp.{table} SET {column} = ?2 WHERE seq = ?1");
                connection.prepare_cached(&sql)?.execute(params![seq, value])?;
            }
        }
        Ok(())
    }

    /// Of the facts only these, and what they took the place of: enough for blocks and fields.
    fn lay_facts_over(&self, facts: &[(i64, State)]) -> Result<(), StoreError> {
        let connection = self.connection();
        connection.execute_batch(
            "CREATE TEMP TABLE fact AS SELECT * FROM main.fact WHERE 0;
             CREATE UNIQUE INDEX temp.fact_then ON fact (seq);
             CREATE INDEX temp.fact_then_by_key ON fact (discovery, key, item_id);",
        )?;
        let mut insert =
            connection.prepare("INSERT OR IGNORE INTO temp.fact SELECT * FROM main.fact WHERE seq = ?1")?;
        let sql = "UPDATE temp.fact SET status = ?2, needs_review = ?3, deleted = 0 WHERE seq = ?1";
        let mut update = connection.prepare(sql)?;
        for (fact, state) in facts {
            insert.execute([fact])?;
            update.execute(params![fact, state.status.as_str(), state.needs_review])?;
        }
        // What they are told by: never itself standing, since what stands is here already.
        connection.execute_batch(
            "INSERT OR IGNORE INTO temp.fact
                 WITH RECURSIVE older (seq) AS (
                     SELECT supersedes FROM temp.fact WHERE key = 'note' AND supersedes IS NOT NULL
                     UNION SELECT fact FROM temp.item_override
                     UNION SELECT f.supersedes FROM main.fact AS f JOIN older ON f.seq = older.seq
                         WHERE f.key = 'note' AND f.supersedes IS NOT NULL
                 )
                 SELECT f.* FROM main.fact AS f JOIN older ON older.seq = f.seq;",
        )?;
        let told = "UPDATE temp.fact SET status = 'superseded' WHERE seq NOT IN (SELECT value FROM json_each(?1))";
        let standing: Vec<i64> = facts.iter().map(|(fact, _)| *fact).collect();
        connection.execute(told, [serde_json::to_string(&standing).unwrap_or_default()])?;
        Ok(())
    }
}

/// A step, and where what it changed is written down.
#[derive(Clone, Copy, Debug)]
pub struct StepOfFacts {
    seq: i64,
    stands: bool,
    first: i64,
    last: i64,
}

/// Where changes of these steps stand, ascending; ranges that touch are one.
fn ranges(steps: &[StepOfFacts]) -> Vec<(i64, i64)> {
    let mut ranges: Vec<(i64, i64)> = steps.iter().map(|step| (step.first, step.last)).collect();
    ranges.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
            _ => merged.push((first, last)),
        }
    }
    merged
}

/// What was read of late: a step turns many facts alike, and to read the same words again costs the most of a history.
#[derive(Default)]
struct KnownStates(VecDeque<(String, State)>);

impl KnownStates {
    const MOST: usize = 8;

    fn what(&mut self, row: &Row<'_>) -> Result<What, StoreError> {
        let (before, after) = (row.get_ref(2)?.as_str_or_null(), row.get_ref(3)?.as_str_or_null());
        match (before.ok().flatten(), after.ok().flatten()) {
            (Some(before), Some(after)) => Ok(What::Changed { before: self.state(before)?, after: self.state(after)? }),
            _ => Ok(What::Added),
        }
    }

    fn state(&mut self, json: &str) -> Result<State, StoreError> {
        if let Some((_, state)) = self.0.iter().find(|(known, _)| known == json) {
            return Ok(*state);
        }
        let state = state(json)?;
        self.0.truncate(Self::MOST - 1);
        self.0.push_front((json.to_owned(), state));
        Ok(state)
    }
}

fn state(json: &str) -> Result<State, StoreError> {
    let written: Written<'_> = serde_json::from_str(json).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let unknown = || StoreError::Unreadable(format!("the status {}", written.status));
    Ok(State {
        status: Status::parse(written.status).ok_or_else(unknown)?,
        needs_review: written.needs_review != 0,
        is_hidden: written.deleted != 0,
    })
}

fn state_row(row: &Row<'_>) -> rusqlite::Result<(i64, State)> {
    let status = super::columns::status(row, 1)?;
    Ok((row.get(0)?, State { status, needs_review: row.get(2)?, is_hidden: row.get(3)? }))
}

fn step_row(row: &Row<'_>) -> rusqlite::Result<StepRow> {
    Ok(StepRow { seq: row.get(0)?, name: row.get(1)?, at: row.get(2)?, done: row.get(3)? })
}
