//! Facts that enter the ledger, and what may change of one afterwards: where it stands.

use std::borrow::Cow;

use factly_core::evidence::Missing;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{AcceptedBy, FactContent, Status};
use factly_core::inputs::sha256_hex;
use rusqlite::{Statement, ToSql, params};
use uuid::Uuid;

use crate::store::many_rows::{batches, bind, rows_of};
use crate::store::{BundleSeq, DiscoverySeq, FactSeq, RunSeq, StoreError, Writer};

/// A fact about to enter the ledger.
#[derive(Clone, Debug)]
pub struct FactToInsert<'a> {
    pub discovery: DiscoverySeq,
    pub label_no: i64,
    pub version: u32,
    pub content: &'a FactContent,
    /// The bundle that the evidence stands in.
    pub bundle: Option<BundleSeq>,
    pub run: Option<RunSeq>,
    pub supersedes: Option<FactSeq>,
    pub conflicts_with: Option<FactSeq>,
    pub hint: Option<&'a str>,
    pub status: Status,
    pub needs_review: bool,
    /// None where it is not accepted.
    pub accepted_by: Option<AcceptedBy>,
}

const FACT_COLUMNS: &str = "seq, id, discovery, label_no, version, scope_type, item_id, key, value_type, value, norm,
    text, confidence, source_kind, bundle, quote, start_char, end_char, source_section, run, supersedes, conflicts_with,
    missing, hint, reason, created_at, status, needs_review, accepted_by, salience";

impl Writer<'_> {
    /// Adds one fact and returns its number.
    pub fn insert_fact(&mut self, fact: &FactToInsert<'_>) -> Result<FactSeq, StoreError> {
        let seq = self.next_fact()?;
        self.insert_facts(seq, std::slice::from_ref(fact))?;
        Ok(seq)
    }

    /// The number that the next fact gets; those after it follow on.
    pub fn next_fact(&self) -> Result<FactSeq, StoreError> {
        let sql = "SELECT coalesce(max(seq), 0) + 1 FROM fact";
        Ok(self.connection().prepare_cached(sql)?.query_row([], |row| row.get(0))?)
    }

    /// Adds facts, which are numbered from `first`, as [`Self::next_fact`] gave it.
    pub fn insert_facts(&mut self, first: FactSeq, facts: &[FactToInsert<'_>]) -> Result<(), StoreError> {
        let now = self.now_ms();
        let mut seqs = first.0..;
        for rows in batches(facts) {
            let ids: Vec<Uuid> = rows.iter().map(|_| self.next_id()).collect();
            let sql = format!("INSERT INTO fact ({FACT_COLUMNS}) VALUES {}", rows_of(rows.len(), FACT_COLUMNS));
            let mut statement = self.connection().prepare_cached(&sql)?;
            let mut parameter = 0;
            for ((fact, id), seq) in rows.iter().zip(ids).zip(&mut seqs) {
                bind_fact(&mut statement, &mut parameter, fact, id, seq, now)?;
            }
            statement.raw_execute()?;
        }
        Ok(())
    }

    /// A fact that becomes accepted is so by the analyst: the rules accept one only when they insert it.
    pub fn set_fact_status(&mut self, fact: FactSeq, status: Status, needs_review: bool) -> Result<(), StoreError> {
        let sql = "UPDATE fact SET status = ?2, needs_review = ?3,
                accepted_by = iif(?2 = 'accepted' AND status <> 'accepted', 'analyst', accepted_by)
            WHERE seq = ?1";
        self.change(sql, params![fact, status.as_str(), needs_review])
    }

    /// The analyst says of an accepted fact that it holds.
    pub fn confirm_fact(&mut self, fact: FactSeq) -> Result<(), StoreError> {
        self.change("UPDATE fact SET needs_review = 0, accepted_by = 'analyst' WHERE seq = ?1", [fact])
    }

    /// Says under which condition a value holds beside others of its key; none where it is empty.
    pub fn set_fact_condition(&mut self, fact: FactSeq, condition: &str) -> Result<(), StoreError> {
        let sql = "UPDATE fact SET condition = ?2 WHERE seq = ?1 AND condition <> ?2";
        self.change(sql, params![fact, condition])
    }

    /// Gives a new version the place of the one before it, under the same condition, and puts it aside with it.
    pub fn take_place_of(&mut self, fact: FactSeq, older: FactSeq) -> Result<(), StoreError> {
        let sql =
            "UPDATE fact SET (rank, archived, condition) = (SELECT rank, archived, condition FROM fact WHERE seq = ?2)
             WHERE seq = ?1 AND EXISTS (
                 SELECT 1 FROM fact WHERE seq = ?2 AND (rank IS NOT NULL OR archived OR condition <> ''))";
        self.change(sql, [fact, older])
    }

    /// Hides every version of a label. What was in conflict with one waits for the analyst.
    pub fn hide_fact(&mut self, discovery: DiscoverySeq, label_no: i64) -> Result<(), StoreError> {
        let freed = "UPDATE fact SET status = 'proposed' WHERE discovery = ?1 AND status = 'conflict' AND deleted = 0
            AND conflicts_with IN (SELECT seq FROM fact WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0)";
        let hidden = "UPDATE fact SET deleted = 1 WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0";
        for sql in [freed, hidden] {
            self.connection().prepare_cached(sql)?.execute(params![discovery, label_no])?;
        }
        Ok(())
    }

    /// Says of a fact that is no longer in its column why, as JSON.
    pub fn set_fact_because(&mut self, fact: FactSeq, because: &str) -> Result<(), StoreError> {
        let sql = "UPDATE fact SET because = ?2 WHERE seq = ?1";
        self.change(sql, params![fact, because])
    }
}

