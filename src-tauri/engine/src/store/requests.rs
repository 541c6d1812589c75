//! SQL of `sent_request`: what was sent to a provider, to the letter, and what became of it.

use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, Reader, RunSeq, StoreError, Writer};

pub struct NewRequest<'a> {
    pub discovery: DiscoverySeq,
    pub task: &'a str,
    pub run: Option<RunSeq>,
    pub message: Option<Uuid>,
    pub provider: &'a str,
    pub model: &'a str,
    pub url: &'a str,
    pub headers: &'a str,
    pub body: &'a str,
}

pub struct RequestEnd<'a> {
    pub outcome: &'a str,
    pub status: Option<u16>,
    pub answered_by: Option<&'a str>,
    pub input_tokens: Option<i64>,
    pub output_tokens: Option<i64>,
    pub cost_nano_usd: Option<i64>,
    pub error: Option<&'a str>,
}

/// A request without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestRow {
    pub seq: i64,
    pub id: Uuid,
    pub task: String,
    pub message: Option<Uuid>,
    pub provider: String,
    pub model: String,
    pub url: String,
    pub headers: String,
    pub sent_at: i64,
    pub outcome: String,
    pub ended_at: Option<i64>,
    pub status: Option<u16>,
    pub answered_by: Option<String>,
    pub input_tokens: Option<i64>,
    pub output_tokens: Option<i64>,
    pub cost_nano_usd: Option<i64>,
    pub error: Option<String>,
}

const COLUMNS: &str = "seq, id, task, message, provider, model, url, headers, sent_at, outcome, ended_at, status,
    answered_by, input_tokens, output_tokens, cost_nano_usd, error";

impl Reader {
    /// The newest first, before `before` where it is given.
    pub fn sent_requests(
        &self,
        discovery: DiscoverySeq,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<RequestRow>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM sent_request WHERE discovery = ?1 AND seq < ?2 ORDER BY seq DESC LIMIT ?3");
        self.requests(&sql, params![discovery, before.unwrap_or(i64::MAX), limit])
    }

    /// The requests that a message of a conversation took, in order.
    pub fn requests_of_message(&self, message: Uuid) -> Result<Vec<RequestRow>, StoreError> {
        self.requests(&format!("SELECT {COLUMNS} FROM sent_request WHERE message = ?1 ORDER BY seq"), params![message])
    }

    pub fn request_count(&self, message: Uuid) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM sent_request WHERE message = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([message], |row| row.get(0))?)
    }

    pub fn sent_request(&self, id: Uuid) -> Result<Option<(RequestRow, String)>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, body FROM sent_request WHERE id = ?1");
        self.select_one(&sql, [id], |row| Ok((request_row(row)?, row.get(17)?)))
    }

    fn requests(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<RequestRow>, StoreError> {
        self.select(sql, values, request_row)
    }
}

impl Writer<'_> {
    pub fn insert_request(&mut self, sent: &NewRequest<'_>) -> Result<i64, StoreError> {
        let sql =
            "INSERT INTO sent_request (id, discovery, task, run, message, provider, model, url, headers, sent_at, body)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
        let (id, now) = (self.next_id(), self.now_ms());
        Ok(self.connection().prepare_cached(sql)?.insert(params![
            id,
            sent.discovery,
            sent.task,
            sent.run,
            sent.message,
            sent.provider,
            sent.model,
            sent.url,
            sent.headers,
            now,
            sent.body
        ])?)
    }

    pub fn end_request(&mut self, seq: i64, end: &RequestEnd<'_>) -> Result<(), StoreError> {
        let sql =
            "UPDATE sent_request SET outcome = ?2, ended_at = ?3, status = ?4, answered_by = ?5, input_tokens = ?6,
                       output_tokens = ?7, cost_nano_usd = ?8, error = ?9 WHERE seq = ?1";
        let now = self.now_ms();
        self.change(
            sql,
            params![
                seq,
                end.outcome,
                now,
                end.status,
                end.answered_by,
                end.input_tokens,
                end.output_tokens,
                end.cost_nano_usd,
                end.error
            ],
        )
    }
}

fn request_row(row: &Row<'_>) -> rusqlite::Result<RequestRow> {
    Ok(RequestRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        task: row.get(2)?,
        message: row.get(3)?,
        provider: row.get(4)?,
        model: row.get(5)?,
        url: row.get(6)?,
        headers: row.get(7)?,
        sent_at: row.get(8)?,
        outcome: row.get(9)?,
        ended_at: row.get(10)?,
        status: row.get(11)?,
        answered_by: row.get(12)?,
        input_tokens: row.get(13)?,
        output_tokens: row.get(14)?,
        cost_nano_usd: row.get(15)?,
        error: row.get(16)?,
    })
}
