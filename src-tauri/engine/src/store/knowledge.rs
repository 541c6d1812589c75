//! SQL of what knowledge is derived from, and of the tables `knowledge_…` that keep it.

use std::collections::BTreeMap;

use factly_core::facts::SourceKind;
use factly_core::keys::ValueType;
use rusqlite::{OptionalExtension, Row, params};
use uuid::Uuid;

use super::tables::{DerivedFrom, TABLES};
use super::{DiscoverySeq, FactSeq, Reader, StoreError, Writer};

/// The scopes whose decisions are about lines that the facts from `?1` to `?2` say.
const SCOPES_OF_LINES: &str = "SELECT DISTINCT l.discovery, l.item_id FROM fact AS f JOIN canonical_link AS l
    ON l.discovery = f.discovery AND l.item_id = f.item_id AND l.fact_no = f.label_no
        AND l.status = 'confirmed' AND l.deleted = 0
    WHERE f.seq BETWEEN ?1 AND ?2";

/// The project (empty) or an item of a discovery.
pub type ScopeKey = (DiscoverySeq, String);

/// An accepted fact of a registered key, as far as blocks and fields look at it.
#[derive(Clone, Debug, PartialEq)]
pub struct StandingRow {
    pub seq: FactSeq,
    pub id: Uuid,
    pub label_no: i64,
    pub item: String,
    pub key: String,
    pub value_type: ValueType,
    /// As JSON.
    pub value: String,
    pub text: String,
    pub source_kind: SourceKind,
    /// Under which condition it holds beside others; empty where it holds alone.
    pub condition: String,
}

/// An override, with the fact that tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverrideRow {
    pub seq: i64,
    pub item: String,
    pub key: String,
    /// As JSON, of the type that the key has.
    pub value: String,
    pub reason: String,
    pub set_at: i64,
    pub fact: FactSeq,
    pub fact_id: Uuid,
    pub fact_label_no: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdditionRow {
    pub seq: i64,
    pub id: Uuid,
    pub item: String,
    pub block: String,
    pub kind: String,
    pub text: String,
    pub model: String,
    pub added_at: i64,
}

/// A question that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedQuestionRow {
    pub item: String,
    pub key: Option<String>,
    pub text: String,
}

/// A block as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRow {
    pub block: String,
    pub json: String,
    pub markdown: String,
    pub revision: i64,
    pub updated_at: i64,
    pub updated_by: String,
    pub updated_for: Option<i64>,
}

/// A field as it is kept, without when it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldRow {
    pub key: String,
    pub value_type: Option<String>,
    pub value: Option<String>,
    pub fact: Option<FactSeq>,
    pub set_by: Option<i64>,
    pub conflict: bool,
}

impl FieldRow {
    pub fn is_empty(&self) -> bool {
        self.value.is_none() && !self.conflict
    }
}

/// The part of the ledger that a touched fact concerns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TouchedKey {
    pub discovery: DiscoverySeq,
    pub item: String,
    pub key: String,
    /// A fact of this key that was touched.
    pub fact: FactSeq,
}

/// A touched statement that took the place of another fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchedNote {
    pub discovery: DiscoverySeq,
    pub item: String,
    pub fact: FactSeq,
    pub id: Uuid,
    pub label_no: i64,
    pub text: String,
    pub supersedes: FactSeq,
    pub is_live: bool,
}

const STANDING: &str =
    "SELECT seq, id, label_no, item_id, key, value_type, value, text, source_kind, condition FROM fact
    WHERE discovery = ?1 AND status = 'accepted' AND key <> 'note' AND deleted = 0";

const NOTES: &str = "SELECT discovery, item_id, seq, id, label_no, text, supersedes,
        status = 'accepted' AND deleted = 0
    FROM fact WHERE key = 'note' AND supersedes IS NOT NULL";

const OVERRIDES: &str = "SELECT o.seq, o.item, o.key, o.value, o.reason, o.set_at, o.fact, f.id, f.label_no
    FROM item_override AS o JOIN fact AS f ON f.seq = o.fact WHERE o.discovery = ?1 AND o.deleted = 0";

impl Reader {
    /// The accepted facts of registered keys of a discovery, oldest first.
    pub fn standing_facts(&self, discovery: DiscoverySeq) -> Result<Vec<StandingRow>, StoreError> {
        let sql = format!("{STANDING} ORDER BY seq");
        self.select(&sql, [discovery], standing_row)
    }

