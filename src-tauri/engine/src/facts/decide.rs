//! The analyst's decisions: each is one step of undo, and what makes no sense now is refused in words.

use factly_core::discovery::EntityLabel;
use factly_core::discovery::status::MarkEvent;
use factly_core::evidence::{Evidence, EvidenceText};
use factly_core::facts::decide::{self, DecisionChanges, DecisionRefusal, LedgerFact, Resolution};
use factly_core::facts::{AcceptedBy, FactRef, NewFact, SourceKind, Status};
use factly_core::keys::{KeyDef, NOTE_KEY};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::values::Value;
use uuid::Uuid;

use crate::context::Context;
use crate::duplicates::{VariantsByEntity, record_variants};
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::facts::fact::{Fact, content_of, fact_from, label};
use crate::facts::same_span::{end_same_span, superseding, take_sentences};
use crate::facts::{missing_from, seq_of};
use crate::locale::number_format;
use crate::lookup::fact_row;
use crate::marks::Judge;
use crate::marks::judging::{ModelJudgement, notes};
use crate::marks::{EntityEvent, Reach, each_once, fact_label, mark_dependants};
use crate::store::facts::{FactRow, FactToInsert};
use crate::store::{DiscoverySeq, FactSeq, Op, Reader, Stack, Topic, Writer};

/// The changes of an edit. The words of a statement are its value; those of a typed fact are made from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactEdit {
    pub text: Option<String>,
    /// As a person writes it: "6 m", "€1,200".
    pub value: Option<String>,
    pub key: Option<String>,
}

/// The outcome of facts that were to be decided together.
#[derive(Debug, Default)]
pub struct DecisionReport {
    pub decided: Vec<EntityLabel>,
    /// Facts that cannot be decided so, and why; nothing of them was changed.
    pub refused: Vec<(EntityLabel, Error)>,
    /// A sentence, where a model was to judge whom the decisions touch and what is built in did.
    pub note: Option<UserMessage>,
}

impl DecisionReport {
    /// Fails where nothing could be decided.
    pub(crate) fn or_refused(mut self) -> Result<Self> {
        match self.refused.pop() {
            Some((_, error)) if self.decided.is_empty() => Err(error),
            last => {
                self.refused.extend(last);
                Ok(self)
            }
        }
    }
}

