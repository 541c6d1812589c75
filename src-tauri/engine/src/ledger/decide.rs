//! What the analyst decides: each decision is one step of undo, and what makes no sense now is refused in words.

use factly_core::discovery::EntityLabel;
use factly_core::discovery::status::Happened;
use factly_core::evidence::{Evidence, Source};
use factly_core::ledger::decide::{self, Decision, Known, Refusal, Resolution};
use factly_core::ledger::{Content, LedgerView, NewFact, Status};
use factly_core::values::Value;
use uuid::Uuid;

use super::fact::{Fact, fact_from, fact_row, label};
use crate::discovery::marks::{Event, Reach, each_once, fact_label, mark_dependants};
use crate::error::{Error, Result};
use crate::extraction::{View, missing_from, seq_of};
use crate::library::Library;
use crate::store::facts::{FactRow, FactToInsert};
use crate::store::{FactSeq, Op, Reader, Stack, Topic, Writer};

/// What an edit changes. The words of a statement are its value; those of a typed fact are made from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactEdit {
    pub text: Option<String>,
    /// As a person writes it: "6 m", "€1,200".
    pub value: Option<String>,
    pub key: Option<String>,
}

impl Library {
    /// Accepts each; those of a key take the place of what was accepted before.
    pub fn accept(&self, facts: &[Uuid]) -> Result<()> {
        self.decide_each("Accept", facts, |r, row| {
            decide::accept(&known(row), current(r, row, &row.key)?).map_err(refused)
        })
    }

    pub fn reject(&self, facts: &[Uuid]) -> Result<()> {
        self.decide_each("Reject", facts, |_, row| decide::reject(&known(row)).map_err(refused))
    }

    /// Ends a conflict. Returns the fact that stands of it: the new one, or the note that it became.
    pub fn resolve(&self, fact: Uuid, how: Resolution) -> Result<Fact> {
        let name = match how {
            Resolution::KeepOld => "Keep the old value over",
            Resolution::TakeNew => "Take",
            Resolution::KeepNewAsNote => "Keep as a note",
        };
        self.decide_one(name, fact, |r, row| {
            decide::resolve(&known(row), current(r, row, &row.key)?, how).map_err(refused)
        })
    }

    /// Makes a new version of a fact, with the same label and the same evidence.
    pub fn edit_fact(&self, fact: Uuid, edit: &FactEdit) -> Result<Fact> {
        self.decide_one("Edit", fact, |r, row| {
            let key = edit.key.as_deref().unwrap_or(&row.key);
            edit_decision(self, r, row, key, &new_value(row, key, edit)?)
        })
    }

    /// Several facts are one step. What cannot be decided is passed over, unless that is all of them.
    fn decide_each(
        &self,
        verb: &str,
        facts: &[Uuid],
        decide: impl Fn(&Reader, &FactRow) -> Result<Decision>,
    ) -> Result<()> {
        let Some(first) = facts.first() else { return Ok(()) };
        let first = self.read(|r| fact_row(r, *first))?;
        let name = match facts.len() {
            1 => format!("{verb} {}", label(&first)),
            count => format!("{verb} {count} facts"),
        };
        self.write(Op::named(Stack::Discovery(first.discovery), name), |w| {
            let mut refused = None;
            let mut done = 0;
            for fact in facts {
                let row = fact_row(w, *fact)?;
                if row.discovery != first.discovery {
                    return Err(Error::invalid("These facts are not of one discovery."));
                }
                match decide(w, &row) {
                    Ok(decision) => {
                        carry_out(w, &row, &decision)?;
                        done += 1;
                    }
                    Err(error) => refused = Some(error),
                }
            }
            match refused.filter(|_| done == 0) {
                Some(error) => Err(error),
                None => finish(w, &first),
            }
        })?;
        Ok(())
    }

