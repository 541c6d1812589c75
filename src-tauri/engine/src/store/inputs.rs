//! SQL of `input`.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::named;
use rusqlite::{Row, params};
use uuid::Uuid;

use super::{DiscoverySeq, FactSeq, InputSeq, Reader, StoreError, Writer};
use crate::store::runs::FILLED_IN;

named! {
    /// The origin of a text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum InputOrigin {
        Paste = "paste",
        File = "file",
        Stdin = "stdin",
        Sample = "sample",
        Imported = "imported",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRow {
    pub seq: InputSeq,
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub label_no: i64,
    pub title: String,
    pub origin: InputOrigin,
    pub file_name: Option<String>,
    pub chars: u32,
    pub sha256: String,
    pub added_at: i64,
    pub version: u32,
}

/// The columns that identify an Input without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputName {
    pub seq: InputSeq,
    pub label_no: i64,
    pub title: String,
    pub sha256: String,
}

impl InputName {
    pub const fn label(&self) -> EntityLabel {
        EntityLabel::new(EntityKind::Input, self.label_no)
    }
}

/// A text that an Input had, as much of it as was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputVersionRow {
    pub seq: InputSeq,
    pub version: u32,
    pub text: String,
    pub added_at: i64,
}

/// Words of an Input that a fact quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteInInput {
    /// The version of the fact that stands.
    pub fact: FactSeq,
    pub label_no: i64,
    pub quote: String,
    pub input: InputSeq,
    /// Its start in that version of the Input, in code points.
    pub start: u32,
    /// It is the fact's own evidence, not where it is said again.
    pub is_own: bool,
}

/// The outcomes of an Input's bundles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputCounts {
    pub bundles: u32,
    pub parsed: u32,
    pub failed: u32,
    /// Facts that are neither superseded nor rejected and whose evidence stands here.
    pub facts: u32,
    /// Those of them that are accepted.
    pub accepted: u32,
    /// Those of them that the rules accepted.
    pub accepted_by_rules: u32,
}

pub struct InputToInsert<'a> {
    pub id: Uuid,
    pub discovery: DiscoverySeq,
    pub label_no: i64,
    pub title: &'a str,
    pub origin: InputOrigin,
    pub file_name: Option<&'a str>,
    pub chars: u32,
    pub sha256: &'a str,
    pub text: &'a str,
}

