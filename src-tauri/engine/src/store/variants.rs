//! SQL of `variant`: pairs of entities of a column that the analyst kept beside each other although they say the same.

use factly_core::discovery::{EntityKind, EntityLabel};
use rusqlite::{Row, params};

use super::{DiscoverySeq, Reader, StoreError, Writer};

/// An entity with the words that it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashedEntity {
    pub label: EntityLabel,
    /// Of its text, as hexadecimal digits.
    pub sha256: String,
}

const SELECT: &str = "SELECT one_no, one_sha256, other_no, other_sha256 FROM variant
    WHERE discovery = ?1 AND kind = ?2 AND deleted = 0";

impl Reader {
    /// The pairs of a column by their labels, the lower one first: the order hangs on nothing else.
    pub fn variants(
        &self,
        discovery: DiscoverySeq,
        kind: EntityKind,
    ) -> Result<Vec<(HashedEntity, HashedEntity)>, StoreError> {
        let sql = format!("{SELECT} ORDER BY one_no, other_no, one_sha256, other_sha256");
        self.select(&sql, params![discovery, kind.letter()], |row| pair(row, kind))
    }

    /// The pairs that an entity is one of: itself first.
    pub fn variants_of(
        &self,
        discovery: DiscoverySeq,
        of: EntityLabel,
    ) -> Result<Vec<(HashedEntity, HashedEntity)>, StoreError> {
        let sql = format!("{SELECT} AND one_no = ?3 UNION ALL {SELECT} AND other_no = ?3");
        let mut select = self.connection().prepare_cached(&sql)?;
        let rows = select.query_map(params![discovery, of.kind.letter(), of.no], |row| pair(row, of.kind))?;
        let own_first =
            |(one, other): (HashedEntity, HashedEntity)| if one.label == of { (one, other) } else { (other, one) };
        Ok(rows.map(|row| row.map(own_first)).collect::<Result<_, _>>()?)
    }
}

impl Writer<'_> {
    /// Keeps a pair of one column, unless it is kept already.
    pub fn insert_variant(
        &mut self,
        discovery: DiscoverySeq,
        pair: (&HashedEntity, &HashedEntity),
    ) -> Result<(), StoreError> {
        let (one, other) = if pair.0.label < pair.1.label { pair } else { (pair.1, pair.0) };
        let sql = "INSERT INTO variant (discovery, kind, one_no, one_sha256, other_no, other_sha256)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM variant WHERE discovery = ?1 AND kind = ?2
                AND one_no = ?3 AND other_no = ?5 AND one_sha256 = ?4 AND other_sha256 = ?6 AND deleted = 0)";
        let (kind, one_no, other_no) = (one.label.kind.letter(), one.label.no, other.label.no);
        let row = params![discovery, kind, one_no, one.sha256, other_no, other.sha256];
        self.change(sql, row)
    }
}

fn pair(row: &Row<'_>, kind: EntityKind) -> rusqlite::Result<(HashedEntity, HashedEntity)> {
    let worded = |label_no, sha256| HashedEntity { label: EntityLabel::new(kind, label_no), sha256 };
    Ok((worded(row.get(0)?, row.get(1)?), worded(row.get(2)?, row.get(3)?)))
}