impl Facts<'_> {
    /// Accepts each, whatever the column says already; those of a key take the place of what was accepted before.
    pub fn accept(&self, facts: &[Uuid]) -> Result<()> {
        self.accept_open(facts, &VariantsByEntity::new())?.or_refused().map(drop)
    }

    /// As [`Self::accept`], and says what became of each, even if nothing could be accepted. What is kept `beside` what
    /// says the same is noted.
    pub(crate) fn accept_open(&self, facts: &[Uuid], beside: &VariantsByEntity) -> Result<DecisionReport> {
        let is_one = facts.len() == 1;
        self.decide_each(
            |of| message!("Accept {}", of),
            facts,
            beside,
            |r, row| match row.status {
                // To think otherwise about one is a decision; among many a rejected one is passed over.
                Status::Rejected if !is_one => Err(refused(DecisionRefusal::AlreadyRejected)),
                _ => accepting(r, row),
            },
        )
    }

    pub fn reject(&self, facts: &[Uuid]) -> Result<()> {
        self.reject_telling(facts).map(drop)
    }

    /// As [`Self::reject`], and says what became of each.
    pub fn reject_telling(&self, facts: &[Uuid]) -> Result<DecisionReport> {
        let beside = VariantsByEntity::new();
        let rejecting =
            |r: &Reader, row: &FactRow| of_both_versions(r, row, decide::reject(&known(row)).map_err(refused)?);
        self.decide_each(|of| message!("Reject {}", of), facts, &beside, rejecting)?.or_refused()
    }

    /// Ends a conflict; an old value that waits itself is accepted where it is kept. Returns the fact that stands of it: the new one, or the note that it became.
    pub fn resolve(&self, fact: Uuid, how: Resolution) -> Result<Fact> {
        Ok(self.resolve_telling(fact, how)?.0)
    }

    /// As [`Self::resolve`], with a sentence where a model was to judge whom it touches and what is built in did.
    pub fn resolve_telling(&self, fact: Uuid, how: Resolution) -> Result<(Fact, Option<UserMessage>)> {
        if matches!(how, Resolution::KeepNewAsNote | Resolution::KeepBothAsNotes) {
            self.ctx.read(|r| refuse_of_one_label(r, &fact_row(r, fact)?))?;
        }
        if how == Resolution::KeepBothAsNotes {
            return self.keep_both_as_notes(fact);
        }
        let name = |of: &str| match how {
            Resolution::KeepOld => message!("Keep the old value over {}", of),
            Resolution::KeepNewAsNote => message!("Keep as a note {}", of),
            Resolution::TakeNew | Resolution::KeepBothAsNotes => message!("Take {}", of),
        };
        self.decide_one(name, fact, |r, row| {
            let mut decision = decide::resolve(&known(row), &current(r, row, &row.key)?, how).map_err(refused)?;
            if how == Resolution::KeepOld {
                let old = row.conflicts_with.map(|old| r.fact_at(old)).transpose()?.flatten();
                let old = old.filter(|old| old.status == Status::Proposed && old.label_no != row.label_no);
                decision.changes.extend(old.map(|old| (old.seq.0, Status::Accepted)));
            }
            of_both_versions(r, row, decision)
        })
    }

    /// Neither side of a conflict holds any more: what rested on the one that held is to be looked at, as far as a model
    /// does not say otherwise. A third value that contradicts them was not looked at, and waits on.
    fn keep_both_as_notes(&self, fact: Uuid) -> Result<(Fact, Option<UserMessage>)> {
        let row = self.ctx.read(|r| fact_row(r, fact))?;
        let both = |r: &Reader, row: &FactRow| -> Result<_> {
            let held = current(r, row, &row.key)?;
            let decision = decide::resolve(&known(row), &held, Resolution::KeepBothAsNotes).map_err(refused)?;
            let held: Vec<FactRow> =
                held.into_iter().filter_map(|held| r.fact_at(FactSeq(held)).transpose()).collect::<Result<_, _>>()?;
            Ok((decision, held))
        };
        let (_, held) = self.ctx.read(|r| both(r, &row))?;
        let judged = self.judge_losing(row.discovery, &held);
        let op = Op::named(Stack::Discovery(row.discovery), message!("Keep both as notes {}", label(&row)));
        let written = self.ctx.write(op, |w| {
            let row = fact_row(w, fact)?;
            let (decision, held) = both(w, &row)?;
            for held in held {
                let noted = decide::keep_as_note(&known(&held)).map_err(refused)?;
                carry_out(w, &held, &noted, Reach::JudgedOrAll(&judged))?;
            }
            let note = carry_out(w, &row, &decision, Reach::ByWords)?.added.unwrap_or(row.seq);
            finish(w, &row)?;
            Ok(note)
        })?;
        Ok((self.fact_standing(written.value)?, notes(judged.iter().map(|judged| &judged.note))))
    }

    /// Returns a model's judgement of facts whose values hold no more, though their words are kept.
    pub(super) fn judge_losing(&self, discovery: DiscoverySeq, facts: &[FactRow]) -> Vec<ModelJudgement> {
        Judge::new(self.ctx).judge_impacts(discovery, &facts.iter().map(losing).collect::<Vec<_>>())
    }

    /// Makes a new version of a fact, with the same label and the same evidence.
    pub fn edit_fact(&self, fact: Uuid, edit: &FactEdit) -> Result<Fact> {
        Ok(self.edit_fact_telling(fact, edit)?.0)
    }

    /// As [`Self::edit_fact`], with a sentence where a model was to judge whom it touches and what is built in did.
    pub fn edit_fact_telling(&self, fact: Uuid, edit: &FactEdit) -> Result<(Fact, Option<UserMessage>)> {
        self.decide_one(
            |of| message!("Edit {}", of),
            fact,
            |r, row| {
                let key = edit.key.as_deref().unwrap_or(&row.key);
                edit_decision(self.ctx, r, row, key, &new_value(row, key, edit)?)
            },
        )
    }

    /// Returns a model's judgement of an edit of a fact, which must make sense.
    pub(crate) fn judge_fact_edit(&self, row: &FactRow, new: &NewValue<'_>) -> Result<Vec<ModelJudgement>> {
        let decided = self.ctx.read(|r| {
            let (key, value) = new.key_and_value(row)?;
            FactDecision::read(r, row.clone(), edit_decision(self.ctx, r, row, key, &value)?)
        })?;
        Ok(self.judge_decisions(&[decided]))
    }

    /// Returns a model's judgement of accepting facts that wait: of the others there is nothing to judge.
    pub(crate) fn judge_accepting(&self, facts: &[Uuid]) -> Result<Vec<ModelJudgement>> {
        Ok(self.judge_decisions(&self.to_accept(facts)?))
    }

    /// Returns the decisions to accept each of these, of those that can be.
    pub(crate) fn to_accept(self, facts: &[Uuid]) -> Result<Vec<FactDecision>> {
        self.decided_each(facts, accepting)
    }

    /// Returns a model's judgement of decisions, before they are written: it is waited for, and nobody else is to wait
    /// with it.
    pub(super) fn judge_decisions(&self, decided: &[FactDecision]) -> Vec<ModelJudgement> {
        let Some(discovery) = decided.first().map(|decided| decided.row.discovery) else { return Vec::new() };
        let events: Vec<EntityEvent<'_>> = decided.iter().flat_map(FactDecision::events).collect();
        Judge::new(self.ctx).judge_impacts(discovery, &events)
    }

    /// Returns the present decision on each; what cannot be decided is left out.
    fn decided_each(
        &self,
        facts: &[Uuid],
        decide: impl Fn(&Reader, &FactRow) -> Result<DecisionChanges>,
    ) -> Result<Vec<FactDecision>> {
        if !Judge::new(self.ctx).has_judge() {
            return Ok(Vec::new());
        }
        self.ctx.read(|r| {
            let mut all = Vec::new();
            for fact in facts {
                let row = fact_row(r, *fact)?;
                if let Ok(decision) = decide(r, &row) {
                    all.push(FactDecision::read(r, row, decision)?);
                }
            }
            Ok(all)
        })
    }

    /// Several facts are one step. What cannot be decided is passed over and told.
    fn decide_each(
        &self,
        name: impl FnOnce(UserMessage) -> UserMessage,
        facts: &[Uuid],
        beside: &VariantsByEntity,
        decide: impl Fn(&Reader, &FactRow) -> Result<DecisionChanges>,
    ) -> Result<DecisionReport> {
        let Some(first) = facts.first() else { return Ok(DecisionReport::default()) };
        let first = self.ctx.read(|r| fact_row(r, *first))?;
        let name = name(match facts.len() {
            1 => UserMessage::verbatim(label(&first)),
            count => message!("{} facts", count),
        });
        let judged = self.judge_decisions(&self.decided_each(facts, &decide)?);
        let written = self.ctx.write(Op::named(Stack::Discovery(first.discovery), name), |w| {
            let (mut decisions, mut superseded) = (DecisionReport::default(), Vec::new());
            for fact in facts {
                let row = fact_row(w, *fact)?;
                if row.discovery != first.discovery {
                    return Err(Error::invalid("These facts are not of one discovery."));
                }
                let label = fact_label(row.label_no);
                match decide(w, &row) {
                    Ok(decision) => {
                        superseded.extend(superseded_by(w, &row, &decision)?);
                        carry_out(w, &row, &decision, Reach::Judged(&judged))?;
                        record_variants(w, row.discovery, label, beside.get(&label).map_or(&[], Vec::as_slice))?;
                        decisions.decided.push(label);
                    }
                    Err(error) => decisions.refused.push((label, error)),
                }
            }
            if !decisions.decided.is_empty() {
                finish(w, &first)?;
            }
            let replaced = match superseded.as_slice() {
                [] => None,
                [(new, old)] => Some(message!("{} takes the place of {}.", new, old)),
                several => Some(message!("They take the place of {} facts that were accepted.", several.len())),
            };
            Ok((decisions, replaced))
        })?;
        let (decisions, replaced) = written.value;
        let messages = judged.iter().map(|judged| &judged.note).chain([&replaced]);
        let note = notes(messages).filter(|_| !decisions.decided.is_empty());
        Ok(DecisionReport { note, ..decisions })
    }

    fn decide_one(
        &self,
        name: impl FnOnce(&str) -> UserMessage,
        fact: Uuid,
        decide: impl Fn(&Reader, &FactRow) -> Result<DecisionChanges>,
    ) -> Result<(Fact, Option<UserMessage>)> {
        let (row, decided) = self.ctx.read(|r| {
            let row = fact_row(r, fact)?;
            let decided = FactDecision::read(r, row.clone(), decide(r, &row)?)?;
            Ok((row, decided))
        })?;
        let judged = self.judge_decisions(&[decided]);
        let op = Op::named(Stack::Discovery(row.discovery), name(&label(&row).to_string()));
        let written = self.ctx.write(op, |w| {
            let row = fact_row(w, fact)?;
            let decision = decide(w, &row)?;
            let standing = carry_out(w, &row, &decision, Reach::Judged(&judged))?.added.unwrap_or(row.seq);
            finish(w, &row)?;
            Ok(standing)
        })?;
        Ok((self.fact_standing(written.value)?, notes(judged.iter().map(|judged| &judged.note))))
    }

    pub(crate) fn fact_standing(&self, seq: FactSeq) -> Result<Fact> {
        self.ctx.read(|r| {
            let row = r.fact_at(seq)?.ok_or_else(|| Error::not_found("There is no such fact."))?;
            let registry = self.registry_of(r, row.discovery)?;
            Ok(fact_from(row, &registry))
        })
    }
}