    fn decide_one(
        &self,
        verb: &str,
        fact: Uuid,
        decide: impl Fn(&Reader, &FactRow) -> Result<Decision>,
    ) -> Result<Fact> {
        let row = self.read(|r| fact_row(r, fact))?;
        let op = Op::named(Stack::Discovery(row.discovery), format!("{verb} {}", label(&row)));
        let written = self.write(op, |w| {
            let row = fact_row(w, fact)?;
            let decision = decide(w, &row)?;
            let standing = carry_out(w, &row, &decision)?.added.unwrap_or(row.seq);
            finish(w, &row)?;
            Ok(standing)
        })?;
        self.fact_standing(written.value)
    }

    pub(crate) fn fact_standing(&self, seq: FactSeq) -> Result<Fact> {
        self.read(|r| {
            let row = r.fact_at(seq)?.ok_or_else(|| Error::not_found("There is no such fact."))?;
            let registry = self.registry_of(r, row.discovery)?;
            Ok(fact_from(row, &registry))
        })
    }
}

fn finish(w: &mut Writer<'_>, row: &FactRow) -> Result<()> {
    w.touch_discovery(row.discovery)?;
    [Topic::Facts, Topic::Inputs].into_iter().for_each(|topic| w.topic(topic));
    Ok(())
}

fn edit_decision(
    library: &Library,
    r: &Reader,
    row: &FactRow,
    key: &str,
    value: &serde_json::Value,
) -> Result<Decision> {
    let registry = library.registry_of(r, row.discovery)?;
    let text = row.evidence.as_ref().map(|evidence| r.bundle_text(evidence.bundle)).transpose()?;
    let source = text.as_ref().map(|bundle| Source::new(&bundle.text, &bundle.sections));
    let support = |value: &Value, evidence: &Evidence| {
        source.as_ref().map_or_else(Vec::new, |source| missing_from(source, value, evidence))
    };
    decide::edit(&known(row), Some(key), value, current(r, row, key)?, &registry, support).map_err(refused)
}

