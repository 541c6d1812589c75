//! Undo and redo: turns the state of an operation and gives every column that it changed the value that follows.
//!
//! A column's value is what the last change of a done operation made it, else what it was before its first change. So
//! the result does not depend on the order in which operations ended, and an action of many transactions that is undone
//! halfway leaves what others did in between.
//!
//! A draft is written between the steps, so the log does not know it: a step turns it only from what it left there, and
//! what was written since then stays.
//!
//! It deletes nothing: rows are hidden, and counters of labels are not turned, so no label is reused.

use factly_core::message::UserMessage;
use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

use super::columns;
use super::error::StoreError;
use super::notice::Topic;
use super::operation::Stack;
use super::seq::OpSeq;
use super::tables::declared;

/// The next steps to undo and redo, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoState {
    pub undo: Option<UserMessage>,
    pub redo: Option<UserMessage>,
    /// The operation that undo would turn: two may have one name.
    pub newest: Option<i64>,
}

/// The result of undo or redo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoOutcome {
    /// The step that it turned last, by name.
    pub last: Option<UserMessage>,
    /// Count of the steps that it turned.
    pub count: usize,
    /// Count of the steps that rest on the requested one, so that it was not turned.
    pub later: u32,
    /// Drafts that would have come back, had others not been written since: by name.
    pub kept_drafts: BTreeSet<String>,
    /// The topics of its changes.
    pub topics: BTreeSet<Topic>,
}

/// The direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Undo,
    Redo,
}

impl Direction {
    /// Undone from the newest on, redone from the oldest on.
    const fn next_sql(self) -> &'static str {
        match self {
            Self::Undo => {
                "SELECT seq, name, first_change, last_change FROM operation
                 WHERE discovery IS ?1 AND state = 'done' ORDER BY seq DESC LIMIT 1"
            }
            Self::Redo => {
                "SELECT seq, name, first_change, last_change FROM operation
                 WHERE discovery IS ?1 AND state = 'undone' ORDER BY seq LIMIT 1"
            }
        }
    }

    const fn state(self) -> &'static str {
        match self {
            Self::Undo => "undone",
            Self::Redo => "done",
        }
    }
}

struct StoredStep {
    seq: OpSeq,
    name: UserMessage,
    first: i64,
    last: i64,
}

pub(super) fn state(connection: &Connection, stack: Stack) -> Result<UndoState, StoreError> {
    let undo = next(connection, stack, Direction::Undo)?;
    let redo = next(connection, stack, Direction::Redo)?;
    let newest = undo.as_ref().map(|step| step.seq.0);
    Ok(UndoState { undo: undo.map(|step| step.name), redo: redo.map(|step| step.name), newest })
}

/// Turns the next operation of the stack.
pub(super) fn replay_next(
    connection: &Connection,
    stack: Stack,
    direction: Direction,
) -> Result<UndoOutcome, StoreError> {
    let mut turns = UndoOutcome::default();
    if let Some(step) = next(connection, stack, direction)? {
        replay_step(connection, step, direction, &mut turns)?;
    }
    Ok(turns)
}

/// Undoes `step` if it is the newest that is done; else says how many stand on it, which is none where it is undone.
pub(super) fn replay_only(connection: &Connection, stack: Stack, step: OpSeq) -> Result<UndoOutcome, StoreError> {
    if next(connection, stack, Direction::Undo)?.is_some_and(|newest| newest.seq == step) {
        return replay_next(connection, stack, Direction::Undo);
    }
    let sql = "SELECT count(*) FROM operation AS o JOIN operation AS on_top
                   ON on_top.discovery IS o.discovery AND on_top.state = 'done' AND on_top.seq > o.seq
               WHERE o.seq = ?2 AND o.discovery IS ?1 AND o.state = 'done'";
    let later = connection.prepare_cached(sql)?.query_row(params![stack.discovery(), step], |row| row.get(0))?;
    Ok(UndoOutcome { later, ..UndoOutcome::default() })
}

fn replay_step(
    connection: &Connection,
    step: StoredStep,
    direction: Direction,
    turns: &mut UndoOutcome,
) -> Result<(), StoreError> {
    let update = "UPDATE operation SET state = ?2 WHERE seq = ?1";
    connection.prepare_cached(update)?.execute(params![step.seq, direction.state()])?;
    for row in rows_of(connection, &step)? {
        turns.topics.extend(declared(&row.table).map_or(&[][..], |table| table.topics));
        replay(connection, &row, step.seq)?;
        if row.table == DRAFTS {
            turns.kept_drafts.extend(replay_draft(connection, &row, step.seq, direction)?);
        }
    }
    turns.last = Some(step.name);
    turns.count += 1;
    Ok(())
}

