//! SQL of `discovery`.

use factly_core::discovery::DiscoveryKind;
use factly_core::facts::{AcceptedBy, Status};
use factly_core::inputs::Stage;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::facts::LedgerStanding;
use super::{DiscoverySeq, Reader, StoreError, Writer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveryRow {
    pub seq: DiscoverySeq,
    pub id: Uuid,
    pub title: String,
    pub goal: String,
    pub stage: Stage,
    /// The packs of keys it uses, as JSON.
    pub packs: String,
    /// As it was chosen; none where it is suggested.
    pub kind: Option<DiscoveryKind>,
    pub archived: bool,
    pub created_at: i64,
    pub updated_at: i64,
}

/// Counts of facts by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactCounts {
    of_status: [[u32; 2]; Status::ALL.len()],
    /// Of the accepted those that the rules accepted, by whether they are to be reviewed.
    accepted_by_rules: [u32; 2],
}

impl FactCounts {
    pub fn count(&self, (status, needs_review): LedgerStanding) -> u32 {
        self.of_status[status as usize][usize::from(needs_review)]
    }

    pub fn accepted_by_rules(&self) -> u32 {
        self.accepted_by_rules.iter().sum()
    }

    /// Counts what a filter by who accepted it lets through.
    pub fn accepted_by(&self, by: AcceptedBy, standings: &[LedgerStanding]) -> u32 {
        let by_rules = |(_, needs_review): &LedgerStanding| self.accepted_by_rules[usize::from(*needs_review)];
        let by_rules = standings.iter().filter(|(status, _)| *status == Status::Accepted).map(by_rules).sum();
        match by {
            AcceptedBy::Rules => by_rules,
            AcceptedBy::Analyst => self.of_all(standings).saturating_sub(by_rules),
        }
    }

    pub fn of_all(&self, standings: &[LedgerStanding]) -> u32 {
        standings.iter().map(|standing| self.count(*standing)).sum()
    }
}

const COLUMNS: &str = "seq, id, title, goal, stage, packs, archived, created_at, updated_at, kind";

impl Reader {
    /// Every discovery that is not deleted, newest first.
    pub fn discoveries(&self) -> Result<Vec<DiscoveryRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM discovery WHERE deleted = 0 ORDER BY seq DESC");
        Ok(self.connection().prepare_cached(&sql)?.query_map([], discovery_row)?.collect::<Result<_, _>>()?)
    }

    pub fn discovery(&self, id: Uuid) -> Result<Option<DiscoveryRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM discovery WHERE id = ?1 AND deleted = 0");
        self.select_one(&sql, [id], discovery_row)
    }

    /// One that was deleted or taken back.
    pub fn hidden_discovery(&self, id: Uuid) -> Result<Option<DiscoveryRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM discovery WHERE id = ?1 AND deleted = 1");
        self.select_one(&sql, [id], discovery_row)
    }

    pub fn discovery_at(&self, seq: DiscoverySeq) -> Result<Option<DiscoveryRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM discovery WHERE seq = ?1 AND deleted = 0");
        self.select_one(&sql, [seq.0], discovery_row)
    }

    pub fn input_count(&self, discovery: DiscoverySeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM input WHERE discovery = ?1 AND deleted = 0 AND superseded = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([discovery.0], |row| row.get(0))?)
    }

    /// Reads an index only, but all of the discovery's part of it: callers keep the answer until facts change.
    pub fn fact_counts(&self, discovery: DiscoverySeq) -> Result<FactCounts, StoreError> {
        let sql = "SELECT status, needs_review, count(*) FROM fact WHERE discovery = ?1 AND deleted = 0
                   GROUP BY status, needs_review";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query([discovery])?;
        let mut counts = FactCounts::default();
        while let Some(row) = rows.next()? {
            let needs_review: bool = row.get(1)?;
            let status = super::columns::word(row, 0, Status::parse)?;
            counts.of_status[status as usize][usize::from(needs_review)] = row.get(2)?;
        }
        let sql = "SELECT needs_review, count(*) FROM fact WHERE discovery = ?1 AND status = 'accepted'
                   AND accepted_by = 'rules' AND deleted = 0 GROUP BY needs_review";
        let by_rules: Vec<(bool, u32)> = self.select(sql, [discovery], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for (needs_review, count) in by_rules {
            counts.accepted_by_rules[usize::from(needs_review)] = count;
        }
        Ok(counts)
    }
}

impl Writer<'_> {
    /// `packs` as JSON.
    pub fn insert_discovery(&mut self, title: &str, goal: &str, packs: &str) -> Result<DiscoverySeq, StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "INSERT INTO discovery (id, title, goal, packs, created_at, updated_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?5)";
        self.connection().prepare_cached(sql)?.execute(params![id, title, goal, packs, now])?;
        Ok(DiscoverySeq(self.connection().last_insert_rowid()))
    }

    pub fn update_discovery(
        &mut self,
        seq: DiscoverySeq,
        title: &str,
        goal: &str,
        stage: Stage,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE discovery SET title = ?2, goal = ?3, stage = ?4, updated_at = ?5 WHERE seq = ?1";
        let now = self.now_ms();
        self.change(sql, params![seq.0, title, goal, stage.as_str(), now])
    }

    /// `packs` as JSON.
    pub fn set_discovery_packs(&mut self, seq: DiscoverySeq, packs: &str) -> Result<(), StoreError> {
        let sql = "UPDATE discovery SET packs = ?2 WHERE seq = ?1";
        self.change(sql, params![seq.0, packs])
    }

    pub fn set_discovery_kind(&mut self, seq: DiscoverySeq, kind: Option<DiscoveryKind>) -> Result<(), StoreError> {
        let sql = "UPDATE discovery SET kind = ?2 WHERE seq = ?1";
        self.change(sql, params![seq.0, kind.map_or("", DiscoveryKind::as_str)])
    }

    pub fn set_discovery_archived(&mut self, seq: DiscoverySeq, archived: bool) -> Result<(), StoreError> {
        let sql = "UPDATE discovery SET archived = ?2 WHERE seq = ?1";
        self.change(sql, params![seq.0, archived])
    }

    pub fn hide_discovery(&mut self, seq: DiscoverySeq) -> Result<(), StoreError> {
        self.change("UPDATE discovery SET deleted = 1 WHERE seq = ?1", [seq.0])
    }

    /// Notes that something in the discovery changed just now.
    pub fn touch_discovery(&mut self, seq: DiscoverySeq) -> Result<(), StoreError> {
        let now = self.now_ms();
        let sql = "UPDATE discovery SET updated_at = ?2 WHERE seq = ?1";
        self.change(sql, params![seq.0, now])
    }
}

fn discovery_row(row: &Row<'_>) -> rusqlite::Result<DiscoveryRow> {
    Ok(DiscoveryRow {
        seq: DiscoverySeq(row.get(0)?),
        id: row.get(1)?,
        title: row.get(2)?,
        goal: row.get(3)?,
        stage: super::columns::word(row, 4, Stage::parse)?,
        packs: row.get(5)?,
        archived: row.get(6)?,
        created_at: row.get(7)?,
        updated_at: row.get(8)?,
        kind: super::columns::word_or_none(row, 9, DiscoveryKind::parse)?,
    })
}
