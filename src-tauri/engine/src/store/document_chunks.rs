//! SQL of `document_chunk`, `document_summary` and `document_answer`.

use rusqlite::{Row, params};
use uuid::Uuid;

use super::document_jobs::DocumentJobRow;
use super::{DiscoverySeq, DocumentJobSeq, DocumentRunSeq, Reader, StoreError, Writer};

/// The text that one call added to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkRow {
    pub id: Uuid,
    pub job: DocumentJobSeq,
    /// The first job of its document.
    pub root: DocumentJobSeq,
    pub turn_index: u32,
    pub finish: String,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub counted: String,
    /// As JSON.
    pub seen: String,
    pub created_at: i64,
    pub text: String,
}

pub struct NewChunk<'a> {
    pub finish: &'a str,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub counted: &'a str,
    pub seen: &'a str,
    pub raw: &'a str,
    pub text: &'a str,
}

const CHUNK: &str =
    "SELECT id, job, root, turn_index, finish, input_tokens, output_tokens, counted, seen, created_at, text
    FROM document_chunk";

impl Reader {
    /// The chunks of a document, in order.
    pub fn document_chunks(&self, root: DocumentJobSeq) -> Result<Vec<ChunkRow>, StoreError> {
        self.chunks(&format!("{CHUNK} WHERE root = ?1 ORDER BY turn_index"), root.0)
    }

    pub fn count_document_chunks(&self, root: DocumentJobSeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM document_chunk WHERE root = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([root.0], |row| row.get(0))?)
    }

    /// The chunks of a run, in the order of their coming.
    pub fn chunks_of_run(&self, run: DocumentRunSeq) -> Result<Vec<ChunkRow>, StoreError> {
        self.chunks(&format!("{CHUNK} WHERE run = ?1 ORDER BY seq"), run.0)
    }

    /// The chunks of a run without their texts, which may be long.
    pub fn chunk_heads_of_run(&self, run: DocumentRunSeq) -> Result<Vec<ChunkRow>, StoreError> {
        let heads = CHUNK.replace(", text\n", ", '' AS text\n");
        self.chunks(&format!("{heads} WHERE run = ?1 ORDER BY seq"), run.0)
    }

    pub fn chunk_text(&self, id: Uuid) -> Result<String, StoreError> {
        let sql = "SELECT text FROM document_chunk WHERE id = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([id], |row| row.get(0))?)
    }

    /// The answer of a chunk as it came.
    pub fn raw_chunk(&self, id: Uuid) -> Result<Option<String>, StoreError> {
        let sql = "SELECT raw FROM document_chunk WHERE id = ?1";
        self.select_one(sql, [id], |row| row.get(0))
    }

    pub fn has_chunk(&self, job: DocumentJobSeq) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM document_chunk WHERE job = ?1)";
        Ok(self.connection().prepare_cached(sql)?.query_row([job], |row| row.get(0))?)
    }

    /// Returns the finish and the words of an answer that is no part of its document yet.
    pub fn stored_document_answer(&self, attempt: Uuid) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT finish, text FROM document_answer WHERE id = ?1";
        self.select_one(sql, [attempt], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Reads the summary of a text, by its hash.
    pub fn document_summary(&self, discovery: DiscoverySeq, sha256: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT text FROM document_summary WHERE discovery = ?1 AND sha256 = ?2 ORDER BY seq LIMIT 1";
        self.select_one(sql, params![discovery, sha256], |row| row.get(0))
    }

    fn chunks(&self, sql: &str, of: i64) -> Result<Vec<ChunkRow>, StoreError> {
        self.select(sql, [of], chunk_row)
    }
}

impl Writer<'_> {
    /// Keeps the answer to an attempt: its finish and its words.
    pub fn save_document_answer(
        &mut self,
        discovery: DiscoverySeq,
        attempt: Uuid,
        (finish, text): (&str, &str),
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO document_answer (id, discovery, finish, text) VALUES (?1, ?2, ?3, ?4)";
        self.change(sql, params![attempt, discovery, finish, text])
    }

    /// Takes an answer out of which all was made that there is to make.
    pub fn drop_document_answer(&mut self, attempt: Uuid) -> Result<(), StoreError> {
        self.change("DELETE FROM document_answer WHERE id = ?1", [attempt])
    }

    pub fn insert_chunk(
        &mut self,
        discovery: DiscoverySeq,
        job: &DocumentJobRow,
        chunk: &NewChunk<'_>,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO document_chunk (id, discovery, run, job, root, turn_index, continuation_number, finish,
                input_tokens, output_tokens, counted, seen, created_at, raw, text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let (id, now) = (self.next_id(), self.now_ms());
        let NewChunk { finish, input_tokens, output_tokens, counted, seen, raw, text } = chunk;
        let (root, turn) = (job.document(), job.turn_index);
        let (input, output) = (signed(*input_tokens), signed(*output_tokens));
        let row =
            params![id, discovery, job.run, job.seq, root, turn, finish, input, output, counted, seen, now, raw, text];
        self.change(sql, row)
    }

    pub fn insert_document_summary(
        &mut self,
        discovery: DiscoverySeq,
        job: DocumentJobSeq,
        (sha256, text): (&str, &str),
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO document_summary (id, discovery, job, sha256, created_at, text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let (id, now) = (self.next_id(), self.now_ms());
        self.change(sql, params![id, discovery, job, sha256, now, text])
    }
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn chunk_row(row: &Row<'_>) -> rusqlite::Result<ChunkRow> {
    let count = |at: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(at)?.unsigned_abs());
    Ok(ChunkRow {
        id: row.get(0)?,
        job: row.get(1)?,
        root: row.get(2)?,
        turn_index: row.get(3)?,
        finish: row.get(4)?,
        input_tokens: count(5)?,
        output_tokens: count(6)?,
        counted: row.get(7)?,
        seen: row.get(8)?,
        created_at: row.get(9)?,
        text: row.get(10)?,
    })
}