/// Turns operations until `target` is the newest that is done.
pub(super) fn go_to(connection: &Connection, stack: Stack, target: Option<OpSeq>) -> Result<UndoOutcome, StoreError> {
    if let Some(target) = target {
        known_step(connection, stack, target)?;
    }
    let target = target.unwrap_or(OpSeq(0));
    let mut turns = UndoOutcome::default();
    while let Some(step) = next(connection, stack, Direction::Undo)?.filter(|step| step.seq > target) {
        replay_step(connection, step, Direction::Undo, &mut turns)?;
    }
    while let Some(step) = next(connection, stack, Direction::Redo)?.filter(|step| step.seq <= target) {
        replay_step(connection, step, Direction::Redo, &mut turns)?;
    }
    Ok(turns)
}

fn known_step(connection: &Connection, stack: Stack, step: OpSeq) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM operation WHERE seq = ?1 AND discovery IS ?2 AND state <> 'dropped'";
    if connection.prepare_cached(sql)?.exists(params![step, stack.discovery()])? {
        return Ok(());
    }
    Err(StoreError::NotFound { what: "step", id: step.0.to_string() })
}

fn next(connection: &Connection, stack: Stack, direction: Direction) -> rusqlite::Result<Option<StoredStep>> {
    connection
        .prepare_cached(direction.next_sql())?
        .query_row([stack.discovery()], |row| {
            Ok(StoredStep { seq: row.get(0)?, name: columns::message(row, 1)?, first: row.get(2)?, last: row.get(3)? })
        })
        .optional()
}

/// A row that operations changed.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ChangedRow {
    table: String,
    seq: i64,
}

fn rows_of(connection: &Connection, step: &StoredStep) -> rusqlite::Result<BTreeSet<ChangedRow>> {
    let sql = "SELECT tbl, row FROM change WHERE seq BETWEEN ?2 AND ?3 AND operation = ?1";
    let mut select = connection.prepare_cached(sql)?;
    let mut changed = select.query(params![step.seq, step.first, step.last])?;
    let mut rows = BTreeSet::new();
    while let Some(row) = changed.next()? {
        rows.insert(ChangedRow { table: row.get(0)?, seq: row.get(1)? });
    }
    Ok(rows)
}

/// The effect of one change on a row's columns: only those that differ.
struct ColumnChange {
    operation: OpSeq,
    done: bool,
    columns: BTreeMap<String, (Value, Value)>,
}

/// The table of what is written between the steps.
const DRAFTS: &str = "answer_draft";

