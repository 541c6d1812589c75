//! SQL of `attachment`: the bytes of originals, once for each hash.
//!
//! They are written and read by parts, so that a large one is in memory no more than once.

use rusqlite::blob::ZeroBlob;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::{AttachmentSeq, Reader, StoreError, Writer};

const PART: usize = 1 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachmentRow {
    pub seq: AttachmentSeq,
    pub sha256: String,
    pub size: u64,
}

impl Reader {
    pub fn attachment(&self, seq: AttachmentSeq) -> Result<Option<AttachmentRow>, StoreError> {
        let sql = "SELECT seq, sha256, size FROM attachment WHERE seq = ?1";
        let row = self.connection().prepare_cached(sql)?.query_row([seq], |row| {
            Ok(AttachmentRow { seq: row.get(0)?, sha256: row.get(1)?, size: row.get::<_, i64>(2)?.unsigned_abs() })
        });
        Ok(row.optional()?)
    }

    pub fn attachment_of(&self, sha256: &str) -> Result<Option<AttachmentSeq>, StoreError> {
        let sql = "SELECT seq FROM attachment WHERE sha256 = ?1";
        self.select_one(sql, [sha256], |row| row.get(0))
    }

    /// By a hash or the beginning of one, which must be one's alone.
    pub fn attachment_by_hash(&self, beginning: &str) -> Result<Option<AttachmentSeq>, StoreError> {
        if !beginning.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(None);
        }
        let sql = "SELECT seq FROM attachment WHERE sha256 >= ?1 AND sha256 < ?1 || 'g' LIMIT 2";
        let mut select = self.connection().prepare_cached(sql)?;
        let rows = select.query_map([beginning.to_ascii_lowercase()], |row| row.get(0))?;
        let found = rows.collect::<Result<Vec<AttachmentSeq>, _>>()?;
        Ok(if let [one] = found[..] { Some(one) } else { None })
    }

    pub fn attachment_bytes(&self, seq: AttachmentSeq) -> Result<Vec<u8>, StoreError> {
        let blob = self.connection().blob_open("main", "attachment", "bytes", seq.0, true)?;
        let mut bytes = vec![0; blob.len()];
        blob.read_at_exact(&mut bytes, 0)?;
        Ok(bytes)
    }
}

impl Writer<'_> {
    /// Keeps an original; one that is here already is not kept twice.
    pub fn keep_attachment(&mut self, bytes: &[u8]) -> Result<AttachmentSeq, StoreError> {
        let sha256 = hex::encode(Sha256::digest(bytes));
        if let Some(seq) = self.attachment_of(&sha256)? {
            return Ok(seq);
        }
        let size = bytes.len() as u64;
        let sql = "INSERT INTO attachment (sha256, size, bytes) VALUES (?1, ?2, ?3)";
        let seq = self.connection().prepare_cached(sql)?.insert(params![sha256, size.cast_signed(), ZeroBlob(size)])?;
        let mut blob = self.connection().blob_open("main", "attachment", "bytes", seq, false)?;
        for (number, part) in bytes.chunks(PART).enumerate() {
            blob.write_all_at(part, number * PART)?;
        }
        blob.close()?;
        Ok(AttachmentSeq(seq))
    }
}

pub(super) fn hash_of(connection: &Connection, seq: AttachmentSeq) -> Result<String, StoreError> {
    let blob = connection.blob_open("main", "attachment", "bytes", seq.0, true)?;
    let (mut hash, mut part) = (Sha256::new(), vec![0; PART]);
    for from in (0..blob.len()).step_by(PART) {
        let read = blob.read_at(&mut part, from)?;
        hash.update(part.get(..read).unwrap_or_default());
    }
    Ok(hex::encode(hash.finalize()))
}