pub(super) fn finish(w: &mut Writer<'_>, row: &FactRow) -> Result<()> {
    w.touch_discovery(row.discovery)?;
    w.topic(Topic::Facts);
    Ok(())
}

fn edit_decision(
    ctx: &Context,
    r: &Reader,
    row: &FactRow,
    key: &str,
    value: &serde_json::Value,
) -> Result<DecisionChanges> {
    of_both_versions(r, row, try_edit(ctx, r, row, key, value)?.map_err(refused)?)
}

/// The accepted facts of other labels whose place a decision gives to `row`, each behind its new label.
fn superseded_by(r: &Reader, row: &FactRow, decision: &DecisionChanges) -> Result<Vec<(EntityLabel, EntityLabel)>> {
    let mut superseded = Vec::new();
    for (fact, status) in &decision.changes {
        let old =
            r.fact_at(FactSeq(*fact))?.filter(|old| *status == Status::Superseded && old.label_no != row.label_no);
        superseded.extend(old.map(|old| (fact_label(row.label_no), fact_label(old.label_no))));
    }
    Ok(superseded)
}

/// Another version of a fact in conflict that stands: where a fact was edited both here and in a file that was merged,
/// one version of it is accepted and the other waits.
pub(super) fn other_version(r: &Reader, row: &FactRow) -> Result<Option<FactRow>> {
    if row.status != Status::Conflict {
        return Ok(None);
    }
    let versions = r.fact_versions(row.discovery, row.label_no)?;
    let is_accepted = |version: &FactRow| version.seq != row.seq && version.status == Status::Accepted;
    Ok(versions.into_iter().find(is_accepted))
}

