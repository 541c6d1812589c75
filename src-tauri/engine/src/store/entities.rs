//! SQL of the five columns: `entity` and `entity_version`, and what the pipeline says of `fact` and `input`.
//!
//! A [`MemberRow`] is an entity of any column, named by its label. A fact's is the version that stands of its label, and
//! none if that is rejected or superseded; an Input's is its newest version.

use factly_core::discovery::{EntityKind, EntityLabel, EntityStatus, OutputType, ReviewMark};
use factly_core::facts::Status;
use factly_core::named;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::facts::SAID;
use super::{DiscoverySeq, EntitySeq, Reader, StoreError, Writer};

named! {
    /// The origin of an entity of the last three columns.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EntityOrigin {
        Manual = "manual",
        Derived = "derived",
        Chat = "chat",
        Imported = "imported",
        Sample = "sample",
    }
}

/// An entity of any column, as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRow {
    pub label: EntityLabel,
    /// In its own table: that of the version that stands.
    pub seq: i64,
    pub id: Uuid,
    pub version: u32,
    /// An Input's is its title: its text may be long.
    pub text: String,
    /// Draft, validated, or of a fact that waits for the analyst needs_review.
    pub state: EntityStatus,
    pub mark: Option<ReviewMark>,
    /// As JSON: why it is marked.
    pub because: Option<String>,
    /// Its place in the column; `None` is by its label.
    pub rank: Option<i64>,
    pub archived: bool,
    pub created_at: i64,
    pub of_kind: KindFields,
}

/// Fields that only some columns have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindFields {
    Input,
    Fact { status: Status, has_evidence: bool },
    Entity { output_type: Option<OutputType>, origin: EntityOrigin },
}

impl MemberRow {
    /// Its place in the column.
    pub fn position(&self) -> i64 {
        self.rank.unwrap_or(self.label.no << RANK_BITS)
    }

    /// Returns the shown status.
    pub fn status(&self) -> EntityStatus {
        self.mark.map_or(self.state, ReviewMark::status)
    }

    pub fn output_type(&self) -> Option<OutputType> {
        match self.of_kind {
            KindFields::Entity { output_type, .. } => output_type,
            _ => None,
        }
    }
}

/// A text that an entity of the last three columns had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityVersionRow {
    pub version: u32,
    pub text: String,
    pub restores: Option<u32>,
    pub made_at: i64,
}

/// An entity of the last three columns about to be added.
pub struct NewEntityRow<'a> {
    pub discovery: DiscoverySeq,
    pub label: EntityLabel,
    pub text: &'a str,
    pub output_type: Option<OutputType>,
    pub origin: EntityOrigin,
}

/// The position of an entity in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnPosition {
    /// Its own, or by its label.
    pub rank: i64,
    pub label: EntityLabel,
    pub seq: i64,
}

/// Room between two labels for what is moved between them.
const RANK_BITS: u32 = 20;
pub const RANK_STEP: i64 = 1 << RANK_BITS;

/// A fact of these statuses stands in its column.
const FACT_STANDS: &str = "deleted = 0 AND status IN ('proposed', 'accepted', 'conflict')";
const INPUT_STANDS: &str = "deleted = 0 AND superseded = 0";

/// The columns of a [`MemberRow`], whatever the table, and the table with what stands of it. `?1` is the discovery.
fn select(kind: EntityKind) -> String {
    match kind {
        EntityKind::Input => format!(
            "SELECT label_no, seq, id, version, title, state, mark, NULL, rank, archived, added_at, NULL, NULL
             FROM input WHERE discovery = ?1 AND {INPUT_STANDS}"
        ),
        EntityKind::Fact => format!(
            "SELECT label_no, seq, id, version, {SAID},
                 CASE WHEN needs_review OR status = 'conflict' THEN 'needs_review'
                      WHEN status = 'accepted' THEN 'validated' ELSE 'draft' END,
                 mark, because, rank, archived, created_at, status, bundle IS NOT NULL
             FROM fact WHERE discovery = ?1 AND {FACT_STANDS}"
        ),
        _ => format!(
            "SELECT label_no, seq, id, version, text, state, mark, because, rank, archived, created_at, output_type, origin
             FROM entity WHERE discovery = ?1 AND kind = '{}' AND deleted = 0",
            kind.letter()
        ),
    }
}

