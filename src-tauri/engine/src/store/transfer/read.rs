//! Reads of an export. Rows are handed over one at a time, since no library is small for ever.

use std::borrow::Cow;
use std::io;

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::{AcceptedBy, SourceKind, Status};
use factly_core::inputs::{BundleSection, Stage};
use factly_core::keys::ValueType;
use factly_core::message::UserMessage;
use factly_core::transfer::record::{
    BundleRecord, FactRecord, InputRecord, QuoteRecord, ReaffirmationRecord, RunRecord, SuggestionRecord, VersionRecord,
};
use factly_core::transfer::status::{fact_shown, shown};
use rusqlite::{OptionalExtension, Row, params};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::store::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, Reader, StoreError, columns};

/// An entity as a column shows it.
#[derive(Debug)]
pub struct ColumnRow<'r> {
    pub label: EntityLabel,
    /// Of a fact: the version that is shown.
    pub fact: Option<FactSeq>,
    pub title: Option<&'r str>,
    pub text: &'r str,
    pub output_type: Option<&'r str>,
    pub status: &'r str,
    /// Its name in another application, and its fields there.
    pub name: Option<&'r str>,
    pub fields: Option<&'r str>,
}

/// An entity as its column shows it, to be held against what a file says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow {
    /// Of a fact: the version that is shown.
    pub fact: Option<FactSeq>,
    pub title: Option<String>,
    /// Of an Input its hash.
    pub text: String,
    pub output_type: Option<String>,
    pub status: String,
}

/// An Insight, a Recommendation or an Output without its versions.
#[derive(Debug)]
pub struct EntityHead<'r> {
    pub seq: i64,
    pub label: EntityLabel,
    pub uuid: Uuid,
    pub version: u32,
    pub text: &'r str,
    pub output_type: Option<&'r str>,
    pub state: &'r str,
    pub mark: &'r str,
    pub because: Option<&'r str>,
    pub origin: &'r str,
    pub rank: Option<i64>,
    pub created_at: i64,
    pub archived: bool,
}

const IN_COLUMN: &str = "f.deleted = 0 AND f.archived = 0 AND f.status IN ('proposed', 'accepted', 'conflict')";

