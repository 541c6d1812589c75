//! SQL of what the lines of a file mean: canonical items that it names, decisions about them, prices that facts tell.
//!
//! Rows of the catalogue that are hidden are read too: a decision whose canonical item was taken back, or never came,
//! waits for it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use factly_core::catalogue::CanonicalItem;
use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::transfer::canonical_links::{CanonicalRecord, MeaningRecord, PriceRecord};
use factly_core::transfer::raw::compact;
use rusqlite::{Row, params};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::store::canonical_items::{CanonicalContent, stored};
use crate::store::{CanonicalSeq, DiscoverySeq, Reader, StoreError, Writer};

/// A canonical item that the catalogue does not have, and that lines of discoveries mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingRow {
    pub seq: CanonicalSeq,
    pub id: Uuid,
    pub item: CanonicalItem,
    pub note: String,
    /// Lines of which it is decided that they mean it, or that they do not.
    pub lines: u32,
    pub prices: u32,
}

const WAITING: &str = "SELECT c.seq, c.id, c.name, c.unit, c.synonyms, c.note, w.lines, w.prices FROM (
        SELECT canonical, sum(line) AS lines, sum(price) AS prices FROM (
            SELECT l.canonical, 1 AS line, 0 AS price FROM canonical_link AS l
                JOIN discovery AS d ON d.seq = l.discovery AND d.deleted = 0 WHERE l.deleted = 0
            UNION ALL SELECT p.canonical, 0, 1 FROM price_observation AS p
                JOIN discovery AS d ON d.seq = p.discovery AND d.deleted = 0 WHERE p.deleted = 0)
        GROUP BY canonical) AS w
    JOIN canonical_item AS c ON c.seq = w.canonical AND c.deleted = 1";

impl Reader {
    /// Reads the items that discoveries mean and the catalogue does not have, by name.
    pub fn waiting_canonicals(&self) -> Result<Vec<WaitingRow>, StoreError> {
        self.select(&format!("{WAITING} ORDER BY c.name, c.seq"), [], waiting_row)
    }

    /// The row of the catalogue that has this id, and whether it is hidden.
    pub fn any_canonical(&self, id: Uuid) -> Result<Option<(CanonicalSeq, bool)>, StoreError> {
        self.select_one("SELECT seq, deleted FROM canonical_item WHERE id = ?1", [id], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// A canonical item as a file has it, hidden or not.
    pub fn canonical_record(&self, id: Uuid) -> Result<CanonicalRecord, StoreError> {
        let sql = "SELECT name, unit, synonyms, note, created_at FROM canonical_item WHERE id = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([id], |row| {
            Ok(CanonicalRecord {
                uuid: id,
                name: row.get(0)?,
                unit: row.get(1)?,
                synonyms: synonyms(row, 2)?,
                note: row.get(3)?,
                created_at: row.get(4)?,
            })
        })?)
    }

    /// Reads the decisions on the lines of a discovery, in the order of deciding.
    pub fn meaning_records(&self, discovery: DiscoverySeq) -> Result<Vec<MeaningRecord>, StoreError> {
        let sql =
            "SELECT l.id, l.item_id, l.fact_no, l.line, c.id, l.status, l.score, nullif(l.reasons, '[]'), l.decided_at
            FROM canonical_link AS l JOIN canonical_item AS c ON c.seq = l.canonical
            WHERE l.discovery = ?1 AND l.deleted = 0 ORDER BY l.seq";
        self.select(sql, [discovery], |row| {
            let (fact_no, reasons): (i64, Option<String>) = (row.get(2)?, row.get(7)?);
            Ok(MeaningRecord {
                uuid: row.get(0)?,
                item: row.get(1)?,
                fact: (fact_no > 0).then(|| EntityLabel::new(EntityKind::Fact, fact_no)),
                line: row.get(3)?,
                canonical: row.get(4)?,
                status: row.get(5)?,
                score: row.get(6)?,
                reasons: reasons.and_then(|json| RawValue::from_string(json).ok()),
                decided_at: row.get(8)?,
            })
        })
    }

    /// Reads the decisions on the prices that facts of a discovery state.
    pub fn price_records(&self, discovery: DiscoverySeq) -> Result<Vec<PriceRecord>, StoreError> {
        let sql =
            "SELECT p.id, p.fact_no, c.id, p.price_minor, p.currency, p.unit, p.quantity, p.vendor, p.date, p.note,
                p.created_at
            FROM price_observation AS p JOIN canonical_item AS c ON c.seq = p.canonical
            WHERE p.discovery = ?1 AND p.fact_no IS NOT NULL AND p.deleted = 0 ORDER BY p.seq";
        self.select(sql, [discovery], |row| {
            Ok(PriceRecord {
                uuid: row.get(0)?,
                fact: EntityLabel::new(EntityKind::Fact, row.get(1)?),
                canonical: row.get(2)?,
                price: row.get(3)?,
                currency: row.get(4)?,
                unit: row.get(5)?,
                quantity: row.get(6)?,
                vendor: row.get(7)?,
                date: row.get(8)?,
                note: row.get(9)?,
                created_at: row.get(10)?,
            })
        })
    }
}