/// One version of a fact stands at a time, and it is the newest: what is decided about one of two is decided about the
/// other.
fn of_both_versions(r: &Reader, row: &FactRow, mut decision: DecisionChanges) -> Result<DecisionChanges> {
    let Some(other) = other_version(r, row)? else { return Ok(decision) };
    let is_newer = other.version > row.version;
    let own = decision.changes.iter_mut().find(|(fact, _)| *fact == row.seq.0).map(|(_, status)| status);
    match own {
        Some(Status::Rejected) if is_newer => return Ok(decision),
        Some(Status::Rejected) => decision.added = Some(decide::restore_version(&known(&other))),
        Some(status) if *status == Status::Accepted && is_newer => {
            *status = Status::Superseded;
            decision.added = Some(decide::restore_version(&known(row)));
        }
        _ => {}
    }
    let superseded = (other.seq.0, Status::Superseded);
    if !decision.changes.contains(&superseded) {
        decision.changes.push(superseded);
    }
    Ok(decision)
}

/// Two versions of one fact cannot both be kept.
pub(super) fn refuse_of_one_label(r: &Reader, row: &FactRow) -> Result<()> {
    if other_version(r, row)?.is_none() {
        return Ok(());
    }
    let both = message!("Both are versions of {}, and one of them can stand.", label(row));
    Err(Error::refused(both).hint("Keep the old one, take the new one, or edit it."))
}