impl Reader {
    /// One column as it is shown: what is live and not put aside, in the analyst's order.
    pub fn each_of_column(
        &self,
        discovery: DiscoverySeq,
        kind: EntityKind,
        each: &mut dyn FnMut(&ColumnRow<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = match kind {
            EntityKind::Input => "SELECT f.label_no, NULL, f.title, f.text, NULL, f.state, f.mark, 0, d.name, d.fields
                 FROM input AS f LEFT JOIN foreign_data AS d
                     ON d.discovery = f.discovery AND d.kind = 'I' AND d.label_no = f.label_no
                 WHERE f.discovery = ?1 AND f.deleted = 0 AND f.superseded = 0 AND f.archived = 0 AND ?2 = 'I'
                 ORDER BY coalesce(f.rank, f.label_no << 20), f.label_no"
                .to_owned(),
            EntityKind::Fact => format!(
                "SELECT f.label_no, f.seq, NULL, f.text, NULL, f.status, f.mark, f.needs_review, d.name, d.fields
                 FROM fact AS f LEFT JOIN foreign_data AS d
                     ON d.discovery = f.discovery AND d.kind = 'F' AND d.label_no = f.label_no
                 WHERE f.discovery = ?1 AND {IN_COLUMN} AND ?2 = 'F' AND NOT EXISTS (
                     SELECT 1 FROM fact AS n WHERE n.discovery = f.discovery AND n.label_no = f.label_no
                         AND n.version > f.version AND n.deleted = 0 AND n.archived = 0
                         AND n.status IN ('proposed', 'accepted', 'conflict'))
                 ORDER BY coalesce(f.rank, f.label_no << 20), f.label_no"
            ),
            EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output => {
                "SELECT f.label_no, NULL, NULL, f.text, f.output_type, f.state, f.mark, 0, d.name, d.fields
                 FROM entity AS f LEFT JOIN foreign_data AS d
                     ON d.discovery = f.discovery AND d.kind = f.kind AND d.label_no = f.label_no
                 WHERE f.discovery = ?1 AND f.kind = ?2 AND f.deleted = 0 AND f.archived = 0
                 ORDER BY coalesce(f.rank, f.label_no << 20), f.label_no"
                    .to_owned()
            }
        };
        let mut select = self.connection().prepare_cached(&sql)?;
        let mut rows = select.query(params![discovery, kind.letter()])?;
        while let Some(row) = rows.next()? {
            let mark = text(row, 6)?;
            let status = match kind {
                EntityKind::Fact => {
                    fact_shown(columns::word(row, 5, Status::parse)?, row.get(7)?, mark).unwrap_or_default()
                }
                _ => shown(text(row, 5)?, mark),
            };
            heard(each(&ColumnRow {
                label: EntityLabel::new(kind, row.get(0)?),
                fact: row.get(1)?,
                title: maybe(row, 2)?,
                text: text(row, 3)?,
                output_type: maybe(row, 4)?,
                status,
                name: maybe(row, 8)?,
                fields: maybe(row, 9)?,
            }))?;
        }
        Ok(())
    }

    /// An entity, if its column shows it.
    pub fn shown(&self, discovery: DiscoverySeq, label: EntityLabel) -> Result<Option<ShownRow>, StoreError> {
        let sql = match label.kind {
            EntityKind::Input => {
                "SELECT NULL, title, sha256, NULL, state, mark, 0 FROM input
                 WHERE discovery = ?1 AND label_no = ?2 AND ?3 = 'I' AND deleted = 0 AND superseded = 0 AND archived = 0"
            }
            EntityKind::Fact => {
                "SELECT seq, NULL, text, NULL, status, mark, needs_review FROM fact
                 WHERE discovery = ?1 AND label_no = ?2 AND ?3 = 'F' AND deleted = 0 AND archived = 0
                     AND status IN ('proposed', 'accepted', 'conflict')
                 ORDER BY version DESC LIMIT 1"
            }
            EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output => {
                "SELECT NULL, NULL, text, output_type, state, mark, 0 FROM entity
                 WHERE discovery = ?1 AND label_no = ?2 AND kind = ?3 AND deleted = 0 AND archived = 0"
            }
        };
        let mut select = self.connection().prepare_cached(sql)?;
        let found = select.query_row(params![discovery, label.no, label.kind.letter()], |row| {
            let mark: String = row.get(5)?;
            let status = match label.kind {
                EntityKind::Fact => {
                    fact_shown(columns::word(row, 4, Status::parse)?, row.get(6)?, &mark).unwrap_or_default().to_owned()
                }
                _ => shown(&row.get::<_, String>(4)?, &mark).to_owned(),
            };
            let (title, text, output_type) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(ShownRow { fact: row.get(0)?, title, text, output_type, status })
        });
        Ok(found.optional()?)
    }

    /// The labels' numbers that an entity is drawn from, ascending: by links, and a fact by its evidence too.
    pub fn drawn_from(
        &self,
        discovery: DiscoverySeq,
        label: EntityLabel,
        fact: Option<FactSeq>,
    ) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT up_no FROM link WHERE discovery = ?1 AND down_kind = ?2 AND down_no = ?3 AND deleted = 0
            UNION SELECT i.label_no FROM fact AS f JOIN turn_bundle AS b ON b.seq = f.bundle
                JOIN input AS i ON i.seq = b.input WHERE f.seq = ?4
            UNION SELECT i.label_no FROM reaffirmation AS a JOIN turn_bundle AS b ON b.seq = a.bundle
                JOIN input AS i ON i.seq = b.input WHERE a.fact = ?4 AND a.deleted = 0
            ORDER BY 1";
        self.select(sql, params![discovery, label.kind.letter(), label.no, fact], |row| row.get(0))
    }

