//! SQL of `fact`. A fact's content is only ever inserted; what changes is where it stands.

mod order;
mod standing_facts;
mod write;

use std::borrow::Cow;
use std::collections::BTreeSet;

use factly_core::evidence::Evidence;
use factly_core::extraction::salience::Salience;
use factly_core::facts::{AcceptedBy, FactContent, QuotedSpan, Scope, SourceKind, Status};
use factly_core::inputs::BundleSection;
use factly_core::keys::ValueType;
use factly_core::message::UserMessage;
use factly_core::text::Span;
use rusqlite::{OptionalExtension, Row, Rows, params};
use uuid::Uuid;

pub use self::order::{LedgerStanding, RankedFact};
pub use self::standing_facts::StandingFact;
pub use self::write::FactToInsert;
pub use self::write::is_stored_as;
pub(super) use self::write::{salience_json, stored_norm};
use super::error::LostReference;
use super::many_rows::{batches, bind, rows_of};
use super::{BundleSeq, DiscoverySeq, FactSeq, InputSeq, Reader, RunSeq, StoreError};

#[derive(Clone, Debug, PartialEq)]
pub struct FactRow {
    pub seq: FactSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub label_no: i64,
    pub version: u32,
    pub scope: Scope,
    pub key: String,
    pub value_type: ValueType,
    /// As JSON.
    pub value: String,
    /// As it is stored: a long one as its hash.
    pub norm: String,
    pub text: String,
    pub confidence: f64,
    pub source_kind: SourceKind,
    pub evidence: Option<StoredEvidence>,
    pub run: Option<RunSeq>,
    pub supersedes: Option<FactSeq>,
    pub conflicts_with: Option<FactSeq>,
    /// As JSON: what the quote does not say.
    pub missing: String,
    /// As JSON: the nearest passage of a quote that does not stand in the source.
    pub hint: Option<String>,
    pub reason: UserMessage,
    pub created_at: i64,
    pub status: Status,
    pub needs_review: bool,
    /// Under which condition it holds beside other values of its key; empty where it holds alone.
    pub condition: String,
    pub salience: Salience,
    /// The one who accepted it last; none where nobody did, or where that is not known.
    pub accepted_by: Option<AcceptedBy>,
}

/// Evidence, and the bundle and the Input that it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvidence {
    pub bundle: BundleSeq,
    pub bundle_id: Uuid,
    /// The number of the bundle among the pieces of its Input.
    pub part: u32,
    pub found: Evidence,
    pub input: Option<EvidenceInput>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceInput {
    pub seq: InputSeq,
    pub id: Uuid,
    pub label_no: i64,
    pub title: String,
}

/// The start of a fact in a bundle, for drawing: no text is read for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactMark {
    pub seq: FactSeq,
    pub bundle: BundleSeq,
    pub start: u32,
    pub status: Status,
    pub needs_review: bool,
    pub accepted_by: Option<AcceptedBy>,
}

/// A place in the reading order of an Input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingPosition {
    pub part: u32,
    pub start: u32,
    pub seq: FactSeq,
}

/// The identity of a fact: its subject, and its statement about it.
#[derive(Clone, Copy, Debug)]
pub struct FactIdentity<'s> {
    pub key: &'s str,
    pub item_id: &'s str,
    pub norm: &'s str,
}

impl<'s> FactIdentity<'s> {
    pub(crate) fn by(content: &'s FactContent) -> Self {
        Self { key: &content.key, item_id: content.scope.item_id().unwrap_or_default(), norm: &content.norm }
    }
}

/// A fact as it is held against what a run proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdenticalFact {
    pub seq: FactSeq,
    pub status: Status,
    /// True if anything proves it, its own evidence or a reaffirmation.
    pub proven: bool,
    /// True where it says more than its own quote does.
    pub lacks: bool,
    /// Of all that proves it, what stands in the bundle that was asked about.
    pub places: Vec<Span>,
}