/// Binds the columns of one row, in the order of [`FACT_COLUMNS`], to the parameters after `parameter`.
fn bind_fact(
    statement: &mut Statement<'_>,
    parameter: &mut usize,
    fact: &FactToInsert<'_>,
    id: Uuid,
    seq: i64,
    now: i64,
) -> Result<(), StoreError> {
    let content = fact.content;
    let found = content.evidence.as_ref();
    let columns: [&dyn ToSql; 30] = [
        &seq,
        &id,
        &fact.discovery,
        &fact.label_no,
        &fact.version,
        &content.scope.type_str(),
        &content.scope.item_id().unwrap_or_default(),
        &content.key,
        &content.value_type.as_str(),
        &content.value,
        &stored_norm(&content.norm),
        &content.text,
        &content.confidence,
        &content.source_kind.as_str(),
        &found.and(fact.bundle),
        &found.map(|found| &found.quote),
        &found.map(|found| found.span.start),
        &found.map(|found| found.span.end),
        &found.map(|found| found.section.as_str()),
        &fact.run,
        &fact.supersedes,
        &fact.conflicts_with,
        &missing_json(&content.missing),
        &fact.hint,
        &content.reason.stored(),
        &now,
        &fact.status.as_str(),
        &fact.needs_review,
        &fact.accepted_by.map_or("", AcceptedBy::as_str),
        &salience_json(&content.salience),
    ];
    bind(statement, parameter, &columns)
}

/// A long norm is stored as its hash: norms are only ever compared, and the index over them is what grows with a ledger.
pub(in crate::store) fn stored_norm(norm: &str) -> Cow<'_, str> {
    const LONG: usize = 40;
    if norm.len() <= LONG {
        return norm.into();
    }
    let mut hash = sha256_hex(norm);
    hash.truncate(32);
    format!("# {hash}").into()
}

/// Returns whether a spelling is the one that a row has.
pub fn is_stored_as(stored: &str, norm: &str) -> bool {
    stored == stored_norm(norm)
}

/// Returns salience as JSON; a fact that no run found has none.
pub(in crate::store) fn salience_json(salience: &Salience) -> Cow<'static, str> {
    if salience.is_none() { "{}".into() } else { serde_json::to_string(salience).unwrap_or_default().into() }
}

/// Nearly every fact misses nothing.
fn missing_json(missing: &[Missing]) -> Cow<'static, str> {
    match missing {
        [] => "[]".into(),
        some => serde_json::to_string(some).unwrap_or_default().into(),
    }
}