fn try_edit(
    ctx: &Context,
    r: &Reader,
    row: &FactRow,
    key: &str,
    value: &serde_json::Value,
) -> Result<std::result::Result<DecisionChanges, DecisionRefusal>> {
    let registry = Facts::new(ctx).registry_of(r, row.discovery)?;
    let value = &retyped(r, registry.get(key), value)?;
    let text = row.evidence.as_ref().map(|evidence| r.bundle_text(evidence.bundle)).transpose()?;
    let source = text.as_ref().map(|bundle| EvidenceText::new(&bundle.text, &bundle.sections));
    let support = |value: &Value, evidence: &Evidence| {
        source.as_ref().map_or_else(Vec::new, |source| missing_from(source, value, evidence))
    };
    // What holds under a condition goes on to hold beside the others.
    let current = if row.condition.is_empty() || key != row.key { current(r, row, key)? } else { Vec::new() };
    Ok(decide::edit(&known(row), Some(key), value, &current, &registry, support))
}

/// A value as whoever uses the library types it, read as they write numbers.
pub(super) fn retyped(r: &Reader, key: Option<&KeyDef>, value: &serde_json::Value) -> Result<serde_json::Value> {
    let Some(key) = key else { return Ok(value.clone()) };
    Ok(Value::retyped(value, &key.expect().written(number_format(r)?)))
}

/// Makes the words that another application gave a fact a new version of it, within a step. Words that are no value of
/// the fact's key become a statement; those that say the same value again change nothing.
pub(crate) fn edited_elsewhere(ctx: &Context, w: &mut Writer<'_>, row: &FactRow, words: &str) -> Result<()> {
    let mut edit = Err(DecisionRefusal::UnknownKey(String::new()));
    if row.key != NOTE_KEY {
        edit = try_edit(ctx, w, row, &row.key, &Facts::new(ctx).value_in(w, row, words)?.into())?;
    }
    let edit = match edit {
        Err(DecisionRefusal::NothingChanged) => return Ok(()),
        Err(_) => edit_decision(ctx, w, row, NOTE_KEY, &words.into())?,
        Ok(edit) => edit,
    };
    carry_out(w, row, &decide::elsewhere(&known(row), edit), Reach::ByWords).map(drop)
}

/// Another value for a fact, within a step of the pipeline.
pub(crate) enum NewValue<'v> {
    Edit(&'v FactEdit),
    /// As an earlier version had it.
    Of(&'v FactRow),
    /// A value that was read already, of a key.
    Typed(&'v str, &'v Value),
}

impl NewValue<'_> {
    /// The key and the value that `row` is to have.
    fn key_and_value<'r>(&'r self, row: &'r FactRow) -> Result<(&'r str, serde_json::Value)> {
        match self {
            Self::Edit(edit) => {
                let key = edit.key.as_deref().unwrap_or(&row.key);
                Ok((key, new_value(row, key, edit)?))
            }
            Self::Of(older) => Ok((&older.key, serde_json::from_str(&older.value).unwrap_or_default())),
            Self::Typed(key, value) => Ok((key, value.to_json())),
        }
    }
}

