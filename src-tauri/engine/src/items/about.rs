//! The item that a fact is about, where the analyst says so.

use factly_core::facts::{Scope, Status};
use factly_core::message;
use factly_core::message::UserMessage;
use uuid::Uuid;

use crate::context::Context;
use crate::error::{Error, Result};
use crate::facts::Facts;
use crate::facts::{Fact, label, superseded_by};
use crate::items::Items;
use crate::items::{added, finish, item_not_found, named, rescope_all};
use crate::lookup::fact_row;
use crate::marks::fact_label;
use crate::store::facts::FactRow;
use crate::store::{FactSeq, Op, Reader, Stack, Writer};

impl Items<'_> {
    /// Says that a fact is about an item, or with `None` about the whole project, by a new version of it. Where that has
    /// a value for its key already, an accepted fact takes its place.
    pub fn fact_set_item(&self, fact: Uuid, item: Option<&str>) -> Result<Fact> {
        self.set_fact_item(fact, item.map_or(message!("the project"), UserMessage::verbatim), |w, row| {
            scope_meant(w, row, item)
        })
    }

    /// As [`Self::fact_set_item`], of an item that is made for it: both are one step.
    pub fn fact_set_new_item(&self, fact: Uuid, name: &str) -> Result<Fact> {
        let name = named(name)?;
        self.set_fact_item(fact, message!("“{}”", name), |w, row| {
            let made = added(w, row.discovery, &name, &[])?;
            Ok(Scope::Item { item_id: made.reference() })
        })
    }

    fn set_fact_item(
        &self,
        fact: Uuid,
        about: UserMessage,
        scope: impl FnOnce(&mut Writer<'_>, &FactRow) -> Result<Scope>,
    ) -> Result<Fact> {
        let row = self.ctx.read(|r| fact_row(r, fact))?;
        let name = message!("Say that {} is about {}", label(&row), about);
        let written = self.ctx.write(Op::named(Stack::Discovery(row.discovery), name), |w| {
            let row = fact_row(w, fact)?;
            let scope = scope(w, &row)?;
            check(self.ctx, w, &row, &scope)?;
            let standing = w.accepted_fact(row.discovery, &row.key, scope.item_id().unwrap_or_default())?;
            let moved = rescope_all(w, &[row.seq], &scope, &message!("the analyst said which item is meant"))?;
            let moved = *moved.first().ok_or_else(item_not_found)?;
            if let Some(standing) = standing.filter(|_| row.status == Status::Accepted) {
                give_way(w, standing, &row)?;
            }
            finish(w, row.discovery)?;
            Ok(moved)
        })?;
        Facts::new(self.ctx).fact_standing(written.value)
    }
}

fn scope_meant(r: &Reader, row: &FactRow, item: Option<&str>) -> Result<Scope> {
    let Some(reference) = item else { return Ok(Scope::Project) };
    let item = r.item_meant(row.discovery, reference)?.ok_or_else(item_not_found)?;
    Ok(Scope::Item { item_id: item.reference() })
}

fn check(ctx: &Context, r: &Reader, row: &FactRow, scope: &Scope) -> Result<()> {
    if matches!(row.status, Status::Rejected | Status::Superseded) {
        return Err(Error::refused(message!("{} does not stand any more.", label(row))));
    }
    if row.scope == *scope {
        let about = scope.item_id().unwrap_or("the project");
        return Err(Error::refused(message!("{} is about {} already.", label(row), about)));
    }
    let registry = Facts::new(ctx).registry_of(r, row.discovery)?;
    let may = *scope == Scope::Project || registry.get(&row.key).is_some_and(|key| key.is_of_an_item());
    if may {
        return Ok(());
    }
    Err(Error::refused("Only a field of an item speaks of one.")
        .hint("Give the fact a key of items first, as “Width”."))
}

/// One value of a key stands: what was accepted of the item gives way to a fact that was accepted before it was its.
fn give_way(w: &mut Writer<'_>, standing: FactSeq, to: &FactRow) -> Result<()> {
    w.set_fact_status(standing, Status::Superseded, false)?;
    if let Some(old) = w.fact_at(standing)? {
        superseded_by(w, &old, fact_label(to.label_no), &to.text)?;
    }
    Ok(())
}
