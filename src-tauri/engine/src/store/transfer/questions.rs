//! SQL of the structured questions and saved views of a file: rows as they were, at the times when they were.

use factly_core::inputs::Stage;
use factly_core::transfer::questions::{DraftRecord, QuestionRecord, RoundRecord};
use factly_core::transfer::record::ViewRecord;
use rusqlite::{OptionalExtension, params};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::store::{BundleSeq, DiscoverySeq, Reader, RoundSeq, StoreError, Writer, columns};

impl Reader {
    /// The finished rounds, each with its bundle, in the order in which they were finished.
    pub fn round_records(&self, discovery: DiscoverySeq) -> Result<Vec<(BundleSeq, RoundRecord)>, StoreError> {
        let sql = "SELECT o.bundle, o.id, o.stage, o.scope, o.item_ids, b.id, o.created_at
            FROM question_round AS o JOIN turn_bundle AS b ON b.seq = o.bundle
            WHERE o.discovery = ?1 AND o.deleted = 0 ORDER BY o.seq";
        self.select(sql, [discovery], |row| {
            let items: String = row.get(4)?;
            let record = RoundRecord {
                uuid: row.get(1)?,
                stage: columns::word(row, 2, Stage::parse)?,
                scope: row.get(3)?,
                items: serde_json::from_str(&items).unwrap_or_default(),
                bundle: row.get(5)?,
                created_at: row.get(6)?,
            };
            Ok((row.get(0)?, record))
        })
    }

    /// In the order of their making.
    pub fn question_records(&self, discovery: DiscoverySeq) -> Result<Vec<QuestionRecord>, StoreError> {
        let sql =
            "SELECT q.id, q.key, q.number, q.item_id, q.text, q.origin, q.model, q.why, q.status, q.quick, q.said,
                o.id, q.created_at
            FROM question AS q LEFT JOIN question_round AS o ON o.seq = q.round AND o.deleted = 0
            WHERE q.discovery = ?1 AND q.deleted = 0 ORDER BY q.seq";
        self.select(sql, [discovery], |row| {
            Ok(QuestionRecord {
                uuid: row.get(0)?,
                key: row.get(1)?,
                number: row.get(2)?,
                item: row.get(3)?,
                text: row.get(4)?,
                origin: row.get(5)?,
                model: row.get(6)?,
                why: row.get(7)?,
                status: row.get(8)?,
                quick: row.get(9)?,
                answer: row.get(10)?,
                round: row.get(11)?,
                created_at: row.get(12)?,
            })
        })
    }

    /// By the names of their questions.
    pub fn draft_records(&self, discovery: DiscoverySeq) -> Result<Vec<DraftRecord>, StoreError> {
        let sql = "SELECT name, quick, said FROM answer_draft
                   WHERE discovery = ?1 AND deleted = 0 AND (quick <> '' OR said <> '') ORDER BY name";
        self.select(sql, [discovery], |row| {
            Ok(DraftRecord { question: row.get(0)?, quick: row.get(1)?, answer: row.get(2)? })
        })
    }

    /// In the order in which they were saved.
    pub fn view_records(&self, discovery: DiscoverySeq) -> Result<Vec<ViewRecord>, StoreError> {
        let sql = "SELECT id, name, filter, saved_at FROM saved_view WHERE discovery = ?1 AND deleted = 0 ORDER BY seq";
        self.select(sql, [discovery], |row| {
            let filter: String = row.get(2)?;
            let filter = RawValue::from_string(filter).unwrap_or_default();
            Ok(ViewRecord { uuid: row.get(0)?, name: row.get(1)?, filter, saved_at: row.get(3)? })
        })
    }
}

impl Writer<'_> {
    /// A bundle has one round: where that was taken back here, it is there again.
    pub fn insert_imported_round(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        bundle: BundleSeq,
        item_ids: &str,
        record: &RoundRecord,
    ) -> Result<RoundSeq, StoreError> {
        let mut select = self.connection().prepare_cached("SELECT seq FROM question_round WHERE bundle = ?1")?;
        if let Some(seq) = select.query_row([bundle], |row| row.get(0)).optional()? {
            let sql = "UPDATE question_round SET deleted = 0 WHERE seq = ?1 AND deleted = 1";
            self.connection().prepare_cached(sql)?.execute([seq])?;
            return Ok(RoundSeq(seq));
        }
        let sql = "INSERT INTO question_round (id, discovery, stage, scope, item_ids, bundle, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = params![id, discovery, record.stage.as_str(), record.scope, item_ids, bundle, record.created_at];
        Ok(RoundSeq(self.connection().prepare_cached(sql)?.insert(row)?))
    }

    /// With the number that the file gives it, unless another has that: then with the next, which is returned.
    pub fn insert_imported_question(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        item: &str,
        round: Option<RoundSeq>,
        record: &QuestionRecord,
    ) -> Result<Option<i64>, StoreError> {
        let sql =
            "INSERT INTO question (id, discovery, key, number, item_id, text, origin, model, why, status, quick, said,
                round, created_at)
            VALUES (?1, ?2, ?3, CASE WHEN EXISTS (SELECT 1 FROM question WHERE discovery = ?2 AND number = ?4)
                THEN (SELECT max(number) + 1 FROM question WHERE discovery = ?2) ELSE ?4 END,
                ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) RETURNING number";
        let row = params![
            id,
            discovery,
            record.key,
            record.number,
            item,
            record.text,
            record.origin,
            record.model,
            record.why,
            record.status,
            record.quick,
            record.answer,
            round,
            record.created_at
        ];
        Ok(self.connection().prepare_cached(sql)?.query_row(row, |row| row.get(0))?)
    }

    /// Unless something is written here already.
    pub fn insert_imported_draft(
        &mut self,
        discovery: DiscoverySeq,
        name: &str,
        record: &DraftRecord,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO answer_draft (discovery, name, quick, said) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (discovery, name) DO UPDATE SET quick = excluded.quick, said = excluded.said, deleted = 0
                   WHERE deleted = 1 OR (quick = '' AND said = '')";
        self.change(sql, params![discovery, name, record.quick, record.answer])
    }

    pub fn insert_imported_view(
        &mut self,
        discovery: DiscoverySeq,
        id: Uuid,
        filter: &str,
        record: &ViewRecord,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO saved_view (id, discovery, name, filter, saved_at) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.change(sql, params![id, discovery, record.name, filter, record.saved_at])
    }
}