/// Puts a draft back, or takes it away again, where it still is as the step or its undoing left it. Gives its name where
/// something else was written since and hides what would have come back.
fn replay_draft(
    connection: &Connection,
    row: &ChangedRow,
    operation: OpSeq,
    direction: Direction,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT before, after FROM change
               WHERE operation = ?1 AND tbl = ?2 AND row = ?3 AND before IS NOT NULL ORDER BY seq";
    let changes: Vec<(String, String)> = connection
        .prepare_cached(sql)?
        .query_map(params![operation, row.table, row.seq], |found| Ok((found.get(0)?, found.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let (Some((before, _)), Some((_, after))) = (changes.first(), changes.last()) else { return Ok(None) };
    let (from, to) = match direction {
        Direction::Undo => (after, before),
        Direction::Redo => (before, after),
    };
    let sql = "UPDATE answer_draft SET quick = ?3 ->> 'quick', said = ?3 ->> 'said'
               WHERE seq = ?1 AND quick = ?2 ->> 'quick' AND said = ?2 ->> 'said'";
    if connection.prepare_cached(sql)?.execute(params![row.seq, from, to])? > 0 {
        return Ok(None);
    }
    let sql = "SELECT name FROM answer_draft WHERE seq = ?1 AND (quick <> ?2 ->> 'quick' OR said <> ?2 ->> 'said')
               AND (?2 ->> 'quick' <> '' OR ?2 ->> 'said' <> '')";
    Ok(connection.prepare_cached(sql)?.query_row(params![row.seq, to], |found| found.get(0)).optional()?)
}

/// Gives each column of `row` that `operation` changed the value that follows from all operations.
fn replay(connection: &Connection, row: &ChangedRow, operation: OpSeq) -> Result<(), StoreError> {
    let history = history(connection, row)?;
    let touched =
        history.iter().filter(|change| change.operation == operation).flat_map(|change| change.columns.keys());
    let touched = touched.filter(|column| row.table != DRAFTS || column.as_str() == "deleted");
    let settled = BTreeMap::from_iter(touched.map(|column| (column.as_str(), value_of(column, &history))));
    if settled.is_empty() {
        return Ok(());
    }
    let assignments = settled.keys().map(|column| format!("{column} = ?")).collect::<Vec<_>>().join(", ");
    let sql = format!("UPDATE {} SET {assignments} WHERE seq = ?", row.table);
    let values = settled.into_values().map(sql_value).chain([SqlValue::Integer(row.seq)]);
    connection.prepare_cached(&sql)?.execute(params_from_iter(values))?;
    Ok(())
}

/// Reads the columns of a row that steps changed, as they were just after the step `until`.
pub(super) fn columns_then(
    connection: &Connection,
    table: &str,
    seq: i64,
    until: i64,
) -> Result<Vec<(String, SqlValue)>, StoreError> {
    let mut history = history(connection, &ChangedRow { table: table.to_owned(), seq })?;
    for change in &mut history {
        change.done &= change.operation.0 <= until;
    }
    let touched = BTreeSet::from_iter(history.iter().flat_map(|change| change.columns.keys().map(String::as_str)));
    Ok(touched.into_iter().map(|column| (column.to_owned(), sql_value(value_of(column, &history)))).collect())
}

fn value_of<'h>(column: &str, history: &'h [ColumnChange]) -> &'h Value {
    let mut of_column = history.iter().filter_map(|change| Some((change.done, change.columns.get(column)?))).peekable();
    let before_all = of_column.peek().map_or(&Value::Null, |(_, (before, _))| before);
    of_column.rfind(|(done, _)| *done).map_or(before_all, |(_, (_, after))| after)
}

/// The insertion first: it is written down at the end of its transaction, after what the same one changed.
fn history(connection: &Connection, row: &ChangedRow) -> Result<Vec<ColumnChange>, StoreError> {
    let sql = "SELECT c.operation, o.state = 'done', c.before, c.after
               FROM change AS c JOIN operation AS o ON o.seq = c.operation
               WHERE c.row = ?1 AND c.tbl = ?2 ORDER BY c.before IS NOT NULL, c.seq";
    let mut select = connection.prepare_cached(sql)?;
    let mut rows = select.query(params![row.seq, row.table])?;
    let mut history = Vec::new();
    while let Some(found) = rows.next()? {
        let columns = columns(&row.table, found.get(2)?, found.get(3)?)?;
        history.push(ColumnChange { operation: found.get(0)?, done: found.get(1)?, columns });
    }
    Ok(history)
}

fn columns(
    table: &str,
    before: Option<String>,
    after: Option<String>,
) -> Result<BTreeMap<String, (Value, Value)>, StoreError> {
    let (Some(before), Some(after)) = (before, after) else {
        return Ok(BTreeMap::from([("deleted".into(), (Value::from(1), Value::from(0)))]));
    };
    let (before, mut after) = (object(&before)?, object(&after)?);
    let mut columns = BTreeMap::new();
    for (column, old) in before {
        let new = after.remove(&column).unwrap_or(Value::Null);
        if old != new {
            columns.insert(known(table, column)?, (old, new));
        }
    }
    Ok(columns)
}

/// The names go into SQL, so only those that the triggers write are let through.
fn known(table: &str, column: String) -> Result<String, StoreError> {
    let of_table = declared(table).map_or(&[][..], |table| table.restored);
    if of_table.contains(&column.as_str()) { Ok(column) } else { Err(unreadable(format!("{table}.{column}"))) }
}

fn object(json: &str) -> Result<Map<String, Value>, StoreError> {
    serde_json::from_str(json).map_err(unreadable)
}

fn unreadable(what: impl ToString) -> StoreError {
    StoreError::Unreadable(what.to_string())
}

fn sql_value(value: &Value) -> SqlValue {
    match value {
        Value::Null => SqlValue::Null,
        Value::String(text) => SqlValue::Text(text.clone()),
        other => other.as_i64().map_or(SqlValue::Null, SqlValue::Integer),
    }
}
