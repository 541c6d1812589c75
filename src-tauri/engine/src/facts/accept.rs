//! Accepting facts, but for those whose column says the same already.

use factly_core::discovery::{EntityKind, EntityLabel};
use factly_core::facts::Status;
use factly_core::keys::NOTE_KEY;
use factly_core::message::UserMessage;
use factly_core::propositions::Proposition;
use uuid::Uuid;

use crate::duplicates::{Duplicate, DuplicateMatches, DuplicatePolicy, Duplicates, VariantsByEntity};
use crate::error::{Error, Result};
use crate::facts::decide::DecisionReport;
use crate::facts::remarks;
use crate::facts::{Facts, NearDuplicateIndex};
use crate::lookup::fact_row;
use crate::marks::Judge;
use crate::marks::judging::{MOST_ASKED, notes, too_many_changes};
use crate::store::discoveries::DiscoveryRow;
use crate::store::facts::FactRow;
use crate::store::{DiscoverySeq, Reader};

/// Least likeness of passages of talk that say the same: people speak in the same words of several things.
const SPOKEN_ALIKE: f64 = 0.8;

/// The outcome of facts that were to be accepted.
#[derive(Debug, Default)]
pub struct AcceptReport {
    pub accepted: Vec<EntityLabel>,
    pub held_back: Vec<DuplicateHold>,
    /// Facts that cannot be accepted, and why.
    pub refused: Vec<(EntityLabel, Error)>,
    /// Sentences, where a model was to judge what says the same or whom it touches and what is built in did.
    pub note: Option<UserMessage>,
}

/// A fact that was not accepted, with what its column says already.
#[derive(Clone, Debug, PartialEq)]
pub struct DuplicateHold {
    pub fact: Uuid,
    pub label: EntityLabel,
    pub text: String,
    pub duplicates: Vec<Duplicate>,
}

