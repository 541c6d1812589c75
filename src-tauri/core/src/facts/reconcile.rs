//! Candidates against the ledger (`docs/contracts/fact-ops.md`): what is added, what it replaces, what it contradicts.
//!
//! The same ops twice change nothing the second time. What makes that so is that a fact is known by its scope, key,
//! value *and* the place of its evidence, whatever has become of it since: a rejected or superseded fact is not
//! proposed again from the words it was already found in. What the analyst says by hand is another thing: it takes
//! effect whatever became of a fact before, and no run takes the place of a value that they set.
//!
//! Words that do not carry a value are no further evidence of it: they stay a proposal, which shows what is missing.
//!
//! A value and the sentence that says it are one fact, the value ([`super::one_fact`]): a run proposes no sentence that
//! a value of its own or of the ledger says, and a value takes the place of the sentence that was there before it.
//!
//! A statement that says in other words what another fact says waits for the analyst, who alone knows whether both are
//! wanted; so does the second of two in one run.
//!
//! Two different values for one high-risk key, neither of them accepted, are two proposals: only a fact that was
//! accepted can be contradicted, and a proposal that named another as its adversary would have to be
//! resolved twice.

mod contradiction;

use std::collections::{HashMap, HashSet};

use self::contradiction::PlanPropositions;
use super::check::{Candidate, Route};
use super::near_duplicate::{ComparedStatement, NearDuplicate, StandingStatement};
use super::one_fact::{QuotedSpan, is_one_fact};
use super::{FactContent, NewFact, RunStats, Scope, SourceKind, Status};
use crate::discovery::duplicates::{Comparison, Sieve};
use crate::evidence::Evidence;
use crate::message;
use crate::message::UserMessage;
use crate::propositions::{Proposition, Relation};
use crate::text::Span;

/// A fact that the ledger holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    /// As the store numbers it.
    pub id: i64,
    pub status: Status,
    /// True if anything proves it, its own evidence or a reaffirmation.
    pub proven: bool,
    /// True where it says more than its own quote does.
    pub lacks: bool,
    /// Spans of it in the bundle that was queried: a fact may be said in thousands of others.
    pub places: Vec<Span>,
}

/// A view of the ledger of one discovery. Facts that an undo took back are not in it.
pub trait LedgerView {
    type Error;

    /// The accepted fact of a scope and a registered key.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn accepted(&self, scope: &Scope, key: &str) -> Result<Option<i64>, Self::Error>;

    /// Returns whether the analyst set the value of a fact by hand, or said under which condition it holds. Asked only
    /// of what would be superseded.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn is_by_hand(&self, _: i64) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// For each candidate all facts of its scope, key and norm, whatever their status, with their places in `bundle`.
    /// Asked of all at once, so that a store need not ready itself for each.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn matching_entries(&self, candidates: &[Candidate], bundle: i64) -> Result<Vec<Vec<LedgerEntry>>, Self::Error>;

    /// Returns all quotes ever taken from a bundle. Asked once a run.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn quoted(&self, _: i64) -> Result<Vec<QuotedSpan>, Self::Error> {
        Ok(Vec::new())
    }

    /// A fact that says what an assistant said, if in other words. Asked only of what an assistant said.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn restated_fact(&self, _: &FactContent) -> Result<Option<i64>, Self::Error> {
        Ok(None)
    }

    /// Facts that stand and say in other words what a statement from `bundle` says, surest first. Asked only of what
    /// would be accepted by itself.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn twins(&self, _: &FactContent, _bundle: i64) -> Result<Vec<(i64, Comparison)>, Self::Error> {
        Ok(Vec::new())
    }

    /// Returns the propositions of a candidate from `bundle`, by the words that prove it.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn propositions(&self, _: &FactContent, _bundle: i64) -> Result<Vec<Proposition>, Self::Error> {
        Ok(Vec::new())
    }

    /// Returns whether every statement that says what a key is the value of becomes one of its values, so that these
    /// meet by the key alone.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn is_kept_key(&self, _: &str) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Returns the propositions of a fact that the ledger holds, by the words that prove it.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn propositions_of_fact(&self, _: i64) -> Result<Vec<Proposition>, Self::Error> {
        Ok(Vec::new())
    }

    /// Facts that stand and cannot be true beside propositions from `bundle`, or may not, surest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    fn contradicted(&self, _: &[Proposition], _bundle: i64) -> Result<Vec<Contradicted>, Self::Error> {
        Ok(Vec::new())
    }
}