/// Edits a fact within a step of the pipeline, and says what that marked.
pub(crate) fn edited_fact(
    ctx: &Context,
    w: &mut Writer<'_>,
    row: &FactRow,
    new: &NewValue<'_>,
    reach: Reach<'_>,
) -> Result<Vec<EntityLabel>> {
    let (key, value) = new.key_and_value(row)?;
    let decision = edit_decision(ctx, w, row, key, &value)?;
    Ok(carry_out(w, row, &decision, reach)?.marked)
}

/// Accepts a fact within a step of the pipeline, and says what that marked.
pub(crate) fn accept_row(w: &mut Writer<'_>, row: &FactRow, reach: Reach<'_>) -> Result<Vec<EntityLabel>> {
    Ok(carry_out(w, row, &accepting(w, row)?, reach)?.marked)
}

fn accepting(r: &Reader, row: &FactRow) -> Result<DecisionChanges> {
    let decision = decide::accept(&known(row), &current(r, row, &row.key)?).map_err(refused)?;
    of_both_versions(r, row, decision)
}

/// A fact stands again, because what superseded it is gone.
pub(crate) fn restored(w: &mut Writer<'_>, fact: FactSeq) -> Result<()> {
    if let Some(row) = w.fact_at(fact)? {
        let event =
            EntityEvent { of: fact_label(row.label_no), what: MarkEvent::Restored, was: None, is: Some(&row.text) };
        mark_dependants(w, row.discovery, &event, Reach::All, &[])?;
    }
    Ok(())
}

fn losing(row: &FactRow) -> EntityEvent<'_> {
    EntityEvent { of: fact_label(row.label_no), what: MarkEvent::Superseded, was: Some(&row.text), is: None }
}

/// A decision about a fact, with what else it is about.
pub(crate) struct FactDecision {
    row: FactRow,
    decision: DecisionChanges,
    besides: DecisionSubjects,
}

impl FactDecision {
    pub(super) fn read(r: &Reader, row: FactRow, decision: DecisionChanges) -> Result<Self> {
        let besides = DecisionSubjects::read(r, &row, &decision)?;
        Ok(Self { row, decision, besides })
    }

    pub(crate) fn events(&self) -> Vec<EntityEvent<'_>> {
        self.besides.events(&self.row, &self.decision)
    }
}

/// The other subjects of a decision about a fact, as they were before.
struct DecisionSubjects {
    /// The facts of other labels whose place it takes.
    replaced: Vec<FactRow>,
    /// Those that it accepts with its own.
    kept: Vec<FactRow>,
    other_version: Option<FactRow>,
}

impl DecisionSubjects {
    fn read(r: &Reader, row: &FactRow, decision: &DecisionChanges) -> Result<Self> {
        let (mut replaced, mut kept) = (Vec::new(), Vec::new());
        for (fact, status) in decision.changes.iter().filter(|(fact, _)| *fact != row.seq.0) {
            let other = r.fact_at(FactSeq(*fact))?.filter(|other| other.label_no != row.label_no);
            if *status == Status::Accepted { kept.extend(other) } else { replaced.extend(other) }
        }
        Ok(Self { replaced, kept, other_version: other_version(r, row)? })
    }

    /// The version that an added one goes on from.
    fn version_of<'r>(&'r self, added: &NewFact, row: &'r FactRow) -> &'r FactRow {
        let is_before = |other: &&FactRow| added.supersedes == Some(FactRef::Held(other.seq.0));
        self.other_version.as_ref().filter(is_before).unwrap_or(row)
    }

