//! SQL of the recent past: where little was changed since, facts stood then where they stand now, but for those that were
//! touched. Their own history alone says where those stood, and the long one of all need not be read.

use std::collections::BTreeSet;

use factly_core::audit::timeline::{FactEvent, FactState, Timeline};
use factly_core::facts::Status;
use factly_core::items::reference;
use rusqlite::params;

use super::past::PastFactState;
use super::{DiscoverySeq, Reader, StoreError};

/// As many changes since are few, if they are also few beside all: the history of each fact is looked up by itself.
const FEW: i64 = 500;
const A_PART: i64 = 8;

impl Reader {
    /// Returns whether little was changed since a step.
    pub fn is_recent(&self, discovery: DiscoverySeq, step: i64) -> Result<bool, StoreError> {
        let last = self.last_change()?;
        let since = self.first_change_since(discovery, step)?.map_or(0, |first| last - first + 1);
        Ok(since <= FEW.min(last / A_PART))
    }

    /// The facts that blocks and fields of these items are made of, as it was just after a step; 0 is the project.
    pub fn recent_facts(
        &self,
        discovery: DiscoverySeq,
        step: i64,
        items: &BTreeSet<i64>,
    ) -> Result<Vec<PastFactState>, StoreError> {
        let since = match self.first_change_since(discovery, step)? {
            Some(first) => self.fact_events_after(discovery, first - 1)?,
            None => Vec::new(),
        };
        let touched = BTreeSet::from_iter(since.iter().map(|event| event.fact));
        let mut facts = Vec::new();
        for item in items {
            let standing = self.facts_that_stand(discovery, *item)?.into_iter();
            facts.extend(standing.filter(|fact| !touched.contains(fact)).map(|fact| (fact, None)));
        }
        let then = self.facts_then(discovery, step, &touched, items)?.into_iter();
        let stood = then.filter(|(_, state)| matches!(state.status, Status::Accepted | Status::Conflict));
        facts.extend(stood.map(|(fact, state)| (fact, Some(state))));
        Ok(facts)
    }

    /// Returns the first change that steps after one made. No change of theirs comes before it, since a step is
    /// recorded with its first one.
    fn first_change_since(&self, discovery: DiscoverySeq, step: i64) -> Result<Option<i64>, StoreError> {
        // Left to itself SQLite reads every step of the discovery to find the few behind one.
        let sql = "SELECT min(first_change) FROM operation NOT INDEXED WHERE seq > ?2 AND discovery = ?1";
        Ok(self.connection().prepare_cached(sql)?.query_row(params![discovery, step], |row| row.get(0))?)
    }

    /// Of an item's facts, those that stand or wait as contradictions, and of registered keys or kept as notes.
    fn facts_that_stand(&self, discovery: DiscoverySeq, item: i64) -> Result<Vec<i64>, StoreError> {
        let item = if item == 0 { String::new() } else { reference(item) };
        let mut facts = Vec::new();
        // Left to itself SQLite goes by the status alone, and reads the row of every fact that has it.
        for (index, which) in [
            ("fact_standing", "status = 'accepted' AND key <> 'note'"),
            ("fact_contested", "status = 'conflict' AND key <> 'note'"),
            ("fact_remarked", "status = 'accepted' AND key = 'note' AND supersedes IS NOT NULL"),
        ] {
            let sql = format!(
                "SELECT seq FROM fact INDEXED BY {index}
                 WHERE discovery = ?1 AND item_id = ?2 AND deleted = 0 AND {which}"
            );
            facts.append(&mut self.numbers(&sql, params![discovery, item])?);
        }
        Ok(facts)
    }

    /// Reads the earlier states of facts that are of these items and blocks and fields can be made of, by the whole
    /// history of each.
    fn facts_then(
        &self,
        discovery: DiscoverySeq,
        step: i64,
        touched: &BTreeSet<i64>,
        items: &BTreeSet<i64>,
    ) -> Result<Vec<(i64, FactState)>, StoreError> {
        let (mut now, mut events) = (Vec::new(), Vec::new());
        for fact in touched {
            if self.fact_of_key(*fact)?.is_some_and(|of| items.contains(&of.item)) {
                now.extend(self.fact_state(*fact)?);
                events.append(&mut self.events_of_fact(*fact)?);
            }
        }
        Ok(Timeline::new(now, &events, self.undone_steps(discovery)?).at(step))
    }

    fn events_of_fact(&self, fact: i64) -> Result<Vec<FactEvent>, StoreError> {
        let sql = "SELECT operation, row, before, after FROM change WHERE row = ?1 AND tbl = 'fact' ORDER BY seq";
        self.events(sql, params![fact], &|_| true)
    }
}
