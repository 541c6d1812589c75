//! SQL of `saved_view`: filters of the ledger under a name.

use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedViewRow {
    pub seq: i64,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub name: String,
    /// As JSON.
    pub filter: String,
}

const SELECT: &str = "SELECT seq, id, discovery, name, filter FROM saved_view WHERE deleted = 0";

impl Reader {
    /// In the order in which they were saved.
    pub fn saved_views(&self, discovery: DiscoverySeq) -> Result<Vec<SavedViewRow>, StoreError> {
        self.select(&format!("{SELECT} AND discovery = ?1 ORDER BY seq"), [discovery], saved_view_row)
    }

    pub fn saved_view(&self, id: Uuid) -> Result<Option<SavedViewRow>, StoreError> {
        self.select_one(&format!("{SELECT} AND id = ?1"), [id], saved_view_row)
    }
}

impl Writer<'_> {
    pub fn insert_saved_view(&mut self, discovery: DiscoverySeq, name: &str, filter: &str) -> Result<Uuid, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO saved_view (id, discovery, name, filter, saved_at) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.connection().prepare_cached(sql)?.execute(params![id, discovery, name, filter, now])?;
        Ok(id)
    }

    pub fn set_saved_view(&mut self, seq: i64, name: &str, filter: &str) -> Result<(), StoreError> {
        let sql = "UPDATE saved_view SET name = ?2, filter = ?3 WHERE seq = ?1";
        self.change(sql, params![seq, name, filter])
    }

    pub fn hide_saved_view(&mut self, seq: i64) -> Result<(), StoreError> {
        self.change("UPDATE saved_view SET deleted = 1 WHERE seq = ?1", [seq])
    }
}

fn saved_view_row(row: &Row<'_>) -> rusqlite::Result<SavedViewRow> {
    Ok(SavedViewRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        name: row.get(3)?,
        filter: row.get(4)?,
    })
}