/// The item that a fact speaks of: where that was merged, the one that it was merged into.
macro_rules! item_meant {
    () => {
        "CASE f.item_id WHEN '' THEN '' ELSE coalesce((
            SELECT 'i' || o.number FROM item AS m JOIN item AS o ON o.seq = m.merged_into
            WHERE m.discovery = f.discovery AND m.number = CAST(substr(f.item_id, 2) AS INTEGER)
        ), f.item_id) END"
    };
}

const SELECT: &str = concat!(
    "SELECT f.seq, f.id, f.discovery, f.label_no, f.version, ",
    item_meant!(),
    ", f.key, f.value_type, f.value,
        f.norm, f.text, f.confidence, f.source_kind, f.bundle, f.quote, f.start_char, f.end_char, f.source_section,
        f.run, f.supersedes, f.conflicts_with, f.missing, f.hint, f.reason, f.created_at, f.status, f.needs_review,
        b.id, i.seq, i.id, i.label_no, i.title, b.part, f.condition, f.salience, f.accepted_by
    FROM fact AS f LEFT JOIN turn_bundle AS b ON b.seq = f.bundle LEFT JOIN input AS i ON i.seq = b.input"
);

/// SQL for the statement of a fact, with the condition that it holds under, as `facts::Fact::text_with_condition` does.
pub(super) const SAID: &str = "CASE condition WHEN '' THEN text ELSE text || ' (' || condition || ')' END";

/// SQL for the facts that the window draws in a source: not those superseded or rejected.
const SHOWN: &str = "f.status IN ('proposed', 'accepted', 'conflict') AND f.deleted = 0";

/// Facts that an edit of the Input, or a merge, found said again in a bundle: the version that stands, by `a`. What runs
/// found said again is counted and not drawn.
const SAID_AGAIN: &str =
    "turn_bundle AS b JOIN reaffirmation AS a ON a.bundle = b.seq JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0";
const BY_HAND: &str = "a.run IS NULL AND a.deleted = 0 AND f.status IN ('proposed', 'accepted', 'conflict')";

/// As [`SELECT`], with the place where a fact is said again for its evidence.
pub(super) const SELECT_AGAIN: &str = concat!(
    "SELECT f.seq, f.id, f.discovery, f.label_no, f.version, ",
    item_meant!(),
    ", f.key, f.value_type, f.value,
        f.norm, f.text, f.confidence, f.source_kind, a.bundle, a.quote, a.start_char, a.end_char, a.source_section,
        f.run, f.supersedes, f.conflicts_with, f.missing, f.hint, f.reason, f.created_at, f.status, f.needs_review,
        b.id, i.seq, i.id, i.label_no, i.title, b.part, f.condition, f.salience, f.accepted_by"
);