    /// Every version of every Input, without its text where the column shows it.
    pub fn each_input_record(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(InputSeq, &InputRecord<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT label_no, id, version, superseded, origin, file_name, sha256, added_at, state, mark, rank, archived,
                CASE WHEN superseded = 1 OR archived = 1 THEN title END,
                CASE WHEN superseded = 1 OR archived = 1 THEN text END, seq
            FROM input WHERE discovery = ?1 AND deleted = 0 ORDER BY label_no, version";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let record = InputRecord {
                label: EntityLabel::new(EntityKind::Input, row.get(0)?),
                uuid: row.get(1)?,
                version: row.get(2)?,
                superseded: row.get(3)?,
                origin: text(row, 4)?.into(),
                file_name: maybe(row, 5)?.map(Cow::Borrowed),
                sha256: text(row, 6)?.into(),
                added_at: row.get(7)?,
                state: text(row, 8)?.into(),
                mark: text(row, 9)?.into(),
                rank: row.get(10)?,
                archived: row.get(11)?,
                title: maybe(row, 12)?.map(Cow::Borrowed),
                text: maybe(row, 13)?.map(Cow::Borrowed),
                document: None,
            };
            heard(each(InputSeq(row.get(14)?), &record))?;
        }
        Ok(())
    }

    /// The bundles of live Inputs, and those that a live fact or run stands on.
    pub fn each_bundle_record(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(BundleSeq, &BundleRecord<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT b.seq, b.id, b.source_type, b.source_ids, b.stage, b.scope, nullif(b.item_ids, '[]'), i.id,
                CASE WHEN i.seq IS NULL THEN NULL ELSE b.input_start_char END, b.part, b.parts, b.created_at, b.sha256, b.text
            FROM turn_bundle AS b LEFT JOIN input AS i ON i.seq = b.input AND i.deleted = 0
            WHERE b.discovery = ?1 AND (i.seq IS NOT NULL
                OR EXISTS (SELECT 1 FROM fact AS f WHERE f.bundle = b.seq AND f.deleted = 0)
                OR EXISTS (SELECT 1 FROM question_round AS o WHERE o.bundle = b.seq AND o.deleted = 0)
                OR (b.input IS NULL
                    AND EXISTS (SELECT 1 FROM parse_run AS p WHERE p.bundle = b.seq AND p.deleted = 0)))
            ORDER BY b.seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let seq = row.get(0)?;
            let record = BundleRecord {
                uuid: row.get(1)?,
                source_type: text(row, 2)?.into(),
                source_ids: raw(text(row, 3)?)?,
                stage: columns::word(row, 4, Stage::parse)?,
                scope: text(row, 5)?.into(),
                item_ids: maybe_raw(row, 6)?,
                input: row.get(7)?,
                input_start: row.get(8)?,
                part: row.get(9)?,
                parts: row.get(10)?,
                created_at: row.get(11)?,
                sha256: text(row, 12)?.into(),
                sections: self.bundle_sections(seq)?,
                text: text(row, 13)?.into(),
            };
            heard(each(seq, &record))?;
        }
        Ok(())
    }

    /// The runs that are not hidden, each with its bundle. `outcomes` is as it is stored.
    ///
    /// One that is under way is handed over as queued: in another library nobody carries it out.
    pub fn each_run_record(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(BundleSeq, &RunRecord<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT p.bundle, p.id, b.id, CASE p.status WHEN 'running' THEN 'queued' ELSE p.status END, p.model,
                p.forced, p.attempts, p.created_at, p.started_at, p.finished_at, p.stats, p.error,
                nullif(p.repairs, '[]'), nullif(p.outcomes, '[]'), p.raw
            FROM parse_run AS p JOIN turn_bundle AS b ON b.seq = p.bundle
            WHERE p.discovery = ?1 AND p.deleted = 0 ORDER BY p.seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let record = RunRecord {
                uuid: row.get(1)?,
                bundle: row.get(2)?,
                status: text(row, 3)?.into(),
                model: text(row, 4)?.into(),
                forced: row.get(5)?,
                attempts: row.get(6)?,
                created_at: row.get(7)?,
                started_at: row.get(8)?,
                finished_at: row.get(9)?,
                stats: maybe_raw(row, 10)?,
                error: maybe(row, 11)?.map(|error| UserMessage::from_stored(error).to_string().into()),
                repairs: maybe_raw(row, 12)?,
                outcomes: maybe_raw(row, 13)?,
                raw: text(row, 14)?.into(),
            };
            heard(each(row.get(0)?, &record))?;
        }
        Ok(())
    }

    /// The whole ledger but what is hidden, oldest first.
    pub fn each_fact_record(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(&FactRecord<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT f.label_no, f.id, f.version, f.item_id, f.key, f.value_type, f.value, f.text, f.confidence,
                f.source_kind, b.id, f.source_section, f.start_char, f.end_char, f.quote,
                (SELECT p.id FROM parse_run AS p WHERE p.seq = f.run AND p.deleted = 0),
                (SELECT o.id FROM fact AS o WHERE o.seq = f.supersedes AND o.deleted = 0),
                (SELECT o.id FROM fact AS o WHERE o.seq = f.conflicts_with AND o.deleted = 0),
                nullif(f.missing, '[]'), f.hint, f.reason, f.created_at, f.status, f.needs_review, f.mark, f.because,
                f.rank, f.archived, f.condition, f.salience, f.accepted_by
            FROM fact AS f LEFT JOIN turn_bundle AS b ON b.seq = f.bundle
            WHERE f.discovery = ?1 AND f.deleted = 0 ORDER BY f.seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let confidence = serde_json::value::to_raw_value(&row.get::<_, f64>(8)?).map_err(unreadable)?;
            heard(each(&fact_record(row, &confidence)?))?;
        }
        Ok(())
    }

    /// Reads the reaffirmations of facts, oldest first.
    pub fn each_reaffirmation_record(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(BundleSeq, &ReaffirmationRecord<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql =
            "SELECT a.bundle, f.id, (SELECT p.id FROM parse_run AS p WHERE p.seq = a.run AND p.deleted = 0), b.id,
                a.source_section, a.start_char, a.end_char, a.quote
            FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0
                JOIN turn_bundle AS b ON b.seq = a.bundle
            WHERE f.discovery = ?1 AND a.deleted = 0 ORDER BY a.seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let record = ReaffirmationRecord { fact: row.get(1)?, run: row.get(2)?, evidence: quote(row, 3)? };
            heard(each(row.get(0)?, &record))?;
        }
        Ok(())
    }

    /// Insights, Recommendations and Outputs, those put aside too.
    pub fn each_entity_head(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(&EntityHead<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT seq, kind, label_no, id, version, text, output_type, state, mark, because, origin, rank, created_at,
                archived
            FROM entity WHERE discovery = ?1 AND deleted = 0
            ORDER BY CASE kind WHEN 'N' THEN 1 WHEN 'R' THEN 2 ELSE 3 END, label_no";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let kind = EntityKind::of_letter(text(row, 1)?).ok_or_else(|| unreadable("the kind of an entity"))?;
            each(&EntityHead {
                seq: row.get(0)?,
                label: EntityLabel::new(kind, row.get(2)?),
                uuid: row.get(3)?,
                version: row.get(4)?,
                text: text(row, 5)?,
                output_type: maybe(row, 6)?,
                state: text(row, 7)?,
                mark: text(row, 8)?,
                because: maybe(row, 9)?,
                origin: text(row, 10)?,
                rank: row.get(11)?,
                created_at: row.get(12)?,
                archived: row.get(13)?,
            })?;
        }
        Ok(())
    }

    /// The texts that an entity had.
    pub fn version_records(&self, entity: i64) -> Result<Vec<VersionRecord<'static>>, StoreError> {
        let sql = "SELECT version, text, restores, made_at FROM entity_version
                   WHERE entity = ?1 AND deleted = 0 ORDER BY version";
        self.select(sql, [entity], |row| {
            let text: String = row.get(1)?;
            Ok(VersionRecord {
                version: row.get(0)?,
                text: Some(text.into()),
                restores: row.get(2)?,
                made_at: row.get(3)?,
            })
        })
    }

    /// Every link that is stored and not hidden, whatever became of its ends.
    pub fn each_link(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(EntityLabel, EntityLabel) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT up_kind, up_no, down_kind, down_no FROM link WHERE discovery = ?1 AND deleted = 0
                   ORDER BY CASE up_kind WHEN 'I' THEN 1 WHEN 'F' THEN 2 WHEN 'N' THEN 3 ELSE 4 END, up_no, down_no";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let kinds = EntityKind::of_letter(text(row, 0)?).zip(EntityKind::of_letter(text(row, 2)?));
            let (up, down) = kinds.ok_or_else(|| unreadable("the kind of a link"))?;
            heard(each(EntityLabel::new(up, row.get(1)?), EntityLabel::new(down, row.get(3)?)))?;
        }
        Ok(())
    }

    pub fn each_suggestion_record(
        &self,
        discovery: DiscoverySeq,
        each: &mut dyn FnMut(&SuggestionRecord<'_>) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT id, kind, text, output_type, links, model, made_at, status, became FROM suggestion
                   WHERE discovery = ?1 AND deleted = 0 ORDER BY seq";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            heard(each(&SuggestionRecord {
                uuid: row.get(0)?,
                kind: text(row, 1)?.into(),
                text: text(row, 2)?.into(),
                output_type: maybe(row, 3)?.map(Cow::Borrowed),
                links: raw(text(row, 4)?)?,
                model: text(row, 5)?.into(),
                made_at: row.get(6)?,
                status: text(row, 7)?.into(),
                became: maybe(row, 8)?.map(Cow::Borrowed),
            }))?;
        }
        Ok(())
    }

    /// Reads another application's names of the entities of a discovery, and their fields there.
    pub fn each_foreign(
        &self,
        discovery: DiscoverySeq,
        mut each: impl FnMut(EntityLabel, Option<&str>, &str) -> io::Result<()>,
    ) -> Result<(), StoreError> {
        let sql = "SELECT kind, label_no, name, fields FROM foreign_data WHERE discovery = ?1 AND kind <> 'D'
                   ORDER BY CASE kind WHEN 'I' THEN 0 WHEN 'F' THEN 1 WHEN 'N' THEN 2 WHEN 'R' THEN 3 ELSE 4 END, label_no";
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query([discovery])?;
        while let Some(row) = rows.next()? {
            let kind = EntityKind::of_letter(text(row, 0)?).ok_or_else(|| unreadable("the kind of an entity"))?;
            heard(each(EntityLabel::new(kind, row.get(1)?), maybe(row, 2)?, text(row, 3)?))?;
        }
        Ok(())
    }

    /// The same of the discovery itself: its name, and its fields as JSON.
    pub fn foreign_discovery(&self, discovery: DiscoverySeq) -> Result<Option<(Option<String>, String)>, StoreError> {
        let sql = "SELECT name, fields FROM foreign_data WHERE discovery = ?1 AND kind = 'D'";
        self.select_one(sql, [discovery], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The discovery that another application calls so.
    pub fn discovery_with_foreign_name(&self, name: &str) -> Result<Option<Uuid>, StoreError> {
        let sql = "SELECT d.id FROM foreign_data AS f JOIN discovery AS d ON d.seq = f.discovery AND d.deleted = 0
                   WHERE f.kind = 'D' AND f.name = ?1 ORDER BY d.seq DESC LIMIT 1";
        self.select_one(sql, [name], |row| row.get(0))
    }

    /// Reads another application's name of an entity.
    pub fn foreign_name(&self, discovery: DiscoverySeq, label: EntityLabel) -> Result<Option<String>, StoreError> {
        let sql = "SELECT name FROM foreign_data WHERE discovery = ?1 AND kind = ?2 AND label_no = ?3";
        let mut select = self.connection().prepare_cached(sql)?;
        let found = select.query_row(params![discovery, label.kind.letter(), label.no], |row| row.get(0));
        Ok(found.optional()?.flatten())
    }

    /// The id of a fact that is not hidden.
    pub fn live_fact_id(&self, fact: FactSeq) -> Result<Option<Uuid>, StoreError> {
        let sql = "SELECT id FROM fact WHERE seq = ?1 AND deleted = 0";
        self.select_one(sql, [fact], |row| row.get(0))
    }
}

fn fact_record<'r>(row: &'r Row<'_>, confidence: &'r RawValue) -> Result<FactRecord<'r>, StoreError> {
    let value_type = columns::word(row, 5, ValueType::parse)?;
    let is_note = value_type == ValueType::Note;
    let (key, value, words) = (text(row, 4)?, text(row, 6)?, text(row, 7)?);
    let says_itself = is_note && serde_json::from_str::<Cow<'_, str>>(value).is_ok_and(|value| value == words);
    let status: Status = columns::word(row, 22, Status::parse)?;
    Ok(FactRecord {
        label: EntityLabel::new(EntityKind::Fact, row.get(0)?),
        uuid: row.get(1)?,
        version: row.get(2)?,
        item: text(row, 3)?.into(),
        key: (key != factly_core::keys::NOTE_KEY).then_some(key.into()),
        value_type: (!is_note).then_some(value_type),
        value: if says_itself { None } else { Some(raw(value)?) },
        text: words.into(),
        confidence,
        source: columns::word(row, 9, SourceKind::parse)?,
        evidence: row.get::<_, Option<Uuid>>(10)?.map(|_| quote(row, 10)).transpose()?,
        run: row.get(15)?,
        supersedes: row.get(16)?,
        conflicts_with: row.get(17)?,
        missing: maybe_raw(row, 18)?,
        hint: maybe_raw(row, 19)?,
        reason: UserMessage::from_stored(text(row, 20)?).to_string().into(),
        created_at: row.get(21)?,
        status,
        needs_review: row.get(23)?,
        mark: text(row, 24)?.into(),
        because: maybe_raw(row, 25)?,
        rank: row.get(26)?,
        archived: row.get(27)?,
        condition: text(row, 28)?.into(),
        salience: serde_json::from_str(text(row, 29)?).unwrap_or_default(),
        accepted_by: columns::word_or_none(row, 30, AcceptedBy::parse)?,
    })
}

