//! SQL of the past: what steps did to facts, and facts whatever became of them.

use std::collections::BTreeSet;

use factly_core::audit::timeline::{FactEvent, FactState, StateBits, fact_of};
use factly_core::facts::Status;
use factly_core::items::number_of;
use rusqlite::types::ValueRef;
use rusqlite::{Row, ToSql, params};
use serde_json::Value;

use super::history::{StepRow, step_row};
use super::tables::TABLES;
use super::undo;
use super::{DiscoverySeq, InputSeq, Reader, Stack, StoreError};

impl Reader {
    /// The step that stands and is the last at or before both.
    pub fn last_step(&self, stack: Stack, seq: i64, at_ms: i64) -> Result<Option<StepRow>, StoreError> {
        let sql = "SELECT seq, name, at, 1 FROM operation
            WHERE discovery IS ?1 AND state = 'done' AND seq <= ?2 AND at <= ?3 ORDER BY seq DESC LIMIT 1";
        self.select_one(sql, params![stack.discovery(), seq, at_ms], step_row)
    }

    /// Counts the live steps after one.
    pub fn steps_since(&self, stack: Stack, seq: i64) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM operation WHERE discovery IS ?1 AND state = 'done' AND seq > ?2";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![stack.discovery(), seq], |row| row.get(0))?)
    }

    /// Reads what these steps did to facts in a part of the changes, in the order in which it was done; undone ones
    /// too, since the state before the first change is what they found. Changes are frozen, so any view that has the
    /// steps gives the same.
    pub fn fact_events(&self, steps: &[StepOfFacts], part: &[(i64, i64)]) -> Result<Vec<FactEvent>, StoreError> {
        let sql = "SELECT operation, row, before, after FROM change
            WHERE seq BETWEEN ?1 AND ?2 AND tbl = 'fact' ORDER BY seq";
        let mut events = Vec::new();
        // Between two changes of one discovery may stand another's.
        let is_of_it = |step: i64| steps.binary_search_by_key(&step, |known| known.seq).is_ok();
        for (first, last) in part {
            events.append(&mut self.events(sql, params![first, last], &is_of_it)?);
        }
        Ok(events)
    }

    /// As [`Self::fact_events`], of the changes behind one: found by the changes, which are few, and not by the steps.
    pub fn fact_events_after(&self, discovery: DiscoverySeq, change: i64) -> Result<Vec<FactEvent>, StoreError> {
        let sql = "SELECT c.operation, c.row, c.before, c.after
            FROM change AS c JOIN operation AS o ON o.seq = c.operation
            WHERE c.seq > ?2 AND c.tbl = 'fact' AND o.discovery = ?1 ORDER BY c.seq";
        self.events(sql, params![discovery, change], &|_| true)
    }

    /// Returns the number of the last recorded change.
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
        let sql = "SELECT seq, first_change, last_change FROM operation
            WHERE discovery = ?1 AND first_change IS NOT NULL ORDER BY seq";
        self.select(sql, [discovery], |row| Ok(StepOfFacts { seq: row.get(0)?, first: row.get(1)?, last: row.get(2)? }))
    }

    /// Reads what was done to facts, of the rows `(operation, row, before, after)` that `sql` gives and the steps that
    /// `is_wanted`; many of one come in a row.
    pub(super) fn events(
        &self,
        sql: &str,
        of: &[&dyn ToSql],
        is_wanted: &dyn Fn(i64) -> bool,
    ) -> Result<Vec<FactEvent>, StoreError> {
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query(of)?;
        let (mut events, mut known, mut last) = (Vec::new(), KnownStates::default(), None);
        while let Some(row) = rows.next()? {
            let step = row.get(0)?;
            let wanted = match last {
                Some((seen, wanted)) if seen == step => wanted,
                _ => is_wanted(step),
            };
            last = Some((step, wanted));
            if wanted {
                events.push(event(row, step, &mut known)?);
            }
        }
        Ok(events)
    }

    /// The numbers that `sql` gives.
    pub(super) fn numbers(&self, sql: &str, of: &[&dyn ToSql]) -> Result<Vec<i64>, StoreError> {
        let mut select = self.connection().prepare_cached(sql)?;
        let numbers = select.query_map(of, |row| row.get(0))?;
        Ok(numbers.collect::<rusqlite::Result<_>>()?)
    }

    /// Reads the state of every live fact of a discovery, ascending.
    pub fn fact_states(&self, discovery: DiscoverySeq) -> Result<Vec<(i64, FactState)>, StoreError> {
        let sql = "SELECT seq, status, needs_review, deleted FROM fact WHERE discovery = ?1 AND deleted = 0";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut states: Vec<_> = select.query_map([discovery], state_row)?.collect::<rusqlite::Result<_>>()?;
        states.sort_unstable_by_key(fact_of);
        Ok(states)
    }

    pub fn fact_state(&self, fact: i64) -> Result<Option<(i64, FactState)>, StoreError> {
        let sql = "SELECT seq, status, needs_review, deleted FROM fact WHERE seq = ?1";
        self.select_one(sql, [fact], state_row)
    }

    /// The live facts whose evidence stands in an Input, ascending.
    pub fn live_facts_of_input(&self, input: InputSeq) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT f.seq FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq
            WHERE b.input = ?1 AND f.deleted = 0 ORDER BY 1";
        self.select(sql, [input], |row| row.get(0))
    }

    /// The facts of registered keys, and the values that were kept as notes: what blocks and fields are made of, each with
    /// the item that it speaks of. Of those that are not hidden.
    pub fn facts_of_keys(&self, discovery: DiscoverySeq) -> Result<Vec<FactOfKey>, StoreError> {
        // Never by way of the notes, most of which take no fact's place: left to itself SQLite reads each.
        let sql = "SELECT seq, item_id FROM fact WHERE discovery = ?1 AND deleted = 0 AND key < 'note'
            UNION ALL SELECT seq, item_id FROM fact WHERE discovery = ?1 AND deleted = 0 AND key > 'note'
            UNION ALL SELECT seq, item_id FROM fact INDEXED BY fact_by_superseded
                WHERE discovery = ?1 AND deleted = 0 AND key = 'note' AND supersedes IS NOT NULL";
        let mut select = self.connection().prepare_cached(sql)?;
        let of_keys = select.query_map([discovery], fact_of_key)?;
        Ok(of_keys.collect::<rusqlite::Result<_>>()?)
    }

    /// As [`Self::facts_of_keys`], of one fact, whatever became of it.
    pub fn fact_of_key(&self, fact: i64) -> Result<Option<FactOfKey>, StoreError> {
        let sql = "SELECT seq, item_id FROM fact WHERE seq = ?1 AND (key <> 'note' OR supersedes IS NOT NULL)";
        self.select_one(sql, [fact], fact_of_key)
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

/// States as they were read of late: a step turns many facts alike, and to read the same words again costs the most.
#[derive(Default)]
struct KnownStates(Vec<(Vec<u8>, StateBits)>);

impl KnownStates {
    const MOST: usize = 8;

    fn bits(&mut self, json: &[u8], fact: i64) -> Result<StateBits, StoreError> {
        if let Some((_, bits)) = self.0.iter().find(|(known, _)| known == json) {
            return Ok(*bits);
        }
        let unreadable = || StoreError::Unreadable(format!("where the fact {fact} stands"));
        let bits = StateBits::from_state(written(json).ok_or_else(unreadable)?);
        self.0.truncate(Self::MOST - 1);
        self.0.insert(0, (json.to_owned(), bits));
        Ok(bits)
    }
}

fn event(row: &Row<'_>, step: i64, known: &mut KnownStates) -> Result<FactEvent, StoreError> {
    let fact = row.get(1)?;
    match (row.get_ref(2)?, row.get_ref(3)?) {
        (ValueRef::Text(before), ValueRef::Text(after)) => {
            Ok(FactEvent { step, fact, before: known.bits(before, fact)?, after: known.bits(after, fact)? })
        }
        _ => Ok(FactEvent::added(step, fact)),
    }
}

/// Of the columns that the trigger writes down those that the past of a fact is made of.
fn written(json: &[u8]) -> Option<FactState> {
    let written: Value = serde_json::from_slice(json).ok()?;
    let is_set = |column: &str| Some(written.get(column)?.as_i64()? != 0);
    Some(FactState {
        status: Status::parse(written.get("status")?.as_str()?)?,
        needs_review: is_set("needs_review")?,
        is_hidden: is_set("deleted")?,
    })
}

/// A fact to lay over the others, and where it stood; none: where it stands now.
pub type PastFactState = (i64, Option<FactState>);

impl Reader {
    /// Lays tables of the connection's own over those of the file: SQL that names one of them reads the past. `facts`
    /// says of which facts, once the others are what they were.
    pub(super) fn go_back(
        &self,
        step: i64,
        facts: impl FnOnce(&Self) -> Result<Vec<PastFactState>, StoreError>,
    ) -> Result<(), StoreError> {
        for table in TABLES.iter().filter(|table| table.in_past) {
            self.lay_over(table.name, step)?;
        }
        self.lay_facts_over(&facts(self)?)?;
        self.lay_conditions_over(step)
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

    /// Of the facts that are laid over, those whose condition a later step changed: what it was.
    fn lay_conditions_over(&self, step: i64) -> Result<(), StoreError> {
        // The trigger writes the condition last. Left to itself SQLite reads the whole history of each fact.
        let sql = "SELECT DISTINCT c.row FROM main.change AS c NOT INDEXED
            WHERE c.seq >= (SELECT min(first_change) FROM main.operation WHERE seq > ?1) AND c.operation > ?1
                AND c.tbl = 'fact' AND substr(c.before, -15) <> substr(c.after, -15)
                AND c.row IN (SELECT seq FROM temp.fact)";
        let connection = self.connection();
        let mut select = connection.prepare(sql)?;
        let facts: Vec<i64> = select.query_map([step], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for fact in facts {
            let then = undo::columns_then(connection, "fact", fact, step)?;
            if let Some((_, condition)) = then.into_iter().find(|(column, _)| column == "condition") {
                let sql = "UPDATE temp.fact SET condition = ?2 WHERE seq = ?1";
                connection.prepare_cached(sql)?.execute(params![fact, condition])?;
            }
        }
        Ok(())
    }

    /// Of the facts only these, and what they took the place of: enough for blocks and fields.
    fn lay_facts_over(&self, facts: &[PastFactState]) -> Result<(), StoreError> {
        let connection = self.connection();
        connection.execute_batch(
            "CREATE TEMP TABLE fact AS SELECT * FROM main.fact WHERE 0;
             CREATE UNIQUE INDEX temp.fact_then ON fact (seq);
             CREATE INDEX temp.fact_then_by_key ON fact (discovery, key, item_id);",
        )?;
        let as_now = connection.prepare("SELECT * FROM main.fact WHERE 0")?;
        let columns = as_now.column_names().map(|column| match column {
            "status" => "?2",
            "needs_review" => "?3",
            "deleted" => "0",
            other => other,
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        let insert =
            |columns: &str| format!("INSERT OR IGNORE INTO temp.fact SELECT {columns} FROM main.fact WHERE seq = ?1");
        let (mut as_now, mut as_then) = (connection.prepare(&insert("*"))?, connection.prepare(&insert(&columns))?);
        for (fact, state) in facts {
            match state {
                None => as_now.execute([fact])?,
                Some(state) => as_then.execute(params![fact, state.status.as_str(), state.needs_review])?,
            };
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
        let supersede = "UPDATE temp.fact SET status = 'superseded' WHERE seq NOT IN (SELECT value FROM json_each(?1))";
        let standing: Vec<i64> = facts.iter().map(|(fact, _)| *fact).collect();
        connection.execute(supersede, [serde_json::to_string(&standing).unwrap_or_default()])?;
        Ok(())
    }
}

/// A step, and where what it changed is written down.
#[derive(Clone, Copy, Debug)]
pub struct StepOfFacts {
    seq: i64,
    first: i64,
    last: i64,
}

/// Returns the ranges of changes of these steps, in two parts that take as long to read; of few, the second is empty.
pub fn parts(steps: &[StepOfFacts]) -> [Vec<(i64, i64)>; 2] {
    let mut all = ranges(steps);
    let count: i64 = all.iter().map(|(first, last)| last - first + 1).sum();
    if count < MANY {
        return [all, Vec::new()];
    }
    let mut left = count / 2;
    let cut = all.iter().position(|(first, last)| {
        left -= last - first + 1;
        left < 0
    });
    let mut rest = all.split_off(cut.unwrap_or(all.len()));
    if let Some((first, last)) = rest.first_mut() {
        // So far into the range that is cut in two.
        let middle = *last + left + 1;
        if *first < middle {
            all.push((*first, middle - 1));
        }
        *first = middle;
    }
    [all, rest]
}

/// Fewer changes are read in less time than it takes to do so beside one another.
const MANY: i64 = 20_000;

/// Returns the ranges of changes of these steps, ascending; ranges that touch are one.
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

fn state_row(row: &Row<'_>) -> rusqlite::Result<(i64, FactState)> {
    let status = super::columns::word(row, 1, Status::parse)?;
    Ok((row.get(0)?, FactState { status, needs_review: row.get(2)?, is_hidden: row.get(3)? }))
}

#[cfg(test)]
mod tests {
    use factly_core::audit::timeline::{FactEvent, FactState, StateBits};
    use factly_core::facts::Status;
    use rusqlite::Connection;

    use super::{MANY, StepOfFacts, parts};
    use crate::store::{Reader, StoreError};

    fn json(status: &str, needs_review: u8) -> String {
        format!(r#"'{{"status":"{status}","needs_review":{needs_review},"mark":"","deleted":0}}'"#)
    }

    fn read(rows: &str) -> Result<Vec<FactEvent>, StoreError> {
        let reader = Reader::new(Connection::open_in_memory().unwrap());
        reader.events(&format!("SELECT * FROM (VALUES {rows})"), &[], &|step| step != 8)
    }

    #[test]
    fn events_are_what_the_rows_of_the_wanted_steps_say() {
        let (proposed, accepted) = (json("proposed", 1), json("accepted", 0));
        let events =
            read(&format!("(7, 30, NULL, NULL), (8, 31, NULL, NULL), (9, 32, {proposed}, {accepted})")).unwrap();
        let actual: Vec<_> = events.iter().map(|event| (event.step, event.fact, event.before, event.after)).collect();
        let state = |status, needs_review| StateBits::from_state(FactState { status, needs_review, is_hidden: false });
        assert_eq!(
            actual,
            [
                (7, 30, StateBits::HIDDEN, StateBits(0)),
                (9, 32, state(Status::Proposed, true), state(Status::Accepted, false))
            ]
        );
    }

    #[test]
    fn a_state_that_cannot_be_read_is_an_error_and_names_its_fact() {
        let (good, strange) = (json("accepted", 0), json("forgotten", 0));
        for rows in [format!("(7, 30, {good}, {strange})"), format!("(7, 30, '[', {good})")] {
            let error = read(&rows).unwrap_err().to_string();
            assert!(error.contains("30"), "{rows}: {error}");
        }
    }

    #[test]
    fn a_history_is_read_in_two_parts_that_are_all_of_it() {
        let check = |why: &str, steps: &[(i64, i64)], expected: [&[(i64, i64)]; 2]| {
            let steps =
                steps.iter().zip(1..).map(|((first, last), seq)| StepOfFacts { seq, first: *first, last: *last });
            assert_eq!(parts(&steps.collect::<Vec<_>>()), expected.map(<[_]>::to_vec), "{why}");
        };
        check("none", &[], [&[], &[]]);
        check("few", &[(1, MANY / 2), (MANY, MANY)], [&[(1, MANY / 2), (MANY, MANY)], &[]]);
        check("one range is cut in two", &[(1, MANY), (5, MANY + 1)], [&[(1, MANY / 2)], &[(MANY / 2 + 1, MANY + 1)]]);
        check(
            "between two ranges",
            &[(1, MANY), (MANY + 11, 2 * MANY + 10)],
            [&[(1, MANY)], &[(MANY + 11, 2 * MANY + 10)]],
        );
        check(
            "within the longest",
            &[(1, 10), (21, MANY + 20), (MANY + 31, MANY + 40)],
            [&[(1, 10), (21, MANY / 2 + 20)], &[(MANY / 2 + 21, MANY + 20), (MANY + 31, MANY + 40)]],
        );
    }
}
