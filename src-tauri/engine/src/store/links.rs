//! SQL of `link`, and of the links that evidence makes: an Input to each fact whose words, or whose reaffirmation's,
//! stand in it. Those are read from the bundles and never stored.
//!
//! A link is shown, and propagates, while both its ends stand.

use factly_core::discovery::{EntityKind, EntityLabel, ReviewMark};
use rusqlite::{OptionalExtension, Row, params};

use super::{DiscoverySeq, Reader, StoreError, Writer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkRow {
    pub up: EntityLabel,
    pub down: EntityLabel,
    /// The fact's evidence makes it: it is no row and cannot be removed.
    pub evidence: bool,
}

/// The mark of the entity `?2`, if it stands.
fn mark_of(kind: EntityKind) -> String {
    match kind {
        EntityKind::Fact => "SELECT mark FROM fact WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0
                 AND status IN ('proposed', 'accepted', 'conflict') ORDER BY version DESC LIMIT 1"
            .to_owned(),
        kind => format!(
            "SELECT mark FROM entity WHERE discovery = ?1 AND kind = '{}' AND label_no = ?2 AND deleted = 0",
            kind.letter()
        ),
    }
}

/// The numbers of facts and Inputs that evidence links, as `input_no` and `fact_no`.
const EVIDENCE: &str = "SELECT i.label_no AS input_no, f.label_no AS fact_no
        FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq JOIN fact AS f ON f.bundle = b.seq
        WHERE i.discovery = ?1 AND i.deleted = 0 AND f.deleted = 0 AND f.status IN ('proposed', 'accepted', 'conflict')
    UNION SELECT i.label_no, f.label_no
        FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq JOIN reaffirmation AS a ON a.bundle = b.seq
        JOIN fact AS f ON f.seq = a.fact
        WHERE i.discovery = ?1 AND i.deleted = 0 AND a.deleted = 0 AND f.deleted = 0
            AND f.status IN ('proposed', 'accepted', 'conflict')";

/// As [`EVIDENCE`], of the one fact `?2`.
const EVIDENCE_OF_FACT: &str = "WITH own AS (SELECT seq, bundle FROM fact WHERE discovery = ?1 AND label_no = ?2
            AND deleted = 0 AND status IN ('proposed', 'accepted', 'conflict'))
    SELECT DISTINCT i.label_no FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq WHERE i.deleted = 0
        AND b.seq IN (SELECT bundle FROM own
            UNION ALL SELECT bundle FROM reaffirmation WHERE fact IN (SELECT seq FROM own) AND deleted = 0)
    ORDER BY i.label_no";

/// As [`EVIDENCE`], of the one Input `?2`.
const EVIDENCE_OF_INPUT: &str = "SELECT f.label_no
        FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq JOIN fact AS f ON f.bundle = b.seq
        WHERE i.discovery = ?1 AND i.label_no = ?2 AND i.deleted = 0 AND f.deleted = 0
            AND f.status IN ('proposed', 'accepted', 'conflict')
    UNION SELECT s.label_no
        FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq JOIN reaffirmation AS a ON a.bundle = b.seq
        JOIN fact AS s ON s.seq = a.fact
        WHERE i.discovery = ?1 AND i.label_no = ?2 AND i.deleted = 0 AND a.deleted = 0 AND s.deleted = 0
            AND s.status IN ('proposed', 'accepted', 'conflict')";

impl Reader {
    /// Reads the live entities that rest directly on an entity, each with its mark.
    pub fn dependants(
        &self,
        discovery: DiscoverySeq,
        of: EntityLabel,
    ) -> Result<Vec<(EntityLabel, Option<ReviewMark>)>, StoreError> {
        let Some(kind) = of.kind.below() else { return Ok(Vec::new()) };
        let mut linked = self.connection().prepare_cached(&linked_below(of.kind))?;
        // One by one: in one join SQLite may read the whole column below for each entity.
        let mut standing = self.connection().prepare_cached(&mark_of(kind))?;
        let mut rows = linked.query(params![discovery, of.no])?;
        let mut dependants = Vec::new();
        while let Some(row) = rows.next()? {
            let no: i64 = row.get(0)?;
            let mark = standing.query_row(params![discovery, no], |row| super::columns::mark(row, 0)).optional()?;
            dependants.extend(mark.map(|mark| (EntityLabel::new(kind, no), mark)));
        }
        dependants.sort_by_key(|(label, _)| *label);
        Ok(dependants)
    }

    /// The links of an entity to the column above it, by label.
    pub fn links_up(&self, discovery: DiscoverySeq, of: EntityLabel) -> Result<Vec<LinkRow>, StoreError> {
        let Some(kind) = of.kind.above() else { return Ok(Vec::new()) };
        let stored = "SELECT up_no FROM link
            WHERE discovery = ?1 AND down_kind = ?3 AND down_no = ?2 AND deleted = 0 ORDER BY up_no";
        let derived = (of.kind == EntityKind::Fact).then_some(EVIDENCE_OF_FACT);
        let link = |no, evidence| LinkRow { up: EntityLabel::new(kind, no), down: of, evidence };
        self.ends(discovery, of, stored, derived, link)
    }

