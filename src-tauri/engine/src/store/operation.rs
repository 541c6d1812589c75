//! The name of a write, and the undo stack it belongs to.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use factly_core::message::UserMessage;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use super::error::StoreError;
use super::notice::Topic;
use super::seq::{DiscoverySeq, OpSeq};
use super::tables::{StoreTable, TABLES, declared};

/// The undo stack of a step: each discovery has its own, and the list of discoveries has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stack {
    Library,
    Discovery(DiscoverySeq),
}

impl Stack {
    pub(super) const fn discovery(self) -> Option<DiscoverySeq> {
        match self {
            Self::Library => None,
            Self::Discovery(discovery) => Some(discovery),
        }
    }
}

/// The kind of a write to undo.
#[derive(Clone, Debug)]
pub struct Op(pub(super) OperationKind);

#[derive(Clone, Debug)]
pub(super) enum OperationKind {
    Named(Stack, UserMessage),
    PartOf(OpSeq),
    Silent,
}

impl Op {
    /// Begins a step of undo, called what the analyst would call it.
    pub fn named(stack: Stack, name: impl Into<UserMessage>) -> Self {
        Self(OperationKind::Named(stack, name.into()))
    }

    /// A later transaction of the same action. Fails with [`StoreError::OperationEnded`] when the action was undone in
    /// the meantime: to undo what is under way is to stop it.
    pub const fn part_of(operation: OpSeq) -> Self {
        Self(OperationKind::PartOf(operation))
    }

    /// Nothing to undo: preferences, the bookkeeping of runs.
    pub const fn silent() -> Self {
        Self(OperationKind::Silent)
    }
}

/// An operation whose transaction is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenOperation {
    pub(super) seq: OpSeq,
    pub(super) stack: Stack,
    /// The last rows before this transaction.
    before: LastRows,
    begun_here: bool,
}

/// The last row of each of the [`TABLES`], and of `change`.
#[derive(Clone, Copy, Debug)]
struct LastRows {
    rows: [i64; TABLES.len()],
    change: i64,
}

static LAST: LazyLock<String> = LazyLock::new(|| {
    let last = |table: &str| format!("(SELECT coalesce(max(seq), 0) FROM {table})");
    let tables = TABLES.iter().map(|table| last(table.name)).chain([last("change")]);
    format!("SELECT {}", tables.collect::<Vec<_>>().join(", "))
});

/// No row is ever deleted, so what a transaction inserted is what lies past what was last before it.
static INSERTED: LazyLock<String> = LazyLock::new(|| {
    let selects = TABLES.iter().enumerate().map(|(at, StoreTable { name: table, .. })| {
        format!("SELECT ?1, '{table}', seq FROM {table} WHERE seq > ?{}", at + 2)
    });
    format!("INSERT INTO change (operation, tbl, row) {}", selects.collect::<Vec<_>>().join(" UNION ALL "))
});

pub(super) fn begin(
    connection: &Connection,
    kind: &OperationKind,
    now_ms: i64,
) -> Result<Option<OpenOperation>, StoreError> {
    if matches!(kind, OperationKind::Silent) {
        return Ok(None);
    }
    let before = last(connection)?;
    match kind {
        OperationKind::Silent => Ok(None),
        OperationKind::Named(stack, name) => {
            let mut insert =
                connection.prepare_cached("INSERT INTO operation (discovery, name, at) VALUES (?1, ?2, ?3)")?;
            let seq = OpSeq(insert.insert(params![stack.discovery(), name.stored(), now_ms])?);
            Ok(Some(OpenOperation { seq, stack: *stack, before, begun_here: true }))
        }
        OperationKind::PartOf(seq) => {
            let stack = stack_of_done(connection, *seq)?.ok_or(StoreError::OperationEnded)?;
            Ok(Some(OpenOperation { seq: *seq, stack, before, begun_here: false }))
        }
    }
}