impl Writer<'_> {
    /// Keeps what a file names and the catalogue does not have: hidden, so that the catalogue stays as it is, and no step
    /// of undo, so that redoing the import does not show it either.
    pub fn insert_waiting_canonical(&mut self, record: &CanonicalRecord) -> Result<CanonicalSeq, StoreError> {
        let sql = "INSERT INTO canonical_item (id, name, unit, synonyms, note, created_at, deleted)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)";
        let synonyms = stored(&record.synonyms);
        let row = params![record.uuid, record.name, record.unit, synonyms, record.note, record.created_at];
        let seq = CanonicalSeq(self.connection().prepare_cached(sql)?.insert(row)?);
        self.leave_insertions_of_out("canonical_item")?;
        Ok(seq)
    }

    /// Takes into the catalogue what lines were waiting for.
    pub fn show_canonical(&mut self, seq: CanonicalSeq, content: CanonicalContent<'_>) -> Result<(), StoreError> {
        self.update_canonical_item(seq, content)?;
        self.change("UPDATE canonical_item SET deleted = 0 WHERE seq = ?1", [seq])
    }

    pub fn insert_imported_meaning(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        line: (&str, i64),
        canonical: CanonicalSeq,
        record: &MeaningRecord,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO canonical_link
                (id, discovery, item_id, fact_no, line, canonical, status, score, reasons, decided_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let (item, fact_no) = line;
        self.change(
            sql,
            params![
                id,
                discovery,
                item,
                fact_no,
                record.line,
                canonical,
                record.status,
                record.score,
                record.reasons.as_ref().map_or(Cow::Borrowed("[]"), |reasons| compact(reasons.get())),
                record.decided_at
            ],
        )
    }

    /// Returns whether something is decided of a line that a further decision cannot stand beside.
    pub fn is_decided(
        &self,
        discovery: DiscoverySeq,
        (item, fact_no): (&str, i64),
        canonical: CanonicalSeq,
        confirmed: bool,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM canonical_link WHERE discovery = ?1 AND item_id = ?2 AND fact_no = ?3
                AND deleted = 0 AND (canonical = ?4 OR (?5 AND status = 'confirmed')))";
        let mut select = self.connection().prepare_cached(sql)?;
        Ok(select.query_row(params![discovery, item, fact_no, canonical, confirmed], |row| row.get(0))?)
    }

    pub fn insert_imported_price(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        fact_no: i64,
        canonical: CanonicalSeq,
        record: &PriceRecord,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO price_observation (id, canonical, price_minor, currency, unit, quantity, vendor, date,
                discovery, fact_no, origin, note, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'fact', ?11, ?12)";
        self.change(
            sql,
            params![
                id,
                canonical,
                record.price,
                record.currency,
                record.unit,
                record.quantity,
                record.vendor,
                record.date,
                discovery,
                fact_no,
                record.note,
                record.created_at
            ],
        )
    }
}

fn waiting_row(row: &Row<'_>) -> rusqlite::Result<WaitingRow> {
    let item = CanonicalItem { name: row.get(2)?, unit: row.get(3)?, synonyms: synonyms(row, 4)? };
    Ok(WaitingRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        item,
        note: row.get(5)?,
        lines: row.get(6)?,
        prices: row.get(7)?,
    })
}

fn synonyms(row: &Row<'_>, index: usize) -> rusqlite::Result<BTreeMap<String, Vec<String>>> {
    Ok(serde_json::from_str(row.get_ref(index)?.as_str()?).unwrap_or_default())
}