impl Reader {
    pub fn fact(&self, id: Uuid) -> Result<Option<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT} JOIN discovery AS d ON d.seq = f.discovery AND d.deleted = 0 WHERE f.id = ?1 AND f.deleted = 0"
        );
        self.select_one(&sql, [id], fact_row)
    }

    pub fn fact_at(&self, seq: FactSeq) -> Result<Option<FactRow>, StoreError> {
        let sql = format!("{SELECT} WHERE f.seq = ?1 AND f.deleted = 0");
        self.select_one(&sql, [seq], fact_row)
    }

    /// Facts that stand and whose quotes share words with a span of a bundle, in the order in which they were added.
    pub fn facts_over(&self, bundle: BundleSeq, span: Span) -> Result<Vec<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE f.bundle = ?1 AND f.start_char < ?3 AND f.end_char > ?2 AND {SHOWN} ORDER BY f.seq"
        );
        self.select(&sql, params![bundle, span.start, span.end], fact_row)
    }

    /// Reads the quotes of a bundle, whatever became of the facts; of reaffirmations there, the values.
    pub fn quoted(&self, bundle: BundleSeq) -> Result<Vec<QuotedSpan>, StoreError> {
        let sql = "SELECT seq, status, key <> 'note', source_kind = 'manual', quote, start_char, end_char FROM fact
                   WHERE bundle = ?1 AND deleted = 0
                   UNION ALL SELECT f.seq, f.status, 1, 0, a.quote, a.start_char, a.end_char
                   FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0 AND f.key <> 'note'
                   WHERE a.bundle = ?1 AND a.deleted = 0";
        self.select(sql, [bundle], |row| {
            Ok(QuotedSpan {
                id: row.get(0)?,
                status: super::columns::word(row, 1, Status::parse)?,
                is_value: row.get(2)?,
                by_hand: row.get(3)?,
                quote: row.get(4)?,
                span: Span::new(row.get(5)?, row.get(6)?),
            })
        })
    }

    /// Quotes in an Input of facts that lost a conflict and in whose words nothing accepted is said.
    pub fn replaced_quotes(&self, input: InputSeq) -> Result<Vec<(BundleSeq, Span)>, StoreError> {
        let sql = "SELECT f.bundle, f.start_char, f.end_char FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq
            WHERE b.input = ?1 AND f.deleted = 0
                AND (f.status = 'rejected' AND f.conflicts_with IS NOT NULL OR f.status = 'superseded')
                AND NOT EXISTS (SELECT 1 FROM fact AS s WHERE s.bundle = f.bundle AND s.deleted = 0
                    AND s.status = 'accepted' AND s.start_char < f.end_char AND s.end_char > f.start_char)";
        self.select(sql, [input], |row| Ok((row.get(0)?, Span::new(row.get(1)?, row.get(2)?))))
    }

    /// As [`Self::fact_at`], hidden or not.
    pub fn fact_ever(&self, seq: FactSeq) -> Result<Option<FactRow>, StoreError> {
        let sql = format!("{SELECT} WHERE f.seq = ?1");
        self.select_one(&sql, [seq], fact_row)
    }

    /// The version that stands of a label: the newest.
    pub fn fact_by_label(&self, discovery: DiscoverySeq, label_no: i64) -> Result<Option<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE f.discovery = ?1 AND f.label_no = ?2 AND f.deleted = 0 ORDER BY f.version DESC LIMIT 1"
        );
        self.select_one(&sql, params![discovery, label_no], fact_row)
    }

    /// The facts whose evidence stands in an Input and that are shown there, in reading order, without their texts.
    pub fn marks_of_input(&self, input: InputSeq) -> Result<Vec<FactMark>, StoreError> {
        let sql = format!(
            "SELECT f.seq, f.bundle, f.start_char, f.status, f.needs_review, b.part, f.accepted_by
             FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq WHERE b.input = ?1 AND {SHOWN}
             UNION ALL SELECT f.seq, a.bundle, a.start_char, f.status, f.needs_review, b.part, f.accepted_by
             FROM {SAID_AGAIN} WHERE b.input = ?1 AND {BY_HAND}
             ORDER BY 6, 3, 1"
        );
        self.select(&sql, [input], |row| {
            Ok(FactMark {
                seq: row.get(0)?,
                bundle: row.get(1)?,
                start: row.get(2)?,
                status: super::columns::word(row, 3, Status::parse)?,
                needs_review: row.get(4)?,
                accepted_by: super::columns::word_or_none(row, 6, AcceptedBy::parse)?,
            })
        })
    }

    /// Facts whose evidence stands in an Input, in reading order, from behind a place in it, until `more` says that it
    /// has enough.
    pub fn each_fact_of_input_after(
        &self,
        input: InputSeq,
        standings: &[LedgerStanding],
        accepted_by: Option<AcceptedBy>,
        after: ReadingPosition,
        mut more: impl FnMut(FactRow) -> bool,
    ) -> Result<(), StoreError> {
        // Both are in order already, and SQLite merges them row by row.
        let order = format!(
            "SELECT b.part, f.start_char, f.seq, f.status, f.needs_review, NULL, f.accepted_by
             FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq
             WHERE b.input = ?1 AND f.deleted = 0 AND (b.part, f.start_char, f.seq) > (?2, ?3, ?4)
             UNION ALL SELECT b.part, a.start_char, f.seq, f.status, f.needs_review, a.seq, f.accepted_by
             FROM {SAID_AGAIN}
             WHERE b.input = ?1 AND {BY_HAND} AND (b.part, a.start_char, f.seq) > (?2, ?3, ?4)
             ORDER BY 1, 2, 3"
        );
        let mut seqs = self.connection().prepare_cached(&order)?;
        let by_seq = format!("{SELECT} WHERE f.seq = ?1");
        let mut facts = self.connection().prepare_cached(&by_seq)?;
        let again = again_sql("a.seq = ?1 AND f.seq = ?2");
        let mut said_again = self.connection().prepare_cached(&again)?;
        let mut rows = seqs.query(params![input, after.part, after.start, after.seq])?;
        while let Some(row) = rows.next()? {
            let is_wanted = standings.contains(&(super::columns::word(row, 3, Status::parse)?, row.get(4)?));
            if !is_wanted || !is_accepted_by(row, 6, accepted_by)? {
                continue;
            }
            let seq: FactSeq = row.get(2)?;
            let fact = match row.get::<_, Option<i64>>(5)? {
                Some(again) => said_again.query_row(params![again, seq], fact_row)?,
                None => facts.query_row([seq], fact_row)?,
            };
            if !more(fact) {
                break;
            }
        }
        Ok(())
    }

    /// Counts the facts of an Input that have one of `standings`. Reads an index only.
    pub fn count_facts_of_input(
        &self,
        input: InputSeq,
        standings: &[LedgerStanding],
        accepted_by: Option<AcceptedBy>,
    ) -> Result<u32, StoreError> {
        const GROUP: &str = "f.status, f.needs_review, f.accepted_by";
        let sql = format!(
            "SELECT {GROUP}, count(*) FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq
             WHERE b.input = ?1 AND f.deleted = 0 GROUP BY {GROUP}
             UNION ALL SELECT {GROUP}, count(*) FROM {SAID_AGAIN} WHERE b.input = ?1 AND {BY_HAND} GROUP BY {GROUP}"
        );
        let mut statement = self.connection().prepare_cached(&sql)?;
        let mut rows = statement.query([input])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            let is_wanted = standings.contains(&(super::columns::word(row, 0, Status::parse)?, row.get(1)?));
            if is_wanted && is_accepted_by(row, 2, accepted_by)? {
                count += row.get::<_, u32>(3)?;
            }
        }
        Ok(count)
    }

    /// The facts shown in a bundle whose evidence begins in `span`, in reading order.
    pub fn facts_in_bundle(&self, bundle: BundleSeq, span: Span) -> Result<Vec<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE f.bundle = ?1 AND f.start_char >= ?2 AND f.start_char < ?3 AND {SHOWN}
             ORDER BY f.start_char, f.seq"
        );
        let mut statement = self.connection().prepare_cached(&sql)?;
        let rows = statement.query_map(params![bundle, span.start, span.end], fact_row)?;
        let mut facts: Vec<FactRow> = rows.collect::<Result<_, _>>()?;
        let again = again_sql("a.bundle = ?1 AND a.start_char >= ?2 AND a.start_char < ?3");
        let mut statement = self.connection().prepare_cached(&again)?;
        for fact in statement.query_map(params![bundle, span.start, span.end], fact_row)? {
            facts.push(fact?);
        }
        facts.sort_by_key(|fact| (fact.evidence.as_ref().map(|found| found.found.span.start), fact.seq));
        Ok(facts)
    }

    /// Reads the place where a fact is repeated in an Input, as its evidence, if an edit of the Input found it there.
    pub fn fact_again_in(&self, fact: FactSeq, input: InputSeq) -> Result<Option<FactRow>, StoreError> {
        let again = again_sql("f.seq = ?1 AND b.input = ?2");
        let sql = format!("{again} ORDER BY b.part, a.start_char LIMIT 1");
        self.select_one(&sql, params![fact, input], fact_row)
    }

    /// The accepted fact of a scope and a registered key. What was merged into an item counts as its own.
    pub fn accepted_fact(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        item_id: &str,
    ) -> Result<Option<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND key = ?2 AND item_id = ?3 AND status = 'accepted'
                   AND key <> 'note' AND deleted = 0 ORDER BY seq DESC LIMIT 1";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut newest = None;
        for scope in self.scopes(discovery, item_id)? {
            let found = statement.query_row(params![discovery, key, scope], |row| row.get(0)).optional()?;
            newest = newest.max(found);
        }
        Ok(newest)
    }

    /// Reads the live values of a scope and a key: the newest value, and those that hold beside it under conditions,
    /// oldest first.
    pub fn values_standing(
        &self,
        discovery: DiscoverySeq,
        key: &str,
        item_id: &str,
    ) -> Result<Vec<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND key = ?2 AND item_id = ?3 AND status = 'accepted'
                   AND key <> 'note' AND deleted = 0 AND condition <> ''";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut standing = BTreeSet::from_iter(self.accepted_fact(discovery, key, item_id)?);
        for scope in self.scopes(discovery, item_id)? {
            for fact in statement.query_map(params![discovery, key, scope], |row| row.get(0))? {
                standing.insert(fact?);
            }
        }
        Ok(standing.into_iter().collect())
    }

    /// Returns the items that count as a scope; one of the project is itself.
    pub(super) fn scopes<'s>(
        &self,
        discovery: DiscoverySeq,
        item_id: &'s str,
    ) -> Result<Vec<Cow<'s, str>>, StoreError> {
        if item_id.is_empty() {
            return Ok(vec![item_id.into()]);
        }
        Ok(self.scopes_of_item(discovery, item_id)?.into_iter().map(Cow::Owned).collect())
    }

    /// The accepted facts of registered keys, newest first.
    pub fn accepted_typed_facts(&self, discovery: DiscoverySeq, limit: u32) -> Result<Vec<FactRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE f.discovery = ?1 AND f.status = 'accepted' AND f.key <> 'note' AND f.deleted = 0
             ORDER BY f.seq DESC LIMIT ?2"
        );
        self.select(&sql, params![discovery, limit], fact_row)
    }

    /// The facts of registered keys that stand.
    pub fn standing_typed_facts(&self, discovery: DiscoverySeq) -> Result<Vec<FactRow>, StoreError> {
        let sql = format!("{SELECT} WHERE f.discovery = ?1 AND f.key <> 'note' AND {SHOWN}");
        self.select(&sql, [discovery], fact_row)
    }

    /// Reads the texts of the newest accepted facts.
    pub fn accepted_texts(&self, discovery: DiscoverySeq, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql =
            "SELECT text FROM fact WHERE discovery = ?1 AND status = 'accepted' AND needs_review = 0 AND deleted = 0
                   ORDER BY seq DESC LIMIT ?2";
        self.select(sql, params![discovery, limit], |row| row.get(0))
    }

    /// For each of `identities` every fact that says exactly it, oldest first, with its places in one bundle.
    pub fn facts_saying(
        &self,
        discovery: DiscoverySeq,
        identities: &[FactIdentity<'_>],
        bundle: BundleSeq,
    ) -> Result<Vec<Vec<IdenticalFact>>, StoreError> {
        const ASKED: &str = "place, key, item_id, norm";
        let mut lookups = Vec::with_capacity(identities.len());
        for (index, identity) in (0_i64..).zip(identities) {
            let scopes = self.scopes(discovery, identity.item_id)?;
            lookups.extend(scopes.into_iter().map(|scope| (index, identity.key, scope, stored_norm(identity.norm))));
        }
        let mut all = vec![Vec::new(); identities.len()];
        // Many at once: to open the tables for each anew costs as much as to look it up. CROSS: from what is asked to the
        // facts, or SQLite reads every fact for all that is asked.
        for batch in batches(&lookups) {
            let sql = format!(
                "WITH asked ({ASKED}) AS (VALUES {})
                SELECT asked.place, f.seq, f.status,
                    f.bundle IS NOT NULL OR EXISTS (SELECT 1 FROM reaffirmation WHERE fact = f.seq AND deleted = 0),
                    f.bundle IS ?, f.start_char, f.end_char, r.start_char, r.end_char, f.missing <> '[]'
                FROM asked CROSS JOIN fact AS f ON f.discovery = ? AND f.key = asked.key AND f.item_id = asked.item_id
                    AND f.norm = asked.norm AND f.deleted = 0
                LEFT JOIN reaffirmation AS r ON r.fact = f.seq AND r.bundle = ? AND r.deleted = 0",
                rows_of(batch.len(), ASKED)
            );
            let mut statement = self.connection().prepare_cached(&sql)?;
            let mut parameter = 0;
            for (index, key, scope, norm) in batch {
                bind(&mut statement, &mut parameter, &[index, key, scope, norm])?;
            }
            bind(&mut statement, &mut parameter, &[&bundle, &discovery, &bundle])?;
            read_held(statement.raw_query(), &mut all)?;
        }
        for found in &mut all {
            found.sort_by_key(|held| held.seq);
        }
        Ok(all)
    }

    /// The highest version that a label ever had, those undone included: none is given twice.
    pub fn newest_version(&self, discovery: DiscoverySeq, label_no: i64) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce(max(version), 0) FROM fact WHERE discovery = ?1 AND label_no = ?2";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, label_no], |row| row.get(0))?)
    }

    /// A fact's label number and id, for naming it.
    pub fn fact_name(&self, seq: FactSeq) -> Result<Option<(Uuid, i64)>, StoreError> {
        let sql = "SELECT id, label_no FROM fact WHERE seq = ?1";
        self.select_one(sql, [seq], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Every version of a label, newest first.
    pub fn fact_versions(&self, discovery: DiscoverySeq, label_no: i64) -> Result<Vec<FactRow>, StoreError> {
        let sql =
            format!("{SELECT} WHERE f.discovery = ?1 AND f.label_no = ?2 AND f.deleted = 0 ORDER BY f.version DESC");
        self.select(&sql, params![discovery, label_no], fact_row)
    }

    /// The accepted fact that took the place of a superseded one: a later version, or what contradicted it and was taken.
    pub fn replacement_of(&self, fact: &FactRow) -> Result<Option<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND status = 'accepted' AND deleted = 0
                   AND (label_no = ?2 OR conflicts_with = ?3) ORDER BY seq DESC LIMIT 1";
        self.select_one(sql, params![fact.discovery, fact.label_no, fact.seq], |row| row.get(0))
    }

    /// The fact that was accepted though it contradicts another, or may do so.
    pub fn accepted_against(&self, fact: &FactRow) -> Result<Option<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE discovery = ?1 AND status = 'accepted' AND deleted = 0
                   AND conflicts_with = ?2 ORDER BY seq DESC LIMIT 1";
        self.select_one(sql, params![fact.discovery, fact.seq], |row| row.get(0))
    }

    /// The fact that supersedes another, if one does.
    pub fn successor_of(&self, fact: FactSeq) -> Result<Option<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE supersedes = ?1 AND deleted = 0 ORDER BY seq DESC LIMIT 1";
        self.select_one(sql, [fact], |row| row.get(0))
    }
}