    /// The accepted fact of a key and a scope: the newest, should several have come to stand.
    pub fn standing_fact_of(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        scope: &str,
    ) -> Result<Option<StandingRow>, StoreError> {
        let sql = format!("{STANDING} AND key = ?2 AND item_id = ?3 ORDER BY seq DESC LIMIT 1");
        self.select_one(&sql, params![discovery, key, scope], standing_row)
    }

    /// The accepted facts of a key and a scope that hold under conditions, oldest first.
    pub fn conditional_facts_of(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        scope: &str,
    ) -> Result<Vec<StandingRow>, StoreError> {
        let sql = format!("{STANDING} AND key = ?2 AND item_id = ?3 AND condition <> '' ORDER BY seq");
        self.select(&sql, params![discovery, key, scope], standing_row)
    }

    /// Returns whether a fact in conflict waits beside a key's value.
    pub fn is_contested(&self, discovery: DiscoverySeq, key: &str, scope: &str) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM fact WHERE discovery = ?1 AND key = ?2 AND item_id = ?3
                   AND status = 'conflict' AND deleted = 0)";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, key, scope], |row| row.get(0))?)
    }

    /// The scopes and keys that facts in conflict wait for.
    pub fn contested_keys(&self, discovery: DiscoverySeq) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT DISTINCT item_id, key FROM fact
                   WHERE discovery = ?1 AND status = 'conflict' AND deleted = 0 AND key <> 'note'";
        self.select(sql, [discovery], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The accepted statements that took the place of another fact, oldest first.
    pub fn standing_notes(&self, discovery: DiscoverySeq) -> Result<Vec<TouchedNote>, StoreError> {
        let sql = format!("{NOTES} AND status = 'accepted' AND deleted = 0 AND discovery = ?1 ORDER BY seq");
        self.select(&sql, [discovery], note_row)
    }

    /// Of facts with these numbers, the registered keys that they concern.
    pub fn touched_keys(&self, first: i64, last: i64) -> Result<Vec<TouchedKey>, StoreError> {
        let sql = "SELECT discovery, item_id, key, max(seq) FROM fact
                   WHERE seq BETWEEN ?1 AND ?2 AND key <> 'note' GROUP BY discovery, item_id, key";
        self.select(sql, [first, last], |row| {
            Ok(TouchedKey { discovery: row.get(0)?, item: row.get(1)?, key: row.get(2)?, fact: row.get(3)? })
        })
    }

    /// Of facts with these numbers, the statements that took the place of another fact.
    pub fn touched_notes(&self, first: i64, last: i64) -> Result<Vec<TouchedNote>, StoreError> {
        let sql = format!("{NOTES} AND seq BETWEEN ?1 AND ?2 ORDER BY seq");
        self.select(&sql, [first, last], note_row)
    }

    /// The key and the predecessor of a fact, whatever became of it.
    pub fn key_and_older(&self, fact: FactSeq) -> Result<Option<(String, Option<FactSeq>)>, StoreError> {
        let sql = "SELECT key, supersedes FROM fact WHERE seq = ?1";
        self.select_one(sql, [fact], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The overrides that stand in a discovery, oldest first.
    pub fn overrides(&self, discovery: DiscoverySeq) -> Result<Vec<OverrideRow>, StoreError> {
        let sql = format!("{OVERRIDES} ORDER BY o.seq");
        self.select(&sql, [discovery], override_row)
    }

    /// The override that stands of a key and a scope.
    pub fn override_of(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        scope: &str,
    ) -> Result<Option<OverrideRow>, StoreError> {
        let sql = format!("{OVERRIDES} AND o.key = ?2 AND o.item = ?3 ORDER BY o.seq DESC LIMIT 1");
        self.select_one(&sql, params![discovery, key, scope], override_row)
    }

    /// The scope and the key of an override, whether it stands or not.
    pub fn override_scope(&self, seq: i64) -> Result<Option<(DiscoverySeq, String, String)>, StoreError> {
        let sql = "SELECT discovery, item, key FROM item_override WHERE seq = ?1";
        self.select_one(sql, [seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
    }

    /// The questions that were asked in a discovery and not put aside, in that order, each with its scope.
    pub fn asked_questions(&self, discovery: DiscoverySeq) -> Result<Vec<AskedQuestionRow>, StoreError> {
        let sql = "SELECT item_id, key, text FROM question WHERE discovery = ?1 AND deleted = 0
                   AND (status = 'open' OR (status = 'answered' AND key <> '')) ORDER BY seq";
        self.select(sql, [discovery], |row| {
            let key: String = row.get(1)?;
            Ok(AskedQuestionRow { item: row.get(0)?, key: Some(key).filter(|key| !key.is_empty()), text: row.get(2)? })
        })
    }

    /// Returns whether a question about a key was asked in a scope.
    pub fn was_asked(&self, discovery: DiscoverySeq, key: &str, scope: &str) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM question
                   WHERE discovery = ?1 AND key = ?2 AND key <> '' AND item_id = ?3 AND deleted = 0)";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, key, scope], |row| row.get(0))?)
    }

    /// Reads the additions taken over from models in a discovery, in that order.
    pub fn additions(&self, discovery: DiscoverySeq) -> Result<Vec<AdditionRow>, StoreError> {
        let sql = "SELECT seq, id, item, block, kind, text, model, added_at FROM block_addition
                   WHERE discovery = ?1 AND deleted = 0 ORDER BY seq";
        self.select(sql, [discovery], addition_row)
    }

    /// The scopes of a touched row that is in a list of its scope, by table.
    pub fn listed_scopes(&self, touched: &super::TouchedRows) -> Result<Vec<ScopeKey>, StoreError> {
        let mut scopes = Vec::new();
        for table in TABLES {
            let DerivedFrom::Lists(sql) = table.knowledge else { continue };
            let mut statement = self.connection().prepare_cached(sql)?;
            for row in touched.in_table(table.name) {
                for scope in statement.query_map([row], |row| Ok((row.get(0)?, row.get(1)?)))? {
                    scopes.push(scope?);
                }
            }
        }
        let mut statement = self.connection().prepare_cached(SCOPES_OF_LINES)?;
        for (first, last) in touched.runs_of("fact") {
            for scope in statement.query_map([first, last], |row| Ok((row.get(0)?, row.get(1)?)))? {
                scopes.push(scope?);
            }
        }
        Ok(scopes)
    }

    /// Returns the item that every item counts as: itself, the one that it was merged into, or nothing.
    pub fn items_count_as(&self, discovery: DiscoverySeq) -> Result<BTreeMap<String, String>, StoreError> {
        let sql = format!("{COUNTS_AS} WHERE i.discovery = ?1");
        let mut statement = self.connection().prepare_cached(&sql)?;
        let mut counted = BTreeMap::new();
        let mut rows = statement.query([discovery])?;
        while let Some(row) = rows.next()? {
            counted.insert(row.get(1)?, row.get(2)?);
        }
        Ok(counted)
    }

    /// As [`Self::items_count_as`], of one row, with its discovery.
    pub fn item_counts_as(&self, item: i64) -> Result<Option<(DiscoverySeq, String, String)>, StoreError> {
        let sql = format!("{COUNTS_AS} WHERE i.seq = ?1");
        self.select_one(&sql, [item], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
    }

    /// Returns the item that one counted as when the cache was last brought up to date.
    pub fn item_counted_as(&self, discovery: DiscoverySeq, item: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT counts_as FROM knowledge_item WHERE discovery = ?1 AND item = ?2";
        self.select_one(sql, params![discovery, item], |row| row.get(0))
    }

    /// The blocks that are kept of a scope, by name.
    pub fn kept_blocks(&self, discovery: DiscoverySeq, scope: &str) -> Result<Vec<BlockRow>, StoreError> {
        let sql = "SELECT block, json, markdown, revision, updated_at, updated_by, f.label_no
                   FROM knowledge_block AS b LEFT JOIN fact AS f ON f.seq = b.updated_for
                   WHERE b.discovery = ?1 AND b.item = ?2 ORDER BY block";
        self.select(sql, params![discovery, scope], |row| {
            Ok(BlockRow {
                block: row.get(0)?,
                json: row.get(1)?,
                markdown: row.get(2)?,
                revision: row.get(3)?,
                updated_at: row.get(4)?,
                updated_by: row.get(5)?,
                updated_for: row.get(6)?,
            })
        })
    }

    /// The JSON and the Markdown that are kept of a block.
    pub fn kept_block(
        &self,
        discovery: DiscoverySeq,
        scope: &str,
        block: &str,
    ) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT json, markdown FROM knowledge_block WHERE discovery = ?1 AND item = ?2 AND block = ?3";
        self.select_one(sql, params![discovery, scope, block], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The fields that are kept of a scope, by key.
    pub fn kept_fields(&self, discovery: DiscoverySeq, scope: &str) -> Result<Vec<FieldRow>, StoreError> {
        let sql = format!("{FIELDS} WHERE discovery = ?1 AND item = ?2 ORDER BY key");
        self.select(&sql, params![discovery, scope], field_row)
    }

    pub fn kept_field(&self, discovery: DiscoverySeq, scope: &str, key: &str) -> Result<Option<FieldRow>, StoreError> {
        let sql = format!("{FIELDS} WHERE discovery = ?1 AND item = ?2 AND key = ?3");
        self.select_one(&sql, params![discovery, scope, key], field_row)
    }

    /// The scopes that anything is kept of.
    pub fn kept_scopes(&self, discovery: DiscoverySeq) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT item FROM knowledge_block WHERE discovery = ?1
                   UNION SELECT item FROM knowledge_field WHERE discovery = ?1 ORDER BY 1";
        self.select(sql, [discovery], |row| row.get(0))
    }

    /// Reads the stamp that a discovery's cache was made with, if it was made.
    pub fn knowledge_made_with(&self, discovery: DiscoverySeq) -> Result<Option<String>, StoreError> {
        let sql = "SELECT made_with FROM knowledge_state WHERE discovery = ?1";
        self.select_one(sql, [discovery], |row| row.get(0))
    }

    /// Every discovery, hidden ones too, with what its cache was made with.
    pub fn knowledge_states(&self) -> Result<Vec<(DiscoverySeq, Option<String>)>, StoreError> {
        let sql = "SELECT d.seq, s.made_with FROM discovery AS d
                   LEFT JOIN knowledge_state AS s ON s.discovery = d.seq ORDER BY d.seq";
        self.select(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The packs of a discovery as JSON, hidden or not.
    pub fn packs_of(&self, discovery: DiscoverySeq) -> Result<Option<String>, StoreError> {
        let sql = "SELECT packs FROM discovery WHERE seq = ?1";
        self.select_one(sql, [discovery], |row| row.get(0))
    }

    /// The discovery that a key of the analyst's own is of.
    pub fn discovery_of_key(&self, key: i64) -> Result<Option<DiscoverySeq>, StoreError> {
        let sql = "SELECT discovery FROM discovery_key WHERE seq = ?1";
        self.select_one(sql, [key], |row| row.get(0))
    }

    /// A fact's identity, its number, who says it and whether it holds under a condition, whatever became of it.
    pub fn fact_source(&self, fact: FactSeq) -> Result<Option<(Uuid, i64, SourceKind, bool)>, StoreError> {
        let sql = "SELECT id, label_no, source_kind, condition <> '' FROM fact WHERE seq = ?1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let source = |row: &Row<'_>| {
            Ok((row.get(0)?, row.get(1)?, super::columns::word(row, 2, SourceKind::parse)?, row.get(3)?))
        };
        Ok(statement.query_row([fact], source).optional()?)
    }
}

/// An item, what it counts as.
const COUNTS_AS: &str = "SELECT i.discovery, 'i' || i.number,
        CASE WHEN i.deleted OR o.deleted THEN '' ELSE 'i' || coalesce(o.number, i.number) END
    FROM item AS i LEFT JOIN item AS o ON o.seq = i.merged_into";

const FIELDS: &str = "SELECT key, value_type, value, fact, set_by, conflict FROM knowledge_field";

/// An override about to be set.
#[derive(Clone, Copy, Debug)]
pub struct NewOverride<'o> {
    pub discovery: DiscoverySeq,
    pub item: &'o str,
    pub key: &'o str,
    /// As JSON.
    pub value: &'o str,
    pub reason: &'o str,
    pub fact: FactSeq,
    pub set_at: i64,
}

/// An addition about to be taken over.
#[derive(Clone, Copy, Debug)]
pub struct NewAddition<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub item: &'a str,
    pub block: &'a str,
    pub kind: &'a str,
    pub text: &'a str,
    pub model: &'a str,
    pub added_at: i64,
}

/// A block about to be kept.
#[derive(Clone, Copy, Debug)]
pub struct BlockToKeep<'b> {
    pub discovery: DiscoverySeq,
    pub item: &'b str,
    pub block: &'b str,
    pub json: &'b str,
    pub markdown: &'b str,
    pub by: &'b str,
    pub because_of: Option<FactSeq>,
}

impl Writer<'_> {
    pub fn insert_override(&mut self, new: &NewOverride<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO item_override (discovery, item, key, value, reason, fact, set_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = params![new.discovery, new.item, new.key, new.value, new.reason, new.fact, new.set_at];
        self.change(sql, row)
    }

    pub fn hide_override(&mut self, seq: i64) -> Result<(), StoreError> {
        self.change("UPDATE item_override SET deleted = 1 WHERE seq = ?1", [seq])
    }

    /// Hides the overrides that a fact tells of, whichever of its versions does.
    pub fn hide_overrides_told_by(&mut self, discovery: DiscoverySeq, label_no: i64) -> Result<(), StoreError> {
        let sql = "UPDATE item_override SET deleted = 1 WHERE discovery = ?1 AND deleted = 0
                   AND fact IN (SELECT seq FROM fact WHERE discovery = ?1 AND label_no = ?2)";
        self.change(sql, params![discovery, label_no])
    }

    pub fn insert_addition(&mut self, new: &NewAddition<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO block_addition (id, discovery, item, block, kind, text, model, added_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let row = params![new.id, new.discovery, new.item, new.block, new.kind, new.text, new.model, new.added_at];
        self.change(sql, row)
    }

    pub fn keep_block(&mut self, block: &BlockToKeep<'_>) -> Result<(), StoreError> {
        let sql = "INSERT INTO knowledge_block
                (discovery, item, block, json, markdown, revision, updated_at, updated_by, updated_for)
            VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8)
            ON CONFLICT DO UPDATE SET json = excluded.json, markdown = excluded.markdown, revision = revision + 1,
                updated_at = excluded.updated_at, updated_by = excluded.updated_by, updated_for = excluded.updated_for";
        let BlockToKeep { discovery, item, block, json, markdown, by, because_of } = *block;
        let row = params![discovery, item, block, json, markdown, self.now_ms(), by, because_of];
        self.change(sql, row)
    }

    pub fn keep_field(&mut self, discovery: DiscoverySeq, item: &str, field: &FieldRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO knowledge_field
                (discovery, item, key, value_type, value, fact, set_by, conflict, revision, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9)
            ON CONFLICT DO UPDATE SET value_type = excluded.value_type, value = excluded.value, fact = excluded.fact,
                set_by = excluded.set_by, conflict = excluded.conflict, revision = revision + 1,
                updated_at = excluded.updated_at";
        let FieldRow { key, value_type, value, fact, set_by, conflict } = field;
        let row = params![discovery, item, key, value_type, value, fact, set_by, conflict, self.now_ms()];
        self.change(sql, row)
    }

    pub fn keep_item_counted_as(
        &mut self,
        discovery: DiscoverySeq,
        item: &str,
        counts_as: &str,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO knowledge_item (discovery, item, counts_as) VALUES (?1, ?2, ?3)
                   ON CONFLICT DO UPDATE SET counts_as = excluded.counts_as";
        self.change(sql, params![discovery, item, counts_as])
    }

    pub fn keep_knowledge_made_with(&mut self, discovery: DiscoverySeq, made_with: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO knowledge_state (discovery, made_with) VALUES (?1, ?2)
                   ON CONFLICT DO UPDATE SET made_with = excluded.made_with";
        self.change(sql, params![discovery, made_with])
    }
}

fn standing_row(row: &Row<'_>) -> rusqlite::Result<StandingRow> {
    Ok(StandingRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        label_no: row.get(2)?,
        item: row.get(3)?,
        key: row.get(4)?,
        value_type: super::columns::word(row, 5, ValueType::parse)?,
        value: row.get(6)?,
        text: row.get(7)?,
        source_kind: super::columns::word(row, 8, SourceKind::parse)?,
        condition: row.get(9)?,
    })
}