impl Reader {
    pub fn member(&self, discovery: DiscoverySeq, label: EntityLabel) -> Result<Option<MemberRow>, StoreError> {
        let sql = format!("{} AND label_no = ?2 ORDER BY version DESC LIMIT 1", select(label.kind));
        self.select_one(&sql, params![discovery, label.no], |row| member_row(row, label.kind))
    }

    /// A column by its labels, what is put aside included.
    pub fn members(&self, discovery: DiscoverySeq, kind: EntityKind) -> Result<Vec<MemberRow>, StoreError> {
        let mut members: Vec<MemberRow> = Vec::new();
        self.each_member(discovery, kind, |member| {
            // An older version that stands beside a newer one, which no rule makes and no harm should double.
            if members.last().is_some_and(|last| last.label == member.label) {
                members.pop();
            }
            members.push(member);
        })?;
        Ok(members)
    }

    /// As [`Self::members`], one by one; a label's versions follow each other and the last one counts.
    pub fn each_member(
        &self,
        discovery: DiscoverySeq,
        kind: EntityKind,
        mut each: impl FnMut(MemberRow),
    ) -> Result<(), StoreError> {
        let sql = format!("{} ORDER BY label_no, version", select(kind));
        let mut statement = self.connection().prepare_cached(&sql)?;
        let mut rows = statement.query([discovery])?;
        while let Some(row) = rows.next()? {
            each(member_row(row, kind)?);
        }
        Ok(())
    }

    /// The texts that an entity of the last three columns had, newest first.
    pub fn entity_versions(&self, entity: EntitySeq) -> Result<Vec<EntityVersionRow>, StoreError> {
        let sql = "SELECT version, text, restores, made_at FROM entity_version
                   WHERE entity = ?1 AND deleted = 0 ORDER BY version DESC";
        self.select(sql, [entity], version_row)
    }

    pub fn entity_version(&self, entity: EntitySeq, version: u32) -> Result<Option<EntityVersionRow>, StoreError> {
        let sql = "SELECT version, text, restores, made_at FROM entity_version
                   WHERE entity = ?1 AND version = ?2 AND deleted = 0";
        self.select_one(sql, params![entity, version], version_row)
    }

    /// A column in its own order, which `rank` gives and the label where there is none.
    pub fn column_order(&self, discovery: DiscoverySeq, kind: EntityKind) -> Result<Vec<ColumnPosition>, StoreError> {
        let standing = match kind {
            EntityKind::Input => INPUT_STANDS.to_owned(),
            EntityKind::Fact => FACT_STANDS.to_owned(),
            kind => format!("deleted = 0 AND kind = '{}'", kind.letter()),
        };
        let sql = format!(
            "SELECT coalesce(rank, label_no << {RANK_BITS}) AS place, label_no, seq FROM {}
             WHERE discovery = ?1 AND {standing} ORDER BY place, label_no",
            table(kind)
        );
        self.select(&sql, [discovery], |row| {
            Ok(ColumnPosition { rank: row.get(0)?, label: EntityLabel::new(kind, row.get(1)?), seq: row.get(2)? })
        })
    }
}