fn quote<'r>(row: &'r Row<'_>, first: usize) -> Result<QuoteRecord<'r>, StoreError> {
    Ok(QuoteRecord {
        bundle: row.get(first)?,
        section: columns::word(row, first + 1, BundleSection::parse)?,
        start: row.get(first + 2)?,
        end: row.get(first + 3)?,
        quote: text(row, first + 4)?.into(),
    })
}

fn text<'r>(row: &'r Row<'_>, index: usize) -> Result<&'r str, StoreError> {
    row.get_ref(index)?.as_str().map_err(unreadable)
}

fn maybe<'r>(row: &'r Row<'_>, index: usize) -> Result<Option<&'r str>, StoreError> {
    row.get_ref(index)?.as_str_or_null().map_err(unreadable)
}

fn raw(json: &str) -> Result<&RawValue, StoreError> {
    serde_json::from_str(json).map_err(unreadable)
}

fn maybe_raw<'r>(row: &'r Row<'_>, index: usize) -> Result<Option<&'r RawValue>, StoreError> {
    maybe(row, index)?.map(raw).transpose()
}

fn unreadable(what: impl ToString) -> StoreError {
    StoreError::Unreadable(what.to_string())
}

/// Converts the error of the caller's writer: a full disk is told from others.
pub(super) fn heard(written: io::Result<()>) -> Result<(), StoreError> {
    written.map_err(|error| match error.kind() {
        io::ErrorKind::StorageFull => StoreError::Full,
        io::ErrorKind::Interrupted => StoreError::Stopped,
        _ => StoreError::Io(error.to_string()),
    })
}