/// SQL for the facts that become live again when facts go that are read from the bundles of `$own`, and for which
/// `$goes` holds: of each of their keys, the newest of other texts that was superseded, unless a later version of the
/// same fact is live.
macro_rules! stands_again {
    ($own:literal, $goes:literal) => {
        concat!(
            "WITH own (seq) AS (",
            $own,
            "),
            freed AS (
                SELECT discovery, key, item_id FROM fact WHERE ",
            $goes,
            " AND status = 'accepted' AND key <> 'note' AND deleted = 0),
            stands_again (seq) AS (
                SELECT max(o.seq) FROM freed AS k
                JOIN fact AS o ON o.discovery = k.discovery AND o.key = k.key AND o.item_id = k.item_id
                WHERE o.status = 'superseded' AND o.deleted = 0 AND (o.bundle IS NULL OR o.bundle NOT IN own)
                    AND NOT EXISTS (
                        SELECT 1 FROM fact AS n WHERE n.discovery = o.discovery AND n.label_no = o.label_no
                            AND n.deleted = 0 AND n.version > o.version
                            AND n.status IN ('proposed', 'accepted', 'conflict'))
                GROUP BY o.discovery, o.key, o.item_id)"
        )
    };
}
pub(super) use stands_again;

const COLUMNS: &str =
    "i.seq, i.id, i.discovery, i.label_no, i.title, i.origin, i.file_name, i.chars, i.sha256, i.added_at, i.version";

impl Reader {
    /// The numbers of the Inputs of which the analyst accepted, rejected or worded a fact.
    pub fn inputs_decided_on(&self, discovery: DiscoverySeq) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT DISTINCT i.label_no FROM fact AS f
                JOIN turn_bundle AS b ON b.seq = f.bundle JOIN input AS i ON i.seq = b.input
            WHERE f.discovery = ?1 AND f.deleted = 0 AND (f.accepted_by = 'analyst' OR f.status = 'rejected')";
        self.select(sql, [discovery], |row| row.get(0))
    }

    pub fn inputs(&self, discovery: DiscoverySeq) -> Result<Vec<InputRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM input AS i WHERE i.discovery = ?1 AND i.deleted = 0
                 AND i.superseded = 0 ORDER BY i.label_no"
        );
        Ok(self.connection().prepare_cached(&sql)?.query_map([discovery.0], input_row)?.collect::<Result<_, _>>()?)
    }

    /// As [`Self::inputs`], for who asks each time that one is added.
    pub fn input_names(&self, discovery: DiscoverySeq) -> Result<Vec<InputName>, StoreError> {
        let sql = "SELECT seq, label_no, title, sha256 FROM input
                   WHERE discovery = ?1 AND deleted = 0 AND superseded = 0 ORDER BY label_no";
        self.select(sql, [discovery.0], |row| {
            Ok(InputName { seq: InputSeq(row.get(0)?), label_no: row.get(1)?, title: row.get(2)?, sha256: row.get(3)? })
        })
    }

    /// The version that stands of an Input, whichever version's id is given: whoever holds an old one is led on. An
    /// Input of a deleted discovery is as good as deleted.
    pub fn input(&self, id: Uuid) -> Result<Option<InputRow>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM input AS named
             JOIN discovery AS d ON d.seq = named.discovery AND d.deleted = 0
             JOIN input AS i ON i.discovery = named.discovery AND i.label_no = named.label_no
             WHERE named.id = ?1 AND i.deleted = 0 AND i.superseded = 0"
        );
        self.select_one(&sql, [id], input_row)
    }

    pub fn input_at(&self, seq: InputSeq) -> Result<Option<InputRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM input AS i WHERE i.seq = ?1");
        self.select_one(&sql, [seq.0], input_row)
    }

    /// The versions of an Input, newest first, with the first `chars` characters of each.
    pub fn input_versions(
        &self,
        discovery: DiscoverySeq,
        label_no: i64,
        chars: usize,
    ) -> Result<Vec<InputVersionRow>, StoreError> {
        let sql = "SELECT seq, version, substr(text, 1, ?3), added_at FROM input
                   WHERE discovery = ?1 AND label_no = ?2 AND deleted = 0 ORDER BY version DESC";
        let mut statement = self.connection().prepare_cached(sql)?;
        let chars = i64::try_from(chars).unwrap_or(i64::MAX);
        let rows = statement.query_map(params![discovery, label_no, chars], |row| {
            Ok(InputVersionRow { seq: row.get(0)?, version: row.get(1)?, text: row.get(2)?, added_at: row.get(3)? })
        })?;
        rows.collect::<Result<_, _>>().map_err(StoreError::from)
    }

    /// The facts that stand again when the Input is hidden: what they were superseded by goes with it.
    pub fn facts_freed_with(&self, seq: InputSeq) -> Result<Vec<FactSeq>, StoreError> {
        let sql = format!("{FREED} SELECT seq FROM stands_again");
        self.select(&sql, [seq], |row| row.get(0))
    }

    /// The quotes of an Input's facts: their own, and where they are said again; in the versions of the Input that are
    /// not undone.
    pub fn quotes_in_input(&self, discovery: DiscoverySeq, label_no: i64) -> Result<Vec<QuoteInInput>, StoreError> {
        let sql = "SELECT f.seq, f.label_no, f.quote, b.input, b.input_start_char + f.start_char - s.start_char, 1
                FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq
                JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = 'FREE_CHAT'
                JOIN fact AS f ON f.bundle = b.seq AND f.deleted = 0
                    AND f.status IN ('proposed', 'accepted', 'conflict')
                WHERE i.discovery = ?1 AND i.label_no = ?2 AND i.deleted = 0
            UNION ALL
            SELECT f.seq, f.label_no, a.quote, b.input, b.input_start_char + a.start_char - s.start_char, 0
                FROM input AS i JOIN turn_bundle AS b ON b.input = i.seq
                JOIN turn_bundle_section AS s ON s.bundle = b.seq AND s.section = 'FREE_CHAT'
                JOIN reaffirmation AS a ON a.bundle = b.seq AND a.deleted = 0
                JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0 AND f.status IN ('proposed', 'accepted', 'conflict')
                WHERE i.discovery = ?1 AND i.label_no = ?2 AND i.deleted = 0";
        self.select(sql, params![discovery, label_no], |row| {
            Ok(QuoteInInput {
                fact: row.get(0)?,
                label_no: row.get(1)?,
                quote: row.get(2)?,
                input: row.get(3)?,
                start: row.get(4)?,
                is_own: row.get(5)?,
            })
        })
    }

    /// The number and the text of each Input that stands.
    pub fn each_input_text(&self, discovery: DiscoverySeq, mut each: impl FnMut(i64, &str)) -> Result<(), StoreError> {
        let sql = "SELECT label_no, text FROM input WHERE discovery = ?1 AND deleted = 0 AND superseded = 0";
        let mut statement = self.connection().prepare_cached(sql)?;
        let mut rows = statement.query([discovery])?;
        while let Some(row) = rows.next()? {
            // Lent by SQLite, since a copy would cost as much as the search.
            each(row.get(0)?, row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?);
        }
        Ok(())
    }

    pub fn input_text(&self, seq: InputSeq) -> Result<String, StoreError> {
        let sql = "SELECT text FROM input WHERE seq = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([seq.0], |row| row.get(0))?)
    }

    /// Returns the length of the text in UTF-8.
    pub fn input_bytes(&self, seq: InputSeq) -> Result<u64, StoreError> {
        let sql = "SELECT octet_length(text) FROM input WHERE seq = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row([seq], |row| row.get::<_, i64>(0))?.unsigned_abs())
    }

    pub fn input_counts(&self, seq: InputSeq) -> Result<InputCounts, StoreError> {
        let sql = "SELECT count(*),
                count(*) FILTER (WHERE parsed),
                count(*) FILTER (WHERE NOT parsed AND last = 'failed'),
                coalesce(sum(facts), 0),
                coalesce(sum(kept), 0),
                coalesce(sum(by_rules), 0)
            FROM (SELECT
                EXISTS (SELECT 1 FROM parse_run AS p
                    WHERE p.bundle = b.seq AND p.status = 'succeeded' AND p.deleted = 0 AND p.model <> ?2) AS parsed,
                (SELECT p.status FROM parse_run AS p
                    WHERE p.bundle = b.seq AND p.deleted = 0 AND p.model <> ?2 ORDER BY p.seq DESC LIMIT 1) AS last,
                (SELECT count(*) FROM fact AS f WHERE f.bundle = b.seq AND f.deleted = 0
                    AND f.status IN ('proposed', 'accepted', 'conflict'))
                + (SELECT count(*) FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0
                        AND f.status IN ('proposed', 'accepted', 'conflict')
                    WHERE a.bundle = b.seq AND a.run IS NULL AND a.deleted = 0) AS facts,
                (SELECT count(*) FROM fact AS f WHERE f.bundle = b.seq AND f.deleted = 0 AND f.status = 'accepted' AND f.needs_review = 0)
                + (SELECT count(*) FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0
                        AND f.status = 'accepted' AND f.needs_review = 0
                    WHERE a.bundle = b.seq AND a.run IS NULL AND a.deleted = 0) AS kept,
                (SELECT count(*) FROM fact AS f WHERE f.bundle = b.seq AND f.deleted = 0 AND f.status = 'accepted' AND f.needs_review = 0
                        AND f.accepted_by = 'rules')
                + (SELECT count(*) FROM reaffirmation AS a JOIN fact AS f ON f.seq = a.fact AND f.deleted = 0
                        AND f.status = 'accepted' AND f.needs_review = 0 AND f.accepted_by = 'rules'
                    WHERE a.bundle = b.seq AND a.run IS NULL AND a.deleted = 0) AS by_rules
                FROM turn_bundle AS b WHERE b.input = ?1)";
        let counts = self.connection().prepare_cached(sql)?.query_row(params![seq, FILLED_IN], |row| {
            Ok(InputCounts {
                bundles: row.get(0)?,
                parsed: row.get(1)?,
                failed: row.get(2)?,
                facts: row.get(3)?,
                accepted: row.get(4)?,
                accepted_by_rules: row.get(5)?,
            })
        })?;
        Ok(counts)
    }
}