impl Writer<'_> {
    /// Adds an entity with its first version.
    pub fn insert_entity(&mut self, entity: &NewEntityRow<'_>) -> Result<EntitySeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO entity (id, discovery, kind, label_no, text, output_type, origin, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let seq = EntitySeq(self.connection().prepare_cached(sql)?.insert(params![
            id,
            entity.discovery,
            entity.label.kind.letter(),
            entity.label.no,
            entity.text,
            entity.output_type.map(OutputType::as_str),
            entity.origin.as_str(),
            now
        ])?);
        self.insert_entity_version(seq, 1, entity.text, None)?;
        Ok(seq)
    }

    pub fn insert_entity_version(
        &mut self,
        entity: EntitySeq,
        version: u32,
        text: &str,
        restores: Option<u32>,
    ) -> Result<(), StoreError> {
        let now = self.now_ms();
        let sql = "INSERT INTO entity_version (entity, version, text, restores, made_at) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.change(sql, params![entity, version, text, restores, now])
    }

    /// Gives an entity of the last three columns another text, which clears its mark.
    pub fn set_entity_text(&mut self, entity: EntitySeq, version: u32, text: &str) -> Result<(), StoreError> {
        let sql = "UPDATE entity SET version = ?2, text = ?3, mark = '', because = NULL WHERE seq = ?1";
        self.change(sql, params![entity, version, text])
    }

    pub fn set_output_type(&mut self, entity: EntitySeq, output_type: OutputType) -> Result<(), StoreError> {
        let sql = "UPDATE entity SET output_type = ?2 WHERE seq = ?1";
        self.change(sql, params![entity, output_type.as_str()])
    }

    /// Draft or validated, of an Input or an entity of the last three columns: a fact's state is its ledger's.
    pub fn set_member_state(&mut self, member: &MemberRow, state: EntityStatus) -> Result<(), StoreError> {
        let sql = format!("UPDATE {} SET state = ?2 WHERE seq = ?1", table(member.label.kind));
        self.change(&sql, params![member.seq, state.as_str()])
    }

    /// Marks an entity that stands, and says why as JSON; `None` clears both. An Input's mark has no why.
    pub fn set_mark(
        &mut self,
        discovery: DiscoverySeq,
        label: EntityLabel,
        mark: Option<ReviewMark>,
        because: Option<&str>,
    ) -> Result<(), StoreError> {
        let sql = match label.kind {
            // It has nowhere to keep why, and the parameter must be named.
            EntityKind::Input => format!(
                "UPDATE input SET mark = ?3 WHERE discovery = ?1 AND label_no = ?2 AND {INPUT_STANDS} AND ?4 IS ?4"
            ),
            EntityKind::Fact => format!(
                "UPDATE fact SET mark = ?3, because = ?4 WHERE discovery = ?1 AND label_no = ?2 AND {FACT_STANDS}"
            ),
            kind => format!(
                "UPDATE entity SET mark = ?3, because = ?4
                 WHERE discovery = ?1 AND kind = '{}' AND label_no = ?2 AND deleted = 0",
                kind.letter()
            ),
        };
        let mark = mark.map_or("", |mark| mark.status().as_str());
        self.change(&sql, params![discovery, label.no, mark, because])
    }

    pub fn set_member_archived(&mut self, member: &MemberRow, archived: bool) -> Result<(), StoreError> {
        let sql = format!("UPDATE {} SET archived = ?2 WHERE seq = ?1", table(member.label.kind));
        self.change(&sql, params![member.seq, archived])
    }

    pub fn set_rank(&mut self, at: ColumnPosition, rank: i64) -> Result<(), StoreError> {
        let sql = format!("UPDATE {} SET rank = ?2 WHERE seq = ?1", table(at.label.kind));
        self.change(&sql, params![at.seq, rank])
    }

    /// Hides an entity of the last three columns; [`Writer::hide_input`] and [`Writer::hide_fact`] are for the others.
    pub fn hide_entity(&mut self, entity: EntitySeq) -> Result<(), StoreError> {
        self.change("UPDATE entity SET deleted = 1 WHERE seq = ?1", [entity])
    }
}

const fn table(kind: EntityKind) -> &'static str {
    match kind {
        EntityKind::Input => "input",
        EntityKind::Fact => "fact",
        EntityKind::Insight | EntityKind::Recommendation | EntityKind::Output => "entity",
    }
}

fn member_row(row: &Row<'_>, kind: EntityKind) -> rusqlite::Result<MemberRow> {
    Ok(MemberRow {
        label: EntityLabel::new(kind, row.get(0)?),
        seq: row.get(1)?,
        id: row.get(2)?,
        version: row.get(3)?,
        text: row.get(4)?,
        state: super::columns::word(row, 5, EntityStatus::parse)?,
        mark: super::columns::mark(row, 6)?,
        because: row.get(7)?,
        rank: row.get(8)?,
        archived: row.get(9)?,
        created_at: row.get(10)?,
        of_kind: of_kind(row, kind)?,
    })
}

fn of_kind(row: &Row<'_>, kind: EntityKind) -> rusqlite::Result<KindFields> {
    Ok(match kind {
        EntityKind::Input => KindFields::Input,
        EntityKind::Fact => {
            KindFields::Fact { status: super::columns::word(row, 11, Status::parse)?, has_evidence: row.get(12)? }
        }
        _ => KindFields::Entity {
            output_type: super::columns::output_type(row, 11)?,
            origin: super::columns::word(row, 12, EntityOrigin::parse)?,
        },
    })
}

fn version_row(row: &Row<'_>) -> rusqlite::Result<EntityVersionRow> {
    Ok(EntityVersionRow { version: row.get(0)?, text: row.get(1)?, restores: row.get(2)?, made_at: row.get(3)? })
}