/// A fact that says something else than a candidate of the same thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Contradicted {
    /// As the store numbers it.
    pub fact: i64,
    pub relation: Relation,
    pub key: String,
    /// Span of its quote, if that is in the candidate's own bundle.
    pub span: Option<Span>,
}

/// A fact of the ledger, or one that the plan adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactRef {
    Held(i64),
    /// By its place in [`LedgerPlan::facts`]; only facts after it refer to it.
    New(usize),
}

/// The changes to write, all of them or nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LedgerPlan {
    /// To add, in this order.
    pub facts: Vec<NewFact>,
    /// Facts of the ledger that become superseded.
    pub retired: Vec<Retired>,
    /// Further evidence for facts that are there already.
    pub reaffirmed: Vec<Reaffirmed>,
    /// Facts that stand and that a new one contradicts: they are to be looked at with it.
    pub contradicted: Vec<FactRef>,
    /// Twins that keep new facts, by position, from being accepted by themselves.
    pub twins: Vec<(usize, NearDuplicate)>,
    /// One for each candidate, in order.
    pub outcomes: Vec<CandidateOutcome>,
    pub stats: RunStats,
}

/// A fact of the ledger whose place is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retired {
    pub fact: i64,
    /// The fact in its place when the run has ended, by its position in [`LedgerPlan::facts`].
    pub by: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Reaffirmed {
    pub fact: FactRef,
    pub evidence: Evidence,
}

/// The outcome of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CandidateOutcome {
    pub what: OutcomeKind,
    /// The fact that now says it.
    pub fact: FactRef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    Added,
    /// Accepted in the place of another value.
    Updated,
    Conflict,
    Note,
    /// Its quote does not stand in the source.
    Rejected,
    /// The ledger held it already.
    Unchanged,
}

/// Holds the candidates of one run, all from `bundle`, against the ledger. Later ones see what earlier ones did.
///
/// # Errors
/// When `ledger` cannot be read; nothing else fails.
pub fn reconcile<L: LedgerView>(candidates: Vec<Candidate>, bundle: i64, ledger: &L) -> Result<LedgerPlan, L::Error> {
    let mut run = Reconciler {
        ledger,
        bundle,
        plan: LedgerPlan::default(),
        subjects: HashMap::new(),
        by_norm: HashMap::new(),
        heirs: HashMap::new(),
        reaffirmed: HashSet::new(),
        own: PlannedStatements::default(),
        propositions: PlanPropositions::default(),
        quoted: ledger.quoted(bundle)?,
    };
    let held = ledger.matching_entries(&candidates, bundle)?;
    let values = values_of_sentences(&candidates);
    for ((candidate, held), value) in candidates.into_iter().zip(held).zip(&values) {
        match value {
            // Which fact the value is, is known when all are taken.
            Some(_) => run.count_unchanged(FactRef::New(usize::MAX)),
            None => run.take(candidate, &held)?,
        }
    }
    for (at, value) in values.into_iter().enumerate() {
        if let Some(value) = value {
            run.plan.outcomes[at].fact = run.plan.outcomes[value].fact;
        }
    }
    run.plan.retired = run.retired();
    Ok(run.plan)
}

/// For each candidate that is the sentence of another one's value, which that is.
fn values_of_sentences(candidates: &[Candidate]) -> Vec<Option<usize>> {
    let values: Vec<(usize, Span)> = candidates
        .iter()
        .enumerate()
        .filter(|(_, candidate)| candidate.route == Route::Typed)
        .filter_map(|(at, candidate)| Some((at, candidate.content.evidence.as_ref()?.span)))
        .collect();
    let sayer = |candidate: &Candidate| {
        let spoken = candidate.sentence()?;
        values.iter().find(|(_, value)| is_one_fact(&spoken.quote, spoken.span, *value)).map(|(at, _)| *at)
    };
    candidates.iter().map(sayer).collect()
}

struct Reconciler<'l, L> {
    ledger: &'l L,
    bundle: i64,
    plan: LedgerPlan,
    /// The accepted fact of a scope and key, once asked for or changed.
    subjects: HashMap<(Scope, String), Option<FactRef>>,
    /// Facts that the plan adds, by scope, key and norm.
    by_norm: HashMap<(Scope, String, String), Vec<usize>>,
    /// The successors of facts, in the plan: each comes after what it replaces.
    heirs: HashMap<FactRef, usize>,
    reaffirmed: HashSet<(FactRef, Span)>,
    own: PlannedStatements,
    propositions: PlanPropositions,
    /// The ledger's quotes of the bundle's words.
    quoted: Vec<QuotedSpan>,
}