    /// The links of an entity to the column below it, by label.
    pub fn links_down(&self, discovery: DiscoverySeq, of: EntityLabel) -> Result<Vec<LinkRow>, StoreError> {
        let Some(kind) = of.kind.below() else { return Ok(Vec::new()) };
        let stored = "SELECT down_no FROM link
            WHERE discovery = ?1 AND up_kind = ?3 AND up_no = ?2 AND deleted = 0 ORDER BY down_no";
        let derived = (of.kind == EntityKind::Input).then_some(EVIDENCE_OF_INPUT);
        let link = |no, evidence| LinkRow { up: of, down: EntityLabel::new(kind, no), evidence };
        self.ends(discovery, of, stored, derived, link)
    }

    /// Stored links and those of evidence; one that is both is evidence. What does not stand is left to the caller.
    fn ends(
        &self,
        discovery: DiscoverySeq,
        of: EntityLabel,
        stored: &str,
        derived: Option<&str>,
        link: impl Fn(i64, bool) -> LinkRow,
    ) -> Result<Vec<LinkRow>, StoreError> {
        let mut links = Vec::new();
        if let Some(sql) = derived {
            let mut statement = self.connection().prepare_cached(sql)?;
            let mut rows = statement.query(params![discovery, of.no])?;
            while let Some(row) = rows.next()? {
                links.push(link(row.get(0)?, true));
            }
        }
        let mut statement = self.connection().prepare_cached(stored)?;
        let mut rows = statement.query(params![discovery, of.no, of.kind.letter()])?;
        while let Some(row) = rows.next()? {
            let (plain, evident) = (link(row.get(0)?, false), link(row.get(0)?, true));
            if !links.contains(&evident) && !links.contains(&plain) {
                links.push(plain);
            }
        }
        links.sort_by_key(|link| *link);
        Ok(links)
    }

    /// Every stored link of a discovery, whether its ends stand or not, by its ends.
    pub fn stored_links(&self, discovery: DiscoverySeq) -> Result<Vec<LinkRow>, StoreError> {
        let sql = "SELECT up_kind, up_no, down_kind, down_no FROM link WHERE discovery = ?1 AND deleted = 0
                   ORDER BY down_kind, down_no, up_kind, up_no";
        self.select(sql, [discovery], link_row)
    }

    /// Every link that evidence makes, by its ends.
    pub fn evidence_links(&self, discovery: DiscoverySeq) -> Result<Vec<LinkRow>, StoreError> {
        let sql = format!("{EVIDENCE} ORDER BY input_no, fact_no");
        self.select(&sql, [discovery], |row| {
            Ok(LinkRow {
                up: EntityLabel::new(EntityKind::Input, row.get(0)?),
                down: EntityLabel::new(EntityKind::Fact, row.get(1)?),
                evidence: true,
            })
        })
    }
}

impl Writer<'_> {
    /// Links two entities of neighbouring columns. Returns whether it was new.
    pub fn insert_link(
        &mut self,
        discovery: DiscoverySeq,
        up: EntityLabel,
        down: EntityLabel,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO link (discovery, up_kind, up_no, down_kind, down_no) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT DO NOTHING";
        let row = params![discovery, up.kind.letter(), up.no, down.kind.letter(), down.no];
        Ok(self.connection().prepare_cached(sql)?.execute(row)? > 0)
    }

    /// Links whatever rests on one fact to the one that took its place.
    pub fn copy_links_below(
        &mut self,
        discovery: DiscoverySeq,
        from: EntityLabel,
        to: EntityLabel,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO link (discovery, up_kind, up_no, down_kind, down_no)
            SELECT discovery, up_kind, ?4, down_kind, down_no FROM link
            WHERE discovery = ?1 AND up_kind = ?2 AND up_no = ?3 AND deleted = 0
            ON CONFLICT DO NOTHING";
        let row = params![discovery, from.kind.letter(), from.no, to.no];
        self.change(sql, row)
    }

    /// Removes a stored link. Returns whether there was one.
    pub fn hide_link(
        &mut self,
        discovery: DiscoverySeq,
        up: EntityLabel,
        down: EntityLabel,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE link SET deleted = 1 WHERE discovery = ?1 AND up_kind = ?2 AND up_no = ?3 AND down_kind = ?4
                   AND down_no = ?5 AND deleted = 0";
        let row = params![discovery, up.kind.letter(), up.no, down.kind.letter(), down.no];
        Ok(self.connection().prepare_cached(sql)?.execute(row)? > 0)
    }
}

/// The numbers of what is linked below the entity `?2`, as `no`.
fn linked_below(kind: EntityKind) -> String {
    let stored = format!(
        "SELECT down_no AS no FROM link WHERE discovery = ?1 AND up_kind = '{}' AND up_no = ?2 AND deleted = 0",
        kind.letter()
    );
    match kind {
        EntityKind::Input => format!("{stored} UNION {EVIDENCE_OF_INPUT}"),
        _ => stored,
    }
}

fn link_row(row: &Row<'_>) -> rusqlite::Result<LinkRow> {
    let end = |at| {
        Ok::<_, rusqlite::Error>(EntityLabel::new(
            super::columns::word(row, at, EntityKind::of_letter)?,
            row.get(at + 1)?,
        ))
    };
    Ok(LinkRow { up: end(0)?, down: end(2)?, evidence: false })
}