    /// Returns what a decision does to facts that something may rest on: to its own, and to those whose place it takes.
    /// An entity that rests on a fact rests on the version of it that stands.
    fn events<'t>(&'t self, row: &'t FactRow, decision: &'t DecisionChanges) -> Vec<EntityEvent<'t>> {
        let of = fact_label(row.label_no);
        let text = decision.added.as_ref().map_or(&row.text, |added| &added.content.text);
        let own = decision.changes.iter().filter(|(fact, _)| *fact == row.seq.0);
        let own = own.filter_map(|(_, status)| match (status, &self.other_version) {
            (Status::Rejected, Some(_)) => None,
            (Status::Rejected, None) => {
                Some(EntityEvent { of, what: MarkEvent::Rejected, was: Some(&row.text), is: None })
            }
            (Status::Accepted, None) => Some(EntityEvent { of, what: MarkEvent::Accepted, was: None, is: Some(text) }),
            (_, other) => {
                let was = other.as_ref().map_or(&row.text, |other| &other.text);
                Some(EntityEvent { of, what: MarkEvent::Edited, was: Some(was), is: Some(text) })
            }
        });
        let kept = self.kept.iter().map(|kept| EntityEvent {
            of: fact_label(kept.label_no),
            what: MarkEvent::Accepted,
            was: None,
            is: Some(&kept.text),
        });
        own.chain(self.replaced.iter().map(|old| superseding(old, text))).chain(kept).collect()
    }
}

/// The effects of a decision.
#[derive(Default)]
pub(super) struct DecisionEffects {
    /// The version that it added.
    pub(super) added: Option<FactSeq>,
    marked: Vec<EntityLabel>,
}

/// Writes a decision about `row`, and marks what rests on the facts that it changed: `reach` says whom.
pub(super) fn carry_out(
    w: &mut Writer<'_>,
    row: &FactRow,
    decision: &DecisionChanges,
    reach: Reach<'_>,
) -> Result<DecisionEffects> {
    let besides = DecisionSubjects::read(w, row, decision)?;
    let ended = ended_by(w, row, decision)?;
    let other = contradicted(w, row)?;
    for (fact, status) in &decision.changes {
        w.set_fact_status(FactSeq(*fact), *status, false)?;
    }
    looked_at(w, other)?;
    let added =
        decision.added.as_ref().map(|added| add_version(w, besides.version_of(added, row), added)).transpose()?;
    let mut marked = Vec::new();
    for event in besides.events(row, decision) {
        let of = fact_label(row.label_no);
        if event.of != of {
            w.copy_links_below(row.discovery, event.of, of)?;
        }
        marked.extend(mark_dependants(w, row.discovery, &event, reach, &[])?);
    }
    for fact in &ended {
        marked.extend(end_same_span(w, fact, reach)?);
    }
    if let Some(value) = w.fact_at(added.unwrap_or(row.seq))?.filter(|value| value.status == Status::Accepted) {
        marked.extend(take_sentences(w, &value)?);
        // Who accepts it by itself says that it holds, whatever it held under before.
        if decision.changes.contains(&(row.seq.0, Status::Accepted)) {
            w.set_fact_condition(row.seq, "")?;
        }
    }
    Ok(DecisionEffects { added, marked: each_once(marked) })
}

/// The facts whose value nobody says any more after a decision about `row`: rejected ones, and those whose place another
/// value takes. Who keeps a value as a note keeps its words.
fn ended_by(r: &Reader, row: &FactRow, decision: &DecisionChanges) -> Result<Vec<FactRow>> {
    let (key, norm) = match &decision.added {
        Some(added) if added.content.key == NOTE_KEY && row.key != NOTE_KEY => return Ok(Vec::new()),
        Some(added) => (&added.content.key, &added.content.norm),
        None => (&row.key, &row.norm),
    };
    let mut ended = Vec::new();
    for (fact, status) in &decision.changes {
        let fact = r.fact_at(FactSeq(*fact))?;
        ended.extend(fact.filter(|fact| match status {
            Status::Rejected => fact.status != Status::Rejected,
            Status::Superseded => (&fact.key, &fact.norm) != (key, norm),
            _ => false,
        }));
    }
    Ok(ended)
}

