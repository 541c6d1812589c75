//! SQL of `canonical_link`: which line of a discovery means which canonical item, as the analyst decided.

use factly_core::catalogue::MatchReason;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{CanonicalSeq, DiscoverySeq, LinkSeq, Reader, StoreError, Writer};

/// A line of a discovery: an item's name, or what a fact says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LineReference {
    /// "i1".
    Item(String),
    /// The fact's number and the scope it speaks of; empty for the discovery as a whole.
    Fact { label_no: i64, item: String },
}

impl LineReference {
    /// The scope whose decisions a link of the line is among.
    pub fn scope(&self) -> &str {
        match self {
            Self::Item(item) | Self::Fact { item, .. } => item,
        }
    }

    const fn fact_no(&self) -> i64 {
        match self {
            Self::Item(_) => 0,
            Self::Fact { label_no, .. } => *label_no,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalLinkRow {
    pub seq: LinkSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub of: LineReference,
    /// As the line stood when it was decided.
    pub line: String,
    pub canonical: CanonicalSeq,
    pub confirmed: bool,
    pub score: Option<u16>,
    pub reasons: Vec<MatchReason>,
    pub decided_at: i64,
}

/// A decision about to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewCanonicalLink<'a> {
    pub discovery: DiscoverySeq,
    pub of: &'a LineReference,
    pub line: &'a str,
    pub canonical: CanonicalSeq,
    pub confirmed: bool,
    pub score: Option<u16>,
    pub reasons: &'a [MatchReason],
}

const SELECT: &str = "SELECT l.seq, l.id, l.discovery, l.item_id, l.fact_no, l.line, l.canonical, l.status, l.score,
        l.reasons, l.decided_at
    FROM canonical_link AS l JOIN canonical_item AS c ON c.seq = l.canonical AND c.deleted = 0
    WHERE l.deleted = 0";

impl Reader {
    /// The decisions of a discovery whose canonical items are there, in the order of deciding.
    pub fn canonical_links(&self, discovery: DiscoverySeq) -> Result<Vec<CanonicalLinkRow>, StoreError> {
        self.links_where("AND l.discovery = ?1 ORDER BY l.seq", params![discovery])
    }

    /// Returns the count of the decisions of a discovery, those that wait for their canonical item too.
    pub fn count_canonical_links(&self, discovery: DiscoverySeq) -> Result<u32, StoreError> {
        let sql = "SELECT count(*) FROM canonical_link WHERE discovery = ?1 AND deleted = 0";
        Ok(self.connection().prepare_cached(sql)?.query_row([discovery], |row| row.get(0))?)
    }

    /// As [`Self::canonical_links`], with those that wait for their canonical item.
    pub fn canonical_links_and_waiting(&self, discovery: DiscoverySeq) -> Result<Vec<CanonicalLinkRow>, StoreError> {
        let sql = "SELECT seq, id, discovery, item_id, fact_no, line, canonical, status, score, reasons, decided_at
            FROM canonical_link WHERE discovery = ?1 AND deleted = 0 ORDER BY seq";
        self.select(sql, [discovery], link_row)
    }

    /// The lines that mean a canonical item, in discoveries that are there.
    pub fn links_to(&self, canonical: CanonicalSeq) -> Result<Vec<CanonicalLinkRow>, StoreError> {
        let condition = "AND l.canonical = ?1 AND l.status = 'confirmed'
            AND EXISTS (SELECT 1 FROM discovery AS d WHERE d.seq = l.discovery AND d.deleted = 0)
            ORDER BY l.discovery, l.seq";
        self.links_where(condition, params![canonical])
    }

    pub fn canonical_link(&self, id: Uuid) -> Result<Option<CanonicalLinkRow>, StoreError> {
        self.select_one(&format!("{SELECT} AND l.id = ?1"), [id], link_row)
    }

    fn links_where(
        &self,
        condition: &str,
        values: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<CanonicalLinkRow>, StoreError> {
        self.select(&format!("{SELECT} {condition}"), values, link_row)
    }
}

impl Writer<'_> {
    pub fn insert_canonical_link(&mut self, link: &NewCanonicalLink<'_>) -> Result<Uuid, StoreError> {
        let sql = "INSERT INTO canonical_link
                (id, discovery, item_id, fact_no, line, canonical, status, score, reasons, decided_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let id = self.next_id();
        self.connection().prepare_cached(sql)?.execute(params![
            id,
            link.discovery,
            link.of.scope(),
            link.of.fact_no(),
            link.line,
            link.canonical,
            if link.confirmed { "confirmed" } else { "rejected" },
            link.score,
            serde_json::to_string(link.reasons).unwrap_or_default(),
            self.now_ms()
        ])?;
        Ok(id)
    }

    pub fn hide_canonical_link(&mut self, seq: LinkSeq) -> Result<(), StoreError> {
        self.change("UPDATE canonical_link SET deleted = 1 WHERE seq = ?1", [seq])
    }
}

fn link_row(row: &Row<'_>) -> rusqlite::Result<CanonicalLinkRow> {
    let (item, label_no): (String, i64) = (row.get(3)?, row.get(4)?);
    let (status, reasons): (String, String) = (row.get(7)?, row.get(9)?);
    Ok(CanonicalLinkRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        of: if label_no == 0 { LineReference::Item(item) } else { LineReference::Fact { label_no, item } },
        line: row.get(5)?,
        canonical: row.get(6)?,
        confirmed: status == "confirmed",
        score: row.get(8)?,
        reasons: serde_json::from_str(&reasons).unwrap_or_default(),
        decided_at: row.get(10)?,
    })
}
