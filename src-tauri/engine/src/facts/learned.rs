//! The ranking that the decisions of a discovery teach: derived from the ledger, kept in memory until the decisions are
//! others, and rebuilt the same.
//!
//! Only talk teaches and is ranked: written facts are accepted by themselves, which tells of no decision. Of each talk
//! so many facts are decided as a researcher would code; those that wait behind them are unlikely to be kept.

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use factly_core::extraction::learning::{LearnedRanking, LearnedWorth, PassageSignals};
use factly_core::extraction::salience::is_interview;
use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;
use rustc_hash::{FxHashMap, FxHashSet};
use uuid::Uuid;

use crate::context::Cache;
use crate::error::Result;
use crate::store::facts::{FactRow, LedgerStanding, RankedFact};
use crate::store::{DiscoverySeq, InputSeq, Reader};

/// Statuses of facts that somebody decided.
const DECIDED: [LedgerStanding; 2] = [(Status::Accepted, false), (Status::Rejected, false)];
/// Characters of a talk for each decision that it is worth: six decisions in a thousand words, of which researchers code
/// five and a half.
const CHARS_FOR_ONE: usize = 1_000;
/// Decisions that any talk is worth.
const LEAST_OF_A_TALK: usize = 8;

/// The learned rankings of the discoveries that were asked for.
#[derive(Default)]
pub(crate) struct LearnedRankings(Mutex<FxHashMap<DiscoverySeq, LearnedState>>);

#[derive(Default)]
struct LearnedState {
    /// Reading of each fact; none of one that nobody spoke.
    spoken: FxHashMap<Uuid, Option<Arc<SpokenFact>>>,
    decisions: Vec<(Uuid, bool)>,
    ranking: Option<Arc<LearnedRanking>>,
    scores: FxHashMap<Uuid, u8>,
    /// Length in characters of each Input that is an interview; none of others that people speak in, such as minutes.
    interviews: FxHashMap<InputSeq, Option<usize>>,
}

/// A fact that somebody said in an interview.
struct SpokenFact {
    signals: PassageSignals,
    /// The interview, and its length in characters.
    talk: (InputSeq, usize),
}

/// Expectation that decisions give of a fact that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// The worth of a look at it by what was decided, in per cent; none where too little was.
    pub(crate) learned: Option<u8>,
    /// Enough of its talk is decided, or worth more than it.
    pub(crate) is_unlikely: bool,
}

impl Cache for LearnedRankings {}