fn note_row(row: &Row<'_>) -> rusqlite::Result<TouchedNote> {
    Ok(TouchedNote {
        discovery: row.get(0)?,
        item: row.get(1)?,
        fact: row.get(2)?,
        id: row.get(3)?,
        label_no: row.get(4)?,
        text: row.get(5)?,
        supersedes: row.get(6)?,
        is_live: row.get(7)?,
    })
}

fn override_row(row: &Row<'_>) -> rusqlite::Result<OverrideRow> {
    Ok(OverrideRow {
        seq: row.get(0)?,
        item: row.get(1)?,
        key: row.get(2)?,
        value: row.get(3)?,
        reason: row.get(4)?,
        set_at: row.get(5)?,
        fact: row.get(6)?,
        fact_id: row.get(7)?,
        fact_label_no: row.get(8)?,
    })
}

fn addition_row(row: &Row<'_>) -> rusqlite::Result<AdditionRow> {
    Ok(AdditionRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        item: row.get(2)?,
        block: row.get(3)?,
        kind: row.get(4)?,
        text: row.get(5)?,
        model: row.get(6)?,
        added_at: row.get(7)?,
    })
}

fn field_row(row: &Row<'_>) -> rusqlite::Result<FieldRow> {
    Ok(FieldRow {
        key: row.get(0)?,
        value_type: row.get(1)?,
        value: row.get(2)?,
        fact: row.get(3)?,
        set_by: row.get(4)?,
        conflict: row.get(5)?,
    })
}
