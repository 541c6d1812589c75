//! SQL of `parse_run`.

use factly_core::facts::RunStats;
use factly_core::named;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{BundleSeq, DiscoverySeq, InputSeq, Reader, RunSeq, StoreError, Writer};

/// The model of a run in which the parser that is built in fills in what a model left out of a bundle. It makes no bundle
/// read, so that the model can be asked again.
pub const FILLED_IN: &str = "offline, filled in";

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RunStatus {
        Queued = "queued",
        Running = "running",
        Succeeded = "succeeded",
        Failed = "failed",
    }
}

/// A run without its answer and its outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    pub seq: RunSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub bundle: BundleSeq,
    pub status: RunStatus,
    pub model: String,
    pub forced: bool,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub finished_at: Option<i64>,
    pub stats: RunStats,
    pub error: Option<String>,
}

/// The record of a run: the answer as it came, and as JSON the repairs and what became of each op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunAnswer {
    pub raw: String,
    pub repairs: String,
    pub outcomes: String,
}

pub struct NewRun<'a> {
    pub discovery: DiscoverySeq,
    pub bundle: BundleSeq,
    pub model: &'a str,
    pub forced: bool,
    pub status: RunStatus,
}

/// A turn of the chat that was never read.
#[derive(Clone, Copy, Debug)]
pub struct WaitingTurn {
    pub run: RunSeq,
    pub answer: Uuid,
}

/// The end of a run, good or bad.
pub struct RunEnd<'a> {
    pub status: RunStatus,
    pub started_at: i64,
    pub stats: &'a RunStats,
    pub error: Option<&'a str>,
    pub record: &'a RunAnswer,
}

const COLUMNS: &str = "p.seq, p.id, p.discovery, p.bundle, p.status, p.model, p.forced, p.created_at, p.started_at,
    p.finished_at, p.stats, p.error";

