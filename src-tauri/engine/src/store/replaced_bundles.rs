//! SQL for what was read from turns of the chat that others take the place of.

use rusqlite::{OptionalExtension, params};

use super::facts::FactRow;
use super::inputs::stands_again;
use super::reaffirmations::EvidenceElsewhere;
use super::{BundleSeq, ConversationSeq, FactSeq, MessageSeq, Reader, StoreError, Writer};

/// The bundle of an answer, and the question that it answers.
#[derive(Clone, Copy, Debug)]
pub struct AnswerBundle {
    pub bundle: BundleSeq,
    pub question: MessageSeq,
}

/// Bundles whose words are no longer said, as JSON.
pub struct ReplacedBundles(String);

impl ReplacedBundles {
    pub fn new(bundles: &[BundleSeq]) -> Self {
        let numbers: Vec<i64> = bundles.iter().map(|bundle| bundle.0).collect();
        Self(serde_json::to_string(&numbers).unwrap_or_else(|_| "[]".to_owned()))
    }
}

impl Reader {
    /// The bundles of all answers to a question and to those after it, hidden ones too: a question may have been answered
    /// several times, and what was said in it was read with the first.
    pub fn bundles_from(
        &self,
        conversation: ConversationSeq,
        question: MessageSeq,
    ) -> Result<Vec<AnswerBundle>, StoreError> {
        let sql = "SELECT bundle, answers FROM chat_message
                   WHERE answers >= ?2 AND conversation = ?1 AND bundle IS NOT NULL ORDER BY seq";
        self.select(sql, params![conversation, question], |row| {
            Ok(AnswerBundle { bundle: row.get(0)?, question: row.get(1)? })
        })
    }

    /// The facts whose own evidence stands in a bundle, but for those that the analyst rejected.
    pub fn facts_read_from(&self, bundle: BundleSeq) -> Result<Vec<FactSeq>, StoreError> {
        let sql = "SELECT seq FROM fact WHERE bundle = ?1 AND deleted = 0 AND status <> 'rejected' ORDER BY seq";
        self.select(sql, [bundle], |row| row.get(0))
    }

    /// Returns whether the analyst decided anything about a fact: edited it, accepted or reviewed it as waiting,
    /// confirmed a card that it is, or confirmed what its line means or costs.
    pub fn is_fact_decided(&self, fact: &FactRow) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (
                SELECT 1 FROM fact WHERE discovery = ?1 AND label_no = ?2 AND version > 1 AND deleted = 0)
            OR EXISTS (
                SELECT 1 FROM change AS c JOIN operation AS o ON o.seq = c.operation AND o.state = 'done'
                WHERE c.row = ?3 AND c.tbl = 'fact' AND (
                    c.before ->> 'status' IN ('proposed', 'conflict') AND c.after ->> 'status' = 'accepted'
                    OR c.before ->> 'needs_review' = 1 AND c.after ->> 'needs_review' = 0))
            OR EXISTS (
                SELECT 1 FROM chat_card
                WHERE discovery = ?1 AND status = 'applied' AND became = 'F-' || ?2 AND deleted = 0)
            OR EXISTS (
                SELECT 1 FROM canonical_link
                WHERE discovery = ?1 AND fact_no = ?2 AND status = 'confirmed' AND deleted = 0)
            OR EXISTS (
                SELECT 1 FROM price_observation WHERE discovery = ?1 AND fact_no = ?2 AND deleted = 0)";
        let row = params![fact.discovery, fact.label_no, fact.seq];
        Ok(self.connection().prepare_cached(sql)?.query_row(row, |row| row.get(0))?)
    }

    /// The first place outside of what is replaced where a fact is said again.
    pub fn said_outside(
        &self,
        fact: FactSeq,
        replaced: &ReplacedBundles,
    ) -> Result<Option<EvidenceElsewhere>, StoreError> {
        let sql = "SELECT a.seq, a.run FROM reaffirmation AS a
             JOIN turn_bundle AS b ON b.seq = a.bundle LEFT JOIN input AS i ON i.seq = b.input
             WHERE a.fact = ?1 AND a.deleted = 0 AND coalesce(i.deleted, 0) = 0
                 AND a.bundle NOT IN (SELECT value FROM json_each(?2))
             ORDER BY i.superseded, i.archived, a.seq LIMIT 1";
        let first = self
            .connection()
            .prepare_cached(sql)?
            .query_row(params![fact, replaced.0], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        first.map(|(again, run)| Ok(EvidenceElsewhere { fact, there: self.said_again_at(again, run)? })).transpose()
    }
}

impl Writer<'_> {
    /// Lets the values stand again that a fact took the place of, but for those that are replaced too. Returns them.
    pub fn free_with_fact(&mut self, fact: FactSeq, replaced: &ReplacedBundles) -> Result<Vec<FactSeq>, StoreError> {
        let freed: Vec<FactSeq> = {
            let sql =
                concat!(stands_again!("SELECT value FROM json_each(?2)", "seq = ?1"), " SELECT seq FROM stands_again");
            let mut statement = self.connection().prepare_cached(sql)?;
            let rows = statement.query_map(params![fact, replaced.0], |row| row.get(0))?;
            rows.collect::<Result<_, _>>()?
        };
        for fact in &freed {
            self.connection().prepare_cached("UPDATE fact SET status = 'accepted' WHERE seq = ?1")?.execute([fact])?;
        }
        Ok(freed)
    }

    /// Hides what a bundle says again of facts of others, and its runs that did not come to an end.
    pub fn hide_readings(&mut self, bundle: BundleSeq) -> Result<(), StoreError> {
        for sql in [
            "UPDATE reaffirmation SET deleted = 1 WHERE deleted = 0 AND bundle = ?1",
            "UPDATE parse_run SET deleted = 1 WHERE deleted = 0 AND bundle = ?1 AND status <> 'succeeded'",
        ] {
            self.connection().prepare_cached(sql)?.execute([bundle])?;
        }
        Ok(())
    }
}