impl LearnedRankings {
    /// Returns the ranking of a discovery; none where too little was decided.
    pub(crate) fn ranking(&self, r: &Reader, discovery: DiscoverySeq) -> Result<Option<Arc<LearnedRanking>>> {
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
            } else if let Some(spoken) = state.spoken(r, fact)? {
                let score = ranking.score(&spoken.signals);
                state.scores.insert(fact, score);
                scores.insert(fact, score);
            }
        }
        Ok(scores)
    }

    /// Returns what the decisions tell of facts that wait.
    pub(crate) fn expectations(
        &self,
        r: &Reader,
        discovery: DiscoverySeq,
        waiting: &[RankedFact],
    ) -> Result<FxHashMap<Uuid, Expectation>> {
        let scores = self.scores(r, discovery, waiting.iter().filter(|fact| fact.is_spoken).map(|fact| fact.id))?;
        let mut states = self.locked();
        let unlikely = states.entry(discovery).or_default().unlikely(r, waiting, &scores)?;
        let of = |id| Expectation { learned: scores.get(&id).copied(), is_unlikely: unlikely.contains(&id) };
        Ok(waiting.iter().map(|fact| (fact.id, of(fact.id))).collect())
    }

    /// Returns what one fact is worth by what was decided, and why.
    pub(crate) fn worth(&self, r: &Reader, discovery: DiscoverySeq, fact: Uuid) -> Result<Option<LearnedWorth>> {
        let mut states = self.locked();
        let state = states.entry(discovery).or_default();
        let Some(ranking) = state.learn(r, discovery)? else { return Ok(None) };
        Ok(state.spoken(r, fact)?.map(|spoken| ranking.worth(&spoken.signals)))
    }

    fn locked(&self) -> MutexGuard<'_, FxHashMap<DiscoverySeq, LearnedState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LearnedState {
    /// Returns the ranking, learned anew where the decisions are others.
    fn learn(&mut self, r: &Reader, discovery: DiscoverySeq) -> Result<Option<Arc<LearnedRanking>>> {
        let mut decisions = Vec::new();
        for fact in r.ranked_facts(discovery, &DECIDED)?.into_iter().filter(|fact| fact.is_spoken) {
            if self.spoken(r, fact.id)?.is_some() {
                decisions.push((fact.id, fact.status == Status::Accepted));
            }
        }
        if decisions != self.decisions {
            let spoken = |fact: &Uuid| self.spoken.get(fact)?.as_ref();
            let examples: Vec<(&PassageSignals, bool)> = decisions
                .iter()
                .filter_map(|(fact, is_accepted)| Some((&spoken(fact)?.signals, *is_accepted)))
                .collect();
            self.ranking = LearnedRanking::from_decisions(&examples).map(Arc::new);
            self.scores.clear();
            self.decisions = decisions;
        }
        Ok(self.ranking.clone())
    }

    /// Returns the facts that wait behind as many of their talk as are worth a decision.
    fn unlikely(
        &mut self,
        r: &Reader,
        waiting: &[RankedFact],
        scores: &FxHashMap<Uuid, u8>,
    ) -> Result<FxHashSet<Uuid>> {
        let mut decided: FxHashMap<InputSeq, usize> = FxHashMap::default();
        let talks = self.decisions.iter().filter_map(|(fact, _)| Some(self.spoken.get(fact)?.as_ref()?.talk));
        talks.for_each(|(talk, _)| *decided.entry(talk).or_default() += 1);
        let mut ranked: Vec<(u8, &RankedFact)> = Vec::new();
        let proposed_notes = |fact: &&RankedFact| fact.key == NOTE_KEY && fact.status == Status::Proposed;
        for fact in waiting.iter().filter(|fact| fact.is_spoken).filter(proposed_notes) {
            ranked.push((scores.get(&fact.id).copied().unwrap_or(fact.score), fact));
        }
        ranked.sort_by_key(|(score, _)| Reverse(*score));
        let mut unlikely = FxHashSet::default();
        for (_, fact) in ranked {
            let Some((talk, chars)) = self.spoken(r, fact.id)?.map(|spoken| spoken.talk) else { continue };
            let before = decided.entry(talk).or_default();
            if *before >= (chars / CHARS_FOR_ONE).max(LEAST_OF_A_TALK) {
                unlikely.insert(fact.id);
            }
            *before += 1;
        }
        Ok(unlikely)
    }

    fn spoken(&mut self, r: &Reader, fact: Uuid) -> Result<Option<Arc<SpokenFact>>> {
        if let Some(known) = self.spoken.get(&fact) {
            return Ok(known.clone());
        }
        let spoken = match r.fact(fact)? {
            Some(row) => self.read_spoken(r, &row)?.map(Arc::new),
            None => None,
        };
        self.spoken.insert(fact, spoken.clone());
        Ok(spoken)
    }

    fn read_spoken(&mut self, r: &Reader, fact: &FactRow) -> Result<Option<SpokenFact>> {
        let evidence = fact.evidence.as_ref().filter(|_| fact.salience.speaker.is_some());
        let Some((evidence, input)) = evidence.and_then(|found| Some((found, found.input.as_ref()?.seq))) else {
            return Ok(None);
        };
        let chars = match self.interviews.get(&input) {
            Some(known) => *known,
            None => {
                let is_interview = is_interview(&r.pieces(input, 1..2)?);
                let row = r.input_at(input)?.filter(|_| is_interview);
                *self.interviews.entry(input).or_insert(row.map(|row| row.chars as usize))
            }
        };
        let signals =
            || PassageSignals::new(&evidence.found.quote, fact.salience.question.as_deref(), fact.salience.score);
        Ok(chars.map(|chars| SpokenFact { signals: signals(), talk: (input, chars) }))
    }
}
