//! SQL of `document_job`, and the one place that turns a job's state: each change names what it expects.

use factly_core::long_documents::job::{JobChange, JobKind, JobState, after};
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, DocumentJobSeq, DocumentRunSeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentJobRow {
    pub seq: DocumentJobSeq,
    pub id: Uuid,
    pub run: DocumentRunSeq,
    pub parent: Option<DocumentJobSeq>,
    pub kind: JobKind,
    pub stage: Option<u32>,
    pub step: String,
    pub model: Option<u32>,
    /// The first job of its document.
    pub root: Option<DocumentJobSeq>,
    pub turn_index: u32,
    /// As JSON.
    pub payload: String,
    pub state: JobState,
    pub attempts: i64,
    pub tries: i64,
    pub attempt: Option<Uuid>,
    pub allowed: bool,
    /// These two as JSON.
    pub result: Option<String>,
    pub error: Option<String>,
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
    /// No sooner is it tried again: its server asked to be left alone.
    pub not_before: Option<i64>,
}

impl DocumentJobRow {
    /// The first job of the document that it writes.
    pub fn document(&self) -> DocumentJobSeq {
        self.root.unwrap_or(self.seq)
    }
}

pub struct NewDocumentJob<'a> {
    pub discovery: DiscoverySeq,
    pub run: DocumentRunSeq,
    pub parent: Option<DocumentJobSeq>,
    pub kind: JobKind,
    pub stage: Option<usize>,
    pub step: &'a str,
    pub model: Option<u32>,
    pub root: Option<DocumentJobSeq>,
    pub turn_index: u32,
    pub payload: &'a str,
}

const JOB: &str = "SELECT seq, id, run, parent, kind, stage, step, model, root, turn_index, payload, state, attempts,
    tries, attempt, allowed, result, error, created_at, started_at, ended_at, not_before FROM document_job";

const JOB_STATE: &str = "SELECT seq, id, run, parent, kind, stage, step, model, root, turn_index, '', state, attempts,
    tries, attempt, allowed, NULL, NULL, created_at, started_at, ended_at, not_before FROM document_job";

impl Reader {
    pub fn document_job(&self, seq: DocumentJobSeq) -> Result<DocumentJobRow, StoreError> {
        Ok(self.connection().prepare_cached(&format!("{JOB} WHERE seq = ?1"))?.query_row([seq], job_row)?)
    }

    pub fn document_job_of(&self, run: DocumentRunSeq, id: Uuid) -> Result<Option<DocumentJobRow>, StoreError> {
        let sql = format!("{JOB} WHERE run = ?1 AND id = ?2");
        self.select_one(&sql, params![run, id], job_row)
    }

    /// In the order of their making.
    pub fn document_jobs(&self, run: DocumentRunSeq) -> Result<Vec<DocumentJobRow>, StoreError> {
        self.jobs(&format!("{JOB} WHERE run = ?1 ORDER BY seq"), params![run])
    }

    /// As [`Self::document_jobs`], without what each is for and what came of it: a worker asks often.
    pub fn document_job_states(&self, run: DocumentRunSeq) -> Result<Vec<DocumentJobRow>, StoreError> {
        self.jobs(&format!("{JOB_STATE} WHERE run = ?1 ORDER BY seq"), params![run])
    }

    pub fn document_children(&self, parent: DocumentJobSeq) -> Result<Vec<DocumentJobRow>, StoreError> {
        self.jobs(&format!("{JOB} WHERE parent = ?1 ORDER BY seq"), params![parent])
    }

    fn jobs(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<DocumentJobRow>, StoreError> {
        self.select(sql, values, job_row)
    }

    fn has_document_children(&self, job: DocumentJobSeq) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM document_job WHERE parent = ?1)";
        Ok(self.connection().prepare_cached(sql)?.query_row([job], |row| row.get(0))?)
    }
}