/// Of what was imported nobody says that the rules accepted it.
fn is_accepted_by(row: &Row<'_>, index: usize, wanted: Option<AcceptedBy>) -> rusqlite::Result<bool> {
    let by_rules = super::columns::word_or_none(row, index, AcceptedBy::parse)? == Some(AcceptedBy::Rules);
    Ok(wanted.is_none_or(|wanted| by_rules == (wanted == AcceptedBy::Rules)))
}

fn again_sql(condition: &str) -> String {
    format!("{SELECT_AGAIN} FROM {SAID_AGAIN} LEFT JOIN input AS i ON i.seq = b.input WHERE {BY_HAND} AND {condition}")
}

/// A row for each place of a fact, the facts one after the other, each behind the place that it is asked for.
fn read_held(mut rows: Rows<'_>, all: &mut [Vec<IdenticalFact>]) -> Result<(), StoreError> {
    while let Some(row) = rows.next()? {
        let (index, seq): (i64, _) = (row.get(0)?, row.get(1)?);
        let Some(found) = usize::try_from(index).ok().and_then(|index| all.get_mut(index)) else { continue };
        if found.last().is_none_or(|last| last.seq != seq) {
            let own = if row.get(4)? { read_span(row, 5)? } else { None };
            found.push(IdenticalFact {
                seq,
                status: super::columns::word(row, 2, Status::parse)?,
                proven: row.get(3)?,
                lacks: row.get(9)?,
                places: own.into_iter().collect(),
            });
        }
        if let Some(last) = found.last_mut() {
            last.places.extend(read_span(row, 7)?);
        }
    }
    Ok(())
}