/// Takes what was inserted until now for what was there before.
pub(super) fn forget_insertions(connection: &Connection, running: &mut OpenOperation) -> Result<(), StoreError> {
    running.before.rows = last(connection)?.rows;
    Ok(())
}

/// As [`forget_insertions`], of one table.
pub(super) fn forget_insertions_of(
    connection: &Connection,
    running: &mut OpenOperation,
    table: &str,
) -> Result<(), StoreError> {
    if let Some(at) = TABLES.iter().position(|declared| declared.name == table) {
        running.before.rows[at] = last(connection)?.rows[at];
    }
    Ok(())
}

/// Writes down which changes are the operation's, and says which topics they are about. One that changed nothing is no
/// step of undo.
pub(super) fn end(
    connection: &Connection,
    running: OpenOperation,
) -> Result<Option<(OpSeq, BTreeSet<Topic>)>, StoreError> {
    let inserted = [running.seq.0].into_iter().chain(running.before.rows);
    connection.prepare_cached(&INSERTED)?.execute(params_from_iter(inserted))?;
    let (since, last) = (running.before.change, last(connection)?.change);
    let is_step = last > since && (!running.begun_here || changed_anything(connection, since)?);
    if is_step {
        let sql = "UPDATE operation SET first_change = coalesce(first_change, ?2), last_change = ?3 WHERE seq = ?1";
        connection.prepare_cached(sql)?.execute(params![running.seq, since + 1, last])?;
    } else if running.begun_here {
        // What its rows were written over with is kept, as every change is, though it is what they were.
        let sql = match last > since {
            true => "UPDATE operation SET state = 'dropped' WHERE seq = ?1",
            false => "DELETE FROM operation WHERE seq = ?1",
        };
        connection.prepare_cached(sql)?.execute([running.seq])?;
        return Ok(None);
    }
    if running.begun_here {
        drop_redo(connection, running.stack)?;
    }
    Ok(Some((running.seq, topics(connection, since)?)))
}

/// The topics of the tables that were changed since.
fn topics(connection: &Connection, since: i64) -> rusqlite::Result<BTreeSet<Topic>> {
    let mut select = connection.prepare_cached("SELECT DISTINCT tbl FROM change WHERE seq > ?1")?;
    let mut tables = select.query([since])?;
    let mut topics = BTreeSet::new();
    while let Some(table) = tables.next()? {
        topics.extend(declared(table.get_ref(0)?.as_str()?).map_or(&[][..], |table| table.topics));
    }
    Ok(topics)
}

/// Returns whether any row is another than before: the triggers also record a value that was set to what it was.
fn changed_anything(connection: &Connection, since: i64) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM change WHERE seq > ?1 AND (before IS NULL OR before <> after)";
    connection.prepare_cached(sql)?.exists([since])
}

/// Drops the undone steps: after something new was done they cannot be redone any more.
pub(super) fn drop_redo(connection: &Connection, stack: Stack) -> rusqlite::Result<usize> {
    let sql = "UPDATE operation SET state = 'dropped' WHERE discovery IS ?1 AND state = 'undone'";
    connection.prepare_cached(sql)?.execute([stack.discovery()])
}

fn stack_of_done(connection: &Connection, seq: OpSeq) -> rusqlite::Result<Option<Stack>> {
    connection
        .prepare_cached("SELECT discovery FROM operation WHERE seq = ?1 AND state = 'done'")?
        .query_row([seq], |row| Ok(row.get::<_, Option<DiscoverySeq>>(0)?.map_or(Stack::Library, Stack::Discovery)))
        .optional()
}

fn last(connection: &Connection) -> rusqlite::Result<LastRows> {
    connection.prepare_cached(&LAST)?.query_row([], |row| {
        let mut rows = [0; TABLES.len()];
        for (at, last) in rows.iter_mut().enumerate() {
            *last = row.get(at)?;
        }
        Ok(LastRows { rows, change: row.get(TABLES.len())? })
    })
}