impl Facts<'_> {
    /// Accepts facts as one step, but for those whose column says the same already: unless it is wanted anyway, those
    /// are left for the analyst to merge or to keep.
    pub fn accept_checked(&self, facts: &[Uuid], anyway: DuplicatePolicy) -> Result<AcceptReport> {
        let (held_back, note) = Facts::new(self.ctx).held_back(facts, anyway)?;
        let beside = Facts::new(self.ctx).variant_pairs(facts, anyway)?;
        let clear: Vec<Uuid> =
            facts.iter().copied().filter(|fact| !held_back.iter().any(|held| held.fact == *fact)).collect();
        let mut decisions = Facts::new(self.ctx).accept_open(&clear, &beside)?;
        if held_back.is_empty() {
            decisions = decisions.or_refused()?;
        }
        let DecisionReport { decided: accepted, refused, note: touched } = decisions;
        Ok(AcceptReport { accepted, held_back, refused, note: notes([&note, &touched]) })
    }

    /// Those of some facts that speak of other things than `row` does, or of what another vendor offers: "delivery: 2
    /// weeks" of two lamps are two facts.
    fn of_other_things(
        &self,
        r: &Reader,
        row: &FactRow,
        labels: impl Iterator<Item = EntityLabel>,
    ) -> Result<Vec<EntityLabel>> {
        let read = self.ctx.cache::<NearDuplicateIndex>().propositions().clone();
        let stated = |fact: &FactRow| match &fact.evidence {
            Some(evidence) => read.of_evidence(r, evidence.bundle, &evidence.found),
            None => Ok(Vec::new()),
        };
        let own = stated(row)?;
        let mut others = Vec::new();
        for label in labels {
            let Some(fact) = r.fact_by_label(row.discovery, label.no)? else { continue };
            let of_fact = stated(&fact)?;
            let is_of_one = own.iter().any(|one| of_fact.iter().any(|other| may_be_of_one(one, other)));
            if !own.is_empty() && !of_fact.is_empty() && !is_of_one {
                others.push(label);
            }
        }
        Ok(others)
    }

    /// Those of the facts that wait and whose column says the same already.
    pub(crate) fn held_back(
        &self,
        facts: &[Uuid],
        anyway: DuplicatePolicy,
    ) -> Result<(Vec<DuplicateHold>, Option<UserMessage>)> {
        let mut held = Vec::new();
        let mut accepting = Vec::new();
        if anyway != DuplicatePolicy::Hold {
            return Ok((held, None));
        }
        let is_asked = facts.len() <= MOST_ASKED;
        let mut note = (!is_asked && Judge::new(self.ctx).has_judge()).then(too_many_changes);
        for fact in facts {
            let Some((row, discovery)) = Facts::new(self.ctx).waiting_fact(*fact)? else { continue };
            let label = EntityLabel::new(EntityKind::Fact, row.label_no);
            let mut found = match is_asked {
                true => {
                    Duplicates::new(self.ctx).duplicates_judged(&discovery, EntityKind::Fact, &row.text, Some(label))?
                }
                false => {
                    let duplicates = Duplicates::new(self.ctx).duplicates_in(
                        &discovery,
                        EntityKind::Fact,
                        &row.text,
                        Some(label),
                    )?;
                    DuplicateMatches { duplicates, note: None }
                }
            };
            if row.key == NOTE_KEY && row.salience.speaker.is_some() {
                found.duplicates.retain(|one| one.score >= SPOKEN_ALIKE);
            }
            if !found.duplicates.is_empty() {
                let passed_over = self.ctx.read(|r| {
                    let labels = found.duplicates.iter().map(|duplicate| duplicate.label);
                    let mut passed_over = undecided(r, discovery.seq, labels.clone(), &accepting)?;
                    passed_over.extend(put_aside(r, &row)?);
                    passed_over.extend(self.of_other_things(r, &row, labels)?);
                    Ok(passed_over)
                })?;
                found.duplicates.retain(|one| !passed_over.contains(&one.label));
            }
            note = note.or(found.note);
            if found.duplicates.is_empty() {
                accepting.push(label);
            } else {
                held.push(DuplicateHold { fact: *fact, label, text: row.text, duplicates: found.duplicates });
            }
        }
        Ok((held, note))
    }

    /// Returns what those of the facts that wait are kept beside, where they are wanted anyway. As where they are held
    /// back, a model is asked about a few only.
    pub(crate) fn variant_pairs(&self, facts: &[Uuid], anyway: DuplicatePolicy) -> Result<VariantsByEntity> {
        let mut beside = VariantsByEntity::new();
        let is_asked = anyway == DuplicatePolicy::Report && facts.len() <= MOST_ASKED;
        for fact in facts.iter().filter(|_| anyway != DuplicatePolicy::Hold) {
            let Some((row, discovery)) = Facts::new(self.ctx).waiting_fact(*fact)? else { continue };
            let label = EntityLabel::new(EntityKind::Fact, row.label_no);
            if is_asked {
                Duplicates::new(self.ctx).duplicates_judged(&discovery, EntityKind::Fact, &row.text, Some(label))?;
            }
            let mut found =
                Duplicates::new(self.ctx).variants_to_record(&discovery, EntityKind::Fact, &row.text, Some(label))?;
            if !found.is_empty() {
                let aside = self.ctx.read(|r| put_aside(r, &row))?;
                found.retain(|duplicate| !aside.contains(duplicate));
                beside.insert(label, found);
            }
        }
        Ok(beside)
    }

    /// A fact that can be accepted, and its discovery.
    fn waiting_fact(&self, fact: Uuid) -> Result<Option<(FactRow, DiscoveryRow)>> {
        let (row, discovery) = self.ctx.read(|r| {
            let row = fact_row(r, fact)?;
            let discovery = r.discovery_at(row.discovery)?;
            Ok((row, discovery))
        })?;
        let is_open = matches!(row.status, Status::Proposed | Status::Conflict | Status::Rejected);
        Ok(discovery.filter(|_| is_open).map(|discovery| (row, discovery)))
    }

    /// The value in the words of a typed fact, which begin with what its key is called.
    pub(crate) fn value_in(&self, r: &Reader, row: &FactRow, text: &str) -> Result<String> {
        let registry = Facts::new(self.ctx).registry_of(r, row.discovery)?;
        let name = registry.get(&row.key).map_or(row.key.as_str(), |key| key.label.as_str());
        let value = text.strip_prefix(name).and_then(|rest| rest.trim_start().strip_prefix(':')).unwrap_or(text);
        Ok(value.trim().to_owned())
    }
}

/// Returns whether two propositions may speak of one thing, and of the same vendor's.
fn may_be_of_one(one: &Proposition, other: &Proposition) -> bool {
    let is_of_two_vendors = !one.vendor.is_empty() && !other.vendor.is_empty() && one.vendor != other.vendor;
    one.subject.may_be(&other.subject) && !is_of_two_vendors
}

/// Those of the facts that nobody has accepted, but for what is being accepted: what waits says nothing yet, so nothing is
/// said already for it. Its own turn comes.
fn undecided(
    r: &Reader,
    discovery: DiscoverySeq,
    labels: impl Iterator<Item = EntityLabel>,
    accepting: &[EntityLabel],
) -> Result<Vec<EntityLabel>> {
    let mut found = Vec::new();
    for label in labels.filter(|label| !accepting.contains(label)) {
        let status = r.fact_by_label(discovery, label.no)?.map(|fact| fact.status);
        if status != Some(Status::Accepted) {
            found.push(label);
        }
    }
    Ok(found)
}

/// Returns what the analyst kept as notes of the key that a fact is a value of: it stands for the key no more, so a
/// value that says the same is no duplicate of it.
fn put_aside(r: &Reader, row: &FactRow) -> Result<Vec<EntityLabel>> {
    let item = match row.scope.item_id() {
        Some(item) => r.item_meant(row.discovery, item)?.map(|item| item.reference()),
        None => Some(String::new()),
    };
    let of_it = |(key, of, _): &(String, String, _)| *key == row.key && Some(of) == item.as_ref();
    let of_it = remarks(r, row.discovery)?.into_iter().filter(of_it);
    Ok(of_it.map(|(_, _, fact)| EntityLabel::new(EntityKind::Fact, fact.label_no)).collect())
}
