//! SQL of `canonical_item`: the catalogue, of the whole library.

use std::collections::BTreeMap;

use factly_core::catalogue::CanonicalItem;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{CanonicalSeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalRow {
    pub seq: CanonicalSeq,
    pub id: Uuid,
    pub item: CanonicalItem,
    pub note: String,
    pub archived: bool,
    pub created_at: i64,
}

/// The writable content of a row.
#[derive(Clone, Copy, Debug)]
pub struct CanonicalContent<'a> {
    pub item: &'a CanonicalItem,
    pub note: &'a str,
    pub archived: bool,
}

const SELECT: &str =
    "SELECT seq, id, name, unit, synonyms, note, archived, created_at FROM canonical_item WHERE deleted = 0";

impl Reader {
    /// The catalogue in the order of its making, archived ones too.
    pub fn canonical_items(&self) -> Result<Vec<CanonicalRow>, StoreError> {
        self.select(&format!("{SELECT} ORDER BY seq"), [], canonical_row)
    }

    pub fn canonical_item(&self, id: Uuid) -> Result<Option<CanonicalRow>, StoreError> {
        self.select_one(&format!("{SELECT} AND id = ?1"), [id], canonical_row)
    }

    pub fn canonical_item_at(&self, seq: CanonicalSeq) -> Result<Option<CanonicalRow>, StoreError> {
        self.select_one(&format!("{SELECT} AND seq = ?1"), [seq], canonical_row)
    }
}

impl Writer<'_> {
    /// With the id that another library gave it, if nothing has that here.
    pub fn insert_canonical_item(
        &mut self,
        id: Option<Uuid>,
        content: CanonicalContent<'_>,
    ) -> Result<CanonicalSeq, StoreError> {
        let id = match id {
            Some(id) if self.any_canonical(id)?.is_none() => id,
            _ => self.next_id(),
        };
        let sql = "INSERT INTO canonical_item (id, name, unit, synonyms, note, archived, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let CanonicalContent { item, note, archived } = content;
        let row = params![id, item.name, item.unit, stored(&item.synonyms), note, archived, self.now_ms()];
        Ok(CanonicalSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    pub fn update_canonical_item(
        &mut self,
        seq: CanonicalSeq,
        content: CanonicalContent<'_>,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE canonical_item SET name = ?2, unit = ?3, synonyms = ?4, note = ?5, archived = ?6
                   WHERE seq = ?1";
        let CanonicalContent { item, note, archived } = content;
        let row = params![seq, item.name, item.unit, stored(&item.synonyms), note, archived];
        self.change(sql, row)
    }
}

pub(super) fn stored(synonyms: &BTreeMap<String, Vec<String>>) -> String {
    serde_json::to_string(synonyms).unwrap_or_default()
}

fn canonical_row(row: &Row<'_>) -> rusqlite::Result<CanonicalRow> {
    let synonyms: String = row.get(4)?;
    Ok(CanonicalRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        item: CanonicalItem {
            name: row.get(2)?,
            unit: row.get(3)?,
            synonyms: serde_json::from_str(&synonyms).unwrap_or_default(),
        },
        note: row.get(5)?,
        archived: row.get(6)?,
        created_at: row.get(7)?,
    })
}