/// Adds a version of `row`, in its place in the column.
fn add_version(w: &mut Writer<'_>, row: &FactRow, added: &NewFact) -> Result<FactSeq> {
    let version = w.newest_version(row.discovery, row.label_no)? + 1;
    // Of words that another application gave it nobody knows.
    let is_own = added.content.source_kind != SourceKind::Imported;
    let is_accepted = added.status == Status::Accepted;
    let seq = w.insert_fact(&FactToInsert {
        discovery: row.discovery,
        label_no: row.label_no,
        version,
        content: &added.content,
        bundle: row.evidence.as_ref().map(|evidence| evidence.bundle),
        run: row.run,
        supersedes: added.supersedes.and_then(|fact| seq_of(fact, &[])),
        conflicts_with: added.conflicts_with.and_then(|fact| seq_of(fact, &[])),
        hint: None,
        status: added.status,
        needs_review: added.needs_review,
        accepted_by: (is_accepted && is_own).then_some(AcceptedBy::Analyst),
    })?;
    w.take_place_of(seq, row.seq)?;
    super::evidence::copy_evidence(w, row, &added.content, seq)?;
    Ok(seq)
}

/// Returns what holds for a key in the scope of a fact.
fn current(r: &Reader, row: &FactRow, key: &str) -> Result<Vec<i64>> {
    if key == NOTE_KEY {
        return Ok(contradicted(r, row)?.map(|fact| fact.seq.0).into_iter().collect());
    }
    let standing = r.values_standing(row.discovery, key, row.scope.item_id().unwrap_or_default())?;
    Ok(standing.into_iter().map(|fact| fact.0).collect())
}

/// The fact that a statement in conflict contradicts, or what took its place, if that still stands or waits.
pub(super) fn contradicted(r: &Reader, row: &FactRow) -> Result<Option<FactRow>> {
    if row.status != Status::Conflict || row.key != NOTE_KEY {
        return Ok(None);
    }
    let mut other = row.conflicts_with.map(|seq| r.fact_at(seq)).transpose()?.flatten();
    if let Some(superseded) = other.as_ref().filter(|other| other.status == Status::Superseded) {
        other = r.replacement_of(superseded)?.map(|seq| r.fact_at(seq)).transpose()?.flatten();
    }
    Ok(other.filter(|other| {
        other.label_no != row.label_no && matches!(other.status, Status::Accepted | Status::Proposed | Status::Conflict)
    }))
}

/// Restores the status of a fact that was to be looked at with a statement that contradicted it, once that is decided.
fn looked_at(w: &mut Writer<'_>, other: Option<FactRow>) -> Result<()> {
    let now = other.map(|other| w.fact_at(other.seq)).transpose()?.flatten();
    match now.filter(|now| now.status == Status::Accepted && now.needs_review) {
        Some(now) => Ok(w.set_fact_status(now.seq, Status::Accepted, false)?),
        None => Ok(()),
    }
}

pub(super) fn known(row: &FactRow) -> LedgerFact {
    LedgerFact { id: row.seq.0, status: row.status, content: content_of(row) }
}

fn new_value(row: &FactRow, key: &str, edit: &FactEdit) -> Result<serde_json::Value> {
    let is_statement = key == NOTE_KEY;
    match (&edit.value, &edit.text) {
        (Some(value), None) => Ok(value.as_str().into()),
        (_, Some(text)) if is_statement => Ok(text.as_str().into()),
        (_, Some(_)) => Err(Error::refused("The words of a typed fact are made from its value.")
            .hint("Change the value, or give the fact the key “note” to make it a statement.")),
        (None, None) if is_statement => Ok(row.text.as_str().into()),
        (None, None) => Ok(serde_json::from_str(&row.value).unwrap_or_default()),
    }
}

pub(crate) fn refused(refusal: DecisionRefusal) -> Error {
    Error::refused(refusal.message().sentence())
}