impl Writer<'_> {
    /// Adds another text for an Input, which takes its place in the column. Returns its row, its id and its version, which
    /// is a new one even if others were undone.
    pub fn insert_input_version(
        &mut self,
        old: &InputRow,
        chars: u32,
        sha256: &str,
        text: &str,
    ) -> Result<(InputSeq, Uuid, u32), StoreError> {
        let (id, now) = (self.next_id(), self.now_ms());
        let sql = "SELECT max(version) + 1 FROM input WHERE discovery = ?1 AND label_no = ?2";
        let version: u32 =
            self.connection().prepare_cached(sql)?.query_row(params![old.discovery, old.label_no], |row| row.get(0))?;
        self.connection().prepare_cached("UPDATE input SET superseded = 1 WHERE seq = ?1")?.execute([old.seq])?;
        let sql =
            "INSERT INTO input (id, discovery, label_no, version, title, origin, file_name, chars, sha256, added_at,
                       state, rank, archived, text)
                   SELECT ?2, discovery, label_no, ?3, title, origin, file_name, ?4, ?5, ?6, state, rank, archived, ?7
                   FROM input WHERE seq = ?1";
        let row = params![old.seq, id, version, chars, sha256, now, text];
        let seq = InputSeq(self.connection().prepare_cached(sql)?.insert(row)?);
        Ok((seq, id, version))
    }

    pub fn insert_input(&mut self, input: &InputToInsert<'_>) -> Result<InputSeq, StoreError> {
        let now = self.now_ms();
        let sql = "INSERT INTO input (id, discovery, label_no, title, origin, file_name, chars, sha256, added_at, text)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        self.connection().prepare_cached(sql)?.execute(params![
            input.id,
            input.discovery.0,
            input.label_no,
            input.title,
            input.origin.as_str(),
            input.file_name,
            input.chars,
            input.sha256,
            now,
            input.text
        ])?;
        Ok(InputSeq(self.connection().last_insert_rowid()))
    }

    pub fn rename_input(&mut self, seq: InputSeq, title: &str) -> Result<(), StoreError> {
        let sql = "UPDATE input SET title = ?2 WHERE seq = ?1";
        self.change(sql, params![seq.0, title])
    }

    /// Hides an Input with its runs and with the facts and reaffirmations whose evidence stands in it.
    ///
    /// If one of those was the value of its key, the value before it stands again; what was in conflict with one waits
    /// for the analyst.
    pub fn hide_input(&mut self, seq: InputSeq) -> Result<(), StoreError> {
        let restored =
            format!("{FREED} UPDATE fact SET status = 'accepted' WHERE seq IN (SELECT seq FROM stands_again)");
        self.connection().prepare_cached(&restored)?.execute([seq])?;
        for sql in HIDE {
            self.connection().prepare_cached(sql)?.execute([seq])?;
        }
        Ok(())
    }
}