impl Reader {
    /// Every run that some process carries out, or carried out when it ended.
    pub fn running_runs(&self) -> Result<Vec<(RunSeq, Uuid)>, StoreError> {
        let mut statement =
            self.connection().prepare_cached("SELECT seq, id FROM parse_run WHERE status = 'running'")?;
        let rows = statement.query_map([], |row| Ok((RunSeq(row.get(0)?), row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The runs of turns of the chat that wait, with the answer that each turn is named by, as far as it stands.
    pub fn turns_to_read(&self) -> Result<Vec<WaitingTurn>, StoreError> {
        // Left to itself SQLite reads every run there ever was, for the sake of the order.
        let sql = "SELECT p.seq, m.id FROM parse_run AS p INDEXED BY parse_run_waiting
                   JOIN turn_bundle AS b ON b.seq = p.bundle AND b.input IS NULL AND b.source_type = 'chat'
                   JOIN chat_message AS m ON m.id = unhex(replace(b.source_ids ->> 1, '-', '')) AND m.deleted = 0
                   JOIN chat_conversation AS c ON c.seq = m.conversation AND c.deleted = 0
                   JOIN discovery AS d ON d.seq = m.discovery AND d.deleted = 0
                   WHERE p.status <> 'succeeded' AND p.deleted = 0 AND p.status = 'queued' ORDER BY p.seq";
        self.select(sql, [], |row| Ok(WaitingTurn { run: row.get(0)?, answer: row.get(1)? }))
    }

    pub fn run(&self, id: Uuid) -> Result<Option<RunRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM parse_run AS p JOIN discovery AS d ON d.seq = p.discovery AND d.deleted = 0
             WHERE p.id = ?1 AND p.deleted = 0"
        );
        self.select_one(&sql, [id], run_row)
    }

    pub fn run_at(&self, seq: RunSeq) -> Result<RunRow, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM parse_run AS p WHERE p.seq = ?1");
        Ok(self.connection().prepare_cached(&sql)?.query_row([seq.0], run_row)?)
    }

    /// Returns whether a run is not hidden.
    pub fn run_stands(&self, seq: RunSeq) -> Result<bool, StoreError> {
        let sql = "SELECT deleted = 0 FROM parse_run WHERE seq = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([seq], |row| row.get(0))?)
    }

    pub fn run_record(&self, seq: RunSeq) -> Result<RunAnswer, StoreError> {
        let sql = "SELECT raw, repairs, outcomes FROM parse_run WHERE seq = ?1";
        let record = self.connection().prepare_cached(sql)?.query_row([seq.0], |row| {
            Ok(RunAnswer { raw: row.get(0)?, repairs: row.get(1)?, outcomes: row.get(2)? })
        })?;
        Ok(record)
    }

    /// Returns whether a run had an answer in words: those of the built-in parser have none.
    pub fn run_has_answer(&self, seq: RunSeq) -> Result<bool, StoreError> {
        let sql = "SELECT raw <> '' FROM parse_run WHERE seq = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([seq], |row| row.get(0))?)
    }

    /// The newest run of a bundle, whatever became of it, but for one that filled in what a model left out.
    pub fn last_run(&self, bundle: BundleSeq) -> Result<Option<RunRow>, StoreError> {
        self.newest_run(bundle, "p.status IN ('queued', 'running', 'succeeded', 'failed')")
    }

    /// The newest success of a bundle: while there is one, the bundle counts as parsed.
    pub fn run_that_succeeded(&self, bundle: BundleSeq) -> Result<Option<RunRow>, StoreError> {
        self.newest_run(bundle, "p.status = 'succeeded'")
    }

    /// The run of a bundle that waits to be carried out.
    pub fn run_to_do(&self, bundle: BundleSeq) -> Result<Option<RunRow>, StoreError> {
        self.newest_run(bundle, "p.status = 'queued'")
    }

    fn newest_run(&self, bundle: BundleSeq, which: &str) -> Result<Option<RunRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM parse_run AS p WHERE p.bundle = ?1 AND p.deleted = 0 AND p.model <> '{FILLED_IN}'
             AND {which} ORDER BY p.seq DESC LIMIT 1"
        );
        self.select_one(&sql, [bundle.0], run_row)
    }

    /// Bundles of an Input that no run has parsed yet, in its order.
    pub fn unread_bundles_of_input(&self, input: InputSeq) -> Result<Vec<BundleSeq>, StoreError> {
        let sql = "SELECT b.seq FROM turn_bundle AS b WHERE b.input = ?1 AND NOT EXISTS (
                       SELECT 1 FROM parse_run AS p
                       WHERE p.bundle = b.seq AND p.status = 'succeeded' AND p.deleted = 0 AND p.model <> ?2)
                   ORDER BY b.part";
        self.select(sql, params![input, FILLED_IN], |row| row.get(0))
    }

    /// Counts the bundles of a discovery whose last run failed: parts of Inputs, and turns.
    pub fn failed_bundle_count(&self, discovery: DiscoverySeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM parse_run AS p
                   WHERE p.discovery = ?1 AND p.status = 'failed' AND p.deleted = 0 AND NOT EXISTS (
                       SELECT 1 FROM parse_run AS s WHERE s.bundle = p.bundle AND s.deleted = 0 AND s.model <> ?2
                           AND (s.status = 'succeeded' OR s.seq > p.seq))
                       AND NOT EXISTS (
                       SELECT 1 FROM turn_bundle AS b JOIN input AS i ON i.seq = b.input AND i.superseded = 1
                       WHERE b.seq = p.bundle)";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, FILLED_IN], |row| row.get(0))?)
    }

    /// Bundles of a discovery whose last run failed or never came about, oldest first.
    pub fn unread_bundles(&self, discovery: DiscoverySeq) -> Result<Vec<BundleSeq>, StoreError> {
        let sql = "SELECT DISTINCT p.bundle FROM parse_run AS p
                   WHERE p.discovery = ?1 AND p.deleted = 0 AND p.status <> 'succeeded' AND NOT EXISTS (
                       SELECT 1 FROM parse_run AS s
                       WHERE s.bundle = p.bundle AND s.status = 'succeeded' AND s.deleted = 0 AND s.model <> ?2)
                       AND NOT EXISTS (
                       SELECT 1 FROM turn_bundle AS b JOIN input AS i ON i.seq = b.input AND i.superseded = 1
                       WHERE b.seq = p.bundle)
                   ORDER BY p.bundle";
        self.select(sql, params![discovery, FILLED_IN], |row| row.get(0))
    }
}

