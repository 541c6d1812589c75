//! Candidates against what the ledger and the plan say of the same thing, by their propositions.
//!
//! A key has one value, which is held against what it had; anything else that is said of a thing is held against what
//! any fact says of it. What cannot be true beside a fact is a conflict with it, and that fact is to be looked at too;
//! what may not be waits, with the fact beside it.

use super::{
    Candidate, Contradicted, FactRef, LedgerView, MatchingFact, PlanStep, Reconciler, Route, SourceKind, Status,
};
use crate::keys::{NOTE_KEY, ValueType};
use crate::message;
use crate::propositions::{Proposition, PropositionIndex, Relation, is_taxed};
use crate::text::Span;

/// The propositions of a plan's facts.
#[derive(Default)]
pub(super) struct PlanPropositions {
    index: PropositionIndex<usize>,
    /// The propositions of the candidate that is looked at.
    current: Vec<Proposition>,
}

impl PlanPropositions {
    /// Keeps what the current candidate says as what the fact at `new` says.
    pub(super) fn keep(&mut self, new: usize) {
        std::mem::take(&mut self.current).into_iter().for_each(|one| self.index.add(new, one));
    }
}

/// The fact that a candidate is opposed to.
struct OpposedFact {
    fact: FactRef,
    relation: Relation,
}

impl<L: LedgerView> Reconciler<'_, L> {
    /// Sets a candidate against what it contradicts, if it was to stand or to wait by itself.
    pub(super) fn against(
        &mut self,
        mut candidate: Candidate,
        requested: PlanStep,
    ) -> Result<(Candidate, PlanStep), L::Error> {
        self.propositions.current.clear();
        let is_of_key = candidate.route == Route::Typed && self.ledger.is_kept_key(&candidate.content.key)?;
        if is_of_key || !is_held_against_all(&candidate, requested) {
            return Ok((candidate, requested));
        }
        let stated = self.ledger.propositions(&candidate.content, self.bundle)?;
        let opposed = if stated.is_empty() { None } else { self.opposed(&candidate, &stated)? };
        self.propositions.current = stated;
        let Some(OpposedFact { fact, relation }) = opposed else { return Ok((candidate, requested)) };
        if relation == Relation::Contradicts {
            candidate.doubt = Some(message!("it contradicts another fact"));
            self.flag_for_review(fact);
            return Ok((candidate, PlanStep::Contradict { against: fact, why: None }));
        }
        candidate.doubt = Some(message!("it may contradict another fact"));
        Ok((candidate, PlanStep::Doubt { against: fact }))
    }

    /// Leaves out the facts that say the same of another vendor's offer: "Wall white: €65" of two vendors are two prices.
    pub(super) fn without_other_vendors(
        &self,
        candidate: &Candidate,
        same: Vec<MatchingFact>,
    ) -> Result<Vec<MatchingFact>, L::Error> {
        if candidate.route != Route::Statement || same.is_empty() || same.iter().any(|same| same.here) {
            return Ok(same);
        }
        let own = self.ledger.propositions(&candidate.content, self.bundle)?;
        if own.iter().all(|own| own.vendor.is_empty()) {
            return Ok(same);
        }
        let mut of_this = Vec::with_capacity(same.len());
        for one in same {
            let known = self.propositions_of(one.fact)?;
            let is_others = |known: &Proposition| {
                !known.vendor.is_empty() && own.iter().all(|own| !own.vendor.is_empty() && own.vendor != known.vendor)
            };
            if known.is_empty() || !known.iter().all(is_others) {
                of_this.push(one);
            }
        }
        Ok(of_this)
    }

    fn propositions_of(&self, fact: FactRef) -> Result<Vec<Proposition>, L::Error> {
        match fact {
            FactRef::Held(fact) => self.ledger.propositions_of_fact(fact),
            FactRef::New(new) => match self.plan.facts.get(new) {
                Some(fact) => self.ledger.propositions(&fact.content, self.bundle),
                None => Ok(Vec::new()),
            },
        }
    }

    /// Returns whether a candidate is the amount that stands for its key, told with the tax where that is without it.
    pub(super) fn is_taxed(&self, candidate: &Candidate, current: FactRef) -> Result<bool, L::Error> {
        if candidate.content.value_type != ValueType::Currency {
            return Ok(false);
        }
        let known = self.propositions_of(current)?;
        let own =
            if known.is_empty() { Vec::new() } else { self.ledger.propositions(&candidate.content, self.bundle)? };
        Ok(known.iter().any(|known| own.iter().any(|own| is_taxed(known, own))))
    }

    /// Returns what a candidate contradicts surest: of the ledger, else of the plan.
    fn opposed(&self, candidate: &Candidate, stated: &[Proposition]) -> Result<Option<OpposedFact>, L::Error> {
        let span = candidate.content.evidence.as_ref().map(|evidence| evidence.span);
        let is_other = |key: &str, quote_span: Option<Span>| {
            (candidate.content.key == NOTE_KEY || key == NOTE_KEY)
                && !quote_span.zip(span).is_some_and(|(quoted, span)| quoted.overlaps(span))
        };
        let held = self.ledger.contradicted(stated, self.bundle)?.into_iter();
        let held = held
            .filter(|one| is_other(&one.key, one.span))
            .find(|one| !self.heirs.contains_key(&FactRef::Held(one.fact)));
        let held = held.map(|Contradicted { fact, relation, .. }| OpposedFact { fact: FactRef::Held(fact), relation });
        if held.as_ref().is_some_and(|held| held.relation == Relation::Contradicts) {
            return Ok(held);
        }
        let new = stated.iter().flat_map(|one| self.propositions.index.against(one)).find(|(new, _, relation)| {
            let fact = self.plan.facts.get(*new).filter(|fact| fact.status != Status::Superseded);
            // What one text says here and there of nearly the same thing is its writer's to know.
            *relation == Relation::Contradicts
                && fact
                    .is_some_and(|fact| is_other(&fact.content.key, fact.content.evidence.as_ref().map(|own| own.span)))
        });
        let new = new.map(|(new, _, relation)| OpposedFact { fact: FactRef::New(new), relation });
        Ok(new.or(held))
    }

    /// Marks a fact to be looked at with what contradicts it.
    fn flag_for_review(&mut self, fact: FactRef) {
        match fact {
            FactRef::Held(_) if !self.plan.contradicted.contains(&fact) => self.plan.contradicted.push(fact),
            FactRef::Held(_) => {}
            FactRef::New(new) => {
                if let Some(fact) = self.plan.facts.get_mut(new) {
                    self.plan.stats.needs_review += u32::from(!fact.needs_review);
                    fact.needs_review = true;
                }
            }
        }
    }
}

/// Returns whether a candidate is compared with all that is said: what the analyst says decides by itself, an
/// assistant's word is never set against what stands, and a key's value that contradicts another of that key is in a
/// conflict already.
fn is_held_against_all(candidate: &Candidate, requested: PlanStep) -> bool {
    let is_read = matches!(candidate.content.source_kind, SourceKind::User | SourceKind::Imported);
    let is_open = matches!(requested, PlanStep::Accept { over: None } | PlanStep::Propose { why: None });
    is_read && is_open && matches!(candidate.route, Route::Statement | Route::Typed)
}
