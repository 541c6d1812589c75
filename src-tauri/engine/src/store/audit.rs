//! SQL of the audit: every row that the chain from a text to its facts hangs on, in order, hidden ones included.

use factly_core::facts::{SourceKind, Status};
use factly_core::inputs::BundleSection;
use factly_core::keys::ValueType;
use factly_core::text::Span;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, Reader, StoreError};

/// A fact as far as the audit looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactToAudit {
    pub seq: FactSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub label_no: i64,
    pub value_type: ValueType,
    pub source_kind: SourceKind,
    pub status: Status,
    pub is_hidden: bool,
    pub supersedes: Option<FactSeq>,
    pub conflicts_with: Option<FactSeq>,
    pub quote: Option<QuoteToAudit>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteToAudit {
    pub bundle: BundleSeq,
    pub quote: String,
    pub span: Span,
    pub section: BundleSection,
}

/// The target of a link of supersession or conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkedFact {
    pub discovery: DiscoverySeq,
    pub status: Status,
    pub is_hidden: bool,
}

/// A fact by the place of its words in a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotedFact {
    pub id: Uuid,
    pub label_no: i64,
    pub status: Status,
    pub span: Span,
}

const EVERY: i64 = -1;

impl Reader {
    /// Bundles from behind `after`, of one discovery or of all.
    pub fn bundles_to_audit(
        &self,
        discovery: Option<DiscoverySeq>,
        after: BundleSeq,
        limit: u32,
    ) -> Result<Vec<BundleSeq>, StoreError> {
        let sql = "SELECT seq FROM turn_bundle WHERE seq > ?1 AND (?2 = -1 OR discovery = ?2) ORDER BY seq LIMIT ?3";
        self.select(sql, params![after, one_or_every(discovery), limit], |row| row.get(0))
    }

    pub fn has_bundle(&self, seq: BundleSeq) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM turn_bundle WHERE seq = ?1)";
        Ok(self.connection().prepare_cached(sql)?.query_row([seq], |row| row.get(0))?)
    }

    pub fn inputs_to_audit(&self, discovery: Option<DiscoverySeq>) -> Result<Vec<InputSeq>, StoreError> {
        let sql = "SELECT seq FROM input WHERE (?1 = -1 OR discovery = ?1) ORDER BY seq";
        self.select(sql, [one_or_every(discovery)], |row| row.get(0))
    }

    pub fn facts_to_audit(
        &self,
        discovery: Option<DiscoverySeq>,
        after: FactSeq,
        limit: u32,
    ) -> Result<Vec<FactToAudit>, StoreError> {
        let sql = "SELECT seq, id, discovery, label_no, value_type, source_kind, status, deleted, supersedes,
                conflicts_with, bundle, quote, start_char, end_char, source_section
            FROM fact WHERE seq > ?1 AND (?2 = -1 OR discovery = ?2) ORDER BY seq LIMIT ?3";
        self.select(sql, params![after, one_or_every(discovery), limit], fact_to_audit)
    }

    /// The quotes of reaffirmations, each with its fact.
    pub fn reaffirmations_to_audit(
        &self,
        discovery: Option<DiscoverySeq>,
    ) -> Result<Vec<(Uuid, QuoteToAudit)>, StoreError> {
        let sql = "SELECT f.id, a.bundle, a.quote, a.start_char, a.end_char, a.source_section
            FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact
            WHERE (?1 = -1 OR f.discovery = ?1) ORDER BY a.bundle, a.seq";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query([one_or_every(discovery)])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.extend(quote(row, 1)?.map(|quote| Ok::<_, StoreError>((row.get(0)?, quote))).transpose()?);
        }
        Ok(found)
    }

    /// Returns the spans of facts in a bundle, whatever became of them, and where edits found them said again.
    pub fn quotes_in_bundle(&self, bundle: BundleSeq) -> Result<Vec<QuotedFact>, StoreError> {
        let sql = "SELECT id, label_no, status, start_char, end_char FROM fact WHERE bundle = ?1 AND deleted = 0
            UNION ALL SELECT f.id, f.label_no, f.status, a.start_char, a.end_char
            FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0
            WHERE a.bundle = ?1 AND a.deleted = 0";
        self.select(sql, [bundle], |row| {
            Ok(QuotedFact {
                id: row.get(0)?,
                label_no: row.get(1)?,
                status: super::columns::word(row, 2, Status::parse)?,
                span: Span::new(row.get(3)?, row.get(4)?),
            })
        })
    }

    pub fn linked_fact(&self, seq: FactSeq) -> Result<Option<LinkedFact>, StoreError> {
        let sql = "SELECT discovery, status, deleted FROM fact WHERE seq = ?1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query([seq])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let status = super::columns::word(row, 1, Status::parse)?;
        Ok(Some(LinkedFact { discovery: row.get(0)?, status, is_hidden: row.get(2)? }))
    }

    /// Registered keys that have more than one accepted value, by discovery, but for values that each hold under a condition
    /// of its own.
    pub fn keys_with_rival_values(
        &self,
        discovery: Option<DiscoverySeq>,
    ) -> Result<Vec<(DiscoverySeq, String)>, StoreError> {
        let sql = "SELECT discovery, key FROM fact
            WHERE status = 'accepted' AND key <> 'note' AND deleted = 0 AND (?1 = -1 OR discovery = ?1)
            GROUP BY discovery, key, item_id
            HAVING count(*) > 1 AND (min(condition) = '' OR count(DISTINCT condition) < count(*))";
        self.select(sql, [one_or_every(discovery)], |row| Ok((row.get(0)?, row.get(1)?)))
    }
}

fn one_or_every(discovery: Option<DiscoverySeq>) -> i64 {
    discovery.map_or(EVERY, |discovery| discovery.0)
}

fn fact_to_audit(row: &Row<'_>) -> rusqlite::Result<FactToAudit> {
    Ok(FactToAudit {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        label_no: row.get(3)?,
        value_type: super::columns::word(row, 4, ValueType::parse)?,
        source_kind: super::columns::word(row, 5, SourceKind::parse)?,
        status: super::columns::word(row, 6, Status::parse)?,
        is_hidden: row.get(7)?,
        supersedes: row.get(8)?,
        conflicts_with: row.get(9)?,
        quote: quote(row, 10)?,
    })
}

fn quote(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<QuoteToAudit>> {
    let Some(bundle) = row.get(first)? else { return Ok(None) };
    Ok(Some(QuoteToAudit {
        bundle,
        quote: row.get(first + 1)?,
        span: Span::new(row.get(first + 2)?, row.get(first + 3)?),
        section: super::columns::word(row, first + 4, BundleSection::parse)?,
    }))
}
