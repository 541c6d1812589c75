//! Statements of facts, read as narrowly as a comparison of statements needs it.

use factly_core::facts::{FactContent, SourceKind};
use factly_core::text::Span;
use rusqlite::{Row, params};
use uuid::Uuid;

use crate::store::facts::stored_norm;
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, Reader, StoreError, columns};

/// A fact that stands in its column, as others are compared with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingFact {
    pub key: String,
    pub of_item: bool,
    pub text: String,
    pub source_kind: SourceKind,
    /// The location of its quote.
    pub location: Option<(BundleSeq, Span)>,
}

impl Reader {
    /// The newest fact of the library.
    pub fn last_fact(&self) -> Result<Option<(FactSeq, Uuid)>, StoreError> {
        let sql = "SELECT seq, id FROM fact ORDER BY seq DESC LIMIT 1";
        self.select_one(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The number of the fact that said this until its words were changed by hand.
    pub fn fact_reworded_by_hand(
        &self,
        discovery: DiscoverySeq,
        content: &FactContent,
    ) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT now.label_no FROM fact AS was INDEXED BY fact_by_key
                   JOIN fact AS now ON now.discovery = was.discovery AND now.label_no = was.label_no
                   WHERE was.discovery = ?1 AND was.key = ?2 AND was.item_id = ?3 AND was.norm = ?4 AND was.deleted = 0
                   AND was.status = 'superseded' AND now.version > was.version AND now.deleted = 0
                   AND now.key = was.key AND now.status = 'accepted' LIMIT 1";
        let item = content.scope.item_id().unwrap_or_default();
        self.select_one(sql, params![discovery, content.key, item, stored_norm(&content.norm)], |row| row.get(0))
    }

    /// Calls `each` for every fact behind `after` that a statement can be compared with, whether it stands or not.
    pub fn each_fact_said_after(
        &self,
        discovery: DiscoverySeq,
        after: FactSeq,
        mut each: impl FnMut(FactSeq, &str),
    ) -> Result<(), StoreError> {
        // By number: what came since is a few rows at the end, which no index of a discovery is in the order of.
        let sql = "SELECT seq, text FROM fact NOT INDEXED WHERE seq > ?2 AND discovery = ?1 AND source_kind <> 'system'
                   AND (key = 'note' OR item_id = '') ORDER BY seq";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query(params![discovery, after])?;
        while let Some(row) = rows.next()? {
            each(row.get(0)?, row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?);
        }
        Ok(())
    }

    /// The facts behind `after` that a bundle's words prove, whether they stand or not, each with its quote's place.
    pub fn facts_quoted_after(
        &self,
        discovery: DiscoverySeq,
        after: FactSeq,
    ) -> Result<Vec<(FactSeq, BundleSeq, Span)>, StoreError> {
        let sql = "SELECT seq, bundle, start_char, end_char FROM fact NOT INDEXED WHERE seq > ?2 AND discovery = ?1
                   AND bundle IS NOT NULL AND source_kind = 'user' ORDER BY seq";
        let mut statement = self.connection().prepare_cached(sql)?;
        let rows = statement.query_map(params![discovery, after], |row| {
            Ok((row.get(0)?, row.get(1)?, Span::new(row.get(2)?, row.get(3)?)))
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// A fact that stands in its column and is not archived.
    pub fn standing_fact(&self, seq: FactSeq) -> Result<Option<StandingFact>, StoreError> {
        let sql = "SELECT key, item_id <> '', text, source_kind, bundle, start_char, end_char FROM fact
                   WHERE seq = ?1 AND deleted = 0 AND archived = 0 AND status IN ('proposed', 'accepted', 'conflict')
                     -- The analyst put a value aside by making it a note of its key: it contradicts nothing any more.
                     AND NOT (key = 'note' AND EXISTS
                         (SELECT 1 FROM fact AS older WHERE older.seq = fact.supersedes AND older.key <> 'note'))";
        self.select_one(sql, [seq], standing)
    }
}

fn standing(row: &Row<'_>) -> rusqlite::Result<StandingFact> {
    let location = match row.get(4)? {
        Some(bundle) => Some((bundle, Span::new(row.get(5)?, row.get(6)?))),
        None => None,
    };
    Ok(StandingFact {
        key: row.get(0)?,
        of_item: row.get(1)?,
        text: row.get(2)?,
        source_kind: columns::word(row, 3, SourceKind::parse)?,
        location,
    })
}