/// Another value for a fact, within a step of the pipeline.
pub(crate) enum NewValue<'v> {
    Edit(&'v FactEdit),
    /// As an earlier version had it.
    Of(&'v FactRow),
}

/// Edits a fact within a step of the pipeline, and says what that marked.
pub(crate) fn edited_fact(
    library: &Library,
    w: &mut Writer<'_>,
    row: &FactRow,
    new: &NewValue<'_>,
) -> Result<Vec<EntityLabel>> {
    let (key, value) = match new {
        NewValue::Edit(edit) => {
            let key = edit.key.as_deref().unwrap_or(&row.key);
            (key, new_value(row, key, edit)?)
        }
        NewValue::Of(older) => (older.key.as_str(), serde_json::from_str(&older.value).unwrap_or_default()),
    };
    let decision = edit_decision(library, w, row, key, &value)?;
    Ok(carry_out(w, row, &decision)?.marked)
}

/// Accepts a fact within a step of the pipeline, and says what that marked.
pub(crate) fn accept_row(w: &mut Writer<'_>, row: &FactRow) -> Result<Vec<EntityLabel>> {
    let decision = decide::accept(&known(row), current(w, row, &row.key)?).map_err(refused)?;
    Ok(carry_out(w, row, &decision)?.marked)
}

/// A fact stands again, because what superseded it is gone.
pub(crate) fn restored(w: &mut Writer<'_>, fact: FactSeq) -> Result<()> {
    if let Some(row) = w.fact_at(fact)? {
        let event = Event { of: fact_label(row.label_no), what: Happened::Restored, was: None, is: Some(&row.text) };
        mark_dependants(w, row.discovery, &event, Reach::All, &[])?;
    }
    Ok(())
}

/// A fact of another label took the place of one that stood: what rested on the old one rests on the new one, and is
/// to be looked at.
pub(crate) fn superseded_by(
    w: &mut Writer<'_>,
    old: &FactRow,
    new: EntityLabel,
    text: &str,
) -> Result<Vec<EntityLabel>> {
    let of = fact_label(old.label_no);
    w.copy_links_below(old.discovery, of, new)?;
    let event = Event { of, what: Happened::Superseded, was: Some(&old.text), is: Some(text) };
    mark_dependants(w, old.discovery, &event, Reach::All, &[])
}

/// What a decision did.
#[derive(Default)]
struct CarriedOut {
    /// The version that it added.
    added: Option<FactSeq>,
    marked: Vec<EntityLabel>,
}

/// Writes a decision about `row`, and marks what rests on the facts that it changed.
fn carry_out(w: &mut Writer<'_>, row: &FactRow, decision: &Decision) -> Result<CarriedOut> {
    for (fact, status) in &decision.changes {
        w.set_fact_status(FactSeq(*fact), *status, false)?;
    }
    let added = decision.added.as_ref().map(|added| add_version(w, row, added)).transpose()?;
    let mut marked = Vec::new();
    let of = fact_label(row.label_no);
    let text = decision.added.as_ref().map_or(&row.text, |added| &added.content.text);
    for (fact, status) in &decision.changes {
        if *fact != row.seq.0 {
            if let Some(old) = w.fact_at(FactSeq(*fact))?.filter(|old| old.label_no != row.label_no) {
                marked.extend(superseded_by(w, &old, of, text)?);
            }
            continue;
        }
        let (event, reach) = match status {
            Status::Rejected => (Event { of, what: Happened::Rejected, was: Some(&row.text), is: None }, Reach::All),
            Status::Accepted => (Event { of, what: Happened::Accepted, was: None, is: Some(text) }, Reach::ByWords),
            _ => (Event { of, what: Happened::Edited, was: Some(&row.text), is: Some(text) }, Reach::ByWords),
        };
        marked.extend(mark_dependants(w, row.discovery, &event, reach, &[])?);
    }
    Ok(CarriedOut { added, marked: each_once(marked) })
}

/// Adds a version of `row`, in its place in the column.
fn add_version(w: &mut Writer<'_>, row: &FactRow, added: &NewFact) -> Result<FactSeq> {
    let version = w.newest_version(row.discovery, row.label_no)? + 1;
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
    })?;
    w.take_place_of(seq, row.seq)?;
    Ok(seq)
}

fn current(r: &Reader, row: &FactRow, key: &str) -> Result<Option<i64>> {
    Ok(View { reader: r, discovery: row.discovery }.accepted(&row.scope, key)?)
}

fn known(row: &FactRow) -> Known {
    let content = Content {
        scope: row.scope.clone(),
        key: row.key.clone(),
        value_type: row.value_type,
        value: row.value.clone(),
        norm: row.norm.clone(),
        text: row.text.clone(),
        confidence: row.confidence,
        source_kind: row.source_kind,
        evidence: row.evidence.as_ref().map(|evidence| evidence.found.clone()),
        missing: serde_json::from_str(&row.missing).unwrap_or_default(),
        reason: row.reason.clone(),
    };
    Known { id: row.seq.0, status: row.status, content }
}

fn new_value(row: &FactRow, key: &str, edit: &FactEdit) -> Result<serde_json::Value> {
    let is_statement = key == factly_core::keys::NOTE_KEY;
    match (&edit.value, &edit.text) {
        (Some(value), None) => Ok(value.as_str().into()),
        (_, Some(text)) if is_statement => Ok(text.as_str().into()),
        (_, Some(_)) => Err(Error::refused("The words of a typed fact are made from its value.")
            .hint("Change the value, or give the fact the key “note” to make it a statement.")),
        (None, None) if is_statement => Ok(row.text.as_str().into()),
        (None, None) => Ok(serde_json::from_str(&row.value).unwrap_or_default()),
    }
}

pub(crate) fn refused(refusal: Refusal) -> Error {
    let text = refusal.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    Error::refused(format!("{first}{}.", letters.as_str()))
}
