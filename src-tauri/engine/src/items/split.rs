//! One item that is two: the facts of some of its keys are said again of a new one.

use std::collections::HashMap;

use factly_core::facts::Scope;
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::facts::content_of;
use crate::items::Items;
use crate::items::{Item, added, also_named, finish, item_from, named, standing_row};
use crate::store::facts::{FactRow, FactToInsert};
use crate::store::{FactSeq, Op, Stack, Topic, Writer};

impl Items<'_> {
    /// Makes a new item of some keys of another: their live facts become new versions that speak of it, with the same
    /// labels, evidence and standing.
    pub fn item_split(&self, item: Uuid, name: &str, aliases: &[String], keys: &[String]) -> Result<Item> {
        let row = self.ctx.read(|r| standing_row(r, item))?;
        let name = named(name)?;
        let aliases = also_named(&name, aliases)?;
        let op = Op::named(Stack::Discovery(row.discovery), message!("Split “{}” from {}", name, row.reference()));
        let written = self.ctx.write(op, |w| {
            let row = standing_row(w, item)?;
            let made = added(w, row.discovery, &name, &aliases)?;
            let mut moved = Vec::new();
            for key in keys {
                moved.extend(w.live_facts_of_item(row.discovery, row.number, key)?);
            }
            if moved.is_empty() && !keys.is_empty() {
                return Err(Error::refused(message!("No fact about “{}” has these keys.", row.name)));
            }
            moved.sort_by_key(|fact| *fact);
            moved.dedup();
            let scope = Scope::Item { item_id: made.reference() };
            rescope_all(w, &moved, &scope, &message!("split from {}", row.name))?;
            finish(w, row.discovery)?;
            Ok(made)
        })?;
        Ok(item_from(written.value))
    }
}

/// Gives facts another scope, each by a new version of its label. Those in conflict with one another still are.
pub(crate) fn rescope_all(
    w: &mut Writer<'_>,
    facts: &[FactSeq],
    scope: &Scope,
    reason: &UserMessage,
) -> Result<Vec<FactSeq>> {
    let mut moved: HashMap<FactSeq, FactSeq> = HashMap::new();
    for fact in facts {
        let Some(row) = w.fact_at(*fact)? else { continue };
        let rival = row.conflicts_with.map(|rival| moved.get(&rival).copied().unwrap_or(rival));
        let seq = rescope(w, &row, scope, reason, rival)?;
        moved.insert(*fact, seq);
    }
    w.topic(Topic::Facts);
    Ok(facts.iter().filter_map(|fact| moved.get(fact).copied()).collect())
}

fn rescope(
    w: &mut Writer<'_>,
    row: &FactRow,
    scope: &Scope,
    reason: &UserMessage,
    conflicts_with: Option<FactSeq>,
) -> Result<FactSeq> {
    let mut content = content_of(row);
    content.scope = scope.clone();
    content.reason = reason.clone();
    let seq = w.insert_fact(&FactToInsert {
        discovery: row.discovery,
        label_no: row.label_no,
        version: w.newest_version(row.discovery, row.label_no)? + 1,
        content: &content,
        bundle: row.evidence.as_ref().map(|evidence| evidence.bundle),
        run: row.run,
        supersedes: Some(row.seq),
        conflicts_with,
        hint: row.hint.as_deref(),
        status: row.status,
        needs_review: row.needs_review,
        accepted_by: row.accepted_by,
    })?;
    w.set_fact_status(row.seq, factly_core::facts::Status::Superseded, false)?;
    w.copy_reaffirmations(row.seq, seq)?;
    w.take_place_of(seq, row.seq)?;
    Ok(seq)
}
