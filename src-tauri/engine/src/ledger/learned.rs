//! The ranking that the decisions of a discovery teach: derived from the ledger, kept in memory until the decisions are
//! others, and rebuilt the same.
//!
//! Only talk teaches and is ranked: written facts are accepted by themselves, which tells of no decision.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::extraction::learning::{LearnedRanking, LearnedWorth, PassageSignals};
use factly_core::ledger::Status;
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::context::Cache;
use crate::error::Result;
use crate::store::facts::{FactRow, LedgerStanding};
use crate::store::{DiscoverySeq, Reader};

/// Statuses of facts that somebody decided.
const DECIDED: [LedgerStanding; 2] = [(Status::Accepted, false), (Status::Rejected, false)];

/// The learned rankings of the discoveries that were asked for.
#[derive(Default)]
pub(crate) struct LearnedRankings(Mutex<FxHashMap<DiscoverySeq, LearnedState>>);

#[derive(Default)]
struct LearnedState {
    /// What was read of each fact; none of one that nobody spoke.
    signals: FxHashMap<Uuid, Option<Arc<PassageSignals>>>,
    decisions: Vec<(Uuid, bool)>,
    ranking: Option<Arc<LearnedRanking>>,
    scores: FxHashMap<Uuid, u8>,
}

impl Cache for LearnedRankings {}

impl LearnedRankings {
    /// Returns the ranking of a discovery; none where too little was decided.
    pub(crate) fn of(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Option<Arc<LearnedRanking>>> {
        self.locked().entry(discovery).or_default().learn(r, discovery)
    }

    /// Returns the scores by what was decided, of those facts that it tells of.
    pub(crate) fn scores(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        facts: impl Iterator<Item = Uuid>,
    ) -> Result<FxHashMap<Uuid, u8>> {
        let mut states = self.locked();
        let state = states.entry(discovery).or_default();
        let mut scores = FxHashMap::default();
        let Some(ranking) = state.learn(r, discovery)? else { return Ok(scores) };
        for fact in facts {
            if let Some(score) = state.scores.get(&fact) {
                scores.insert(fact, *score);
            } else if let Some(signals) = state.signals(r, fact)? {
                let score = ranking.score(&signals);
                state.scores.insert(fact, score);
                scores.insert(fact, score);
            }
        }
        Ok(scores)
    }

    /// Returns what one fact is worth by what was decided, and why.
    pub(crate) fn worth(&self, r: &Reader, discovery: DiscoverySeq, fact: Uuid) -> Result<Option<LearnedWorth>> {
        let mut states = self.locked();
        let state = states.entry(discovery).or_default();
        let Some(ranking) = state.learn(r, discovery)? else { return Ok(None) };
        Ok(state.signals(r, fact)?.map(|signals| ranking.worth(&signals)))
    }

    fn locked(&self) -> MutexGuard<'_, FxHashMap<DiscoverySeq, LearnedState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LearnedState {
    /// Returns the ranking, learned anew where the decisions are others.
    fn learn(&mut self, r: &Reader, discovery: DiscoverySeq) -> Result<Option<Arc<LearnedRanking>>> {
        let mut decisions = Vec::new();
        for fact in r.ranked_facts(discovery, &DECIDED)? {
            if self.signals(r, fact.id)?.is_some() {
                decisions.push((fact.id, fact.status == Status::Accepted));
            }
        }
        if decisions != self.decisions {
            let signals: Vec<(Arc<PassageSignals>, bool)> =
                decisions.iter().filter_map(|(fact, kept)| Some((self.signals.get(fact)?.clone()?, *kept))).collect();
            let examples: Vec<(&PassageSignals, bool)> = signals.iter().map(|(one, kept)| (&**one, *kept)).collect();
            self.ranking = LearnedRanking::from_decisions(&examples).map(Arc::new);
            self.scores.clear();
            self.decisions = decisions;
        }
        Ok(self.ranking.clone())
    }

    fn signals(&mut self, r: &Reader, fact: Uuid) -> Result<Option<Arc<PassageSignals>>> {
        if let Some(known) = self.signals.get(&fact) {
            return Ok(known.clone());
        }
        let signals = r.fact(fact)?.as_ref().and_then(signals_of).map(Arc::new);
        self.signals.insert(fact, signals.clone());
        Ok(signals)
    }
}

fn signals_of(fact: &FactRow) -> Option<PassageSignals> {
    let evidence = fact.evidence.as_ref().filter(|_| fact.salience.speaker.is_some())?;
    Some(PassageSignals::of(&evidence.found.quote, fact.salience.question.as_deref(), fact.salience.score))
}