/// The facts that the plan adds, as statements are compared with them: read only once one is.
#[derive(Default)]
struct PlannedStatements {
    sieve: Sieve<usize>,
    /// Number of facts read.
    read: usize,
}

/// A fact that says what the candidate says.
struct MatchingFact {
    fact: FactRef,
    status: Status,
    /// It was found at the candidate's own place, or both have none.
    here: bool,
    /// It has evidence, or the analyst vouches for it.
    is_grounded: bool,
    /// Its quote does not carry it.
    lacks: bool,
}

impl<L: LedgerView> Reconciler<'_, L> {
    /// `held` is what says the same in the ledger.
    fn take(&mut self, candidate: Candidate, held: &[LedgerEntry]) -> Result<(), L::Error> {
        if let Some(value) = self.value_of_sentence(&candidate) {
            self.count_unchanged(FactRef::Held(value));
            return Ok(());
        }
        self.plan.stats.ops_in += 1;
        let same = self.same(&candidate, held);
        let same = self.without_other_vendors(&candidate, same)?;
        // A note that Factly wrote for an unproven claim must not swallow the proof.
        let with = |status: &[Status]| {
            same.iter().find(|same| same.is_grounded && status.contains(&same.status)).map(|same| same.fact)
        };
        let by_hand = candidate.content.source_kind == SourceKind::Manual;
        let is_said = |same: &&MatchingFact| same.here && (!by_hand || same.status == Status::Accepted);
        if let Some(known) = same.iter().find(is_said) {
            let what =
                if candidate.route == Route::Unverified { OutcomeKind::Rejected } else { OutcomeKind::Unchanged };
            self.count(what, known.fact);
            return Ok(());
        }
        if let Some(known) = self.repeated_fact(&candidate, &same)? {
            self.count(OutcomeKind::Unchanged, known);
            return Ok(());
        }
        let accepted = with(&[Status::Accepted]);
        let is_carried = by_hand || candidate.content.missing.is_empty();
        if let Some(accepted) = accepted.filter(|_| is_carried) {
            self.reaffirm(accepted, candidate);
            return Ok(());
        }
        // Said again by words that do not carry it either, it would show no more than it does already.
        if let Some(known) = same.iter().find(|same| same.lacks && !is_carried) {
            self.count(OutcomeKind::Unchanged, known.fact);
            return Ok(());
        }
        let open = with(&[Status::Proposed, Status::Conflict]).filter(|_| is_carried);
        let requested = match (candidate.route, accepted) {
            // It claims what stands, so it contradicts nothing.
            (Route::Typed | Route::Statement, Some(_)) => PlanStep::Propose { why: None },
            _ => {
                let was_rejected = with(&[Status::Rejected]).is_some() || self.is_of_a_rejected_sentence(&candidate);
                self.step(&candidate, !by_hand && was_rejected)?
            }
        };
        let (candidate, requested) = self.against(candidate, requested)?;
        // A typed fact is not compared by its words.
        let is_asked = candidate.route == Route::Statement && matches!(requested, PlanStep::Accept { .. });
        let twin = if is_asked { self.twin(&candidate.content)? } else { None };
        let step = if twin.is_some() { PlanStep::Propose { why: None } } else { requested };
        match (step, open) {
            (PlanStep::Accept { .. }, _) => {
                let open = same
                    .iter()
                    .filter(|same| same.is_grounded && matches!(same.status, Status::Proposed | Status::Conflict));
                let by = self.plan.facts.len();
                open.for_each(|same| self.retire(same.fact, by));
                self.take_sentences(&candidate, &[Status::Proposed, Status::Accepted, Status::Conflict]);
                self.add(candidate, step);
            }
            (_, Some(open)) => self.reaffirm(open, candidate),
            (_, None) => {
                self.plan.twins.extend(twin.map(|twin| (self.plan.facts.len(), twin)));
                // What was accepted stays so until the value is.
                self.take_sentences(&candidate, &[Status::Proposed, Status::Conflict]);
                self.add(candidate, step);
            }
        }
        Ok(())
    }

    /// Counts a candidate that is said by a fact already.
    fn count_unchanged(&mut self, by: FactRef) {
        self.plan.stats.ops_in += 1;
        self.count(OutcomeKind::Unchanged, by);
    }

    /// The value of the ledger whose sentence a candidate is, whatever became of it.
    fn value_of_sentence(&self, candidate: &Candidate) -> Option<i64> {
        let spoken = candidate.sentence()?;
        let says = |quoted: &&QuotedSpan| quoted.is_value && is_one_fact(&spoken.quote, spoken.span, quoted.span);
        self.quoted.iter().find(says).map(|quoted| quoted.id)
    }

    /// The sentences of the ledger that say the value of a candidate.
    fn sentences<'s>(&'s self, candidate: &Candidate) -> impl Iterator<Item = &'s QuotedSpan> + use<'s, L> {
        let value = candidate.content.evidence.as_ref().filter(|_| candidate.route == Route::Typed);
        let value = value.map(|evidence| evidence.span);
        self.quoted.iter().filter(move |quoted| {
            !quoted.is_value && value.is_some_and(|value| is_one_fact(&quoted.quote, quoted.span, value))
        })
    }

    fn is_of_a_rejected_sentence(&self, candidate: &Candidate) -> bool {
        self.sentences(candidate).any(|quoted| quoted.status == Status::Rejected)
    }

    /// Lets a value that is about to be added take the place of its sentences, but for those that the analyst added.
    fn take_sentences(&mut self, candidate: &Candidate, of: &[Status]) {
        let taken: Vec<i64> = self
            .sentences(candidate)
            .filter(|quoted| !quoted.by_hand && of.contains(&quoted.status))
            .map(|quoted| quoted.id)
            .collect();
        let by = self.plan.facts.len();
        taken.into_iter().for_each(|sentence| self.retire(FactRef::Held(sentence), by));
    }

    /// The fact that says surest what a statement says, in other words.
    fn twin(&mut self, stated: &FactContent) -> Result<Option<NearDuplicate>, L::Error> {
        let own = self.own_twins(stated);
        let held = self.ledger.twins(stated, self.bundle)?.into_iter();
        let held = held.filter(|(id, _)| !self.heirs.contains_key(&FactRef::Held(*id)));
        let twins = held.map(|(id, verdict)| NearDuplicate { fact: FactRef::Held(id), verdict }).chain(own);
        // Of equals the first, which is the older.
        Ok(twins.reduce(|best, next| if next.verdict.score > best.verdict.score { next } else { best }))
    }

    fn own_twins(&mut self, stated: &FactContent) -> Vec<NearDuplicate> {
        let facts = &self.plan.facts;
        for new in self.own.read..facts.len() {
            if let Some(fact) = facts.get(new).filter(|fact| standing(&fact.content, None).is_comparable()) {
                self.own.sieve.add(new, &fact.content.text);
            }
        }
        self.own.read = facts.len();
        let span = stated.evidence.as_ref().map(|evidence| evidence.span);
        let statement = ComparedStatement::new(&stated.text);
        let twin = |new: usize| {
            let fact = facts.get(new).filter(|fact| fact.status != Status::Superseded)?;
            let verdict = standing(&fact.content, span).says(&statement)?;
            Some(NearDuplicate { fact: FactRef::New(new), verdict })
        };
        self.own.sieve.sift(&stated.text).into_iter().filter_map(twin).collect()
    }

    /// The fact that an assistant only repeats: it was told the ledger, so its word for what stands there proves
    /// nothing, and what the analyst rejected, or what another value took the place of, is not proposed again because
    /// it was said again.
    fn repeated_fact(&self, candidate: &Candidate, same: &[MatchingFact]) -> Result<Option<FactRef>, L::Error> {
        if candidate.content.source_kind != SourceKind::Agent {
            return Ok(None);
        }
        match same.first() {
            Some(same) => Ok(Some(same.fact)),
            None => Ok(self.ledger.restated_fact(&candidate.content)?.map(FactRef::Held)),
        }
    }

    /// Returns a candidate's step, where nothing in the ledger says it yet.
    fn step(&mut self, candidate: &Candidate, was_rejected: bool) -> Result<PlanStep, L::Error> {
        let current = match candidate.route {
            Route::Typed => self.accepted(candidate)?,
            Route::Statement => None,
            Route::Note => return Ok(PlanStep::Note),
            Route::Unverified => return Ok(PlanStep::Reject),
        };
        if let Some(current) = current
            && self.is_taxed(candidate, current)?
        {
            return Ok(PlanStep::Propose { why: Some(HoldReason::Taxed) });
        }
        let mut why = None;
        if candidate.doubt.is_none() && !was_rejected {
            match current {
                Some(set) if candidate.content.source_kind != SourceKind::Manual && self.is_by_hand(set)? => {
                    why = Some(HoldReason::SetByHand);
                }
                over => return Ok(PlanStep::Accept { over }),
            }
        }
        Ok(match current {
            // An assistant's word is never set against what was accepted: it waits.
            Some(against) if candidate.content.source_kind != SourceKind::Agent => {
                PlanStep::Contradict { against, why }
            }
            _ if was_rejected => PlanStep::Propose { why: Some(HoldReason::RejectedBefore) },
            _ => PlanStep::Propose { why: None },
        })
    }

    fn is_by_hand(&self, fact: FactRef) -> Result<bool, L::Error> {
        match fact {
            FactRef::Held(id) => self.ledger.is_by_hand(id),
            FactRef::New(new) => {
                Ok(self.plan.facts.get(new).is_some_and(|fact| fact.content.source_kind == SourceKind::Manual))
            }
        }
    }

    fn add(&mut self, candidate: Candidate, step: PlanStep) {
        let Candidate { mut content, doubt, .. } = candidate;
        let (status, what) = match step {
            PlanStep::Accept { over: None } => (Status::Accepted, OutcomeKind::Added),
            PlanStep::Accept { over: Some(_) } => (Status::Accepted, OutcomeKind::Updated),
            PlanStep::Contradict { .. } => (Status::Conflict, OutcomeKind::Conflict),
            PlanStep::Propose { .. } | PlanStep::Doubt { .. } => (Status::Proposed, OutcomeKind::Added),
            PlanStep::Note => (Status::Proposed, OutcomeKind::Note),
            PlanStep::Reject => (Status::Proposed, OutcomeKind::Rejected),
        };
        let why = match step {
            PlanStep::Propose { why: Some(why) } | PlanStep::Contradict { why: Some(why), .. } => Some(why.message()),
            PlanStep::Accept { .. } | PlanStep::Note => None,
            _ => doubt,
        };
        if let Some(why) = why {
            content.reason = why;
        }
        let new = self.plan.facts.len();
        let fact = FactRef::New(new);
        let supersedes = match step {
            PlanStep::Accept { over } => over,
            _ => None,
        };
        let conflicts_with = match step {
            PlanStep::Contradict { against, .. } | PlanStep::Doubt { against } => Some(against),
            _ => None,
        };
        if let Some(old) = supersedes {
            self.retire(old, new);
        }
        if status == Status::Accepted && content.key != crate::keys::NOTE_KEY {
            self.subjects.insert((content.scope.clone(), content.key.clone()), Some(fact));
        }
        let known_by = (content.scope.clone(), content.key.clone(), content.norm.clone());
        self.by_norm.entry(known_by).or_default().push(new);
        self.propositions.keep(new);
        let needs_review = status != Status::Accepted;
        self.plan.stats.needs_review += u32::from(needs_review);
        self.plan.facts.push(NewFact { content, status, needs_review, supersedes, conflicts_with });
        self.count(what, fact);
    }

    fn reaffirm(&mut self, fact: FactRef, candidate: Candidate) {
        if let Some(evidence) = candidate.content.evidence
            && self.reaffirmed.insert((fact, evidence.span))
        {
            self.plan.reaffirmed.push(Reaffirmed { fact, evidence });
        }
        let what = if candidate.route == Route::Unverified { OutcomeKind::Rejected } else { OutcomeKind::Unchanged };
        self.count(what, fact);
    }

    /// Supersedes a fact by what the plan has, or is to have next, at `by`.
    fn retire(&mut self, fact: FactRef, by: usize) {
        self.heirs.entry(fact).or_insert(by);
        if let FactRef::New(new) = fact
            && let Some(fact) = self.plan.facts.get_mut(new)
        {
            self.plan.stats.needs_review -= u32::from(fact.needs_review);
            fact.status = Status::Superseded;
            fact.needs_review = false;
        }
    }

    /// The facts of the ledger whose place was taken, in its order, with what stands there in the end.
    fn retired(&self) -> Vec<Retired> {
        let last = |by: usize| {
            std::iter::successors(Some(by), |by| self.heirs.get(&FactRef::New(*by)).copied()).last().unwrap_or(by)
        };
        let held = self.heirs.iter().filter_map(|(fact, by)| match fact {
            FactRef::Held(fact) => Some(Retired { fact: *fact, by: last(*by) }),
            FactRef::New(_) => None,
        });
        let mut retired: Vec<Retired> = held.collect();
        retired.sort_by_key(|retired| retired.fact);
        retired
    }

    fn count(&mut self, what: OutcomeKind, fact: FactRef) {
        let stats = &mut self.plan.stats;
        let counter = match what {
            OutcomeKind::Added => &mut stats.facts_added,
            OutcomeKind::Updated => &mut stats.facts_updated,
            OutcomeKind::Conflict => &mut stats.conflicts,
            OutcomeKind::Note => &mut stats.notes,
            OutcomeKind::Rejected => &mut stats.rejected,
            OutcomeKind::Unchanged => &mut stats.unchanged,
        };
        *counter += 1;
        self.plan.outcomes.push(CandidateOutcome { what, fact });
    }

    fn accepted(&mut self, candidate: &Candidate) -> Result<Option<FactRef>, L::Error> {
        let subject = (candidate.content.scope.clone(), candidate.content.key.clone());
        if let Some(known) = self.subjects.get(&subject) {
            return Ok(*known);
        }
        let held = self.ledger.accepted(&subject.0, &subject.1)?.map(FactRef::Held);
        self.subjects.insert(subject, held);
        Ok(held)
    }

    /// Facts of the ledger and of the plan that say what the candidate says.
    fn same(&self, candidate: &Candidate, held: &[LedgerEntry]) -> Vec<MatchingFact> {
        let content = &candidate.content;
        let span = content.evidence.as_ref().map(|evidence| evidence.span);
        let mut same: Vec<MatchingFact> = held.iter().map(|held| self.as_held(held, span)).collect();
        let known_by = (content.scope.clone(), content.key.clone(), content.norm.clone());
        for new in self.by_norm.get(&known_by).into_iter().flatten() {
            let Some(fact) = self.plan.facts.get(*new) else { continue };
            let own = fact.content.evidence.as_ref().map(|evidence| evidence.span);
            let here = own == span || self.was_reaffirmed(FactRef::New(*new), span);
            let is_grounded = fact.content.evidence.is_some();
            let lacks = !fact.content.missing.is_empty();
            same.push(MatchingFact { fact: FactRef::New(*new), status: fact.status, here, is_grounded, lacks });
        }
        same
    }

    fn as_held(&self, held: &LedgerEntry, span: Option<Span>) -> MatchingFact {
        let fact = FactRef::Held(held.id);
        let here = match span {
            Some(span) => held.places.contains(&span) || self.was_reaffirmed(fact, Some(span)),
            None => !held.proven,
        };
        let status = if self.heirs.contains_key(&fact) { Status::Superseded } else { held.status };
        MatchingFact { fact, status, here, is_grounded: held.proven || status == Status::Accepted, lacks: held.lacks }
    }

    fn was_reaffirmed(&self, fact: FactRef, span: Option<Span>) -> bool {
        span.is_some_and(|span| self.reaffirmed.contains(&(fact, span)))
    }
}

