//! SQL of `document_run`.

use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, DocumentRunSeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRunRow {
    pub seq: DocumentRunSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub title: String,
    pub prompt: String,
    /// These four as JSON.
    pub recipe: String,
    pub models: String,
    pub limits: String,
    pub material: String,
    pub state: String,
    /// As JSON.
    pub reason: Option<String>,
    pub cap: Option<i64>,
    /// As JSON.
    pub outputs: String,
    pub created_at: i64,
    pub ended_at: Option<i64>,
}

pub struct NewDocumentRun<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub title: &'a str,
    pub prompt: &'a str,
    pub recipe: &'a str,
    pub models: &'a str,
    pub limits: &'a str,
    pub material: &'a str,
    pub cap: Option<i64>,
}

const RUN: &str =
    "SELECT r.seq, r.id, r.discovery, r.title, r.prompt, r.recipe, r.models, r.limits, r.material, r.state,
    r.reason, r.cap, r.outputs, r.created_at, r.ended_at
    FROM document_run AS r JOIN discovery AS d ON d.seq = r.discovery AND d.deleted = 0";

impl Reader {
    pub fn document_run(&self, id: Uuid) -> Result<Option<DocumentRunRow>, StoreError> {
        let sql = format!("{RUN} WHERE r.id = ?1");
        self.select_one(&sql, [id], run_row)
    }

    /// Those of a discovery, the oldest first.
    pub fn document_runs(&self, discovery: DiscoverySeq) -> Result<Vec<DocumentRunRow>, StoreError> {
        self.select(&format!("{RUN} WHERE r.discovery = ?1 ORDER BY r.seq"), [discovery], run_row)
    }

    /// Those of all discoveries that are in one of `states`, the oldest first.
    pub fn document_runs_in(&self, states: &[&str]) -> Result<Vec<DocumentRunRow>, StoreError> {
        let states = serde_json::to_string(states).unwrap_or_default();
        let sql = format!("{RUN} WHERE r.state IN (SELECT value FROM json_each(?1)) ORDER BY r.seq");
        self.select(&sql, [states], run_row)
    }
}

impl Writer<'_> {
    pub fn insert_document_run(&mut self, run: &NewDocumentRun<'_>) -> Result<DocumentRunSeq, StoreError> {
        let sql =
            "INSERT INTO document_run (id, discovery, title, prompt, recipe, models, limits, material, cap, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let now = self.now_ms();
        let NewDocumentRun { id, discovery, title, prompt, recipe, models, limits, material, cap } = run;
        let row = params![id, discovery, title, prompt, recipe, models, limits, material, cap, now];
        Ok(DocumentRunSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// Turns the state of a run that is in one of `from`; false where it is in another.
    pub fn change_document_run(
        &mut self,
        run: DocumentRunSeq,
        from: &[&str],
        to: &str,
        reason: Option<&str>,
    ) -> Result<bool, StoreError> {
        let is_over = matches!(to, "completed" | "failed" | "cancelled");
        let ended_at = is_over.then(|| self.now_ms());
        let from = serde_json::to_string(from).unwrap_or_default();
        let sql = "UPDATE document_run SET state = ?2, reason = ?3, ended_at = ?4
            WHERE seq = ?1 AND state IN (SELECT value FROM json_each(?5))";
        Ok(self.connection().prepare_cached(sql)?.execute(params![run, to, reason, ended_at, from])? > 0)
    }

    pub fn set_document_cap(&mut self, run: DocumentRunSeq, cap: Option<i64>) -> Result<(), StoreError> {
        let sql = "UPDATE document_run SET cap = ?2 WHERE seq = ?1";
        self.change(sql, params![run, cap])
    }

    pub fn set_document_models(&mut self, run: DocumentRunSeq, models: &str) -> Result<(), StoreError> {
        let sql = "UPDATE document_run SET models = ?2 WHERE seq = ?1";
        self.change(sql, params![run, models])
    }

    pub fn set_document_outputs(&mut self, run: DocumentRunSeq, outputs: &str) -> Result<(), StoreError> {
        let sql = "UPDATE document_run SET outputs = ?2 WHERE seq = ?1";
        self.change(sql, params![run, outputs])
    }
}

fn run_row(row: &Row<'_>) -> rusqlite::Result<DocumentRunRow> {
    Ok(DocumentRunRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        title: row.get(3)?,
        prompt: row.get(4)?,
        recipe: row.get(5)?,
        models: row.get(6)?,
        limits: row.get(7)?,
        material: row.get(8)?,
        state: row.get(9)?,
        reason: row.get(10)?,
        cap: row.get(11)?,
        outputs: row.get(12)?,
        created_at: row.get(13)?,
        ended_at: row.get(14)?,
    })
}