impl Writer<'_> {
    pub fn insert_document_job(&mut self, job: &NewDocumentJob<'_>) -> Result<DocumentJobSeq, StoreError> {
        let sql =
            "INSERT INTO document_job (id, discovery, run, parent, kind, stage, step, model, root, turn_index, payload,
                state, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
        let (id, now) = (self.next_id(), self.now_ms());
        let stage = job.stage.and_then(|stage| i64::try_from(stage).ok());
        let NewDocumentJob { discovery, run, parent, kind, step, model, root, turn_index, payload, .. } = job;
        let (state, kind) = (kind.ready(false).as_str(), kind.as_str());
        let row = params![id, discovery, run, parent, kind, stage, step, model, root, turn_index, payload, state, now];
        Ok(DocumentJobSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// Turns a job's state where it is still in the state of `job`. Returns the new one; none where the change cannot
    /// happen any more.
    pub fn change_document_job(
        &mut self,
        job: &DocumentJobRow,
        change: JobChange,
        error: Option<&str>,
    ) -> Result<Option<JobState>, StoreError> {
        let has_children = self.has_document_children(job.seq)?;
        let Some(to) = after(job.state, change, job.kind, has_children) else { return Ok(None) };
        let now = self.now_ms();
        let sql = "UPDATE document_job SET state = ?3, error = ?4, ended_at = CASE WHEN ?5 THEN ?6 END
            WHERE seq = ?1 AND state = ?2 AND attempts = ?7";
        let (from, is_over) = (job.state.as_str(), to.is_over());
        let values = params![job.seq, from, to.as_str(), error, is_over, now, job.attempts];
        let is_changed = self.connection().prepare_cached(sql)?.execute(values)? > 0;
        Ok(is_changed.then_some(to))
    }

    /// Puts a job off whose call failed and may do better later: by itself, and not before that time.
    pub fn put_off_document_job(
        &mut self,
        job: &DocumentJobRow,
        error: &str,
        not_before: i64,
    ) -> Result<(), StoreError> {
        if self.change_document_job(job, JobChange::TryAgain, Some(error))?.is_some() {
            let sql = "UPDATE document_job SET not_before = ?2 WHERE seq = ?1";
            self.connection().prepare_cached(sql)?.execute(params![job.seq, not_before])?;
        }
        Ok(())
    }

    /// Takes a job for a worker: one attempt more, under a new id.
    pub fn begin_document_job(&mut self, job: &DocumentJobRow) -> Result<Option<DocumentJobRow>, StoreError> {
        if self.change_document_job(job, JobChange::Begin, None)?.is_none() {
            return Ok(None);
        }
        let (attempt, now) = (self.next_id(), self.now_ms());
        let sql = "UPDATE document_job SET attempts = attempts + 1, tries = tries + 1, attempt = ?2, started_at = ?3
            WHERE seq = ?1";
        self.connection().prepare_cached(sql)?.execute(params![job.seq, attempt, now])?;
        self.document_job(job.seq).map(Some)
    }

    pub fn set_document_job_result(&mut self, job: DocumentJobSeq, result: &str) -> Result<(), StoreError> {
        let sql = "UPDATE document_job SET result = ?2 WHERE seq = ?1";
        self.change(sql, params![job, result])
    }

    /// Lets a job be tried from the start again.
    pub fn renew_document_job(&mut self, job: DocumentJobSeq, allowed: bool) -> Result<(), StoreError> {
        let sql = "UPDATE document_job SET tries = 0, allowed = max(allowed, ?2) WHERE seq = ?1";
        self.change(sql, params![job, allowed])
    }
}

fn job_row(row: &Row<'_>) -> rusqlite::Result<DocumentJobRow> {
    let unknown = |at: usize, name: String| {
        rusqlite::Error::FromSqlConversionFailure(at, rusqlite::types::Type::Text, format!("unknown: {name}").into())
    };
    let (kind, state): (String, String) = (row.get(4)?, row.get(11)?);
    Ok(DocumentJobRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        run: row.get(2)?,
        parent: row.get(3)?,
        kind: JobKind::parse(&kind).ok_or_else(|| unknown(4, kind))?,
        stage: row.get(5)?,
        step: row.get(6)?,
        model: row.get(7)?,
        root: row.get(8)?,
        turn_index: row.get(9)?,
        payload: row.get(10)?,
        state: JobState::parse(&state).ok_or_else(|| unknown(11, state))?,
        attempts: row.get(12)?,
        tries: row.get(13)?,
        attempt: row.get(14)?,
        allowed: row.get(15)?,
        result: row.get(16)?,
        error: row.get(17)?,
        created_at: row.get(18)?,
        started_at: row.get(19)?,
        ended_at: row.get(20)?,
        not_before: row.get(21)?,
    })
}
