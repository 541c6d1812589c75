//! Facts in the order of the ledger, and in that of their worth.

use factly_core::extraction::salience::SalienceReason;
use factly_core::facts::{AcceptedBy, Status};
use rusqlite::params;
use uuid::Uuid;

use super::{FactRow, SELECT, fact_row};
use crate::store::{DiscoverySeq, FactSeq, InputSeq, Reader, StoreError, columns};

/// The status of a fact, and whether it is to be reviewed: the ledger's order is indexed by both.
pub type LedgerStanding = (Status, bool);

/// The fields of a fact that decide in which order it is looked at, and with which others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedFact {
    pub id: Uuid,
    pub status: Status,
    pub needs_review: bool,
    pub key: String,
    /// Empty if it is said of the project.
    pub item: String,
    /// The worth of a look at it, in per cent.
    pub score: u8,
    /// True if somebody says it in a talk.
    pub is_spoken: bool,
    /// The Input that its quote stands in.
    pub input: Option<InputSeq>,
    /// True if it has words of the goal.
    pub has_goal: bool,
    /// True if it may contradict another fact, which only the analyst can tell.
    pub may_contradict: bool,
}

impl RankedFact {
    pub fn from_row(fact: &FactRow) -> Self {
        Self {
            id: fact.id,
            status: fact.status,
            needs_review: fact.needs_review,
            key: fact.key.clone(),
            item: fact.scope.item_id().unwrap_or_default().to_owned(),
            score: fact.salience.score,
            is_spoken: fact.salience.speaker.is_some(),
            input: fact.evidence.as_ref().and_then(|evidence| evidence.input.as_ref()).map(|input| input.seq),
            has_goal: fact.salience.reasons.contains(&SalienceReason::Goal),
            may_contradict: fact.status == Status::Proposed && fact.conflicts_with.is_some(),
        }
    }
}

impl Reader {
    /// Facts in the order of the ledger, from behind `after`, of the standings given.
    ///
    /// Each standing is a range of one index that is in order already, and SQLite merges them row by row: no page reads
    /// more than it shows, wherever it begins.
    pub fn facts_after(
        &self,
        discovery: DiscoverySeq,
        standings: &[LedgerStanding],
        after: FactSeq,
        limit: u32,
    ) -> Result<Vec<FactRow>, StoreError> {
        let mut facts = Vec::new();
        self.each_fact_after(discovery, standings, None, after, |fact| {
            facts.push(fact);
            facts.len() < limit as usize
        })?;
        Ok(facts)
    }

    /// As [`Self::facts_after`], until `more` says that it has enough; of the accepted only those that one accepted,
    /// where that is asked. Each of these is a range of `fact_by_acceptance`.
    pub fn each_fact_after(
        &self,
        discovery: DiscoverySeq,
        standings: &[LedgerStanding],
        accepted_by: Option<AcceptedBy>,
        after: FactSeq,
        mut more: impl FnMut(FactRow) -> bool,
    ) -> Result<(), StoreError> {
        let Some(order) = merged_ranges(standings, accepted_by) else { return Ok(()) };
        let mut seqs = self.connection().prepare_cached(&order)?;
        let by_seq = format!("{SELECT} WHERE f.seq = ?1");
        let mut facts = self.connection().prepare_cached(&by_seq)?;
        let mut rows = seqs.query(params![discovery, after])?;
        while let Some(row) = rows.next()? {
            let seq: FactSeq = row.get(0)?;
            if !more(facts.query_row([seq], fact_row)?) {
                break;
            }
        }
        Ok(())
    }

    /// Facts of the standings given, what is most worth a look first. Each standing is a range of `fact_by_score`.
    pub fn ranked_facts(
        &self,
        discovery: DiscoverySeq,
        standings: &[LedgerStanding],
    ) -> Result<Vec<RankedFact>, StoreError> {
        let range = |(status, needs_review): &LedgerStanding| {
            format!(
                "SELECT score, seq, id, status, needs_review, key, item_id, salience ->> '$.speaker' IS NOT NULL, \
                 (SELECT input FROM turn_bundle AS b WHERE b.seq = fact.bundle), \
                 coalesce(salience ->> '$.reasons' LIKE '%\"goal\"%', 0), \
                 status = 'proposed' AND conflicts_with IS NOT NULL FROM fact \
                 WHERE discovery = ?1 AND status = '{}' AND needs_review = {} AND deleted = 0",
                status.as_str(),
                u8::from(*needs_review)
            )
        };
        let ranges: Vec<String> = standings.iter().map(range).collect();
        let order = ranges.join(" UNION ALL ") + " ORDER BY 1 DESC, 2";
        self.select(&order, [discovery], |row| {
            Ok(RankedFact {
                id: row.get(2)?,
                status: columns::word(row, 3, Status::parse)?,
                needs_review: row.get(4)?,
                key: row.get(5)?,
                item: row.get(6)?,
                score: row.get(0)?,
                is_spoken: row.get(7)?,
                input: row.get(8)?,
                has_goal: row.get(9)?,
                may_contradict: row.get(10)?,
            })
        })
    }
}

/// One range of `fact_by_status` for each standing, merged in order. `None` if nothing is wanted.
fn merged_ranges(standings: &[LedgerStanding], accepted_by: Option<AcceptedBy>) -> Option<String> {
    let accepted = match accepted_by {
        None => &[""][..],
        Some(AcceptedBy::Rules) => &["AND accepted_by = 'rules' "],
        // Of what was imported nobody says that the rules accepted it.
        Some(AcceptedBy::Analyst) => &["AND accepted_by = 'analyst' ", "AND accepted_by = '' "],
    };
    let range = |(status, needs_review): &LedgerStanding, accepted: &str| {
        format!(
            "SELECT seq FROM fact WHERE discovery = ?1 AND status = '{}' {accepted}AND needs_review = {} \
             AND deleted = 0 AND seq > ?2",
            status.as_str(),
            u8::from(*needs_review)
        )
    };
    let ranges: Vec<String> =
        standings.iter().flat_map(|standing| accepted.iter().map(move |accepted| range(standing, accepted))).collect();
    (!ranges.is_empty()).then(|| ranges.join(" UNION ALL ") + " ORDER BY seq")
}
