//! The facts that wait for the analyst: their order, and a line a fact. Data to decide on one is its detail.
//!
//! The order is asked for after every change and the lines only where they are not known, so that a decision among
//! thousands costs little. What a line says never changes but for what its stamp covers.

use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash, Hasher};

use factly_core::extraction::salience::take_turns;
use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;
use uuid::Uuid;

use crate::error::Result;
use crate::facts::fact::{Fact, fact_from};
use crate::facts::{Expectation, Facts, LearnedRankings, WAITING};
use crate::keys::Registries;
use crate::lookup::{discovery_row, scope_meant};
use crate::store::facts::{LedgerStanding, RankedFact};
use crate::store::{DiscoverySeq, Reader};

/// A fact that waits, by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingId {
    pub id: Uuid,
    /// Another one once its line says something else.
    pub stamp: u32,
    /// The worth of a look at it by what was decided, in per cent; none where that tells nothing of it.
    pub learned: Option<u8>,
    /// Enough of its talk is decided, or worth more than it.
    pub is_unlikely: bool,
}

/// A fact that waits.
#[derive(Clone, Debug)]
pub struct WaitingFact {
    pub fact: Fact,
    /// Conflict that it is decided together with: the same for all that contradict one value.
    pub conflict: Option<String>,
    /// It may contradict another fact.
    pub may_contradict: bool,
    pub stamp: u32,
}

const CONFLICTS: [LedgerStanding; 2] = [(Status::Conflict, false), (Status::Conflict, true)];
const OTHERS: [LedgerStanding; 3] = [(Status::Proposed, false), (Status::Proposed, true), (Status::Accepted, true)];

impl Facts<'_> {
    /// All that waits, what is most worth a look first, the Inputs in turn. Conflicts come before that, since they stand
    /// in the way of others.
    pub fn waiting(&self, discovery: Uuid) -> Result<Vec<WaitingId>> {
        self.ctx.read(|r| {
            let discovery = discovery_row(r, discovery)?.seq;
            let learned = self.ctx.cache::<LearnedRankings>();
            let mut all = Vec::new();
            for standings in [&CONFLICTS[..], &OTHERS] {
                let facts = r.ranked_facts(discovery, standings)?;
                let expectations = learned.expectations(r, discovery, &facts)?;
                let of = |fact: RankedFact| (expectations.get(&fact.id).copied().unwrap_or_default(), fact);
                let mut facts: Vec<(Expectation, RankedFact)> = facts.into_iter().map(of).collect();
                facts.sort_by_key(|(expected, fact)| Reverse(expected.learned.unwrap_or(fact.score)));
                for (Expectation { learned, is_unlikely }, fact) in
                    take_turns(facts, |(_, fact)| (fact.input, fact.has_goal))
                {
                    let conflict = decided_with(r, discovery, &fact)?;
                    all.push(WaitingId { id: fact.id, stamp: stamp(&fact, conflict.as_deref()), learned, is_unlikely });
                }
            }
            Ok(all)
        })
    }

    /// The lines of those of some facts that still wait.
    pub fn waiting_lines(&self, discovery: Uuid, facts: &[Uuid]) -> Result<Vec<WaitingFact>> {
        self.ctx.read(|r| {
            let row = discovery_row(r, discovery)?;
            let registry = self.ctx.cache::<Registries>().get(r, &row)?;
            let mut lines = Vec::with_capacity(facts.len());
            for id in facts {
                let Some(fact) = r.fact(*id)? else { continue };
                if fact.discovery != row.seq || !WAITING.contains(&(fact.status, fact.needs_review)) {
                    continue;
                }
                let ranked = RankedFact::from_row(&fact);
                let conflict = decided_with(r, row.seq, &ranked)?;
                let stamp = stamp(&ranked, conflict.as_deref());
                let may_contradict = ranked.may_contradict;
                lines.push(WaitingFact { fact: fact_from(fact, &registry), conflict, may_contradict, stamp });
            }
            Ok(lines)
        })
    }
}

/// Names the key and the item whose values a fact contradicts, which one decision ends: words are no values of a key.
fn decided_with(r: &Reader, discovery: DiscoverySeq, fact: &RankedFact) -> Result<Option<String>> {
    if fact.status != Status::Conflict || fact.key == NOTE_KEY {
        return Ok(None);
    }
    Ok(Some(format!("{} {}", fact.key, scope_meant(r, discovery, Some(&*fact.item).filter(|item| !item.is_empty()))?)))
}

fn stamp(fact: &RankedFact, conflict: Option<&str>) -> u32 {
    let mut hasher = DefaultHasher::new();
    (fact.status.as_str(), fact.needs_review, conflict).hash(&mut hasher);
    hasher.finish() as u32
}
