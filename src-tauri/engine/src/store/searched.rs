//! What the index of retrieval is made of: which Inputs are searched, and pieces of their texts.

use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;

use rusqlite::MAIN_DB;
use uuid::Uuid;

use super::{DiscoverySeq, InputSeq, Reader, StoreError};

/// An Input whose text is searched: the version that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchedInput {
    pub seq: InputSeq,
    pub id: Uuid,
    pub label_no: i64,
    pub title: String,
}

impl Reader {
    /// Returns the Inputs of a discovery that are searched: neither deleted nor put aside.
    pub fn searched_inputs(&self, discovery: DiscoverySeq) -> Result<Vec<SearchedInput>, StoreError> {
        let sql = "SELECT seq, id, label_no, title FROM input
                   WHERE discovery = ?1 AND deleted = 0 AND superseded = 0 AND archived = 0 ORDER BY label_no";
        let mut statement = self.connection().prepare_cached(sql)?;
        let rows = statement.query_map([discovery], |row| {
            Ok(SearchedInput { seq: row.get(0)?, id: row.get(1)?, label_no: row.get(2)?, title: row.get(3)? })
        })?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// Returns bytes of an Input's text without reading what stands before and behind them.
    pub fn input_piece(&self, input: InputSeq, bytes: Range<u32>) -> Result<String, StoreError> {
        let mut text = self.connection().blob_open(MAIN_DB, "input", "text", input.0, true)?;
        let mut piece = vec![0; bytes.len()];
        let read = text.seek(SeekFrom::Start(u64::from(bytes.start))).and_then(|_| text.read_exact(&mut piece));
        read.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        Ok(String::from_utf8_lossy(&piece).into_owned())
    }
}