impl Writer<'_> {
    /// Hides the runs that filled in what a model left out of a bundle, with their facts that nobody decided.
    pub fn hide_filled_in(&mut self, bundle: BundleSeq) -> Result<(), StoreError> {
        for sql in [
            "UPDATE fact SET deleted = 1 WHERE bundle = ?1 AND deleted = 0 AND status = 'proposed' AND version = 1
                 AND run IN (SELECT seq FROM parse_run WHERE bundle = ?1 AND deleted = 0 AND model = ?2)",
            "UPDATE parse_run SET deleted = 1 WHERE bundle = ?1 AND deleted = 0 AND model = ?2
                 AND NOT EXISTS (SELECT 1 FROM fact AS f WHERE f.run = parse_run.seq AND f.deleted = 0)",
        ] {
            self.connection().prepare_cached(sql)?.execute(params![bundle, FILLED_IN])?;
        }
        Ok(())
    }

    pub fn insert_run(&mut self, run: &NewRun<'_>) -> Result<RunSeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO parse_run (id, discovery, bundle, status, model, forced, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            run.discovery.0,
            run.bundle.0,
            run.status.as_str(),
            run.model,
            run.forced,
            now
        ])?;
        Ok(RunSeq(self.connection().last_insert_rowid()))
    }

    pub fn end_run(&mut self, run: RunSeq, end: &RunEnd<'_>) -> Result<(), StoreError> {
        let now = self.now_ms();
        let stats = serde_json::to_string(end.stats).unwrap_or_default();
        let sql = "UPDATE parse_run SET status = ?2, attempts = attempts + 1, started_at = ?3, finished_at = ?4,
                       stats = ?5, error = ?6, repairs = ?7, outcomes = ?8, raw = ?9 WHERE seq = ?1";
        self.change(
            sql,
            params![
                run.0,
                end.status.as_str(),
                end.started_at,
                now,
                stats,
                end.error,
                end.record.repairs,
                end.record.outcomes,
                end.record.raw
            ],
        )
    }

    /// Hides a run that another takes the place of.
    pub fn hide_run(&mut self, run: RunSeq) -> Result<(), StoreError> {
        self.change("UPDATE parse_run SET deleted = 1 WHERE seq = ?1", [run])
    }

    pub fn begin_run(&mut self, run: RunSeq, model: &str) -> Result<(), StoreError> {
        let now = self.now_ms();
        let sql = "UPDATE parse_run SET status = 'running', model = ?2, started_at = ?3 WHERE seq = ?1";
        self.change(sql, params![run, model, now])
    }

    /// A run that was called off waits again.
    pub fn requeue_run(&mut self, run: RunSeq) -> Result<(), StoreError> {
        let sql = "UPDATE parse_run SET status = 'queued', started_at = NULL WHERE seq = ?1 AND status = 'running'";
        self.change(sql, [run])
    }

    /// Fails a run that nobody came to carry out.
    pub fn fail_waiting_run(&mut self, run: RunSeq) -> Result<(), StoreError> {
        let sql = "UPDATE parse_run SET status = 'failed', error = 'The application ended before this was read.'
                   WHERE seq = ?1 AND status = 'queued'";
        self.change(sql, [run])
    }

    /// Fails a run whose process ended, unless it has come to an end meanwhile.
    pub fn fail_interrupted_run(&mut self, run: RunSeq) -> Result<(), StoreError> {
        let sql = "UPDATE parse_run SET status = 'failed', error = 'The application ended while this was running.'
                   WHERE seq = ?1 AND status = 'running'";
        self.change(sql, [run])
    }
}

fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    let stats: Option<String> = row.get(10)?;
    Ok(RunRow {
        seq: RunSeq(row.get(0)?),
        id: row.get(1)?,
        discovery: DiscoverySeq(row.get(2)?),
        bundle: BundleSeq(row.get(3)?),
        status: super::columns::word(row, 4, RunStatus::parse)?,
        model: row.get(5)?,
        forced: row.get(6)?,
        created_at: row.get(7)?,
        started_at: row.get(8)?,
        finished_at: row.get(9)?,
        stats: stats.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default(),
        error: row.get(11)?,
    })
}
