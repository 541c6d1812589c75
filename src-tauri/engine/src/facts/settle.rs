//! Several values of one key, decided together and once: one of them holds, several hold each under its condition, or none.

use factly_core::discovery::EntityLabel;
use factly_core::discovery::status::MarkEvent;
use factly_core::facts::Status;
use factly_core::facts::decide::{self, Ruling, SettledValue};
use factly_core::keys::NOTE_KEY;
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::facts::decide::{FactDecision, carry_out, finish, known, refuse_of_one_label, refused};
use crate::facts::fact::{Fact, fact_from, label, with_condition};
use crate::lookup::{fact_row, scope_meant};
use crate::marks::judging::notes;
use crate::marks::{EntityEvent, Reach, fact_label, mark_dependants};
use crate::store::facts::FactRow;
use crate::store::{Op, Reader, Stack, Writer};

/// The analyst's rulings on some values of one key.
pub type Rulings = [(Uuid, Ruling)];

/// The settlement of a key's values.
#[derive(Debug)]
pub struct SettledValues {
    /// In the order in which they were ruled on.
    pub facts: Vec<Fact>,
    /// A sentence, where a model was to judge whom it touches and what is built in did.
    pub note: Option<UserMessage>,
}

impl Facts<'_> {
    /// Decides all values that there are of a key and a scope, as one step. Each of them must be ruled on.
    pub fn settle(&self, rulings: &Rulings) -> Result<SettledValues> {
        let Some((first, _)) = rulings.first() else { return Err(Error::invalid("No value is ruled on.")) };
        let (row, ruled) = self.ctx.read(|r| Ok((fact_row(r, *first)?, ruled(r, rulings)?)))?;
        let decided = self.ctx.read(|r| {
            let decisions = ruled.iter().filter_map(|(row, settled)| Some((row.clone(), settled.decision.clone()?)));
            decisions.map(|(row, decision)| FactDecision::read(r, row, decision)).collect::<Result<Vec<_>>>()
        })?;
        let judged = self.judge_decisions(&decided);
        let op = Op::named(Stack::Discovery(row.discovery), message!("Decide {} values", ruled.len()));
        self.ctx.write(op, |w| {
            // Where one takes the place of what stood, that is done before what else is said of them.
            for (row, settled) in ruled_within(w, rulings)? {
                write(w, &row, &settled, Reach::Judged(&judged))?;
            }
            finish(w, &row)
        })?;
        let facts = rulings.iter().map(|(fact, _)| self.fact(*fact)).collect::<Result<_>>()?;
        Ok(SettledValues { facts, note: notes(judged.iter().map(|judged| &judged.note)) })
    }
}

impl Facts<'_> {
    /// The values that are decided together with a fact, and the fact itself: see [`Facts::settle`].
    pub fn values_of(&self, fact: Uuid) -> Result<Vec<Fact>> {
        self.ctx.read(|r| {
            let row = fact_row(r, fact)?;
            let registry = self.registry_of(r, row.discovery)?;
            Ok(values_beside(r, &row)?.into_iter().map(|value| fact_from(value, &registry)).collect())
        })
    }

    /// The discovery that a fact is of.
    pub fn fact_discovery(&self, fact: Uuid) -> Result<Uuid> {
        self.ctx.read(|r| {
            let discovery = r.discovery_at(fact_row(r, fact)?.discovery)?;
            Ok(discovery.ok_or_else(|| Error::not_found("There is no such discovery."))?.id)
        })
    }
}

/// More values than these are not shown to be decided on one screen.
const ON_ONE_SCREEN: u32 = 12;

/// As [`values_beside`], if they are few enough to be decided on one screen; else none.
pub(super) fn few_values_beside(r: &Reader, row: &FactRow) -> Result<Vec<FactRow>> {
    let item = scope_meant(r, row.discovery, row.scope.item_id())?;
    let some = r.some_live_facts_for_key(row.discovery, &row.key, &item, ON_ONE_SCREEN + 1)?;
    if some.len() > ON_ONE_SCREEN as usize { Ok(Vec::new()) } else { values_beside(r, row) }
}

/// The values of the key and the scope of a fact that hold or wait, oldest first: those that stand before those that do
/// not.
fn values_beside(r: &Reader, row: &FactRow) -> Result<Vec<FactRow>> {
    if row.key == NOTE_KEY {
        return Ok(Vec::new());
    }
    let item = scope_meant(r, row.discovery, row.scope.item_id())?;
    let mut values = Vec::new();
    for fact in r.live_facts_for_key(row.discovery, &row.key, &item)? {
        values.extend(r.fact_at(fact)?);
    }
    values.sort_by_key(|value| value.status != Status::Accepted);
    Ok(values)
}

/// Returns the changes to each value that is ruled on, which must be all that there are.
fn ruled(r: &Reader, rulings: &Rulings) -> Result<Vec<(FactRow, SettledValue)>> {
    let rows = rulings.iter().map(|(fact, _)| fact_row(r, *fact)).collect::<Result<Vec<_>>>()?;
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let beside = values_beside(r, first)?;
    for row in &rows {
        refuse_of_one_label(r, row)?;
        if !beside.iter().any(|value| value.seq == row.seq) {
            return Err(Error::refused(message!("{} is no value of {} that holds or waits.", label(row), first.key)));
        }
    }
    if let Some(left_out) = beside.iter().find(|value| !rows.iter().any(|row| row.seq == value.seq)) {
        let what = message!("{} is a value of {} too, and nothing is said of it.", label(left_out), first.key);
        return Err(Error::refused(what).hint("Say of each value whether it holds."));
    }
    let values: Vec<_> = rows.iter().map(known).zip(rulings.iter().map(|(_, ruling)| ruling.clone())).collect();
    let settled = decide::settle(&values).map_err(refused)?;
    Ok(rows.into_iter().zip(settled).collect())
}

fn ruled_within(w: &Writer<'_>, rulings: &Rulings) -> Result<Vec<(FactRow, SettledValue)>> {
    let mut ruled = ruled(w, rulings)?;
    ruled.sort_by_key(|(_, settled)| settled.condition.is_none());
    Ok(ruled)
}

fn write(w: &mut Writer<'_>, row: &FactRow, settled: &SettledValue, reach: Reach<'_>) -> Result<()> {
    if let Some(decision) = &settled.decision {
        carry_out(w, row, decision, reach)?;
    }
    let Some(condition) = &settled.condition else { return Ok(()) };
    if settled.decision.is_none() {
        w.confirm_fact(row.seq)?;
    }
    w.set_fact_condition(row.seq, condition)?;
    if settled.decision.is_none() && *condition != row.condition {
        limit(w, row, condition)?;
    }
    Ok(())
}

/// Limits what held without a condition, or under another: it holds less far than what rests on it was told.
fn limit(w: &mut Writer<'_>, row: &FactRow, condition: &str) -> Result<Vec<EntityLabel>> {
    let (was, is) = (with_condition(&row.text, &row.condition), with_condition(&row.text, condition));
    let event = EntityEvent { of: fact_label(row.label_no), what: MarkEvent::Edited, was: Some(&was), is: Some(&is) };
    mark_dependants(w, row.discovery, &event, Reach::All, &[])
}