/// Facts that become live again when the facts of the Input `?1` go.
const FREED: &str = stands_again!("SELECT seq FROM turn_bundle WHERE input = ?1", "bundle IN own");

/// In this order, after what stands again does: the facts of other Inputs are settled while those of this one stand.
const HIDE: [&str; 5] = [
    "UPDATE fact SET status = 'proposed'
     WHERE discovery = (SELECT discovery FROM input WHERE seq = ?1) AND status = 'conflict' AND deleted = 0
         AND conflicts_with IN (
             SELECT f.seq FROM turn_bundle AS b JOIN fact AS f ON f.bundle = b.seq AND f.deleted = 0
             WHERE b.input = ?1 AND NOT EXISTS (
                 SELECT 1 FROM fact AS n WHERE n.discovery = f.discovery AND n.label_no = f.label_no AND n.deleted = 0
                     AND n.version > f.version AND n.status IN ('proposed', 'accepted', 'conflict')
                     AND (n.bundle IS NULL OR n.bundle NOT IN (SELECT seq FROM turn_bundle WHERE input = ?1))))",
    "UPDATE parse_run SET deleted = 1
     WHERE deleted = 0 AND bundle IN (SELECT seq FROM turn_bundle WHERE input = ?1)",
    "UPDATE reaffirmation SET deleted = 1
     WHERE deleted = 0 AND bundle IN (SELECT seq FROM turn_bundle WHERE input = ?1)",
    "UPDATE fact SET deleted = 1
     WHERE deleted = 0 AND bundle IN (SELECT seq FROM turn_bundle WHERE input = ?1)",
    "UPDATE input SET deleted = 1 WHERE seq = ?1",
];

fn input_row(row: &Row<'_>) -> rusqlite::Result<InputRow> {
    Ok(InputRow {
        seq: InputSeq(row.get(0)?),
        id: row.get(1)?,
        discovery: DiscoverySeq(row.get(2)?),
        label_no: row.get(3)?,
        title: row.get(4)?,
        origin: super::columns::word(row, 5, InputOrigin::parse)?,
        file_name: row.get(6)?,
        chars: row.get(7)?,
        sha256: row.get(8)?,
        added_at: row.get(9)?,
        version: row.get(10)?,
    })
}
