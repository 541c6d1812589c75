//! Asking again: how a conflict ends that the analyst cannot decide.
//!
//! A question is open while its key has no value (`docs/contracts/knowledge.md`). So nothing holds any more for the key
//! and its scope: what held and what waited are kept as notes, each with its quote, and whatever rests on what held is
//! to be looked at, as far as a model does not say otherwise. The question is then asked as if nobody had answered it,
//! before all others.

use factly_core::facts::Status;
use factly_core::facts::decide::{self, DecisionRefusal};
use factly_core::keys::{KeyDef, Registry};
use factly_core::message;
use factly_core::message::UserMessage;
use factly_core::questions::QuestionName;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::facts::decide::{carry_out, finish, known, refuse_of_one_label, refused};
use crate::facts::fact::label;
use crate::lookup::fact_row;
use crate::lookup::scope_meant;
use crate::marks::Reach;
use crate::marks::judging::notes;
use crate::store::facts::FactRow;
use crate::store::questions::QuestionToAsk;
use crate::store::{DiscoverySeq, Op, Reader, Stack, Topic, Writer};

impl Facts<'_> {
    /// Turns the conflict of a fact into an open question for its key and scope, as one step. Returns the question's
    /// name.
    pub fn ask_again(&self, fact: Uuid) -> Result<QuestionName> {
        Ok(self.ask_again_telling(fact)?.0)
    }

    /// As [`Self::ask_again`], with a sentence where a model was to judge whom it touches and what is built in did.
    pub fn ask_again_telling(&self, fact: Uuid) -> Result<(QuestionName, Option<UserMessage>)> {
        let read_conflict = |r: &Reader| -> Result<_> {
            let row = fact_row(r, fact)?;
            if row.status != Status::Conflict {
                return Err(refused(DecisionRefusal::NotInConflict));
            }
            refuse_of_one_label(r, &row)?;
            let registry = self.registry_of(r, row.discovery)?;
            let (key, item) = asked_for(r, &registry, &row)?;
            let mut live = Vec::new();
            for fact in r.live_facts_for_key(row.discovery, &key.path, &item)? {
                live.extend(r.fact_at(fact)?);
            }
            Ok((row, key.clone(), item, live))
        };
        let (row, _, _, mut held) = self.ctx.read(read_conflict)?;
        held.retain(|live| live.status == Status::Accepted);
        let judged = self.judge_losing(row.discovery, &held);
        let op = Op::named(Stack::Discovery(row.discovery), message!("Ask again about {}", label(&row)));
        let written = self.ctx.write(op, |w| {
            let (row, key, item, live) = read_conflict(w)?;
            for live in live {
                put_aside(w, &live, Reach::JudgedOrAll(&judged))?;
            }
            let name = QuestionName::for_key(&key.path, &item);
            ask(w, row.discovery, &key, &item, &name)?;
            w.topic(Topic::Questions);
            finish(w, &row)?;
            Ok(name)
        })?;
        Ok((written.value, notes(judged.iter().map(|judged| &judged.note))))
    }
}

/// The key that a fact is a value of, and the item that it is asked about: empty for the project.
fn asked_for<'r>(r: &Reader, registry: &'r Registry, row: &FactRow) -> Result<(&'r KeyDef, String)> {
    let key = registry.get(&row.key).ok_or_else(|| refused(DecisionRefusal::UnknownKey(row.key.clone())))?;
    let item = scope_meant(r, row.discovery, row.scope.item_id())?;
    if key.is_of_an_item() == item.is_empty() {
        return Err(Error::refused("It is not said which item is meant, so nothing can be asked about it.")
            .hint("Say which item the fact is about, then ask again."));
    }
    Ok((key, item))
}

/// `reach` is whom it marks that a value which held holds no more.
fn put_aside(w: &mut Writer<'_>, row: &FactRow, reach: Reach<'_>) -> Result<()> {
    let decision = decide::withdraw_value(&known(row)).map_err(refused)?;
    let reach = if row.status == Status::Accepted { reach } else { Reach::ByWords };
    carry_out(w, row, &decision, reach).map(drop)
}

fn ask(w: &mut Writer<'_>, discovery: DiscoverySeq, key: &KeyDef, item: &str, name: &QuestionName) -> Result<()> {
    match w.question(discovery, name)? {
        Some(row) => w.ask_anew(row.seq, &key.question)?,
        None => {
            let question =
                QuestionToAsk { discovery, key: Some(&key.path), item_id: item, text: &key.question, model: None };
            w.add_question(&question)?;
        }
    }
    Ok(())
}