fn read_span(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Span>> {
    let Some(start) = row.get(first)? else { return Ok(None) };
    Ok(Some(Span::new(start, row.get(first + 1)?)))
}

pub(super) fn fact_row(row: &Row<'_>) -> rusqlite::Result<FactRow> {
    let item_id: String = row.get(5)?;
    Ok(FactRow {
        seq: row.get(0)?,
        id: row.get(1)?,
        discovery: row.get(2)?,
        label_no: row.get(3)?,
        version: row.get(4)?,
        scope: if item_id.is_empty() { Scope::Project } else { Scope::Item { item_id } },
        key: row.get(6)?,
        value_type: super::columns::word(row, 7, ValueType::parse)?,
        value: row.get(8)?,
        norm: row.get(9)?,
        text: row.get(10)?,
        confidence: row.get(11)?,
        source_kind: super::columns::word(row, 12, SourceKind::parse)?,
        evidence: stored_evidence(row)?,
        run: row.get(18)?,
        supersedes: row.get(19)?,
        conflicts_with: row.get(20)?,
        missing: row.get(21)?,
        hint: row.get(22)?,
        reason: UserMessage::from_stored(row.get_ref(23)?.as_str()?),
        created_at: row.get(24)?,
        status: super::columns::word(row, 25, Status::parse)?,
        needs_review: row.get(26)?,
        condition: row.get(33)?,
        salience: serde_json::from_str(row.get_ref(34)?.as_str()?).unwrap_or_default(),
        accepted_by: super::columns::word_or_none(row, 35, AcceptedBy::parse)?,
    })
}

fn stored_evidence(row: &Row<'_>) -> rusqlite::Result<Option<StoredEvidence>> {
    let Some(bundle) = row.get(13)? else { return Ok(None) };
    let Some(bundle_id) = row.get(27)? else {
        return Err(LostReference { row: format!("F-{}", row.get::<_, i64>(3)?), to: "bundle" }.into());
    };
    let section: BundleSection = super::columns::word(row, 17, BundleSection::parse)?;
    let found = Evidence { quote: row.get(14)?, span: Span::new(row.get(15)?, row.get(16)?), section };
    let input = row.get::<_, Option<InputSeq>>(28)?;
    let input = input.map(|seq| -> rusqlite::Result<EvidenceInput> {
        Ok(EvidenceInput { seq, id: row.get(29)?, label_no: row.get(30)?, title: row.get(31)? })
    });
    Ok(Some(StoredEvidence { bundle, bundle_id, part: row.get(32)?, found, input: input.transpose()? }))
}