/// The step for a candidate that is not in the ledger yet.
#[derive(Clone, Copy)]
enum PlanStep {
    Accept {
        over: Option<FactRef>,
    },
    Contradict {
        against: FactRef,
        why: Option<HoldReason>,
    },
    /// It may contradict a fact, which only the analyst can tell.
    Doubt {
        against: FactRef,
    },
    Propose {
        why: Option<HoldReason>,
    },
    Note,
    Reject,
}

/// An earlier act of the analyst, against which a candidate is not accepted by itself.
#[derive(Clone, Copy)]
enum HoldReason {
    SetByHand,
    RejectedBefore,
    Taxed,
}

impl HoldReason {
    fn message(self) -> UserMessage {
        match self {
            Self::SetByHand => message!("the analyst set the value that stands"),
            Self::RejectedBefore => message!("the analyst rejected this value before"),
            Self::Taxed => message!("it is what stands, with or without the tax"),
        }
    }
}

/// A fact of the plan, beside a statement with its quote at `span`.
fn standing(content: &FactContent, span: Option<Span>) -> StandingStatement<'_> {
    let own = content.evidence.as_ref().map(|evidence| evidence.span);
    StandingStatement {
        key: &content.key,
        of_item: content.scope != Scope::Project,
        text: &content.text,
        source_kind: content.source_kind,
        same_words: own.zip(span).is_some_and(|(own, span)| own.overlaps(span)),
    }
}
